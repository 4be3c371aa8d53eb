"""Tables put on the floor and taken off while it runs; a viewer at two tables (design 3)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path

import pytest_asyncio

from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand, Done, Frame, LogLine, Refused, Reply
from bot.points import Store


class Evening:
    """A floor, and somebody to speak to it."""

    def __init__(self, store: Store, floor: Floor) -> None:
        self.store = store
        self.floor = floor
        self.replies: list[Reply] = []
        self._ids = count()
        floor.subscribe(self)

    def frame(self, frame: Frame) -> None: ...

    def said(self, message: ChatMessage) -> None: ...

    def line(self, table: str, line: LogLine) -> None: ...

    def reply(self, reply: Reply) -> None:
        self.replies.append(reply)

    async def say(self, name: str, text: str) -> str:
        """Says a line; the code of the last answer to it."""
        self.replies.clear()
        message_id = f"m{next(self._ids)}"
        await self.floor.say(
            ChatMessage("practice", "practice", "practice", message_id, name, name, name, text)
        )
        for table in self.floor.tables():
            await self.do("auto", "on", table=table)
        return self.replies[-1].code if self.replies else ""

    async def do(self, verb: str, *args: str, table: str | None = None) -> Done | Refused:
        return await self.floor.do(table, DealerCommand(f"c{next(self._ids)}", verb, args, "dealer"))

    def seats(self, table: str) -> list[str]:
        seats = self.floor.frame(table).public["seats"]
        return [seat["player"]["name"] for seat in seats if seat["player"]]


@pytest_asyncio.fixture
async def evening(tmp_path: Path) -> AsyncIterator[Evening]:
    async with await Store.open(tmp_path / "chatjack.db") as store:
        floor = await Floor.open(store, ["tournament"], FloorSettings(delays={}))
        await floor.start()
        yield Evening(store, floor)
        await floor.close()


async def test_a_table_is_opened_and_closed_while_the_floor_runs(evening: Evening) -> None:
    assert isinstance(await evening.do("table", "open", "switch"), Done)
    assert evening.floor.tables() == ("tournament", "switch")
    await evening.say("aya", "#2 参加")
    assert evening.seats("switch") == ["aya"]
    assert isinstance(await evening.do("table", "close", table="switch"), Done)
    assert evening.floor.tables() == ("tournament",)
    await evening.do("table", "open", "switch")
    assert evening.seats("switch") == []


async def test_undo_does_not_take_a_table_off_the_floor(evening: Evening) -> None:
    await evening.do("table", "open", "switch")
    await evening.say("aya", "#2 参加")
    await evening.do("table", "close", table="switch")
    await evening.do("table", "open", "switch")
    await evening.say("ben", "#2 参加")
    while isinstance(answer := await evening.do("undo", table="switch"), Done):
        pass
    assert (answer.code, evening.seats("switch")) == ("undo_too_far", [])
    assert await evening.say("ben", "#2 参加") == "seated"


async def test_a_table_with_a_running_round_is_not_closed(evening: Evening) -> None:
    await evening.do("table", "open", "switch")
    await evening.say("aya", "#2 参加")
    await evening.do("open", table="switch")
    await evening.say("aya", "bet 100")
    answer = await evening.do("table", "close", table="switch")
    assert isinstance(answer, Refused)
    assert answer.code == "round_running"
    assert evening.seats("switch") == ["aya"]


async def test_the_last_table_stays_and_unknown_ones_are_refused(evening: Evening) -> None:
    for args, code in (
        (("close",), "last_table"),
        (("open", "poker-night"), "no_such_table"),
        (("open", "tournament"), "table_is_open"),
        (("fold",), "table_open_or_close"),
    ):
        answer = await evening.do("table", *args)
        assert isinstance(answer, Refused)
        assert answer.code == code


async def test_a_word_that_fits_two_tables_stakes_nothing(evening: Evening) -> None:
    await evening.do("table", "open", "switch")
    await evening.say("aya", "#1 参加")
    await evening.say("aya", "#2 参加")
    await evening.do("open", table="tournament")
    await evening.do("open", table="switch")
    assert await evening.say("aya", "bet 50") == "which_table"
    assert await evening.say("aya", "#1 bet 50") == "bet_taken"
    assert await evening.say("aya", "#2 bet 100") == "bet_taken"
    assert await evening.say("aya", "残高") == "points"
    aya = next(person for person in evening.floor.main.people.all() if person.name == "aya")
    assert aya.points == (500 - 50 - 200) * 100


async def test_a_round_left_open_comes_back_though_its_table_is_not_asked_for(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "chatjack.db") as store:
        floor = await Floor.open(store, ["tournament"], FloorSettings(delays={}))
        await floor.start()
        evening = Evening(store, floor)
        await evening.say("aya", "参加")
        await evening.do("open")
        await evening.say("aya", "bet 100")
        await floor.close()
        floor = await Floor.open(store, ["switch"], FloorSettings(delays={}))
        await floor.start()
        assert floor.tables() == ("switch", "tournament")
        assert isinstance(await Evening(store, floor).do("void", table="tournament"), Done)
        audit = await store.audit()
        assert (audit.clean, audit.escrow) == (True, 0)
        await floor.close()
