"""What a machine gives back in the long run, exactly, from its reels (rulings 14.1).

Each stop of a reel is as likely as any other and the reels know nothing of each other, so whatever row a line
takes on a reel, it shows each symbol as often as the strip holds it: every line has the same expectation, and
the return is the same however many are played, and with how many coins. A free spin pays like the spin that
won it; whether one more is played is known before its reels turn, so a game's expectation is a spin's times
the expected number of spins (Wald).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import prod

from bot.games.slots.machine import Machine, Scatter, most_of


def returned(machine: Machine) -> Fraction:
    """The expected total return of a game, as a part of its stake; free spins and retriggers included."""
    return spin_returns(machine) * (1 + free_spins(machine))


def in_per_cent(share: Fraction) -> str:
    """As machines state it: per cent, rounded to two decimals."""
    return f"{round(share * 10_000) / 100:.2f}"


def spin_returns(machine: Machine) -> Fraction:
    """What one spin is expected to pay, as a part of the game's stake."""
    return _line_returns(machine) + _scatter_returns(machine)


def free_spins(machine: Machine) -> Fraction:
    """The expected number of free spins that follow one that was paid for."""
    if machine.scatter is None:
        return Fraction(0)
    ways = scatter_ways(machine, machine.scatter)
    given: Counter[int] = Counter()
    for count, number in enumerate(ways):
        given[most_of(machine.scatter.free_spins, count) or 0] += number
    total = sum(ways)
    # Whole numbers all the way: with `left` spins to come and `more` that may still be given, the expectation
    # times total ** (left + more). A spin takes one away from that sum, whatever it gives.
    powers = [total**exponent for exponent in range(machine.scatter.most + 1)]

    @cache
    def played(left: int, more: int) -> int:
        if left == 0:
            return 0
        rest = sum(
            number * played(left - 1 + min(won, more), more - min(won, more)) for won, number in given.items()
        )
        return int(powers[left + more] + rest)

    most = machine.scatter.most
    first = sum(number * played(min(won, most), most - min(won, most)) for won, number in given.items())
    return Fraction(first, total * powers[most])


def scatter_ways(machine: Machine, scatter: Scatter) -> list[int]:
    """In how many of all positions of the reels so many scatters are seen."""
    ways = [1]
    for strip in machine.reels:
        seen = Counter(
            [strip[(stop + row) % len(strip)] for row in range(machine.window)].count(scatter.symbol)
            for stop in range(len(strip))
        )
        ways = [
            sum(ways[count - one] * number for one, number in seen.items() if 0 <= count - one < len(ways))
            for count in range(len(ways) + max(seen))
        ]
    return ways


def _scatter_returns(machine: Machine) -> Fraction:
    if machine.scatter is None:
        return Fraction(0)
    ways = scatter_ways(machine, machine.scatter)
    pays = machine.scatter.pays
    paid = sum((number * _give(pays, count) for count, number in enumerate(ways)), Fraction(0))
    return paid / sum(ways)


def _line_returns(machine: Machine) -> Fraction:
    """What one line is expected to pay, times its stake."""
    strips = [Counter(strip) for strip in machine.reels]
    rest = [prod(map(len, machine.reels[at:])) for at in range(len(strips) + 1)]

    def paid(at: int, runs: Sequence[str], best: Fraction) -> Fraction:
        """Summed over all that the reels from ``at`` on may show: ``runs`` are the symbols that every reel
        before has gone along with, ``best`` what the others pay."""
        if not runs or at == len(strips):
            return max([best, *(_give(machine.pays[one], at) for one in runs)]) * rest[at]
        total = Fraction(0)
        for shown, number in strips[at].items():
            on = [one for one in runs if shown in (one, machine.wild)]
            ended = [_give(machine.pays[one], at) for one in runs if one not in on]
            total += number * paid(at + 1, on, max([best, *ended]))
        return total

    return paid(0, list(machine.pays), Fraction(0)) / rest[0]


def _give(counts: Mapping[int, Fraction], count: int) -> Fraction:
    return most_of(counts, count) or Fraction(0)
