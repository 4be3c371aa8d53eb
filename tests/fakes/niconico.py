"""A Niconico Live of our own on 127.0.0.1: the page of a broadcast, the socket that gives a seat, and the
comment server with its windows, overlaps and failures. For the tests, and to watch the connector by hand::

    python -m tests.fakes.niconico

which says how to start Chatjack against it, and what to type.

Sources: the messages are in ``niconico_messages``. The page's ``embedded-data`` and the seat's socket have
no published description; what is here is what the site's own player is sent (``site.relive.webSocketUrl``;
``startWatching``, ``seat``, ``messageServer``, ``ping``, ``keepSeat``, ``disconnect``, ``reconnect``). How
the comment server answers: github.com/n-air-app/n-air-app, ``app/services/nicolive-program/NdgrClient.ts``.

Its clock may run fast, so that windows of sixteen seconds pass in no time.
"""

from __future__ import annotations

import asyncio
import html
import json
import random
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import formatdate
from typing import Any

from aiohttp import WSMsgType, web

from tests.fakes import niconico_messages as pb
from tests.fakes.cuts import cut, cut_in_a_frame
from tests.fakes.keyboard import by_hand, port

WINDOW = 16
VIEW = 32
"""Seconds of windows that one answer to ``view`` announces."""
EARLY = 6.0
"""A window is announced so long before it begins."""
EPOCH = 1_764_460_800


@dataclass
class Held:
    at: float
    id: str
    data: bytes


@dataclass
class Faults:
    """What goes wrong next; each count is used up."""

    views: int = 0
    windows: int = 0
    """Answers that break off after some bytes, in the middle of a message."""
    lengths: int = 0
    """Answers that break off in the middle of a length, which takes two bytes or more."""
    lengths_cut: int = 0
    """So many did."""
    short: int = 0
    """Windows that end well, but too early."""
    errors: int = 0
    """Requests of any kind answered with 503."""
    gone: int = 0
    """Windows that are not there any more, 404."""
    seats: int = 0
    """Seats refused."""


class FakeNiconico:
    """The service.

    Args:
        speed: seconds of its clock in one of ours.
        previous: how far back, in windows, an answer to ``view`` reaches; what is older is in packed pages.
    """

    def __init__(self, speed: float = 200.0, previous: int = 2, dice: random.Random | None = None) -> None:
        self.speed = speed
        self.previous = previous
        self.dice = dice or random.Random(1)
        self.faults = Faults()
        self.broadcast = "lv345678901"
        self.owner = "12345678"
        self.on_air = True
        self.mute = False
        """Seats are given and nothing more is said."""
        self.comments: list[Held] = []
        self._ng: dict[str, int] = {}
        self.seats: list[web.WebSocketResponse] = []
        self.said: list[dict[str, Any]] = []
        """What clients said on the socket."""
        self.views: list[str] = []
        """The ``at`` of each request to ``view``."""
        self.packed_pages = 0
        self.on_short: Callable[[], object] = lambda: None
        """What happens after a window has ended too early and before the client can notice."""
        self.listening = 0
        """Open answers of windows."""
        self.keep_seconds = 30
        self.pings = True
        self._began = time.monotonic()
        self._news = asyncio.Event()
        self._answers: set[web.StreamResponse] = set()
        self._runner: web.AppRunner | None = None
        self.port = 0

    def now(self) -> float:
        """Its clock, epoch seconds."""
        return EPOCH + self.clock()

    def clock(self) -> float:
        """Seconds that never go back, at its speed: a client's clock must run as fast."""
        return (time.monotonic() - self._began) * self.speed

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def page(self) -> str:
        return f"{self.base}/watch/{self.broadcast}"

    async def start(self, at: int = 0) -> None:
        app = web.Application()
        app.router.add_get("/watch/{who:.+}", self._page)
        app.router.add_get("/seat", self._seat)
        app.router.add_get("/view/{broadcast}", self._view)
        app.router.add_get("/window/{broadcast}/{since}", self._window)
        app.router.add_get("/packed/{broadcast}/{until}", self._packed)
        app.on_response_prepare.append(self._date)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", at)
        await site.start()
        self.port = site.port

    async def stop(self) -> None:
        self.drop()
        if self._runner is not None:
            await self._runner.cleanup()

    # --- what a test does -----------------------------------------------------------------------------------

    def comment(self, text: str, *, raw: int = 0, hashed: str = "", **about: Any) -> str:
        """Somebody comments. Returns the comment's id."""
        message_id = about.pop("message_id", None) or "EhgKEg" + uuid.uuid4().hex
        at = self.now()
        data = pb.comment(
            message_id, at, text, raw_user_id=raw, hashed_user_id=hashed, no=len(self.comments) % 7, **about
        )
        return self.post(data, message_id, at)

    def post(self, data: bytes, message_id: str = "", at: float | None = None) -> str:
        """Any message."""
        self.comments.append(Held(self.now() if at is None else at, message_id, data))
        news, self._news = self._news, asyncio.Event()
        news.set()
        return message_id

    def ng(self, user_id: str) -> None:
        """The broadcaster puts a viewer on the NG list. Their comments still come: hiding them is left to
        whoever shows them."""
        self._ng[user_id] = 100 + len(self._ng)
        message_id = "EhgKNg" + uuid.uuid4().hex
        self.post(pb.ssng(message_id, self.now(), self._ng[user_id], source=user_id), message_id)

    def lift_ng(self, user_id: str) -> None:
        """And takes them off it."""
        message_id = "EhgKNg" + uuid.uuid4().hex
        self.post(pb.ssng(message_id, self.now(), self._ng[user_id]), message_id)

    def drop(self) -> None:
        """Cut everything."""
        self.drop_seats()
        self.drop_answers()

    def drop_seats(self) -> None:
        for socket in self.seats:
            cut(socket)
        self.seats = []

    def cut_seats_in_a_frame(self, message: dict[str, Any]) -> None:
        """Cut the seats in the middle of saying something."""
        for socket in self.seats:
            cut_in_a_frame(socket, json.dumps(message))
        self.seats = []

    def drop_answers(self) -> None:
        """Cut the answers of the comment server that are under way."""
        for answer in self._answers:
            cut(answer)
        self._answers = set()

    async def tell(self, message: dict[str, Any]) -> None:
        """Say something to every seat."""
        for socket in list(self.seats):
            if not socket.closed:
                await socket.send_json(message)

    def skip(self, seconds: float) -> None:
        """Its clock goes on by so much at once, and with it a client's: nobody was looking meanwhile."""
        self._began -= seconds / self.speed

    async def end(self) -> None:
        """The broadcast is over."""
        self.on_air = False
        await self.tell({"type": "disconnect", "data": {"reason": "END_PROGRAM"}})

    def next_broadcast(self, broadcast: str) -> None:
        self.broadcast, self.comments, self.on_air = broadcast, [], True

    # --- page and seat --------------------------------------------------------------------------------------

    async def _date(self, request: web.Request, response: web.StreamResponse) -> None:
        response.headers["Date"] = formatdate(int(self.now()), usegmt=True)

    def _fails(self) -> bool:
        if self.faults.errors > 0:
            self.faults.errors -= 1
            return True
        return False

    async def _page(self, request: web.Request) -> web.Response:
        if self._fails():
            return web.Response(status=503)
        socket = f"ws://127.0.0.1:{self.port}/seat?audience_token=345678901_anonymous" if self.on_air else ""
        data = {
            "site": {
                "locale": "ja_JP",
                "relive": {"webSocketUrl": socket, "csrfToken": "x", "apiBaseUrl": ""},
            },
            "program": {
                "nicoliveProgramId": self.broadcast,
                "title": "カジノ「雑談」 & more",
                "status": "ON_AIR" if self.on_air else "ENDED",
                "supplier": {"name": "さら", "programProviderId": self.owner, "supplierType": "user"},
            },
        }
        props = html.escape(json.dumps(data, ensure_ascii=False))
        return web.Response(
            text=f'<!doctype html><script id="embedded-data" data-props="{props}"></script>',
            content_type="text/html",
        )

    async def _seat(self, request: web.Request) -> web.StreamResponse:
        if self.faults.seats > 0:
            self.faults.seats -= 1
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.seats.append(socket)
        pinging = asyncio.create_task(self._ping(socket))
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                said = json.loads(message.data)
                self.said.append(said)
                if said["type"] == "startWatching":
                    await self._sit_down(socket)
        finally:
            pinging.cancel()
            if socket in self.seats:
                self.seats.remove(socket)
        return socket

    async def _ping(self, socket: web.WebSocketResponse) -> None:
        while self.pings:
            await self._until(self.now() + 30)
            if self.pings and not socket.closed:
                await socket.send_json({"type": "ping"})

    async def _sit_down(self, socket: web.WebSocketResponse) -> None:
        await socket.send_json({"type": "serverTime", "data": {"currentMs": "2026-11-30T00:00:00.000+09:00"}})
        await socket.send_json({"type": "seat", "data": {"keepIntervalSec": self.keep_seconds}})
        if self.mute:
            return
        view = f"{self.base}/view/{self.broadcast}"
        await socket.send_json(
            {"type": "messageServer", "data": {"viewUri": view, "vposBaseTime": "2026-11-30T00:00:00+09:00"}}
        )
        await socket.send_json({"type": "statistics", "data": {"viewers": 12, "comments": 34}})

    # --- the comment server ---------------------------------------------------------------------------------

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        answer = web.StreamResponse()
        answer.content_type = "application/octet-stream"
        await answer.prepare(request)
        self._answers.add(answer)
        return answer

    async def _until(self, at: float) -> None:
        """Waits until its clock shows ``at``."""
        while (left := at - self.now()) > 0:  # noqa: ASYNC110 - there is only the clock
            await asyncio.sleep(left / self.speed)

    async def _view(self, request: web.Request) -> web.StreamResponse:
        at = request.query["at"]
        self.views.append(at)
        if self._fails():
            return web.Response(status=503)
        answer = await self._answer(request)
        try:
            if at == "now":
                await answer.write(pb.delimited(pb.entry_next(int(self.now()))))
                return answer
            await self._announce(request, answer, int(at))
        except (ConnectionError, RuntimeError):
            pass
        finally:
            self._answers.discard(answer)
        return answer

    async def _announce(self, request: web.Request, answer: web.StreamResponse, at: int) -> None:
        broadcast = request.match_info["broadcast"]
        first = at - at % WINDOW
        end = first + VIEW

        def uri(since: int) -> str:
            return f"{self.base}/window/{broadcast}/{since}"

        oldest = max(first, int(self.now()) - int(self.now()) % WINDOW) - self.previous * WINDOW
        back = f"{self.base}/packed/{broadcast}/{oldest}"
        out = pb.delimited(pb.entry_backward(oldest, back))
        since = oldest
        now_window = int(self.now()) - int(self.now()) % WINDOW
        while since < now_window:
            out += pb.delimited(pb.entry_previous(since, since + WINDOW, uri(since)))
            since += WINDOW
        end = max(end, since + WINDOW)
        await self._in_pieces(answer, out)
        while since < end:
            await self._until(since - EARLY)
            if self.faults.views > 0:
                self.faults.views -= 1
                await answer.write(pb.delimited(pb.entry_segment(since, since + WINDOW, uri(since)))[:7])
                cut(answer)
                return
            await answer.write(pb.delimited(pb.entry_segment(since, since + WINDOW, uri(since))))
            since += WINDOW
        await self._until(end - EARLY)
        await answer.write(pb.delimited(pb.entry_next(end)))

    async def _in_pieces(self, answer: web.StreamResponse, data: bytes) -> None:
        """Messages are cut anywhere on their way."""
        at = 0
        while at < len(data):
            size = self.dice.randint(1, 40)
            await answer.write(data[at : at + size])
            at += size

    async def _window(self, request: web.Request) -> web.StreamResponse:
        since = int(request.match_info["since"])
        if self.faults.gone > 0:
            self.faults.gone -= 1
            return web.Response(status=404)
        if self._fails():
            return web.Response(status=503)
        answer = await self._answer(request)
        self.listening += 1
        try:
            await self._comments(request, answer, since)
        except (ConnectionError, RuntimeError):
            pass
        finally:
            self.listening -= 1
            self._answers.discard(answer)
        return answer

    async def _comments(self, request: web.Request, answer: web.StreamResponse, since: int) -> None:
        """What was said so far, a signal, then each as it comes, until the window ends."""
        told, told_flushed = 0, False
        while True:
            over = self.now() >= since + WINDOW
            news = self._news
            while told < len(self.comments):
                held = self.comments[told]
                told += 1
                if since <= held.at < since + WINDOW:
                    data = pb.delimited(held.data)
                    if self.faults.lengths > 0 and data[0] >= 0x80:
                        self.faults.lengths -= 1
                        self.faults.lengths_cut += 1
                        await answer.write(data[:1])
                        await asyncio.sleep(0)
                        cut(answer)
                        return
                    if self.faults.windows > 0:
                        self.faults.windows -= 1
                        await answer.write(data[: len(data) // 2])
                        await asyncio.sleep(0)
                        cut(answer)
                        return
                    await self._in_pieces(answer, data)
            if not told_flushed:
                told_flushed = True
                await answer.write(pb.delimited(pb.flushed()))
            if over:
                return
            if self.faults.short > 0:
                self.faults.short -= 1
                self.on_short()
                return
            left = max(0.0, since + WINDOW - self.now()) / self.speed
            try:
                async with asyncio.timeout(left):
                    await news.wait()
            except TimeoutError:
                continue

    async def _packed(self, request: web.Request) -> web.Response:
        """Older comments, a few windows to a page, the newest page first."""
        until = int(request.match_info["until"])
        if self._fails():
            return web.Response(status=503)
        self.packed_pages += 1
        since = until - 2 * WINDOW
        page = [held.data for held in self.comments if since <= held.at < until]
        older = any(held.at < since for held in self.comments)
        before = f"{self.base}/packed/{request.match_info['broadcast']}/{since}" if older else ""
        return web.Response(body=pb.packed(page, before), content_type="application/octet-stream")


async def _main() -> None:
    fake = FakeNiconico(speed=1.0)
    await fake.start(port(7790))

    async def say(name: str, words: str) -> None:
        fake.comment(words, hashed=f"a:{name}")

    def ng(name: str) -> None:
        """a viewer is put on the NG list"""
        fake.ng(f"a:{name}")

    def lift(name: str) -> None:
        """and taken off it"""
        fake.lift_ng(f"a:{name}")

    async def leave() -> None:
        """the broadcast ends"""
        await fake.end()

    async def again() -> None:
        """the next one begins"""
        fake.next_broadcast("lv345678902")

    deeds = {"drop": fake.drop, "ng": ng, "lift": lift, "end": leave, "next": again}
    hint = f"Start Chatjack with CHATJACK_NICONICO={fake.base}/watch/user/{fake.owner} chatjack"
    try:
        await by_hand(hint, say, deeds, lambda: fake.listening)
    finally:
        await fake.stop()


if __name__ == "__main__":
    asyncio.run(_main())
