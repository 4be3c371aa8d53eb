"""Start, stop and addresses."""

from __future__ import annotations

import errno
import socket

import aiohttp
import pytest
from aiohttp import web

from bot.web import CannotListen, Page, PortDenied, PortInUse, Tokens, WebServer
from tests.web.conftest import Pen, Start
from tests.web.fake_floor import FakeFloor


async def test_port_0_takes_a_free_one_and_the_addresses_work(
    server: WebServer, http: aiohttp.ClientSession
) -> None:
    assert server.port > 0
    urls = server.urls()
    assert set(urls) == {"overlay", "dock", "chat"}
    for page, url in urls.items():
        async with http.get(url) as answer:
            assert (answer.status, page in await answer.text()) == (200, True)


async def test_addresses_may_name_a_table(server: WebServer, tokens: Tokens) -> None:
    assert server.urls("switch")["overlay"] == (
        f"http://127.0.0.1:{server.port}/overlay?token={tokens.overlay}&table=switch"
    )


@pytest.mark.parametrize(
    ("host", "shown"), [("::1", "[::1]"), ("0.0.0.0", "127.0.0.1"), ("192.168.1.5", "192.168.1.5")]
)
def test_addresses_name_a_host_that_can_be_opened(
    floor: FakeFloor, tokens: Tokens, host: str, shown: str
) -> None:
    server = WebServer(floor, host=host, port=7788, tokens=tokens, language="en")
    assert server.urls()["dock"] == f"http://{shown}:7788/dock?token={tokens.dock}"


async def test_a_port_in_use_says_so(start: Start, server: WebServer, floor: FakeFloor) -> None:
    with pytest.raises(PortInUse) as refused:
        await start(port=server.port)
    assert refused.value.port == server.port
    assert len(floor.listeners) == 2  # the first server's: its pages and its practice chat


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (errno.EADDRINUSE, PortInUse),
        (10048, PortInUse),
        (errno.EACCES, PortDenied),
        (10013, PortDenied),  # Windows: a port it has reserved
        (errno.EADDRNOTAVAIL, CannotListen),
    ],
)
async def test_a_port_that_cannot_be_had_is_a_typed_error(
    start: Start, floor: FakeFloor, monkeypatch: pytest.MonkeyPatch, code: int, kind: type[CannotListen]
) -> None:
    async def denied(site: web.TCPSite) -> None:
        raise OSError(code, "no")

    monkeypatch.setattr(web.TCPSite, "start", denied)
    with pytest.raises(CannotListen) as refused:
        await start(port=7788)
    assert type(refused.value) is kind
    assert refused.value.port == 7788
    assert floor.listeners == []


async def test_it_listens_on_this_machine_only(server: WebServer) -> None:
    addresses = {
        sock.getsockname()[0]
        for site in server._runner.sites  # type: ignore[union-attr]
        for sock in site._server.sockets  # type: ignore[attr-defined]
    }
    assert addresses == {"127.0.0.1"}


async def test_it_stops_twice_and_starts_again(
    start: Start, floor: FakeFloor, pen: Pen, caplog: pytest.LogCaptureFixture
) -> None:
    server = await start()
    await server.start()  # already started: nothing happens
    assert len(floor.listeners) == 2
    await pen.drawn(server, Page.OVERLAY)
    await server.stop()
    await server.stop()
    assert floor.listeners == []
    assert server.hub.count(Page.OVERLAY) == 0
    await server.start()
    page = await pen.open(server, Page.OVERLAY)
    assert (await page.receive_json())["type"] == "state"
    assert caplog.records == []


async def test_the_port_is_free_after_the_stop(start: Start) -> None:
    server = await start()
    port = server.port
    await server.stop()
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", port))
