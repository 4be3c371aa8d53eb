"""Niconico as a connector: finds the broadcast, keeps a seat in it, hands its comments on."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

import aiohttp
import structlog

from bot import __version__
from bot.chat.clocks import Skew
from bot.chat.intake import NICONICO, Comment, Intake, Silence
from bot.chat.niconico.messages import Ng, Said
from bot.chat.niconico.reader import Following, Patience, Place
from bot.chat.niconico.seat import Broadcast, Named, Seat, Step, broadcast
from bot.chat.reading import Reader
from bot.chat.status import ConnectionStatus
from bot.chat.upkeep import Ended, Pauses

_log = structlog.get_logger(__name__)

ORIGIN = "https://live.nicovideo.jp"
AGENT = f"Chatjack/{__version__}"
PAGE_BYTES = 8 * 1024 * 1024
PAUSES = Pauses()
PATIENCE = Patience()


@dataclass(frozen=True, slots=True)
class Timing:
    """Patience in seconds.

    Attributes:
        opening: for the page, for the seat, and from the seat to the first answer of the comment server.
        silent: after which a seat's server that says nothing is gone.
    """

    opening: float = 15.0
    silent: float = 75.0
    pauses: Pauses = PAUSES
    reading: Patience = PATIENCE


class Niconico(Reader):
    """The connector.

    Args:
        page: of the broadcast, or of whoever will broadcast (:func:`~bot.chat.niconico.address.watch_page`).
        now: seconds that never go back.
        sleep: waits between two tries.
        wall: epoch seconds.
    """

    name = NICONICO
    platforms = frozenset({NICONICO})

    def __init__(
        self,
        page: str,
        intake: Intake,
        *,
        timing: Timing | None = None,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._wall = wall
        self._skew = Skew()
        self._page = page
        self._timing = timing or Timing()
        self._now = now
        self._sleep = sleep
        self._place = Place()
        self._ng: dict[int, str] = {}
        """Whom an entry of the NG list silences: what lifts it tells the entry's number alone."""
        super().__init__(intake, self._timing.pauses, now=now, sleep=sleep)

    def status(self) -> ConnectionStatus:
        """How it is doing."""
        return replace(super().status(), clock_skew=self._skew.seconds)

    def _note(self, response: aiohttp.ClientResponse, asked: float) -> None:
        answered = self._wall()
        took = self._now() - asked
        self._skew.learn(response.headers.get("Date", ""), answered - took, answered)

    # --- one sitting ----------------------------------------------------------------------------------------

    async def _session(self, up: Callable[[], None]) -> None:
        async with aiohttp.ClientSession(headers={"User-Agent": AGENT}) as http:
            found = await self._find(http)
            if found.id != self._place.broadcast:
                self._place = Place(found.id)
            async with asyncio.timeout(self._timing.opening):
                socket = await http.ws_connect(found.socket, origin=ORIGIN)
            async with socket:
                await self._sit(http, socket, found, up)

    async def _find(self, http: aiohttp.ClientSession) -> Broadcast:
        async with asyncio.timeout(self._timing.opening), http.get(self._page) as response:
            if response.status in (404, 410):
                raise Ended("not_on_air", 20.0)
            response.raise_for_status()
            page = await response.content.read(PAGE_BYTES)
            while not response.content.at_eof() and len(page) < PAGE_BYTES:
                page += await response.content.read(PAGE_BYTES)
            return broadcast(page.decode("utf-8", "replace"))

    async def _sit(
        self,
        http: aiohttp.ClientSession,
        socket: aiohttp.ClientWebSocketResponse,
        found: Broadcast,
        up: Callable[[], None],
    ) -> None:
        """Keep the seat and read, until either ends."""
        named: asyncio.Queue[str] = asyncio.Queue()
        answered = asyncio.Event()

        def hear(one: Said | Ng) -> None:
            if isinstance(one, Said):
                self._intake.hear(_comment(one, found))
            else:
                self._heed(one)

        def heard() -> None:
            answered.set()
            up()

        reader = Following(
            http,
            self._place,
            hear,
            self._timing.reading,
            now=self._now,
            sleep=self._sleep,
            head=self._note,
        )
        work = [
            asyncio.create_task(self._keep(socket, named)),
            asyncio.create_task(self._read(reader, named, heard)),
            asyncio.create_task(self._watch(answered)),
        ]
        try:
            done, _ = await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            await next(iter(done))
        finally:
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)

    def _heed(self, ng: Ng) -> None:
        """The broadcaster or a moderator has put a viewer on the NG list, or taken somebody off it."""
        if ng.on:
            self._ng[ng.entry] = ng.user_id
        user_id = self._ng.get(ng.entry, "")
        if user_id:
            self._intake.silence(Silence(NICONICO, ng.id, user_id, on=ng.on))

    async def _watch(self, answered: asyncio.Event) -> None:
        """A seat without comments is no use."""
        try:
            async with asyncio.timeout(self._timing.opening):
                await answered.wait()
        except TimeoutError:
            raise Ended("no_comments") from None
        await asyncio.Event().wait()

    async def _keep(self, socket: aiohttp.ClientWebSocketResponse, named: asyncio.Queue[str]) -> None:
        seat = Seat(self._now(), self._timing.silent)
        await self._carry_out(socket, named, seat.begin())
        hearing = asyncio.create_task(socket.receive())
        try:
            while True:
                due = asyncio.ensure_future(self._sleep(max(0.0, seat.deadline - self._now())))
                try:
                    await asyncio.wait([hearing, due], return_when=asyncio.FIRST_COMPLETED)
                finally:
                    due.cancel()
                if hearing.done():
                    message = hearing.result()
                    if message.type is aiohttp.WSMsgType.TEXT:
                        await self._carry_out(socket, named, seat.heard(message.data, self._now()))
                    elif socket.closed:
                        _log.debug("the seat was closed", code=socket.close_code)
                        raise Ended("closed")
                    hearing = asyncio.create_task(socket.receive())
                await self._carry_out(socket, named, seat.tick(self._now()))
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _carry_out(
        self, socket: aiohttp.ClientWebSocketResponse, named: asyncio.Queue[str], steps: list[Step]
    ) -> None:
        for step in steps:
            if isinstance(step, Named):
                named.put_nowait(step.view)
            else:
                await socket.send_json(dict(step.message))

    async def _read(self, reader: Following, named: asyncio.Queue[str], up: Callable[[], None]) -> None:
        """Follow the comment server; when another is named, that one, from the same place."""
        view = await named.get()
        while True:
            following = asyncio.create_task(reader.follow(view, up))
            another = asyncio.create_task(named.get())
            try:
                await asyncio.wait([following, another], return_when=asyncio.FIRST_COMPLETED)
                if following.done():
                    await following
                view = another.result()
            finally:
                for task in (following, another):
                    task.cancel()
                await asyncio.gather(following, another, return_exceptions=True)


def _comment(said: Said, found: Broadcast) -> Comment:
    owner = said.operator or (bool(found.owner) and said.user_id == found.owner)
    return Comment(
        platform=NICONICO,
        message_id=said.id,
        user_id=said.user_id,
        name=said.name,
        text=said.text,
        roles=frozenset({"broadcaster"}) if owner else frozenset(),
        sent_at=said.at,
    )
