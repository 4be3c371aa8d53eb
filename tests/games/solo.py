"""Games played alone, for rule tests: wallets, cards in dealing order, words like ``"1 hold 1 3"``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.amounts import Amount, points, to_number
from bot.cards import parse_card
from bot.games.alone import AloneRound
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Begins,
    Close,
    DealCard,
    Event,
    PlayerId,
    Returned,
    Staked,
)
from bot.games.registry import load_sheet, start_round
from bot.games.stud import Ante, Lift, Pass, Raise
from bot.games.video_poker import Deal, Hold


class SoloRig:
    """One round. A figure is whole points.

    Args:
        cards: in dealing order; they fall whenever a card is awaited.
        opened: by the dealer; else by a viewer's word, so that the close comes right after the first game.
        wallet: what every player starts with.
        rank: of every player.
    """

    def __init__(
        self,
        table: str,
        cards: str = "",
        rules: Mapping[str, Any] | None = None,
        *,
        opened: bool = False,
        wallet: int = 1000,
        rank: str = "plain",
    ) -> None:
        self.sheet = load_sheet(table, rules)
        game = start_round(self.sheet)
        assert isinstance(game, AloneRound)
        self.round: AloneRound[Any] = game
        self.cards = [parse_card(text) if text != "?" else None for text in cards.split()]
        self.wallets: dict[PlayerId, Amount] = {}
        self.wallet = points(wallet)
        self.rank = rank
        self.events: list[Event] = []
        self.actions: list[Action] = []
        self.opened = opened

    def means(self, player: int) -> Amount:
        """The player's free balance."""
        return self.wallets.setdefault(PlayerId(player), self.wallet)

    def apply(self, action: Action) -> list[Event]:
        """Applies an action, moves its money, and lets awaited cards fall."""
        events = self._one(action)
        if not self.opened and isinstance(action, Begins) and self.round.phase == "betting":
            events += self._one(Close())
        while self.round.awaiting.what is Await.CARD and self.cards:
            events += self._one(DealCard(self.cards.pop(0)))
        return events

    def _one(self, action: Action) -> list[Event]:
        events = self.round.apply(action)
        self.actions.append(action)
        self.events += events
        for event in events:
            if isinstance(event, Staked):
                assert self.means(event.player) >= event.amount > 0, "staked more than the player has"
                self.wallets[event.player] = Amount(self.wallets[event.player] - event.amount)
            elif isinstance(event, Returned):
                assert event.amount > 0
                self.wallets[event.player] = Amount(self.means(event.player) + event.amount)
        return events

    def says(self, *words: str) -> list[Event]:
        """``"1 deal 5x100"``: player 1 says so."""
        return [event for word in words for event in self.apply(self.action(word))]

    def action(self, said: str) -> Action:
        """The action of such words."""
        who, verb, *rest = said.split()
        player = PlayerId(int(who))
        means = self.means(player)
        match verb:
            case "deal":
                coins, _, coin = rest[0].partition("x")
                return Deal(player, int(coins), points(coin or "1"), self.rank, means)
            case "hold":
                kept = {"none": [], "all": [1, 2, 3, 4, 5]}.get(rest[0], rest)
                return Hold(player, tuple(map(int, kept)))
            case "ante":
                return Ante(player, points(rest[0]), self.rank, means)
            case "cancel":
                return Lift(player)
            case "raise":
                return Raise(player, means)
            case "pass":
                return Pass(player)
        raise ValueError(said)

    def has(self, player: int = 1) -> int | float:
        """The player's points now."""
        return to_number(self.means(player))

    @property
    def view(self) -> Mapping[str, Any]:
        """What the stream sees."""
        return self.round.view(Audience.PUBLIC)

    @property
    def games(self) -> list[dict[str, Any]]:
        """The games in view."""
        found: list[dict[str, Any]] = self.view["play"]["games"]
        return found

    def got(self, kind: type[Event]) -> list[Any]:
        """The events of a class so far."""
        return [event for event in self.events if isinstance(event, kind)]
