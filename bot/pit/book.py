"""A table's journal in memory: the entries that stand, folded; what each step posted; taking back.

Entries and transfers are kept from an ``open`` entry on, which carries the table as it stood, so neither undo
nor recovery ever has to fold a whole evening.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bot.games.contract import IllegalAction
from bot.games.sheet import TableSheet
from bot.pit.entries import RECOVERY, Entry, Open, TableOpen, Void
from bot.pit.history import last_step, standing
from bot.pit.journal import parse_thing
from bot.pit.table import Table, fold
from bot.points import JournalRow, Posted

KEPT_ENTRIES = 4_000
"""Older rounds are dropped from memory beyond this; they stay in the stored journal."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to go back to."""

    log: list[Entry]
    log_length: int
    entries: list[Entry]
    length: int
    next_step: int
    complete: bool
    posted: dict[int, tuple[Posted, ...]]
    posted_before: list[tuple[int, tuple[Posted, ...]]] = field(default_factory=list)


@dataclass(slots=True)
class Book:
    """The journal of one table and the table it makes.

    Attributes:
        log: every entry, those that undo and correct included.
        entries: the ones that stand.
        complete: whether ``log`` reaches back to the table's very first entry.
        posted: what each step has posted; a step that does not stand may still be listed.
    """

    sheet: TableSheet
    log: list[Entry] = field(default_factory=list)
    next_step: int = 1
    complete: bool = True
    posted: dict[int, tuple[Posted, ...]] = field(default_factory=dict)
    entries: list[Entry] = field(init=False)
    last: int | None = field(init=False)
    """The step that undo takes back."""
    table: Table = field(init=False)
    stale: bool = field(default=False, init=False)
    """Whether :attr:`table` may be ahead of the entries: folding them has failed."""
    _mark: Mark = field(init=False)

    def __post_init__(self) -> None:
        self.entries = standing(self.log)
        self.last = last_step(self.log)
        self.table = self.folded(self.entries)
        self._mark = self.mark()

    def mark(self) -> Mark:
        """Where the book stands; what changes from here on can be put back."""
        lengths = len(self.log), len(self.entries)
        self._mark = Mark(
            self.log, lengths[0], self.entries, lengths[1], self.next_step, self.complete, self.posted
        )
        return self._mark

    def back_to(self, mark: Mark) -> None:
        """Puts the book back to a mark, whatever a unit did to it since."""
        self.log = mark.log[: mark.log_length]
        self.entries = mark.entries[: mark.length]
        self.last = last_step(self.log)
        self.next_step = mark.next_step
        self.complete = mark.complete
        self.posted = mark.posted
        while mark.posted_before:
            step, before = mark.posted_before.pop()
            self.posted[step] = before
        # A step that failed in the middle may have left the fold ahead of its entries: always fold anew.
        self.stale = True
        self.refold()

    def refold(self) -> None:
        """Makes the table of the entries again if it may differ from them."""
        if self.stale:
            self.table = self.folded(self.entries)
            self.stale = False

    def take(self, entries: Sequence[Entry], posted: Sequence[Posted]) -> None:
        """A step is done: its entries (already folded into the table) and its transfers."""
        self.log.extend(entries)
        self.entries.extend(entries)
        self.last = entries[0].step
        if posted:  # beside what a correction, whose step goes on here, has posted already
            step = entries[0].step
            self.set_posted(step, (*self.posted.get(step, ()), *posted))
        if len(self.log) > KEPT_ENTRIES:
            self._prune()

    def amend(self, entry: Entry) -> None:
        """Takes an undo, a redo or a correction: what stands is found and folded anew.

        Raises:
            IllegalAction: an entry that would stand no longer fits; nothing has changed.
        """
        entries = standing([*self.log, entry])
        self.table = self.folded(entries)
        self.log = [*self.log, entry]
        self.last = last_step(self.log)
        self.entries = entries

    def set_posted(self, step: int, posted: Sequence[Posted]) -> None:
        """These transfers of ``step`` stand."""
        self._mark.posted_before.append((step, self.posted.get(step, ())))
        self.posted[step] = tuple(posted)

    def steps_of_round(self, number: int) -> list[int]:
        """The steps since the opening of round ``number``."""
        start = next(
            (n for n, e in enumerate(self.entries) if isinstance(e.thing, Open) and e.thing.number == number),
            None,
        )
        return [] if start is None else sorted({entry.step for entry in self.entries[start:]})

    def first_entry(self, step: int) -> Entry:
        """What the step began with: how it is shown."""
        found = None
        for entry in reversed(self.log):  # it is nearly always one of the last
            if entry.step == step:
                found = entry
            elif found is not None:
                break
        assert found is not None
        return found

    def can_undo(self, step: int) -> None:
        """Raises :class:`IllegalAction` ``undo_too_far`` if what was before ``step`` is not in memory, or the
        table was not on the floor."""
        first_open = next((entry for entry in self.entries if isinstance(entry.thing, Open)), None)
        if not self.complete and first_open is not None and first_open.step == step:
            raise IllegalAction("undo_too_far")
        barriers = (Void(RECOVERY), TableOpen(on=True), TableOpen(on=False))
        if any(entry.step == step and entry.thing in barriers for entry in self.entries):
            raise IllegalAction("undo_too_far")

    def opening(self) -> int:
        """The index of the last opening among the standing entries; 0 without one."""
        return max((n for n, e in enumerate(self.entries) if isinstance(e.thing, Open)), default=0)

    def folded(self, entries: Sequence[Entry]) -> Table:
        """The table that these entries make. An opening restores all that outlives a round, so it begins at
        the last one."""
        start = max((n for n, e in enumerate(entries) if isinstance(e.thing, Open)), default=0)
        return fold(self.sheet, entries[start:])

    def _prune(self) -> None:
        """Drops whole rounds from the front, never the last two."""
        opens = [n for n, e in enumerate(self.log) if isinstance(e.thing, Open)]
        if len(opens) < 3:
            return
        keep_from = next((n for n in opens[:-2] if len(self.log) - n <= KEPT_ENTRIES // 2), opens[-2])
        first = self.log[keep_from].step
        self.log = self.log[keep_from:]
        self.entries = [entry for entry in self.entries if entry.step >= first]
        self.complete = False
        self.posted = {step: moved for step, moved in self.posted.items() if step >= first}


def read_rows(game: str, rows: Iterable[JournalRow]) -> tuple[list[Entry], int]:
    """The entries of stored rows, and the highest step number. Each round speaks the words of the game it was
    opened with; ``game`` is for rows of a round whose opening is not among them."""
    log: list[Entry] = []
    spoken: dict[int, str] = {}
    for row in rows:
        thing = parse_thing(spoken.get(row.round, game), row.text)
        if isinstance(thing, Open):
            spoken[thing.number] = str(thing.sheet["game"])
        log.append(Entry(row.step, row.at, row.actor, thing))
    return log, max((entry.step for entry in log), default=0)
