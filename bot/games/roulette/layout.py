"""Roulette's layout: where chips can lie, all of it following from the shape of the table (rulings 12.1).

The table is a column of rows of boxes, each row as wide as the others: the zeros on top, then twelve rows of
three numbers. A chip lies on a box (straight), on the edge of two (split), on a point where more meet
(corner), on the end of a row (street), or on the end of the line between two rows (line). Zeros being a row
like any other, 0-1, 0-1-2, 0-1-2-3 and 0-00-1-2-3 come out of the same five rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

NUMBERS = tuple(str(number) for number in range(1, 37))
COLUMNS = 3
WIDTH = 6
"""Of a row: what both two zeros and three numbers divide."""

Numbers = frozenset[str]


class Box(NamedTuple):
    """A number's box: from ``left`` to ``right``, of :data:`WIDTH`."""

    number: str
    left: int
    right: int


class Layout:
    """The spots of a table with these zeros and red numbers.

    Attributes:
        groups: what chips on boxes, edges, points and ends of rows cover, by name: ``1-2-4-5``. Numbers are
            in the table's order, zeros first.
        areas: the outside bets by name: ``red``, ``dozen-1``, ``column-3``.
    """

    def __init__(self, zeros: tuple[str, ...], red: Numbers) -> None:
        rows = [zeros, *(NUMBERS[at : at + COLUMNS] for at in range(0, len(NUMBERS), COLUMNS))]
        self._place = {number: at for at, number in enumerate(number for row in rows for number in row)}
        self.groups: Mapping[str, Numbers] = {self.name(one): one for one in _groups(rows)}
        self.areas: Mapping[str, Numbers] = dict(_areas(red))

    def name(self, numbers: Numbers) -> str:
        """A group's canonical name."""
        return "-".join(sorted(numbers, key=self._place.__getitem__))

    def group(self, name: str) -> Numbers | None:
        """The numbers of a name, in any order; ``None`` where one is not on this table or named twice."""
        numbers = name.split("-")
        found = frozenset(numbers)
        return found if len(found) == len(numbers) and found <= self._place.keys() else None


@cache
def layout(zeros: tuple[str, ...], red: Numbers) -> Layout:
    """The layout of a wheel with these zeros, left to right, and these red numbers."""
    return Layout(zeros, red)


def _groups(rows: list[tuple[str, ...]]) -> Iterator[Numbers]:
    """Straights, then splits, streets, corners and lines, row by row."""
    boxes = [_boxes(row) for row in rows]
    for row in boxes:
        yield from (frozenset({box.number}) for box in row)
        yield from (frozenset({one.number, other.number}) for one, other in pairwise(row))
        yield frozenset(box.number for box in row)
    for upper, lower in pairwise(boxes):
        both = [*upper, *lower]
        for one in upper:
            for other in lower:
                if one.left < other.right and other.left < one.right:
                    yield frozenset({one.number, other.number})
        for point in sorted({box.right for box in both} - {WIDTH}):
            yield frozenset(box.number for box in both if box.left <= point <= box.right)
        yield frozenset(box.number for box in both)


def _boxes(row: tuple[str, ...]) -> list[Box]:
    width = WIDTH // len(row)
    return [Box(number, at * width, (at + 1) * width) for at, number in enumerate(row)]


def _areas(red: Numbers) -> Iterator[tuple[str, Numbers]]:
    """The outside bets; zeros are in none of them."""
    third, half = len(NUMBERS) // 3, len(NUMBERS) // 2
    yield "red", red
    yield "black", frozenset(NUMBERS) - red
    yield "even", frozenset(NUMBERS[1::2])
    yield "odd", frozenset(NUMBERS[0::2])
    yield "low", frozenset(NUMBERS[:half])
    yield "high", frozenset(NUMBERS[half:])
    for at in range(3):
        yield f"dozen-{at + 1}", frozenset(NUMBERS[at * third : (at + 1) * third])
    for at in range(COLUMNS):
        yield f"column-{at + 1}", frozenset(NUMBERS[at::COLUMNS])
