"""A flood of requests is slowed down, and never the tables: so many answers a second, the rest wait."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

RATE = 200
"""Answers a second: a page with all its parts takes about fifteen."""
BURST = 400
MOST_WAITING = 1_000


class Pace:
    """Lets requests through at a steady rate.

    Args:
        rate: a second; ``burst`` more at once after a quiet time.
        most: so many may wait; whoever comes then is turned away.
    """

    def __init__(
        self,
        rate: float = RATE,
        burst: int = BURST,
        most: int = MOST_WAITING,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._rate, self._burst, self._most = rate, burst, most
        self._clock, self._sleep = clock, sleep
        self._free_at = clock() - burst / rate
        self._waiting = 0

    async def turn(self) -> bool:
        """Waits for one's turn; ``False``: too many are waiting already."""
        now = self._clock()
        self._free_at = max(self._free_at, now - self._burst / self._rate) + 1 / self._rate
        if self._free_at <= now:
            return True
        if self._waiting >= self._most:
            self._free_at -= 1 / self._rate
            return False
        self._waiting += 1
        try:
            await self._sleep(self._free_at - now)
        finally:
            self._waiting -= 1
        return True
