"""What a viewer says at a table of spots (roulette, baccarat): a message's bets stand together or not at all
(rulings 5.7, 5.8, 12.2, 13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from bot.amounts import ZERO, Amount
from bot.commands import AmountError, BetLimits, Command, Kind, resolve
from bot.games.contract import IllegalAction, PlayerId
from bot.games.sheet import Range
from bot.games.spots import Lay, Lift
from bot.pit.desk import Answer, Silent
from bot.pit.entries import Act
from bot.pit.rounds import SpotRound
from bot.pit.step import Step


class SpotDesk:
    """One viewer's message at one table.

    Args:
        rank: the viewer's rank now.
    """

    def __init__(self, step: Step, player: PlayerId, rank: str) -> None:
        self.step = step
        self.table = step.table
        self.player = player
        self.rank = rank

    def take(self, commands: Sequence[Command]) -> list[Answer]:
        """Takes a message's commands; the first that may not be stops the rest, with its reason."""
        answers: list[Answer] = []
        spots = [command for command in commands if command.kind is Kind.SPOT]
        rest = [command for command in commands if command.kind is not Kind.SPOT]
        try:
            if spots:
                answers.append(self._lay(spots))
            for command in rest:
                answers += self._one(command)
        except Silent:
            pass
        except (IllegalAction, AmountError) as refusal:
            answers.append(Answer(refusal.code, dict(refusal.params), important=True))
        self.step.run_on()
        return answers

    def _one(self, command: Command) -> list[Answer]:
        match command.kind:
            case Kind.AGAIN:
                return [self._again()]
            case Kind.CANCEL:
                return self._cancel()
            case _:
                raise Silent

    def _lay(self, commands: Sequence[Command]) -> Answer:
        round_ = self._betting()
        names = [round_.spot(str(command.spot)) for command in commands]
        if len(set(names)) < len(names):
            twice = next(name for name in names if names.count(name) > 1)
            raise IllegalAction("spot_twice", spot=twice)
        amounts, clipped = self._amounts(round_, dict(zip(names, commands, strict=True)))
        return self._take_bets(round_, tuple(zip(names, amounts, strict=True)), clipped=clipped)

    def _amounts(self, round_: SpotRound, said: Mapping[str, Command]) -> tuple[list[Amount], bool]:
        """What was said for each spot comes to. A share is one of what the named amounts leave, and what
        already lies on its spot counts (rulings 5.8); it is cut to what the maximum leaves."""
        limits = self.table.sheet.limits_for(self.rank)
        held = round_.laid(self.player)
        named = sum(one.amount for one in said.values() if isinstance(one.amount, int))
        freed = sum(amount for spot, amount in held.items() if spot in said)
        side = ZERO if held else round_.side
        left = self.step.means(self.player) + freed - named - side
        room = None if limits.high is None else limits.high - (sum(held.values()) - freed) - named
        amounts: list[Amount] = []
        clipped = False
        for command in said.values():
            assert command.amount is not None
            assert not isinstance(command.amount, tuple)
            if isinstance(command.amount, int):
                amounts.append(command.amount)
                continue
            found = resolve(command.amount, Amount(max(0, left)), _bounds(limits, room))
            left -= found.amount
            room = None if room is None else room - found.amount
            clipped = clipped or found.clipped
            amounts.append(found.amount)
        return amounts, clipped

    def _take_bets(
        self, round_: SpotRound, spots: tuple[tuple[str, Amount], ...], *, clipped: bool = False
    ) -> Answer:
        self.step.do(Act(Lay(self.player, spots, self.rank, self.step.means(self.player))))
        in_all = Amount(sum(round_.laid(self.player).values()) + round_.side)
        code = "spots_clipped" if clipped else "spots_taken"
        return Answer(code, {"spots": list(spots), "amount": in_all}, important=clipped)

    def _again(self) -> Answer:
        """同じ: the bets that stood when they were last closed (rulings 5.2)."""
        round_ = self._betting()
        last = self.table.last_bet(self.player)
        if last is None or not last.side:
            raise IllegalAction("no_last_bet")
        return self._take_bets(round_, last.side)

    def _cancel(self) -> list[Answer]:
        live = self.table.live
        if live is None or live.phase != "betting" or not cast(SpotRound, live).laid(self.player):
            raise Silent
        self.step.do(Act(Lift(self.player)))
        return [Answer("bet_withdrawn")]

    def _betting(self) -> SpotRound:
        live = self.table.live
        if live is None:
            raise IllegalAction("bets_not_open")
        if live.phase != "betting":
            raise IllegalAction("bets_closed")
        if self.player in self.table.banned:
            raise IllegalAction("banned")
        if self.step.paused is not None:
            raise IllegalAction("season_paused", season=self.step.paused)
        return cast(SpotRound, live)


def _bounds(limits: Range, room: int | None) -> BetLimits:
    return BetLimits(limits.low, None if room is None else Amount(max(0, room)), limits.step)
