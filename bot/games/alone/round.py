"""A round of games played alone: the fold over actions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bot.amounts import ZERO, Amount
from bot.cards import Card
from bot.games.alone.events import GameAsked, GameBegun, GameSettled, GameWithdrawn
from bot.games.alone.solo import Phase, State, Transitions
from bot.games.alone.standing import G, Standing
from bot.games.contract import (
    NOBODY,
    Action,
    BetsClosed,
    BrokenRule,
    Event,
    HandResult,
    IllegalAction,
    PlayerId,
    Returned,
    RoundSettled,
    Staked,
)

Handler = tuple[Callable[[Any, Any], None], Callable[[Any, Any], None]]
"""Of a round and an action: what refuses it (raises :class:`IllegalAction`), and what carries it out."""


class AloneRound(Standing[G]):
    """One busy time of a table. Implements :class:`bot.games.contract.Round`.

    Besides what :class:`Standing` asks for, a game's own class sets:
        transitions: its transition table.
        handlers: by kind of action, those of this class included.
        waits: a game begun before the close is dealt at the close.
    """

    __slots__ = ()

    transitions: ClassVar[Transitions]
    handlers: ClassVar[Mapping[str, Handler]] = {
        "close": (lambda _round, _close: None, lambda game, _close: game.close())
    }
    waits: ClassVar[bool] = False

    # --- the fold ----------------------------------------------------------------------------------------

    def check(self, action: Action) -> None:
        """Changes nothing.

        Raises:
            IllegalAction: :meth:`apply` would refuse the action now.
        """
        kind = action.kind
        if (self.phase, kind) not in self.transitions:
            raise IllegalAction("not_now", phase=str(self.phase), action=str(kind))
        self.handlers[kind][0](self, action)

    def apply(self, action: Action) -> list[Event]:
        """Takes one action; returns what happened.

        Raises:
            IllegalAction: and nothing has changed.
            BrokenRule: the round left its transition table: our own bug.
        """
        before, kind = self.phase, action.kind
        self.check(action)
        events = self._events = []
        self.handlers[kind][1](self, action)
        if self.phase not in self.transitions[before, kind]:
            raise BrokenRule(f"{kind} led from {before} to {self.phase}")
        return events

    def close(self) -> None:
        """No more waiting: what was begun before is dealt, and whatever is begun from now on, at once."""
        self.phase = Phase.PLAYING
        self.tell(BetsClosed(()))
        for game in self._running.values():
            if game.state is State.WAITING:
                self.deal(game)
        if not self._running:
            self.phase = Phase.SETTLED  # nobody has begun
            self.tell(RoundSettled())

    def check_stake(
        self, player: PlayerId, amount: Amount, rank: str, means: Amount, *, unit: Amount | None = None
    ) -> None:
        """Raises :class:`IllegalAction` where the player may not begin a game for ``amount``.

        Args:
            unit: what the amount is made of, when minimum and step hold for that (a coin).
        """
        self.check_limits(player, amount, rank, unit)
        short = self.shortfall(player, amount, means)
        if short > 0:
            raise IllegalAction("short", shortfall=short)

    def check_limits(self, player: PlayerId, amount: Amount, rank: str, unit: Amount | None = None) -> None:
        """The same without the player's means."""
        if player == NOBODY:
            raise IllegalAction("no_player")
        earlier = self._running.get(player)
        if earlier is not None and earlier.state is not State.WAITING:
            raise IllegalAction("game_running")
        if rank not in self.sheet.rank_by_id:
            raise IllegalAction("no_such_rank", rank=rank)
        limits = self.sheet.limits_for(rank)
        least = amount if unit is None else unit
        if least < limits.low:
            raise IllegalAction("bet_too_small", min=limits.low)
        if limits.high is not None and amount > limits.high:
            raise IllegalAction("bet_too_big", max=limits.high)
        if least % limits.step:
            raise IllegalAction("bet_step", step=limits.step)

    def shortfall(self, player: PlayerId, amount: Amount, means: Amount) -> Amount:
        """What the player lacks for ``amount``; not above 0 when nothing. What a game that waits for the
        close holds is added to the means."""
        earlier = self._running.get(player)
        return Amount(amount - means - (ZERO if earlier is None else earlier.staked))

    def next_number(self) -> int:
        """The number of the game that begins next."""
        return self._last + 1

    def begin(self, game: G, amount: Amount, what: str) -> None:
        """A new game lies on the table for ``amount``; it is dealt at once, or waits for the close."""
        self._last = game.number
        self._games[game.number] = self._running[game.player] = game
        self.stake(game, amount, what)
        self.tell(GameBegun(game.number, game.player, game.staked))
        if self.waits and self.phase is Phase.BETTING:
            game.state = State.WAITING
        else:
            self.deal(game)

    def restake(self, game: G, amount: Amount, what: str) -> None:
        """A game that waits goes for another stake; only the difference moves (rulings 5.7)."""
        more = amount - game.staked
        if more < 0:
            self.give_back(game, Amount(-more), "bet_changed")
        elif more > 0:
            self.stake(game, Amount(more), what)
        self.tell(GameBegun(game.number, game.player, amount))

    def withdraw(self, game: G) -> None:
        """A game that waits is taken off the table; its stake comes back."""
        self.give_back(game, game.staked, "withdrawn")
        del self._games[game.number], self._running[game.player]
        self.tell(GameWithdrawn(game.number, game.player))

    def deal(self, game: G) -> None:
        """The game needs cards or reels now; it comes after those that needed theirs before."""
        game.state = State.DEALING
        self._dealing.append(game)

    def ask(self, game: G) -> None:
        """The game has what it needed; its player must go on."""
        self._dealing.remove(game)
        game.state = State.ASKED
        self.tell(GameAsked(game.number, game.player))

    def finish(
        self,
        game: G,
        outcome: str,
        returned: Amount,
        premium: str | None = None,
        cards: tuple[Card, ...] = (),
        why: str = "",
    ) -> None:
        """The game is over and ``returned``, stakes included, comes back (``why``: for the outcome, unless
        said otherwise); with the last one so is the round."""
        if game in self._dealing:
            self._dealing.remove(game)
        player, number, staked = game.player, game.number, game.staked
        if returned > 0:
            self.tell(Returned(player, returned, why or outcome, 0, number))
        game.state, game.returned = State.DONE, returned
        game.result = HandResult(player, 0, number, cards, outcome, premium, staked, returned)
        self.tell(GameSettled(number, player, outcome, premium, staked, returned))
        del self._running[player]
        if not self._running:
            self.phase = Phase.SETTLED
            self.tell(RoundSettled())

    def stake(self, game: G, amount: Amount, what: str) -> None:
        """``amount`` of the player's points goes on the game."""
        game.staked = Amount(game.staked + amount)
        self.tell(Staked(game.player, amount, what, 0, game.number))

    def give_back(self, game: G, amount: Amount, why: str) -> None:
        """``amount`` of what was staked goes back before the game is played."""
        game.staked = Amount(game.staked - amount)
        self.tell(Returned(game.player, amount, why, 0, game.number))

    def tell(self, event: Event) -> None:
        """Adds an event of the action that is being carried out."""
        self._events.append(event)
