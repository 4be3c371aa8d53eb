"""The progressive side bet: runs of a number held straight, and the jackpot at their end (rulings 12.3)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, NamedTuple

from bot.amounts import ZERO, Amount, points, times
from bot.games.contract import Carried, Event, Jackpot, PlayerId, Returned
from bot.games.roulette.events import JackpotHit, RunPaid
from bot.games.roulette.sheet import Progressive
from bot.games.spots.slips import Slip

Slips = Mapping[PlayerId, Slip]


class Run(NamedTuple):
    """So many spins in a row on which ``number`` came last and its player held it straight."""

    number: str
    length: int


class Pot:
    """The jackpot and the players' runs, as carried from spin to spin.

    Attributes:
        jackpot: what it stands at.
        begun: the house has laid down its first one.
    """

    __slots__ = ("_rules", "begun", "jackpot", "runs")

    def __init__(self, rules: Progressive, carried: Carried) -> None:
        self._rules = rules
        self.begun = "jackpot" in carried
        self.jackpot = Amount(carried["jackpot"]) if self.begun else points(rules.jackpot)
        runs: Mapping[str, Any] = carried.get("runs", {})
        self.runs = {PlayerId(int(player)): Run(*run) for player, run in runs.items()}

    def carried(self) -> dict[str, Any]:
        """JSON-ready, amounts in hundredths."""
        runs = {str(player): list(run) for player, run in self.runs.items()}
        return {"jackpot": self.jackpot, "runs": runs}

    def lay_down(self) -> list[Event]:
        """The house's first jackpot, if there is none yet."""
        if self.begun:
            return []
        self.begun = True
        return [Jackpot(self.jackpot, "seed")]

    def state(self) -> Hashable:
        """As one comparable value."""
        return self.begun, self.jackpot, frozenset(self.runs.items())

    def feed(self, slips: Slips) -> list[Event]:
        """The side bets go into the jackpot, before anything is paid from the table: the spin that takes the
        jackpot takes its own points with it."""
        fed = Amount(sum(times(slip.side, self._rules.feed) for slip in slips.values()))
        self.jackpot = Amount(self.jackpot + fed)
        return [Jackpot(fed, "fed")] if fed else []

    def settle(self, slips: Slips, pocket: str) -> list[Event]:
        """Carries the runs on and pays them."""
        events: list[Event] = []
        self._run_on(slips, pocket)
        winners: list[Slip] = []
        for slip in slips.values():
            slip.extra = ("run", ZERO)
            if pocket in slip.spots:
                length = self.runs[slip.player].length
                if length >= self._rules.longest:
                    winners.append(slip)
                elif length > 1:
                    events += self._pay_run(slip, pocket, length)
        return events + self._pay_jackpot(winners, pocket) if winners else events

    def _run_on(self, slips: Slips, pocket: str) -> None:
        """Which runs go on, begin or end with this result."""
        rules, before = self._rules, self.runs
        self.runs = {}
        for player, run in before.items():
            if player not in slips and rules.sat_out == "keeps":
                self.runs[player] = run
        for player, slip in slips.items():
            held = before.get(player)
            if pocket in slip.spots:
                goes_on = held is not None and (held.number == pocket or rules.run == "any")
                self.runs[player] = Run(pocket, held.length + 1 if held is not None and goes_on else 1)
            elif held is not None and rules.miss == "keeps":
                self.runs[player] = held

    def _pay_run(self, slip: Slip, pocket: str, length: int) -> list[Event]:
        paid = points(self._rules.increments[length - 2])
        slip.extra = ("run", paid)
        return [RunPaid(slip.player, pocket, length, paid), Returned(slip.player, paid, "run")]

    def _pay_jackpot(self, winners: list[Slip], pocket: str) -> list[Event]:
        """In equal shares; what does not divide stays on the table and is the house's (rulings 1.1)."""
        events: list[Event] = [Jackpot(self.jackpot, "paid")]
        share = Amount(self.jackpot // len(winners))
        for slip in winners:
            slip.extra = ("jackpot", share)
            events += [JackpotHit(slip.player, pocket, share), Returned(slip.player, share, "jackpot")]
            del self.runs[slip.player]
        self.jackpot = points(self._rules.jackpot)
        return [*events, Jackpot(self.jackpot, "seed")]
