"""``chatjack verify``: every card, roll and spin of a table's shoes, laid beside what their seeds say (design
8).

What this does not prove: the streamer's computer holds the seed from the start and knows the order while it
deals.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from bot.cards import Card, parse_card
from bot.cards.shoe import VERSION, cards_of, commitment, roll, shuffled, spin
from bot.games.contract import Action, DealCard, Reels, Roll, Spin
from bot.games.registry import parse_sheet, places
from bot.pit.book import read_rows
from bot.pit.entries import Act, Burn, Entry, NewShoe, Open
from bot.pit.history import standing
from bot.points import Shoe, Store

Places = tuple[tuple[str, ...], ...]
"""Where a wheel, or each reel, can stop."""


@dataclass(slots=True)
class _Dealt:
    """One shoe as the journal tells it: its cards, the rolls and spins by the number of their draw, and the
    round in which the next one was laid down."""

    made: NewShoe
    cards: list[Card] = field(default_factory=list)
    draws: list[tuple[Action, Places]] = field(default_factory=list)
    until: int | None = None


async def verify(path: Path, table: str | None = None) -> list[dict[str, Any]]:
    """A report for each shoe of each table; ``failures`` says what does not hold.

    The seed of a shoe that is still in use is not told.

    Raises:
        StoreError: the database cannot be read.
    """
    async with await Store.open(path) as store:
        reports = []
        for row in await store.tables(closed=True):
            if table not in (None, row.id):
                continue
            log, _ = read_rows(row.game, await store.journal(row.id))
            last = row.round if row.round_open else row.round + 1
            for one in _shoes(standing(log)):
                stored = await store.shoe(row.id, str(one.made.shoe))
                # A game's own deck may be in use while its round runs, though the next one lies there.
                in_use = one.until is None or one.until >= last
                reports.append(_report(row.id, one, stored, in_use=in_use))
    return reports


def _shoes(entries: list[Entry]) -> list[_Dealt]:
    shoes: dict[int, _Dealt] = {}
    lies: _Dealt | None = None
    number, where = 0, cast(Places, ())
    for entry in entries:
        thing = entry.thing
        if isinstance(thing, Open):
            number, where = thing.number, places(parse_sheet(thing.sheet))
        elif isinstance(thing, NewShoe):
            if lies is not None:
                lies.until = number
            lies = shoes[thing.shoe] = _Dealt(thing)
        elif isinstance(thing, Burn) and lies is not None:
            lies.cards += thing.cards
        elif isinstance(thing, Act) and thing.drawn and lies is not None:
            _drew(shoes[thing.shoe or lies.made.shoe], thing.action, where)
    return list(shoes.values())


def _drew(shoe: _Dealt, action: Action, where: Places) -> None:
    if not isinstance(action, DealCard):
        shoe.draws.append((action, where))
    elif action.card is not None:
        shoe.cards.append(action.card)


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
            break
    seeds = (stored.server_seed, stored.client_seed, dealt.made.shoe)
    for number, (action, where) in enumerate(dealt.draws):
        wanted = _says(seeds, number, action, where)
        if action != wanted:
            yield f"draw {number + 1} was {action}, and the seeds say {wanted}"
            return


def _says(seeds: tuple[str, str, int], draw: int, action: Action, where: Places) -> Action:
    """What the seeds say of a draw of that kind."""
    if isinstance(action, Roll):
        return Roll(roll(*seeds, draw))
    stops = spin(*seeds, draw, [len(one) for one in where])
    return Spin(where[0][stops[0]]) if isinstance(action, Spin) else Reels(stops)
