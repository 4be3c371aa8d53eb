"""A connection is kept up whatever happens to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import aiohttp
import pytest

from bot.chat.upkeep import Ended, Pauses, Upkeep

Session = Callable[[Callable[[], None]], object]


class World:
    """Time passes when somebody sleeps."""

    def __init__(self, *sessions: tuple[float, bool, Exception | None]) -> None:
        self.now = 0.0
        self.slept: list[float] = []
        self.told: list[tuple[bool, str]] = []
        self._sessions = list(sessions)

    async def session(self, up: Callable[[], None]) -> None:
        if not self._sessions:
            raise asyncio.CancelledError
        lasts, heard, error = self._sessions.pop(0)
        if heard:
            up()
            up()
        self.now += lasts
        if error is not None:
            raise error

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds

    async def run(self) -> None:
        upkeep = Upkeep(
            self.session,
            lambda heard, trouble: self.told.append((heard, trouble)),
            Pauses(first=1, most=5, steady=20),
            now=lambda: self.now,
            sleep=self.sleep,
            jitter=lambda: 1.0,
        )
        with pytest.raises(asyncio.CancelledError):
            await upkeep.run()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (None, "closed"),
        (Ended("not_on_air"), "not_on_air"),
        (TimeoutError(), "silent"),
        (OSError("no route"), "unreachable"),
        (aiohttp.ClientConnectionError(), "unreachable"),
        (RuntimeError("ours"), "internal"),
    ],
)
async def test_whatever_ends_a_session_another_follows(error, code):
    world = World((1, True, error), (1, True, None))
    await world.run()
    assert world.told == [(True, ""), (False, code), (True, ""), (False, "closed")]


async def test_pauses_grow_while_nothing_works_and_begin_anew_after_a_steady_session():
    failing = [(0.0, False, OSError())] * 6
    world = World(*failing, (25.0, True, OSError()), (0.0, False, OSError()))
    await world.run()
    assert world.slept == [0, 1, 2, 4, 5, 5, 0, 1]


async def test_a_session_that_only_flickers_does_not_begin_anew():
    world = World(*[(1.0, True, OSError())] * 4)
    await world.run()
    assert world.slept == [0, 1, 2, 4]


async def test_the_other_side_may_ask_for_a_longer_pause():
    world = World((1.0, True, Ended("sent_away", 30.0)))
    await world.run()
    assert world.slept == [30.0]


async def test_it_says_how_it_is_doing():
    world = World()
    upkeep = Upkeep(world.session, lambda *_: None, Pauses(), now=lambda: world.now, sleep=world.sleep)

    def state() -> tuple[str, str]:
        status = upkeep.status("niconico", {"niconico"})
        return status.state.value, status.trouble

    assert state() == ("connecting", "connecting")
    upkeep._up()
    assert state() == ("online", "")
    upkeep._say(False, "unreachable")
    assert state() == ("connecting", "unreachable")
    upkeep._say(False, "page_changed")
    assert state() == ("broken", "page_changed")


async def test_trouble_is_told_when_it_changes():
    world = World((0, False, OSError()), (0, False, OSError()), (0, False, Ended("not_on_air")))
    await world.run()
    assert world.told == [(False, "unreachable"), (False, "not_on_air")]
