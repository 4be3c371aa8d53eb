"""The WebSockets of the three pages: who is let in, and what each may say."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from bot.texts import text
from bot.web import frames, inbound
from bot.web.client import Client
from bot.web.dealer import Dealer
from bot.web.floor import WebFloor
from bot.web.guard import Guard
from bot.web.hub import Hub
from bot.web.inbound import BadMessage
from bot.web.limits import Limits, TokenBucket
from bot.web.tokens import Page, Tokens

_log = structlog.get_logger(__name__)

HARD_SIZE = 8
"""How many times the allowed size a message may have before the socket is closed instead of it refused."""


class Sockets:
    """Lets pages in, listens to them and carries their commands out."""

    def __init__(
        self, floor: WebFloor, hub: Hub, dealer: Dealer, guard: Guard, tokens: Tokens, limits: Limits
    ) -> None:
        self._floor = floor
        self._hub = hub
        self._dealer = dealer
        self._guard = guard
        self._tokens = tokens
        self._limits = limits
        self._acting: set[asyncio.Task[None]] = set()

    def add_routes(self, app: web.Application) -> None:
        """``/ws/overlay``, ``/ws/dock`` and ``/ws/chat``."""
        for page in Page:
            app.router.add_get(f"/ws/{page}", self._handler(page), allow_head=False)

    async def close(self) -> None:
        """Give up the commands that are still under way."""
        for task in self._acting:
            task.cancel()
        await asyncio.gather(*self._acting, return_exceptions=True)

    def _handler(self, page: Page) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handler(request: web.Request) -> web.StreamResponse:
            return self._refusal(request, page) or await self._serve(request, page)

        return handler

    def _refusal(self, request: web.Request, page: Page) -> web.Response | None:
        token, table = request.query.get("token"), request.query.get("table")
        if not token:
            return self._guard.refuse(request, 401, "missing_token")
        if not self._tokens.opens(page, token):
            return self._guard.refuse(request, 403, "wrong_token")
        if table and table not in self._floor.tables():
            return self._guard.refuse(request, 404, "unknown_table")
        if self._hub.count(page) >= self._limits.clients_per_page:
            return self._guard.refuse(request, 503, "too_many_clients")
        return None

    async def _serve(self, request: web.Request, page: Page) -> web.StreamResponse:
        connection = web.WebSocketResponse(
            timeout=self._limits.close,
            heartbeat=self._limits.heartbeat,
            compress=False,  # a frame is put into bytes once, for every page
            max_msg_size=HARD_SIZE * self._limits.message_size,
            writer_limit=0,  # every send waits while the transport's buffer is full
        )
        await connection.prepare(request)
        transport = request.transport
        if transport is None:
            return connection
        _limit_send_buffer(transport, self._limits.send_buffer)
        client = Client(
            page,
            request.query.get("table") or None,
            self._guard.language_of(request),
            connection,
            transport,
            self._hub.newest,
            self._limits,
        )
        self._hub.add(client)
        pump = asyncio.create_task(client.pump())
        try:
            if page is Page.CHAT:
                await self._greet(client)
            await self._listen(client, connection)
        finally:
            self._hub.remove(client)
            pump.cancel()
            await asyncio.gather(pump, return_exceptions=True)
            client.hang_up()
        return connection

    async def _greet(self, client: Client) -> None:
        try:
            client.answer(frames.encode(await (await self._hub.practices.of(client)).viewers()))
        except Exception:  # noqa: BLE001 - a page without the list is better than no page
            _log.exception("practice viewers could not be listed")

    async def _listen(self, client: Client, connection: web.WebSocketResponse) -> None:
        """Take messages until the page is gone. Whatever is wrong with one is answered, never raised."""
        bucket, turn = self._bucket(client.page), _Turn(self._limits.pending)
        strikes = 0
        async for message in connection:
            if message.type is WSMsgType.ERROR:
                return
            raw = message.data if message.type is WSMsgType.TEXT else ""
            if not bucket.take():
                strikes += 1
                if strikes > self._limits.strikes:
                    await client.flush(self._limits.stall)
                    await connection.close(code=WSCloseCode.POLICY_VIOLATION)
                    return
                self._refuse(client, "too_fast", inbound.message_id(raw))
                continue
            strikes = 0
            if len(raw.encode()) > self._limits.message_size:
                self._refuse(client, "too_long", None)
                continue
            try:
                await self._heed(client, turn, raw)
            except BadMessage as error:
                self._refuse(client, error.code, error.message_id)

    def _bucket(self, page: Page) -> TokenBucket:
        limits, clock = self._limits, asyncio.get_running_loop().time
        if page is Page.DOCK:
            return TokenBucket(limits.dock_rate, limits.dock_burst, clock)
        if page is Page.CHAT:
            return TokenBucket(limits.chat_rate, limits.chat_burst, clock)
        return TokenBucket(limits.overlay_rate, limits.overlay_burst, clock)

    async def _heed(self, client: Client, turn: _Turn, raw: str) -> None:
        match client.page:
            case Page.OVERLAY:
                raise BadMessage("read_only", inbound.message_id(raw))
            case Page.CHAT:
                match inbound.parse_chat(raw):
                    case inbound.Show(known, table):
                        if not self._hub.show(client, table):
                            raise BadMessage("unknown_table", known)
                    case said:
                        practice = await self._hub.practices.of(client)
                        await practice.say(said.id, said.user, said.name, said.text)
            case Page.DOCK:
                wish = inbound.parse_do(raw)
                if not turn.enter():
                    raise BadMessage("busy", wish.id)
                task = asyncio.create_task(self._act(client, turn, wish))
                self._acting.add(task)
                task.add_done_callback(self._acting.discard)

    async def _act(self, client: Client, turn: _Turn, wish: inbound.Do) -> None:
        """Carry a command out after those before it, also when its page has gone meanwhile."""
        async with turn:
            shown = self._hub.shown_to(client)
            client.answer(frames.encode(await self._dealer.do(wish, shown, "dock", client.language)))

    def _refuse(self, client: Client, code: str, message_id: str | None) -> None:
        answer: dict[str, Any]
        if client.page is Page.DOCK:
            answer = self._dealer.refusal(message_id, code, self._hub.shown_to(client), client.language)
        else:
            answer = frames.refused(message_id, code, text(f"web.{code}", client.language))
        client.answer(frames.encode(answer))


class _Turn:
    """The commands of one dock, one after another and not too many."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting = 0
        self._lock = asyncio.Lock()  # fair: first come, first served

    def enter(self) -> bool:
        """Join the queue, if it is not full; then use as a context manager."""
        if self._waiting >= self._most:
            return False
        self._waiting += 1
        return True

    async def __aenter__(self) -> None:
        await self._lock.acquire()

    async def __aexit__(self, *_: object) -> None:
        self._waiting -= 1
        self._lock.release()


def _limit_send_buffer(transport: asyncio.Transport, size: int) -> None:
    """Keep what can no longer be skipped small; by itself Linux lets it grow to megabytes."""
    connection = transport.get_extra_info("socket")
    if connection is not None:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, size)
