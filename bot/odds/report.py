"""The figures of a table: what comes back of each bet, of the stake it began with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Literal

MOST_DIGITS = 60
"""Of an exact fraction in a report; the free spins of a slot machine make longer ones."""


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet.

    Attributes:
        name: of the bet, a key of the texts ``odds.bet.<name>``.
        returns: expected total return, as a part of the first stake: 1 less the house's edge. What a double,
            a split or a raise adds counts as won or lost of the first stake.
        error: the standard error of a simulated figure; ``None`` where it is exact.
        count: a figure that goes with the name, such as a number of coins.
    """

    name: str
    returns: Fraction
    error: float | None = None
    count: int | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        exact = str(self.returns)
        shown = exact if self.error is None and len(exact) <= MOST_DIGITS else None
        share = float(self.returns)
        found: dict[str, Any] = {"bet": self.name, "return": share, "exact": shown, "edge": 1 - share}
        if self.count is not None:
            found["count"] = self.count
        return found if self.error is None else found | {"standard_error": self.error}


@dataclass(frozen=True, slots=True)
class Report:
    """A table's figures.

    Attributes:
        strategy: how the player plays, a key of the texts ``odds.strategy.<strategy>``; empty where there is
            nothing to decide.
        rounds: how many were simulated, from ``seed``; 0 where the figures are exact.
    """

    table: str
    game: str
    method: Literal["exact", "simulated"]
    bets: tuple[Bet, ...]
    strategy: str = ""
    rounds: int = 0
    seed: int | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        found: dict[str, Any] = {
            "table": self.table,
            "game": self.game,
            "method": self.method,
            "strategy": self.strategy or None,
            "bets": [one.to_json() for one in self.bets],
        }
        return found | ({"rounds": self.rounds, "seed": self.seed} if self.method == "simulated" else {})


class Mean:
    """The mean of many rounds' returns, each a part of the first stake, with its standard error."""

    __slots__ = ("_rounds",)

    def __init__(self) -> None:
        self._rounds: Counter[tuple[int, int]] = Counter()

    def add(self, returned: int, staked: int) -> None:
        """One round: what came back for what was staked first."""
        self._rounds[returned, staked] += 1

    def bet(self, name: str) -> Bet:
        """What it comes to."""
        count = self._rounds.total()
        shares = [(Fraction(*one), many) for one, many in self._rounds.items()]
        mean = sum((share * many for share, many in shares), Fraction(0)) / count
        squares = sum(((share - mean) ** 2 * many for share, many in shares), Fraction(0))
        return Bet(name, mean, sqrt(squares / count / (count - 1)))


def first_of(bets: Sequence[Bet]) -> tuple[Bet, ...]:
    """Each kind of bet once; kinds whose bets differ keep one of each figure."""
    return tuple({(one.name, one.returns): one for one in bets}.values())
