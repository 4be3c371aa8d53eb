"""How much a page may ask of the server, and how long the server waits for a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Figures of the web server; times in seconds, sizes in bytes, rates in messages per second.

    The defaults suit one streamer's machine: a handful of pages, a person's clicks, a few hundred practice
    lines a second.
    """

    clients_per_page: int = 32
    """Open sockets of one kind of page."""
    message_size: int = 8 * 1024
    """A longer message is refused; one eight times as long closes the socket (1009)."""
    outbox: int = 64
    """Messages waiting for a slow client before it is skipped to the newest state."""
    answers: int = 64
    """Answers waiting for a client that asks and does not read, before it is cut off."""
    pending: int = 16
    """Dealer commands of one client waiting for their turn."""
    send_buffer: int = 256 * 1024
    """The operating system's send buffer: what is in it is too late to skip."""
    stall: float = 10.0
    """A client that takes nothing for so long is cut off; its page reconnects."""
    heartbeat: float = 20.0
    """Between two pings; half of it later a silent client is gone."""
    close: float = 0.4
    """For saying goodbye to clients at a stop; then as long again, twice, for requests under way."""
    dock_rate: float = 30.0
    dock_burst: int = 60
    chat_rate: float = 200.0
    chat_burst: int = 400
    overlay_rate: float = 2.0
    overlay_burst: int = 10
    strikes: int = 200
    """Refusals in a row for being too fast before the socket is closed (1008)."""


class TokenBucket:
    """Allows ``burst`` at once and ``rate`` a second in the long run.

    Args:
        clock: seconds that never go back.
    """

    def __init__(self, rate: float, burst: int, clock: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock
        self._level = self._burst
        self._filled = clock()

    def take(self) -> bool:
        """Whether one more is allowed now; if so it is counted."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._filled) * self._rate)
        self._filled = now
        if self._level < 1:
            return False
        self._level -= 1
        return True
