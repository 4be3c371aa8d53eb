"""What the pages are shown of a round: enough to tell what happened, nothing that lies face down."""

from __future__ import annotations

from typing import Any

import pytest

from bot.games.contract import Roll
from tests.games.rig import Rig


def box(rig: Rig, seat: int = 1) -> Any:
    return rig.view["boxes"][seat]


def test_a_natural_is_marked_on_its_hand_alone() -> None:
    rig = Rig("AS 5C 9D KS 6H 2D", {1: 100, 2: 100})
    assert [box(rig, seat)["hands"][0]["natural"] for seat in (1, 2)] == [True, False]


@pytest.mark.parametrize(
    ("hole", "lost"),
    [("KD", 0), ("9D", 50)],
    ids=["won: the insurance came back", "lost"],
)
def test_an_insurance_that_is_decided_says_what_it_cost(hole: str, lost: int) -> None:
    rig = Rig(f"9S AH 8D {hole} 2S", {1: 100})
    assert box(rig)["insurance_lost"] == 0
    rig.says("1 insurance")
    assert (box(rig)["insurance"], box(rig)["insurance_lost"]) == (0, lost)


def test_a_side_bet_says_what_it_made_and_what_came_back() -> None:
    rig = Rig("KS 5D 9D KH 6S 8C", {1: 100}, table="switch", side={1: {"sm": 30}})
    assert box(rig)["decided"] == {"sm": {"result": "pair", "returned": 60}}
    lost = Rig("KS 5D 9D 7H 6S 8C", {1: 100}, table="switch", side={1: {"sm": 30}})
    assert box(lost)["decided"] == {"sm": {"result": "lose", "returned": 0}}


def test_the_switch_is_seen_before_and_after() -> None:
    rig = Rig("TS 5D 9D 6H AC 8C", {1: 100}, table="switch")
    assert (box(rig)["may_switch"], box(rig)["switched"]) == (True, False)
    rig.says("1 switch")
    assert (box(rig)["may_switch"], box(rig)["switched"]) == (False, True)
    assert [hand["cards"] for hand in box(rig)["hands"]] == [["TS", "AC"], ["5D", "6H"]]


def unknown(second: str, more: str = "", **options: Any) -> Rig:
    cards = f"7S KC KD KH TS TC {second} {more}"
    return Rig(cards, dict.fromkeys(range(1, 7), 100), table="unknown-dealer", **options)


def stand(rig: Rig) -> Rig:
    while rig.round.turn is not None:
        rig.says(f"{rig.round.turn[0]} stand")
    return rig


def test_the_die_and_its_ladder() -> None:
    rig = unknown("TH 9D 8C 7S 6H 5S")
    ladder = [0, 0.5, 1, 1.5, 2, 4]
    assert rig.view["die"] == {"value": None, "hand": None, "beaten": None, "pays": ladder}
    stand(rig).apply(Roll(2))
    assert rig.view["die"] == {"value": 2, "hand": 1, "beaten": 5, "pays": ladder}
    assert Rig("", {}, deal=False).view["die"] is None


def test_a_premium_is_seen_while_it_waits_for_the_die() -> None:
    rig = unknown("7H 9D 8C 7S 6H 5S", "7C")
    assert box(rig)["hands"][0]["makes"] is None
    rig.says("1 hit")
    hand = box(rig)["hands"][0]
    assert (hand["makes"], hand["premium"], hand["outcome"]) == ("777", None, None)
    stand(rig).apply(Roll(2))
    hand = box(rig)["hands"][0]
    assert (hand["makes"], hand["premium"]) == (None, "777")


def test_a_bust_hand_makes_nothing() -> None:
    rig = unknown("9H 9D 8C 7S 6H 5S", "9C")
    rig.says("1 hit")
    assert box(rig)["hands"][0]["makes"] is None


def test_what_a_joker_gave_is_shown_with_its_seat() -> None:
    rig = unknown("JK 9D 8C 7S 6H 5S", rules={"exit": "joker"})
    assert box(rig)["award"] == 0
    stand(rig).apply(Roll(2))
    assert (box(rig)["award"], box(rig, 3)["award"]) == (2500, 0)
