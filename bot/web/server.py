"""The server as a whole: its parts, its port, its start and its stop."""

from __future__ import annotations

import errno
from collections.abc import Callable, Collection, Container
from pathlib import Path
from urllib.parse import urlencode

from aiohttp import web

from bot import resources
from bot.chat.nair import NAir
from bot.chat.status import Monitor
from bot.chat.twitch.desk import TwitchDesk
from bot.texts import Language
from bot.web.api import Api
from bot.web.dealer import Dealer
from bot.web.floor import WebFloor
from bot.web.guard import Guard, bracketed
from bot.web.hub import Hub
from bot.web.limits import Limits
from bot.web.links import Links
from bot.web.pages import Pages
from bot.web.setup import Setup
from bot.web.sockets import Sockets
from bot.web.status import StatusBoard
from bot.web.tokens import Page, Tokens

_IN_USE = frozenset({errno.EADDRINUSE, 10048})
_DENIED = frozenset({errno.EACCES, errno.EPERM, 10013})  # Windows: WSAEACCES, a port it has reserved
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})
"""Addresses that are all of this computer's."""


class CannotListen(Exception):
    """The address cannot be served on.

    Attributes:
        port: the one asked for.
        setting: the one by which it is chosen.
    """

    setting = "CHATJACK_PORT"

    def __init__(self, port: int, reason: str = "") -> None:
        super().__init__(f"port {port}: {reason or type(self).__name__}")
        self.port = port


class PortInUse(CannotListen):
    """Another program, or another Chatjack, listens there."""


class PortDenied(CannotListen):
    """The system does not allow that port: a low one, or one that Windows has reserved (10013)."""


class WebServer:
    """Pages, sockets and ``POST /api/do`` for one floor (design 6).

    ``hub`` knows the connected pages, and ``hub.practices`` the practice chat's connectors, started with it.

    Args:
        floor: what is shown and dealt.
        host: the address to listen on.
        port: 0 takes a free one; see :attr:`port` after the start.
        tokens: the keys to the pages.
        language: for pages and refusals where a request names none.
        allowed_hosts: further names under which the pages may be opened, without port.
        read_only: platforms whose replies are shown on the overlay, because they cannot be said there; looked
            into for every reply.
        twitch: what the set-up page sets up; without it there is no such page.
        nair: takes what N Air's HTTP link brings; without it there is no such address.
        nair_token: the link's own key.
        monitor: how the connections are, for the dock and ``GET /api/status``; without it neither is told.
        pages: the folder of the pages; the shipped one by default.
        limits: sizes, rates and patience.
    """

    def __init__(
        self,
        floor: WebFloor,
        *,
        host: str = "127.0.0.1",
        port: int,
        tokens: Tokens,
        language: Language,
        allowed_hosts: Collection[str] = (),
        read_only: Container[str] = (),
        twitch: TwitchDesk | None = None,
        nair: NAir | None = None,
        nair_token: str = "",
        monitor: Monitor | None = None,
        pages: Path | None = None,
        limits: Limits | None = None,
    ) -> None:
        self._floor = floor
        self._host = host
        self._asked_port = port
        self._tokens = tokens
        self._limits = limits or Limits()
        self._guard = Guard([*allowed_hosts, *({host} - EVERYWHERE)], language)
        self.hub = Hub(floor, read_only)
        dealer = Dealer(floor)
        self._sockets = Sockets(floor, self.hub, dealer, self._guard, tokens, self._limits)
        self._api = Api(dealer, self._guard, tokens, self._limits)
        self._pages = Pages(pages or resources.overlays(), self._guard, tokens, floor.tables)
        self._setup = Setup(twitch, self._pages, self._guard, tokens) if twitch is not None else None
        self._links = Links(nair, nair_token, self._guard) if nair is not None else None
        self._monitor = monitor
        self._board = StatusBoard(monitor, self.hub, self._guard, tokens) if monitor is not None else None
        self._port: int | None = None
        self._runner: web.AppRunner | None = None
        self._unsubscribe: list[Callable[[], None]] = []

    @property
    def port(self) -> int:
        """The port in use, or the one asked for before the start."""
        return self._asked_port if self._port is None else self._port

    async def start(self) -> None:
        """Listen, and begin to follow the floor.

        Raises:
            PortInUse: another program listens there.
            PortDenied: the system does not allow that port.
            CannotListen: the address is not this machine's, or the like.
        """
        if self._runner is not None:
            return
        app = web.Application(
            middlewares=[self._guard.middleware()], client_max_size=self._limits.message_size
        )
        app.on_response_prepare.append(self._guard.add_headers)
        app.on_shutdown.append(self._say_goodbye)
        for part in (self._pages, self._sockets, self._api, self._board, self._setup, self._links):
            if part is not None:
                part.add_routes(app)
        # No access log: tokens stand in addresses.
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=self._limits.close)
        await runner.setup()
        site = web.TCPSite(runner, self._host, self._asked_port)
        try:
            await site.start()
        except OSError as error:
            await runner.cleanup()
            raise cannot_listen(self._asked_port, error) from error
        self._port = site.port
        self._guard.listen_on(self._port)
        self._runner = runner
        self._unsubscribe = [self._floor.subscribe(self.hub)]
        if self._monitor is not None and self._board is not None:
            self._unsubscribe.append(self._floor.subscribe(self._monitor))
            self._board.start()
        await self.hub.practices.start()

    async def stop(self) -> None:
        """Say goodbye to the pages and close; soon, also when some of them do not listen."""
        runner, self._runner = self._runner, None
        if runner is None:
            return
        while self._unsubscribe:
            self._unsubscribe.pop()()
        if self._board is not None:
            await self._board.stop()
        await self.hub.practices.stop()
        await runner.cleanup()
        await self._sockets.close()
        self._port = None

    def urls(self, table: str | None = None) -> dict[str, str]:
        """Addresses ready to be clicked or pasted into OBS, by page; secret, since the token is in them."""
        return {
            page.value: f"{self._base}/{page}?"
            + urlencode({"token": self._tokens.of(page)} | ({"table": table} if table else {}))
            for page in Page
        }

    def nair_address(self) -> str | None:
        """The address to paste into N Air, with what it fills in; secret. ``None`` without the link."""
        return None if self._links is None else self._links.address(self._base)

    @property
    def _base(self) -> str:
        host = bracketed("127.0.0.1" if self._host in EVERYWHERE else self._host)
        return f"http://{host}:{self.port}"

    async def _say_goodbye(self, app: web.Application) -> None:
        await self.hub.close(self._limits.close)


def cannot_listen(port: int, error: OSError) -> CannotListen:
    """Why a port cannot be listened on."""
    codes = {error.errno, getattr(error, "winerror", None)}
    if codes & _IN_USE:
        return PortInUse(port)
    if codes & _DENIED:
        return PortDenied(port)
    return CannotListen(port, error.strerror or str(error))
