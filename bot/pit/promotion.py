"""Promotion (階級): who rises when a round is settled, and who falls back when that is undone (rulings 3.4).

A promotion is an entry of the step that settled the round, so it is taken back, brought again or voided with
it. The stored rank follows the promotions that stand, and the count of restarts (rulings 3.5) the rebuys.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from bot.games.contract import NOBODY, PlayerId
from bot.pit.book import Book
from bot.pit.entries import Entry, Give, Open, Promote, Void
from bot.pit.events import Promoted
from bot.pit.people import People
from bot.pit.step import Note, Step
from bot.points import AccountId, RankTable, Tx


def standing(entries: Sequence[Entry]) -> list[Entry]:
    """The promotions among entries that stand: those of a voided round do not."""
    kept: list[Entry] = []
    opened = 0
    for entry in entries:
        if isinstance(entry.thing, Open):
            opened = len(kept)
        elif isinstance(entry.thing, Void):
            del kept[opened:]
        elif isinstance(entry.thing, Promote):
            kept.append(entry)
    return kept


class Ladder:
    """The ranks of a floor's viewers.

    Args:
        books: the journals of all tables: a player may have risen at several.
        since: when (epoch ms) a season last started or ended; what was before is settled.
    """

    def __init__(
        self,
        ranks: RankTable,
        people: People,
        books: Callable[[], Iterable[Book]],
        since: Callable[[], int],
    ) -> None:
        self.ranks = ranks
        self.people = people
        self.books = books
        self.since = since

    def rise(self, step: Step) -> None:
        """Adds the promotions of the round that ``step`` settled: each player's balance after it counts.

        A win may jump ranks (飛び級); with a premium of the sheet's ``one_rank_premiums`` among the hands it
        raises its player by one at most, and a later round may go on from there.
        """
        played = step.table.round
        if played is None:
            return
        slow = {one.player for one in played.results if one.premium in step.table.sheet.one_rank_premiums}
        for player in sorted({one.player for one in played.results} - {NOBODY}):
            person = self.people.get(player)
            if person is None:
                continue
            rank = self.ranks.for_balance(person.rank, step.means(player), jumps=player not in slow)
            if rank.id != person.rank:
                step.do(Promote(player, rank.id, person.rank), "house")
                step.notes.append(Note(player, "promoted", {"rank": rank}, important=True))

    async def keep(self, tx: Tx, step: Step) -> None:
        """Stores what :meth:`rise` found, and counts restarts."""
        for event in step.events:
            if isinstance(event, Promoted):
                await self._give(tx, event.player, event.rank)
        for player, count in _restarts(step.entries).items():
            self.people.count_rebuys(player, count)

    async def follow(self, tx: Tx, before: Sequence[Entry], now: Sequence[Entry]) -> None:
        """Makes ranks agree after an undo, a redo, a correction or a void of one table.

        Args:
            before, now: the table's standing entries, of which promotions may have gone or come.
        """
        old, new = standing(before), standing(now)
        lost = {entry.thing.player for entry in old if entry not in new and isinstance(entry.thing, Promote)}
        won = [entry.thing for entry in new if entry not in old and isinstance(entry.thing, Promote)]
        for player in sorted(lost):
            person = self.people.get(player)
            if person is not None:
                await self._give(tx, player, self._without(player, person.rank))
        for promote in won:
            person = self.people.get(promote.player)
            if person is not None and self.ranks.below(person.rank, promote.rank):
                await self._give(tx, promote.player, promote.rank)
        then, since = _restarts(before), _restarts(now)
        for player in sorted(then.keys() | since.keys()):
            self.people.count_rebuys(player, since[player] - then[player])

    def _without(self, player: PlayerId, rank: str) -> str:
        """The rank that remains of ``rank`` once those who gave it no longer stand."""
        since = self.since()
        logs = [(standing(book.entries), book.log) for book in self.books()]
        stands = {it.rank for kept, _ in logs for it in _of(player, kept, since)}
        was = {it.rank: it.was for _, log in logs for it in _of(player, log, since) if it.rank not in stands}
        while rank in was:
            rank = was[rank]
        return rank

    async def _give(self, tx: Tx, player: PlayerId, rank: str) -> None:
        await tx.set_rank(AccountId(int(player)), rank)
        self.people.give_rank(player, rank)


def _restarts(entries: Iterable[Entry]) -> Counter[PlayerId]:
    things = (entry.thing for entry in entries)
    return Counter(thing.player for thing in things if isinstance(thing, Give) and thing.kind == "rebuy")


def _of(player: PlayerId, entries: Iterable[Entry], since: int) -> list[Promote]:
    things = (entry.thing for entry in entries if entry.at > since)
    return [thing for thing in things if isinstance(thing, Promote) and thing.player == player]
