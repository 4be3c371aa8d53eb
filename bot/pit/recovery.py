"""Bringing a table back from its stored journal (design 3).

The entries of the last rounds are read, and from the last opening on folded; the points that the running
round's entries moved are compared with what the ledger says. If they differ, or the journal cannot be folded,
the round is voided.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import structlog

from bot.games.contract import PlayerId, Returned, Staked
from bot.games.registry import ENGINE_VERSION
from bot.games.sheet import TableSheet
from bot.pit.book import Book, read_rows
from bot.pit.cashier import COVER
from bot.pit.entries import RECOVERY, Correct, Entry, Open, Redo, Undo, Void
from bot.pit.journal import parse_thing
from bot.pit.settlement import PRESENTS
from bot.pit.table import Table
from bot.points import AccountId, AccountKind, JournalRow, Posted, Store, TableRow

log = structlog.get_logger(__name__)


RECOVERED_ROUNDS = 20
"""So far back undo reaches after a restart; while the floor runs it reaches further (:mod:`bot.pit.book`)."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A table brought back. ``trouble`` says why its running round must be voided, if it must."""

    book: Book
    trouble: str | None


async def recover(store: Store, row: TableRow | None, sheet: TableSheet) -> Recovered:
    """The table of a stored row, or a new one."""
    if row is None:
        return Recovered(Book(sheet), None)
    since = max(0, row.round - RECOVERED_ROUNDS)
    rows = await store.journal(row.id, since)
    # An undone opening is a round beyond the table's: redo may bring it again.
    last = max((stored.round for stored in rows), default=row.round)
    posted = [one for number in range(since, last + 1) for one in await store.transfers(row.id, number)]
    try:
        journal, highest = read_rows(row.game, rows)
        book = Book(sheet, journal, highest + 1, complete=since == 0)
    except Exception as error:  # noqa: BLE001 - whatever an old or damaged journal holds, the stream goes on
        log.error("the journal cannot be folded", table=row.id, error=repr(error))
        return _before_the_round(sheet, row, rows, posted, repr(error))
    book.posted = posted_by_step(posted, journal)
    trouble = None
    if book.table.live is not None and not await _agrees(store, row, book, posted):
        trouble = "the ledger and the journal differ"
    return Recovered(book, trouble)


def posted_by_step(posted: Sequence[Posted], journal: Sequence[Entry]) -> dict[int, tuple[Posted, ...]]:
    """What each step has posted, as the book held it: what was taken back by a void or by its own undo stays
    listed, since it may count again; what a correction took back has been replaced."""
    undoes = {entry.step: entry.thing.step for entry in journal if isinstance(entry.thing, Undo)}
    voids = {entry.step for entry in journal if isinstance(entry.thing, Void)}
    once = voids | {entry.step for entry in journal if isinstance(entry.thing, Undo | Redo | Correct)}
    listed: dict[int, list[Posted]] = {entry.step: [] for entry in journal}
    homes: dict[int, int] = {}
    gone: set[int] = set()
    for one in sorted(posted, key=lambda one: one.id):
        moved = one.transfer
        if moved.step not in listed:
            continue
        homes[one.id] = step = moved.step
        if moved.reverses is None:
            # Whatever of this step was taken back before is now posted anew.
            listed[step] = [*(old for old in listed[step] if old.id not in gone), one]
            continue
        gone.add(moved.reverses)
        home = homes.get(moved.reverses)
        returns = moved.reason == "void" or undoes.get(step) == home
        if home is not None and (home in once or not returns):
            listed[home] = [old for old in listed[home] if old.id != moved.reverses]
        if step in voids:
            listed[step].append(one)
    current = {one.id for ones in listed.values() for one in ones}
    return {
        step: tuple(one for one in ones if one.transfer.reverses is None or one.transfer.reverses in current)
        for step, ones in listed.items()
        if ones
    }


_OF_A_TABLE = (AccountKind.ESCROW, AccountKind.JACKPOT)
"""Accounts that each table has its own of."""


async def _agrees(store: Store, row: TableRow, book: Book, posted: Sequence[Posted]) -> bool:
    """Whether each player's points moved in the running round as its entries say."""
    derived = net_of_round(book.sheet, book.entries)
    ledger: dict[PlayerId, int] = defaultdict(int)
    systems = {
        await store.system_account(kind, row.economy, row.id if kind in _OF_A_TABLE else None)
        for kind in AccountKind
        if kind is not AccountKind.VIEWER
    }
    beside = {one.id for one in posted if one.transfer.reason in PRESENTS or one.transfer.reason == COVER}
    for one in posted:
        moved = one.transfer
        if moved.round != row.round or one.id in beside or moved.reverses in beside:
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
    sheet: TableSheet, row: TableRow, rows: Sequence[JournalRow], posted: Sequence[Posted], why: str
) -> Recovered:
    """The table as the last opening found it. An open round's transfers are laid on the opening's step, the
    only one left, so that the void takes it back."""
    highest = max((stored.step for stored in rows), default=0)
    if row.round == 0:
        return Recovered(Book(sheet, [], highest + 1, complete=False), None)
    book = next(_openings(sheet, row, rows, highest + 1))
    step = book.log[0].step
    if row.round_open:
        taken_back = {one.transfer.reverses for one in posted}
        spared = PRESENTS | {COVER}
        book.posted[step] = tuple(
            one
            for one in posted
            if one.transfer.round == row.round
            and one.id not in taken_back
            and one.transfer.reverses is None
            and one.transfer.reason not in spared
        )
        return Recovered(book, why)
    over = Entry(step, book.log[0].at, "house", Void(RECOVERY))
    return Recovered(Book(sheet, [*book.log, over], highest + 1, complete=False), None)


def _openings(sheet: TableSheet, row: TableRow, rows: Sequence[JournalRow], next_step: int) -> Iterator[Book]:
    """The table at the opening of the stored round: as journalled, by today's sheet, or without seats."""
    fresh = Open(row.round, str(ENGINE_VERSION), sheet.model_dump(mode="json"), Table(sheet).snapshot())
    for stored in reversed(rows):
        if stored.round == row.round and stored.text.startswith("open "):
            try:
                thing = parse_thing(row.game, stored.text)
                assert isinstance(thing, Open)
            except Exception:  # noqa: BLE001 - as above
                continue
            for opening in (thing, replace(thing, sheet=fresh.sheet)):
                try:
                    entry = Entry(stored.step, stored.at, stored.actor, opening)
                    yield Book(sheet, [entry], next_step, complete=False)
                except Exception:  # noqa: BLE001 - as above
                    continue
    yield Book(sheet, [Entry(next_step - 1, 0, "house", fresh)], next_step, complete=False)


def players_of(book: Book) -> set[AccountId]:
    """Every account number that the table may ask about."""
    table = book.table
    seated = {seat.player for seat in table.seats.values()}
    in_round = {box.player for box in table.round.boxes.values()} if table.round is not None else set()
    in_round |= {one.player for one in table.round.results} if table.round is not None else set()
    everybody = seated | set(table.queue) | in_round | table.players
    return {AccountId(int(player)) for player in everybody if player}
