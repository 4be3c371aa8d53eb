"""What happens at a table by itself: kept words played, hands auto-played, cards dealt from the shoe.

Pure: looks at a table, names the next entry or nothing. Every entry it names is journalled like any other, so
a refold never asks it again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.amounts import Amount
from bot.cards import Card
from bot.games.blackjack.actions import Move, Play
from bot.games.contract import NOBODY, Await, DealCard, PlayerId, Roll
from bot.pit.entries import Act, NewShoe, Thing
from bot.pit.rounds import SeatedRound
from bot.pit.state import ShoeState
from bot.pit.table import Table

Means = Callable[[PlayerId], Amount]


class Supply(Protocol):
    """The table's own shoe and dice. A scenario hands in fixed ones, the floor verifiable ones."""

    def card(self, shoe: ShoeState) -> Card:
        """The shoe's next card."""
        ...

    def opening_shoe(self, table: Table) -> NewShoe | None:
        """The shoe to bring before a round, if the one on the table is finished."""
        ...

    def refill(self, table: Table) -> NewShoe:
        """The discards, shuffled, for a shoe that ran out in mid-round (rulings 6.8)."""
        ...

    def roll(self, shoe: ShoeState) -> int:
        """The next die."""
        ...


def by_itself(table: Table, means: Means, supply: Supply, *, pushed: bool = False) -> Thing | None:
    """The entry that comes next without anybody's doing, or ``None`` when the table waits.

    Args:
        pushed: the dealer pressed "next": one card, roll or move of the house even with auto-advance off; the
            roll also beside cards from the dealer's hand.
    """
    live = table.live
    if live is None:
        return None
    awaiting = live.awaiting
    deals = table.source == "shoe" and (table.auto_advance or pushed)
    if awaiting.what is Await.CARD and deals:
        if table.shoe.left <= 0:
            return supply.refill(table)
        return Act(DealCard(supply.card(table.shoe)), drawn=True)
    if awaiting.what is Await.ROLL and (deals or pushed) and table.shoe.number:
        return Act(Roll(supply.roll(table.shoe)), drawn=True)
    if awaiting.what is Await.PLAYERS:
        return _player(table, live, means, pushed=pushed)
    return None


def _player(table: Table, live: SeatedRound, means: Means, *, pushed: bool) -> Thing | None:
    if live.turn is None:
        return _absent_answer(table, live, means)
    seat, hand = live.turn
    word = table.orders.next(seat, hand)
    if word is None:
        held = table.seats.get(seat)
        if live.boxes[seat].player == NOBODY:
            # The dealer may choose for a seat of the house; with auto-advance off there is time to.
            played = table.auto_advance or pushed
        else:
            played = held is None or held.leaving
        if not played and (seat, hand) not in table.auto:
            return None
        return Act(Play(seat, hand, live.auto_move(seat, hand), Amount(0)))
    return Act(Play(seat, hand, Move(word), means(live.boxes[seat].player)))


def _absent_answer(table: Table, live: SeatedRound, means: Means) -> Thing | None:
    """A viewer who is leaving answers every offer with no (rulings 2.2, 2.4)."""
    for seat in live.awaiting.seats:
        held = table.seats.get(seat)
        if held is None or held.leaving or held.house:
            return Act(Play(seat, 0, Move.NO, means(live.boxes[seat].player)))
    return None
