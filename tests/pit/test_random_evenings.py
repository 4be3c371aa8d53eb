"""Whatever a chat and a dealer do, at every table there is: points are conserved, the journal makes the same
table and the same transfers again, a step taken back leaves no trace, and nothing hidden is shown.

``CHATJACK_EVENINGS`` sets how many evenings are played per table (about 30 in all by default).
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Hashable, Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.games.contract import Await
from bot.games.registry import table_ids
from bot.pit.book import Book, read_rows
from bot.pit.recovery import recover
from bot.pit.table import Table
from tests.pit import gambler
from tests.pit.gambler import Pressed, Said, Step
from tests.pit.rig import Hall

EVENINGS = int(os.environ.get("CHATJACK_EVENINGS", max(3, 30 // len(table_ids()))))
STEPS = 30


def canonical(table: Table) -> dict[str, Any]:
    """Everything there is to a table, as one comparable value."""
    state: Hashable = None if table.live is None else table.live.state()  # type: ignore[attr-defined]
    return {
        **table.snapshot(),
        "number": table.number,
        "phase": table.phase,
        "closing": table.closing and table.live is not None,
        "orders": {seat: table.orders.of(seat) for seat in table.seats},
        "follows": dict(table.orders.follows) if table.live is not None else {},
        "auto": sorted(table.auto) if table.live is not None else [],
        "round": state,
    }


class Evening:
    """One random evening and the checks after each of its steps."""

    def __init__(self, hall: Hall, data: st.DataObject) -> None:
        self.hall = hall
        self.data = data
        self.played: list[Step] = []

    def pick(self, options: Any) -> Any:
        return self.data.draw(st.sampled_from(options))

    async def play(self) -> None:
        gambler.NAMES.clear()
        for _ in range(self.data.draw(st.integers(1, STEPS), label="steps")):
            gambler.NAMES.update({one.player: one.user_id for one in self.hall.floor.main.people.all()})
            await self.step(gambler.anything(self.pick, self.hall.table))
        await self.come_back()
        await self.finish()

    async def step(self, step: Step) -> None:
        before, had = canonical(self.hall.table), await self.hall.standing()
        last = self.hall.actor.book.last
        await self.perform(step)
        await self.check()
        taken = self.hall.actor.book.last != last and not (
            isinstance(step, Pressed) and step.verb in ("undo", "redo", "correct")
        )
        if taken and self.pick((True, False, False)):
            await self.take_back_and_redo(before, had)

    async def perform(self, step: Step) -> None:
        self.played.append(step)
        if isinstance(step, Said):
            await self.hall.say(step.who, step.text)
        else:
            await self.hall.do(step.verb, *step.args)

    async def take_back_and_redo(self, before: dict[str, Any], had: Mapping[str, tuple[int, str]]) -> None:
        after, has = canonical(self.hall.table), await self.hall.standing()
        if await self.hall.do("undo") != "done":
            return
        await self.check()
        assert canonical(self.hall.table) == before
        now = await self.hall.standing()
        assert {who: now[who] for who in had} == had
        assert await self.hall.do("redo") == "done"
        await self.check()
        assert canonical(self.hall.table) == after
        assert await self.hall.standing() == has

    # --- what always holds ----------------------------------------------------------------------------------

    async def check(self) -> None:
        hall = self.hall
        report = await hall.assert_sound()
        assert all(balance >= 0 for balance in (await hall.balances()).values())
        if hall.table.live is None:
            assert report.escrow == 0
        book = hall.actor.book
        assert canonical(Book(book.sheet, list(book.log)).table) == canonical(book.table)
        self.check_hidden()

    def check_hidden(self) -> None:
        """A face-down card that came from the shoe is in nothing that leaves the floor: no card is shown more
        often than it lies open."""
        table = self.hall.table
        live = table.live
        if live is None or table.source != "shoe":
            return
        frame = self.hall.floor.frame(None)
        for view in (frame.public, frame.dealer):
            json.dumps(view)
            if table.style != "seats":
                asked = [one for one in view["play"].get("games", ()) if one["state"] == "asked"]
                assert all(one["dealer"].count("?") == 4 for one in asked if "dealer" in one)
                continue
            hands = [hand for seat in view["seats"] for hand in seat["hands"]]
            cards = [*view["dealer"]["cards"], *(card for hand in hands for card in hand["cards"])]
            hole = live.table.dealer  # type: ignore[attr-defined]
            if hole.hole_dealt and not hole.hole_open:
                assert view["dealer"]["cards"][-1] == "?"
                assert sorted(cards) == sorted(["?", *opened(live)])

    async def come_back(self) -> None:
        """The journal and the ledger, read back, make the table that is in memory."""
        hall = self.hall
        book = hall.actor.book
        row = next((one for one in await hall.store.tables() if one.id == hall.tables[0]), None)
        if row is None:
            return
        log, highest = read_rows(row.game, await hall.store.journal(row.id))
        assert [str(e.thing) for e in log] == [str(e.thing) for e in book.log]
        assert highest < book.next_step
        assert canonical(Book(book.sheet, log).table) == canonical(book.table)
        found = await recover(hall.store, row, hall.floor.sheets.read(hall.table.game))
        assert found.trouble is None
        assert canonical(found.book.table) == canonical(book.table)
        kept = {entry.step for entry in found.book.entries}
        steps = {step for step in kept if book.posted.get(step) or found.book.posted.get(step)}
        assert {s: ids(found.book, s) for s in steps} == {s: ids(book, s) for s in steps}

    async def finish(self) -> None:
        """Whatever happened, the round can be played to its end."""
        await self.hall.do("source", "shoe")
        await self.hall.do("auto", "on")
        for _ in range(300):
            live = self.hall.table.live
            if live is None:
                break
            if live.phase == "betting" or await self.end_wait(live.awaiting.what) != "done":
                await self.hall.do("void")
        assert self.hall.table.live is None
        await self.check()

    async def end_wait(self, what: Await) -> str:
        match what:
            case Await.CARD if self.hall.table.source == "hand":
                return await self.hall.do("card", self.pick(gambler.CARDS[:-2]))
            case Await.LOOK:
                return await self.hall.do("look", "no")
            case Await.REVEAL:
                return await self.hall.do("reveal", "9C")
            case _:
                return await self.hall.do("next")


def opened(live: Any) -> list[str]:
    """The cards that lie open, as the engine has them."""
    hands = [card.text for hand in live.table.hands() for card in hand.cards]
    return [*hands, *(card.text for card in live.table.dealer.cards)]


def ids(book: Book, step: int) -> list[int]:
    return sorted(one.id for one in book.posted.get(step, ()))


@pytest.mark.timeout(3600)  # as many evenings as are asked for
@pytest.mark.parametrize("table", table_ids())
@settings(
    max_examples=EVENINGS,
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
@given(data=st.data())
def test_any_evening(table: str, data: st.DataObject) -> None:
    async def evening() -> None:
        seed = data.draw(st.integers(0, 1000), label="seed")
        source = data.draw(st.sampled_from(("shoe", "shoe", "hand")), label="source")
        async with Hall(seed=seed, table=table, source=source) as hall:
            await Evening(hall, data).play()

    asyncio.run(evening())
