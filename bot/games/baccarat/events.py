"""What a coup tells the world besides the bets on spots."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.contract import Dealt, Event
from bot.games.spots.events import EVENTS as SPOT_EVENTS


@dataclass(frozen=True, slots=True)
class CoupDecided:
    """``player``, ``banker`` or ``tie``, by these totals; ``natural``: by the first two cards."""

    outcome: str
    player_total: int
    banker_total: int
    natural: bool


EVENTS: tuple[type[Event], ...] = (*SPOT_EVENTS, Dealt, CoupDecided)
"""Every event a coup may emit besides the contract's."""
