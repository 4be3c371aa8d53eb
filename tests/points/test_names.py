"""Display names: what may be shown on a stream."""

from __future__ import annotations

import pytest

from bot.points.names import displayable


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("ほしの", "ほしの"),
        ("  a \n b\t", "a b"),
        ("\u202eevil txt", "evil txt"),
        ("a\u200b\u2066b\u2069", "ab"),
        ("\u200b\u200b", ""),
        ("\u2800\u3164", ""),
        ("\u200d\u0301", ""),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("e\u0301", "e\u0301"),
        ("\ud800x", "?x"),
        ("x" * 500, "x" * 200),
    ],
)
def test_a_name_can_be_seen_and_turns_nothing_around_it(typed: str, shown: str) -> None:
    assert displayable(typed) == shown
