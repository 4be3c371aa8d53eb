"""A table for rule tests: wallets, a list of cards in dealing order, and words like ``"1 hit"``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.amounts import Amount, points, to_number
from bot.cards import parse_card
from bot.games.blackjack import Bet, BlackjackRound, BlackjackSheet, House, Move, Play, Withdraw
from bot.games.contract import Action, Audience, Await, Close, DealCard, Event, PlayerId, Returned, Staked
from bot.games.registry import load_sheet


class Rig:
    """One round of a table. Player numbers are seat numbers unless said otherwise; a figure is whole points.

    Args:
        cards: in dealing order; they fall whenever a card is awaited.
        bets: seat to amount; several amounts for several hands; 0 for a seat of the house.
        wallet: what every player starts with, or seat to points.
        side: seat to side bets.
    """

    def __init__(
        self,
        cards: str = "",
        bets: Mapping[int, int | tuple[int, ...]] | None = None,
        *,
        table: str = "tournament",
        rules: Mapping[str, Any] | None = None,
        wallet: int | Mapping[int, int] = 1000,
        side: Mapping[int, Mapping[str, int]] | None = None,
        ranks: Mapping[int, str] | None = None,
        deal: bool = True,
    ) -> None:
        sheet = load_sheet(table, rules)
        assert isinstance(sheet, BlackjackSheet)
        self.sheet = sheet
        self.round = BlackjackRound(sheet)
        self.cards = [parse_card(text) if text != "?" else None for text in cards.split()]
        self.wallets: dict[int, int] = {}
        self.wallet = wallet
        self.events: list[Event] = []
        self.actions: list[Action] = []
        for seat, amount in (bets or {}).items():
            if amount == 0:
                self.apply(House(seat))
            else:
                self.bet(seat, amount, (side or {}).get(seat), (ranks or {}).get(seat, "plain"))
        if deal and bets is not None:
            self.apply(Close())

    def means(self, player: int) -> Amount:
        """The player's free balance."""
        start = self.wallet if isinstance(self.wallet, int) else self.wallet.get(player, 1000)
        return Amount(self.wallets.setdefault(player, points(start)))

    def apply(self, action: Action) -> list[Event]:
        """Applies an action, moves its money, and lets awaited cards fall."""
        events = self._one(action)
        while self.round.awaiting.what is Await.CARD and self.cards:
            events += self._one(DealCard(self.cards.pop(0)))
        return events

    def _one(self, action: Action) -> list[Event]:
        events = self.round.apply(action)
        self.actions.append(action)
        self.events += events
        for event in events:
            if isinstance(event, Staked):
                assert event.amount > 0
                assert self.means(event.player) >= event.amount, "staked more than the player has"
                self.wallets[event.player] -= event.amount
            elif isinstance(event, Returned):
                assert event.amount > 0
                self.wallets[event.player] = self.means(event.player) + event.amount
        return events

    def bet(
        self,
        seat: int,
        amount: int | tuple[int, ...],
        side: Mapping[str, int] | None = None,
        rank: str = "plain",
        player: int | None = None,
    ) -> list[Event]:
        """Bets for the player of the seat's number."""
        who = PlayerId(seat if player is None else player)
        one = (amount,) * self.sheet.hands_per_bet if isinstance(amount, int) else amount
        sides = tuple((name, points(value)) for name, value in (side or {}).items())
        return self.apply(Bet(seat, who, tuple(map(points, one)), sides, rank, self.means(who)))

    def withdraw(self, seat: int) -> list[Event]:
        """Takes the seat's bet back."""
        return self.apply(Withdraw(seat))

    def says(self, *words: str) -> list[Event]:
        """``"1 hit"``: seat 1's hand in turn (or its answer to the offer); ``"1.2 hit"`` names the hand."""
        events: list[Event] = []
        for word in words:
            place, _, move = word.partition(" ")
            seat, _, hand = place.partition(".")
            events += self.apply(self.play(int(seat), move, int(hand) if hand else None))
        return events

    def play(self, seat: int, move: str, hand: int | None = None) -> Play:
        """The action of such a word."""
        if hand is None:
            turn = self.round.turn
            hand = (
                turn[1] if turn is not None and turn[0] == seat else 1 if self.round.phase == "playing" else 0
            )
        box = self.round.boxes.get(seat)
        means = self.means(box.player) if box is not None and box.player else Amount(0)
        return Play(seat, hand, Move(move), means)

    def has(self, player: int) -> int | float:
        """The player's points now."""
        return to_number(self.means(player))

    @property
    def outcomes(self) -> list[str]:
        """The outcomes of the settled hands, in seat order."""
        return [result.outcome for result in self.round.results]

    @property
    def view(self) -> Mapping[str, Any]:
        """What the stream sees."""
        return self.round.view(Audience.PUBLIC)

    def got(self, kind: type[Event]) -> list[Event]:
        """The events of a class so far."""
        return [event for event in self.events if isinstance(event, kind)]
