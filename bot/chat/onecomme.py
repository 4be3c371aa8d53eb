"""OneComme (わんコメ): one WebSocket of the comment viewer on the streamer's machine brings the comments of
Niconico, YouTube, Twitch and others (design 5; message shapes: github.com/OneComme/OneSDK, ``src/types``).

On connecting it sends what it has shown so far (``connected``), and once more when it opens a stream
(``comments`` with ``options.init``): that is history. Only what was said since this connector lost OneComme,
and has not come yet, is caught up with.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import aiohttp
import structlog

from bot.chat.intake import NICONICO, Comment, Intake
from bot.chat.reading import Reader
from bot.chat.upkeep import Pauses

_log = structlog.get_logger(__name__)

NAME = "onecomme"
PLATFORMS: Mapping[str, str] = {
    "niconama": NICONICO,
    "youtube": "youtube",
    "twitch": "twitch",
    "twicas": "twicas",
    "showroom": "showroom",
    "bilibili": "bilibili",
    "mirrativ": "mirrativ",
    "mixch": "mixch",
    "tiktok": "tiktok",
    "mildom": "mildom",
    "kick": "kick",
    "external": "external",
}
"""The platform by OneComme's name for the service; donation services and its own notices are no chats."""

CATCH_UP_SECONDS = 120.0
"""A comment said while OneComme was lost still counts so long after."""
SLACK_SECONDS = 2.0
"""How far a service's clock may run behind this machine's."""
_TAG = re.compile(r"</?[A-Za-z][^<>]{0,2000}>")
FRAME_BYTES = 32 * 1024 * 1024
"""``connected`` carries everything OneComme has shown."""


PAUSES = Pauses(most=10.0)


@dataclass(frozen=True, slots=True)
class Timing:
    """Patience in seconds. ``heartbeat``: between two pings; half of it later a silent OneComme is gone."""

    opening: float = 10.0
    heartbeat: float = 20.0
    pauses: Pauses = PAUSES


class OneComme(Reader):
    """The connector.

    Args:
        address: ``host:port`` of OneComme.
        now: seconds that never go back.
        wall: epoch seconds.
    """

    name = NAME
    platforms = frozenset(PLATFORMS.values())

    def __init__(
        self,
        address: str,
        intake: Intake,
        *,
        timing: Timing | None = None,
        now: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._url = f"ws://{address}/sub?p=comments,deleted,clear"
        self._timing = timing or Timing()
        self._wall = wall
        super().__init__(intake, self._timing.pauses, now=now)
        self._lost_at: float | None = None
        """Since when OneComme was last lost, epoch seconds; ``None`` before that."""
        self._heard_at = 0.0
        """When it last said something: one that goes silent is noticed only later."""
        self._heard = False

    async def _session(self, up: Callable[[], None]) -> None:
        async with aiohttp.ClientSession() as http:
            async with asyncio.timeout(self._timing.opening):
                socket = await http.ws_connect(
                    self._url, heartbeat=self._timing.heartbeat, max_msg_size=FRAME_BYTES
                )
            async with socket:
                up()
                async for message in socket:
                    if message.type is aiohttp.WSMsgType.TEXT:
                        self._hear(message.data)

    def _tell(self, heard: bool, trouble: str) -> None:
        if heard:
            self._heard_at = self._wall()
        elif self._heard:
            self._lost_at = self._heard_at
        self._heard = heard
        super()._tell(heard, trouble)

    def _hear(self, raw: str) -> None:
        self._heard_at = self._wall()
        try:
            frame = json.loads(raw)
            kind, data = frame["type"], frame.get("data")
        except (ValueError, TypeError, KeyError, RecursionError):
            _log.warning("OneComme sent what could not be read")
            return
        match kind, data:
            case "connected", {"comments": list(comments)}:
                self._replayed(comments)
            case "comments", {"comments": list(comments), "options": {"init": True}}:
                self._replayed(comments)
            case "comments", {"comments": list(comments)}:
                for comment in filter(None, map(read, comments)):
                    self._intake.hear(comment)
            case "deleted", list(gone):
                for one in gone:
                    if isinstance(one, dict) and isinstance(one.get("id"), str):
                        self._intake.delete(one["id"])

    def _replayed(self, comments: list[Any]) -> None:
        """Comments of before: passed over, but for those said since OneComme was lost."""
        for comment in filter(None, map(read, comments)):
            if self._missed(comment):
                self._intake.hear(comment)
            else:
                self._intake.pass_over(comment.platform, comment.message_id)

    def _missed(self, comment: Comment) -> bool:
        if self._lost_at is None:
            return False
        since = max(self._lost_at - SLACK_SECONDS, self._wall() - CATCH_UP_SECONDS)
        return comment.sent_at >= since


def read(wrapped: object) -> Comment | None:
    """A comment of OneComme's; ``None`` for what is none: notices, gifts without words, what cannot be read.

    The outer ``id`` and ``name`` are those of OneComme's stream; the comment's own are in ``data``.
    """
    match wrapped:
        case {"service": str(service), "data": {"id": str(message_id), "comment": str(said)} as data}:
            pass
        case _:
            return None
    platform = PLATFORMS.get(service)
    if platform is None or not message_id or not said.strip() or data.get("isSystem") is True:
        return None
    return Comment(
        platform=platform,
        message_id=message_id,
        user_id=_text(data.get("userId")),
        name=_text(data.get("displayName")) or _text(data.get("name")),
        text=_plain(said),
        roles=_roles(data),
        sent_at=_seconds(data.get("timestamp")),
    )


def _text(value: object) -> str:
    text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
    return "" if text == "-" else text


def _plain(said: str) -> str:
    """The words of a comment, which OneComme hands to web pages: pictures are tags in it."""
    return html.unescape(_TAG.sub(" ", said)).strip() if "<" in said or "&" in said else said


def _roles(data: Mapping[str, Any]) -> frozenset[str]:
    flags = {"broadcaster": data.get("isOwner"), "moderator": data.get("isModerator")}
    return frozenset(role for role, on in flags.items() if on is True)


def _seconds(value: object) -> float:
    """Epoch seconds of an ISO time, or of milliseconds; 0 when neither."""
    try:
        if isinstance(value, str):
            return datetime.fromisoformat(value).timestamp()
        if isinstance(value, int | float) and not isinstance(value, bool):
            return float(value) / 1000
    except (ValueError, OverflowError, OSError):
        pass
    return 0.0
