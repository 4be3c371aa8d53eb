"""コテハン: the names that Niconico's viewers give themselves with 「@名前」.

A 184 comment brings a hashed id and no name, so its viewer is shown under a name of their own choosing, or a
short form of the id. The ids are the accounts; a name is only shown.
"""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path

import structlog

from bot.pit.messages import whole
from bot.texts import Language, text

_log = structlog.get_logger(__name__)

MOST_NAMES = 5_000
OWNER = "broadcaster"
"""The user id of a broadcaster whose own comments come without one; no Niconico id looks like it."""
_NAME = re.compile(r"(?:|.*\s|.*[^!-~＠])[@＠](?P<name>[^\s@＠]{1,20})\s*", re.DOTALL)
"""「@たろう」 alone or at the end of a comment, as the comment viewers take it; not a mail address."""


class Handles:
    """Names by user id.

    Args:
        file: where they are kept between two streams; ``None`` keeps them in memory.
        reserved: names nobody may take: the bot's and the dealer's.
    """

    def __init__(
        self, file: Path | None, language: Language, reserved: Callable[[], Collection[str]] = tuple
    ) -> None:
        self._file = file
        self._language: Language = language
        self._reserved = reserved
        self._names = _load(file)
        self.changed = False

    def hear(self, user_id: str, said: str) -> None:
        """Note the name in a comment, if there is one."""
        found = _NAME.fullmatch(said)
        name = whole(found["name"]) if found else ""
        if not name or self._names.get(user_id) == name:
            return
        if name.casefold() in {one.casefold() for one in self._reserved()}:
            return
        self._names.pop(user_id, None)
        self._names[user_id] = name
        while len(self._names) > MOST_NAMES:
            del self._names[next(iter(self._names))]
        self.changed = True

    def name(self, user_id: str, name: str) -> str:
        """What a viewer is shown as: their own choice, the service's name, or a short form of the id."""
        held = self._names.get(user_id) or name
        if held:
            return held
        code = "chat.owner" if user_id == OWNER else "chat.nameless"
        return text(code, self._language, tail=user_id[-4:])

    def save(self) -> None:
        """Keep the names; a disk that refuses costs a name at the next stream, never a comment."""
        self.changed = False
        if self._file is None:
            return
        try:
            _write(self._file, dict(self._names))
        except OSError as error:
            _log.warning("names could not be kept", file=str(self._file), why=error.strerror)


def _load(file: Path | None) -> dict[str, str]:
    if file is None:
        return {}
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
        return {key: name for key, name in held.items() if isinstance(name, str)}
    except (OSError, ValueError, AttributeError):
        return {}


def _write(file: Path, names: dict[str, str]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".handles-", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(names, out, ensure_ascii=False, indent=1)
        Path(draft).replace(file)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
