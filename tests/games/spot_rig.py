"""A table of bets on spots for rule tests: chat lines, a wheel, cards, and every point accounted for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from bot.amounts import Amount, points, to_number
from bot.cards import parse_card
from bot.commands import Vocabulary
from bot.commands.model import Context, Kind
from bot.commands.parser import parse
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Carried,
    Close,
    DealCard,
    Event,
    Jackpot,
    PlayerId,
    Returned,
    Spin,
    Staked,
)
from bot.games.registry import load_sheet, start_round
from bot.games.spots import Lay, Lift, SpotRound, SpotSheet


@cache
def vocabulary() -> Vocabulary:
    return Vocabulary.load()


class SpotRig:
    """Round after round at one table. Players are numbers; a figure is whole points.

    Args:
        wallet: what every player starts with.
        rank: everybody's.
    """

    def __init__(
        self,
        table: str,
        rules: Mapping[str, Any] | None = None,
        *,
        wallet: int = 1000,
        rank: str = "plain",
        carried: Carried | None = None,
    ) -> None:
        sheet = load_sheet(table, rules)
        assert isinstance(sheet, SpotSheet)
        self.sheet = sheet
        self.rank = rank
        self.wallet = wallet
        self.wallets: dict[int, int] = {}
        self.table = self.jackpot = self.house = 0
        self.events: list[Event] = []
        self.carried: Carried = carried or {}
        self.open()

    def open(self) -> None:
        """The next round."""
        started = start_round(self.sheet, self.carried)
        assert isinstance(started, SpotRound)
        self.round = started

    def means(self, player: int) -> Amount:
        """The player's free balance."""
        return Amount(self.wallets.setdefault(player, points(self.wallet)))

    def apply(self, action: Action) -> list[Event]:
        """Applies an action and moves its money between players, table, jackpot and house."""
        events = self.round.apply(action)
        self.events += events
        for event in events:
            self._move(event)
        if self.round.phase == "settled":
            self.house += self.table
            self.table = 0
            self.carried = self.round.carried
        return events

    def _move(self, event: Event) -> None:
        match event:
            case Staked():
                assert 0 < event.amount <= self.means(event.player), "staked more than the player has"
                self.wallets[event.player] -= event.amount
                self.table += event.amount
            case Returned():
                assert event.amount > 0
                self.wallets[event.player] = self.means(event.player) + event.amount
                self.table -= event.amount
            case Jackpot(why="seed"):
                self.house -= event.amount
                self.jackpot += event.amount
            case Jackpot(why="fed"):
                assert event.amount <= self.table, "what feeds the jackpot lies on the table"
                self.table -= event.amount
                self.jackpot += event.amount
            case Jackpot(why="paid"):
                self.jackpot -= event.amount
                self.table += event.amount

    @property
    def total(self) -> int:
        """All points there are, less what the players began with: always nothing."""
        began = points(self.wallet) * len(self.wallets)
        return sum(self.wallets.values()) + self.table + self.jackpot + self.house - began

    def lay(self, player: int, bets: str) -> list[Event]:
        """``"17=100 red=50"``."""
        spots = tuple((spot, points(amount)) for spot, amount in (one.split("=") for one in bets.split()))
        return self.apply(Lay(PlayerId(player), spots, self.rank, self.means(player)))

    def lift(self, player: int) -> list[Event]:
        """Takes everything back."""
        return self.apply(Lift(PlayerId(player)))

    def says(self, player: int, text: str) -> list[Event]:
        """A chat line with spots (whole points only) or ``cancel``."""
        parsed = parse(text, Context(vocabulary().grammar(self.sheet.id), "betting"))
        assert parsed.commands, f"nobody understands {text}"
        if parsed.commands[0].kind is Kind.CANCEL:
            return self.lift(player)
        bets = [f"{one.spot}={to_number(one.amount)}" for one in parsed.commands]  # type: ignore[arg-type]
        return self.lay(player, " ".join(bets))

    def spin(self, pocket: str | int) -> list[Event]:
        """Closes the bets and spins; the next round is open then."""
        events = self.apply(Close())
        if self.round.awaiting.what is Await.SPIN:
            events += self.apply(Spin(str(pocket)))
        return events

    def deal(self, cards: str) -> list[Event]:
        """Closes the bets and deals."""
        events = self.apply(Close())
        for card in cards.split():
            events += self.apply(DealCard(parse_card(card)))
        return events

    def has(self, player: int) -> int | float:
        """The player's points now."""
        return to_number(self.means(player))

    @property
    def play(self) -> Mapping[str, Any]:
        """What the stream sees of the game."""
        return self.round.view(Audience.PUBLIC)["play"]  # type: ignore[no-any-return]
