"""Undo, redo and void, and what they do to the ledger (design 3, 4)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.amounts import Amount
from bot.games.contract import Event, IllegalAction
from bot.games.registry import load_sheet
from bot.pit import book as books
from bot.pit import recovery
from bot.pit.book import Book
from bot.pit.entries import Entry, Open, Undo, Void
from bot.pit.messages import Refused
from bot.pit.table import Table
from bot.points import AccountId, AccountKind, Posted, Transfer, Tx
from tests.pit.rig import Hall
from tests.pit.test_random_evenings import canonical

ROUND = "TC 9S 7H 8D 9H TH 5C 5D"
"""aya T 8, ben 9 9, dealer 7 T: 18 and 18 against 17."""


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "evening.db", cards=ROUND) as opened:
        yield opened


async def played(hall: Hall) -> None:
    """A whole round."""
    await hall.deal({"aya": 100, "ben": 50})
    await hall.say("aya", "st")
    await hall.say("ben", "st")
    assert hall.phase == "idle"


async def test_a_settled_round_reopens_step_by_step_and_can_be_brought_again(hall: Hall) -> None:
    await played(hall)
    points, table = await hall.points(), canonical(hall.table)
    assert points == {"aya": 600, "ben": 550}
    back = [points]
    while await hall.do("undo") == "done":
        await hall.assert_sound()
        back.append(await hall.points())
    assert back[-1] == {"aya": 500, "ben": 500}
    assert (hall.table.number, hall.table.seats) == (0, {})
    while await hall.do("redo") == "done":
        await hall.assert_sound()
        back.pop()
        assert await hall.points() == back[-1]
    assert canonical(hall.table) == table
    assert len(back) == 1


async def test_a_void_returns_every_stake_and_spares_gifts(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 50})
    await hall.do("give", "aya", 30, "birthday")
    assert await hall.do("void", "wrong", "deal") == "done"
    assert await hall.points() == {"aya": 530, "ben": 500}
    assert (await hall.audit()).escrow == 0
    assert hall.table.shoe.drawn == 6, "a voided round's cards are burnt"
    voided = [event for frame in hall.frames for event in frame.events if event["type"] == "round_voided"]
    assert voided == [{"type": "round_voided", "number": 1, "why": "wrong deal"}]


async def test_a_void_can_be_undone_and_done_again_and_undone(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 50})
    running = canonical(hall.table)
    for _ in range(3):
        assert await hall.do("void") == "done"
        assert await hall.points() == {"aya": 500, "ben": 500}
        await hall.assert_sound()
        assert await hall.do("undo") == "done"
        assert await hall.points() == {"aya": 400, "ben": 450}
        assert canonical(hall.table) == running
        await hall.assert_sound()
    assert await hall.do("redo") == "done"
    assert await hall.points() == {"aya": 500, "ben": 500}
    assert await hall.do("undo") == "done"
    await hall.say("aya", "st")
    await hall.say("ben", "st")
    assert await hall.points() == {"aya": 600, "ben": 550}


@pytest.mark.parametrize("again", ["undo", "undo undo redo", "undo redo undo"])
async def test_a_void_is_undone_after_a_restart(hall: Hall, again: str) -> None:
    await hall.deal({"aya": 100, "ben": 50})
    assert await hall.do("void") == "done"
    for verb in again.split():
        await hall.reopen()
        assert await hall.do(verb) == "done"
        await hall.assert_sound()
    if again.endswith("undo"):
        assert await hall.points() == {"aya": 400, "ben": 450}
        await hall.say("aya", "st")
        await hall.say("ben", "st")
        assert await hall.points() == {"aya": 600, "ben": 550}


async def test_an_undone_bet_is_brought_again_after_a_restart(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    assert await hall.do("undo") == "done"
    await hall.reopen()
    assert await hall.points() == {"aya": 500}
    assert await hall.do("redo") == "done"
    assert await hall.points() == {"aya": 400}
    await hall.assert_sound()


async def test_an_undone_opening_stays_undone_after_two_more_rounds(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is journalled with its round, so a restart that reads from there still sees it."""
    monkeypatch.setattr(recovery, "RECOVERED_ROUNDS", 1)
    await hall.seat("aya")
    for _ in range(2):
        await hall.do("open")
        await hall.do("deal")
    await hall.do("open")
    await hall.do("undo")
    for _ in range(2):
        await hall.do("open")
        await hall.do("deal")
    await hall.reopen()
    phases = [hall.phase]
    while await hall.do("undo") == "done":
        phases.append(hall.phase)
    assert phases == ["idle", "betting", "idle", "betting"], "no ghost of the undone opening"


async def test_what_was_spent_is_covered_and_the_cover_returned(hall: Hall) -> None:
    await played(hall)

    async def spend(tx: Tx) -> None:
        house = await tx.system(AccountKind.HOUSE, "main")
        await tx.post(
            [Transfer(hall.player("aya"), house, (await tx.holder(hall.player("aya"))).balance, "spent")]
        )

    await hall.store.writer.submit(_Unit(spend))
    assert await hall.do("undo") == "done"  # ben's stand, which settled the round
    assert await hall.points() == {"aya": 0, "ben": 450}
    corrections = await hall.store.system_account(AccountKind.CORRECTIONS, "main")
    assert corrections is not None
    assert await hall.store.balance(corrections) == -20000
    assert [line.kind for line in hall.lines if line.kind == "cover"] == ["cover"]
    assert await hall.do("redo") == "done"
    assert await hall.store.balance(corrections) == 0, "aya has the winnings again, and is not paid twice"
    assert await hall.points() == {"aya": 0, "ben": 550}
    report = await hall.audit()
    assert report.clean


async def test_a_void_cannot_be_undone_with_points_spent_meanwhile(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 50})
    await hall.do("void")

    async def spend(tx: Tx) -> None:
        house = await tx.system(AccountKind.HOUSE, "main")
        await tx.post(
            [Transfer(hall.player("aya"), house, (await tx.holder(hall.player("aya"))).balance, "spent")]
        )

    await hall.store.writer.submit(_Unit(spend))
    before = canonical(hall.table)
    assert await hall.do("undo") == "short"
    assert canonical(hall.table) == before
    assert await hall.points() == {"aya": 0, "ben": 500}
    assert hall.actor.failures == []


async def test_undo_never_rerolls(tmp_path: Path) -> None:
    """A shoe that was brought and undone is the same shoe when it is brought again, after a restart too."""
    async with Hall(tmp_path / "shoe.db", seed=5) as hall:
        await hall.deal({"aya": 10})
        first = hall.hands()
        while hall.table.number:
            assert await hall.do("undo") == "done"
        await hall.reopen()
        await hall.deal({"aya": 10})
        assert hall.hands() == first
        await hall.do("void")
        await hall.deal({"aya": 10})
        assert hall.hands() != first, "the cards of a voided round are burnt"


def spoil(hall: Hall) -> None:
    """The table's rule sheet was edited badly while the stream runs."""

    hall.actor.sheet = lambda: load_sheet("tournament", {"nonsense": 1})


async def test_a_refused_control_leaves_nothing_behind(hall: Hall) -> None:
    await hall.seat("aya")
    before, good = canonical(hall.table), hall.actor.sheet
    spoil(hall)
    answer = await hall.press("open")
    assert isinstance(answer, Refused)
    assert answer.code == "sheet_unusable"
    assert "nonsense" in answer.text
    assert canonical(hall.table) == before
    assert [row.text for row in await hall.store.journal("tournament")] == ["join 1"]
    hall.actor.sheet = good
    assert await hall.do("open") == "done"
    assert hall.actor.failures == []


async def test_a_control_of_several_parts_counts_whole_or_not_at_all(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shoe came, the opening was refused: no shoe came."""
    await hall.seat("aya")
    before = canonical(hall.table)

    original = Table.apply

    def refuse(self: Table, entry: Entry) -> list[Event]:
        if isinstance(entry.thing, Open):
            raise IllegalAction("stale")
        return original(self, entry)

    with monkeypatch.context() as patch:
        patch.setattr(Table, "apply", refuse)
        assert await hall.do("open") == "stale"
    assert canonical(hall.table) == before
    assert hall.floor.frame(None).public["phase"] == "idle"
    assert [row.text for row in await hall.store.journal("tournament")] == ["join 1"]
    assert await hall.do("open") == "done"
    await hall.assert_sound()


async def test_a_running_round_does_not_need_the_sheets_file(hall: Hall) -> None:
    """Rulings are settled by the sheet the round began with (design 2), even if the file is broken now."""
    await hall.deal({"aya": 100, "ben": 50})
    spoil(hall)
    assert await hall.do("timeout") == "done"
    assert await hall.do("undo") == "done"
    assert await hall.do("kick", 2) == "done"


# --- the book ---------------------------------------------------------------------------------------------


async def test_a_mark_brings_everything_back(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "KEPT_ENTRIES", 30)
    for _ in range(6):
        await hall.say("aya", "join")
        await hall.do("open")
        await hall.do("deal")
    book = hall.actor.book
    book.set_posted(book.next_step - 1, ())
    mark = book.mark()
    log, entries, posted, complete = list(book.log), list(book.entries), dict(book.posted), book.complete
    step, last, before = book.next_step, book.last, canonical(book.table)
    monkeypatch.setattr(books, "KEPT_ENTRIES", 5)
    assert last is not None
    book.amend(Entry(step, 0, "dealer", Undo(last)))
    book.set_posted(log[-1].step, _some_transfer())
    book.take([log[0]], ())  # prunes
    book.next_step += 5
    book.back_to(mark)
    assert (book.log, book.entries, book.posted) == (log, entries, posted)
    assert (book.next_step, book.last, book.complete) == (step, last, complete)
    assert canonical(book.table) == before


async def test_only_the_last_rounds_are_kept_and_undo_says_where_it_ends(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(books, "KEPT_ENTRIES", 12)
    await hall.seat("aya")
    for _ in range(12):
        await hall.do("open")
        await hall.do("deal")
    book = hall.actor.book
    assert len(book.log) <= 12
    assert not book.complete
    undone = 0
    while (answer := await hall.do("undo")) == "done":
        undone += 1
        assert canonical(Book(book.sheet, list(book.log), complete=False).table) == canonical(book.table)
    assert answer == "undo_too_far"
    assert undone >= 3, "two rounds at the least can be taken back"
    assert hall.actor.failures == []


async def test_a_round_called_off_at_a_restart_stays_off(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 50})
    await _stake_behind_the_journals_back(hall)
    await hall.reopen()
    assert hall.table.live is None
    assert [e.thing for e in hall.actor.book.entries if isinstance(e.thing, Void)] == [Void("recovery")]
    assert await hall.points() == {"aya": 500, "ben": 500}
    assert hall.table.shoe.shuffle_due, "what the shoe holds may have been seen"
    assert await hall.do("undo") == "undo_too_far"
    await hall.reopen()
    assert await hall.do("undo") == "undo_too_far"
    await hall.assert_sound()


async def _stake_behind_the_journals_back(hall: Hall) -> None:
    """A transfer of the round that no entry of the journal explains."""

    async def work(tx: Tx) -> None:
        escrow = await tx.system(AccountKind.ESCROW, "main", "tournament")
        await tx.post([Transfer(hall.player("aya"), escrow, Amount(100), "bet", "tournament", 1, 4, "x")])

    await hall.store.writer.submit(_Unit(work))


def _some_transfer() -> list[Posted]:
    return [Posted(1, 0, Transfer(AccountId(1), AccountId(2), Amount(5), "bet"))]


class _Unit:
    def __init__(self, work: object) -> None:
        self.work = work

    async def run(self, tx: Tx) -> None:
        await self.work(tx)  # type: ignore[operator]

    def rolled_back(self) -> None:
        """Nothing in memory."""
