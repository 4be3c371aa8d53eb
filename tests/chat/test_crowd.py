"""Rehearsal viewers: they join, bet and play from what the stream shows, and never hurt the table."""

from __future__ import annotations

import asyncio
import random
from itertools import count

import pytest

from bot.chat.crowd import PLATFORM, Crowd, Script, Temper, Viewer, crowd, line
from bot.commands import Context, Vocabulary, parse
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import DealerCommand
from bot.pit.routing import ANY_PHASE
from bot.pit.supply import VerifiableSupply, scenario_seed
from bot.points import Store

STEADY = Temper(pace=1, chatty=0, clumsy=0, absent=0)


@pytest.mark.parametrize("table", ["tournament", "switch", "unknown-dealer"])
async def test_a_crowd_plays_many_rounds_and_the_books_agree(table: str) -> None:
    people = Crowd(7, seed=3)
    dice, ids = random.Random(4), count()
    async with await Store.open(None) as store:
        floor = await Floor.open(
            store,
            [table],
            FloorSettings(delays={}),
            supply=lambda _table: VerifiableSupply(new_seed=scenario_seed(1)),
        )
        await floor.start()
        settled: set[int] = set()
        for _ in range(160):
            for viewer in people.viewers:
                said = line(viewer, floor.frame(None).public, people.script, dice)
                if said is not None:
                    await floor.say(people.message(viewer, said))
            await floor.do(None, DealerCommand(f"n{next(ids)}", "next", (), "dealer"))
            view = floor.frame(None).public
            if view["phase"] == "idle" and any(seat["hands"] for seat in view["seats"]):
                settled.add(view["round"])
        assert len(settled) >= 5
        assert not floor.actors[table].failures
        audit = await store.audit([table])
        assert audit.clean
        viewers = await store.viewers(PLATFORM)
        assert len(viewers) == 7
        assert any(viewer.balance != 500_00 for viewer in viewers)
        await floor.close()


def test_talk_means_nothing_to_any_table() -> None:
    vocabulary, script = Vocabulary.load(), Script.load()
    for table in vocabulary.tables:
        for phase in ANY_PHASE:
            context = Context(vocabulary.grammar(table), phase, hands=2)
            for said in script.chatter:
                assert parse(said, context).commands == (), (table, phase, said)


def test_a_crowd_of_any_size_has_names_of_their_own() -> None:
    names = [viewer.name for viewer in crowd(55, Script.load(), random.Random(1))]
    assert len(set(names)) == 55


def test_somebody_who_has_answered_waits_for_something_new() -> None:
    script, dice = Script.load(), random.Random(1)
    viewer = Viewer("aya", STEADY)
    view = {
        "round": 1,
        "phase": "betting",
        "awaiting": {"seats": []},
        "dealer": {"cards": []},
        "queue": [],
        "seats": [{"seat": 1, "player": {"name": "aya", "points": 500}, "hands": []}],
    }
    assert line(viewer, view, script, dice) is not None
    assert line(viewer, view, script, dice) is None


async def test_a_crowd_comes_and_goes_by_itself() -> None:
    async with await Store.open(None) as store:
        floor = await Floor.open(store, ["tournament"], FloorSettings(delays={}))
        await floor.start()
        people = Crowd(3, seed=1, haste=200)
        await people.start(floor)
        for _ in range(500):
            await asyncio.sleep(0.01)
            if sum(1 for seat in floor.frame(None).public["seats"] if seat["player"]) == 3:
                break
        await people.stop()
        assert {seat["player"]["name"] for seat in floor.frame(None).public["seats"] if seat["player"]} == {
            viewer.name for viewer in people.viewers
        }
        await floor.close()
