"""Where a round of games played alone stands, and every question one may ask about it. Nothing here changes
anything."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import astuple
from typing import Any, ClassVar, Generic, TypeVar

from bot.amounts import Amount, to_number
from bot.games.alone.solo import Phase, Solo, State
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Awaiting,
    Carried,
    Event,
    HandResult,
    IllegalAction,
    PlayerId,
    Slot,
    View,
)
from bot.games.seatless import Seatless
from bot.games.sheet import TableSheet

SHOWN = 12
"""Games in a view: as many as a page has room for. Those that run come before those that are over."""

G = TypeVar("G", bound=Solo)


class Standing(Seatless, ABC, Generic[G]):
    """The state of a round and its read-only half; :class:`AloneRound` adds what changes it.

    A game's own class sets:
        kind: of its view.
        opens: the words that begin a game; ``answers``: those that go on with one that asks.
    """

    __slots__ = ("_before", "_dealing", "_events", "_games", "_last", "_running", "phase", "sheet")

    kind: ClassVar[str]
    opens: ClassVar[tuple[str, ...]]
    answers: ClassVar[tuple[str, ...]]

    def __init__(self, sheet: TableSheet, carried: Carried) -> None:
        self.sheet = sheet
        self.phase = Phase.BETTING
        self._before = carried
        self._events: list[Event] = []
        self._games: dict[int, G] = {}
        self._last = 0
        # Those that are not over, by player, in the order they began.
        self._running: dict[PlayerId, G] = {}
        # Those that need a card or a spin. What was begun first is finished first.
        self._dealing: list[G] = []

    # --- what a game answers for itself ------------------------------------------------------------------

    @abstractmethod
    def needs(self, game: G) -> Awaiting:
        """What a game that is being dealt waits for: its next card, or its reels."""

    @abstractmethod
    def auto_action(self, game: int) -> Action:
        """What the player of that game does without an answer (rulings 2.4)."""

    @abstractmethod
    def shown(self, game: G) -> dict[str, Any]:
        """What the view says of a game besides what it says of every game. Nothing hidden."""

    # --- questions ---------------------------------------------------------------------------------------

    @property
    def awaiting(self) -> Awaiting:
        """What must come next. A game that is being dealt comes before the players of those that ask."""
        if self.phase is Phase.SETTLED:
            return Awaiting(Await.NOTHING)
        if self._dealing:
            return self.needs(self._dealing[0])
        waiting = self.waiting
        return Awaiting(Await.PLAYERS, waiting) if waiting else Awaiting(Await.BETS)

    @property
    def waiting(self) -> tuple[int, ...]:
        """The numbers of the games that await their player, the longest first: they were dealt in the order
        they began."""
        return tuple(game.number for game in self._running.values() if game.state is State.ASKED)

    def game_of(self, player: PlayerId) -> int | None:
        """The number of the game that this player has running, the one that waits for the close included."""
        game = self._running.get(player)
        return None if game is None else game.number

    def player_of(self, game: int) -> PlayerId:
        """Whose game that is."""
        return self._games[game].player

    def running(self, player: PlayerId) -> G | None:
        """The game that this player has running."""
        return self._running.get(player)

    def game(self, number: int) -> G:
        """The game of that number, running or over."""
        return self._games[number]

    def asking(self, player: PlayerId) -> G:
        """The player's game, if it is the player it waits for.

        Raises:
            IllegalAction: the player has none, or it waits for something else.
        """
        game = self._running.get(player)
        if game is None:
            raise IllegalAction("no_game")
        if game.state is not State.ASKED:
            raise IllegalAction("game_not_ready")
        return game

    def legal(self, player: PlayerId) -> tuple[str, ...]:
        """The words this player may say now, best known first."""
        game = self._running.get(player)
        if self.phase is Phase.SETTLED:
            return ()
        if game is None:
            return self.opens
        return {State.ASKED: self.answers, State.WAITING: (*self.opens, "cancel")}.get(game.state, ())

    def view(self, audience: Audience) -> View:
        """The picture for the pages, the same for every audience: what is hidden is in nobody's."""
        return {
            "phase": str(self.phase),
            "awaiting": _awaiting(self.awaiting),
            "play": {"kind": self.kind, "games": [self._shown(game) for game in self._newest()]},
            "say": list(self._say()),
        }

    def _say(self) -> tuple[str, ...]:
        """What somebody can type now."""
        states = {game.state for game in self._running.values()}
        said = () if self.phase is Phase.SETTLED else self.opens
        said += ("cancel",) if State.WAITING in states else ()
        return said + (self.answers if State.ASKED in states else ())

    def _newest(self) -> list[G]:
        shown = list(self._running.values())[-SHOWN:]
        for game in reversed(self._games.values()):
            if len(shown) == SHOWN:
                break
            if game.state is State.DONE:
                shown.append(game)
        return sorted(shown, key=lambda game: game.number)

    def _shown(self, game: G) -> dict[str, Any]:
        return {
            "game": game.number,
            "player": int(game.player),
            "state": str(game.state),
            "stake": to_number(game.staked),
            "returned": to_number(game.returned) if game.state is State.DONE else None,
            **self.shown(game),
        }

    def state(self) -> tuple[object, ...]:
        """Everything there is to this round, hidden cards too, as one comparable value (for audits)."""
        games = tuple(astuple(game) for game in self._games.values())
        return (str(self.phase), self._last, games, tuple(game.number for game in self._dealing))

    @property
    def results(self) -> tuple[HandResult, ...]:
        """The games that are over, in the order they began."""
        return tuple(game.result for game in self._games.values() if game.result is not None)

    @property
    def staked(self) -> Mapping[PlayerId, Amount]:
        """What each player has on the table and not yet settled."""
        return {player: game.staked for player, game in self._running.items()}

    @property
    def carried(self) -> Carried:
        """What the table's next round begins with: what this one began with."""
        return self._before


def _awaiting(awaiting: Awaiting) -> dict[str, Any]:
    slot = awaiting.slot
    return {
        "what": awaiting.what.value,
        "seats": list(awaiting.seats),
        "hand": awaiting.hand,
        "slot": None if slot is None else _slot(slot),
        "stops": list(awaiting.stops),
    }


def _slot(slot: Slot) -> dict[str, Any]:
    return {"seat": slot.seat, "hand": slot.hand, "index": slot.index, "face_down": slot.face_down}
