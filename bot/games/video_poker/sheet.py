"""The rule sheet of video poker: its pay table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field, model_validator

from bot.cards import Card
from bot.games.poker import Made, worth
from bot.games.sheet import SheetModel, TableSheet

_JACK = 11

Coins = Annotated[tuple[Annotated[int, Field(ge=0)], ...], Field(min_length=1, max_length=5)]
"""Coins that come back in all, the stake included: for one coin, for two, and so on."""


class PayTable(SheetModel):
    """One line for each hand that pays."""

    royal_flush: Coins
    straight_flush: Coins
    four: Coins
    full_house: Coins
    flush: Coins
    straight: Coins
    three: Coins
    two_pair: Coins
    jacks_or_better: Coins

    @model_validator(mode="after")
    def _even(self) -> PayTable:
        lengths = {name: len(getattr(self, name)) for name in type(self).model_fields}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"every line of paytable needs as many figures as the first ({self.most})")
        return self

    @property
    def most(self) -> int:
        """The most coins a game may cost."""
        return len(self.royal_flush)

    def returns(self, line: str | None, coins: int) -> int:
        """The coins that come back for a line and a stake of so many coins."""
        return 0 if line is None else int(getattr(self, line)[coins - 1])


class VideoPokerSheet(TableSheet):
    """One video poker table; every game has a new deck of 52 cards."""

    game: Literal["video_poker"]
    seats: Literal[0] = 0
    decks: Literal[1] = 1
    paytable: PayTable

    @property
    def suits_matter(self) -> bool:
        """A card must be entered with its suit: flushes pay."""
        return True


def line(cards: Sequence[Card]) -> str | None:
    """The line of the pay table that five cards make, if any."""
    made, heights = worth(cards)
    if made is Made.PAIR:
        return "jacks_or_better" if heights[0] >= _JACK else None
    return None if made is Made.HIGH_CARD else made.key
