"""Amounts as people say them, and what they come to (rulings 1.4, 5.8)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from bot.amounts import HUNDREDTHS, Amount, points

MAX_DIGITS = 12
"""Longer numbers are refused (rulings 5.8)."""

_LIMIT = 10**MAX_DIGITS
_MAX_PERCENT_PLACES = 4


class AmountWord(Enum):
    """A share of what the player has, said as a word."""

    ALL = "all"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Percent:
    """A share of what the player has: ``Percent(Fraction(50))`` is 50 %."""

    of_hundred: Fraction

    def to_number(self) -> int | float:
        """The figure before the ``%``, for JSON."""
        whole = self.of_hundred.numerator
        return whole if self.of_hundred.denominator == 1 else float(self.of_hundred)


AmountSpec = Amount | AmountWord | Percent
"""An exact amount in hundredths, or a share still to be resolved."""

_NUMBER = re.compile(
    r"(?P<whole>[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\.(?P<places>[0-9]+))?"
    r"(?: *(?:(?P<percent>%)|(?P<k>k)|(?P<man>万)|(?P<sen>千))(?P<rest>[0-9千]*))?"
)
_REST = re.compile(r"(?:(?P<sen>[0-9])千)?(?P<ones>[0-9]{2,4})?")


def read_number(text: str) -> Amount | Percent | None:
    """The amount a folded number stands for; ``None`` when it is none.

    ``500``, ``0500``, ``1,000``, ``2.5k``, ``1万5千``, ``12.5%``. Zero, fractions of a point, more than
    12 digits and more than 100 % are none (rulings 1.4, 5.8, 5.11).
    """
    if len(text) <= MAX_DIGITS and text.isascii() and text.isdigit():
        return points(int(text)) or None
    found = _NUMBER.fullmatch(text)
    if found is None:
        return None
    digits, places, rest = found["whole"].replace(",", ""), found["places"] or "", found["rest"]
    if len(digits) + len(places) > MAX_DIGITS:
        return None
    if found["percent"]:
        percent = Fraction(int(digits + places), 10 ** len(places))
        good = 0 < percent <= 100 and len(places) <= _MAX_PERCENT_PLACES and not rest
        return Percent(percent) if good else None
    unit = 10_000 if found["man"] else 1000 if found["k"] or found["sen"] else 1
    if unit == 1 and places:
        return None
    whole, broken = divmod(int(digits + places) * unit, 10 ** len(places))
    if rest:
        more = None if places or found["k"] else _rest(rest, unit)
        if more is None:
            return None
        whole += more
    return points(whole) if not broken and 0 < whole < _LIMIT else None


def _rest(text: str, unit: int) -> int | None:
    """What follows 万 or 千 (``1万5千``, ``1万500``); smaller than that unit. ``1万5`` has two readings."""
    found = _REST.fullmatch(text)
    if found is None:
        return None
    sen, ones = int(found["sen"] or 0) * 1000, int(found["ones"] or 0)
    too_big = sen + ones >= unit or (sen and ones >= 1000)
    return None if too_big else sen + ones


@dataclass(frozen=True, slots=True)
class BetLimits:
    """What a bet may be: ``maximum`` ``None`` is no limit. All in hundredths.

    ``raises``: what is below the minimum becomes the minimum if there is enough for it.
    """

    minimum: Amount
    maximum: Amount | None
    step: Amount
    raises: bool = False


@dataclass(frozen=True, slots=True)
class Resolved:
    """An exact amount; a reply must say when a share was cut to the maximum (``clipped``, rulings 5.8), or
    what was said raised to the minimum (rulings 11)."""

    amount: Amount
    clipped: bool = False
    raised: bool = False


class AmountError(ValueError):
    """The player's mistake about an amount: nothing is staked.

    Attributes:
        code: ``below_minimum``, ``off_step``, ``above_maximum`` or ``above_available``; the text is
            ``reply.<code>``.
        params: ``amount`` and the figure it offends, in hundredths.
    """

    def __init__(self, code: str, **params: Amount) -> None:
        super().__init__(code)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return self.code + "".join(f" {key}={value}" for key, value in self.params.items())


def resolve(spec: AmountSpec, available: Amount, limits: BetLimits) -> Resolved:
    """What ``spec`` comes to for a player (rulings 1.4, 5.8).

    An explicit number is taken as said or refused, never rounded or cut. A share is whole points, rounded
    down to the step, and cut to the maximum.

    Args:
        spec: what was said.
        available: the free balance, with what an earlier bet of the same round holds.
        limits: of the player's rank at that table.

    Raises:
        AmountError: below the minimum, off the step, above the maximum or above ``available``.
    """
    if isinstance(spec, int):
        if limits.raises and spec < limits.minimum:
            return _raised(available, limits)
        _check(spec, available, limits)
        return Resolved(spec)
    share = spec.of_hundred / 100 if isinstance(spec, Percent) else _SHARES[spec]
    wanted = _down(int(available * share), limits.step)
    most = wanted if limits.maximum is None else _down(limits.maximum, limits.step)
    amount = min(wanted, most)
    if amount < limits.minimum and limits.raises:
        return _raised(available, limits)
    if amount < limits.minimum or amount <= 0:
        raise AmountError("below_minimum", amount=amount, minimum=limits.minimum)
    return Resolved(amount, clipped=amount < wanted)


_SHARES = {AmountWord.ALL: Fraction(1), AmountWord.HALF: Fraction(1, 2)}


def _down(amount: int, step: Amount) -> Amount:
    whole = amount - amount % HUNDREDTHS
    return Amount(whole - whole % step)


def _raised(available: Amount, limits: BetLimits) -> Resolved:
    """The minimum instead of less."""
    _check(limits.minimum, available, limits)
    return Resolved(limits.minimum, raised=True)


def _check(amount: Amount, available: Amount, limits: BetLimits) -> None:
    if amount < limits.minimum:
        raise AmountError("below_minimum", amount=amount, minimum=limits.minimum)
    if amount % limits.step:
        raise AmountError("off_step", amount=amount, step=limits.step)
    if limits.maximum is not None and amount > limits.maximum:
        raise AmountError("above_maximum", amount=amount, maximum=limits.maximum)
    if amount > available:
        raise AmountError("above_available", amount=amount, available=available)
