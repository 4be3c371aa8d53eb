"""What a streamer may give as their broadcast."""

from __future__ import annotations

import re

SITE = "https://live.nicovideo.jp"

_ID = r"lv\d{1,12}|co\d{1,12}|ch\d{1,12}|user/\d{1,12}"
_GIVEN = re.compile(
    rf"(?:(?:https://)?live\.nicovideo\.jp/watch/|(?:https://)?(?:www|sp)\.nicovideo\.jp/(?=user/))?({_ID})"
    r"(?:[/?#].*)?",
    re.ASCII,
)
_STAND_IN = re.compile(rf"http://(?:127\.0\.0\.1|localhost):\d{{1,5}}/watch/(?:{_ID})", re.ASCII)


def watch_page(given: str) -> str | None:
    """The address of the page to watch: of one broadcast (``lv…``), or of whatever a user (``user/…``) or a
    channel (``ch…``) has on air. ``None`` for anything else; a stand-in on this machine is let through."""
    given = given.strip()
    if _STAND_IN.fullmatch(given):
        return given
    found = _GIVEN.fullmatch(given)
    return f"{SITE}/watch/{found[1]}" if found else None
