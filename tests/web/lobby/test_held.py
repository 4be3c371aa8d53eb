"""Pictures are held back by the stream's delay, and made one at a time."""

from __future__ import annotations

import asyncio

from bot.pit.messages import Frame
from bot.web.lobby.gather import Picture
from bot.web.lobby.held import AT_LEAST_S, EVERY_S, HeldBack

FRAME = Frame("tournament", 1, (), {}, {})


class Desk:
    """Makes pictures that say which one they are."""

    def __init__(self, delay: float = 15.0) -> None:
        self.now = 1000.0
        self.delay = delay
        self.made = 0
        self.at_once = 0
        self.gate: asyncio.Event | None = None
        self.broken = False
        self.held = HeldBack(self.make, lambda: self.delay, lambda: self.now)

    async def make(self) -> Picture:
        self.made += 1
        self.at_once += 1
        assert self.at_once == 1, "two at a time"
        number = self.made
        try:
            if self.gate is not None:
                await self.gate.wait()
            if self.broken:
                raise ZeroDivisionError("our own bug")
        finally:
            self.at_once -= 1
        return Picture(0, {"ranking": {"number": number}})

    def number(self) -> int | None:
        ready = self.held.current()
        return None if ready is None else int(ready.picture.parts["ranking"]["number"])

    async def begin(self) -> None:
        """The first picture is there."""
        self.held.start()
        await self.held.idle()

    async def go_on(self, seconds: float) -> None:
        self.now += seconds


async def test_nothing_is_shown_before_the_stream_has_caught_up():
    desk = Desk(delay=15)
    await desk.begin()
    assert desk.number() is None
    await desk.go_on(14.9)
    assert desk.number() is None
    await desk.go_on(0.1)
    assert desk.number() == 1


async def test_each_picture_waits_for_itself_and_is_counted_from_its_end():
    desk = Desk(delay=15)
    await desk.begin()
    await desk.go_on(10)
    desk.held.frame(FRAME)
    desk.gate = asyncio.Event()
    assert desk.number() is None
    await asyncio.sleep(0)
    await desk.go_on(3)
    desk.gate.set()
    await desk.held.idle()
    assert desk.made == 2
    await desk.go_on(2)  # 15 s after the first, 2 after the second is complete
    assert desk.number() == 1
    await desk.go_on(12.9)
    assert desk.number() == 1
    await desk.go_on(0.1)
    assert desk.number() == 2


async def test_without_a_delay_it_is_there_at_once():
    desk = Desk(delay=0)
    await desk.begin()
    assert desk.number() == 1


async def test_a_longer_delay_measured_later_holds_from_then_on():
    desk = Desk(delay=1)
    await desk.begin()
    await desk.go_on(2)
    assert desk.number() == 1
    desk.held.frame(FRAME)
    await desk.go_on(EVERY_S)
    desk.held.current()
    await desk.held.idle()
    desk.delay = 30
    await desk.go_on(29)
    assert desk.number() == 1
    await desk.go_on(1)
    assert desk.number() == 2


async def test_a_crowd_costs_no_more_than_one_visitor():
    desk = Desk(delay=0)
    await desk.begin()
    for _ in range(500):
        desk.held.frame(FRAME)
        desk.held.current()
    await desk.held.idle()
    assert desk.made == 1, "not oftener than every few seconds"
    await desk.go_on(EVERY_S)
    for _ in range(500):
        desk.held.current()
    await desk.held.idle()
    assert desk.made == 2


async def test_without_a_change_there_is_nothing_to_make_for_a_while():
    desk = Desk(delay=0)
    await desk.begin()
    await desk.go_on(EVERY_S * 2)
    desk.held.current()
    await desk.held.idle()
    assert desk.made == 1
    await desk.go_on(AT_LEAST_S)
    desk.held.current()
    await desk.held.idle()
    assert desk.made == 2


async def test_while_the_tables_are_played_it_is_not_yesterdays():
    desk = Desk(delay=0)
    await desk.begin()
    await desk.go_on(AT_LEAST_S)
    desk.held.frame(FRAME)
    await desk.held.idle()
    assert desk.made == 2, "though nobody has asked"


async def test_a_picture_that_fails_leaves_the_last_one():
    desk = Desk(delay=0)
    await desk.begin()
    desk.broken = True
    desk.held.frame(FRAME)
    await desk.go_on(EVERY_S)
    desk.held.current()
    await desk.held.idle()
    assert desk.number() == 1
    desk.broken = False
    await desk.go_on(EVERY_S)
    desk.held.current()
    await desk.held.idle()
    assert desk.number() == 3


async def test_it_can_be_stopped_in_the_middle():
    desk = Desk()
    desk.gate = asyncio.Event()
    desk.held.start()
    await asyncio.sleep(0)
    await desk.held.stop()
    assert desk.made == 1
    assert desk.number() is None
    await desk.held.stop()
