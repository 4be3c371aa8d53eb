"""What a round of bets on spots tells the world, whatever decides it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.games.contract import BetsClosed, Event, PlayerId, RoundSettled


@dataclass(frozen=True, slots=True)
class SpotsLaid:
    """These bets of the player stand, each on its spot; the money moves in events of its own."""

    player: PlayerId
    spots: tuple[tuple[str, Amount], ...]


@dataclass(frozen=True, slots=True)
class SpotsLifted:
    """The player has no bet any more."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SlipSettled:
    """All of a player's bets on spots are decided: what lay there, and what came back."""

    player: PlayerId
    staked: Amount
    returned: Amount


EVENTS: tuple[type[Event], ...] = (SpotsLaid, SpotsLifted, BetsClosed, SlipSettled, RoundSettled)
"""Those of every game on spots."""
