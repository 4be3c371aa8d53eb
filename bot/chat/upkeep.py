"""Keeps a connection up: one session after another, with a pause that grows while nothing works.

The watchdog is the session itself: it must end, by whatever it waits for having a deadline, when the other
side has gone quiet.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

import aiohttp
import structlog

from bot.chat.status import ConnectionState, ConnectionStatus

_log = structlog.get_logger(__name__)


HOPELESS = frozenset({"page_changed"})
"""Troubles that trying again will hardly mend; it is tried all the same."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """Seconds between two tries.

    Attributes:
        first: before the second retry; the first comes at once.
        most: the longest.
        steady: a session that was up for so long starts the pauses anew.
    """

    first: float = 1.0
    most: float = 30.0
    steady: float = 20.0


class Ended(Exception):
    """A session that is over for a known reason.

    Attributes:
        code: why.
        wait: seconds that the next try has to wait at least.
    """

    def __init__(self, code: str, wait: float = 0.0) -> None:
        super().__init__(code)
        self.code = code
        self.wait = wait


class Upkeep:
    """Runs sessions for ever.

    Args:
        session: one connection, from first try to end; it calls what it is given once it hears the chat, and
            raises :class:`Ended` or whatever the network raised.
        tell: whether the chat is heard now, and the trouble (a code, empty when all is well); on changes.
        now: seconds that never go back.
        jitter: a number from 0 to 1 that spreads retries out.
    """

    def __init__(
        self,
        session: Callable[[Callable[[], None]], Awaitable[None]],
        tell: Callable[[bool, str], None],
        pauses: Pauses,
        *,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._session = session
        self._tell = tell
        self._pauses = pauses
        self._now = now
        self._sleep = sleep
        self._jitter = jitter
        self._up_since: float | None = None
        self._told: tuple[bool, str] | None = None

    def status(self, name: str, platforms: Iterable[str]) -> ConnectionStatus:
        """How the connection is doing, as that of connector ``name``."""
        heard, trouble = self._told or (False, "connecting")
        state = ConnectionState.ONLINE if heard else ConnectionState.CONNECTING
        if trouble in HOPELESS:
            state = ConnectionState.BROKEN
        return ConnectionStatus(name, tuple(sorted(platforms)), state, trouble)

    async def run(self) -> None:
        """Connect, and again; ends by cancellation alone."""
        failures = 0
        while True:
            why, wait = await self._one()
            if self._lasted() >= self._pauses.steady:
                failures = 0
            self._up_since = None
            self._say(False, why)
            await self._sleep(max(wait, self._pause(failures)))
            failures += 1

    async def _one(self) -> tuple[str, float]:
        try:
            await self._session(self._up)
        except Ended as end:
            return end.code, end.wait
        except TimeoutError:
            return "silent", 0.0
        except (aiohttp.ClientError, OSError) as error:
            # Not the whole error: addresses with keys stand in some.
            _log.debug("a connection broke", why=type(error).__name__, status=getattr(error, "status", None))
            return "unreachable", 0.0
        except Exception:  # noqa: BLE001 - our own bug: logged, and the chat is heard again
            _log.exception("a connection failed")
            return "internal", 0.0
        return "closed", 0.0

    def _lasted(self) -> float:
        return 0.0 if self._up_since is None else self._now() - self._up_since

    def _up(self) -> None:
        if self._up_since is None:
            self._up_since = self._now()
        self._say(True, "")

    def _say(self, heard: bool, trouble: str) -> None:
        if (heard, trouble) != self._told:
            self._told = (heard, trouble)
            self._tell(heard, trouble)

    def _pause(self, failures: int) -> float:
        if failures == 0:
            return 0.0
        longest = min(self._pauses.most, self._pauses.first * 2.0 ** min(failures - 1, 16))
        return longest * (0.5 + 0.5 * self._jitter())
