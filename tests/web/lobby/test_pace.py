"""A flood waits its turn; beyond that it is turned away."""

from __future__ import annotations

import asyncio

from bot.web.lobby.pace import Pace


class Clock:
    """Time that passes only by sleeping."""

    def __init__(self) -> None:
        self.now = 100.0
        self.slept: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)


async def test_a_page_with_all_its_parts_does_not_wait():
    clock = Clock()
    pace = Pace(rate=10, burst=20, clock=lambda: clock.now, sleep=clock.sleep)
    assert all([await pace.turn() for _ in range(20)])
    assert clock.slept == []


async def test_a_flood_is_answered_at_the_rate():
    clock = Clock()
    pace = Pace(rate=10, burst=20, clock=lambda: clock.now, sleep=clock.sleep)
    for _ in range(50):
        assert await pace.turn()
    assert len(clock.slept) == 30
    assert [round(one, 3) for one in clock.slept[:3]] == [0.1, 0.2, 0.3]
    assert round(clock.slept[-1], 3) == 3.0


async def test_after_a_quiet_time_the_burst_is_there_again_and_no_more():
    clock = Clock()
    pace = Pace(rate=10, burst=20, clock=lambda: clock.now, sleep=clock.sleep)
    for _ in range(20):
        await pace.turn()
    clock.now += 1000
    for _ in range(21):
        await pace.turn()
    assert len(clock.slept) == 1


async def test_who_comes_when_too_many_wait_is_turned_away_and_costs_nothing():
    gate = asyncio.Event()

    async def sleep(_seconds: float) -> None:
        await gate.wait()

    pace = Pace(rate=10, burst=1, most=2, clock=lambda: 100.0, sleep=sleep)
    assert await pace.turn()
    waiting = [asyncio.create_task(pace.turn()) for _ in range(2)]
    await asyncio.sleep(0)
    for _ in range(100):
        assert not await pace.turn()
    assert round(pace._free_at - 100.0, 3) == 0.2
    gate.set()
    assert await asyncio.gather(*waiting) == [True, True]
