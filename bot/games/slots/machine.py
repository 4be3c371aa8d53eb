"""A slot machine as data (rulings 14.1): its reels, its lines, and what they pay.

Machines lie in ``data/machine.toml``; a rule sheet names the one that its table plays, or spells one out.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, PlainSerializer, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from bot.games.sheet import Multiplier, Name, SheetModel

Symbol = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
"""What is painted on a reel: ``cherry``, ``bell``, ``seven``."""


def _words(value: Any) -> Any:
    return value.split() if isinstance(value, str) else value


def _rows(value: Any) -> Any:
    return list(value) if isinstance(value, str) else value


Strip = Annotated[tuple[Symbol, ...], BeforeValidator(_words), PlainSerializer(" ".join, return_type=str)]
"""A reel from its stop 0 on, round and round: ``"cherry bell seven"``. At stop 1 the second symbol lies in
the top row of the window and the third one below it."""

Line = Annotated[
    tuple[int, ...],
    BeforeValidator(_rows),
    PlainSerializer(lambda rows: "".join(map(str, rows)), return_type=str),
]
"""A line's row on each reel, left to right, the top row 1: ``"12321"``."""

Pays = Annotated[Mapping[int, Multiplier], Field(min_length=1)]
"""How many of a symbol pay what. A longer run pays at least what a shorter one does."""


class Scatter(SheetModel):
    """A symbol that counts anywhere in the window.

    Attributes:
        pays: how many of them pay what, times the whole stake.
        free_spins: how many of them give how many free spins, in a free spin too; more give at least as many.
        most: free spins in one game at most. What goes beyond is not given, so every game ends.
    """

    symbol: Symbol
    pays: Pays
    free_spins: Annotated[Mapping[int, Annotated[int, Field(ge=1, le=100)]], Field(min_length=1)]
    most: int = Field(ge=1, le=200)


class Machine(SheetModel):
    """One machine.

    Attributes:
        returns: what it gives back of the stakes in the long run, in per cent with two decimals. It must be
            what the reels say (:func:`bot.games.slots.returns.returned`).
        window: rows that are seen of each reel.
        pays: what so many of a symbol, from the left on one line, pay, times the stake of that line (stake
            x coins); only the highest on a line counts.
        wild: stands for every symbol but the scatter.
    """

    name: Name
    returns: str
    window: int = Field(ge=1, le=5)
    reels: Annotated[tuple[Strip, ...], Field(min_length=2, max_length=7)]
    lines: Annotated[tuple[Line, ...], Field(min_length=1, max_length=99)]
    wild: Symbol | None = None
    scatter: Scatter | None = None
    pays: Annotated[Mapping[Symbol, Pays], Field(min_length=1)]

    @field_validator("reels")
    @classmethod
    def _long_enough(cls, reels: tuple[Strip, ...], info: ValidationInfo) -> tuple[Strip, ...]:
        window = info.data.get("window", 1)
        for number, strip in enumerate(reels, start=1):
            if len(strip) < window:
                raise PydanticCustomError(
                    "reel_short", "reel {reel} is too short", {"reel": number, "window": window}
                )
        return reels

    @field_validator("lines")
    @classmethod
    def _in_the_window(cls, lines: tuple[Line, ...], info: ValidationInfo) -> tuple[Line, ...]:
        if not {"window", "reels"} <= info.data.keys():
            return lines  # what is wrong there is said
        window, reels = info.data["window"], len(info.data["reels"])
        for number, line in enumerate(lines, start=1):
            if len(line) != reels or not all(1 <= row <= window for row in line):
                params = {"line": number, "reels": reels, "window": window}
                raise PydanticCustomError("line_rows", "line {line} does not fit", params)
            if line in lines[: number - 1]:
                raise PydanticCustomError("line_twice", "line {line} is there twice", {"line": number})
        return lines

    @field_validator("wild", "scatter", "pays")
    @classmethod
    def _on_the_reels(cls, value: Any, info: ValidationInfo) -> Any:
        reels = info.data.get("reels")
        if reels is None or value is None:
            return value
        named = [value.symbol] if isinstance(value, Scatter) else [value] if isinstance(value, str) else value
        painted = {symbol for strip in reels for symbol in strip}
        for symbol in named:
            if symbol not in painted:
                params = {"symbol": symbol, "known": ", ".join(sorted(painted))}
                raise PydanticCustomError("symbol_unknown", "{symbol} is on no reel", params)
        return value

    @field_validator("scatter")
    @classmethod
    def _scatter_apart(cls, scatter: Scatter | None, info: ValidationInfo) -> Scatter | None:
        if scatter is not None and scatter.symbol == info.data.get("wild"):
            raise PydanticCustomError(
                "symbol_twice", "{symbol} is the wild, too", {"symbol": scatter.symbol, "other": "wild"}
            )
        if scatter is not None and {"window", "reels"} <= info.data.keys():
            most = info.data["window"] * len(info.data["reels"])
            for counts in (scatter.pays, scatter.free_spins):
                _check_counts(counts, most)
        return scatter

    @field_validator("pays")
    @classmethod
    def _pays_fit(cls, pays: Mapping[Symbol, Pays], info: ValidationInfo) -> Mapping[Symbol, Pays]:
        scatter = info.data.get("scatter")
        if scatter is not None and scatter.symbol in pays:
            raise PydanticCustomError(
                "symbol_twice", "{symbol} is the scatter", {"symbol": scatter.symbol, "other": "scatter"}
            )
        for counts in pays.values():
            _check_counts(counts, len(info.data.get("reels", ())))
        return pays


def _check_counts(counts: Mapping[int, Any], most: int) -> None:
    for count in counts:
        if not 1 <= count <= most:
            raise PydanticCustomError("symbol_count", "{count} cannot come", {"count": count, "most": most})


Figure = TypeVar("Figure", Fraction, int)


def most_of(counts: Mapping[int, Figure], count: int) -> Figure | None:
    """What ``count`` of something give: a run of four holds one of three."""
    return max((figure for needed, figure in counts.items() if needed <= count), default=None)
