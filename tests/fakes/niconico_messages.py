"""The comment server's messages as bytes, built field by field. Numbers and types: github.com/n-air-app/
nicolive-comment-protobuf, ``proto/dwango/nicolive/chat``; wire format:
protobuf.dev/programming-guides/encoding.

It shares no code with what it tests.
"""

from __future__ import annotations


def varint(value: int) -> bytes:
    value &= 2**64 - 1
    out = bytearray()
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field: int, value: int) -> bytes:
    """``int32``, ``int64``, ``bool``, an enum."""
    return varint(field << 3) + varint(value)


def block(field: int, content: bytes | str) -> bytes:
    """A message, or a ``string``."""
    data = content.encode() if isinstance(content, str) else content
    return varint(field << 3 | 2) + varint(len(data)) + data


def delimited(message: bytes) -> bytes:
    """A message in a stream, its length in front."""
    return varint(len(message)) + message


def timestamp(at: float) -> bytes:
    """google/protobuf/timestamp.proto: ``seconds = 1, nanos = 2``"""
    seconds = int(at)
    return number(1, seconds) + number(2, round((at - seconds) * 1_000_000_000))


def segment(since: float, until: float, uri: str) -> bytes:
    """payload.proto, ``MessageSegment``: ``from = 1, until = 2, uri = 3``"""
    return block(1, timestamp(since)) + block(2, timestamp(until)) + block(3, uri)


def entry_segment(since: float, until: float, uri: str) -> bytes:
    """payload.proto, ``ChunkedEntry``: ``segment = 1``"""
    return block(1, segment(since, until, uri))


def entry_backward(until: float, uri: str) -> bytes:
    """payload.proto, ``ChunkedEntry``: ``backward = 2``; ``BackwardSegment``: ``until = 1, segment = 2`` (a
    ``PackedSegment.Next``: ``uri = 1``), ``snapshot = 3``"""
    return block(2, block(1, timestamp(until)) + block(2, block(1, uri)) + block(3, block(1, uri + "/state")))


def entry_previous(since: float, until: float, uri: str) -> bytes:
    """payload.proto, ``ChunkedEntry``: ``previous = 3``"""
    return block(3, segment(since, until, uri))


def entry_next(at: int) -> bytes:
    """payload.proto, ``ChunkedEntry``: ``next = 4``; ``ReadyForNext``: ``at = 1``"""
    return block(4, number(1, at))


def packed(messages: list[bytes], before: str = "") -> bytes:
    """payload.proto, ``PackedSegment``: ``messages = 1`` (repeated), ``next = 2``"""
    return b"".join(block(1, message) for message in messages) + (
        block(2, block(1, before)) if before else b""
    )


def chunk(message_id: str, at: float, payload: bytes) -> bytes:
    """payload.proto, ``ChunkedMessage``: ``meta = 1`` (``id = 1, at = 2, origin = 3``), then the payload"""
    origin = block(1, number(1, 345678901))  # NicoliveOrigin: chat = 1 { live_id = 1 }
    return block(1, block(1, message_id) + block(2, timestamp(at)) + block(3, origin)) + payload


def comment(
    message_id: str,
    at: float,
    text: str,
    *,
    raw_user_id: int = 0,
    hashed_user_id: str = "",
    name: str = "",
    no: int = 1,
    overflowed: bool = False,
) -> bytes:
    """message.proto, ``NicoliveMessage``: ``chat = 1``, ``overflowed_chat = 20``; atoms.proto, ``Chat``:
    ``content = 1, name = 2, vpos = 3, account_status = 4, raw_user_id = 5, hashed_user_id = 6, modifier = 7,
    no = 8``. ``ChunkedMessage``: ``message = 2``."""
    chat = block(1, text)
    if name:
        chat += block(2, name)
    chat += number(3, 123456) + number(4, 1)
    chat += number(5, raw_user_id) if raw_user_id else block(6, hashed_user_id) if hashed_user_id else b""
    chat += block(7, number(1, 2) + number(3, 5)) + number(8, no)
    return chunk(message_id, at, block(2, block(20 if overflowed else 1, chat)))


def gift(message_id: str, at: float) -> bytes:
    """atoms.proto, ``Gift``: ``item_id = 1, advertiser_user_id = 2, advertiser_name = 3, point = 4, message
    = 5, item_name = 6``; ``NicoliveMessage``: ``gift = 8``"""
    given = block(1, "stamp") + number(2, 42) + block(3, "太郎") + number(4, 30) + block(6, "スタンプ")
    return chunk(message_id, at, block(2, block(8, given)))


def ssng(message_id: str, at: float, entry: int, *, source: str = "", kind: int = 0) -> bytes:
    """atoms/moderator.proto, ``SSNGUpdated``: ``operation = 1`` (``ADD = 0, DELETE = 1``), ``ssng_id = 2,
    operator = 3, type = 4`` (``USER = 0, WORD = 1, COMMAND = 2``), ``source = 5, updatedAt = 6,
    operator_type = 7``; ``NicoliveMessage``: ``ssng_updated = 19``. Taken off without a ``source``: then
    ``type`` and ``source``, which are optional, are missing."""
    change = number(2, entry) + block(3, number(1, 12345678) + block(2, "さら"))
    change = change + number(4, kind) + block(5, source) if source else number(1, 1) + change
    return chunk(message_id, at, block(2, block(19, change + block(6, timestamp(at)) + number(7, 1))))


def operator(message_id: str, at: float, text: str, name: str = "") -> bytes:
    """The broadcaster's own comment. state.proto, ``NicoliveState``: ``marque = 4``; atoms.proto, ``Marque``:
    ``display = 1``, ``Display``: ``operator_comment = 1``; ``OperatorComment``: ``content = 1, name = 2``.
    ``ChunkedMessage``: ``state = 4``."""
    said = block(1, text) + (block(2, name) if name else b"")
    return chunk(message_id, at, block(4, block(4, block(1, block(1, said)))))


def statistics(message_id: str, at: float) -> bytes:
    """state.proto, ``NicoliveState``: ``statistics = 1``; atoms.proto, ``Statistics``: ``viewers = 1,
    comments = 2``"""
    return chunk(message_id, at, block(4, block(1, number(1, 120) + number(2, 3456))))


def flushed() -> bytes:
    """``ChunkedMessage``: ``signal = 5``, ``Flushed = 0``"""
    return number(5, 0)
