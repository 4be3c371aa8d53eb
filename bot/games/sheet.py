"""Rule sheets: what a table's TOML file may say, whatever its game.

A sheet is frozen, validated data. The first journal entry of a round holds the resolved sheet
(``sheet.model_dump(mode="json")``), and :func:`bot.games.registry.parse_sheet` reads it back, so editing a
file never changes a round that has begun (design 2).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    ValidationError,
    model_validator,
)
from pydantic_core import PydanticCustomError

from bot.amounts import Amount, points
from bot.games.problems import Problem as Problem
from bot.games.problems import SheetError as SheetError
from bot.games.ranks import Rank
from bot.texts import catalogue


def _exact(value: object) -> object:
    if isinstance(value, Fraction):
        return value
    wrong = PydanticCustomError("exact_number", "not an exact number")
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise wrong
    try:
        return Fraction(value)
    except (ValueError, ZeroDivisionError) as error:
        raise wrong from error


Multiplier = Annotated[
    Fraction,
    BeforeValidator(_exact),
    PlainSerializer(str, return_type=str),
    Field(ge=0),
]
"""An exact multiplier of a stake. What comes back in all, stake included (rulings 1.3): ``"5/2"``."""


class SheetModel(BaseModel):
    """Frozen, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Name(SheetModel):
    """A table's name for people."""

    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class Range:
    """What one player may bet: from ``low`` to ``high`` (none: no limit), in multiples of ``step``.

    ``raises``: what is less becomes ``low`` if the points allow.
    """

    low: Amount
    high: Amount | None
    step: Amount
    raises: bool = False


class Limits(SheetModel):
    """Bet limits in whole points; ``"rank"`` takes the figure of the player's rank (rulings 3.3).

    ``max = "none"`` is no limit; ``cap`` holds beside a rank's maximum, the smaller of both counts. A bet
    below the minimum is refused, or (``below = "raise"``) raised to it if the points allow (rulings 11).
    """

    min: Annotated[int, Field(ge=1)] | Literal["rank"]
    max: Annotated[int, Field(ge=1)] | Literal["rank", "none"]
    step: Annotated[int, Field(ge=1)] | Literal["rank"]
    cap: Annotated[int, Field(ge=1)] | None = None
    below: Literal["refuse", "raise"] = "refuse"

    @model_validator(mode="before")
    @classmethod
    def _null_is_none(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("max", "") is None:
            return {**data, "max": "none"}
        return data

    @model_validator(mode="after")
    def _in_order(self) -> Limits:
        if isinstance(self.min, int) and isinstance(self.max, int) and self.min > self.max:
            raise PydanticCustomError("max_below_min", "max must not be below min")
        return self

    def of(self, rank: Rank) -> Range:
        """The limits of a player of that rank."""
        low = rank.min_bet if self.min == "rank" else self.min
        step = rank.step if self.step == "rank" else self.step
        highs = [rank.max_bet if self.max == "rank" else None if self.max == "none" else self.max, self.cap]
        high = min((one for one in highs if one is not None), default=None)
        return Range(points(low), None if high is None else points(high), points(step), self.below == "raise")


class TableSheet(SheetModel):
    """What every table's sheet says.

    Attributes:
        seats: seats to sit on; 0 where nobody sits.
        exit: rulings 2.3. ``joker`` puts ``jokers`` jokers into the shoe, ``time`` holds a seat for
            ``seat_minutes``, ``none`` for ever.
        sit_out_rounds: a seated player is freed at the close of that many rounds in a row without a bet.
        rounds_per_seat: after so many rounds on a seat its viewer goes to the end of the queue if others
            wait; 0: as many as they like.
        decks: of 52 cards in a shoe; 0 where no cards are dealt.
        clock: seconds a player has, before the stream's delay is added (rulings 2.4).
        cut: per cent of the shoe after which the cut card shows (rulings 6.8).
        like: the shipped table that one of the streamer's own begins with, and whose words it takes.
        one_rank_premiums: premium hands whose settlement raises their player by one rank at most (rulings
            3.4).
        ranks: injected from ``data/ranks.toml`` when a sheet is loaded.
    """

    id: str = Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")
    game: str
    name: Name
    seats: int = Field(ge=0, le=12)
    exit: Literal["joker", "time", "none"] = "none"
    seat_minutes: int = Field(default=30, ge=1)
    sit_out_rounds: int = Field(default=2, ge=1)
    rounds_per_seat: int = Field(default=0, ge=0)
    limits: Limits
    clock: int = Field(default=30, ge=1)
    decks: int = Field(ge=0, le=12)
    cut: int = Field(default=75, ge=1, le=100)
    jokers: int = Field(default=2, ge=2, le=4)
    like: str | None = None
    one_rank_premiums: tuple[str, ...] = ()
    ranks: tuple[Rank, ...] = Field(min_length=1)

    @property
    def words(self) -> str:
        """The table whose words of chat are spoken here."""
        return self.like or self.id

    @property
    def jokers_in_shoe(self) -> int:
        """How many jokers are shuffled in (rulings 4.1)."""
        return self.jokers if self.exit == "joker" else 0

    @cached_property
    def rank_by_id(self) -> Mapping[str, Rank]:
        """The ranks by their id."""
        return {rank.id: rank for rank in self.ranks}

    @cached_property
    def _ranges(self) -> Mapping[str, Range]:
        return {rank.id: self.limits.of(rank) for rank in self.ranks}

    def limits_for(self, rank: str) -> Range:
        """The bet limits of a player of that rank.

        Raises:
            KeyError: no such rank.
        """
        return self._ranges[rank]

    def least(self, rank: str) -> Amount:
        """What a player of that rank must have to take part at all."""
        return self.limits_for(rank).low


# --- errors a person can act on -------------------------------------------------------------------------


def explain(source: str, model: type[BaseModel], error: ValidationError) -> SheetError:
    """Pydantic's findings as one :class:`SheetError`."""
    return SheetError(source, [_problem(model, one) for one in error.errors()])


def _problem(model: type[BaseModel], error: Any) -> Problem:
    place: tuple[str | int, ...] = error["loc"]
    key = ".".join(str(part) for part in place) or "(the whole sheet)"
    kind: str = error["type"]
    params: dict[str, object] = {**error.get("ctx", {}), "found": repr(error["input"])}
    if kind == "extra_forbidden":
        inside = _model_at(model, place[:-1])
        return Problem(key, kind, {"known": ", ".join(inside.model_fields) if inside else "–"})
    if (
        kind == "literal_error"
    ):  # pydantic's own is English: 'joker', 'time' or 'none'; a number has no quotes
        expected = error["ctx"]["expected"]
        params["expected"] = tuple(re.findall("'([^']*)'", expected) or re.split(", | or ", expected))
    if f"rules.{kind}" in catalogue("en"):
        return Problem(key, kind, params)
    return Problem(key, "other", {**params, "message": error["msg"].removeprefix("Value error, ")})


def _model_at(model: type[BaseModel], place: tuple[str | int, ...]) -> type[BaseModel] | None:
    """The model whose keys lie at ``place``; pydantic puts a union member's class name in the path too."""
    found: type[BaseModel] | None = model
    for part in place:
        if found is not None and part in found.model_fields:
            found = _model_in(found.model_fields[str(part)].annotation)
    return found


def _model_in(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in get_args(annotation):
        found = _model_in(argument)
        if found is not None:
            return found
    return None
