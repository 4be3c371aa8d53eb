"""A small server that speaks the web protocol, so that the pages are tested without the rest of the program.

It sends what a test tells it to, remembers what the pages send, and is as strict as the real one: the same
addresses and a Content-Security-Policy that forbids everything but our own files.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
OVERLAYS = ROOT / "overlays"
TEXTS = ROOT / "data" / "text"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'"
)
EPOCH = "first"

Message = dict[str, Any]


def flat(table: Mapping[str, Any], prefix: str) -> dict[str, str]:
    """A nested table as ``a.b.c`` keys."""
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= flat(value, f"{prefix}.{key}") if isinstance(value, dict) else {f"{prefix}.{key}": value}
    return found


def page_texts(language: str) -> dict[str, str]:
    """The pages' texts as ``/texts/{lang}.json`` serves them."""
    return flat(tomllib.loads((TEXTS / f"page.{language}.toml").read_text("utf-8")), "page")


class Stub:
    """The server. ``view`` is what a connecting page is shown, ``beside`` what frames bring beside it;
    ``received`` all that pages sent."""

    def __init__(self) -> None:
        self.sockets: set[web.WebSocketResponse] = set()
        self.address = ""
        self._runner: web.AppRunner | None = None
        self.forget()

    def forget(self) -> None:
        """As new: nothing shown, nothing heard."""
        self.epoch = EPOCH
        self.rev = 1
        self.view: Message = {}
        self.greeting: list[Message] = []
        self.beside: Message = {}
        self.received: list[Message] = []
        self.connections = 0
        self.answer: Callable[[Message], Message | None] = self._done
        self.refusing = False
        self.arrived = asyncio.Event()

    def _done(self, message: Message) -> Message | None:
        return {"type": "done", "id": message["id"], "rev": self.rev} if message["type"] == "do" else None

    async def start(self, port: int = 0) -> None:
        app = web.Application()
        app.router.add_get("/healthz", self._health)
        app.router.add_get("/{page:overlay|dock|chat}", self._page)
        app.router.add_get("/texts/{language}.json", self._texts)
        app.router.add_get("/ws/{page}", self._socket)
        app.router.add_static("/static/", OVERLAYS)
        app.on_response_prepare.append(_seal)
        self._runner = web.AppRunner(app, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self.address = f"http://{host}:{port}"

    async def stop(self) -> None:
        await self.drop()
        if self._runner:
            await self._runner.cleanup()

    async def drop(self) -> None:
        """Cuts every socket, as a restart would."""
        for socket in list(self.sockets):
            await socket.close(code=1012)

    async def send(self, message: Message) -> None:
        for socket in list(self.sockets):
            await socket.send_json(message)

    async def state(self, view: Message, *, rev: int | None = None, epoch: str | None = None) -> None:
        """The whole state, as after a skipped frame."""
        self.view, self.rev, self.epoch = view, rev or self.rev, epoch or self.epoch
        await self.send({"type": "state", "epoch": self.epoch, "rev": self.rev, "view": view} | self.beside)

    async def events(self, view: Message, *events: Message, rev: int | None = None) -> None:
        """One committed step; ``rev`` is the next one unless told otherwise."""
        self.view, self.rev = view, self.rev + 1 if rev is None else rev
        await self.send(
            {"type": "events", "epoch": self.epoch, "rev": self.rev, "events": list(events), "view": view}
            | self.beside
        )

    async def heard(self, count: int, kind: str) -> list[Message]:
        """The messages of a kind, once there are at least ``count``."""
        while True:
            found = [one for one in self.received if one["type"] == kind]
            if len(found) >= count:
                return found
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), PATIENCE)

    async def connected(self, count: int) -> None:
        """Waits until pages have connected that often, and the last of them has been greeted."""
        while self.connections < count:
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), PATIENCE)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        return web.FileResponse(OVERLAYS / request.match_info["page"] / "index.html")

    async def _health(self, request: web.Request) -> web.Response:
        return web.Response(text="ok", headers={"Cross-Origin-Resource-Policy": "cross-origin"})

    async def _texts(self, request: web.Request) -> web.Response:
        return web.json_response(page_texts(request.match_info["language"]))

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if self.refusing:
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self.sockets.add(socket)
        if self.view:
            state = {"type": "state", "epoch": self.epoch, "rev": self.rev, "view": self.view}
            await socket.send_json(state | self.beside)
        for message in self.greeting:
            await socket.send_json(message)
        self.connections += 1
        self.arrived.set()
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._hear(socket, frame.json())
        finally:
            self.sockets.discard(socket)
        return socket

    async def _hear(self, socket: web.WebSocketResponse, message: Message) -> None:
        self.received.append(message)
        self.arrived.set()
        answer = self.answer(message)
        if answer is not None:
            await socket.send_json(answer)


async def _seal(request: web.Request, response: web.StreamResponse) -> None:
    response.headers["Content-Security-Policy"] = POLICY
    # The program itself lets nothing be kept; here the modules may be, or each test would load them anew.
    response.headers["Cache-Control"] = "max-age=600" if request.path.startswith("/static/") else "no-store"
