"""Whose time runs, and how long (rulings 2.4, design 3)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.pit import actor as actors
from bot.pit.clock import LATE_TURN_SECONDS
from tests.pit.rig import Hall

CLOCK = 30
DELAY = 4.0
CARDS = "5C 6S 7H 8D 9H TH 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S"
"""aya 5 8, ben 6 9, dealer 7 T: several passes are possible."""
ACE_UP = "5C 6S AH 8D 9H 7D 2C 2D 2H"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "evening.db", cards=CARDS, delays={"practice": DELAY}) as opened:
        yield opened


async def dealt(hall: Hall) -> None:
    await hall.seat("aya", "ben")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    await hall.say("ben", "bet 100")
    await hall.do("deal")
    await hall.do("deal")


def left(hall: Hall) -> Any:
    return hall.floor.frame(None).public["awaiting"]["left"]


def turn(hall: Hall) -> tuple[int, int] | None:
    assert hall.table.live is not None
    return hall.table.live.turn


async def rings(hall: Hall) -> None:
    """The clock's time has come."""
    assert hall.actor.clock.deadline is not None
    hall.now_ms = hall.actor.clock.deadline
    hall.actor._ring()
    await hall.settle()


async def test_bets_have_no_clock_until_the_last_call(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("open")
    assert left(hall) is None
    await hall.do("deal")
    assert hall.floor.frame(None).public["closing"] is True
    assert left(hall) == DELAY
    hall.now_ms += 1_000
    assert await hall.say("aya", "bet 100") == ["bet_taken"], "bets still count"
    assert left(hall) == DELAY - 1
    await rings(hall)
    assert hall.phase != "betting"
    await hall.assert_sound()


async def test_2_4_a_pass_has_one_clock_of_thirty_seconds_and_the_delay(hall: Hall) -> None:
    await dealt(hall)
    assert turn(hall) == (1, 1)
    assert left(hall) == CLOCK + DELAY
    hall.now_ms += 10_000
    await hall.say("aya", "ht")
    assert turn(hall) == (2, 1)
    assert left(hall) == CLOCK + DELAY - 10, "the pass goes on with what is left"


async def test_a_turn_reached_late_gets_the_delay_and_eight_seconds(hall: Hall) -> None:
    await dealt(hall)
    hall.now_ms += 30_000
    await hall.say("aya", "ht")
    assert left(hall) == DELAY + LATE_TURN_SECONDS
    hall.now_ms += 5_000
    await hall.say("ben", "ht")  # the next pass begins
    assert turn(hall) == (1, 1)
    assert left(hall) == CLOCK + DELAY


async def test_2_4_a_timeout_plays_the_hand_and_the_next_turn_gets_its_time(hall: Hall) -> None:
    await dealt(hall)
    await rings(hall)
    assert turn(hall) == (2, 1)
    assert left(hall) == DELAY + LATE_TURN_SECONDS
    timed_out = [
        event for frame in hall.frames for event in frame.events if event["type"] == "seat_timed_out"
    ]
    assert timed_out == [{"type": "seat_timed_out", "seat": 1}]
    await hall.assert_sound()


async def test_2_4_an_auto_played_hand_has_no_clock_in_later_passes_and_is_taken_back_by_a_word(
    hall: Hall,
) -> None:
    await dealt(hall)
    await rings(hall)  # aya's 13 stands
    assert hall.table.auto == {(1, 1)}
    assert await hall.say("ben", "ht") == []
    assert turn(hall) == (2, 1), "aya's hand is final; ben goes on"


async def test_2_4_insurance_is_declined_when_its_time_is_up(tmp_path: Path) -> None:
    async with Hall(tmp_path / "ace.db", cards=ACE_UP, delays={"practice": DELAY}) as hall:
        await dealt(hall)
        assert hall.phase == "insurance"
        assert left(hall) == CLOCK + DELAY
        hall.now_ms += 20_000
        await hall.say("ben", "no")
        assert left(hall) == CLOCK + DELAY - 20, "one clock for everybody's answer"
        await rings(hall)
        assert hall.phase == "playing"
        assert hall.floor.frame(None).public["seats"][0]["insurance"] == 0


async def test_a_clock_that_rings_for_an_earlier_wait_does_nothing(hall: Hall) -> None:
    await dealt(hall)
    wait = hall.actor.clock.wait
    assert wait is not None
    hall.now_ms += 10_000
    await hall.say("aya", "ht")
    hall.actor.submit(hall.actor.ring(wait))
    await hall.settle()
    assert turn(hall) == (2, 1)
    assert hall.table.auto == set()


async def test_after_a_restart_nobody_has_less_time(hall: Hall) -> None:
    await dealt(hall)
    hall.now_ms += 25_000
    await hall.reopen()
    assert turn(hall) == (1, 1)
    assert left(hall) == CLOCK + DELAY


async def test_after_a_sleep_the_wait_begins_anew(hall: Hall) -> None:
    await dealt(hall)
    assert hall.actor.clock.deadline is not None
    hall.now_ms = hall.actor.clock.deadline + actors.SLEPT_MS + 1
    hall.actor._ring()
    await hall.settle()
    assert turn(hall) == (1, 1)
    assert left(hall) == CLOCK + DELAY


async def test_pause_holds_the_clock_and_words_still_count(hall: Hall) -> None:
    await dealt(hall)
    hall.now_ms += 20_000
    await hall.do("pause")
    assert left(hall) is None
    hall.now_ms += 60_000
    await hall.say("aya", "ht")
    assert turn(hall) == (2, 1)
    await hall.do("resume")
    assert left(hall) == CLOCK + DELAY


async def test_the_clock_is_held_while_a_seated_players_platform_is_away(hall: Hall) -> None:
    await dealt(hall)
    hall.floor.platform_away("twitch", away=True)
    assert left(hall) == CLOCK + DELAY
    hall.floor.platform_away("practice", away=True)
    assert left(hall) is None
    hall.floor.platform_away("practice", away=False)
    assert left(hall) == CLOCK + DELAY


async def test_a_full_table_that_cannot_be_dealt_stays_open_when_the_last_call_is_over(
    tmp_path: Path,
) -> None:
    """Rulings 8.1: the dealer sees why, and nothing is our own mistake."""
    async with Hall(tmp_path / "u.db", table="unknown-dealer", delays={"practice": DELAY}) as hall:
        await hall.seat("aya")
        await hall.do("open")
        await hall.say("aya", "bet 100")
        await hall.do("deal")
        await rings(hall)
        assert hall.phase == "betting"
        assert hall.lines[-1].kind == "refused"
        assert await hall.do("deal") == "seats_missing"
        await hall.assert_sound()
