"""What the connectors that only read have in common."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

import structlog

from bot.chat.connector import FloorEar
from bot.chat.intake import Intake
from bot.chat.status import ConnectionStatus
from bot.chat.upkeep import Pauses, Upkeep
from bot.pit.messages import Reply

_log = structlog.get_logger(__name__)


class ReadOnly:
    """A connector that says nothing: what it hears goes through its intake, and the overlay answers."""

    name: str
    platforms: frozenset[str]
    writes = False

    def __init__(self, intake: Intake) -> None:
        self._intake = intake
        self._work: list[asyncio.Task[None]] = []
        self._started = False

    async def start(self, floor: FloorEar) -> None:
        """Take comments from now on, until :meth:`stop`; returns at once."""
        if not self._started:
            self._started = True
            self._intake.start(floor)
            self._work = self._begin()

    async def stop(self) -> None:
        """Take no more. What had arrived is handed on first."""
        if self._started:
            self._started = False
            await self._intake.stop(*self._work)

    def reply(self, reply: Reply) -> None:
        """Nothing can be said here: the overlay shows it."""

    def _begin(self) -> list[asyncio.Task[None]]:
        """What has to run meanwhile."""
        raise NotImplementedError


class Reader(ReadOnly):
    """Keeps a connection up and holds the clocks while it is down; a subclass says what a connection is.

    Args:
        now: seconds that never go back.
        sleep: waits between two tries.
    """

    def __init__(
        self,
        intake: Intake,
        pauses: Pauses,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        super().__init__(intake)
        self._upkeep = Upkeep(self._session, self._tell, pauses, now=now, sleep=sleep)

    def status(self) -> ConnectionStatus:
        """How it is doing."""
        return self._upkeep.status(self.name, self.platforms)

    def _begin(self) -> list[asyncio.Task[None]]:
        self._intake.away(self.platforms, True)
        return [asyncio.create_task(self._upkeep.run())]

    async def _session(self, up: Callable[[], None]) -> None:
        """One connection, as :class:`~bot.chat.upkeep.Upkeep` wants it."""
        raise NotImplementedError

    def _tell(self, heard: bool, trouble: str) -> None:
        """The connection has come up or gone down."""
        _log.info("comments", source=self.name, heard=heard, trouble=trouble)
        self._intake.away(self.platforms, not heard)
