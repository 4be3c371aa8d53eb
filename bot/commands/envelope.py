"""What stands around a message: ``/me``, ``@name``, ``#2``, ``!`` (rulings 5.14, design 3)."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot.commands.folding import fold
from bot.commands.model import Context

_ACTION = re.compile("\x01action +(.*?)\x01?", re.DOTALL)
_ROUTE = re.compile("#([1-9][0-9]?) +")
_AFTER_NAME = re.compile(r"[ :、,]+|\Z")


class Envelope(NamedTuple):
    """A folded message without its wrapping, and what that said."""

    text: str
    table: int | None
    banged: bool


def unwrap(text: str, context: Context) -> Envelope | None:
    """Takes a folded message out of its wrapping; ``None`` when it is said to another viewer."""
    wrapped = _ACTION.fullmatch(text)
    if wrapped is not None:
        text = wrapped[1].strip(" ")
    elif text.startswith("/me "):
        text = text[4:].lstrip(" ")
    while text.startswith("@"):
        rest = _without_name(text[1:], context)
        if rest is None:
            return None
        text = rest
    route = _ROUTE.match(text)
    if route is not None:
        text = text[route.end() :]
    banged = text.startswith("!")
    if banged:
        text = text[1:].lstrip(" ")
    return Envelope(text, int(route[1]) if route else None, banged)


def _without_name(text: str, context: Context) -> str | None:
    """``text`` after the bot's or the streamer's name; ``None`` when it starts with another's."""
    for name in (*context.bots, *context.dealers):
        folded = fold(name)
        if folded and text.startswith(folded):
            after = _AFTER_NAME.match(text, len(folded))
            if after is not None:
                return text[after.end() :]
    return None
