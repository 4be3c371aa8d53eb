"""What a scenario expects is compared on the keys it gives (design 7)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.pit.scenario import Expect
from bot.pit.scenario import failures as compared

PLAYED: list[dict[str, Any]] = [
    {"player": "aya", "hand": 1, "cards": ["9S", "9H"], "outcome": "win", "premium": None, "returned": 200},
    {"player": "aya", "hand": 2, "cards": ["2S", "KH"], "outcome": "lose", "premium": None, "returned": 0},
    {"player": "ben", "hand": 1, "cards": ["TS", "KD"], "outcome": "push", "premium": None, "returned": 100},
]


@pytest.mark.parametrize(
    "hands",
    [
        PLAYED,
        [{"player": "ben", "outcome": "push"}],
        [{"player": "aya", "hand": 2, "cards": "2S KH"}],
        [{"player": "aya", "returned": 200}, {"player": "aya", "returned": 0}],
        [{"player": "ben"}, {"player": "aya", "hand": 2, "returned": 0}],
        [{"outcome": "win"}, {"outcome": "lose"}, {"outcome": "push"}],
        [{"player": "aya", "cards": ["9s", "9h"]}],
    ],
)
def test_hands_that_were_played(hands: list[dict[str, Any]]) -> None:
    assert failures(hands) == []


@pytest.mark.parametrize(
    "hands",
    [
        [],
        [{"player": "cho"}],
        [{"player": "aya", "hand": 3}],
        [{"player": "aya", "hand": 2, "returned": 200}],
        [{"player": "ben"}, {"player": "ben"}],
        [{"outcome": "win"}],
        [{"outcome": "lose"}, {"outcome": "win"}, {"outcome": "push"}],
        [*PLAYED, {"player": "aya"}],
    ],
)
def test_hands_that_were_not(hands: list[dict[str, Any]]) -> None:
    assert failures(hands) != []


def failures(hands: list[dict[str, Any]]) -> list[str]:
    return compared(Expect(hands=hands), {"hands": PLAYED, "refused": []})
