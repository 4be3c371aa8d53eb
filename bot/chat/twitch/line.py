"""The sockets and timers of the EventSub connection: carries out what the machine asks for."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Protocol

import aiohttp
import structlog

from bot.chat.twitch.frames import BadFrame, News, read
from bot.chat.twitch.machine import Close, Command, Deliver, Health, Machine, Open, Subscribe

_log = structlog.get_logger(__name__)

RESTART_SECONDS = 1.0
"""Between a fault of our own and another try."""
HANG_UP_SECONDS = 1.0
TURNS = 10
"""Of the event loop, in which what has arrived at a socket gets through to here."""


class SubscribeRefused(Exception):
    """A channel could not be subscribed. ``code`` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Listener(Protocol):
    """Whom the line tells; called in order, must not block."""

    def heard(self, news: News) -> None:
        """A chat message arrived, or other news; perhaps not for the first time."""
        ...

    def health(self, health: Health) -> None:
        """The channels that are heard have changed, or the trouble has."""
        ...


@dataclass(frozen=True, slots=True)
class _Lost:
    link: int
    why: str


@dataclass(frozen=True, slots=True)
class _Said:
    link: int
    raw: str


@dataclass(frozen=True, slots=True)
class _Subscribed:
    link: int
    done: frozenset[str]
    refused: dict[str, str]


class _Poked:
    """Try again now."""


_Happened = _Lost | _Said | _Subscribed | _Poked


class Line:
    """Keeps one connection up until it is cancelled.

    Args:
        machine: makes a fresh state machine; called again only after a fault of our own.
        subscribe: asks for a channel's messages in a session; raises :class:`SubscribeRefused`.
        now: seconds that never go back.
    """

    def __init__(
        self,
        machine: Callable[[], Machine],
        subscribe: Callable[[str, str], Awaitable[None]],
        listener: Listener,
        now: Callable[[], float],
    ) -> None:
        self._make_machine = machine
        self._subscribe = subscribe
        self._listener = listener
        self._now = now
        self._news: asyncio.Queue[_Happened] = asyncio.Queue()
        self._links: dict[int, asyncio.Task[None]] = {}
        self._subscribing: dict[int, asyncio.Task[None]] = {}
        self._leaving: set[asyncio.Task[None]] = set()

    def poke(self) -> None:
        """Something may have changed for the better: do not wait for the back-off."""
        self._news.put_nowait(_Poked())

    async def run(self) -> None:
        """Connect and stay connected. Ends by cancellation alone."""
        while True:
            try:
                async with aiohttp.ClientSession() as http:
                    try:
                        await self._run(http)
                    finally:
                        await self._hang_up()
            except Exception:  # noqa: BLE001 - our own bug: logged, and the chat is heard again
                _log.exception("the connection to Twitch failed")
            self._listener.health(Health(frozenset(), "internal"))
            await asyncio.sleep(RESTART_SECONDS)

    async def _run(self, http: aiohttp.ClientSession) -> None:
        machine = self._make_machine()
        self._news = asyncio.Queue()
        self._carry_out(http, machine.start(self._now()))
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, machine.deadline - self._now())):
                    news = await self._news.get()
                    self._carry_out(http, self._take(machine, news))
            if machine.deadline <= self._now():  # looked at after news too: no flood may stop the clocks
                await self._catch_up(http, machine)
                self._carry_out(http, machine.tick(self._now()))

    async def _catch_up(self, http: aiohttp.ClientSession, machine: Machine) -> None:
        """Read what is here already: when this computer was busy or asleep, it was not Twitch that was
        silent, and what a link that is given up had brought would be lost."""
        for _ in range(TURNS):
            await asyncio.sleep(0)
        for _ in range(self._news.qsize()):
            self._carry_out(http, self._take(machine, self._news.get_nowait()))

    def _take(self, machine: Machine, news: _Happened) -> list[Command]:
        now = self._now()
        match news:
            case _Said(link, raw):
                try:
                    return machine.frame(link, read(raw), now)
                except BadFrame as error:
                    _log.warning("Twitch sent what could not be read", problem=str(error))
                    return []
            case _Lost(link, why):
                return machine.lost(link, why, now)
            case _Subscribed(link, done, refused):
                return machine.subscribed(link, done, refused, now)
            case _:
                return machine.poke(now)

    def _carry_out(self, http: aiohttp.ClientSession, commands: Iterable[Command]) -> None:
        for command in commands:
            match command:
                case Open(link, url):
                    self._links[link] = asyncio.create_task(self._listen(http, link, url))
                case Close(link):
                    self._close(link)
                case Subscribe(link, session, channels):
                    self._stop(self._subscribing.pop(link, None))
                    task = asyncio.create_task(self._ask_for(link, session, sorted(channels)))
                    self._subscribing[link] = task
                case Deliver(heard):
                    self._listener.heard(heard)
                case Health():
                    self._listener.health(command)

    # --- a link -------------------------------------------------------------------------------------------

    async def _listen(self, http: aiohttp.ClientSession, link: int, url: str) -> None:
        """Read a socket to its end. Nothing is ever sent: Twitch closes with 4001 if anything is.

        That is why there is no heartbeat either; the server's own keepalives are watched.
        """
        why = "unreachable"
        try:
            async with http.ws_connect(
                url, autoping=True, timeout=aiohttp.ClientWSTimeout(ws_close=HANG_UP_SECONDS)
            ) as socket:
                async for message in socket:
                    if message.type is aiohttp.WSMsgType.TEXT:
                        self._news.put_nowait(_Said(link, message.data))
                why = f"closed_{socket.close_code}"
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            _log.debug("a link to Twitch broke", why=type(error).__name__)
        self._news.put_nowait(_Lost(link, why))

    async def _ask_for(self, link: int, session: str, channels: list[str]) -> None:
        done: set[str] = set()
        refused: dict[str, str] = {}
        for channel in channels:
            try:
                await self._subscribe(session, channel)
            except SubscribeRefused as refusal:
                refused[channel] = refusal.code
            except Exception:  # noqa: BLE001 - our own bug, on one channel: the others go on
                _log.exception("a channel could not be subscribed", channel=channel)
                refused[channel] = "internal"
            else:
                done.add(channel)
        self._news.put_nowait(_Subscribed(link, frozenset(done), refused))

    def _close(self, link: int) -> None:
        self._stop(self._subscribing.pop(link, None))
        self._stop(self._links.pop(link, None))

    def _stop(self, task: asyncio.Task[Any] | None) -> None:
        """Cancel a task and keep it until it has ended."""
        if task is not None and not task.done():
            task.cancel()
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    async def _hang_up(self) -> None:
        for link in list(self._links):
            self._close(link)
        if self._leaving:
            await asyncio.wait(list(self._leaving), timeout=2 * HANG_UP_SECONDS)
