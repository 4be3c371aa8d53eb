"""A round in which nobody sits: to whatever asks about seats it has none."""

from __future__ import annotations

from collections.abc import Mapping

from bot.amounts import Amount
from bot.games.contract import Action, BrokenRule, PlayerId


class Seatless:
    """The questions that are asked of rounds played from seats, answered for all the others."""

    __slots__ = ()

    @property
    def boxes(self) -> Mapping[int, object]:
        """No seat is in the round."""
        return {}

    @property
    def turn(self) -> None:
        """Nobody's turn comes."""

    @property
    def pass_number(self) -> int:
        """No pass runs."""
        return 0

    def open_hands(self, seat: int) -> tuple[int, ...]:
        """No seat has a hand."""
        return ()

    def to_act(self, seat: int) -> tuple[int, ...]:
        """No seat has a hand."""
        return ()

    def may(self, seat: int, hand: int, means: Amount) -> tuple[str, ...]:
        """Nothing can be said for a seat."""
        return ()

    def offered(self, seat: int, hand: int = 0) -> tuple[str, ...]:
        """No seat is offered anything."""
        return ()

    def asked(self, seat: int) -> tuple[int, ...]:
        """No seat owes an answer."""
        return ()

    @property
    def followers(self) -> tuple[tuple[int, PlayerId], ...]:
        """Nobody bets behind a seat."""
        return ()

    def beside(self, seat: int) -> bool:
        """Nothing lies beside a seat."""
        return False

    def backs(self, player: PlayerId) -> tuple[int, ...]:
        """Nobody bets behind a seat."""
        return ()

    def laid_beside(self, player: PlayerId) -> tuple[tuple[str, int, Amount], ...]:
        """Nothing lies beside a seat."""
        return ()

    def cost(self, seat: int, player: PlayerId, move: Action) -> Amount:
        """Never asked for: no seat is offered anything."""
        raise BrokenRule(f"nobody sits on seat {seat}")

    def auto_move(self, seat: int, hand: int) -> str:
        """Never asked for: no seat acts."""
        raise BrokenRule(f"nobody sits on seat {seat}")

    def could(self, seat: int, hand: int, move: Action, means: Amount) -> None:
        """Never asked for: no seat acts."""
        raise BrokenRule(f"nobody sits on seat {seat}")
