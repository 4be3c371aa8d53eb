"""Protocol Buffers' wire format, as far as it is needed (protobuf.dev/programming-guides/encoding).

Written by hand because it is a page long: a library would need code generated from definitions that are not
ours to ship. What is not understood is skipped, as the format intends.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

MOST_BYTES = 4 * 1024 * 1024
"""Of one message; what says it is longer is no message."""
_MOST_VARINT = 10
_VARINT, _FIXED_64, _LENGTH, _FIXED_32 = 0, 1, 2, 5


class WireError(Exception):
    """Bytes that are no message."""


def varint(data: bytes, at: int) -> tuple[int, int]:
    """An unsigned number and where it ends.

    Raises:
        WireError: it does not end there, or is too long.
    """
    value = 0
    for index in range(_MOST_VARINT):
        if at + index >= len(data):
            raise WireError("a number is cut off")
        byte = data[at + index]
        value |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:
            return value & (2**64 - 1), at + index + 1
    raise WireError("a number is too long")


def signed(value: int) -> int:
    """An ``int32`` or ``int64`` of a message: negative numbers are stored as their 64-bit complement."""
    return value - 2**64 if value >= 2**63 else value


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message in their order: number, and value (bytes for texts and messages).

    Raises:
        WireError: the bytes are no message.
    """
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise WireError("a field without a number")
        if kind == _VARINT:
            value, at = varint(data, at)
            yield number, value
        else:
            size, at = varint(data, at) if kind == _LENGTH else (_size(kind), at)
            if size > len(data) - at:
                raise WireError("a field is cut off")
            yield number, data[at : at + size]
            at += size


def _size(kind: int) -> int:
    if kind in (_FIXED_32, _FIXED_64):
        return 4 if kind == _FIXED_32 else 8
    raise WireError("a kind of field that does not exist any more")


def read(data: bytes) -> Mapping[int, int | bytes]:
    """The last value of each field: what a field that is not repeated means.

    Raises:
        WireError: the bytes are no message.
    """
    return dict(fields(data))


def text(message: Mapping[int, int | bytes], number: int) -> str:
    """A text field; empty where there is none."""
    value = message.get(number)
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def number_of(message: Mapping[int, int | bytes], number: int) -> int | None:
    """A number field."""
    value = message.get(number)
    return signed(value) if isinstance(value, int) else None


def inner(message: Mapping[int, int | bytes], number: int) -> Mapping[int, int | bytes] | None:
    """A message field.

    Raises:
        WireError: its bytes are no message.
    """
    value = message.get(number)
    return read(value) if isinstance(value, bytes) else None


class Messages:
    """Takes a stream of bytes apart into messages that have their length in front."""

    def __init__(self) -> None:
        self._rest = b""

    @property
    def cut_off(self) -> bool:
        """Whether a message has begun and not ended."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that are whole now.

        Raises:
            WireError: this is no such stream; nothing more can be read from it.
        """
        data = self._rest + data
        found, at = [], 0
        while at < len(data):
            if len(data) - at < _MOST_VARINT and all(byte >= 0x80 for byte in data[at:]):
                break  # the length itself is not here yet
            size, start = varint(data, at)
            if size > MOST_BYTES:
                raise WireError("a message is too long")
            if len(data) - start < size:
                break
            found.append(data[start : start + size])
            at = start + size
        self._rest = data[at:]
        return found
