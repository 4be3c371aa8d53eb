"""Bringing a table back from its stored journal (design 3).

The entries since the last round but one are read and folded; the points that the running round's entries
moved are compared with what the ledger says. If they differ, or the journal cannot be folded, the round is
voided.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.games.contract import IllegalAction, PlayerId, Returned, Staked
from bot.games.sheet import SheetError, TableSheet
from bot.pit.book import Book, read_rows
from bot.pit.entries import Entry, Open
from bot.pit.settlement import PRESENTS
from bot.pit.table import Table
from bot.points import AccountId, AccountKind, Posted, Store, TableRow


@dataclass(frozen=True, slots=True)
class Recovered:
    """A table brought back. ``trouble`` says why its running round must be voided, if it must."""

    book: Book
    trouble: str | None


async def recover(store: Store, row: TableRow | None, sheet: TableSheet) -> Recovered:
    """The table of a stored row, or a new one."""
    if row is None:
        return Recovered(Book(sheet), None)
    since = max(0, row.round - 1)
    rows = await store.journal(row.id, since)
    posted = [one for number in range(since, row.round + 1) for one in await store.transfers(row.id, number)]
    try:
        log, highest = read_rows(row.game, rows)
        book = Book(sheet, log, highest + 1, complete=since == 0)
    except (ValueError, IllegalAction, SheetError, AssertionError) as error:
        return _before_the_round(sheet, row, rows, posted, repr(error))
    book.posted = _by_step(posted, {entry.step for entry in book.entries})
    trouble = None
    if book.table.live is not None and not await _agrees(store, row, book, posted):
        trouble = "the ledger and the journal differ"
    return Recovered(book, trouble)


def _by_step(posted: Iterable[Posted], standing: set[int]) -> dict[int, tuple[Posted, ...]]:
    """What each standing step posted and was not taken back."""
    everything = list(posted)
    taken_back = {one.transfer.reverses for one in everything}
    by_step: dict[int, list[Posted]] = defaultdict(list)
    for one in everything:
        step = one.transfer.step
        if step in standing and one.id not in taken_back:
            by_step[step].append(one)
    return {step: tuple(ones) for step, ones in by_step.items()}


async def _agrees(store: Store, row: TableRow, book: Book, posted: Sequence[Posted]) -> bool:
    """Whether each player's points moved in the running round as its entries say."""
    derived = net_of_round(book.sheet, book.entries)
    ledger: dict[PlayerId, int] = defaultdict(int)
    systems = {
        await store.system_account(kind, row.economy, row.id if kind is AccountKind.ESCROW else None)
        for kind in (AccountKind.ESCROW, AccountKind.HOUSE, AccountKind.GIFTS, AccountKind.CORRECTIONS)
    }
    for one in posted:
        moved = one.transfer
        if moved.round != row.round or moved.reason in PRESENTS or moved.reason == "correction_cover":
            continue
        for account, amount in ((moved.debit, -moved.amount), (moved.credit, moved.amount)):
            if account not in systems:
                ledger[PlayerId(int(account))] += amount
    return {p: n for p, n in derived.items() if n} == {p: n for p, n in ledger.items() if n}


def net_of_round(sheet: TableSheet, entries: Sequence[Entry]) -> dict[PlayerId, int]:
    """What the entries of the last opened round moved, per player, in hundredths."""
    start = max((n for n, entry in enumerate(entries) if isinstance(entry.thing, Open)), default=0)
    table, nets = Table(sheet), defaultdict[PlayerId, int](int)
    for entry in entries[start:]:
        for event in table.apply(entry):
            if isinstance(event, Staked):
                nets[event.player] -= event.amount
            elif isinstance(event, Returned):
                nets[event.player] += event.amount
    return dict(nets)


def _before_the_round(
    sheet: TableSheet, row: TableRow, rows: Sequence[object], posted: Sequence[Posted], why: str
) -> Recovered:
    """The table as the last opening found it, with every transfer of the round to be taken back by the
    void."""
    entries: list[Entry] = []
    highest = 0
    for stored in rows:
        highest = max(highest, stored.step)  # type: ignore[attr-defined]
        if stored.round == row.round and stored.text.startswith("open "):  # type: ignore[attr-defined]
            found, _ = read_rows(row.game, [stored])  # type: ignore[list-item]
            entries = found
    book = Book(sheet, entries, highest + 1, complete=False)
    steps = {entry.step for entry in entries}
    step = next(iter(steps), 0)
    # All that stands is laid on the opening's step, the only one left, so that the void takes it back.
    taken_back = {one.transfer.reverses for one in posted}
    left = [
        one
        for one in posted
        if one.transfer.round == row.round and one.id not in taken_back and one.transfer.reverses is None
    ]
    book.posted = {step: tuple(left)} if left else {}
    return Recovered(book, why)


def players_of(book: Book) -> set[AccountId]:
    """Every account number that the table may ask about."""
    table = book.table
    seated = {seat.player for seat in table.seats.values()}
    in_round = {box.player for box in table.round.boxes.values()} if table.round is not None else set()
    return {AccountId(int(player)) for player in seated | set(table.queue) | in_round if player}
