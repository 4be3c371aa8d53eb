"""What a viewer says at a table where each plays alone (rulings 14). A word at an idle table opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from bot.amounts import Amount, points
from bot.commands import AmountError, AmountSpec, BetLimits, Command, Kind, resolve
from bot.games.contract import Action, Close, IllegalAction, PlayerId
from bot.games.registry import start_round
from bot.games.sheet import SheetError, TableSheet
from bot.games.slots import SlotsRound, SlotsSheet, SpinReels
from bot.games.stud import Ante, Lift, Pass, Raise, StudSheet
from bot.games.video_poker import Deal, Hold
from bot.pit.desk import Answer, Silent
from bot.pit.entries import Act
from bot.pit.opening import open_round
from bot.pit.rounds import AloneRound
from bot.pit.step import Step

POINT = points(1)


class AloneDesk:
    """One viewer's message at one table.

    Args:
        rank: the viewer's rank now.
        sheet: reads the sheet that the next round begins with.
    """

    def __init__(self, step: Step, player: PlayerId, rank: str, sheet: Callable[[], TableSheet]) -> None:
        self.step = step
        self.table = step.table
        self.player = player
        self.rank = rank
        self.sheet = sheet
        self._clipped: Amount | None = None
        """The stake of a game that a share was cut to."""

    def take(self, commands: Sequence[Command]) -> list[Answer]:
        """Takes a message's commands; the first that may not be stops the rest, with its reason."""
        answers: list[Answer] = []
        try:
            for command in commands:
                answers += self._one(command)
        except Silent:
            pass
        except (IllegalAction, AmountError) as refusal:
            answers.append(Answer(refusal.code, dict(refusal.params), important=True))
        self.step.run_on()
        return answers

    def _one(self, command: Command) -> list[Answer]:
        begins, goes_on = _BEGINS.get(command.kind), _GOES_ON.get(command.kind)
        if begins is not None:
            self._begin(begins(self, command))
            if self._clipped is not None:
                return [Answer("bet_clipped", {"amount": self._clipped}, important=True)]
            return []
        if goes_on is not None:
            self._go_on(goes_on(self, command))
            return []
        match command.kind:
            case Kind.AGAIN:
                return self._again()
            case Kind.CANCEL:
                return self._cancel()
            case _:
                raise Silent

    # --- a game of one's own --------------------------------------------------------------------------------

    def _begin(self, action: Action) -> None:
        """Begins a game; at an idle table that opens a round, which is closed again to whoever would wait for
        the dealer."""
        if self.player in self.table.banned:
            raise IllegalAction("banned")
        if self.step.paused is not None:
            raise IllegalAction("season_paused", season=self.step.paused)
        if self.table.closing and self.table.phase != "betting":
            raise IllegalAction("bets_closed")
        opened = self.table.live is None
        if opened:
            self._open(action)
        self.step.do(Act(action))
        if opened and self.table.phase == "betting":
            self.step.do(Act(Close()))

    def _open(self, action: Action) -> None:
        """Opens the table for this game, if it can be begun there: nothing is opened for a refusal."""
        if self.table.closed:
            raise IllegalAction("table_is_closed")
        try:
            sheet = self.sheet()
        except SheetError as error:
            raise IllegalAction("sheet_unusable", problem=error) from error
        if sheet.id != self.table.sheet.id:
            raise IllegalAction("bets_not_open")  # the dealer has chosen another game
        cast(AloneRound, start_round(sheet, self.table.carried.get(sheet.id))).check(action)
        open_round(self.step, lambda: sheet)

    def _again(self) -> list[Answer]:
        """同じ: the stake of the player's last game here (rulings 5.2)."""
        last = self.table.last_bet(self.player)
        if last is None:
            raise IllegalAction("no_last_bet")
        self._begin(_AGAIN[self.table.sheet.game](self, last.amounts))
        return []

    def _cancel(self) -> list[Answer]:
        """Takes back a game that still waits for the dealer."""
        live = self._live()
        if live is None or "cancel" not in live.legal(self.player):
            raise Silent
        self.step.do(Act(Lift(self.player)))
        return [Answer("bet_withdrawn")]

    def _go_on(self, action: Action) -> None:
        live = self._live()
        if live is None or live.game_of(self.player) is None:
            raise Silent
        self.step.do(Act(action))

    def _live(self) -> AloneRound | None:
        return None if self.table.live is None else cast(AloneRound, self.table.live)

    # --- what the words come to (rulings 1.4, 5.8) ---------------------------------------------------------

    @property
    def _means(self) -> Amount:
        return self.step.means(self.player)

    def _amount(self, said: AmountSpec, parts: int, *, beside: int = 0) -> Amount:
        """One of so many equal parts of a game's stake. An exact amount is the round's to judge.

        Args:
            beside: so many more parts must be free, which the maximum does not count.
        """
        if isinstance(said, int):
            return said
        limits = self.table.sheet.limits_for(self.rank)
        all_parts = parts + beside
        high = None if limits.high is None else Amount(limits.high // parts * all_parts)
        # Worked out on the whole, so that it is rounded down but once.
        bounds = BetLimits(Amount(POINT * all_parts), high, Amount(limits.step * all_parts))
        found = resolve(said, self._free, bounds)
        amount = Amount(found.amount // all_parts)
        if found.clipped:
            self._clipped = Amount(amount * parts)
        return amount

    @property
    def _free(self) -> Amount:
        """The player's free points, with what lies on a game that still waits."""
        live = self.table.live
        return Amount(self._means + (0 if live is None else live.staked.get(self.player, 0)))

    def deal(self, command: Command) -> Action:
        """``deal 5``: coins of a point; ``deal 5x100``: of a hundred (rulings 14.2)."""
        coins = command.coins or 1
        coin = POINT if command.amount is None else self._amount(_one(command), coins)
        return Deal(self.player, coins, coin, self.rank, self._means)

    def ante(self, command: Command) -> Action:
        """``ante 100``: of a share three parts must be free, for the raise (rulings 14.3)."""
        sheet = cast(StudSheet, self.table.sheet)
        amount = self._amount(_one(command), 1, beside=sheet.raise_times)
        return Ante(self.player, amount, self.rank, self._means)

    def spin(self, command: Command) -> Action:
        """``spin``, ``spin 5 lines 9``; what is left out is as the player last had it (rulings 14.1)."""
        return self._spin(command, command.lines, command.coins)

    def max_bet(self, command: Command) -> Action:
        """``maxbet``: all lines, all coins (rulings 14.1)."""
        sheet = cast(SlotsSheet, self.table.sheet)
        return self._spin(command, sheet.lines, sheet.coins)

    def _spin(self, command: Command, lines: int | None, coins: int | None) -> Action:
        asked = SpinReels(self.player, None, lines, coins, self.rank, self._means)
        if command.amount is None:
            return asked
        live = self.table.live
        carried = self.table.carried.get(self.table.sheet.id)
        machine = cast(SlotsRound, start_round(self.table.sheet, carried) if live is None else live)
        setting = machine.setting(asked)
        return replace(asked, amount=self._amount(_one(command), max(1, setting.lines * setting.coins)))


def _one(command: Command) -> AmountSpec:
    assert command.amount is not None
    assert not isinstance(command.amount, tuple)
    return command.amount


Builder = Callable[[AloneDesk, Command], Action]
"""The action that a word asks for."""

_BEGINS: Mapping[Kind, Builder] = {
    Kind.DEAL: AloneDesk.deal,
    Kind.ANTE: AloneDesk.ante,
    Kind.SPIN: AloneDesk.spin,
    Kind.MAX_BET: AloneDesk.max_bet,
}
_GOES_ON: Mapping[Kind, Builder] = {
    Kind.HOLD: lambda desk, command: Hold(desk.player, command.cards or ()),
    Kind.RAISE: lambda desk, _command: Raise(desk.player, desk.step.means(desk.player)),
    Kind.PASS: lambda desk, _command: Pass(desk.player),
}
_AGAIN: Mapping[str, Callable[[AloneDesk, Sequence[Amount]], Action]] = {
    "video_poker": lambda desk, parts: Deal(
        desk.player, len(parts), parts[0], desk.rank, desk.step.means(desk.player)
    ),
    "stud": lambda desk, parts: Ante(desk.player, parts[0], desk.rank, desk.step.means(desk.player)),
}
"""The last game begun anew, by game."""
