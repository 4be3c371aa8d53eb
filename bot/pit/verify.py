"""``chatjack verify``: every card that came off a table's shoes, laid beside what its seeds say (design 8).

What this does not prove: the streamer's computer holds the seed from the start and knows the order while it
deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.cards import Card, parse_card
from bot.cards.shoe import VERSION, cards_of, commitment, shuffled
from bot.games.contract import DealCard
from bot.pit.book import read_rows
from bot.pit.entries import Act, Entry, NewShoe
from bot.pit.history import standing
from bot.points import Shoe, Store


@dataclass(slots=True)
class _Dealt:
    """One shoe as the journal tells it."""

    made: NewShoe
    cards: list[Card] = field(default_factory=list)


async def verify(path: Path, table: str | None = None) -> list[dict[str, Any]]:
    """A report for each shoe of each table; ``failures`` says what does not hold.

    The seed of the shoe that is still in use is not told.

    Raises:
        StoreError: the database cannot be read.
    """
    async with await Store.open(path) as store:
        reports = []
        for row in await store.tables(closed=True):
            if table not in (None, row.id):
                continue
            log, _ = read_rows(row.game, await store.journal(row.id))
            dealt = list(_shoes(standing(log)))
            for one in dealt:
                stored = await store.shoe(row.id, str(one.made.shoe))
                reports.append(_report(row.id, one, stored, in_use=one is dealt[-1]))
    return reports


def _shoes(entries: list[Entry]) -> Iterator[_Dealt]:
    current: _Dealt | None = None
    for entry in entries:
        if isinstance(entry.thing, NewShoe):
            if current is not None:
                yield current
            current = _Dealt(entry.thing)
            continue
        act = entry.thing
        if current is None or not isinstance(act, Act) or not act.drawn:
            continue
        if isinstance(act.action, DealCard) and act.action.card is not None:
            current.cards.append(act.action.card)
    if current is not None:
        yield current


def _report(table: str, dealt: _Dealt, stored: Shoe | None, *, in_use: bool) -> dict[str, Any]:
    made = dealt.made
    report: dict[str, Any] = {"table": table, "shoe": made.shoe, "cards": len(dealt.cards), "failures": []}
    if stored is None:
        return report | {"failures": ["no seed is stored for this shoe"]}
    report |= {"version": stored.version, "commitment": stored.commitment, "client_seed": stored.client_seed}
    if not in_use:
        report["server_seed"] = stored.server_seed
    report["failures"] = list(_failures(dealt, stored))
    return report


def _failures(dealt: _Dealt, stored: Shoe) -> Iterator[str]:
    if stored.version != VERSION:
        yield f"this program shuffles by {VERSION}, the shoe by {stored.version}"
        return
    if commitment(stored.server_seed) != stored.commitment:
        yield "the seed is not the one that was committed to"
    cards = list(cards_of(dealt.made.decks, dealt.made.jokers))
    for text in dealt.made.without:
        cards.remove(parse_card(text))
    order = shuffled(cards, stored.server_seed, stored.client_seed, dealt.made.shoe)
    for number, (said, drawn) in enumerate(zip(order, dealt.cards, strict=False), start=1):
        if said != drawn:
            yield f"card {number} was {drawn}, and the seeds say {said}"
            return
