"""Rulings 8: the Unknown Dealer (sheet 003). Six seats; the die picks the dealer hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from bot.amounts import points
from bot.games.blackjack.events import DieRolled
from bot.games.contract import NOBODY, Await, IllegalAction, Roll
from tests.games.rig import Rig

FIRST = "KS KC KD KH TS TC"
"""Everybody's first card; the second ones make 12 to 20."""


def table(second: str, more: str = "", *, first: str = FIRST, **options: Any) -> Rig:
    """Six players with 100 each; the second cards in seat order, then the cards of the play."""
    bets: Mapping[int, Any] = options.pop("bets", dict.fromkeys(range(1, 7), 100))
    return Rig(f"{first} {second} {more}", bets, table="unknown-dealer", **options)


def all_stand(rig: Rig) -> Rig:
    """Whoever may still act stands."""
    while rig.round.turn is not None:
        rig.says(f"{rig.round.turn[0]} stand")
    return rig


def won(rig: Rig, *seats: int) -> list[int | float]:
    """What each seat won or lost."""
    return [rig.has(seat) - 1000 for seat in seats or range(1, 7)]


def rolled(second: str, die: int, more: str = "", **options: Any) -> Rig:
    rig = all_stand(table(second, more, **options))
    rig.apply(Roll(die))
    return rig


# --- 8.1 - 8.3 -------------------------------------------------------------------------------------------


def test_8_1_not_dealt_with_an_empty_seat() -> None:
    with pytest.raises(IllegalAction, match=r"seats_missing seats=\(3, 6\)"):
        table("", bets={1: 10, 2: 10, 4: 10, 5: 10})


def test_8_1_a_seat_of_the_house_bets_nothing_and_counts_in_every_comparison() -> None:
    rig = rolled("9H 9D 8C 7S 6H 5S", 1, bets={1: 100, 2: 0, 3: 100, 4: 100, 5: 100, 6: 0})
    # 19 beats 18, 17, 16 and the house's 15, not the house's 19: four of five.
    assert won(rig, 1, 3, 4, 5) == [100, -100, -100, -100]
    assert {result.player for result in rig.round.results} == {1, 3, 4, 5, NOBODY}
    assert rig.got(DieRolled) == [DieRolled(1, 1, 4)]


def test_8_1_a_seat_of_the_house_plays_17_and_over_stands() -> None:
    rig = table("6H 9D 8C 7S 6D 5S", bets={1: 0, 2: 100, 3: 100, 4: 100, 5: 100, 6: 0})
    assert rig.round.auto_move(1, 1) == "hit"
    assert rig.round.auto_move(2, 1) == "stand"


def test_8_1_the_die_may_pick_a_seat_of_the_house() -> None:
    rig = rolled("8H 9D 8C 7S 6H 5S", 1, bets={1: 0, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100})
    assert won(rig, 2, 3, 4, 5, 6) == [100, 0, -100, -100, -100]


def test_8_2_no_surrender_no_insurance_and_no_dealer() -> None:
    rig = table("9H 9D 8C 7S 6H 5S", first="AS KC KD KH TS TC")
    assert rig.view["say"] == ["hit", "stand", "double"]
    assert rig.view["dealer"]["cards"] == []
    with pytest.raises(IllegalAction, match="no_surrender"):
        rig.says("1 surrender")


def test_8_2_nothing_is_paid_before_the_die() -> None:
    rig = all_stand(table("AH 9D 8C 7S 6H 5S"))
    assert rig.round.results == ()
    rig = table("6H 9D 8C 7S 6D 5S", "TH")
    rig.says("1 hit")
    assert rig.round.results == ()
    assert dict(rig.round.staked) == dict.fromkeys(range(1, 7), points(100))


def test_8_3_the_die_is_awaited_when_all_hands_are_final() -> None:
    rig = all_stand(table("9H 9D 8C 7S 6H 5S"))
    assert (rig.round.phase, rig.round.awaiting.what) == ("rolling", Await.ROLL)
    for value in (0, 7, -1):
        with pytest.raises(IllegalAction, match="no_such_die"):
            rig.apply(Roll(value))


# --- 8.4 -------------------------------------------------------------------------------------------------


def test_8_4_above_wins_equal_pushes_below_loses() -> None:
    rig = rolled("QH 9D 9C 8S 6H 9S", 2)
    assert won(rig, 1, 3, 4, 5, 6) == [100, 0, -100, -100, 0]


def test_8_4_dealer_bust_every_hand_not_bust_wins() -> None:
    rig = table("6H 6D 8C 7S 6C 5S", "TH TD")
    rig.says("1 hit", "2 hit")
    all_stand(rig).apply(Roll(1))
    assert won(rig) == [-100, -100, 100, 100, 100, 100]


# --- 8.5 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "premium", "bonus"),
    [
        ("AS KH", "bj", 50),
        ("AS QC", "argine", 100),
        ("AS JS", "pure_bj", 200),
        ("6S 7H 8D", "678", 100),
        ("6S 7S 8S", "flush_678", 3000),
        ("7S 7H 7D", "777", 700),
        ("7S 7S 7S", "flush_777", 77700),
        ("2S 2H 2D 2C 3S 4S", "6_under", 300),
        ("2S 2H 2D 2C 3S TS", "6_card", 300),
        ("AS 2H 3D 4C 5S 6S", "a_to_6", 5000),
        ("2S 2H 2D 2C 3S 4S 5S", "7_under", 1000),
        ("2S 2H 2D 2C 3S 4S 6S", "7_card", 3000),
    ],
)
def test_8_5_a_premium_wins_and_brings_its_bonus(hand: str, premium: str, bonus: int) -> None:
    first, second, *more = hand.split()
    rig = table(f"{second} 9D 8C 7S 6H 5S", " ".join(more), first=f"{first} KC KD KH TS TC")
    while rig.round.turn is not None:
        seat = rig.round.turn[0]
        rig.says("1 hit" if seat == 1 and rig.cards else f"{seat} stand")
    rig.apply(Roll(2))
    result = rig.round.results[0]
    assert (result.outcome, result.premium, result.returned) == ("win", premium, points(200 + bonus))


def test_8_5_off_after_a_double() -> None:
    rig = table("7H 9D 8C 7S 6H 5S", "8D", first="6S KC KD KH TS TC")
    rig.says("1 double")
    all_stand(rig).apply(Roll(2))
    assert (rig.round.results[0].premium, rig.has(1)) == (None, 1200)


def test_8_5_j_bj_argine_and_pure_bj_need_the_two_cards_dealt() -> None:
    cards = {"more": "QC 2D", "first": "AS KC KD KH TS TC"}
    rig = table("AH 9D 8C 7S 6H 5S", **cards)
    rig.says("1 split")
    all_stand(rig).apply(Roll(2))
    assert (rig.round.results[0].premium, rig.round.results[0].returned) == (None, points(200))
    rig = table("AH 9D 8C 7S 6H 5S", rules={"premiums.dealt_only": False}, **cards)
    rig.says("1 split")
    all_stand(rig).apply(Roll(2))
    assert (rig.round.results[0].premium, rig.round.results[0].returned) == ("argine", points(300))


def test_8_5_others_may_form_on_a_split_hand() -> None:
    rig = table("7H 9D 8C 7S 6H 5S", "7D 2D 7C", first="7S KC KD KH TS TC")
    rig.says("1 split", "2 stand", "3 stand", "4 stand", "5 stand", "6 stand", "1 hit")
    all_stand(rig).apply(Roll(2))
    assert rig.round.results[0].premium == "777"


def seven_cards(**options: Any) -> Rig:
    """Seat 1 takes seven cards: 2-2-2-2-3-4-5 is 20."""
    rig = table("2H 9D 8C 7S 6H 5S", "2D 2C 3S 4S 5D 2S", first="2S KC KD KH TS TC", **options)
    rig.says("1 hit", *(f"{seat} stand" for seat in range(2, 7)), *["1 hit"] * 4)
    return rig


def test_8_5_a_hand_of_seven_cards_unbusted_stands() -> None:
    assert seven_cards().round.phase == "rolling"


def test_8_5_j_a_hand_of_seven_is_none_of_six_unless_the_sheet_says_so() -> None:
    rules = {"premiums.pays.7_under": 0}
    rig = all_stand(seven_cards(rules=rules))
    rig.apply(Roll(2))
    assert (rig.round.results[0].premium, won(rig, 1)) == ("7_under", [100])
    rig = all_stand(seven_cards(rules=rules | {"premiums.exact_count": False}))
    rig.apply(Roll(2))
    assert (rig.round.results[0].premium, won(rig, 1)) == ("6_under", [400])


def test_8_5_only_the_highest_counts() -> None:
    # A to 6 is a six-card 21 as well; Flush 777 a 777.
    rig = table("7S 9D 8C 7H 6H 5S", "7S", first="7S KC KD KH TS TC")
    rig.says("1 hit")
    all_stand(rig).apply(Roll(2))
    assert rig.round.results[0].premium == "flush_777"


# --- 8.6 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("die", "beaten", "gain"),
    [(1, 5, 300), (2, 4, 100), (3, 3, 50), (4, 2, 0), (5, 1, -50), (6, 0, -100)],
)
def test_8_6_the_dealer_hand_by_the_number_it_beat(die: int, beaten: int, gain: int) -> None:
    rig = rolled("QH 9D 8C 7S 6H 5S", die)
    assert rig.got(DieRolled) == [DieRolled(die, 1, beaten)]
    assert won(rig, die) == [gain]


def test_8_6_an_equal_hand_is_not_beaten() -> None:
    assert won(rolled("9H 9D 9C 7S 6H 5S", 2), 2) == [50]


def test_8_6_all_five_others_bust() -> None:
    rig = table("6S 6H 6D 6C 6S 5S", "TH TD JH JD QH")
    rig.says("1 hit", "2 hit", "3 hit", "4 hit", "5 hit", "6 stand")
    rig.apply(Roll(6))
    assert won(rig) == [-100, -100, -100, -100, -100, 300]


def test_8_6_all_six_bust_all_lose_without_a_die() -> None:
    rig = table("6S 6H 6D 6C 6S 5S", "TH TD JH JD QH QD")
    rig.says("1 hit", "2 hit", "3 hit", "4 hit", "5 hit", "6 hit")
    assert rig.round.phase == "settled"
    assert won(rig) == [-100] * 6


def test_8_6_j_on_the_whole_stake() -> None:
    cards = {"more": "TH", "first": "5S KC KD KH TS TC"}
    rig = table("6H 9D 8C 7S 6D 5C", **cards)
    rig.says("1 double")
    all_stand(rig).apply(Roll(1))
    assert won(rig, 1) == [600]  # 21 beats five: x4 on 200
    rig = table("6H 9D 8C 7S 6D 5C", rules={"die.stake": "bet"}, **cards)
    rig.says("1 double")
    all_stand(rig).apply(Roll(1))
    assert won(rig, 1) == [300]  # x4 on 100, the other 100 back


@pytest.mark.parametrize(
    ("halves", "beaten"),
    [("TD 9C", 4), ("TD 6D", 4), ("9D 6D", 5)],
    ids=["won and equal", "won and lost: zero is not beaten", "equal and lost"],
)
def test_8_6_a_split_players_net_decides(halves: str, beaten: int) -> None:
    rig = table("8H 7D 6C 6S 6H 5S", halves, first="8S KC KD KH TS TC")
    rig.says("1 split")
    all_stand(rig).apply(Roll(2))
    assert rig.got(DieRolled) == [DieRolled(2, 1, beaten)]


def test_8_6_a_premium_on_one_half_can_make_the_net_positive() -> None:
    # 7-7-7 wins 800, the other half loses 100: not beaten.
    rig = table("7H QD 8C 7C 6H 5S", "7D 2D 7S", first="7S KC KD KH TS TC")
    rig.says("1 split", "2 stand", "3 stand", "4 stand", "5 stand", "6 stand", "1 hit")
    all_stand(rig).apply(Roll(2))
    assert rig.got(DieRolled) == [DieRolled(2, 1, 4)]
    assert won(rig, 1, 2) == [700, 100]


def test_8_6_a_house_seats_doubled_hand_counts_twice_in_its_net() -> None:
    # The house's left half doubles to 13 and loses two units, the right one wins one: beaten.
    bets = {1: 0, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100}
    rig = table("9H 7D 6C 6S 6H 5S", "2D TD 2H", first="9D KC KD KH TS TC", bets=bets)
    rig.says("1 split", "2 stand", "3 stand", "4 stand", "5 stand", "6 stand", "1 double")
    all_stand(rig).apply(Roll(2))
    assert rig.got(DieRolled)[0].beaten == 5  # type: ignore[attr-defined]


# --- 8.7 -------------------------------------------------------------------------------------------------


def test_8_7_a_dealer_premium_beats_a_plain_21_and_earns_its_bonus() -> None:
    rig = table("AS 9D 5C 7S 6H 5S", "6C", first="KS KC KD KH TS TC")
    rig.says("2 stand", "3 hit")
    all_stand(rig).apply(Roll(1))
    assert won(rig) == [350, -100, -100, -100, -100, -100]  # x4 and half of the stake
    assert rig.round.results[0].premium == "bj"


def test_8_7_another_premium_is_not_beaten_by_a_dealer_premium() -> None:
    rig = rolled("AS AD 8C 7S 6H 5S", 1)
    assert won(rig, 1, 2) == [150, 150]


@pytest.mark.parametrize("halves", ["AC 9C", "9C AC"])
def test_8_7_a_dealer_who_split_plays_the_stronger_hand(halves: str) -> None:
    # 19 and 17: only the 19 counts, 8.6 on both stakes.
    rig = table("8H 8D 8C 7S 6H 5S", halves, first="8S KC KD KH TS TC")
    rig.says("1 split")
    all_stand(rig).apply(Roll(1))
    assert rig.got(DieRolled) == [DieRolled(1, 1 if halves == "AC 9C" else 2, 5)]
    assert won(rig, 1) == [600]


def test_8_7_bust_only_if_both_are_bust_and_the_bonus_is_on_that_half() -> None:
    rig = table("7H 8D 8C 7C 6H 5S", "7D 9D 7S TH", first="7S KC KD KH TS TC")
    rig.says("1 split", "2 stand", "3 stand", "4 stand", "5 stand", "6 stand", "1 hit", "1 hit")
    all_stand(rig).apply(Roll(1))
    # 777 beats five: x4 on 200, plus 7 x 100.
    assert won(rig, 1) == [800 + 700 - 200]
    assert [result.premium for result in rig.round.results[:2]] == ["777", None]


def test_3_3_step_of_five() -> None:
    rig = Rig("", {}, table="unknown-dealer", deal=False)
    rig.bet(1, 15)
    with pytest.raises(IllegalAction, match="bet_step step=500"):
        rig.bet(1, 12)
    with pytest.raises(IllegalAction, match="bet_too_big max=500000"):
        rig.bet(1, 5005)
