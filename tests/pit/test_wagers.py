"""What a bet command means: one amount or one per hand, shares, side bets, the least there is (5.8, 11.1)."""

from __future__ import annotations

from typing import Any

import pytest

from bot.amounts import points, to_number
from bot.commands import AmountError, Vocabulary, parse
from bot.commands.lines import cli_context
from bot.games.blackjack import BlackjackSheet
from bot.games.contract import IllegalAction
from bot.games.registry import load_sheet
from bot.pit.wagers import Wager, wager

VOCABULARY = Vocabulary.load()


def of(text: str, table: str, available: int, rules: dict[str, Any] | None = None) -> Wager:
    sheet = load_sheet(table, rules)
    assert isinstance(sheet, BlackjackSheet)
    (command,) = parse(text, cli_context(table, "betting", VOCABULARY)).commands
    return wager(command, sheet, "plain", points(available))


def amounts(found: Wager) -> list[int | float]:
    return [to_number(one) for one in found.amounts]


@pytest.mark.parametrize(
    ("text", "table", "available", "expected"),
    [
        ("bet 100", "multihand", 1000, [100]),
        ("bet 100x3", "multihand", 1000, [100, 100, 100]),
        ("bet 100 200 50", "multihand", 1000, [100, 200, 50]),
        ("bet all", "multihand", 1000, [1000]),
        ("bet all x3", "multihand", 1000, [333, 333, 333]),
        ("bet half x2", "multihand", 1000, [250, 250]),
        ("bet 100 half", "multihand", 1000, [100, 450]),
        ("bet 50%x2", "multihand", 1000, [250, 250]),
        ("bet all x2 s7", "super7-multihand", 1000, [499, 499]),
        ("bet 500", "switch", 1000, [500, 500]),
    ],
)
def test_11_1_amounts_of_the_hands(text: str, table: str, available: int, expected: list[int]) -> None:
    found = of(text, table, available)
    assert amounts(found) == expected
    assert (found.clipped, found.raised) == (False, False)


def test_5_8_a_share_is_cut_to_the_limit() -> None:
    found = of("bet all", "classic", 3000)
    assert (amounts(found), found.clipped) == ([500], True)


def test_11_5_super_7_is_one_point() -> None:
    assert of("bet 100x2 s7", "super7-multihand", 1000).side == (("s7", points(1)),)


@pytest.mark.parametrize("table", ["multihand-vip", "vip"])
@pytest.mark.parametrize(
    ("text", "available", "expected"),
    [
        ("bet 1", 100, [100]),
        ("bet 50x3", 300, [100, 100, 100]),
        ("bet 50 200 99", 400, [100, 200, 100]),
        ("bet half", 150, [100]),
        ("bet 10%", 100, [100]),
    ],
)
def test_11_less_is_raised(table: str, text: str, available: int, expected: list[int]) -> None:
    found = of(text, table, available)
    assert (amounts(found), found.raised) == (expected, True)


@pytest.mark.parametrize(("text", "available"), [("bet 50", 99), ("bet 50x3", 299), ("bet all", 99)])
def test_11_not_without_the_points(text: str, available: int) -> None:
    with pytest.raises(AmountError, match="above_available"):
        of(text, "vip", available)


@pytest.mark.parametrize(
    ("table", "text", "needed"),
    [
        ("switch", "bet 100 sm 1000", 1200),
        ("switch", "bet 1000", 2000),
        ("super7-multihand", "bet 200x3 s7", 603),
    ],
)
def test_whoever_is_short_is_told_what_it_costs_in_all(table: str, text: str, needed: int) -> None:
    with pytest.raises(AmountError) as refused:
        of(text, table, 500)
    assert refused.value.code == "above_available"
    assert refused.value.params == {"amount": points(needed), "available": points(500)}


def test_11_refused_where_the_house_says_so() -> None:
    with pytest.raises(AmountError, match="below_minimum"):
        of("bet 50", "vip", 1000, {"limits.below": "refuse"})


@pytest.mark.parametrize(
    ("text", "rules", "code"),
    [
        ("bet 100 s7", {"side_bets": {}}, "no_side_bet"),
        ("bet 100x3", {"hands": 2}, "too_many_hands"),
        ("bet 100 200", {"hands": 2, "equal_hands": True}, "one_amount"),
    ],
)
def test_11_what_the_house_has_taken_off(text: str, rules: dict[str, Any], code: str) -> None:
    with pytest.raises(IllegalAction, match=code):
        of(text, "super7-multihand", 1000, rules)
