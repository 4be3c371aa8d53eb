"""A seat in the broadcast: its page, and the WebSocket that keeps the seat and names the comment server.

:class:`Seat` is that conversation without I/O. Every wait has a deadline, so a socket that has gone quiet is
given up.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.chat.upkeep import Ended

_DATA = re.compile(r"<script\b(?=[^>]*\bid=[\"']embedded-data[\"'])[^>]*\bdata-props=(\"[^\"]*\"|'[^']*')")

KEEP_SECONDS = 30.0
"""Between two ``keepSeat`` unless the server says otherwise."""
NEXT_BROADCAST_SECONDS = 20.0
"""Between two looks for a broadcast that has not begun."""


@dataclass(frozen=True, slots=True)
class Broadcast:
    """A broadcast that is on air.

    Attributes:
        id: ``lv…``.
        socket: the address to ask for a seat.
        owner: the broadcaster's user id; may be empty.
    """

    id: str
    socket: str
    owner: str


def broadcast(page: str) -> Broadcast:
    """What the page of a broadcast holds.

    Raises:
        Ended: ``not_on_air``, or ``page_changed`` when it cannot be read any more.
    """
    found = _DATA.search(page)
    try:
        held: Any = json.loads(html.unescape(found[1][1:-1])) if found else None
        programme = held["program"]
        number = str(programme["nicoliveProgramId"])
        socket = held["site"]["relive"]["webSocketUrl"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Ended("page_changed", NEXT_BROADCAST_SECONDS) from None
    if not isinstance(socket, str) or not socket or programme.get("status") == "ENDED":
        raise Ended("not_on_air", NEXT_BROADCAST_SECONDS)
    supplier = programme.get("supplier")
    owner = supplier.get("programProviderId") if isinstance(supplier, dict) else None
    return Broadcast(number, socket, str(owner or ""))


@dataclass(frozen=True, slots=True)
class Send:
    """Say this to the server."""

    message: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Named:
    """The comment server's address (``viewUri``)."""

    view: str


Step = Send | Named


class Seat:
    """One sitting.

    Args:
        silent: seconds after which a server that says nothing is gone; it pings every half minute.
    """

    def __init__(self, now: float, silent: float = 75.0) -> None:
        self._silent = silent
        self._gone_at = now + silent
        self._every = KEEP_SECONDS
        self._keep_at: float | None = None
        self._view = ""

    @property
    def deadline(self) -> float:
        """When :meth:`tick` is due at the latest."""
        return self._gone_at if self._keep_at is None else min(self._gone_at, self._keep_at)

    def begin(self) -> list[Step]:
        """Ask for a seat; without a picture, which is not needed."""
        return [Send({"type": "startWatching", "data": {"reconnect": False}})]

    def heard(self, raw: str, now: float) -> list[Step]:
        """The server said something.

        Raises:
            Ended: it sends us away: the broadcast is over, or another address is to be asked for.
        """
        self._gone_at = now + self._silent
        try:
            message = json.loads(raw)
        except (ValueError, RecursionError):
            return []
        match message:
            case {"type": "ping"}:
                return [Send({"type": "pong"}), self._keep(now)]
            case {"type": "seat", "data": {"keepIntervalSec": int(seconds)}} if 1 <= seconds <= 600:
                self._every = float(seconds)
                self._keep_at = now + self._every
            case {"type": "messageServer", "data": {"viewUri": str(view)}} if view != self._view:
                self._view = view
                return [Named(view)]
            case {"type": "disconnect", "data": {"reason": str(reason)}}:
                over = reason == "END_PROGRAM"
                raise Ended("not_on_air" if over else "sent_away", NEXT_BROADCAST_SECONDS if over else 0.0)
            case {"type": "reconnect", "data": {"waitTimeSec": int(seconds)}}:
                raise Ended("sent_away", float(min(max(seconds, 0), 60)))
            case {"type": "error", "data": {"code": str(code)}}:
                raise Ended(f"refused_{code.lower()}"[:60], 2.0)
        return []

    def tick(self, now: float) -> list[Step]:
        """Time has passed.

        Raises:
            Ended: the server has been silent for too long.
        """
        if now >= self._gone_at:
            raise Ended("silent")
        return [self._keep(now)] if self._keep_at is not None and now >= self._keep_at else []

    def _keep(self, now: float) -> Send:
        self._keep_at = now + self._every
        return Send({"type": "keepSeat"})
