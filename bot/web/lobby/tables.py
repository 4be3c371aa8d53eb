"""The tables as the lobby shows them: less than the overlay does, and cards only of a round that is over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from bot.points import AccountId, Seen


def players(view: Mapping[str, Any]) -> Iterator[AccountId]:
    """Who sits at the table or left a hand on it."""
    for seat in view["seats"]:
        if seat["player"] is not None:
            yield AccountId(seat["player"]["id"])


def shown(view: Mapping[str, Any], people: Mapping[AccountId, Seen]) -> dict[str, Any]:
    """One table.

    Args:
        view: its public view; the names in it are not used.
        people: those at the table who may be seen; anybody else is somebody without a name.
    """
    over = view["phase"] == "idle"
    return {
        "round": view["round"],
        "phase": view["phase"],
        "paused": view["paused"],
        "queue": len(view["queue"]),
        "seats": [_seat(seat, people) for seat in view["seats"]],
        "last": _round(view, people) if over else None,
        "commitment": view["shoe"]["commitment"],
    }


def _seat(seat: Mapping[str, Any], people: Mapping[AccountId, Seen]) -> dict[str, Any]:
    player = seat["player"]
    return {
        "seat": seat["seat"],
        "state": seat["state"],
        "player": None if player is None else _name(player, people),
    }


def _name(player: Mapping[str, Any], people: Mapping[AccountId, Seen]) -> dict[str, Any]:
    seen = people.get(AccountId(player["id"]))
    return {"name": None, "rank": ""} if seen is None else {"name": seen.name, "rank": seen.rank}


def _round(view: Mapping[str, Any], people: Mapping[AccountId, Seen]) -> dict[str, Any] | None:
    """The settled round that still lies on the felt."""
    seats = [
        {
            "seat": seat["seat"],
            "player": None if seat["player"] is None else _name(seat["player"], people),
            "hands": [
                {name: hand[name] for name in ("cards", "total", "outcome", "premium", "stake", "returned")}
                for hand in seat["hands"]
            ],
        }
        for seat in view["seats"]
        if any(hand["outcome"] for hand in seat["hands"])
    ]
    if not seats:
        return None
    dealer = view["dealer"]
    return {
        "round": view["round"],
        "dealer": {name: dealer[name] for name in ("cards", "total", "outcome")},
        "seats": seats,
    }
