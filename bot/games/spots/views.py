"""What may be shown of a round of bets on spots; a game adds its wheel or cards (docs: protocol)."""

from __future__ import annotations

from heapq import nlargest
from typing import TYPE_CHECKING, Any

from bot.amounts import to_number
from bot.games.contract import Awaiting, View
from bot.games.spots.slips import Slip
from bot.games.spots.states import Phase

if TYPE_CHECKING:
    from bot.games.spots.round import SpotRound

SHOWN = 40
"""Players whose bets a view lists."""

_WON = {"win": True, "lose": False}
"""A pushed spot is neither won nor lost."""


def view(game: SpotRound, play: dict[str, Any]) -> View:
    """The JSON-ready picture, with the game's own part of ``play``."""
    return {
        "phase": str(game.phase),
        "awaiting": _awaiting(game.awaiting),
        "play": {
            **play,
            "history": list(game.past),
            "spots": _spots(game),
            "players": len(game.slips),
            "bets": [_bet(slip) for slip in _heads(game)],
        },
        "say": ["spot", "cancel"] if game.phase is Phase.BETTING else [],
    }


def _awaiting(awaiting: Awaiting) -> dict[str, Any]:
    slot = awaiting.slot
    return {
        "what": awaiting.what.value,
        "seats": [],
        "hand": 0,
        "slot": None
        if slot is None
        else {"seat": slot.seat, "hand": slot.hand, "index": slot.index, "face_down": slot.face_down},
    }


def _spots(game: SpotRound) -> list[dict[str, Any]]:
    """The layout: everybody's bets spot by spot, the largest first."""
    return [
        {
            "spot": spot,
            "amount": to_number(pile.amount),
            "players": pile.players,
            "won": _WON.get(pile.outcome),
        }
        for spot, pile in sorted(game.piles.items(), key=lambda one: -one[1].amount)
    ]


def _heads(game: SpotRound) -> list[Slip]:
    """The players with the most at stake or, once it is decided, with the most to show for it: as many as
    a page has room for, in the order of their first bets."""

    def weight(slip: Slip) -> tuple[int, int]:
        return slip.returned if slip.verdicts else 0, slip.laid

    slips = game.slips.values()
    if len(slips) <= SHOWN:
        return list(slips)
    heads = {slip.player for slip in nlargest(SHOWN, slips, key=weight)}
    return [slip for slip in slips if slip.player in heads]


def _bet(slip: Slip) -> dict[str, Any]:
    decided = bool(slip.verdicts)
    return {
        "player": int(slip.player),
        "spots": [
            {
                "spot": spot,
                "amount": to_number(amount),
                "returned": to_number(slip.verdicts[spot][1]) if decided else None,
            }
            for spot, amount in slip.spots.items()
        ],
        "staked": to_number(slip.staked),
        "returned": to_number(slip.returned) if decided else None,
    }
