"""The lobby's listener: a port of its own, with nothing on it that acts (design 6)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

from bot import resources
from bot.texts import Language
from bot.web.guard import Guard, bracketed
from bot.web.lobby.docs import Doc
from bot.web.lobby.files import INDEX, site
from bot.web.lobby.gather import Gatherer
from bot.web.lobby.held import HeldBack, Ready
from bot.web.lobby.pace import Pace
from bot.web.server import EVERYWHERE, cannot_listen

KEPT = 500
"""So many answers to single questions (a viewer's hands, a shoe) are kept to be given again."""
SHUT_DOWN_S = 1.0
_FRESH = "no-store"
_FILES = "public, max-age=300"

Ask = Callable[[Ready], Awaitable[Any]]


class LobbyServer:
    """Serves one house's lobby.

    Args:
        gatherer: where everything comes from.
        host, port: where it listens; port 0 takes any free one.
        allowed_hosts: further names it may be opened by, without port: a tunnel's or a reverse proxy's.
        language: of refusals.
        held: the pictures, held back by the house's delay.
        pages: the folder of the pages.
        pace: how many answers it gives.
    """

    def __init__(
        self,
        gatherer: Gatherer,
        *,
        host: str = "127.0.0.1",
        port: int = 0,
        allowed_hosts: Collection[str] = (),
        language: Language = "ja",
        held: HeldBack | None = None,
        pages: Path | None = None,
        pace: Pace | None = None,
    ) -> None:
        self.held = held or HeldBack(gatherer.picture, gatherer.house.delay)
        self._gatherer = gatherer
        self._host, self._asked_port = host, port
        self._guard = Guard(allowed_hosts, language, sockets=False)
        self._root = pages or resources.overlays()
        self._pace = pace or Pace()
        self._files: Mapping[str, Doc] = {}
        self._answers: OrderedDict[tuple[object, ...], Doc | None] = OrderedDict()
        self._one_at_a_time = asyncio.Lock()
        self._runner: web.AppRunner | None = None
        self._port: int | None = None

    @property
    def port(self) -> int:
        """The port in use, or the one asked for before the start."""
        return self._asked_port if self._port is None else self._port

    @property
    def url(self) -> str:
        """Its address on this computer."""
        host = bracketed("127.0.0.1" if self._host in EVERYWHERE else self._host)
        return f"http://{host}:{self.port}/"

    async def start(self) -> None:
        """Listens, and begins with the first picture.

        Raises:
            PortInUse, PortDenied, CannotListen: why it cannot.
        """
        self._files = await asyncio.to_thread(site, self._root)
        app = web.Application(middlewares=[self._paced(), self._guard.middleware()], client_max_size=1)
        app.on_response_prepare.append(self._guard.add_headers)
        for path in ("/", "/lobby"):
            app.router.add_get(path, self._file(INDEX))
        for path in self._files:
            app.router.add_get(f"/{path}", self._file(path))
        app.router.add_get("/data/site.json", self._site)
        app.router.add_get("/data/viewers/{viewer:[0-9a-f]{16}}.json", self._viewer)
        app.router.add_get("/data/seasons/{season:[0-9]{1,9}}.json", self._season)
        app.router.add_get("/data/shoes/{table:[a-z0-9_./-]{1,140}}/{shoe:[0-9]{1,9}}.json", self._shoe)
        app.router.add_get("/data/{part:[a-z]+}.json", self._part)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=SHUT_DOWN_S)
        await runner.setup()
        listener = web.TCPSite(runner, self._host, self._asked_port)
        try:
            await listener.start()
        except OSError as error:
            await runner.cleanup()
            refused = cannot_listen(self._asked_port, error)
            refused.setting = "CHATJACK_LOBBY"
            raise refused from error
        self._runner, self._port = runner, listener.port
        self._guard.listen_on(listener.port)
        self.held.start()

    async def stop(self) -> None:
        """Closes."""
        runner, self._runner = self._runner, None
        await self.held.stop()
        if runner is not None:
            await runner.cleanup()
        self._port = None

    def _paced(self) -> Middleware:
        @web.middleware
        async def wait(request: web.Request, handler: Handler) -> web.StreamResponse:
            if await self._pace.turn():
                return await handler(request)
            return self._guard.refuse(request, 503, "lobby_busy")

        return wait

    # --- answers --------------------------------------------------------------------------------------------

    def _file(self, path: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def handler(request: web.Request) -> web.StreamResponse:
            return _sent(request, self._files[path], _FILES)

        return handler

    async def _site(self, request: web.Request) -> web.StreamResponse:
        return _sent(request, Doc.of({"live": True}), _FRESH)

    async def _part(self, request: web.Request) -> web.StreamResponse:
        ready = self.held.current()
        if ready is None:
            return self._soon(request)
        doc = ready.docs.get(request.match_info["part"])
        if doc is None:
            raise web.HTTPNotFound
        return _sent(request, doc, _FRESH)

    async def _viewer(self, request: web.Request) -> web.StreamResponse:
        viewer = request.match_info["viewer"]

        async def ask(ready: Ready) -> Any:
            return await self._gatherer.viewer(viewer, ready.picture)

        return await self._asked(request, ("viewer", viewer), viewer_known, ask)

    async def _season(self, request: web.Request) -> web.StreamResponse:
        number = int(request.match_info["season"])

        async def ask(ready: Ready) -> Any:
            return await self._gatherer.season(number, ready.picture)

        return await self._asked(request, ("season", number), season_known, ask)

    async def _shoe(self, request: web.Request) -> web.StreamResponse:
        table, number = request.match_info["table"], int(request.match_info["shoe"])

        async def ask(ready: Ready) -> Any:
            return await self._gatherer.shoe(table, number, ready.picture)

        return await self._asked(request, ("shoe", table, number), shoe_known, ask)

    async def _asked(
        self,
        request: web.Request,
        key: tuple[Any, ...],
        known: Callable[[Ready, tuple[Any, ...]], bool],
        ask: Ask,
    ) -> web.StreamResponse:
        """The answer to a single question: looked up once a picture, one look-up at a time, and not at all
        for what the picture does not name."""
        ready = self.held.current()
        if ready is None:
            return self._soon(request)
        if not known(ready, key):
            raise web.HTTPNotFound
        kept = (ready.since, *key)
        async with self._one_at_a_time:
            if kept not in self._answers:
                found = await ask(ready)
                self._answers[kept] = None if found is None else Doc.of(found)
                while len(self._answers) > KEPT:
                    self._answers.popitem(last=False)
            doc = self._answers[kept]
        if doc is None:
            raise web.HTTPNotFound
        return _sent(request, doc, _FRESH)

    def _soon(self, request: web.Request) -> web.Response:
        """Before the stream has caught up with the first picture."""
        answer = self._guard.refuse(request, 503, "lobby_soon")
        answer.headers[hdrs.RETRY_AFTER] = "5"
        return answer


def viewer_known(ready: Ready, key: tuple[Any, ...]) -> bool:
    """Whether the picture names that viewer."""
    return key[1] in ready.picture.viewers


def season_known(ready: Ready, key: tuple[Any, ...]) -> bool:
    """Whether the picture names that season."""
    return key[1] in ready.picture.seasons


def shoe_known(ready: Ready, key: tuple[Any, ...]) -> bool:
    """Whether that shoe is over in the picture."""
    return key[1:] in ready.picture.shoes


def _sent(request: web.Request, doc: Doc, cache: str) -> web.Response:
    headers = {hdrs.ETAG: doc.tag, hdrs.CACHE_CONTROL: cache, hdrs.VARY: hdrs.ACCEPT_ENCODING}
    asked = request.headers.get(hdrs.IF_NONE_MATCH, "")
    if doc.tag in [one.strip() for one in asked.split(",")]:
        return web.Response(status=304, headers=headers)
    headers[hdrs.CONTENT_TYPE] = doc.mime_type
    body = doc.body
    if doc.packed is not None and "gzip" in request.headers.get(hdrs.ACCEPT_ENCODING, ""):
        body, headers[hdrs.CONTENT_ENCODING] = doc.packed, "gzip"
    return web.Response(body=body, headers=headers)
