"""Pages that do not read. None of these tests measures time; the long limits only end a hung test."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import os
import socket as sockets
import struct
import time
from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse

from bot.web import Limits, Page, WebServer
from tests.patience import PATIENCE
from tests.web.conftest import Pen, Start, eventually
from tests.web.fake_floor import FakeFloor

SMALL = {"send_buffer": 16 * 1024, "dock_burst": 10_000, "dock_rate": 10_000.0}


class Stuck:
    """A page that has opened its socket and reads nothing until it is told to."""

    def __init__(self, socket: sockets.socket) -> None:
        self._socket = socket
        self._buffer = b""

    @classmethod
    async def open(cls, server: WebServer, url: str) -> Stuck:
        socket = sockets.socket()
        socket.setsockopt(
            sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096
        )  # before connecting, or it does nothing
        socket.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(socket, ("127.0.0.1", server.port))
        path = url.split(f":{server.port}", 1)[1]
        key = base64.b64encode(os.urandom(16)).decode()
        await loop.sock_sendall(
            socket,
            (
                f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
            ).encode(),
        )
        page = cls(socket)
        head = await page._until(b"\r\n\r\n")
        assert b" 101 " in head
        return page

    async def send(self, message: object) -> None:
        body = json.dumps(message).encode()
        head = (
            struct.pack("!BB", 0x81, 0x80 | len(body))
            if len(body) < 126
            else struct.pack("!BBH", 0x81, 0x80 | 126, len(body))
        )
        await asyncio.get_running_loop().sock_sendall(self._socket, head + b"\0\0\0\0" + body)

    async def messages(self) -> AsyncIterator[dict[str, Any]]:
        """Starts to read after all; ends when the server hangs up."""
        while True:
            try:
                head = await self._take(2)
                length = head[1] & 0x7F
                if length >= 126:
                    length = int.from_bytes(await self._take(2 if length == 126 else 8), "big")
                body = await self._take(length)
            except (ConnectionError, EOFError):
                return
            if head[0] & 0x0F == 1:
                yield json.loads(body)

    async def _more(self) -> None:
        data = await asyncio.wait_for(asyncio.get_running_loop().sock_recv(self._socket, 65536), PATIENCE)
        if not data:
            raise EOFError
        self._buffer += data

    async def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            await self._more()
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    async def _until(self, mark: bytes) -> bytes:
        while mark not in self._buffer:
            await self._more()
        taken, _, self._buffer = self._buffer.partition(mark)
        return taken

    def close(self) -> None:
        self._socket.close()


async def test_a_page_that_does_not_read_holds_nobody_up(start: Start, pen: Pen, floor: FakeFloor) -> None:
    server = await start(limits=Limits(stall=3600, heartbeat=3600, **SMALL))
    floor.padding = "x" * 2000
    healthy = [await pen.drawn(server, Page.OVERLAY) for _ in range(3)]
    stuck = await Stuck.open(server, pen.url(server, Page.OVERLAY))
    await eventually("it is connected", lambda: server.hub.count(Page.OVERLAY) == 4)
    seen: list[list[int]] = [[] for _ in healthy]
    most_waiting = 0
    for published in range(42, 5042, 20):
        for rev in range(published, published + 20):
            assert floor.publish("tournament") == rev  # returns at once, whoever reads
        most_waiting = max(most_waiting, *(client.waiting for client in server.hub.clients(Page.OVERLAY)))
        for socket, revs in zip(healthy, seen, strict=True):
            for _ in range(20):
                message = await asyncio.wait_for(socket.receive_json(), PATIENCE)
                assert message["type"] == "events"
                revs.append(message["rev"])
    assert seen == [list(range(42, 5042))] * 3
    assert most_waiting <= Limits().outbox
    assert sorted(client.skips > 0 for client in server.hub.clients(Page.OVERLAY)) == [False] * 3 + [True]

    heard = []
    async for message in stuck.messages():
        heard.append((message["type"], message["rev"]))
        if message["rev"] == 5041:
            break
    assert heard[-1] == ("state", 5041)  # skipped to the newest, in one step
    assert len(heard) < 2500
    floor.publish("tournament")
    async for message in stuck.messages():
        assert (message["type"], message["rev"]) == ("events", 5042)  # and it follows again
        break
    stuck.close()


async def test_a_burst_skips_everybody_to_the_newest_state(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    pages = [await pen.drawn(server, page) for page in (Page.OVERLAY, Page.DOCK)]
    for _ in range(5000):
        floor.publish("tournament")
    for page in (Page.OVERLAY, Page.DOCK):
        assert all(client.waiting <= Limits().outbox for client in server.hub.clients(page))
    for socket in pages:
        message = await socket.receive_json()
        assert (message["type"], message["rev"]) == ("state", 5041)


async def test_a_skipped_dock_misses_no_line_and_gets_none_twice(
    start: Start, pen: Pen, floor: FakeFloor
) -> None:
    server = await start(limits=Limits(outbox=8))
    for number in range(3):
        floor.write("tournament", str(number))
    dock = await pen.drawn(server, Page.DOCK)
    lines: list[str] = []

    async def read_until(last: str) -> None:
        while not lines or lines[-1] != last:
            message = await asyncio.wait_for(dock.receive_json(), PATIENCE)
            if message["type"] == "log":
                lines.extend(line["text"] for line in message["lines"])

    await read_until("2")
    written = 3
    for burst in (2, 30, 5, 60, 1):
        for _ in range(burst):
            floor.write("tournament", str(written))
            floor.publish("tournament")
            written += 1
        await read_until(str(written - 1))
    assert lines == [str(number) for number in range(written)]


async def test_answers_survive_a_skip(start: Start, pen: Pen, floor: FakeFloor) -> None:
    server = await start(limits=Limits(outbox=4))
    dock = await pen.drawn(server, Page.DOCK)
    (client,) = server.hub.clients(Page.DOCK)
    client.answer(b'{"type":"done","id":"1","rev":41}')
    for _ in range(50):
        floor.publish("tournament")
    client.answer(b'{"type":"done","id":"2","rev":91}')
    heard = [await asyncio.wait_for(dock.receive_json(), PATIENCE) for _ in range(3)]
    assert [message.get("id", message["rev"]) for message in heard] == ["1", "2", 91]


async def test_a_page_that_takes_nothing_at_all_is_cut_off(start: Start, pen: Pen, floor: FakeFloor) -> None:
    server = await start(limits=Limits(stall=0.2, heartbeat=3600, **SMALL))
    floor.padding = "x" * 2000
    healthy = await pen.drawn(server, Page.OVERLAY)
    stuck = await Stuck.open(server, pen.url(server, Page.OVERLAY))
    await eventually("it is connected", lambda: server.hub.count(Page.OVERLAY) == 2)
    rev = 41
    async with asyncio.timeout(PATIENCE):
        while server.hub.count(Page.OVERLAY) == 2:
            rev = floor.publish("tournament")
            assert (await healthy.receive_json())["rev"] == rev
    stuck.close()
    again = await pen.open(server, Page.OVERLAY)
    assert (await again.receive_json())["rev"] == rev


async def test_a_page_that_answers_no_ping_is_gone(start: Start, pen: Pen) -> None:
    server = await start(limits=Limits(heartbeat=0.1))
    stuck = await Stuck.open(server, pen.url(server, Page.OVERLAY))
    async for first in stuck.messages():
        assert first["type"] == "state"
        break  # it is connected, and reads nothing more
    await eventually("it is gone", lambda: server.hub.count(Page.OVERLAY) == 0)
    stuck.close()


async def test_a_dock_that_asks_and_does_not_read_is_cut_off(
    start: Start, pen: Pen, floor: FakeFloor
) -> None:
    server = await start(limits=Limits(stall=3600, heartbeat=3600, strikes=10_000, **SMALL))
    floor.padding = "x" * 2000
    stuck = await Stuck.open(server, pen.url(server, Page.DOCK))
    await eventually("it is connected", lambda: server.hub.count(Page.DOCK) == 1)
    with contextlib.suppress(ConnectionError):
        async with asyncio.timeout(PATIENCE):
            while server.hub.count(Page.DOCK):
                await stuck.send({"type": "do", "id": "1", "verb": 7})
                await asyncio.sleep(0)
    await eventually("it is gone", lambda: server.hub.count(Page.DOCK) == 0)
    stuck.close()


@pytest.mark.parametrize("published", [0, 2000])
async def test_the_stop_does_not_wait_for_stuck_pages(
    start: Start, pen: Pen, floor: FakeFloor, published: int
) -> None:
    server = await start(limits=Limits())
    floor.padding = "x" * 2000
    overlay = await pen.drawn(server, Page.OVERLAY)
    seen: list[int] = []
    reading = asyncio.create_task(read_to_the_end(overlay, seen))
    dock = await pen.drawn(server, Page.DOCK)
    await dock.send_json({"type": "do", "id": "1", "verb": "wait", "args": []})  # never finishes
    stuck = [await Stuck.open(server, pen.url(server, page)) for page in (Page.OVERLAY, Page.DOCK, Page.CHAT)]
    _, idle = await asyncio.open_connection("127.0.0.1", server.port)
    idle.write(b"GET /healthz HTTP/1.1\r\nHost:")  # and never sends the rest
    post = asyncio.create_task(post_wait(pen, server))
    await eventually("they are connected", lambda: server.hub.count(Page.DOCK) == 2 and len(floor.asked) == 2)
    for number in range(published):
        floor.publish("tournament")
        if number % 50 == 0:
            await asyncio.sleep(0)
    await eventually("who reads is up to date", lambda: not published or seen[-1:] == [41 + published])
    port, began = server.port, time.monotonic()
    await server.stop()
    assert time.monotonic() - began < 30  # it is far below 2; a stop that waits for a page takes minutes
    assert floor.listeners == []
    await asyncio.wait_for(reading, PATIENCE)
    assert overlay.close_code == 1001  # going away: the page knows to come back
    with pytest.raises(ConnectionError):
        await asyncio.open_connection("127.0.0.1", port)
    await asyncio.gather(post, return_exceptions=True)
    idle.close()
    for page in stuck:
        page.close()


async def read_to_the_end(page: ClientWebSocketResponse, seen: list[int]) -> None:
    async for message in page:
        seen.append(json.loads(message.data)["rev"])


async def post_wait(pen: Pen, server: WebServer) -> None:
    headers = {"Authorization": f"Bearer {pen._tokens.dock}"}
    url = f"http://127.0.0.1:{server.port}/api/do"
    async with pen._http.post(url, json={"id": "2", "verb": "wait"}, headers=headers):
        pass
