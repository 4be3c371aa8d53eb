"""Points as exact integers of hundredths (rulings 1.1).

Nothing in the code base keeps points in a float: an :data:`Amount` counts 1/100 points, multipliers are
:class:`fractions.Fraction`, and what does not divide is rounded down in the house's favour.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import NewType

Amount = NewType("Amount", int)
"""Hundredths of a point; may be negative where a difference is meant."""

HUNDREDTHS = 100
ZERO = Amount(0)


def points(number: int | float | str) -> Amount:
    """The amount of ``number`` points.

    Args:
        number: whole points, or a decimal with at most two places (``12.5`` is 12.5 points).

    Raises:
        ValueError: not a finite decimal, or finer than 1/100 point.
    """
    if isinstance(number, int) and not isinstance(number, bool):
        return Amount(number * HUNDREDTHS)
    try:
        exact = Decimal(str(number)) * HUNDREDTHS
        whole = int(exact)
    except (InvalidOperation, ValueError, OverflowError) as error:
        raise ValueError(f"not an amount of points: {number!r}") from error
    if exact != whole:
        raise ValueError(f"finer than 1/100 point: {number!r}")
    return Amount(whole)


def times(amount: Amount, multiplier: Fraction) -> Amount:
    """``amount`` x ``multiplier``, rounded down to the hundredth (rulings 1.1)."""
    return Amount(amount * multiplier.numerator // multiplier.denominator)


def to_number(amount: int) -> int | float:
    """The amount as a JSON number of points: ``1250`` is 12.5, ``1200`` is 12."""
    whole, rest = divmod(amount, HUNDREDTHS)
    return whole if rest == 0 else amount / HUNDREDTHS


def to_text(amount: int) -> str:
    """The shortest exact decimal, without grouping: ``12``, ``12.5``, ``-0.25``."""
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), HUNDREDTHS)
    return f"{sign}{whole}" if rest == 0 else f"{sign}{whole}.{rest:02d}".rstrip("0")


def format_points(amount: int) -> str:
    """For people: grouped thousands, no superfluous decimals (``1,234.5``)."""
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), HUNDREDTHS)
    return f"{sign}{whole:,}" if rest == 0 else f"{sign}{whole:,}.{rest:02d}".rstrip("0")
