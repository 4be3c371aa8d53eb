"""What may be shown of a round of bets on spots; a game adds its wheel or cards (docs: protocol)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.amounts import to_number
from bot.games.contract import Awaiting, View
from bot.games.spots.slips import Slip
from bot.games.spots.states import Phase

if TYPE_CHECKING:
    from bot.games.spots.round import SpotRound

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
            "bets": [_bet(slip) for slip in game.slips.values()],
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
    amounts: dict[str, int] = {}
    players: dict[str, int] = {}
    outcomes: dict[str, str] = {}
    for slip in game.slips.values():
        for spot, amount in slip.spots.items():
            amounts[spot] = amounts.get(spot, 0) + amount
            players[spot] = players.get(spot, 0) + 1
        outcomes.update((spot, outcome) for spot, (outcome, _) in slip.verdicts.items())
    return [
        {
            "spot": spot,
            "amount": to_number(amount),
            "players": players[spot],
            "won": _WON.get(outcomes.get(spot, "")),
        }
        for spot, amount in sorted(amounts.items(), key=lambda one: -one[1])
    ]


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
