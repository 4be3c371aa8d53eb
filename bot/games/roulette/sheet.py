"""The roulette rule sheet: a wheel, what each kind of bet pays, and at one table a progressive side bet.

Payouts are what comes back in all, stake included (rulings 1.3): ``straight = 36`` is 35:1.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator
from pydantic_core import PydanticCustomError

from bot.amounts import Amount, points
from bot.games.roulette.layout import NUMBERS, Layout, Numbers, layout
from bot.games.sheet import Multiplier, SheetModel
from bot.games.spots.sheet import SpotSheet


class Wheel(SheetModel):
    """A wheel of ``data/wheel.toml``: its ``pockets`` in their order, and the ``red`` numbers."""

    pockets: tuple[str, ...]
    red: tuple[str, ...]

    @field_validator("pockets")
    @classmethod
    def _is_a_wheel(cls, pockets: tuple[str, ...]) -> tuple[str, ...]:
        zeros = [pocket for pocket in pockets if pocket in ("0", "00")]
        if sorted(pockets) != sorted({*NUMBERS, *zeros}) or not zeros:
            raise PydanticCustomError("wheel_pockets", "1 to 36 once each, and one or two zeros")
        return pockets

    @field_validator("red")
    @classmethod
    def _are_numbers(cls, red: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(red) & set(NUMBERS)) != len(NUMBERS) // 2 or len(red) != len(NUMBERS) // 2:
            raise PydanticCustomError("wheel_red", "half of the numbers 1 to 36, once each")
        return red

    @cached_property
    def layout(self) -> Layout:
        """The layout that goes with it."""
        zeros = tuple(zero for zero in ("0", "00") if zero in self.pockets)
        return layout(zeros, frozenset(self.red))


class Pays(SheetModel):
    """Total returns per stake, by how many numbers a bet covers (sheet 001, game 9).

    ``street`` is for any three numbers, ``corner`` for any four, ``five`` for the American zeros with their
    first street, ``dozen`` for columns too, ``even`` for the even chances.
    """

    straight: Multiplier
    split: Multiplier
    street: Multiplier
    corner: Multiplier
    five: Multiplier | None = None
    line: Multiplier
    dozen: Multiplier
    even: Multiplier

    @property
    def by_count(self) -> Mapping[int, Fraction]:
        """By how many numbers are covered."""
        found = {
            1: self.straight,
            2: self.split,
            3: self.street,
            4: self.corner,
            6: self.line,
            12: self.dozen,
            18: self.even,
        }
        return found if self.five is None else {**found, 5: self.five}


class Progressive(SheetModel):
    """The side bet of the progressive table (rulings 12.3). Figures are whole points.

    Attributes:
        side: what each player stakes for it per spin.
        increments: paid by the house on a run's second spin, its third and so on; the spin after them takes
            the jackpot.
        jackpot: where it starts, and starts again, from the house.
        feed: the part of each side bet that goes into it; the rest is the house's.
        run: a run goes on with the ``number`` it began with, or with ``any`` that was held straight.
        miss: a result that the player did not hold straight ``ends`` the run or ``keeps`` it.
        sat_out: so does a spin without a bet.
    """

    side: int = Field(ge=1)
    increments: tuple[Annotated[int, Field(ge=1)], ...] = Field(min_length=1)
    jackpot: int = Field(ge=1)
    feed: Annotated[Multiplier, Field(le=1)]
    run: Literal["number", "any"]
    miss: Literal["ends", "keeps"]
    sat_out: Literal["ends", "keeps"]

    @property
    def longest(self) -> int:
        """The length of a run that takes the jackpot."""
        return len(self.increments) + 2


class RouletteSheet(SpotSheet):
    """A roulette table.

    Attributes:
        without: groups of the layout on which no bet is taken.
        extra: groups without a place on the layout that are taken all the same.
        progressive: the side bet; none at most tables.
    """

    wheel: Wheel
    pays: Pays
    without: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    progressive: Progressive | None = None

    def least(self, rank: str) -> Amount:
        """The smallest bet, and the side bet that comes with it."""
        side = 0 if self.progressive is None else points(self.progressive.side)
        return Amount(super().least(rank) + side)

    @field_validator("pays")
    @classmethod
    def _pays_all(cls, pays: Pays, info: ValidationInfo) -> Pays:
        wheel = info.data.get("wheel")
        if wheel is not None and any(
            len(group) not in pays.by_count for group in wheel.layout.groups.values()
        ):
            raise PydanticCustomError("pays_five", "five must be given")
        return pays

    @field_validator("without", "extra")
    @classmethod
    def _are_groups(cls, names: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        wheel, pays = info.data.get("wheel"), info.data.get("pays")
        if wheel is None or pays is None:
            return names
        for name in names:
            numbers = wheel.layout.group(name)
            known = wheel.layout.groups.values() if info.field_name == "without" else ()
            payable = numbers is not None and len(numbers) in pays.by_count
            if not payable or (known and numbers not in known):
                raise PydanticCustomError("not_a_group", "no group", {"name": name})
        return names

    @cached_property
    def spots(self) -> Mapping[str, Numbers]:
        """Every spot a bet is taken on, by its canonical name."""
        table = self.wheel.layout
        shut = {table.group(name) for name in self.without}
        also = [numbers for name in self.extra if (numbers := table.group(name)) is not None]
        return {
            **{name: numbers for name, numbers in table.groups.items() if numbers not in shut},
            **{table.name(numbers): numbers for numbers in also},
            **table.areas,
        }

    @cached_property
    def pays_on(self) -> Mapping[str, Fraction]:
        """What a bet on each spot returns when its number comes."""
        return {name: self.pays.by_count[len(numbers)] for name, numbers in self.spots.items()}
