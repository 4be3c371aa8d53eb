"""Rulings 4: jokers, at Switch, at the Unknown Dealer and as a setting of the tournament table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.amounts import points
from bot.cards import JOKER, parse_card
from bot.games.blackjack.events import JokerAward, JokerDrawn, SeatLost, SideSettled
from bot.games.contract import Await, DealCard, IllegalAction, Reveal, Roll
from tests.games.rig import Rig

JOKERS = {"exit": "joker"}
FIVE_TIMES = 2500
ONCE = 500


def switch(cards: str, bets: Any = None, rules: Any = None, **more: Any) -> Rig:
    return Rig(cards, bets or {1: 100}, table="switch", rules=JOKERS | (rules or {}), **more)


def plain(cards: str, bets: Any = None, rules: Any = None, **more: Any) -> Rig:
    return Rig(cards, bets or {1: 100}, rules=JOKERS | (rules or {}), **more)


def lost(rig: Rig) -> list[int]:
    return [event.seat for event in rig.got(SeatLost) if isinstance(event, SeatLost)]


def won(rig: Rig, *seats: int) -> list[int | float]:
    return [rig.has(seat) - 1000 for seat in seats]


# --- 4.1, 3.2 ------------------------------------------------------------------------------------------


def test_4_1_a_joker_has_no_value_and_comes_only_with_the_joker_exit() -> None:
    assert JOKER.value == 0
    rig = Rig("KS", {1: 100}, table="switch")
    with pytest.raises(IllegalAction, match="no_jokers"):
        rig.apply(DealCard(JOKER))


@pytest.mark.parametrize(
    ("rank", "award"),
    [("plain", 2500), ("heart", 5000), ("diamond", 7500), ("club", 10000), ("spade", 10000)],
)
def test_3_2_a_players_joker_by_rank(rank: str, award: int) -> None:
    rig = plain("KS 9C 5H 8C JK", ranks={1: rank})
    rig.says("1 hit")
    assert rig.got(JokerAward) == [JokerAward(1, 1, points(award))]
    assert won(rig, 1) == [award]


def test_3_2_the_flat_award_begins_with_the_rank_the_sheet_names() -> None:
    rig = plain("KS 9C 5H 8C JK", ranks={1: "club"}, rules={"joker.player_flat": 9000})
    rig.says("1 hit")
    assert won(rig, 1) == [9000]


@pytest.mark.parametrize(("rank", "award"), [("plain", 500), ("heart", 1000), ("spade", 3000)])
def test_3_2_the_dealers_joker_by_rank(rank: str, award: int) -> None:
    assert won(plain("KS JK 5H 8C", ranks={1: rank}), 1) == [award]


# --- 4.2 -----------------------------------------------------------------------------------------------


def test_4_2_a_players_joker_pays_the_stake_back_and_takes_the_seat() -> None:
    rig = plain("KS QS 9C 5H 9H 8C JK", {1: 100, 2: 100})
    rig.says("1 hit")
    assert rig.outcomes == ["joker"]
    assert lost(rig) == [1]
    assert rig.got(JokerDrawn) == [JokerDrawn(1, 1)]
    rig.says("2 stand")  # the others play on
    assert won(rig, 1, 2) == [FIVE_TIMES, 100]


def test_4_2_final_hands_keep_their_result_others_come_back() -> None:
    # Split in three by rule: one bust, one natural, one open, then the joker.
    rig = switch("AS 8D 9C KH 8H 7C TD 2D JK")
    rig.says("1 split")  # no switch: the natural on hand A is paid
    rig.says("1.2 hit")
    assert [(r.outcome, r.returned) for r in rig.round.results] == [
        ("blackjack", points(250)),
        ("joker", points(100)),
        ("push", points(100)),
    ]
    assert won(rig, 1) == [150 + FIVE_TIMES]


def test_4_2_a_bust_stays_a_bust() -> None:
    rig = switch("TS 8D 9C 6H 4H 7C KD JK")
    rig.says("1.1 hit", "1.2 hit")
    assert rig.outcomes == ["bust", "joker"]
    assert won(rig, 1) == [FIVE_TIMES - 100]


def test_4_2_j_stakes_are_lost_where_the_sheet_says_so() -> None:
    rig = switch("TS 8D 9C 6H 4H 7C JK", rules={"joker.stakes": "lose"})
    rig.says("1 hit")
    assert rig.outcomes == ["joker", "lose"]
    assert won(rig, 1) == [FIVE_TIMES - 200]


def test_4_2_a_super_match_is_judged_on_the_other_three() -> None:
    rig = switch("KS KD 9C JK KH 8C", side={1: {"sm": 100}})
    assert rig.got(SideSettled) == [SideSettled(1, 1, "sm", "three", points(500))]
    assert won(rig, 1) == [400 + FIVE_TIMES]


def test_4_2_jokers_make_no_pair() -> None:
    rig = switch("JK KD 9C JK QH 8C", side={1: {"sm": 100}})
    assert rig.got(SideSettled) == [SideSettled(1, 1, "sm", "lose", points(0))]


def test_4_2_a_decided_super_match_stays_decided() -> None:
    rig = switch("TS 8D 9C 6H 4H 7C JK", side={1: {"sm": 100}})
    rig.says("1 hit")
    assert won(rig, 1) == [FIVE_TIMES - 100]


# --- 4.3, 4.4, 4.5 -------------------------------------------------------------------------------------


def test_4_3_first_card_all_hands_come_back_whatever_they_hold() -> None:
    rig = switch("AS KD JK KH 5C 8H", side={1: {"sm": 100}})
    assert rig.outcomes == ["push", "push"]
    assert rig.round.phase == "settled"
    assert won(rig, 1) == [ONCE]
    assert rig.got(SideSettled) == [SideSettled(1, 1, "sm", "back", points(100))]


def test_4_8_j_the_super_match_is_judged_where_the_sheet_says_so() -> None:
    rig = switch("AS KD JK KH 5C 8H", side={1: {"sm": 100}}, rules={"joker.side_bets": "judged"})
    assert won(rig, 1) == [ONCE + 100]


def test_4_4_second_card_final_payouts_stand_all_else_comes_back() -> None:
    rig = switch("AS KD 3S 8D 9C KH 5C TD 4D JK KC", {1: 100, 2: 100})
    rig.says("1 no", "1 stand", "2 hit")
    rig.says("2 stand")
    assert rig.outcomes == ["blackjack", "push", "bust", "push"]
    assert won(rig, 1, 2) == [150 + ONCE, -100 + ONCE]


def test_4_4_for_insurance_a_joker_counts_as_no_blackjack() -> None:
    rig = switch("TS KD AC 9H 5C JK")
    rig.says("1 insurance")
    assert won(rig, 1) == [-300]
    rig.says("1 stand", "1 stand")
    assert rig.outcomes == ["push", "push"]
    assert won(rig, 1) == [-100 + ONCE]


def test_4_4_j_a_later_joker_does_the_same_or_is_ignored() -> None:
    cards = "TS KD 6C 9H 5C 9C JK 5D"
    rig = switch(cards)
    rig.says("1 stand", "1 stand")
    assert rig.outcomes == ["push", "push"]
    assert won(rig, 1) == [ONCE]
    rig = switch(cards, rules={"joker.dealer_later": "ignored"})
    rig.says("1 stand", "1 stand")
    assert rig.view["dealer"]["cards"] == ["6C", "9C", "JK", "5D"]
    assert won(rig, 1) == [-200]


def test_4_4_a_second_card_is_never_ignored() -> None:
    rig = switch("TS KD 6C 9H 5C JK", rules={"joker.dealer_later": "ignored"})
    rig.says("1 stand", "1 stand")
    assert rig.outcomes == ["push", "push"]


def test_4_5_everyone_seated_leaves_in_the_round_or_not() -> None:
    assert lost(plain("KS JK 5H 8C", {3: 100})) == [1, 2, 3, 4, 5, 6, 7]


# --- 4.7 -----------------------------------------------------------------------------------------------


def test_4_7_a_dealer_joker_pushes_and_a_joker_player_gets_the_larger_award() -> None:
    rig = switch("JK KD 2S 3S JK KH 5C 4S 5S 8H", {1: 100, 2: 100})
    assert rig.outcomes == ["push"] * 4
    assert won(rig, 1, 2) == [FIVE_TIMES, ONCE]


def test_4_7_one_award_per_player_and_round() -> None:
    rig = plain("KS QS 9C 5H 9H JK JK", {1: 100, 2: 100})
    rig.says("1 hit", "2 stand")
    assert rig.round.phase == "settled"
    assert won(rig, 1, 2) == [FIVE_TIMES, ONCE]


def test_4_7_j_awards_add_up_where_the_sheet_says_so() -> None:
    rig = plain("KS QS 9C 5H 9H JK JK", {1: 100, 2: 100}, {"joker.one_award": False})
    rig.says("1 hit", "2 stand")
    assert won(rig, 1, 2) == [FIVE_TIMES + ONCE, ONCE]


def test_4_7_two_jokers_of_one_player_are_one_award() -> None:
    rig = switch("JK JK 9C KH 5C 8C")
    assert rig.outcomes == ["joker", "joker"]
    assert won(rig, 1) == [FIVE_TIMES]


# --- 4.8, 4.9 ------------------------------------------------------------------------------------------


def test_4_8_the_first_deal_is_finished_before_a_joker_is_acted_on() -> None:
    rig = switch("JK AD 9C 5H KC 8C")
    assert rig.outcomes == ["joker", "blackjack"]
    assert won(rig, 1) == [150 + FIVE_TIMES]


def test_4_8_a_premium_completed_in_the_deal_is_kept() -> None:
    rig = switch("JK AD 9C 5H QC 8C")
    assert [result.premium for result in rig.round.results] == [None, "argine"]
    assert won(rig, 1) == [200 + FIVE_TIMES]


def test_4_8_even_money_taken_is_final() -> None:
    rig = switch("AS 8D AC KH 4H 7C JK")
    rig.says("1 even_money", "1 hit")
    assert rig.outcomes == ["even_money", "joker"]
    assert won(rig, 1) == [100 + FIVE_TIMES]


def test_4_8_an_ace_ten_made_by_the_switch_is_final() -> None:
    rig = switch("AS 6D 9C 5H KC 8H JK")
    rig.says("1 switch", "1 hit")
    assert rig.outcomes == ["blackjack", "joker"]
    assert won(rig, 1) == [100 + FIVE_TIMES]


def test_4_8_a_doubled_hand_gets_its_whole_stake_back() -> None:
    rig = plain("6S 9C 5H 8C JK")
    rig.says("1 double")
    assert rig.round.results[0].returned == points(200)
    assert won(rig, 1) == [FIVE_TIMES]


def test_4_8_the_second_card_is_opened_even_when_every_hand_is_final() -> None:
    rig = plain("TS 9C 6H JK TC")
    rig.says("1 hit")
    assert rig.outcomes == ["bust"]
    assert rig.got(JokerDrawn) == [JokerDrawn(0, 0)]
    assert won(rig, 1) == [-100 + ONCE]


def test_4_8_with_real_cards_that_card_is_asked_for() -> None:
    rig = plain("TS 9C 6H ? TC")
    rig.says("1 hit")
    assert rig.round.awaiting.what is Await.REVEAL
    rig.apply(Reveal(JOKER))
    assert won(rig, 1) == [-100 + ONCE]


def test_4_8_no_further_card_then() -> None:
    rig = plain("TS 2C 6H 3C TC 5D")
    rig.says("1 hit")
    assert rig.view["dealer"]["cards"] == ["2C", "3C"]
    assert len(rig.cards) == 1


def test_4_9_a_joker_on_the_left_half_ends_the_right_half_as_it_stands() -> None:
    rig = plain("8S 9C 8H 7C JK TC TD")
    rig.says("1 split")
    assert [result.outcome for result in rig.round.results] == ["joker", "push"]
    assert won(rig, 1) == [FIVE_TIMES]


# --- 4.6, 4.9: the Unknown Dealer ----------------------------------------------------------------------


def unknown(
    second: str, more: str = "", die: int = 2, first: str = "5S KC KD KH TS TC", **options: Any
) -> Rig:
    bets = options.pop("bets", dict.fromkeys(range(1, 7), 100))
    rules = JOKERS | options.pop("rules", {})
    words: tuple[str, ...] = options.pop("words", ("1 hit",))
    rig = Rig(f"{first} {second} {more}", bets, table="unknown-dealer", rules=rules, **options)
    for word in words:
        rig.says(word)
    while rig.round.turn is not None:
        rig.says(f"{rig.round.turn[0]} stand")
    rig.apply(Roll(die))
    return rig


ALL = range(1, 7)


def test_4_6_a_players_joker_the_dealer_hand_beats_it() -> None:
    rig = unknown("7D QD 8C 7S 6H QS", "JK")
    assert won(rig, *ALL) == [FIVE_TIMES, 100, -100, -100, -100, 0]
    assert lost(rig) == [1]
    assert rig.outcomes[0] == "joker"


def test_4_6_j_the_stake_is_lost_where_the_sheet_says_so() -> None:
    rig = unknown("7D QD 8C 7S 6H QS", "JK", rules={"joker.stakes": "lose"})
    assert won(rig, 1) == [FIVE_TIMES - 100]


def test_4_6_the_dealer_hands_joker_pushes_every_hand_not_bust() -> None:
    rig = unknown("7D 6D 8C 7S 6H QS", "JK TH", die=1, words=("1 hit", "2 hit"))
    assert rig.outcomes == ["push", "bust", "push", "push", "push", "push"]
    assert won(rig, *ALL) == [ONCE, -100, ONCE, ONCE, ONCE, ONCE]
    assert lost(rig) == [1, 2, 3, 4, 5, 6]


def test_4_6_a_hand_that_draws_a_joker_ends_there() -> None:
    rig = Rig(
        "5S KC KD KH TS TC 7D QD 8C 7S 6H QS JK",
        dict.fromkeys(ALL, 100),
        table="unknown-dealer",
        rules=JOKERS,
    )
    rig.says("1 hit")
    assert rig.round.open_hands(1) == ()
    assert rig.round.results == ()


def test_4_7_at_the_unknown_dealer() -> None:
    # Seats 1 and 2 drew jokers; seat 1's is the dealer hand: its own gives 1 x, seat 2 the larger award.
    rig = unknown("7D 6D 8C 7S 6H QS", "JK JK", die=1, words=("1 hit", "2 hit"))
    assert won(rig, 1, 2, 3) == [ONCE, FIVE_TIMES, ONCE]
    # "Every hand not bust" includes premium hands.
    rig = unknown("7D AD 8C 7S 6H QS", "JK", die=1)
    assert won(rig, 2) == [ONCE]


def test_4_9_the_other_half_comes_back_unless_bust_or_premium() -> None:
    # Eights split: the left half draws a joker at once, the right half keeps its one card.
    rig = unknown("8H QD 8C 7S 6H QS", "JK", first="8S KC KD KH TS TC", words=("1 split",))
    assert rig.outcomes[:2] == ["joker", "push"]
    assert won(rig, 1, 2) == [FIVE_TIMES, 100]
    # A premium on the other half pays; that player still counts as beaten.
    words = ("1 split", "2 stand", "3 stand", "4 stand", "5 stand", "6 stand", "1.1 hit", "1.2 hit")
    rig = unknown("7H QD 8C 7C 6H QS", "7D 2D 7S JK", first="7S KC KD KH TS TC", words=words)
    assert [(r.outcome, r.premium) for r in rig.round.results[:2]] == [("win", "777"), ("joker", None)]
    assert won(rig, 1, 2) == [800 + FIVE_TIMES, 100]


def test_4_9_a_joker_on_either_half_of_the_dealer_player_is_a_dealer_joker() -> None:
    rig = unknown("8H QD 8C 7S 6H QS", "JK", die=1, first="8S KC KD KH TS TC", words=("1 split",))
    assert won(rig, *ALL) == [ONCE] * 6
    assert lost(rig) == [1, 2, 3, 4, 5, 6]
    # On the weaker half too.
    rig = unknown("8H QD 8C 7S 6H QS", "TH JK", die=1, first="8S KC KD KH TS TC", words=("1 split",))
    assert won(rig, *ALL) == [ONCE] * 6


def test_4_9_a_house_seats_joker_is_beaten_earns_nothing_and_the_seat_stays() -> None:
    bets = {1: 0, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100}
    rig = unknown("7D QD 8C 7S 6H QS", "JK", bets=bets)
    assert won(rig, 2) == [100]  # beats the house, 8-K, 7-K and 6-T; QS is equal
    assert rig.got(JokerAward) == []
    assert lost(rig) == []


def test_4_9_a_house_seats_joker_picked_by_the_die_is_a_dealer_joker() -> None:
    bets = {1: 0, 2: 100, 3: 100, 4: 100, 5: 100, 6: 100}
    rig = unknown("7D QD 8C 7S 6H QS", "JK", die=1, bets=bets)
    assert won(rig, 2, 3, 4, 5, 6) == [ONCE] * 5
    assert lost(rig) == [1, 2, 3, 4, 5, 6]  # whose seats they are, the pit knows


def test_real_cards_a_joker_may_be_entered() -> None:
    rig = plain("K 9 5 8")
    rig.says()
    rig.apply(rig.play(1, "hit"))
    rig.apply(DealCard(parse_card("JK")))
    assert rig.outcomes == ["joker"]
