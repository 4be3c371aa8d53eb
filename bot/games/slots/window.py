"""What lies in the window of a machine, and what it pays (rulings 14.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.games.slots.machine import Machine, most_of

Window = tuple[tuple[str, ...], ...]
"""The symbols that are seen: reel by reel from the left, each from the top."""


@dataclass(frozen=True, slots=True)
class LineWin:
    """``line`` counts from 1; ``count`` symbols from the left, wilds among them; ``pays`` times the stake of
    the line."""

    line: int
    symbol: str
    count: int
    pays: Fraction


def window_at(machine: Machine, stops: Sequence[int]) -> Window:
    """What is seen when the reels have stopped: the symbol at a reel's stop lies in the top row."""
    return tuple(
        tuple(strip[(stop + row) % len(strip)] for row in range(machine.window))
        for strip, stop in zip(machine.reels, stops, strict=True)
    )


def best_run(machine: Machine, symbols: Sequence[str]) -> tuple[str, int, Fraction] | None:
    """The highest that one line's symbols pay, left to right: the symbol, how many, and times what.

    Of two that pay the same the longer run is named, then the one first in the table.
    """
    best: tuple[str, int, Fraction] | None = None
    for symbol, counts in machine.pays.items():
        run = next((at for at, one in enumerate(symbols) if one not in (symbol, machine.wild)), len(symbols))
        pays = most_of(counts, run)
        if pays and (best is None or (pays, run) > (best[2], best[1])):
            best = symbol, run, pays
    return best


def line_wins(machine: Machine, window: Window, lines: int) -> tuple[LineWin, ...]:
    """What the first ``lines`` lines pay."""
    found = []
    for number, rows in enumerate(machine.lines[:lines], start=1):
        best = best_run(machine, [reel[row - 1] for reel, row in zip(window, rows, strict=True)])
        if best is not None:
            found.append(LineWin(number, *best))
    return tuple(found)


def scatters(machine: Machine, window: Window) -> int:
    """How many scatters are seen, wherever they lie."""
    return 0 if machine.scatter is None else sum(reel.count(machine.scatter.symbol) for reel in window)
