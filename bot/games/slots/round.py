"""A round of slots: the fold over actions (rulings 14.1).

A game is one spin that is paid for and the free spins that follow from it. These turn one after another,
before any other game's reels, and pay like the spin that won them. The machine bounds their number in one
game (:attr:`Scatter.most`), so every game ends. All that a game pays is returned at its end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar

from bot.amounts import ZERO, Amount, times, to_number
from bot.games.alone import AloneRound, Handler, Solo, Transitions
from bot.games.contract import (
    Action,
    Await,
    Awaiting,
    BrokenRule,
    Carried,
    IllegalAction,
    PlayerId,
    Reels,
)
from bot.games.slots.actions import SpinReels
from bot.games.slots.events import LineWon, ReelsStopped, ScattersSeen
from bot.games.slots.machine import Scatter, most_of
from bot.games.slots.sheet import SlotsSheet
from bot.games.slots.states import TRANSITIONS
from bot.games.slots.window import LineWin, Window, line_wins, scatters, window_at


@dataclass(frozen=True, slots=True)
class Setting:
    """How a viewer plays: a coin's worth, the lines, the coins on each."""

    amount: Amount
    lines: int
    coins: int

    @property
    def line_stake(self) -> Amount:
        """What lies on each line."""
        return Amount(self.amount * self.coins)

    @property
    def stake(self) -> Amount:
        """What a game costs."""
        return Amount(self.line_stake * self.lines)


@dataclass(slots=True, eq=False, kw_only=True)
class SlotGame(Solo):
    """One viewer's game.

    Attributes:
        spins: what each spin so far has paid.
        free_left: free spins to come; ``given``: all that the game has won.
        window: where the reels stopped last; ``wins`` and ``seen`` are that spin's lines and scatters.
        best: the symbol of the highest win so far, and what that paid.
    """

    setting: Setting
    spins: list[Amount] = field(default_factory=list)
    free_left: int = 0
    given: int = 0
    window: Window = ()
    wins: tuple[tuple[LineWin, Amount], ...] = ()
    seen: int = 0
    best: tuple[Amount, str | None] = (ZERO, None)


class SlotsRound(AloneRound[SlotGame]):
    """One busy time of a slots table. Implements :class:`bot.games.contract.Round`."""

    __slots__ = ("_last_settings",)

    kind = "slots"
    opens = ("spin", "max_bet")
    answers = ()
    sheet: SlotsSheet
    transitions: ClassVar[Transitions] = TRANSITIONS

    def __init__(self, sheet: SlotsSheet, carried: Carried) -> None:
        super().__init__(sheet, carried)
        self._last_settings: dict[PlayerId, Setting] = {
            PlayerId(int(player)): Setting(Amount(amount), lines, coins)
            for player, (amount, lines, coins) in carried.get("last", {}).items()
        }

    # --- a game begins ----------------------------------------------------------------------------------

    def setting(self, action: SpinReels) -> Setting:
        """What the action comes to: what it leaves out is as the player last had it, at first one coin of the
        smallest amount on one line."""
        smallest = self.sheet.limits_for(action.rank).low
        last = self._last_settings.get(action.player, Setting(smallest, 1, 1))
        return Setting(
            last.amount if action.amount is None else action.amount,
            # Another machine may have come since.
            min(last.lines, self.sheet.lines) if action.lines is None else action.lines,
            min(last.coins, self.sheet.coins) if action.coins is None else action.coins,
        )

    def _check_play(self, action: SpinReels) -> None:
        if action.rank not in self.sheet.rank_by_id:
            raise IllegalAction("no_such_rank", rank=action.rank)
        setting = self.setting(action)
        if not 1 <= setting.lines <= self.sheet.lines:
            raise IllegalAction("slot_lines", lines=self.sheet.lines)
        if not 1 <= setting.coins <= self.sheet.coins:
            raise IllegalAction("slot_coins", coins=self.sheet.coins)
        most = self.sheet.limits_for(action.rank).high
        if most is not None and setting.stake > most:
            raise IllegalAction("slot_too_big", amount=setting.stake, max=most)
        self.check_stake(action.player, setting.stake, action.rank, action.means, unit=setting.amount)

    def _play(self, action: SpinReels) -> None:
        player = action.player
        setting = self.setting(action)
        self._last_settings.pop(player, None)
        self._last_settings[player] = setting
        while len(self._last_settings) > self.sheet.remembered:
            del self._last_settings[next(iter(self._last_settings))]
        game = SlotGame(number=self.next_number(), player=player, setting=setting)
        self.begin(game, setting.stake, "spin")

    # --- the reels stop ---------------------------------------------------------------------------------

    def needs(self, game: SlotGame) -> Awaiting:
        """Its reels, whether the spin was paid for or is free."""
        return Awaiting(Await.REELS, stops=tuple(map(len, self.sheet.machine.reels)))

    def _check_reels(self, action: Reels) -> None:
        if not self._dealing:
            raise IllegalAction("no_reels_awaited")
        stops = self.needs(self._dealing[0]).stops
        if len(action.stops) != len(stops):
            raise IllegalAction("reels_count", reels=len(stops))
        for number, (stop, many) in enumerate(zip(action.stops, stops, strict=True), start=1):
            if not 0 <= stop < many:
                raise IllegalAction("no_such_stop", reel=number, last=many - 1)

    def _reels(self, action: Reels) -> None:
        game, machine = self._dealing[0], self.sheet.machine
        free = bool(game.spins)
        game.free_left -= free
        game.window = window_at(machine, action.stops)
        wins = line_wins(machine, game.window, game.setting.lines)
        game.wins = tuple((win, times(game.setting.line_stake, win.pays)) for win in wins)
        game.seen = scatters(machine, game.window)
        paid = ZERO if machine.scatter is None else self._scatter_pays(game, machine.scatter)
        won = Amount(sum(amount for _, amount in game.wins) + paid)
        game.spins.append(won)
        self.tell(ReelsStopped(game.number, game.player, free, action.stops, won))
        for win, amount in game.wins:
            self.tell(LineWon(game.number, win.line, win.symbol, win.count, amount))
            self._note(game, amount, win.symbol)
        if machine.scatter is not None:
            self._scatter_gives(game, machine.scatter, paid)
        if not game.free_left:
            self._end(game)

    def _scatter_pays(self, game: SlotGame, scatter: Scatter) -> Amount:
        return times(game.staked, most_of(scatter.pays, game.seen) or Fraction(0))

    def _scatter_gives(self, game: SlotGame, scatter: Scatter, paid: Amount) -> None:
        won = most_of(scatter.free_spins, game.seen) or 0
        given = min(won, scatter.most - game.given)
        game.given += given
        game.free_left += given
        if paid or won:
            self._note(game, paid, scatter.symbol)
            self.tell(ScattersSeen(game.number, game.seen, paid, given, game.free_left))

    @staticmethod
    def _note(game: SlotGame, amount: Amount, symbol: str) -> None:
        if amount > game.best[0]:
            game.best = amount, symbol

    def _end(self, game: SlotGame) -> None:
        returned = Amount(sum(game.spins))
        outcome = "win" if returned > game.staked else "push" if returned == game.staked else "lose"
        # Less than the stake comes back of many a spin that pays: that is no win.
        self.finish(game, outcome, returned, game.best[1], why="spin")

    # --- questions --------------------------------------------------------------------------------------

    def auto_action(self, game: int) -> Action:
        """Never asked for: no game waits for its player."""
        raise BrokenRule(f"game {game} waits for nobody")

    @property
    def carried(self) -> Carried:
        """Everybody's last settings, whoever has not spun for longest first."""
        return {
            "last": {
                str(player): [one.amount, one.lines, one.coins] for player, one in self._last_settings.items()
            }
        }

    def state(self) -> tuple[object, ...]:
        """As of every game played alone, and the settings."""
        return (*super().state(), tuple(self._last_settings.items()))

    def shown(self, game: SlotGame) -> dict[str, Any]:
        """The machine, the window with what its lines pay, and how far the game is."""
        machine, setting = self.sheet.machine, game.setting
        return {
            "machine": {"name": machine.name.model_dump()},
            "window": [list(reel) for reel in game.window],
            "lines": setting.lines,
            "coins": setting.coins,
            "line_stake": to_number(setting.line_stake),
            "wins": [self._win(win, amount) for win, amount in game.wins],
            "scatters": game.seen,
            "free_left": game.free_left,
            "spins": [to_number(won) for won in game.spins],
        }

    def _win(self, win: LineWin, amount: Amount) -> dict[str, Any]:
        return {
            "line": win.line,
            "rows": list(self.sheet.machine.lines[win.line - 1]),
            "symbol": win.symbol,
            "count": win.count,
            "amount": to_number(amount),
        }

    handlers: ClassVar[Mapping[str, Handler]] = {
        **AloneRound.handlers,
        "play": (_check_play, _play),
        "reels": (_check_reels, _reels),
    }
