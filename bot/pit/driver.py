"""What happens at a table by itself: kept words played, hands auto-played, cards dealt from the shoe.

Pure: looks at a table, names the next entry or nothing. Every entry it names is journalled like any other, so
a refold never asks it again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, cast

from bot.amounts import Amount
from bot.cards import Card
from bot.games.blackjack.actions import Move, Play, Reply
from bot.games.contract import NOBODY, Action, Await, Awaiting, DealCard, PlayerId, Reels, Roll, Spin
from bot.pit.entries import Act, NewShoe, Thing
from bot.pit.rounds import AloneRound, SeatedRound
from bot.pit.state import ShoeState
from bot.pit.table import Table

Means = Callable[[PlayerId], Amount]


class Supply(Protocol):
    """The table's own shoe, dice, wheel and reels. A scenario hands in fixed ones, the floor verifiable
    ones."""

    def burnt(self, shoe: ShoeState) -> tuple[Card, ...]:
        """What is burnt of a fresh shoe (rulings 10.1); a scenario's cards begin after that."""
        ...

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

    def pocket(self, shoe: ShoeState, pockets: Sequence[str]) -> str:
        """Where the ball falls next on a wheel of these pockets."""
        ...

    def stops(self, shoe: ShoeState, sizes: Sequence[int]) -> tuple[int, ...]:
        """Where each reel stops next, from 0; ``sizes`` is how many stops each has."""
        ...

    def deck_for(self, table: Table, game: int) -> NewShoe | None:
        """What gives a game a deck of its own, if it has none yet and needs one."""
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
        return _card(table, awaiting, supply)
    if awaiting.what is Await.REELS:
        deals = table.auto_advance or pushed  # nobody else could turn a viewer's own reels
    if awaiting.what in _DRAWS and deals and not table.shoe.number:
        return supply.opening_shoe(table)
    if awaiting.what in _DRAWS and (deals or pushed) and table.shoe.number:
        return Act(_DRAWS[awaiting.what](supply, table.shoe, awaiting), drawn=True)
    if awaiting.what is Await.PLAYERS and table.style == "alone":
        return _not_answered(table, cast(AloneRound, live))
    if awaiting.what is Await.PLAYERS:
        return _player(table, live, means, pushed=pushed)
    return None


_DRAWS: Mapping[Await, Callable[[Supply, ShoeState, Awaiting], Action]] = {
    Await.ROLL: lambda supply, shoe, _awaiting: Roll(supply.roll(shoe)),
    Await.SPIN: lambda supply, shoe, awaiting: Spin(supply.pocket(shoe, awaiting.pockets)),
    Await.REELS: lambda supply, shoe, awaiting: Reels(supply.stops(shoe, awaiting.stops)),
}
"""What is drawn besides cards."""


def _card(table: Table, awaiting: Awaiting, supply: Supply) -> Thing:
    """The next card off the shoe, or off the game's own deck."""
    game = awaiting.slot.seat if awaiting.slot is not None and table.own_decks else 0
    deck = supply.deck_for(table, game) if game else None
    if deck is not None:
        return deck
    shoe = table.deck(game)
    if shoe.left <= 0:
        return supply.refill(table)
    return Act(DealCard(supply.card(shoe)), drawn=True, shoe=shoe.number if game in table.decks else 0)


def _not_answered(table: Table, live: AloneRound) -> Thing | None:
    """A game whose player's time ran out goes on without them (rulings 2.4)."""
    game = next((game for game in live.waiting if (game, 0) in table.auto), None)
    return None if game is None else Act(live.auto_action(game))


def _player(table: Table, live: SeatedRound, means: Means, *, pushed: bool) -> Thing | None:
    if live.turn is None:
        absent = _absent_answer(table, live, means)
        return _follower(table, live, means) if absent is None else absent
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


def _follower(table: Table, live: SeatedRound, means: Means) -> Thing | None:
    """What a player answers for a bet behind without being asked: what they have said in advance, and "no" if
    they are leaving or short of the points to follow (rulings 10.3)."""
    for seat, player in live.followers:
        seats = [table.seats[one] for one in table.seats_of(player)]
        gone = player in table.banned | table.gone or (bool(seats) and all(held.leaving for held in seats))
        word = None
        if live.phase == "following":
            word = table.orders.follows.get(player)
            gone = gone or live.cost(seat, player, Move.FOLLOW) > means(player)
        if gone or word is not None:
            return Act(Reply(seat, player, Move.NO if gone else Move(word or "no"), means(player)))
    return None
