"""What the rule sheets of bets on spots have in common."""

from __future__ import annotations

from pydantic import Field

from bot.games.sheet import TableSheet


class SpotSheet(TableSheet):
    """A table without seats.

    Attributes:
        limits: the minimum and the step hold for each spot, the maximum for the sum of a player's spots in a
            round (rulings 12.2, 13).
        history: how many past results are shown.
    """

    seats: int = Field(default=0, ge=0, le=0)
    decks: int = Field(default=0, ge=0, le=12)
    history: int = Field(ge=1, le=100)

    @property
    def jokers_in_shoe(self) -> int:
        """None: nobody has a seat to lose."""
        return 0
