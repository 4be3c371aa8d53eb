"""The connections on the dock, and ``GET /api/status``."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientWebSocketResponse

from bot.chat.status import ConnectionState, ConnectionStatus, Monitor
from bot.web import Page, Tokens, WebServer
from tests.patience import PATIENCE
from tests.web.conftest import Pen, Start


class Line:
    """A connection that is as the test says."""

    def __init__(self) -> None:
        self.now = ConnectionStatus("twitch", ("twitch",), rate_left=20, rate_most=20)

    def set(self, **changes: Any) -> None:
        self.now = replace(self.now, **changes)


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
async def server(start: Start, line: Line) -> WebServer:
    monitor = Monitor()
    monitor.watch(lambda: [line.now])
    return await start(monitor=monitor)


async def status(socket: ClientWebSocketResponse) -> Any:
    async with asyncio.timeout(PATIENCE):
        while True:
            message = await socket.receive_json()
            if message["type"] == "status":
                (connection,) = message["connections"]
                return connection


async def test_a_dock_is_told_when_it_opens_and_when_something_changes(server, line, pen: Pen):
    dock = await pen.drawn(server, Page.DOCK)
    told = await status(dock)
    assert (told["state"], told["rate_left"]) == ("online", 20)
    assert "Twitch" in told["lines"][0]["text"]
    line.set(state=ConnectionState.BROKEN, trouble="unauthorised")
    told = await status(dock)
    assert told["lines"][0]["level"] == "wrong"
    assert "認証" in told["lines"][0]["text"]


async def test_what_is_known_of_a_connection_is_listed_beside_it(server, line, pen: Pen):
    line.set(requests_left=750, requests_most=800, clock_skew=0.0, token_expires=time.time() + 8_000)
    line.set(renews=True, last_received=time.time() - 14_500)
    told = await status(await pen.drawn(server, Page.DOCK))
    assert {one["label"] for one in told["facts"]} == {"page.connections.fact"}
    values = [one["value"] for one in told["facts"]]
    assert len(values) == 5
    assert all(figure in " ".join(values) for figure in ("4", "2", "20/20", "750/800"))
    assert "750" not in told["lines"][0]["text"], "once is enough"


async def test_other_pages_are_told_nothing(server, pen: Pen):
    overlay = await pen.drawn(server, Page.OVERLAY)
    dock = await pen.drawn(server, Page.DOCK)
    await status(dock)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await overlay.receive_json()


async def test_each_dock_reads_its_own_language(server, pen: Pen):
    english = await pen.drawn(server, Page.DOCK, lang="en")
    assert "connected" in (await status(english))["lines"][0]["text"]


async def test_programs_ask_with_the_docks_token(server, http: aiohttp.ClientSession, tokens: Tokens):
    url = f"http://127.0.0.1:{server.port}/api/status"
    for headers, expected in (
        ({}, 401),
        ({"Authorization": f"Bearer {tokens.overlay}"}, 403),
        ({"Authorization": f"Bearer {tokens.dock}"}, 200),
    ):
        async with http.get(url, headers=headers) as answer:
            assert answer.status == expected
    async with http.get(url, headers={"Authorization": f"Bearer {tokens.dock}"}) as answer:
        told = await answer.json()
    assert told["pages"] == {"overlay": 0, "dock": 0, "chat": 0}
    assert [one["name"] for one in told["connections"]] == ["twitch"]
