"""Messages from a page, checked before anything else sees them.

Whatever arrives, the result is a value of known types and sizes or a :class:`BadMessage` with a code. Which
verbs there are and what they mean is the floor's business.
"""

from __future__ import annotations

import json
import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeGuard

MAX_ID = 64
MAX_NAME = 64
MAX_TABLE = 140
"""A table's id: a channel's name and a sheet's."""
MAX_TEXT = 500
"""Characters of a chat line; the longest of any platform (Twitch)."""
MAX_ARGS = 16
MAX_ARG = 200
MAX_NUMBER = 2**53 - 1

_VERB = re.compile(r"[a-z][a-z_]{0,23}", re.ASCII)
_EXPECTED = frozenset({"step", "phase", "slot"})


class BadMessage(Exception):
    """A message that is refused unread.

    Attributes:
        code: ``malformed`` or ``unknown_type``; the text is ``web.<code>``.
        message_id: the message's own id, where it had a good one, so that the page can match the refusal.
    """

    def __init__(self, code: str, message_id: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.message_id = message_id


@dataclass(frozen=True, slots=True)
class Do:
    """The dock asks for a dealer's command."""

    id: str
    verb: str
    args: tuple[str | int, ...]
    expect: Mapping[str, object]
    table: str | None = None


@dataclass(frozen=True, slots=True)
class Say:
    """The practice chat says a line as a viewer."""

    id: str
    user: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Show:
    """The practice chat asks for another table."""

    id: str
    table: str


def message_id(raw: str) -> str | None:
    """The id of a message that is going to be refused whatever it says, if it can be made out."""
    try:
        return _id(_object(raw))
    except BadMessage:
        return None


def parse_do(raw: str, *, typed: bool = True) -> Do:
    """A ``do`` message; with ``typed`` false (``POST /api/do``) its ``type`` may be missing, and its ``id``:
    a Stream Deck's button always sends the same body, and each press is meant.

    Raises:
        BadMessage: it is not one.
    """
    data = _object(raw)
    if not typed and "id" not in data:
        data["id"] = f"api-{secrets.token_hex(8)}"
    known = _typed(data, "do", typed=typed)
    verb, args = data.get("verb"), data.get("args", [])
    if not isinstance(verb, str) or not _VERB.fullmatch(verb):
        raise BadMessage("malformed", known)
    if not isinstance(args, list) or len(args) > MAX_ARGS or not all(map(_is_argument, args)):
        raise BadMessage("malformed", known)
    expect = data.get("expect")
    expect = {} if expect is None else expect
    if not _is_expectation(expect):
        raise BadMessage("malformed", known)
    table = data.get("table")
    if table is not None and not _is_table(table):
        raise BadMessage("malformed", known)
    return Do(known, verb, tuple(args), expect, table)


def parse_chat(raw: str) -> Say | Show:
    """A message of the practice chat.

    Raises:
        BadMessage: it is not one.
    """
    data = _object(raw)
    return _show(data) if data.get("type") == "show" else _say(data)


def _show(data: Mapping[str, Any]) -> Show:
    known, table = _typed(data, "show", typed=True), data.get("table")
    if not _is_table(table):
        raise BadMessage("malformed", known)
    return Show(known, table)


def _say(data: Mapping[str, Any]) -> Say:
    """The name may be missing: the viewer's id is shown then."""
    known = _typed(data, "say", typed=True)
    user, name, text = data.get("as"), data.get("name"), data.get("text")
    if name is None or name == "":
        name = user
    if not _is_name(user) or not _is_name(name):
        raise BadMessage("malformed", known)
    if not isinstance(text, str) or not 0 < len(text) <= MAX_TEXT:
        raise BadMessage("malformed", known)
    return Say(known, user, name, text)


def _object(raw: str) -> dict[str, Any]:
    try:
        data = json.loads(raw, parse_constant=_no_constant)
        json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair is no text: it fails here
    except (ValueError, RecursionError):
        raise BadMessage("malformed") from None
    if not isinstance(data, dict):
        raise BadMessage("malformed")
    return data


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _id(data: Mapping[str, Any]) -> str | None:
    found = data.get("id")
    return found if isinstance(found, str) and 0 < len(found) <= MAX_ID and found.isprintable() else None


def _typed(data: Mapping[str, Any], expected: str, *, typed: bool) -> str:
    """The id of a message of the expected type."""
    known = _id(data)
    kind = data.get("type", None if typed else expected)
    if kind != expected:
        raise BadMessage("unknown_type" if isinstance(kind, str) else "malformed", known)
    if known is None:
        raise BadMessage("malformed")
    return known


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_NUMBER


def _is_argument(value: object) -> bool:
    return _is_number(value) or (isinstance(value, str) and len(value) <= MAX_ARG)


def _is_expectation(value: object) -> bool:
    """``step``, ``phase`` and ``slot`` as the view gave them: plain values, the slot an object of such."""
    if not isinstance(value, dict) or not value.keys() <= _EXPECTED:
        return False
    return all(
        _is_plain(part) or (isinstance(part, dict) and all(map(_is_plain, part.values())))
        for part in value.values()
    )


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, bool) or _is_argument(value)


def _is_table(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and len(value) <= MAX_TABLE


def _is_name(value: object) -> TypeGuard[str]:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_NAME or value.isspace():
        return False
    return not any(unicodedata.category(character) == "Cc" for character in value)
