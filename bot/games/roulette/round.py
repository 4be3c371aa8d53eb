"""A spin of the wheel (rulings 12)."""

from __future__ import annotations

from collections.abc import Hashable
from heapq import nlargest
from typing import Any, ClassVar

from bot.amounts import ZERO, Amount, points, times, to_number
from bot.games.contract import Action, Await, Awaiting, BrokenRule, Carried, IllegalAction, Spin
from bot.games.roulette.events import BallFell
from bot.games.roulette.progressive import Pot
from bot.games.roulette.sheet import RouletteSheet
from bot.games.spots.round import SpotRound, Verdict
from bot.games.spots.states import Phase, Transitions, betting
from bot.games.spots.views import SHOWN

TRANSITIONS: Transitions = {
    **betting(Phase.SPINNING),
    (Phase.SPINNING, "spin"): frozenset({Phase.SETTLED}),
}


class RouletteRound(SpotRound):
    """One spin. Implements :class:`bot.games.contract.Round`."""

    __slots__ = ("_pot", "pocket")

    sheet: RouletteSheet
    transitions: ClassVar[Transitions] = TRANSITIONS
    running: ClassVar[Phase] = Phase.SPINNING

    def __init__(self, sheet: RouletteSheet, carried: Carried) -> None:
        super().__init__(sheet, carried)
        self.pocket: str | None = None
        self._pot = None if sheet.progressive is None else Pot(sheet.progressive, carried)

    def spot(self, name: str) -> str:
        """The canonical name: numbers in the table's order (``4-1`` is ``1-4``).

        Raises:
            IllegalAction: ``no_such_spot``; also for what is not written out in full, such as ``1-6``.
        """
        spots = self.sheet.spots
        if name in spots:
            return name
        numbers = self.sheet.wheel.layout.group(name)
        called = None if numbers is None else self.sheet.wheel.layout.name(numbers)
        if called is None or called not in spots:
            raise IllegalAction("no_such_spot", spot=name)
        return called

    @property
    def side(self) -> Amount:
        """The side bet that goes with a player's first bet of the spin (rulings 12.3)."""
        rules = self.sheet.progressive
        return ZERO if rules is None else points(rules.side)

    def _close(self) -> None:
        if self._pot is not None:
            self._events += self._pot.lay_down()
            self._carried = {**self._carried, **self._pot.carried()}
        super()._close()

    def _needs(self) -> Awaiting:
        return Awaiting(Await.SPIN, pockets=self.sheet.wheel.pockets)

    def _check_draw(self, action: Action) -> None:
        if not isinstance(action, Spin) or action.pocket not in self.sheet.wheel.pockets:
            raise IllegalAction("no_such_pocket", pocket=getattr(action, "pocket", ""))

    def _draw(self, action: Action) -> None:
        if not isinstance(action, Spin):
            raise BrokenRule(f"a wheel cannot take {action}")
        pocket = self.pocket = action.pocket
        self._events.append(BallFell(pocket))
        spots, pays_on = self.sheet.spots, self.sheet.pays_on

        def judge(spot: str, amount: Amount) -> Verdict:
            return ("win", times(amount, pays_on[spot])) if pocket in spots[spot] else ("lose", ZERO)

        if self._pot is not None:
            self._events += self._pot.feed(self.slips)
        self._decide(pocket, judge)
        if self._pot is not None:
            self._events += self._pot.settle(self.slips, pocket)
            self._carried = {**self._carried, **self._pot.carried()}
        self._end()

    def _play(self) -> dict[str, Any]:
        pot = self._pot
        return {
            "kind": "roulette",
            "wheel": list(self.sheet.wheel.pockets),
            "red": list(self.sheet.wheel.red),
            "pocket": self.pocket,
            "jackpot": None if pot is None else to_number(pot.jackpot),
            "runs": [] if pot is None else _runs(pot),
        }

    def state(self) -> tuple[Hashable, ...]:
        """Everything there is to this spin as one comparable value."""
        pot = None if self._pot is None else self._pot.state()
        return (*super().state(), self.pocket, pot)


def _runs(pot: Pot) -> list[dict[str, Any]]:
    """The longest first, as many as a page has room for."""
    longest = nlargest(SHOWN, pot.runs.items(), key=lambda one: one[1].length)
    return [{"player": int(player), "number": run.number, "length": run.length} for player, run in longest]
