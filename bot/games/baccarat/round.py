"""A coup of baccarat (rulings 13)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

from bot.amounts import ZERO, Amount, times
from bot.cards import Card
from bot.games.baccarat.events import CoupDecided
from bot.games.baccarat.sheet import BaccaratSheet, Draws
from bot.games.contract import (
    Action,
    Await,
    Awaiting,
    BrokenRule,
    Carried,
    DealCard,
    Dealt,
    IllegalAction,
    Slot,
)
from bot.games.spots.round import SpotRound, Verdict
from bot.games.spots.states import Phase, Transitions, betting

TRANSITIONS: Transitions = {
    **betting(Phase.DEALING),
    (Phase.DEALING, "card"): frozenset({Phase.DEALING, Phase.SETTLED}),
}

HANDS = ("player", "banker")
"""In dealing order; also the spots they win for. As the place of a card they are seats 1 and 2."""

SPOTS = (*HANDS, "tie")
NATURAL = 8
"""The least total of two cards that ends the coup."""


def total(cards: Sequence[Card]) -> int:
    """What the cards count: aces 1, tens and faces nothing, tens of the sum dropped."""
    return sum(card.value for card in cards) % 10


def next_hand(draws: Draws, player: Sequence[Card], banker: Sequence[Card]) -> str | None:
    """Whose card falls next: player, banker, player, banker, then thirds; ``None`` when the coup is over."""
    if len(banker) < 2:
        return HANDS[len(player) > len(banker)]
    if max(total(player[:2]), total(banker[:2])) >= NATURAL or len(banker) > 2:
        return None
    if len(player) == 2 and total(player) in draws.player:
        return "player"
    if len(player) == 2:
        return "banker" if total(banker) in draws.banker_alone else None
    return "banker" if total(player[2:]) in draws.banker[total(banker)] else None


def _seat(hand: str) -> int:
    return HANDS.index(hand) + 1


class BaccaratRound(SpotRound):
    """One coup. Implements :class:`bot.games.contract.Round`."""

    __slots__ = ("_hands", "outcome")

    sheet: BaccaratSheet
    transitions: ClassVar[Transitions] = TRANSITIONS
    running: ClassVar[Phase] = Phase.DEALING

    def __init__(self, sheet: BaccaratSheet, carried: Carried) -> None:
        super().__init__(sheet, carried)
        self._hands: dict[str, list[Card]] = {hand: [] for hand in HANDS}
        self.outcome: str | None = None

    def spot(self, name: str) -> str:
        """The spot itself: no other names.

        Raises:
            IllegalAction: ``no_such_spot``.
        """
        if name not in SPOTS:
            raise IllegalAction("no_such_spot", spot=name)
        return name

    def _next_hand(self) -> str | None:
        return next_hand(self.sheet.draws, *self._hands.values())

    def _needs(self) -> Awaiting:
        hand = self._next_hand()
        if hand is None:
            raise BrokenRule("a coup that is over still runs")
        return Awaiting(Await.CARD, slot=Slot(_seat(hand), 1, len(self._hands[hand]) + 1))

    def _check_draw(self, action: Action) -> None:
        if not isinstance(action, DealCard) or action.card is None:
            raise IllegalAction("card_unknown")
        if action.card.is_joker:
            raise IllegalAction("no_jokers")

    def _draw(self, action: Action) -> None:
        hand = self._next_hand()
        if not isinstance(action, DealCard) or action.card is None or hand is None:
            raise BrokenRule(f"the coup cannot take {action}")
        cards = self._hands[hand]
        cards.append(action.card)
        self._events.append(Dealt(_seat(hand), 1, len(cards), action.card))
        if self._next_hand() is None:
            self._compare()

    def _compare(self) -> None:
        """The nearer to nine wins."""
        player, banker = (total(cards) for cards in self._hands.values())
        outcome = self.outcome = "tie" if player == banker else "player" if player > banker else "banker"
        self._events.append(CoupDecided(outcome, player, banker, self._natural))

        def judge(spot: str, amount: Amount) -> Verdict:
            if spot == outcome:
                return "win", times(amount, self.sheet.returns(spot))
            if outcome == "tie" and self.sheet.on_tie == "push":
                return "push", times(amount, self.sheet.pays.push)
            return "lose", ZERO

        self._decide(outcome, judge)
        self._end()

    @property
    def _natural(self) -> bool:
        """Whether the first two cards of a hand end the coup."""
        hands = self._hands.values()
        return all(len(cards) == 2 for cards in hands) and max(map(total, hands)) >= NATURAL

    def _play(self) -> dict[str, Any]:
        hands = {
            hand: {"cards": [card.text for card in cards], "total": total(cards)}
            for hand, cards in self._hands.items()
        }
        return {"kind": "baccarat", **hands, "outcome": self.outcome, "natural": self._natural}

    def state(self) -> tuple[Hashable, ...]:
        """Everything there is to this coup as one comparable value."""
        return (*super().state(), *(tuple(cards) for cards in self._hands.values()), self.outcome)
