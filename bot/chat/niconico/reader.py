"""Follows the comment server.

``view?at=now`` answers with where to begin. ``view?at=<there>`` answers, for half a minute, with what there
is: where older comments are (``backward``), the windows of 16 seconds that are over (``previous``), those
under way (``segment``), and where to go on (``next``). A window's address answers with its comments so far,
then with each as it comes, and ends with the window.

A :class:`Place` moves on only when every window before it has been read to its end. Whoever comes back to
it therefore reads again what was left unfinished, and each comment is told apart by its id: no gap, nothing
twice.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime

import aiohttp
import structlog

from bot.chat.niconico import messages
from bot.chat.niconico.messages import Backward, Next, Ng, Said, Window
from bot.chat.niconico.wire import Messages, WireError
from bot.chat.seen import Seen
from bot.chat.upkeep import Ended

_log = structlog.get_logger(__name__)

Sleep = Callable[[float], Awaitable[None]]
GONE = frozenset({400, 403, 404, 410})
BROKEN = (aiohttp.ClientError, OSError, WireError)  # a TimeoutError is an OSError


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds, but for the last two.

    Attributes:
        connect: for a connection.
        silent: between two pieces of an answer; a window without comments says nothing for its length.
        again: before an answer that broke off is asked for again.
        catch_up: how old a comment may be that is still acted on after a break.
        tries: how often in a row a window may fail.
        pages: of older comments, at most, that are looked through after a break: about an hour's, for who was
            put on the NG list meanwhile.
    """

    connect: float = 10.0
    silent: float = 60.0
    again: float = 0.5
    catch_up: float = 600.0
    tries: int = 4
    pages: int = 120


@dataclass(slots=True)
class Place:
    """How far a broadcast has been read.

    Attributes:
        broadcast: its id.
        at: where to go on; ``None`` before the beginning.
        start: the server's time at the beginning: what was said before is history.
        read_to: everything until then has been read.
    """

    broadcast: str = ""
    at: int | None = None
    start: float | None = None
    read_to: float = 0.0
    done: Seen = field(default_factory=lambda: Seen(200))


class Following:
    """Reads on from a place.

    Args:
        hear: takes each comment and each change of the NG list, perhaps not for the first time.
        now: seconds that never go back.
        head: told of each answer's head, and when it was asked for.
    """

    def __init__(
        self,
        http: aiohttp.ClientSession,
        place: Place,
        hear: Callable[[Said | Ng], None],
        patience: Patience,
        *,
        now: Callable[[], float],
        sleep: Sleep = asyncio.sleep,
        head: Callable[[aiohttp.ClientResponse, float], None] = lambda response, since: None,
    ) -> None:
        self._http = http
        self._place = place
        self._hear = hear
        self._patience = patience
        self._now = now
        self._sleep = sleep
        self._head = head
        self._ahead: float | None = None
        """What to add to :meth:`_now` for the server's time."""
        self._heard = 0
        """Messages of windows so far: a window that goes on saying something has not failed."""

    async def follow(self, view: str, up: Callable[[], None]) -> None:
        """Read for ever.

        Args:
            up: called whenever the server has answered.

        Raises:
            Ended, aiohttp.ClientError, OSError, WireError: it cannot go on; the place is where to come back
            to.
        """
        while True:
            await self._view(view, up)

    async def _view(self, view: str, up: Callable[[], None]) -> None:
        place = self._place
        following: int | None = None
        joint = "&" if "?" in view else "?"
        url = f"{view}{joint}at={'now' if place.at is None else place.at}"
        ends = [place.read_to]
        async with aclosing(self._stream(url)) as answer:
            async for data in answer:
                up()
                match messages.entry(data):
                    case Next(at) if at > 0:
                        following = at
                    case Window() as window:
                        # One after another, though they are announced early: that keeps comments in order.
                        await self._window(window)
                        ends.append(window.until)
                    case Backward() as backward:
                        await self._catch_up(backward)
        if following is None:
            raise Ended("no_way_on", self._patience.again)
        if following == place.at:
            await self._sleep(self._patience.again)
        place.at, place.read_to = following, max(ends)

    # --- windows ----------------------------------------------------------------------------------------

    async def _window(self, window: Window) -> None:
        """Read a window to its end, however often that breaks off."""
        place, key = self._place, (window.since, window.until)
        if key in place.done or window.until <= (place.start or 0.0):
            return
        failures = 0
        while True:
            heard, asked = self._heard, self._server_time()
            try:
                await self._read(window)
            except BROKEN as error:
                if isinstance(error, aiohttp.ClientResponseError) and error.status in GONE:
                    _log.warning("a window of Niconico's comments is gone", status=error.status)
                    break
                failures = 1 if self._heard > heard else failures + 1
                if failures >= self._patience.tries:
                    raise
                _log.debug("a window broke off", why=type(error).__name__)
                await self._sleep(self._patience.again)
                continue
            # An answer may end well and still too early, and a busy computer notices late: only one that was
            # asked for after the window's end is sure to hold all of it. What the clock shows is never ahead
            # of the server's.
            if window.over or asked >= window.until:
                break
            await self._sleep(min(max(0.0, window.until - self._server_time()), self._patience.again))
        place.done.first(key)

    async def _read(self, window: Window) -> None:
        async with aclosing(self._stream(window.uri)) as answer:
            async for data in answer:
                self._heard += 1
                self._take(data)

    async def _catch_up(self, backward: Backward) -> None:
        """After a break longer than the windows reach back: older pages, read from the newest, told in
        order."""
        since = max(self._place.read_to, self._place.start or 0.0)
        if backward.until <= since or not backward.uri:
            return
        pages: list[list[bytes]] = []
        uri = backward.uri
        while uri and len(pages) < self._patience.pages:
            page, uri = messages.packed(await self._whole(uri))
            pages.append(page)
            times = [one.at for one in map(_told, page) if one is not None]
            if times and min(times) < since:
                break
        else:
            if uri:
                _log.warning("not all of Niconico's older comments were looked through", pages=len(pages))
        for page in reversed(pages):
            for data in page:
                self._take(data)
        self._place.read_to = max(since, backward.until)

    def _take(self, data: bytes) -> None:
        told = _told(data)
        if told is None or told.at < (self._place.start or 0.0):
            return
        if isinstance(told, Ng) or self._server_time() - told.at <= self._patience.catch_up:
            self._hear(told)

    # --- HTTP -----------------------------------------------------------------------------------------------

    def _server_time(self) -> float:
        return self._now() + (self._ahead or 0.0)

    def _learn_time(self, response: aiohttp.ClientResponse) -> None:
        """The server's clock; the beginning is when it was first asked.

        It tells whole seconds, and its answer takes a moment: each answer says how late it is at least, so
        the latest of them comes nearest.
        """
        try:
            date = parsedate_to_datetime(response.headers["Date"]).timestamp()
        except (KeyError, ValueError, TypeError):
            if self._ahead is not None:
                return
            raise Ended("no_clock") from None
        ahead = date - self._now()
        self._ahead = ahead if self._ahead is None else max(ahead, self._ahead)
        if self._place.start is None:
            self._place.start = date

    def _request(self, url: str) -> AbstractAsyncContextManager[aiohttp.ClientResponse]:
        timeout = aiohttp.ClientTimeout(
            total=None, sock_connect=self._patience.connect, sock_read=self._patience.silent
        )
        return self._http.get(url, timeout=timeout, raise_for_status=True)

    async def _stream(self, url: str) -> AsyncGenerator[bytes, None]:
        """The messages of an answer, as they come.

        Raises:
            WireError: it is no such answer, or ended in the middle of a message.
        """
        asked = self._now()
        async with self._request(url) as response:
            self._head(response, asked)
            self._learn_time(response)
            parts = Messages()
            async for piece in response.content.iter_any():
                for data in parts.feed(piece):
                    yield data
            if parts.cut_off:
                raise WireError("an answer is cut off")

    async def _whole(self, url: str) -> bytes:
        async with self._request(url) as response:
            return await response.read()


def _told(data: bytes) -> Said | Ng | None:
    """What a message tells; one that cannot be read costs that one alone."""
    try:
        return messages.said(data) or messages.ng(data)
    except WireError:
        _log.warning("Niconico sent a comment that could not be read")
        return None
