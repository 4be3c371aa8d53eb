"""The rule sheet of stud."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from bot.amounts import Amount
from bot.games.poker import SIZE
from bot.games.sheet import Multiplier, SheetModel, TableSheet

Total = Annotated[Multiplier, Field(ge=1)]
"""Of a bet that won: its own stake is in it."""


class Pays(SheetModel):
    """What comes back of a won ante, the stake included."""

    ante: Total


class RaisePays(SheetModel):
    """What comes back of a raise when the player's hand is the better one, the stake included, by what the
    player's hand makes."""

    royal_flush: Total
    straight_flush: Total
    four: Total
    full_house: Total
    flush: Total
    straight: Total
    three: Total
    two_pair: Total
    pair: Total
    high_card: Total


class StudSheet(TableSheet):
    """One stud table; every game has a new deck of 52 cards.

    Attributes:
        raise_times: a raise costs that many times the ante; an ante needs the points for both.
        qualifies: the dealer plays with ``ace_king`` or better, only with an ace and a king among the five
            cards (``holds_ace_king``, the sheet's words to the letter), or ``always``.
        upcard: which of the dealer's five cards lies open.
    """

    game: Literal["stud"]
    seats: Literal[0] = 0
    decks: Literal[1] = 1
    raise_times: int = Field(ge=1, le=10)
    qualifies: Literal["ace_king", "holds_ace_king", "always"]
    upcard: int = Field(default=1, ge=1, le=SIZE)
    pays: Pays
    raise_pays: RaisePays

    @property
    def suits_matter(self) -> bool:
        """A card must be entered with its suit: flushes pay."""
        return True

    def least(self, rank: str) -> Amount:
        """The smallest ante, and its raise."""
        ante = super().least(rank)
        return Amount(ante + self.raise_for(ante))

    def raise_for(self, ante: Amount) -> Amount:
        """What a raise costs beside that ante."""
        return Amount(ante * self.raise_times)
