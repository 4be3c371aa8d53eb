"""One connected page: a bounded outbox and the one task that empties it.

Nothing here is awaited by the table's loop. A page that is too slow for its outbox loses what waits there and
is sent the newest state when it can take it; one that takes nothing at all is cut off, and reconnects.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from bot.pit.messages import LogLine
from bot.texts import Language
from bot.web.limits import Limits
from bot.web.tokens import Page

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Position:
    """What a page was last brought to. Revisions count within an epoch and a table."""

    epoch: str
    table: str
    rev: int


@dataclass(frozen=True, slots=True)
class _Queued:
    message: bytes
    keep: bool = False
    line: LogLine | None = None


class Client:
    """A page's socket on the server's side.

    Args:
        page: what kind of page it is.
        wanted: the table it asked for; ``None`` follows the focus.
        language: of the server's own refusals to it.
        socket: prepared, not compressed.
        transport: under the socket, to cut it off.
        newest: the messages that bring a page up to date, whatever it missed.
    """

    def __init__(
        self,
        page: Page,
        wanted: str | None,
        language: Language,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport,
        newest: Callable[[Client], Iterable[bytes]],
        limits: Limits,
    ) -> None:
        self.page = page
        self.wanted = wanted
        self.language = language
        self.position: Position | None = None
        self.last_line: LogLine | None = None
        """The last line of the log that was sent."""
        self.skips = 0
        """How often the page was skipped to the newest state."""
        self._socket = socket
        self._transport = transport
        self._newest = newest
        self._limits = limits
        self._stale = True
        self._closing = False
        self._outbox: deque[_Queued] = deque()
        self._answers = 0
        self._wake = asyncio.Event()
        self._wake.set()
        self._idle = asyncio.Event()

    @property
    def stale(self) -> bool:
        """Whether the page is about to be sent the newest state: what happens until then is in it."""
        return self._stale

    @property
    def waiting(self) -> int:
        """Messages in the outbox."""
        return len(self._outbox)

    def post(self, message: bytes, line: LogLine | None = None) -> bool:
        """Queue something that the newest state makes up for; false if the page is skipped instead.

        ``line`` is the line of the log that the message brings, if it brings one.
        """
        if self._stale:
            return False
        if len(self._outbox) - self._answers >= self._limits.outbox:
            self.skip()
            return False
        self._outbox.append(_Queued(message, line=line))
        self._wake.set()
        return True

    def answer(self, message: bytes) -> None:
        """Queue an answer, which no state makes up for. A page that asks and reads nothing is cut off."""
        if self._answers >= self._limits.answers:
            self.abort()
            return
        self._outbox.append(_Queued(message, keep=True))
        self._idle.clear()
        self._answers += 1
        self._wake.set()

    def skip(self) -> None:
        """Forget what waits, answers excepted, and bring the page to the newest state instead."""
        self._outbox = deque(queued for queued in self._outbox if queued.keep)
        self._stale = True
        self.skips += 1
        self._wake.set()

    def abort(self) -> None:
        """Cut the page off without a goodbye."""
        self._transport.abort()

    async def pump(self) -> None:
        """Send what is queued, for ever; ends by cancellation, or when the page is gone or cut off."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while (batch := self._take()) is not None:
                    for message in batch:
                        async with asyncio.timeout(self._limits.stall):
                            await self._socket.send_frame(message, WSMsgType.TEXT)
                self._idle.set()
        except TimeoutError:
            self.abort()
        except ConnectionError:
            return  # closed or being closed: whoever listens to the page hears of it and hangs up
        except Exception:  # noqa: BLE001 - our own bug: logged, and the page reconnects
            _log.exception("a page could not be brought up to date", page=self.page.value)
            self.abort()

    def _take(self) -> Iterable[bytes] | None:
        """What to send next: in order, and the newest state after the answers that a skip left over."""
        if self._closing:
            return None  # nothing may follow the goodbye
        if self._outbox:
            queued = self._outbox.popleft()
            self._answers -= queued.keep
            self.last_line = queued.line or self.last_line
            return (queued.message,)
        if self._stale:
            self._stale = False
            return tuple(self._newest(self))
        return None

    def hang_up(self) -> None:
        """Close the connection; cut it off if messages wait in it, perhaps for a page that never reads."""
        if self._transport.get_write_buffer_size():
            self._transport.abort()
        else:
            self._transport.close()

    async def flush(self, within: float) -> None:
        """Gives the answers that wait ``within`` so many seconds to be sent."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(within):
                await self._idle.wait()

    async def close(self, code: WSCloseCode, within: float) -> None:
        """Say goodbye, and hang up if the page does not answer ``within`` so many seconds."""
        self._closing = True
        with contextlib.suppress(TimeoutError, ConnectionError):
            async with asyncio.timeout(within):
                await self._socket.close(code=code)
        self.hang_up()
