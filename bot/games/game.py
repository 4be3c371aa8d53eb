"""What a game hands to the registry: everything the house needs to run one it has never heard of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from bot.games.contract import Action, Carried, Event, Round
from bot.games.sheet import TableSheet

Style = Literal["seats", "spots", "alone"]
"""How viewers take part: from seats; by bets on spots of one layout; each alone with a game of their own."""


@dataclass(frozen=True, slots=True)
class Game:
    """One family of games.

    Attributes:
        sheet: the model its rule sheets are validated with.
        start: a new round of a sheet of that model, with what the round before carried over.
        parse: the action of a one-line text form (the game's own ones only); raises :class:`ValueError`.
        events: the event classes it may emit besides the contract's.
        shared: sheet keys that may name an entry of ``data/<key>.toml`` instead of spelling it out.
        moves: what may ever be said to a hand at a table of a sheet of that model, best known first.
        style: how viewers take part.
        places: where the wheel, or each reel, of a sheet of that model can stop, in their order on it.
    """

    sheet: type[TableSheet]
    start: Callable[[Any, Carried], Round]
    parse: Callable[[str], Action]
    events: tuple[type[Event], ...]
    shared: tuple[str, ...] = ()
    moves: Callable[[Any], tuple[str, ...]] = lambda _sheet: ()
    style: Style = "seats"
    places: Callable[[Any], tuple[tuple[str, ...], ...]] = lambda _sheet: ()
