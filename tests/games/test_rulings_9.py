"""Rulings 9: Switch (sheet 004). Cards: round one is A1 B1 dealer, round two A2 B2 hole."""

from __future__ import annotations

from typing import Any

import pytest

from bot.amounts import points
from bot.cards import parse_card
from bot.games.blackjack import Play
from bot.games.blackjack.actions import Move
from bot.games.blackjack.events import DealerDone, Dealt, Looked, SideSettled, Switched
from bot.games.contract import IllegalAction, Look, Reveal
from tests.games.rig import Rig


def switch(cards: str, bets: Any = None, **more: Any) -> Rig:
    return Rig(cards, bets or {1: 100}, table="switch", **more)


def code(rig: Rig, *words: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        rig.says(*words)
    return caught.value.code


# --- 9.1 -----------------------------------------------------------------------------------------------


def test_9_1_two_hands_with_the_same_bet() -> None:
    rig = switch("KS KD 9C 6H 5C 8C", {1: 100})
    assert rig.has(1) == 800
    assert rig.view["boxes"][1]["bet"] == 200
    assert [hand["stake"] for hand in rig.view["boxes"][1]["hands"]] == [100, 100]


@pytest.mark.parametrize("amounts", [(100,), (100, 50), (100, 100, 100)])
def test_9_1_anything_else_is_refused(amounts: tuple[int, ...]) -> None:
    with pytest.raises(IllegalAction, match="equal_hands"):
        Rig("", {}, table="switch", deal=False).bet(1, amounts)


def test_9_1_dealing_gives_each_seat_its_two_hands_then_the_dealer() -> None:
    rig = switch("2S 3S 4S 5S 9C 6H 7H 8H 9H 8C", {1: 10, 2: 10})
    assert [(d.seat, d.hand, d.index) for d in rig.got(Dealt) if isinstance(d, Dealt)] == [
        (1, 1, 1),
        (1, 2, 1),
        (2, 1, 1),
        (2, 2, 1),
        (0, 0, 1),
        (1, 1, 2),
        (1, 2, 2),
        (2, 1, 2),
        (2, 2, 2),
        (0, 0, 2),
    ]


def test_9_1_the_dealer_hits_soft_17() -> None:
    rig = switch("KS KD 6C 9H 9C AC 2C")
    rig.says("1 stand", "1 stand")
    assert rig.got(DealerDone) == [DealerDone(19, "stand")]


# --- 9.2 Super Match -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "result", "returned"),
    [
        ("KS KD 9D 6H 5C 8C", "pair", 600),
        ("KS KD 9D KH 5C 8C", "three", 1500),
        ("KS 5D 9D KH 5C 8C", "two_pair", 3000),
        ("KS KD 9D KH KC 8C", "four", 12000),
        ("KS QD 9D JH TC 8C", "lose", 0),
    ],
)
def test_9_2_super_match_is_judged_on_the_four_cards(cards: str, result: str, returned: int) -> None:
    rig = switch(cards, {1: 500}, wallet=5000, side={1: {"sm": 300}})
    assert rig.got(SideSettled) == [SideSettled(1, 1, "sm", result, points(returned))]
    assert rig.has(1) == 5000 - 1300 + returned


def test_9_2_it_is_decided_before_the_switch_and_stays() -> None:
    rig = switch("KS 5D 9D 6H KC 8C", {1: 100}, side={1: {"sm": 10}})
    assert rig.has(1) == 1000 - 210 + 20
    rig.says("1 switch")
    assert len(rig.got(SideSettled)) == 1


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [(5, "side_too_small"), (15, "side_step"), (5010, "side_too_big"), (900, "short shortfall=10000")],
)
def test_9_2_super_match_limits(amount: int, refusal: str) -> None:
    rig = Rig("", {}, table="switch", wallet=10_000 if amount > 5000 else 1000, deal=False)
    with pytest.raises(IllegalAction, match=refusal):
        rig.bet(1, 100, {"sm": amount})


def test_9_2_j_a_maximum_of_its_own_where_the_sheet_says_so() -> None:
    rig = Rig("", {}, table="switch", rules={"side_bets.sm.max": 100}, deal=False)
    with pytest.raises(IllegalAction, match="side_too_big max=10000"):
        rig.bet(1, 100, {"sm": 110})


def test_5_7_a_new_bet_replaces_both_parts() -> None:
    rig = Rig("", {}, table="switch", deal=False)
    rig.bet(1, 100, {"sm": 300})
    assert rig.has(1) == 500
    rig.bet(1, 350, {"sm": 300})  # needs what the earlier bet held
    assert rig.has(1) == 0
    rig.bet(1, 10)
    assert rig.has(1) == 980
    rig.bet(1, 10, {"sm": 980})
    rig.withdraw(1)
    assert rig.has(1) == 1000


def test_5_15_no_super_match_at_other_tables() -> None:
    with pytest.raises(IllegalAction, match="no_side_bet side=sm"):
        Rig("", {}, deal=False).bet(1, 100, {"sm": 10})


# --- 9.3 the switch ------------------------------------------------------------------------------------


def test_9_3_the_second_cards_change_places_and_the_turn_stays() -> None:
    rig = switch("KS 6D 9C 5H KC 8C")
    rig.says("1 switch")
    assert [hand["cards"] for hand in rig.view["boxes"][1]["hands"]] == [["KS", "KC"], ["6D", "5H"]]
    assert rig.round.turn == (1, 1)
    assert rig.round.to_act(1) == (1, 2)
    assert rig.got(Switched) == [Switched(1)]


def test_9_3_the_decision_comes_before_the_first_action_and_counts_once() -> None:
    rig = switch("2S 6D 9C 5H KC 8C 3C")
    rig.says("1 hit")
    assert code(rig, "1 switch") == "not_offered"
    rig = switch("2S 6D 9C 5H KC 8C")
    rig.says("1 switch")
    assert code(rig, "1 switch") == "not_offered"
    assert "switch" not in rig.view["say"]


def test_9_3_no_is_a_decision_and_no_action() -> None:
    rig = switch("2S 6D 9C 5H KC 8C")
    assert rig.view["say"] == ["hit", "stand", "double", "switch", "no"]
    rig.says("1 no")
    assert rig.round.turn == (1, 1)
    assert code(rig, "1 switch") == "not_offered"


def test_9_3_each_player_decides_for_themselves() -> None:
    rig = switch("2S 6D 3S 7D 9C 5H KC 6H QC 8C", {1: 100, 2: 100})
    rig.says("1 switch")
    assert rig.round.turn == (1, 1)
    rig.says("1 stand", "1 stand")
    assert (rig.round.turn, rig.round.pass_number) == ((2, 1), 1)
    rig.says("2 switch")
    assert (rig.round.turn, rig.round.pass_number) == ((2, 1), 1)
    assert rig.round.to_act(2) == (1, 2)


def test_9_3_a_natural_is_paid_when_the_decision_falls() -> None:
    rig = switch("AS 6D 9C KH 5C 8C 7D")
    assert rig.outcomes == []
    rig.says("1 hit")  # hand B's move, so no switch
    assert rig.round.results[0].outcome == "blackjack"
    assert rig.round.results[0].returned == points(250)


def test_9_3_a_natural_may_be_switched_away() -> None:
    rig = switch("AS KD 9C KH 5C 8C")  # A-K and K-5 becomes A-5 and K-K
    rig.says("1 switch")
    assert [hand["total"] for hand in rig.view["boxes"][1]["hands"]] == [16, 20]
    assert rig.outcomes == []
    assert rig.round.open_hands(1) == (1, 2)


def test_9_3_two_final_hands_are_paid_at_once_and_unasked() -> None:
    rig = switch("AS AD 9C KH TC 8C")
    assert rig.outcomes == ["blackjack", "blackjack"]
    assert rig.round.phase == "settled"
    assert rig.has(1) == 1300


def test_9_3_under_an_ace_two_final_hands_are_paid_after_the_question() -> None:
    rig = switch("AS AD AC KH TC 8C")
    assert rig.round.phase == "insurance"
    rig.says("1 no")
    assert rig.outcomes == ["blackjack", "blackjack"]


def test_9_3_even_money_pays_every_natural_and_ends_the_switch() -> None:
    rig = switch("AS 6D AC KH 5C 8C")
    rig.says("1 even_money")
    assert rig.outcomes == ["even_money"]
    assert rig.has(1) == 1000
    assert rig.round.turn == (1, 2)
    assert code(rig, "1 switch") == "not_offered"
    assert "switch" not in rig.view["say"]


def test_9_3_an_early_switch_is_possible_until_the_decision() -> None:
    rig = switch("2S 6D 3S 7D 9C 5H KC 6H QC 8C", {1: 100, 2: 100})
    rig.round.could(2, 1, Move.SWITCH, points(0))
    with pytest.raises(IllegalAction, match="not_your_turn"):
        rig.apply(Play(2, 1, Move.SWITCH))


# --- 9.4 insurance -------------------------------------------------------------------------------------


def test_9_4_argine_and_pure_bj_are_paid_before_the_question_and_cannot_be_switched_away() -> None:
    rig = switch("AS 6D AC QC 5C 8C")
    assert rig.round.phase == "insurance"
    assert [(r.outcome, r.premium) for r in rig.round.results] == [("win", "argine")]
    assert rig.has(1) == 800 + 300
    rig.says("1 insurance")
    assert rig.has(1) == 1100 - 50  # half of what is still unpaid
    assert code(rig, "1 switch") == "not_offered"


@pytest.mark.parametrize(("answer", "left"), [("insurance", 1000), ("no", 800)])
def test_9_4_dealer_blackjack(answer: str, left: int) -> None:
    rig = switch("9S 6D AC QC 5C KC")
    rig.says(f"1 {answer}")
    assert rig.has(1) == left


def test_9_4_a_natural_pushes_a_dealer_blackjack() -> None:
    rig = switch("AS 6D AC KH 5C KC")
    rig.says("1 no")
    assert rig.outcomes == ["push", "lose"]


def test_9_4_insurance_is_all_or_nothing() -> None:
    rig = switch("9S 6D AC QC 5C 8C")
    assert code(rig, "1.1 insurance") == "one_answer"
    rig.says("1 insurance")
    assert rig.has(1) == 700
    assert rig.got(Looked) == [Looked(False)]


def test_9_4_j_under_a_ten_a_natural_is_paid_and_nothing_is_looked_at() -> None:
    rig = switch("AS AD TC KH TS AC")
    assert rig.outcomes == ["blackjack", "blackjack"]
    assert rig.got(Looked) == []
    waits = switch("AS AD TC KH TS AC", rules={"natural_under_ten": "waits"})
    assert waits.outcomes == ["push", "push"]


def test_9_4_j_a_waiting_natural_waits_for_the_decision_too() -> None:
    rig = switch("AS 6D TC KH 5C AC 7C", rules={"natural_under_ten": "waits"})
    rig.says("1 double")
    assert rig.outcomes == ["push", "lose"]


def test_9_6_a_two_card_premium_does_not_wait_under_a_ten() -> None:
    rig = switch("AS AD TC JS QC AC", rules={"natural_under_ten": "waits"})
    assert [result.premium for result in rig.round.results] == ["pure_bj", "argine"]


def test_9_4_under_a_ten_a_blackjack_takes_all_that_is_open() -> None:
    rig = switch("AS 6D TC KH 5C AC 7C")
    rig.says("1 double")
    assert rig.outcomes == ["blackjack", "lose"]
    assert rig.has(1) == 1000 - 300 + 250


# --- 9.5 -----------------------------------------------------------------------------------------------


def test_9_5_ace_ten_made_by_the_switch_pays_twice_at_once() -> None:
    rig = switch("AS 6D 9C 5H KC 8H TH")
    rig.says("1 switch")
    assert [(r.hand, r.outcome, r.returned) for r in rig.round.results] == [(1, "blackjack", points(200))]
    assert rig.round.turn == (1, 2)
    rig.says("1 double")
    assert rig.has(1) == 1300


def test_9_5_under_a_ten_it_does_not_wait_either() -> None:
    rig = switch("AS 6D TC 5H KC 8H TH", rules={"natural_under_ten": "waits"})
    rig.says("1 switch")
    assert rig.outcomes == ["blackjack"]


def test_9_5_ace_ten_after_a_split_is_a_plain_21() -> None:
    rig = switch("AS 6D 9C AH 5C 8H KC 2D 9D")
    rig.says("1.1 split")
    assert rig.outcomes == []
    assert rig.view["boxes"][1]["hands"][0] | {"open": False, "total": 21} == rig.view["boxes"][1]["hands"][0]


# --- 9.6 premium hands ---------------------------------------------------------------------------------

STRAIGHT = {
    "678": ("6S 9D TC 7H 9C 8H 8D", 300),
    "777": ("7S 9D TC 7H 9C 8H 7D", 700),
    "flush_777": ("7S 9D TC 7S 9C 8H 7S", 77700),
}


@pytest.mark.parametrize(("premium", "cards", "returned"), [(k, *v) for k, v in STRAIGHT.items()])
def test_9_6_a_premium_pays_at_once_whatever_the_dealer_holds(
    premium: str, cards: str, returned: int
) -> None:
    rig = switch(cards)
    rig.says("1 hit")
    assert [(r.outcome, r.premium, r.returned) for r in rig.round.results] == [
        ("win", premium, points(returned))
    ]


@pytest.mark.parametrize(("cards", "premium", "returned"), [("AD", "argine", 300), ("AS", "pure_bj", 500)])
def test_9_6_two_card_premiums(cards: str, premium: str, returned: int) -> None:
    second = "QC" if premium == "argine" else "JS"
    rig = switch(f"{cards} 6D 9C {second} 5C 8C")
    rig.says("1 no")
    assert [(r.premium, r.returned) for r in rig.round.results] == [(premium, points(returned))]


@pytest.mark.parametrize(("first", "second", "premium", "returned"), [
    ("AD", "QC", "argine", 250),
    ("AS", "JS", "pure_bj", 300),
])  # fmt: skip
def test_9_6_after_a_switch_the_lower_figure(first: str, second: str, premium: str, returned: int) -> None:
    rig = switch(f"{first} 6D 9C 5C {second} 8C")
    rig.says("1 switch")
    assert [(r.premium, r.returned) for r in rig.round.results] == [(premium, points(returned))]


def test_9_6_the_lower_figure_counts_for_both_hands_of_a_player_who_switched() -> None:
    rig = switch("6S 9D TC 7H 9C 8H 8D")
    rig.says("1 no", "1 hit")
    assert rig.round.results[0].returned == points(300)
    rig = switch("6S 9D TC 9H 7C 8H 8D")
    rig.says("1 switch", "1 hit")
    assert rig.round.results[0].returned == points(250)


def test_9_6_off_after_a_double() -> None:
    rig = switch("6S 9D TC 7H 9C 8H 8D")
    rig.says("1 double", "1 stand")
    assert [(r.outcome, r.premium) for r in rig.round.results] == [("win", None), ("push", None)]


def test_9_6_7_under_takes_in_21_and_ends_the_hand() -> None:
    rig = switch("2S TD TC 2H TH 8H 2D AS AH 4C 9C")
    rig.says("1 hit", "1 stand", "1 hit", "1 hit", "1 hit", "1 hit")
    assert rig.round.results[0].premium == "7_under"
    assert rig.round.results[0].returned == points(1500)
    assert len(rig.round.results[0].cards) == 7


def test_9_6_a_to_6_pays_more_than_its_21() -> None:
    rig = switch("AS TD TC 2H TH 8H 3D 4S 5H 6C")
    rig.says("1 hit", "1 stand", "1 hit", "1 hit", "1 hit")
    assert (rig.round.results[0].premium, rig.round.results[0].returned) == ("a_to_6", points(5000))


def test_9_6_on_a_split_hand_678_counts_argine_does_not() -> None:
    rig = switch("6S TD TC 6H TH 8H 7S 2D 8C")
    rig.says("1 split", "1 stand", "1 hit")
    assert rig.round.results[0].premium == "678"
    rig = switch("AS TD TC AH TH 8H QC 2D")
    rig.says("1 split")
    assert rig.outcomes == []


# --- 9.7, 9.8 ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "done"),
    [
        ("TC 6C 6S", DealerDone(22, "push")),
        ("AC AS", DealerDone(12, "push")),
        ("2C 9C AS", DealerDone(12, "push")),
        ("TC 6C 7S", DealerDone(23, "bust")),
    ],
)
def test_9_7_dealer_22_pushes_every_stake_still_open(dealer: str, done: DealerDone) -> None:
    up, hole, *more = dealer.split()
    rig = switch(f"KS KD {up} 9H 4C {hole} {' '.join(more)}")
    if rig.round.phase == "insurance":
        rig.says("1 no")
    rig.says("1 stand", "1 stand")
    assert rig.got(DealerDone) == [done]
    assert rig.outcomes == (["push"] * 2 if done.outcome == "push" else ["win"] * 2)


def test_9_7_j_only_a_hard_22_where_the_sheet_says_so() -> None:
    rig = switch("KS KD 2C 9H 4C 9C AS 9S", rules={"dealer_push": "hard_22"})
    rig.says("1 stand", "1 stand")
    assert rig.got(DealerDone) == [DealerDone(21, "stand")]


def test_9_8_up_to_four_hands_and_no_surrender() -> None:
    rig = switch("8S 9D TC 8H 9H 8C 2S 3S 4S 5S")
    assert code(rig, "1 surrender") == "no_surrender"
    rig.says("1 split")
    assert rig.round.turn == (1, 3)  # hand B moved up by one
    rig.says("1 split")
    assert len(rig.round.boxes[1].hands) == 4
    assert rig.has(1) == 600
    assert code(rig, "1.1 split") == "split_most"


def test_real_cards_need_suits_here() -> None:
    with pytest.raises(IllegalAction, match="suit_needed card=K"):
        switch("K")
    rig = switch("KS KD TC 9H 4C ?")
    rig.says("1 stand", "1 stand")
    with pytest.raises(IllegalAction, match="suit_needed"):
        rig.apply(Reveal(parse_card("9")))
    with pytest.raises(IllegalAction, match="not_now"):
        rig.apply(Look(blackjack=True))
