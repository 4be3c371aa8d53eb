"""Messages from the server to a page, as the bytes that go over the wire (docs/developers/protocol.md)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from bot.pit.messages import Done, Frame, LogLine

NOTICE_SECONDS = 6
"""How long the overlay shows a reply that could not be said."""


def encode(message: Mapping[str, Any]) -> bytes:
    """Compact UTF-8 JSON. Half a surrogate pair, which no browser accepts, becomes a question mark."""
    return json.dumps(
        message, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_as_dict
    ).encode("utf-8", "replace")


def _as_dict(value: object) -> dict[Any, Any]:
    """Read-only mappings are JSON objects too."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"not JSON: {value!r}")


def state(epoch: str, frame: Frame, view: Mapping[str, Any], **more: object) -> bytes:
    """The whole truth: on connect, and whenever a slow client was skipped."""
    head = {"type": "state", "epoch": epoch, "table": frame.table, "rev": frame.rev}
    return encode(head | {"view": view} | more)


def events(epoch: str, frame: Frame, view: Mapping[str, Any], **more: object) -> bytes:
    """One committed step, with the view after it."""
    head = {"type": "events", "epoch": epoch, "table": frame.table, "rev": frame.rev}
    return encode(head | {"events": frame.events, "view": view} | more)


def log(lines: Iterable[LogLine]) -> bytes:
    """Lines of the dealer's log, oldest first."""
    return encode(
        {
            "type": "log",
            "lines": [
                {"at": line.at, "who": line.who, "text": line.text, "step": line.step, "kind": line.kind}
                for line in lines
            ],
        }
    )


def notice(number: int, to: str, text: str) -> bytes:
    """A reply for a platform that cannot be written to, shown on the overlay."""
    return encode({"type": "notice", "id": number, "to": to, "text": text, "seconds": NOTICE_SECONDS})


def done(answer: Done) -> dict[str, Any]:
    """A dealer's command took effect."""
    return {"type": "done", "id": answer.id, "rev": answer.rev}


def refused(message_id: str | None, code: str, text: str, frame: Frame | None = None) -> dict[str, Any]:
    """Something changed nothing; with ``frame`` (the dealer's) the state to draw instead."""
    answer: dict[str, Any] = {"type": "refused", "id": message_id, "code": code, "text": text}
    if frame is not None:
        answer |= {"rev": frame.rev, "view": frame.dealer}
    return answer
