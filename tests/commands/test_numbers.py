"""Rulings 1.4, 5.8, 5.11, 5.12: what is a number, and what a share comes to."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.amounts import Amount, points
from bot.commands import AmountError, AmountSpec, AmountWord, BetLimits, Percent, Resolved, resolve
from bot.commands.amount_spec import read_number

NUMBERS = {
    "500": 500,
    "0500": 500,
    "1": 1,
    "1,000": 1000,
    "1,234,567": 1_234_567,
    "1k": 1000,
    "2.5k": 2500,
    "0.5k": 500,
    "1万": 10_000,
    "2.5万": 25_000,
    "3千": 3000,
    "1万5千": 15_000,
    "1万5000": 15_000,
    "1万500": 10_500,
    "2万3千500": 23_500,
    "3千500": 3500,
    "999999999999": 999_999_999_999,
}


@pytest.mark.parametrize(("text", "value"), NUMBERS.items())
def test_5_8_numbers(text, value):
    assert read_number(text) == points(value)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "0",
            "000",
            "0.5",
            "500.5",
            "1.000",
            "1,00",
            "1,0000",
            ",100",
            "1000,000",
            "0k",
            "1.2345k",
            "1.5万5千",
        ),
        *("1000000000000", "999999999999万", "0000000000500", "1万5", "1万20000", "3千1000", "1万千", "1k5"),
        *("0%", "100.1%", "150%", "50%%", "12.34567%", "", "k", "万"),
    ],
)
def test_5_8_no_numbers(text):
    assert read_number(text) is None


def test_5_8_percent_is_exact():
    assert read_number("12.5%") == Percent(Fraction(25, 2))
    assert read_number("100%") == Percent(Fraction(100))


@given(st.integers(1, 10**12 - 1))
def test_5_8_every_whole_number_reads_back(value):
    assert read_number(str(value)) == points(value)
    assert read_number(f"{value:,}") == points(value)


def limits(minimum: int = 10, maximum: int | None = 5000, step: int = 10) -> BetLimits:
    return BetLimits(points(minimum), None if maximum is None else points(maximum), points(step))


@pytest.mark.parametrize(
    ("spec", "available", "amount", "clipped"),
    [
        (points(500), 1000, 500, False),
        (AmountWord.ALL, 1234.56, 1230, False),
        (AmountWord.HALF, 1234.56, 610, False),
        (Percent(Fraction(50)), 999, 490, False),
        (Percent(Fraction(25, 2)), 1000, 120, False),
        (AmountWord.ALL, 9999, 5000, True),
        (AmountWord.ALL, 5009, 5000, False),
    ],
)
def test_5_8_shares_are_whole_points_down_to_the_step(spec, available, amount, clipped):
    resolved = resolve(spec, points(available), limits())
    assert (resolved.amount, resolved.clipped) == (points(amount), clipped)


def test_5_8_no_limit_clips_nothing():
    assert resolve(AmountWord.ALL, points(10**9), limits(maximum=None)).clipped is False


@pytest.mark.parametrize(
    ("spec", "available", "code", "params"),
    [
        (points(5), 1000, "below_minimum", {"minimum": points(10)}),
        (points(505), 1000, "off_step", {"step": points(10)}),
        (points(5010), 10_000, "above_maximum", {"maximum": points(5000)}),
        (points(500), 499.99, "above_available", {"available": points(499.99)}),
        (AmountWord.ALL, 9.99, "below_minimum", {"minimum": points(10)}),
        (AmountWord.HALF, 19, "below_minimum", {"minimum": points(10)}),
        (AmountWord.ALL, 0, "below_minimum", {"minimum": points(10)}),
    ],
)
def test_1_4_an_amount_that_cannot_be_is_refused_with_its_figures(spec, available, code, params):
    with pytest.raises(AmountError) as refused:
        resolve(spec, points(available), limits())
    assert refused.value.code == code
    assert params.items() <= refused.value.params.items()


def outcome(spec: AmountSpec, available: Amount, bounds: BetLimits) -> Resolved | AmountError:
    try:
        return resolve(spec, available, bounds)
    except AmountError as refused:
        return refused


@given(
    st.one_of(st.sampled_from(AmountWord), st.fractions(Fraction(1, 100), 100).map(Percent)),
    st.integers(0, 10**9),
    st.integers(1, 100),
    st.integers(1, 50),
    st.one_of(st.none(), st.integers(1, 10**6)),
)
def test_5_8_a_share_never_leaves_the_limits(spec, available, minimum, step, maximum):
    resolved = outcome(spec, Amount(available), limits(minimum, maximum, step))
    if isinstance(resolved, AmountError):
        assert resolved.code == "below_minimum"
        return
    assert points(minimum) <= resolved.amount <= available
    assert resolved.amount % points(step) == 0
    assert resolved.amount % 100 == 0
    assert maximum is None or resolved.amount <= points(maximum)


@given(st.integers(1, 10**9), st.integers(0, 10**9))
def test_5_8_an_explicit_number_is_never_changed(amount, available):
    resolved = outcome(Amount(amount), Amount(available), limits())
    assert isinstance(resolved, AmountError) or resolved == Resolved(Amount(amount))
