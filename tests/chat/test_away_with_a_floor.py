"""A platform that cannot be heard for a while: the clock waits, and the rules judge what comes late."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.onecomme import OneComme
from tests.chat.listening import Desk, until
from tests.chat.test_onecomme import QUICK
from tests.fakes.onecomme import FakeOneComme, niconama
from tests.pit.rig import Hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "chatjack.db", cards="5S 9S 6H 6D 8C 7H TC 9D 2C TS") as made:
        yield made
        await made.assert_sound()


@pytest.fixture
async def onecomme(hall: Hall) -> AsyncIterator[FakeOneComme]:
    """With aya and ben seated, and bets open."""
    fake = FakeOneComme()
    await fake.start()
    connector = OneComme(fake.address, Desk().intake("onecomme"), timing=QUICK)
    await connector.start(hall.floor)
    await until(lambda: fake.sockets)
    for name in ("aya", "ben"):
        await fake.comment(niconama(name, name, "参加"))
    await until(lambda: len(hall.table.seats) == 2)
    await hall.settle()
    assert await hall.do("open") == "done"
    yield fake
    await connector.stop()
    await fake.stop()


async def codes(hall: Hall, user_id: str, count: int) -> list[str]:
    """The answers to a viewer, once there are so many."""
    await until(lambda: sum(one.user_id == user_id for one in hall.replies) >= count)
    return [one.code for one in hall.replies if one.user_id == user_id]


async def test_the_last_call_waits_for_a_platform_that_is_away_and_starts_anew(
    hall: Hall, onecomme: FakeOneComme
):
    hall.floor.delays["niconico"] = 12.0
    await onecomme.comment(niconama("ben", "ben", "bet 100"))
    assert (await codes(hall, "ben", 2))[-1] == "bet_taken"
    assert await hall.do("deal") == "done"  # the last call: bets count for as long as the picture is late
    assert hall.actor.clock.deadline == hall.now_ms + 12_000
    await onecomme.stop()
    await until(lambda: hall.actor.held)
    assert hall.actor.clock.deadline is None
    hall.now_ms += 60_000
    await onecomme.comment(niconama("aya", "aya", "bet 100"))  # what nobody could hear
    await onecomme.start()
    assert (await codes(hall, "aya", 2))[-1] == "bet_taken"
    assert hall.actor.clock.deadline == hall.now_ms + 12_000


async def test_a_bet_that_was_said_in_time_and_comes_while_bets_are_open_counts(
    hall: Hall, onecomme: FakeOneComme
):
    onecomme.drop()
    await onecomme.comment(niconama("aya", "aya", "bet 100"))  # while nobody was connected
    assert (await codes(hall, "aya", 2))[-1] == "bet_taken"


async def test_a_bet_that_comes_after_the_close_is_refused_and_stakes_nothing(
    hall: Hall, onecomme: FakeOneComme
):
    await onecomme.comment(niconama("ben", "ben", "bet 100"))
    assert (await codes(hall, "ben", 2))[-1] == "bet_taken"
    await onecomme.stop()
    await onecomme.comment(niconama("aya", "aya", "bet 100"))
    assert await hall.do("deal") == "done"
    await onecomme.start()
    refused = (await codes(hall, "aya", 2))[-1]
    assert refused == "bets_closed"
    assert {one.user_id: int(one.points) // 100 for one in hall.floor.main.people.on("niconico")} == {
        "aya": 500,
        "ben": 400,
    }
    assert hall.table.live is not None
    assert set(hall.table.live.boxes) == {2}
