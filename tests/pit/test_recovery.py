"""After a restart every table stands where it stood; a round that cannot, is called off (design 3)."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.pit.entries import Void
from tests.pit.rig import Hall
from tests.pit.test_random_evenings import canonical

CARDS = "TC 9S AH 8D 9H 7D 2C 2D 2H 3C 3D 3H 3S"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "evening.db", cards=CARDS) as opened:
        yield opened


def tamper(hall: Hall, statement: str) -> None:
    """Changes the journal behind the store's back, past the triggers that keep it append-only."""
    assert hall.path is not None
    with sqlite3.connect(hall.path) as file:
        triggers = file.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'journal'"
        ).fetchall()
        for name, _ in triggers:
            file.execute(f"DROP TRIGGER {name}")
        assert file.execute(statement).rowcount >= 1
        for _, sql in triggers:
            file.execute(sql)
    file.close()


async def evening(hall: Hall) -> None:
    """Seats, a queue, a ban, a house of cards: everything a table may hold."""
    await hall.seat("aya", "ben")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    await hall.say("ben", "bet 50")


async def test_a_table_comes_back_at_every_point_of_a_round(hall: Hall) -> None:
    await hall.seat("aya", "ben", "cho", "dai", "eri", "fay", "gus")
    assert await hall.say("hana", "join") == ["queued"]
    for step in (
        "open",
        "bet",
        "closing",
        "deal",
        "ins",
        "order",
        "kick",
        "stand",
        "undo",
        "redo",
        "void",
        "open",
    ):
        match step:
            case "bet":
                for who in ("aya", "ben"):
                    await hall.say(who, "bet 100")
            case "ins":
                assert hall.phase == "insurance"
                await hall.say("ben", "保険")
            case "order":
                await hall.say("ben", "dd")
                await hall.say("aya", "no")
            case "stand":
                await hall.say("aya", "st")
            case "kick":
                await hall.do("kick", 2)
                await hall.do("pause")
            case "closing":
                await hall.do("auto", "off")
                await hall.do("auto", "on")
            case _:
                assert await hall.do(step) == "done", step
        before, had = canonical(hall.table), await hall.balances()
        last, number = hall.actor.book.last, hall.actor.book.next_step
        await hall.reopen()
        assert canonical(hall.table) == before, step
        assert await hall.balances() == had
        assert (hall.actor.book.last, hall.actor.book.next_step) == (last, number)
        await hall.assert_sound()


async def test_a_round_that_does_not_agree_with_the_ledger_is_called_off(hall: Hall) -> None:
    await evening(hall)
    await hall.do("deal")
    await hall.close()
    tamper(hall, "UPDATE journal SET text = replace(text, 'bet 100', 'bet 90')")
    await hall.open()
    assert hall.phase == "idle"
    assert await hall.points() == {"aya": 500, "ben": 500}
    voided = [event for frame in hall.frames for event in frame.events if event["type"] == "round_voided"]
    assert voided == [{"type": "round_voided", "number": 1, "why": "recovery"}]
    assert {seat.player for seat in hall.table.seats.values()} == {hall.player("aya"), hall.player("ben")}
    await hall.assert_sound()
    assert await hall.do("open") == "done"


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE journal SET text = 'dance' WHERE text LIKE '%bet 100%'",
        "UPDATE journal SET text = 'seat 9: withdraw' WHERE text = 'close'",
        "UPDATE journal SET text = 'order seat x' WHERE text = 'close'",
        "UPDATE journal SET text = replace(text, '\"seats\":7', '\"stools\":7') WHERE text LIKE 'open %'",
        "UPDATE journal SET text = replace(text, '\"queue\"', '\"line\"') WHERE text LIKE 'open %'",
        "UPDATE journal SET text = 'open 1 {' WHERE text LIKE 'open %'",
        "UPDATE journal SET text = 'open 1 {}' WHERE text LIKE 'open %'",
        "DELETE FROM journal WHERE text LIKE 'open %'",
    ],
)
async def test_a_round_that_cannot_be_folded_is_called_off_and_the_stakes_returned(
    hall: Hall, damage: str
) -> None:
    await evening(hall)
    await hall.do("deal")
    await hall.close()
    tamper(hall, damage)
    await hall.open()
    assert hall.phase == "idle"
    assert await hall.points() == {"aya": 500, "ben": 500}
    assert (await hall.audit()).escrow == 0
    assert any(event["type"] == "round_voided" for frame in hall.frames for event in frame.events)
    assert await hall.do("undo") == "undo_too_far"
    # A second start finds nothing left to do, and the evening goes on.
    frames = len(hall.frames)
    await hall.reopen()
    assert not any(e["type"] == "round_voided" for frame in hall.frames[frames:] for e in frame.events)
    assert hall.table.number == 1
    for who in ("aya", "ben"):
        await hall.say(who, "join")
    assert await hall.do("open") == "done"
    assert hall.table.number == 2
    assert await hall.say("aya", "bet 100") == ["bet_taken"]
    assert await hall.do("deal") == "done"
    await hall.do("void")
    await hall.assert_sound()


async def test_a_gift_taken_back_in_a_running_round_does_not_call_it_off(hall: Hall) -> None:
    await evening(hall)
    await hall.do("deal")
    await hall.do("give", "aya", 50)
    await hall.do("undo")
    await hall.reopen()
    assert hall.phase == "insurance"
    assert not [entry for entry in hall.actor.book.entries if isinstance(entry.thing, Void)]
    assert await hall.points() == {"aya": 400, "ben": 450}


async def test_a_rebuy_in_a_running_round_does_not_call_it_off(hall: Hall) -> None:
    await evening(hall)
    await hall.say("cho", "join")
    await hall.say("cho", "bet all")
    await hall.do("deal")
    assert hall.table.live is not None
    await hall.say("dai", "rebuy")
    await hall.reopen()
    assert hall.table.live is not None
    await hall.assert_sound()


async def test_what_outlives_a_round_is_in_its_opening(hall: Hall) -> None:
    """So a restart reads the last round but one and no more."""
    await hall.seat("aya")
    await hall.say("ben", "join")
    await hall.do("ban", "ben")
    await hall.do("pause")
    await hall.do("auto", "off")
    for _ in range(4):
        await hall.say("aya", "join")
        await hall.do("open")
        await hall.say("aya", "bet 10")
        await hall.do("void")
    before = canonical(hall.table)
    await hall.close()
    tamper(hall, "DELETE FROM journal WHERE round < 3")
    await hall.open()
    assert canonical(hall.table) == before
    assert await hall.say("ben", "join") == ["banned"]
    opening = next(row for row in await hall.store.journal("tournament") if row.text.startswith("open 4 "))
    assert json.loads(opening.text.removeprefix("open 4 "))["table"]["paused"] is True
