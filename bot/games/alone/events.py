"""What every round of games played alone tells the world, whatever the game."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.games.contract import BetsClosed, Event, PlayerId, RoundSettled


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A viewer's game stands for ``amount``; it may have replaced an earlier stake that waited for the
    close."""

    game: int
    player: PlayerId
    amount: Amount


@dataclass(frozen=True, slots=True)
class GameWithdrawn:
    """A game that waited for the close is no more; its stake came back."""

    game: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class GameAsked:
    """It is this game's player who must go on."""

    game: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class GameSettled:
    """A game is over. ``outcome`` and ``premium`` are those of its :class:`HandResult`."""

    game: int
    player: PlayerId
    outcome: str
    premium: str | None
    staked: Amount
    returned: Amount


EVENTS: tuple[type[Event], ...] = (
    BetsClosed,
    GameBegun,
    GameWithdrawn,
    GameAsked,
    GameSettled,
    RoundSettled,
)
"""The event classes that all these games share, for the text codec."""
