"""What a spin tells the world besides the bets on spots."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.games.contract import Event, Jackpot, PlayerId
from bot.games.spots.events import EVENTS as SPOT_EVENTS


@dataclass(frozen=True, slots=True)
class BallFell:
    """The ball lies in this pocket."""

    pocket: str


@dataclass(frozen=True, slots=True)
class RunPaid:
    """A player's number came again while they held it: the ``length``-th spin of their run (rulings 12.3)."""

    player: PlayerId
    number: str
    length: int
    amount: Amount


@dataclass(frozen=True, slots=True)
class JackpotHit:
    """A player's run has reached the jackpot; ``amount`` is their share."""

    player: PlayerId
    number: str
    amount: Amount


EVENTS: tuple[type[Event], ...] = (*SPOT_EVENTS, BallFell, RunPaid, JackpotHit, Jackpot)
"""Every event a spin may emit besides the contract's."""
