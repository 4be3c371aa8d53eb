"""The comment server's messages, as far as they are needed.

Field numbers are those of the definitions that N Air's makers publish (github.com/n-air-app/
nicolive-comment-protobuf, ``proto/dwango/nicolive/chat``): ``service/edge/payload.proto``,
``data/message.proto``, ``data/atoms.proto``, ``data/atoms/moderator.proto``, ``data/state.proto``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.chat.niconico.wire import fields, inner, number_of, read, text

_ADDED, _A_USER = 0, 0
"""``SSNGOperation.ADD`` and ``SSNGType.USER``."""


@dataclass(frozen=True, slots=True)
class Window:
    """``MessageSegment``: some seconds of comments, with the address they are read from.

    Attributes:
        since, until: epoch seconds.
        over: it is a ``previous`` one, which nothing is added to.
    """

    since: float
    until: float
    uri: str
    over: bool


@dataclass(frozen=True, slots=True)
class Backward:
    """``BackwardSegment``: where comments until ``until`` can be read, newest page first."""

    until: float
    uri: str


@dataclass(frozen=True, slots=True)
class Next:
    """``ReadyForNext``: where to go on, epoch seconds."""

    at: int


Entry = Window | Backward | Next


@dataclass(frozen=True, slots=True)
class Said:
    """A comment.

    Attributes:
        id: of ``meta``; the comment's number (``no``) is neither unique nor in order.
        at: epoch seconds.
        user_id: the account's number, or the hashed id of a 184 comment; empty for the broadcaster.
        operator: the broadcaster said it.
    """

    id: str
    at: float
    user_id: str
    name: str
    text: str
    operator: bool = False


@dataclass(frozen=True, slots=True)
class Ng:
    """``SSNGUpdated``: the broadcast's NG list has changed.

    Attributes:
        id: of ``meta``.
        at: epoch seconds.
        entry: the number of the list's entry, all that is told of one that was taken off.
        user_id: as in :class:`Said`; empty where it is not about a viewer, or taken off.
        on: it was put on the list.
    """

    id: str
    at: float
    entry: int
    user_id: str
    on: bool


def entry(data: bytes) -> Entry | None:
    """A ``ChunkedEntry``; ``None`` for what is not known.

    Raises:
        WireError: the bytes are no message.
    """
    message = read(data)
    for number, over in ((1, False), (3, True)):
        segment = inner(message, number)
        if segment is not None:
            since, until = _time(inner(segment, 1)), _time(inner(segment, 2))
            return Window(since, until, text(segment, 3), over)
    backward = inner(message, 2)
    if backward is not None:
        return Backward(_time(inner(backward, 1)), text(inner(backward, 2) or {}, 1))
    following = inner(message, 4)
    if following is not None:
        return Next(number_of(following, 1) or 0)
    return None


def said(data: bytes) -> Said | None:
    """The comment in a ``ChunkedMessage``; ``None`` for gifts, notices, figures and signals.

    Raises:
        WireError: the bytes are no message.
    """
    chunk = read(data)
    meta = inner(chunk, 1)
    message, state = inner(chunk, 2), inner(chunk, 4)
    if meta is None or not text(meta, 1):
        return None
    message_id, at = text(meta, 1), _time(inner(meta, 2))
    if message is not None:
        chat = inner(message, 1) or inner(message, 20)  # a comment, or one too many for the screen
        if chat is not None and text(chat, 1):
            account = number_of(chat, 5)
            user_id = text(chat, 6) or (str(account) if account else "")
            return Said(message_id, at, user_id, text(chat, 2), text(chat, 1))
    if state is not None:
        comment = inner(inner(inner(state, 4) or {}, 1) or {}, 1)  # marquee, display, operator comment
        if comment is not None and text(comment, 1):
            return Said(message_id, at, "", text(comment, 2), text(comment, 1), operator=True)
    return None


def ng(data: bytes) -> Ng | None:
    """The change of the NG list in a ``ChunkedMessage``; ``None`` for what is none, and for words and
    commands that were put on it.

    Raises:
        WireError: the bytes are no message.
    """
    chunk = read(data)
    meta, change = inner(chunk, 1), inner(inner(chunk, 2) or {}, 19)
    if meta is None or change is None or not text(meta, 1):
        return None
    on = (number_of(change, 1) or 0) == _ADDED
    if on and (number_of(change, 4) or 0) != _A_USER:
        return None
    user_id = text(change, 5) if on else ""
    return Ng(text(meta, 1), _time(inner(meta, 2)), number_of(change, 2) or 0, user_id, on)


def packed(data: bytes) -> tuple[list[bytes], str]:
    """A ``PackedSegment``: its ``ChunkedMessage``\\ s, oldest first, and the address of the page before it,
    if there is one.

    Raises:
        WireError: the bytes are no message.
    """
    messages = [value for number, value in fields(data) if number == 1 and isinstance(value, bytes)]
    return messages, text(inner(read(data), 2) or {}, 1)


def _time(timestamp: Mapping[int, int | bytes] | None) -> float:
    """``google.protobuf.Timestamp`` in epoch seconds."""
    if timestamp is None:
        return 0.0
    return (number_of(timestamp, 1) or 0) + (number_of(timestamp, 2) or 0) / 1_000_000_000
