"""A page's outbox, on a socket that only remembers."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import WSCloseCode
from structlog.testing import capture_logs

from bot.web.client import Client
from bot.web.limits import Limits
from bot.web.tokens import Page
from tests.patience import PATIENCE


class Wire:
    """Both the socket and the transport under it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.unsent = 0
        self.ended: list[str] = []

    async def send_frame(self, message: bytes, opcode: object) -> None:
        await asyncio.sleep(0)
        self.sent.append(message)

    async def close(self, code: int) -> None:
        self.sent.append(b"bye")
        for _ in range(20):  # the other side takes its time
            await asyncio.sleep(0)

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.ended.append("cut off")

    def close_transport(self) -> None:
        self.ended.append("closed")


class Transport:
    def __init__(self, wire: Wire) -> None:
        self.get_write_buffer_size = wire.get_write_buffer_size
        self.abort = wire.abort
        self.close = wire.close_transport


def client(wire: Any, newest: Any = lambda _: [b"newest"]) -> Client:
    transport: Any = Transport(wire)
    return Client(Page.DOCK, None, "ja", wire, transport, newest, Limits(outbox=4, answers=2))


async def pumped(made: Client) -> None:
    """Lets the pump run until it has nothing to do."""
    pump = asyncio.create_task(made.pump())
    for _ in range(50):
        await asyncio.sleep(0)
    pump.cancel()
    await asyncio.gather(pump, return_exceptions=True)


async def test_what_is_posted_before_the_first_state_is_in_it() -> None:
    wire = Wire()
    made = client(wire)
    assert not made.post(b"step")
    await pumped(made)
    assert wire.sent == [b"newest"]
    assert made.skips == 0
    assert made.post(b"next step")
    await pumped(made)
    assert wire.sent == [b"newest", b"next step"]


async def test_a_full_outbox_is_dropped_except_for_answers() -> None:
    wire = Wire()
    made = client(wire)
    await pumped(made)
    posted = [made.post(b"1"), made.post(b"2")]
    made.answer(b"done")
    posted += [made.post(b"3"), made.post(b"4"), made.post(b"5"), made.post(b"6")]
    assert posted == [True] * 4 + [False] * 2
    assert (made.stale, made.waiting, made.skips) == (True, 1, 1)
    await pumped(made)
    assert wire.sent == [b"newest", b"done", b"newest"]
    assert made.waiting == 0


async def test_answers_and_steps_keep_their_order() -> None:
    wire = Wire()
    made = client(wire)
    await pumped(made)
    made.post(b"step 1")
    made.answer(b"done 1")
    made.post(b"step 2")
    await pumped(made)
    assert wire.sent == [b"newest", b"step 1", b"done 1", b"step 2"]


async def test_unread_answers_cut_the_page_off() -> None:
    wire = Wire()
    made = client(wire)
    made.answer(b"1")
    made.answer(b"2")
    assert wire.ended == []
    made.answer(b"3")
    assert wire.ended == ["cut off"]
    await pumped(made)
    made.answer(b"4")  # those sent do not count for ever
    assert wire.ended == ["cut off"]


async def test_nothing_follows_the_goodbye() -> None:
    wire = Wire()
    made = client(wire)
    await pumped(made)
    pump = asyncio.create_task(made.pump())
    closing = asyncio.create_task(made.close(WSCloseCode.GOING_AWAY, 10))
    await asyncio.sleep(0)
    made.post(b"step")
    made.answer(b"done")
    await closing
    pump.cancel()
    assert wire.sent == [b"newest", b"bye"]
    assert wire.ended == ["closed"]


async def test_a_page_with_unsent_messages_is_cut_off_rather_than_closed() -> None:
    wire = Wire()
    wire.unsent = 1
    client(wire).hang_up()
    assert wire.ended == ["cut off"]


@pytest.mark.parametrize("lost", [ConnectionResetError(), TimeoutError()])
async def test_a_lost_connection_ends_the_pump_quietly(
    lost: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire()

    async def broken(message: bytes, opcode: object) -> None:
        raise lost

    monkeypatch.setattr(wire, "send_frame", broken)
    with capture_logs() as logs:
        await asyncio.wait_for(client(wire).pump(), PATIENCE)
    assert logs == []


async def test_our_own_bug_is_logged_and_the_page_may_come_back() -> None:
    def bug(_: Client) -> list[bytes]:
        raise KeyError("no such table")

    wire = Wire()
    with capture_logs() as logs:
        await asyncio.wait_for(client(wire, bug).pump(), PATIENCE)
    assert [entry["log_level"] for entry in logs] == ["error"]
    assert wire.ended == ["cut off"]
