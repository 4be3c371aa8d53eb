"""Roulette: exact, from the wheel and what each bet pays (rulings 12)."""

from __future__ import annotations

from fractions import Fraction

from bot.games.roulette import RouletteSheet
from bot.games.roulette.sheet import Pays, Progressive
from bot.odds.report import Bet, Report, first_of

_BY_COUNT = {
    1: "straight",
    2: "split",
    3: "street",
    4: "corner",
    5: "five",
    6: "line",
    12: "dozen",
    18: "even",
}
"""How many numbers a kind of bet covers; ``dozen`` is the columns, too."""

assert set(_BY_COUNT.values()) == set(Pays.model_fields)


def roulette(sheet: RouletteSheet) -> Report:
    """Every kind of bet of the layout, and the progressive side bet where there is one."""
    pockets = len(sheet.wheel.pockets)
    bets = [
        Bet(_BY_COUNT[len(numbers)], sheet.pays_on[name] * len(numbers) / pockets)
        for name, numbers in sheet.spots.items()
    ]
    if sheet.progressive is not None:
        bets.append(Bet("progressive", _progressive(sheet.progressive, pockets)))
    return Report(sheet.id, sheet.game, "exact", first_of(bets))


def _progressive(side: Progressive, pockets: int) -> Fraction:
    """Who holds one number straight at every spin, with the jackpot where it starts.

    Before a spin the run has some length below the longest, each with its share of all spins: where a miss
    ends it, one is as much rarer than the last as a hit is.
    """
    hit = Fraction(1, pockets)
    step = Fraction(1) if side.miss == "keeps" else hit
    shares = [step**length for length in range(side.longest)]
    # The first hit of a run pays nothing, those after it the increments, the last the jackpot.
    paid = [0, *side.increments, side.jackpot]
    expected = sum((share * won for share, won in zip(shares, paid, strict=True)), Fraction(0))
    return hit * expected / sum(shares) / side.side
