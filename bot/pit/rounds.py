"""What the pit asks of a round beyond the general contract: of one played from seats, by spots, or alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.amounts import Amount
from bot.games.blackjack.actions import Move
from bot.games.contract import Action, Await, Awaiting, PlayerId, Round

HOLE = "dealer card 2"


def slot_name(awaiting: Awaiting) -> str | None:
    """The place that the next card is for, as pages and dealers name it; the hole card's when it is to be
    opened and the round does not say which."""
    if awaiting.slot is None:
        return HOLE if awaiting.what is Await.REVEAL else None
    return str(awaiting.slot)


class Box(Protocol):
    """A seat's place in the round."""

    @property
    def player(self) -> PlayerId: ...

    @property
    def amounts(self) -> tuple[Amount, ...]:
        """What was bet, one amount per hand."""
        ...

    @property
    def side(self) -> tuple[tuple[str, Amount], ...]:
        """The side bets by name."""
        ...

    @property
    def hands(self) -> Sequence[object]:
        """Its hands, left to right, the final ones too."""
        ...


class SeatedRound(Round, Protocol):
    """A round whose players act from seats (every blackjack table)."""

    @property
    def boxes(self) -> Mapping[int, Box]:
        """The seats in the round: with a bet, or played by the house."""
        ...

    @property
    def turn(self) -> tuple[int, int] | None:
        """Seat and hand that must act, if a turn is on."""
        ...

    @property
    def pass_number(self) -> int:
        """Which pass is running, from 1; 0 before the first (rulings 6.5)."""
        ...

    def check(self, action: Action) -> None:
        """Raises :class:`IllegalAction` if ``action`` may not come now."""
        ...

    def could(self, seat: int, hand: int, move: Move, means: Amount) -> None:
        """Raises :class:`IllegalAction` if the hand could not make this move even on its turn."""
        ...

    def open_hands(self, seat: int) -> tuple[int, ...]:
        """The seat's hands that are not final."""
        ...

    def to_act(self, seat: int) -> tuple[int, ...]:
        """Its open hands that have not acted in this pass."""
        ...

    def may(self, seat: int, hand: int, means: Amount) -> tuple[Move, ...]:
        """What could be said for that hand now, or for all of the seat (``hand`` 0), in turn or before it."""
        ...

    def auto_move(self, seat: int, hand: int) -> Move:
        """What a hand does without an answer (rulings 2.4), or by the house's rule on a house seat."""
        ...

    def offered(self, seat: int, hand: int = 0) -> tuple[Move, ...]:
        """The answers an open offer takes from this seat, or from one hand of it."""
        ...

    @property
    def followers(self) -> tuple[tuple[int, PlayerId], ...]:
        """Who owes an answer for a bet behind: the seat and the player (rulings 10.3)."""
        ...

    def beside(self, seat: int) -> bool:
        """Whether anybody has laid something beside that seat."""
        ...

    def backs(self, player: PlayerId) -> tuple[int, ...]:
        """The seats behind which the player has a bet that is not decided yet."""
        ...

    def laid_beside(self, player: PlayerId) -> tuple[tuple[str, int, Amount], ...]:
        """What the player has laid beside seats: ``behind`` or ``pair``, the seat, the amount."""
        ...

    def cost(self, seat: int, player: PlayerId, move: Move) -> Amount:
        """What that answer of the seat's player, or of a follower, costs."""
        ...

    def asked(self, seat: int) -> tuple[int, ...]:
        """The seat's hands that still owe an answer to an open offer."""
        ...


class SpotRound(Round, Protocol):
    """A round of bets on the spots of one layout (rulings 12, 13)."""

    def check(self, action: Action) -> None:
        """Raises :class:`IllegalAction` if ``action`` may not come now."""
        ...

    def laid(self, player: PlayerId) -> Mapping[str, Amount]:
        """What the player has on each spot."""
        ...

    @property
    def side(self) -> Amount:
        """What each player stakes beside the bets of a round (rulings 12.3)."""
        ...

    def spot(self, name: str) -> str:
        """The spot by its one name; raises :class:`IllegalAction` if there is none."""
        ...


class AloneRound(Round, Protocol):
    """A busy time at a table where each viewer plays a game of their own (rulings 14)."""

    def check(self, action: Action) -> None:
        """Raises :class:`IllegalAction` if ``action`` may not come now."""
        ...

    @property
    def waiting(self) -> tuple[int, ...]:
        """The games that wait for their player, the longest first."""
        ...

    @property
    def opens(self) -> tuple[str, ...]:
        """The words that begin a game."""
        ...

    def game_of(self, player: PlayerId) -> int | None:
        """The player's running game."""
        ...

    def player_of(self, game: int) -> PlayerId:
        """Whose game it is."""
        ...

    def auto_action(self, game: int) -> Action:
        """What a game does without an answer (rulings 2.4)."""
        ...
