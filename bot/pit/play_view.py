"""The part of a view that games without seats have: the layout, the bets on it, the games of those who play
alone. What a game shows names players by number; here they get their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.games.contract import PlayerId
from bot.pit.people import People

_LISTS = ("bets", "games", "runs")
"""What lists players."""


def play_view(shown: Mapping[str, Any], people: People) -> dict[str, Any] | None:
    """``play`` of a round's view, for pages; ``None`` where the game has seats."""
    play = shown.get("play")
    if play is None:
        return None
    named = {key: [_named(one, people) for one in play[key]] for key in _LISTS if key in play}
    return {**play, **named}


def _named(one: Mapping[str, Any], people: People) -> dict[str, Any]:
    person = people.get(PlayerId(one["player"]))
    rank = None if person is None else person.rank
    name = people.name(PlayerId(one["player"]))
    return {**one, "player": {"id": one["player"], "name": name, "rank": rank}}
