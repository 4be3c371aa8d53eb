"""A table's journal in memory: the entries that stand, folded; what each step posted; taking back.

Entries and transfers are kept from an ``open`` entry on, which carries the table as it stood, so neither undo
nor recovery ever has to fold a whole evening.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.games.contract import IllegalAction
from bot.games.sheet import TableSheet
from bot.pit.entries import Entry, Open, Undo, parse_thing
from bot.pit.table import Table, fold
from bot.points import JournalRow, Posted

KEPT_ENTRIES = 4_000
"""Older rounds are dropped from memory beyond this; they stay in the stored journal."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to go back to."""

    entries: list[Entry]
    length: int
    next_step: int
    posted_before: list[tuple[int, tuple[Posted, ...]]] = field(default_factory=list)


@dataclass(slots=True)
class Book:
    """The standing entries of one table and the table they make."""

    sheet: TableSheet
    entries: list[Entry] = field(default_factory=list)
    next_step: int = 1
    complete: bool = True
    """Whether ``entries`` reach back to the table's very first one."""
    posted: dict[int, tuple[Posted, ...]] = field(default_factory=dict)
    table: Table = field(init=False)
    _mark: Mark = field(init=False)

    def __post_init__(self) -> None:
        self.table = self._fold(self.entries)
        self._mark = self.mark()

    def mark(self) -> Mark:
        """Where the book stands; what changes from here on can be put back."""
        self._mark = Mark(self.entries, len(self.entries), self.next_step)
        return self._mark

    def back_to(self, mark: Mark) -> None:
        """Puts the book back to a mark, whatever a unit did to it since."""
        self.entries = mark.entries[: mark.length]
        self.next_step = mark.next_step
        for step, before in reversed(mark.posted_before):
            self.posted[step] = before
        # A step that failed in the middle may have left the fold ahead of its entries, so it is always made
        # anew.
        self.table = self._fold(self.entries)

    def take(self, entries: Sequence[Entry], posted: Sequence[Posted]) -> None:
        """A step is done: its entries (already folded into the table) and its transfers."""
        self.entries.extend(entries)
        if posted:
            self.set_posted(entries[0].step, posted)
        if len(self.entries) > KEPT_ENTRIES:
            self._prune()

    def set_posted(self, step: int, posted: Sequence[Posted]) -> None:
        """These transfers of ``step`` stand."""
        self._mark.posted_before.append((step, self.posted.get(step, ())))
        self.posted[step] = tuple(posted)

    def last_step(self) -> int | None:
        """The step that undo takes back."""
        return self.entries[-1].step if self.entries else None

    def steps_of_round(self, number: int) -> list[int]:
        """The steps since the opening of round ``number``."""
        start = next(
            (n for n, e in enumerate(self.entries) if isinstance(e.thing, Open) and e.thing.number == number),
            None,
        )
        return [] if start is None else sorted({entry.step for entry in self.entries[start:]})

    def first_entry(self, step: int) -> Entry:
        """What the step began with: how it is shown."""
        return next(entry for entry in self.entries if entry.step == step)

    def without(self, step: int) -> list[Entry]:
        """The entries that stand when ``step`` does not.

        Raises:
            IllegalAction: ``undo_too_far``: what the table was before is not in memory any more.
        """
        first_open = next((entry for entry in self.entries if isinstance(entry.thing, Open)), None)
        if not self.complete and first_open is not None and first_open.step == step:
            raise IllegalAction("undo_too_far")
        return [entry for entry in self.entries if entry.step != step]

    def replace(self, entries: list[Entry]) -> None:
        """These entries stand from now on; the table is folded anew.

        Raises:
            IllegalAction: one of them no longer fits; nothing has changed.
        """
        self.table = self._fold(entries)
        self.entries = entries

    def _fold(self, entries: Sequence[Entry]) -> Table:
        start = max((n for n, e in enumerate(entries) if isinstance(e.thing, Open)), default=0)
        # The round before the last opening is still wanted for the view between rounds and nothing else,
        # and an opening restores all that outlives it: folding begins there.
        return fold(self.sheet, entries[start:])

    def _prune(self) -> None:
        """Drops whole rounds from the front, never the last two."""
        opens = [n for n, e in enumerate(self.entries) if isinstance(e.thing, Open)]
        if len(opens) < 3:
            return
        keep_from = next((n for n in opens[:-2] if len(self.entries) - n <= KEPT_ENTRIES // 2), opens[-2])
        self.entries = self.entries[keep_from:]
        self.complete = False
        first = self.entries[0].step
        self.posted = {step: moved for step, moved in self.posted.items() if step >= first}


def read_rows(game: str, rows: Iterable[JournalRow]) -> tuple[list[Entry], int]:
    """The entries of stored rows that stand (undone steps are left out), and the highest step number."""
    entries: list[Entry] = []
    highest = 0
    for row in rows:
        highest = max(highest, row.step)
        thing = parse_thing(game, row.text)
        if isinstance(thing, Undo):
            entries = [entry for entry in entries if entry.step != thing.step]
        else:
            entries.append(Entry(row.step, row.at, row.actor, thing))
    return entries, highest
