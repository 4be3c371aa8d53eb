"""The baccarat rule sheet: what the three spots pay, and the table of third cards.

Payouts are what comes back in all, stake included (rulings 1.3).
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, PlainSerializer
from pydantic_core import PydanticCustomError

from bot.games.sheet import Multiplier, SheetModel
from bot.games.spots.sheet import SpotSheet

_SPAN = re.compile(r"([0-9])(?:-([0-9]))?")


def _read(value: object) -> object:
    if isinstance(value, frozenset):
        return value
    spans = [] if value == "none" else [_SPAN.fullmatch(word) for word in str(value).split(" ")]
    if not isinstance(value, str) or None in spans:
        raise PydanticCustomError("figures", "figures from 0 to 9")
    return frozenset(
        figure for span in spans if span for figure in range(int(span[1]), int(span[2] or span[1]) + 1)
    )


def _write(figures: frozenset[int]) -> str:
    words: list[str] = []
    for figure in sorted(figures):
        if figure - 1 in figures and words:
            words[-1] = f"{words[-1][0]}-{figure}"
        else:
            words.append(str(figure))
    return " ".join(words) or "none"


Figures = Annotated[
    frozenset[int],
    BeforeValidator(_read),
    PlainSerializer(_write, return_type=str),
]
"""Totals or cards by their points: ``"0-5"``, ``"0-7 9"``, ``"none"``."""


class Pays(SheetModel):
    """Total returns per stake; ``banker`` before the commission. ``push``: on a tie, where that returns."""

    player: Multiplier
    banker: Multiplier
    tie: Multiplier
    push: Multiplier


class Draws(SheetModel):
    """Who takes a third card.

    Attributes:
        player: the player's totals that draw.
        banker_alone: the banker's totals that draw when the player stood.
        banker: the player's third cards on which the banker draws, for the banker's totals 0, 1, 2 and so on.
    """

    player: Figures
    banker_alone: Figures
    banker: tuple[Figures, ...] = Field(min_length=8, max_length=8)


class BaccaratSheet(SpotSheet):
    """A baccarat table.

    Attributes:
        shuffle: a fresh shoe for ``each_round``, or when the cut card has shown (``cut_card``).
        commission: the part of a banker bet's winnings that the house keeps.
        on_tie: stakes on player and banker ``push`` or ``lose`` when both totals are equal.
    """

    shuffle: Literal["each_round", "cut_card"]
    pays: Pays
    commission: Annotated[Multiplier, Field(le=1)]
    on_tie: Literal["push", "lose"]
    draws: Draws

    @property
    def fresh_shoe(self) -> bool:
        """Whether the cards are shuffled before each round."""
        return self.shuffle == "each_round"

    def returns(self, spot: str) -> Fraction:
        """What a won bet on that spot returns, less the commission."""
        pays: Fraction = getattr(self.pays, spot)
        return pays - (pays - 1) * self.commission if spot == "banker" else pays
