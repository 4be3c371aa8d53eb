"""What a round of slots tells the world besides what every game played alone does."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.games.alone import EVENTS as SHARED
from bot.games.contract import Event, PlayerId


@dataclass(frozen=True, slots=True)
class ReelsStopped:
    """A game's reels have stopped, each at one of its stops; ``free`` was a free spin. ``won`` is all that
    the spin pays."""

    game: int
    player: PlayerId
    free: bool
    stops: tuple[int, ...]
    won: Amount


@dataclass(frozen=True, slots=True)
class LineWon:
    """``count`` of a symbol from the left on a line (wilds among them) pay ``amount``."""

    game: int
    line: int
    symbol: str
    count: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class ScattersSeen:
    """So many scatters pay ``amount`` and give ``free_spins``; ``left`` are to come now."""

    game: int
    count: int
    amount: Amount
    free_spins: int
    left: int


EVENTS: tuple[type[Event], ...] = (*SHARED, ReelsStopped, LineWon, ScattersSeen)
"""The event classes of the slots, for the text codec."""
