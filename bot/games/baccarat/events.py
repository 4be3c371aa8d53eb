"""What a coup tells the world besides the bets on spots."""

from __future__ import annotations

from dataclasses import dataclass

from bot.cards import Card
from bot.games.contract import Event
from bot.games.spots.events import EVENTS as SPOT_EVENTS


@dataclass(frozen=True, slots=True)
class CoupCard:
    """A card fell on the ``player``'s or the ``banker``'s hand; ``total`` is what that counts now."""

    hand: str
    index: int
    card: Card
    total: int


@dataclass(frozen=True, slots=True)
class CoupDecided:
    """``player``, ``banker`` or ``tie``, by these totals; ``natural``: by the first two cards."""

    outcome: str
    player: int
    banker: int
    natural: bool


EVENTS: tuple[type[Event], ...] = (*SPOT_EVENTS, CoupCard, CoupDecided)
"""Every event a coup may emit besides the contract's."""
