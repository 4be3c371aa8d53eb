"""Something goes wrong in the middle: the table is put back, the stream goes on, nothing counts twice (design
3)."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.pit import actor as actors
from bot.pit.actor import TableActor
from bot.pit.cashier import Cashier
from bot.pit.desk import Desk
from bot.pit.floor import Floor
from bot.pit.messages import DealerCommand, Done, Refused
from bot.pit.table import Table
from tests.patience import PATIENCE
from tests.pit.rig import Hall
from tests.pit.test_random_evenings import canonical

CARDS = "TC 9S 7H 8D 9H TH 5C 5D"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "evening.db", cards=CARDS) as opened:
        yield opened


class Boom(Exception):
    """Our own mistake, made for the test."""


def breaks(monkeypatch: pytest.MonkeyPatch, kind: type, name: str, call: int = 1, times: int = 1) -> None:
    """Makes a method raise from its ``call``-th call on, so many ``times``."""
    original, calls = getattr(kind, name), Counter[str]()

    def broken(self: Any, *args: Any, **more: Any) -> Any:
        calls["all"] += 1
        if call <= calls["all"] < call + times:
            raise Boom(name)
        return original(self, *args, **more)

    monkeypatch.setattr(kind, name, broken)


BROKEN = [
    (Desk, "take"),
    (Table, "apply"),
    (Table, "_follow"),
    (Cashier, "post"),
    (TableActor, "write"),
    (TableActor, "look"),
]


@pytest.mark.parametrize(("kind", "name"), BROKEN, ids=lambda one: getattr(one, "__name__", one))
async def test_a_unit_that_fails_leaves_nothing_behind(
    hall: Hall, monkeypatch: pytest.MonkeyPatch, kind: type, name: str
) -> None:
    await hall.seat("aya", "ben")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    before, had = canonical(hall.table), await hall.balances()
    journal, frames = await hall.store.journal("tournament"), len(hall.frames)
    with monkeypatch.context() as patch:
        breaks(patch, kind, name)
        assert await hall.say("ben", "bet 50", key="lost") == ["not_counted"]
    assert [type(error) for error in hall.actor.failures] == [Boom]
    assert canonical(hall.table) == before
    assert await hall.balances() == had
    assert await hall.store.journal("tournament") == journal
    assert len(hall.frames) == frames, "nothing was shown of it"
    assert hall.lines[-1].kind == "failed", "the dealer is told"
    hall.actor.failures.clear()
    # The line is not remembered either, so a hub that delivers it once more is heard.
    assert await hall.say("ben", "bet 50", key="lost") == ["bet_taken"]
    await hall.do("deal")
    await hall.say("aya", "st")
    await hall.say("ben", "st")
    assert await hall.points() == {"aya": 600, "ben": 550}
    await hall.assert_sound()


async def test_a_step_that_fails_half_way_through_its_entries(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deal is one step of many entries: the fourth card fails, and none of it happened."""
    await hall.seat("aya", "ben")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    await hall.say("ben", "bet 50")
    before = canonical(hall.table)
    with monkeypatch.context() as patch:
        breaks(patch, Table, "_count_drawn", call=5)
        assert await hall.do("deal") == "not_counted"
    assert canonical(hall.table) == before
    hall.actor.failures.clear()
    assert await hall.do("deal") == "done"
    assert hall.hands() == {1: ["TC", "8D"], 2: ["9S", "9H"]}
    await hall.assert_sound()


async def test_a_table_that_cannot_be_put_back_takes_nothing_until_it_can(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.seat("aya", "ben")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    before, journal = canonical(hall.table), len(await hall.store.journal("tournament"))
    with monkeypatch.context() as patch:
        breaks(patch, Table, "_follow", times=4)  # the bet, the way back, and the next two attempts at it
        assert await hall.say("ben", "bet 50") == ["not_counted"]
        assert await hall.say("ben", "bet 50") == ["not_counted"]
        assert await hall.say("ben", "bet 70") == ["bet_taken"]
    hall.actor.failures.clear()
    assert len(await hall.store.journal("tournament")) == journal + 1
    assert await hall.do("undo") == "done"
    assert canonical(hall.table) == before
    await hall.assert_sound()


async def test_a_new_viewer_whose_first_line_failed_is_unknown(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The account's number goes to the next one: nobody may be taken for somebody else."""
    await hall.seat("aya")
    with monkeypatch.context() as patch:
        breaks(patch, Desk, "take")
        assert await hall.say("ben", "join") == ["not_counted"]
    hall.actor.failures.clear()
    assert hall.floor.main.people.of_user("practice", "ben") is None
    await hall.seat("cho")
    assert await hall.do("open") == "done"
    assert await hall.say("aya", "bet 100") == ["bet_taken"]
    await hall.seat("ben")
    assert {one["player"]["name"] for one in hall.floor.frame(None).public["seats"][:3]} == {
        "aya",
        "cho",
        "ben",
    }
    assert await hall.points() == {"aya": 400, "ben": 500, "cho": 500}
    await hall.assert_sound()


async def test_a_commit_that_fails_is_tried_again_alone(hall: Hall) -> None:
    await hall.seat("aya", "ben")
    await hall.do("open")
    failing = iter([True])

    def once() -> None:
        if next(failing, False):
            raise OSError("disk")

    hall.store.faults.before_commit = once
    before = len(hall.replies)
    await asyncio.gather(
        hall.floor.say(hall.message("aya", "bet 100")), hall.floor.say(hall.message("ben", "bet 50"))
    )
    await hall.settle()
    assert [reply.code for reply in hall.replies[before:]] == ["bet_taken", "bet_taken"]
    assert await hall.points() == {"aya": 400, "ben": 450}
    await hall.assert_sound()


async def test_a_commit_that_keeps_failing_counts_nothing_and_shows_nothing(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 50})
    before, had, frames = canonical(hall.table), await hall.balances(), len(hall.frames)
    shown = hall.floor.frame(None)

    def broken() -> None:
        raise OSError("disk")

    hall.store.faults.before_commit = broken
    assert await hall.do("timeout") == "not_counted"
    assert await hall.do("undo") == "not_counted"
    await hall.floor.say(hall.message("aya", "st"))
    await hall.floor.say(hall.message("cho", "join"))
    assert await hall.do("give", "aya", 100) == "not_counted"
    hall.store.faults.before_commit = None
    await hall.settle()
    assert [reply.code for reply in hall.replies[-2:]] == ["not_counted", "not_counted"]
    assert canonical(hall.table) == before
    assert await hall.balances() == had
    assert len(hall.frames) == frames
    assert hall.floor.frame(None).public["seats"] == shown.public["seats"]
    hall.actor.failures.clear()
    await hall.assert_sound()
    await hall.say("aya", "st")
    await hall.say("ben", "st")
    assert await hall.points() == {"aya": 600, "ben": 550}


async def test_what_is_not_committed_is_not_shown(hall: Hall) -> None:
    """A page that connects while a commit is on its way sees what was there before it."""
    await hall.seat("aya")
    await hall.do("open")
    seen: list[Any] = []
    loop = asyncio.get_running_loop()

    def peek() -> None:
        future = asyncio.run_coroutine_threadsafe(_frame(hall.floor), loop)
        seen.append(future.result(10))

    hall.store.faults.before_commit = peek
    await hall.say("aya", "bet 100")
    hall.store.faults.before_commit = None
    assert [one.public["seats"][0]["bet"] for one in seen] == [0] * len(seen)
    assert seen
    assert hall.floor.frame(None).public["seats"][0]["bet"] == 100


async def _frame(floor: Floor) -> Any:
    return floor.frame(None)


# --- the same thing twice ---------------------------------------------------------------------------------


async def test_a_message_delivered_twice_acts_once(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("open")
    line = hall.message("aya", "bet 100", "m-1")
    await asyncio.gather(*(hall.floor.say(line) for _ in range(3)))
    await hall.settle()
    assert [reply.code for reply in hall.replies if reply.code == "bet_taken"] == ["bet_taken"]
    await hall.floor.say(hall.message("aya", "bet 200", "m-1"))
    await hall.reopen()
    assert await hall.say("aya", "bet 300", "m-1") == []
    assert await hall.points() == {"aya": 400}
    # The same id of another channel is another message.
    other = hall.message("aya", "bet 200", "m-1")
    await hall.floor.say(
        type(other)(*("practice", "elsewhere", "practice", "m-1", "aya", "aya", "aya", "bet 200"))
    )
    await hall.settle()
    assert await hall.points() == {"aya": 300}
    await hall.assert_sound()


async def test_a_line_that_meant_nothing_then_does_not_act_later(hall: Hall) -> None:
    """Any id whose text could be a command in any phase is remembered, acted on or not."""
    await hall.seat("aya")
    assert await hall.say("aya", "100", "m-1") == []
    await hall.do("open")
    assert await hall.say("aya", "100", "m-1") == []
    assert await hall.points() == {"aya": 500}


async def test_a_command_sent_twice_acts_once_and_gets_its_first_answer(hall: Hall) -> None:
    await hall.seat("aya")
    first = await asyncio.gather(hall.press("open", key="c-1"), hall.press("open", key="c-1"))
    assert [type(answer) for answer in first] == [Done, Done]
    assert hall.table.number == 1
    assert await hall.do("give", "nobody", 10, key="c-2") == "viewer_unknown"
    await hall.seat("nobody")
    assert await hall.do("give", "nobody", 10, key="c-2") == "viewer_unknown"
    await hall.do("give", "aya", 10, key="c-3")
    await hall.reopen()
    assert await hall.do("give", "aya", 10, key="c-3") == "done"
    assert await hall.do("undo", key="c-4") == "done"
    assert await hall.do("undo", key="c-4") == "done"
    assert await hall.points() == {"aya": 500, "nobody": 500}


async def test_calibrate_sent_twice_acts_once(hall: Hall) -> None:
    assert await hall.do("calibrate", key="c-1") == "done"
    code = hall.floor.calibration.code
    assert code is not None
    assert hall.floor.frame(None).public["calibrate"] == code
    assert await hall.do("calibrate", key="c-1") == "done"
    assert hall.floor.calibration.code == code
    assert await hall.do("calibrate") == "done"
    assert hall.floor.frame(None).public["calibrate"] is None


async def test_a_dock_that_saw_an_older_picture_is_refused(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 50})
    step = hall.floor.frame(None).dealer["step"]
    assert await hall.do("undo", expect={"step": step - 1}) == "stale"
    assert await hall.do("next", expect={"phase": "betting"}) == "stale"
    assert await hall.do("card", "KS", expect={"slot": "seat 1 hand 1 card 3"}) == "stale"
    both = await asyncio.gather(
        hall.press("undo", expect={"step": step}), hall.press("undo", expect={"step": step})
    )
    assert [type(answer) for answer in both] == [Done, Refused]
    assert hall.phase == "betting"
    await hall.assert_sound()


# --- too much at once -------------------------------------------------------------------------------------


async def test_a_flood_of_5000_lines_loses_none(hall: Hall) -> None:
    """Each accepted bet counts once, and the dealer is answered while it lasts."""
    names = [f"viewer{n}" for n in range(7)]
    await hall.seat(*names)
    await hall.do("open")
    lines = [
        hall.message(names[n % 7], f"bet {10 * (n % 40 + 1)}" if n % 3 else "points", f"flood-{n}")
        for n in range(5_000)
    ]
    before = len(hall.replies)
    for line in lines:
        await hall.floor.say(line)
    dealer = asyncio.create_task(hall.press("give", "viewer0", 5))
    for line in lines[:500]:  # a hub that reconnects sends the last ones again
        await hall.floor.say(line)
    assert isinstance(await dealer, Done)
    await hall.settle()
    codes = Counter(reply.code for reply in hall.replies[before:])
    assert sum(codes.values()) == 5_000
    bets = sum(1 for n in range(5_000) if n % 3)
    assert codes["bet_taken"] == bets
    journal = Counter(
        row.text.split(" ")[2] for row in await hall.store.journal("tournament") if ": bet" in row.text
    )
    assert journal["bet"] == bets
    last = {names[n % 7]: 10 * (n % 40 + 1) for n in range(5_000) if n % 3}
    gift = {"viewer0": 5}
    assert await hall.points() == {who: 500 + gift.get(who, 0) - bet for who, bet in last.items()}
    await hall.assert_sound()


async def test_a_dealer_is_answered_when_the_floor_closes(hall: Hall) -> None:
    await hall.floor.close()
    answer = await asyncio.wait_for(hall.press("open"), PATIENCE)
    assert isinstance(answer, Refused)
    assert answer.code == "not_counted"


async def test_whoever_waits_when_the_floor_closes_is_answered(hall: Hall) -> None:
    waiting = [asyncio.create_task(hall.press("give", "aya", 1)) for _ in range(300)]
    await asyncio.sleep(0)
    await hall.floor.close()
    answers = await asyncio.wait_for(asyncio.gather(*waiting), PATIENCE)
    assert len(answers) == 300


async def test_a_clock_that_could_not_be_stored_rings_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(actors, "CLOCK_RETRY_S", 0.01)
    await hall.deal({"aya": 100, "ben": 50})
    fails = iter([True] * 3)

    def broken() -> None:
        if next(fails, False):
            raise OSError("disk")

    hall.store.faults.before_commit = broken
    hall.now_ms = hall.actor.clock.deadline or 0
    hall.actor._set_timer()
    first = hall.floor.frame(None).public["awaiting"]["seats"]
    async with asyncio.timeout(PATIENCE):
        while hall.floor.frame(None).public["awaiting"]["seats"] == first:
            await asyncio.sleep(0.005)
            if (hall.actor.clock.deadline or 0) > hall.now_ms:  # what was put back has more time: let it pass
                hall.now_ms = hall.actor.clock.deadline or 0
                hall.actor._set_timer()
    assert hall.actor.failures
    assert hall.floor.frame(None).public["awaiting"]["seats"] != first, "the turn was played in the end"


async def test_a_listener_that_fails_is_not_the_others_trouble(hall: Hall) -> None:
    class Bad:
        def frame(self, frame: object) -> None:
            raise Boom

        reply = said = frame

        def line(self, table: str, line: object) -> None:
            raise Boom

    unsubscribe = hall.floor.subscribe(Bad())  # type: ignore[arg-type]
    assert await hall.say("aya", "join") == ["seated"]
    unsubscribe()
    unsubscribe()
    assert DealerCommand("x", "open", (), "dealer").expect == {}
    await hall.assert_sound()
