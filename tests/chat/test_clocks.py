"""What the date of an answer tells of this computer's clock."""

from __future__ import annotations

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.clocks import Skew

NOW = 1_790_000_000.0


def learned(*answers: tuple[float, float, float]) -> Skew:
    skew = Skew()
    for date, asked, answered in answers:
        skew.learn(formatdate(date, usegmt=True), asked, answered)
    return skew


def test_nothing_is_known_before_the_first_answer():
    assert Skew().seconds is None


@pytest.mark.parametrize("date", ["", "yesterday", "Mon, 99 Foo 2026 99:99:99 GMT"])
def test_a_date_that_cannot_be_read_says_nothing(date):
    skew = Skew()
    skew.learn(date, NOW, NOW)
    assert skew.seconds is None


@given(st.floats(0, 60), st.floats(0, 1), st.floats(0, 0.999), st.floats(-600, 600))
def test_no_more_is_told_than_is_certain(took, part, fraction, off):
    """The service writes its date at any moment between the question and the answer."""
    local = NOW + part * took
    service = local + off + fraction
    told = learned((int(service), NOW, NOW + took)).seconds
    assert told is not None
    true = service - local
    assert abs(told) <= abs(true) + 1e-3
    assert told == 0 or (told > 0) == (true > 0)
    assert abs(true - told) <= took + 1.001


def test_an_answer_that_was_held_up_does_not_hide_the_others():
    assert learned((NOW, NOW, NOW), (NOW - 90, NOW - 1, NOW - 1)).seconds == 0.0
    assert learned((NOW - 90, NOW, NOW)).seconds == pytest.approx(-89)
    assert learned((NOW + 90, NOW, NOW)).seconds == pytest.approx(90)


def test_a_clock_that_was_put_right_is_right_after_some_answers():
    assert learned(*[(NOW + 90, NOW, NOW)] * 5, (NOW, NOW, NOW)).seconds == 0.0
