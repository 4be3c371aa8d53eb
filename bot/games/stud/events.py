"""What a stud round tells the world besides what every game played alone does. No event names a face-down
card."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.cards import Card
from bot.games import alone
from bot.games.contract import Dealt, Event, PlayerId


@dataclass(frozen=True, slots=True)
class Raised:
    """The player goes on."""

    game: int
    player: PlayerId
    amount: Amount


@dataclass(frozen=True, slots=True)
class Passed:
    """The player gives up; the dealer's cards stay as they lie."""

    game: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class DealerOpened:
    """All of the dealer's cards lie open after a raise. ``hand`` is what they make."""

    game: int
    cards: tuple[Card, ...]
    hand: str
    qualified: bool


EVENTS: tuple[type[Event], ...] = (*alone.EVENTS, Dealt, Raised, Passed, DealerOpened)
"""Every event class of stud, for the text codec."""
