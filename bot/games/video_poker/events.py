"""What a video poker round tells the world besides what every game played alone does."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games import alone
from bot.games.contract import Dealt, Event, PlayerId


@dataclass(frozen=True, slots=True)
class Held:
    """The player keeps these cards (counted from 1); the others are replaced, left to right."""

    game: int
    player: PlayerId
    cards: tuple[int, ...]


EVENTS: tuple[type[Event], ...] = (*alone.EVENTS, Dealt, Held)
"""Every event class of video poker, for the text codec."""
