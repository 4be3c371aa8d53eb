from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientWebSocketResponse

from bot.web import Limits, Page, Tokens, WebServer
from tests.patience import PATIENCE
from tests.web.fake_floor import FakeFloor

Start = Callable[..., Awaitable[WebServer]]


@pytest.fixture
async def floor() -> FakeFloor:
    return FakeFloor()


@pytest.fixture
def tokens() -> Tokens:
    return Tokens.new()


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    root = tmp_path / "overlays"
    for page in Page:
        (root / page).mkdir(parents=True)
        (root / page / "index.html").write_text(f"<!doctype html><title>{page}</title>", encoding="utf-8")
    (root / "shared").mkdir()
    (root / "shared" / "main.js").write_text("export const one = 1;\n", encoding="utf-8")
    (root / "shared" / "card.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>", encoding="utf-8")
    (root / "shared" / ".hidden.js").write_text("hidden", encoding="utf-8")
    (root / "shared" / "notes.txt").write_text("notes", encoding="utf-8")
    (tmp_path / "secret.js").write_text("secret", encoding="utf-8")
    return root


@pytest.fixture
async def start(floor: FakeFloor, tokens: Tokens, pages: Path) -> AsyncIterator[Start]:
    """Starts servers that are stopped with the test."""
    started: list[WebServer] = []

    async def starter(**options: Any) -> WebServer:
        options.setdefault("port", 0)
        options.setdefault("limits", Limits(dock_burst=10_000, chat_burst=10_000))
        server = WebServer(floor, tokens=tokens, language="ja", pages=pages, **options)
        started.append(server)
        await server.start()
        return server

    yield starter
    for server in started:
        await server.stop()


@pytest.fixture
async def server(start: Start) -> WebServer:
    return await start()


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


async def eventually(what: str, condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.01)
    assert condition(), what


class Pen:
    """Opens pages' sockets."""

    def __init__(self, http: aiohttp.ClientSession, tokens: Tokens) -> None:
        self._http = http
        self._tokens = tokens

    def url(self, server: WebServer, page: Page, **query: str) -> str:
        asked = "&".join(f"{k}={v}" for k, v in ({"token": self._tokens.of(page)} | query).items())
        return f"http://127.0.0.1:{server.port}/ws/{page}?{asked}"

    async def open(self, server: WebServer, page: Page, **query: str) -> ClientWebSocketResponse:
        return await self._http.ws_connect(self.url(server, page, **query))

    async def drawn(self, server: WebServer, page: Page, **query: str) -> ClientWebSocketResponse:
        """A page that has drawn its first state."""
        socket = await self.open(server, page, **query)
        assert (await socket.receive_json())["type"] == "state"
        return socket


@pytest.fixture
def pen(http: aiohttp.ClientSession, tokens: Tokens) -> Pen:
    return Pen(http, tokens)
