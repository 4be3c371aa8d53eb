"""Rulings 6: what every blackjack table shares, played at the tournament table."""

from __future__ import annotations

import pytest

from bot.amounts import points
from bot.cards import parse_card
from bot.games.blackjack.events import Dealt, HandBust, Turn
from bot.games.blackjack.table import Pile
from bot.games.contract import DealCard, IllegalAction, Slot
from tests.games.rig import Rig


def refused(rig: Rig, word: str) -> IllegalAction:
    with pytest.raises(IllegalAction) as caught:
        rig.says(word)
    return caught.value


def turns(rig: Rig) -> list[tuple[int, int, int]]:
    return [(t.pass_number, t.seat, t.hand) for t in rig.got(Turn) if isinstance(t, Turn)]


# --- 6.1 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("AS KD", 21, True),
        ("AS AD", 12, True),
        ("AS AD TC", 12, False),
        ("AS 8C 5C", 14, False),
        ("KS QD 2C", 22, False),
        ("AS AD AC AH 7C", 21, True),
        ("9C JK", 9, False),
    ],
)
def test_6_1_cards_count_as_usual(cards: str, total: int, soft: bool) -> None:
    pile = Pile()
    for text in cards.split():
        pile.add(parse_card(text))
    assert (pile.total, pile.soft) == (total, soft)


def test_6_1_natural_beats_any_other_21() -> None:
    rig = Rig("AS 7C 9D KH 7D 2S 7H TD", {1: 100, 2: 100})
    rig.says("2 hit")  # 7-7-7 is 21; the dealer's 9-2-T is 21 too
    assert rig.outcomes == ["blackjack", "push"]
    assert (rig.has(1), rig.has(2)) == (1150, 1000)


def test_6_1_dealer_21_of_three_cards_does_not_touch_a_natural_paid_at_the_deal() -> None:
    rig = Rig("AS 9D KH 5S 7D", {1: 100})
    assert rig.round.phase == "settled"
    assert rig.outcomes == ["blackjack"]


def test_6_1_two_naturals_push() -> None:
    rig = Rig("AS TD KH AD", {1: 100})
    assert rig.outcomes == ["push"]
    assert rig.has(1) == 1000


# --- 6.2, 6.3 ----------------------------------------------------------------------------------------------


def test_6_2_same_number_means_same_rank() -> None:
    rig = Rig("KS 9D QH 7D", {1: 100})
    assert refused(rig, "1 split").code == "no_pair"
    assert "split" not in rig.view["say"]


def test_6_2_same_value_where_the_sheet_says_so() -> None:
    rig = Rig("KS 9D QH 7D 5C 6C", {1: 100}, rules={"split.same": "value"})
    rig.says("1 split")
    assert [hand.total for hand in rig.round.boxes[1].hands] == [15, 16]


def test_6_3_both_halves_get_a_card_at_once_first_the_left() -> None:
    rig = Rig("8S 9D 8H 7D TC 3C", {1: 100})
    rig.says("1 split")
    assert [hand["cards"] for hand in rig.view["boxes"][1]["hands"]] == [["8S", "TC"], ["8H", "3C"]]
    assert rig.has(1) == 800


def test_6_3_right_half_goes_directly_after_the_left_and_later_hands_move_up() -> None:
    rules = {"hands": 2, "order": "hand_by_hand"}
    rig = Rig("8S KS 9D 8H 7S 7D TC 3C", {1: (100, 50)}, rules=rules)
    rig.says("1 split")
    assert [(hand.number, str(hand.cards[0])) for hand in rig.round.boxes[1].hands] == [
        (1, "8S"),
        (2, "8H"),
        (3, "KS"),
    ]


def test_6_3_one_split_per_original_hand() -> None:
    rig = Rig("8S 9D 8H 7D 8C 8D", {1: 100})
    rig.says("1 split")
    assert refused(rig, "1 split").code == "split_most"


def test_6_3_resplits_where_the_sheet_says_so() -> None:
    rig = Rig("8S 9D 8H 7D 8C 3D TC TH 5C", {1: 100}, rules={"split.max_hands": 3})
    rig.says("1 split", "1.1 split")
    assert len(rig.round.boxes[1].hands) == 3
    rig.says("1.3 stand")  # the old right half still had its action in this pass
    assert rig.has(1) == 700


# --- 6.4 ---------------------------------------------------------------------------------------------------


def test_6_4_double_needs_exactly_two_cards() -> None:
    rig = Rig("2S 9D 3H 7D 4C", {1: 100})
    rig.says("1 hit")
    assert refused(rig, "1 double").code == "double_two_cards"


def test_6_4_double_without_the_points_names_the_shortfall_and_leaves_the_hand() -> None:
    rig = Rig("2S 9D 9H 7D", {1: 100}, wallet=130)
    error = refused(rig, "1 double")
    assert (error.code, error.params) == ("short", {"shortfall": points(70)})
    assert rig.view["boxes"][1]["hands"][0]["stake"] == 100
    assert rig.round.turn == (1, 1)
    assert rig.has(1) == 30


def test_6_4_double_takes_one_card_and_stands() -> None:
    rig = Rig("6S 9D 5H 8D 2C", {1: 100})
    rig.says("1 double")
    assert rig.outcomes == ["lose"]
    assert rig.has(1) == 800


# --- 6.5 ---------------------------------------------------------------------------------------------------


def test_6_5_one_action_each_round_and_round() -> None:
    rig = Rig("2S 3S 4S 9D 2D 3D 4D 8C 2C 2H", {1: 10, 2: 10, 3: 10})
    rig.says("1 hit", "2 stand", "3 hit", "1 stand", "3 stand")
    assert turns(rig) == [(1, 1, 1), (1, 2, 1), (1, 3, 1), (2, 1, 1), (2, 3, 1)]


def test_6_5_halves_are_open_from_the_next_pass_on() -> None:
    rig = Rig("8S 2S 9D 8H 3S 8C TC 9C", {1: 10, 2: 10})
    rig.says("1 split")
    assert rig.round.turn == (2, 1)
    assert rig.round.to_act(1) == ()
    rig.says("2 stand")
    assert (rig.round.turn, rig.round.to_act(1)) == ((1, 1), (1, 2))
    rig.says("1 stand")
    assert (rig.round.turn, rig.round.to_act(1)) == ((1, 2), (2,))
    assert turns(rig) == [(1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 1, 2)]


def test_6_5_a_hand_has_acted_as_soon_as_its_card_is_awaited() -> None:
    rig = Rig("2S 9D 3H 8C", {1: 10})
    assert rig.round.to_act(1) == (1,)
    rig.says("1 hit")
    assert rig.round.awaiting.slot == Slot(1, 1, 3)
    assert rig.round.to_act(1) == ()
    with pytest.raises(IllegalAction, match="card_awaited"):
        rig.says("1 stand")


def test_6_5_dealing_follows_seat_numbers_whatever_the_order_of_the_bets() -> None:
    rig = Rig("2S 3S 9D 4S 5S 8C", {5: 10, 2: 10})
    assert [(d.seat, d.index) for d in rig.got(Dealt) if isinstance(d, Dealt)] == [
        (2, 1),
        (5, 1),
        (0, 1),
        (2, 2),
        (5, 2),
        (0, 2),
    ]
    assert rig.round.turn == (2, 1)


def test_6_5_out_of_turn_is_refused() -> None:
    rig = Rig("2S 3S 9D 4S 5S 8C", {1: 10, 2: 10})
    assert refused(rig, "2 hit").code == "not_your_turn"
    assert refused(rig, "3 hit").code == "no_bet"


def test_6_5_hand_by_hand_finishes_one_hand_before_the_next() -> None:
    rules = {"order": "hand_by_hand"}
    rig = Rig("8S 2S 9D 8H 3S 8C TC 2C 5C TH", {1: 10, 2: 10}, rules=rules)
    rig.says("1 split", "1 stand", "1 hit", "1 stand")
    assert rig.round.turn == (2, 1)
    assert [(t.seat, t.hand) for t in rig.got(Turn) if isinstance(t, Turn)] == [(1, 1), (1, 2), (2, 1)]


def test_6_5_an_order_is_judged_as_if_it_were_the_hands_turn() -> None:
    rig = Rig("2S 8S 9D 4S 8D 8C", {1: 10, 2: 10}, wallet={1: 1000, 2: 15})
    means = rig.means(2)
    rig.round.could(2, 1, rig.play(2, "hit").move, means)
    with pytest.raises(IllegalAction, match="short shortfall=500"):
        rig.round.could(2, 1, rig.play(2, "split").move, means)
    with pytest.raises(IllegalAction, match="no_such_hand"):
        rig.round.could(2, 2, rig.play(2, "hit").move, means)


# --- 6.6, 6.7 ----------------------------------------------------------------------------------------------


def test_6_6_a_bust_loses_at_once() -> None:
    rig = Rig("TS 3S 9D 6S 5S 8C TC", {1: 100, 2: 10})
    rig.says("1 hit")
    assert rig.outcomes == ["bust"]
    assert rig.round.phase == "playing"
    assert dict(rig.round.staked) == {2: points(10)}
    assert rig.got(HandBust) == [HandBust(1, 1, 26)]


def test_6_6_a_hand_at_21_stands_by_itself() -> None:
    rig = Rig("TS 9D 6S 8C 5C", {1: 100})
    rig.says("1 hit")
    assert rig.outcomes == ["win"]


def test_6_7_if_every_hand_is_bust_the_dealer_draws_no_card() -> None:
    rig = Rig("TS 2D 6S 3C TC", {1: 100})
    rig.says("1 hit")
    assert rig.round.phase == "settled"
    assert rig.view["dealer"] == {"cards": ["2D", "?"], "total": 2, "soft": False, "outcome": None}


def test_6_7_the_dealers_second_card_lies_face_down() -> None:
    rig = Rig("TS 9D 6S", {1: 100})
    assert rig.round.awaiting.slot == Slot(0, 0, 2, face_down=True)
    rig.apply(DealCard(parse_card("8C")))
    assert rig.view["dealer"] == {"cards": ["9D", "?"], "total": 9, "soft": False, "outcome": None}
    assert rig.events[-2] == Dealt(0, 0, 2, None)


def test_6_7_without_a_hole_card_the_second_card_comes_after_the_players() -> None:
    rig = Rig("TS 9D 9S TC", {1: 100}, rules={"hole_card": False, "look": "never"})
    assert rig.round.turn == (1, 1)
    rig.says("1 stand")
    assert rig.view["dealer"]["cards"] == ["9D", "TC"]
    assert rig.outcomes == ["push"]


# --- 2.4 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "move"),
    [("5S 9D 6H 8C", "hit"), ("5S 9D 7H 8C", "stand"), ("AS 9D AH 8C", "stand"), ("AS 9D 2H 8C", "stand")],
)
def test_2_4_no_answer_hits_to_11_and_an_ace_counts_11(cards: str, move: str) -> None:
    rig = Rig(cards, {1: 10})
    assert rig.round.auto_move(1, 1) == move


def test_2_4_no_answer_to_an_offer_is_no() -> None:
    rig = Rig("5S AD 6H 8C", {1: 10})
    assert rig.round.auto_move(1, 1) == "no"


def test_2_4_the_figure_is_the_sheets() -> None:
    rig = Rig("5S 9D 7H 8C", {1: 10}, rules={"auto_hit_max": 12})
    assert rig.round.auto_move(1, 1) == "hit"
