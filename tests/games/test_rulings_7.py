"""Rulings 7: the tournament table (sheet 002)."""

from __future__ import annotations

import pytest

from bot.amounts import Amount, points
from bot.cards import parse_card
from bot.games.blackjack import Move, Play
from bot.games.blackjack.events import DealerDone, HoleOpened, InsuranceSettled, Looked
from bot.games.contract import NOBODY, Await, DealCard, IllegalAction, Look, Reveal
from tests.games.rig import Rig


def code(rig: Rig, *words: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        rig.says(*words)
    return caught.value.code


# --- 7.1 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "outcome", "left"),
    [
        ("TS 9D 9S 8C", "win", 1100),
        ("TS 9D 7S 8C", "push", 1000),
        ("TS 9D 6S 8C", "lose", 900),
        ("AS 9D KS 8C", "blackjack", 1150),
        ("TS 9D 6S 7C TH", "win", 1100),  # the dealer busts
    ],
)
def test_7_1_payouts(cards: str, outcome: str, left: int) -> None:
    rig = Rig(cards, {1: 100})
    if rig.round.phase == "playing":
        rig.says("1 stand")
    assert rig.outcomes == [outcome]
    assert rig.has(1) == left


def test_7_1_dealer_stands_on_soft_17() -> None:
    rig = Rig("TS 6D 8S AC TH", {1: 100})
    rig.says("1 stand")
    assert rig.got(DealerDone) == [DealerDone(17, "stand")]
    assert len(rig.cards) == 1


def test_7_1_dealer_hits_soft_17_where_the_sheet_says_so() -> None:
    rig = Rig("TS 6D 8S AC 4H", {1: 100}, rules={"soft_17": "hit"})
    rig.says("1 stand")
    assert rig.got(DealerDone) == [DealerDone(21, "stand")]


def test_7_1_dealer_draws_to_17() -> None:
    rig = Rig("TS 2D 8S 2C 2H 3S AD 7C", {1: 100})
    rig.says("1 stand")
    assert rig.got(DealerDone) == [DealerDone(20, "stand")]
    assert rig.view["dealer"]["cards"] == ["2D", "2C", "2H", "3S", "AD"]


def test_7_1_seven_seats_and_six_decks() -> None:
    rig = Rig()
    assert (rig.sheet.seats, rig.sheet.decks, rig.sheet.jokers_in_shoe) == (7, 6, 0)
    with pytest.raises(IllegalAction, match="no_such_seat"):
        rig.bet(8, 100)


# --- 7.2 insurance -----------------------------------------------------------------------------------------


def test_7_2_insurance_costs_half_the_bet() -> None:
    rig = Rig("TS 9C AD 9S 9H 5C", {1: 100, 2: 50})
    rig.says("1 insurance")
    assert rig.has(1) == 850
    assert rig.view["boxes"][1]["insurance"] == 50


def test_7_2_insured_dealer_blackjack_brings_bet_and_insurance_back() -> None:
    rig = Rig("TS AD 9S KC", {1: 100})
    rig.says("1 insurance")
    assert rig.outcomes == ["push"]
    assert rig.has(1) == 1000
    assert rig.got(InsuranceSettled) == [InsuranceSettled(1, 1, 1, points(50))]


def test_7_2_not_insured_loses_natural_pushes() -> None:
    rig = Rig("TS AH AD 9S KS KC", {1: 100, 2: 100})
    rig.says("1 no", "2 no")
    assert rig.outcomes == ["lose", "push"]
    assert (rig.has(1), rig.has(2)) == (900, 1000)


def test_7_2_j_a_natural_loses_where_the_sheet_says_so() -> None:
    rules = {"insurance.natural_pushes": False}
    rig = Rig("AH AD KS KC", {1: 100}, rules=rules)
    rig.says("1 no")
    assert rig.outcomes == ["lose"]
    # Under a ten nothing could be insured: two naturals push all the same.
    assert Rig("AH TD KS AC", {1: 100}, rules=rules).outcomes == ["push"]


def test_7_2_an_insured_natural_pushes_and_its_insurance_pays_where_the_sheet_says_2_to_1() -> None:
    rules = {"insurance": {"bet": "lose", "returns": 3, "natural_pushes": False}}
    rig = Rig("AH TS AD KS 9C KC", {1: 100, 2: 100}, rules=rules)
    rig.says("1 insurance", "2 insurance")
    assert rig.outcomes == ["push", "lose"]
    assert (rig.has(1), rig.has(2)) == (1100, 1000)


def test_7_2_no_dealer_blackjack_loses_the_insurance_and_play_goes_on() -> None:
    rig = Rig("TS AD 9S 8C", {1: 100})
    rig.says("1 insurance")
    assert rig.got(Looked) == [Looked(False)]
    assert rig.round.phase == "playing"
    assert dict(rig.round.staked) == {1: points(100)}
    assert rig.view["boxes"][1]["insurance"] == 0
    rig.says("1 stand")
    assert rig.outcomes == ["push"]
    assert rig.has(1) == 950


def test_7_2_the_dealer_looks_before_anybody_acts() -> None:
    rig = Rig("TS 5C AD 9S 9H KC", {1: 100, 2: 100})
    assert rig.round.awaiting.seats == (1, 2)
    rig.says("2 no")
    assert rig.round.awaiting.seats == (1,)
    assert code(rig, "2 no") == "nothing_asked"
    rig.says("1 no")
    assert rig.round.phase == "settled"


def test_7_2_even_money_pays_twice_at_once() -> None:
    rig = Rig("AS TC AD KS 9H 8C", {1: 100, 2: 100})
    assert rig.round.offered(1) == ("insurance", "even_money", "no")
    assert rig.round.offered(2) == ("insurance", "no")
    rig.says("1 even_money")
    assert rig.outcomes == ["even_money"]
    assert rig.has(1) == 1100
    assert code(rig, "2 even_money") == "not_offered"


def test_7_2_a_natural_is_not_asked_where_the_sheet_offers_it_nothing() -> None:
    rules = {"insurance.naturals": False, "even_money": False}
    rig = Rig("AS TC AD KS 9H 8C", {1: 100, 2: 100}, rules=rules)
    assert rig.round.awaiting.seats == (2,)
    assert code(rig, "1 insurance") == "nothing_asked"


def test_7_2_if_all_take_even_money_the_dealer_neither_looks_nor_draws() -> None:
    rig = Rig("AS AD KS KC", {1: 100})
    rig.says("1 even_money")
    assert rig.round.phase == "settled"
    assert rig.got(Looked) == []
    assert rig.view["dealer"]["cards"] == ["AD", "?"]


@pytest.mark.parametrize(("hole", "left"), [("KC", 1000), ("8C", 1100)])
def test_7_2_a_natural_may_insure_too(hole: str, left: int) -> None:
    rig = Rig(f"AS AD KS {hole}", {1: 100})
    rig.says("1 insurance")
    assert rig.has(1) == left  # both stakes back, or x2.5 less the insurance


def test_7_2_insurance_without_the_points_is_refused() -> None:
    rig = Rig("TS AD 9S KC", {1: 100}, wallet=130)
    with pytest.raises(IllegalAction) as caught:
        rig.says("1 insurance")
    assert caught.value.params == {"shortfall": points(20)}
    assert rig.round.awaiting.seats == (1,)
    enough = Rig("TS AD 9S KC", {1: 100}, wallet=150)
    enough.says("1 insurance")
    assert enough.outcomes == ["push"]
    with pytest.raises(IllegalAction, match="short shortfall=1"):
        Rig("TS AD 9S KC", {1: 100}).apply(Play(1, 0, Move.INSURANCE, Amount(4999)))


def test_7_2_no_moves_while_the_offer_is_open() -> None:
    rig = Rig("TS AD 9S KC", {1: 100})
    assert code(rig, "1 hit") == "not_now"
    assert rig.view["say"] == ["insurance", "no"]


def test_7_2_half_of_an_odd_bet_is_rounded_down_to_the_hundredth() -> None:
    rules = {"limits": {"min": 1, "step": 1}, "insurance.cost": "1/3"}
    rig = Rig("TS AD 9S KC", {1: 100}, rules=rules)
    rig.says("1 insurance")
    assert rig.got(InsuranceSettled) == [InsuranceSettled(1, 1, 1, 3333)]


# --- 7.3 under a ten ---------------------------------------------------------------------------------------


def test_7_3_no_look_under_a_ten_and_a_blackjack_takes_doubles_and_splits_whole() -> None:
    rig = Rig("8S 6C TD 8H 5C AC 3S 2C TH 9S 9C", {1: 100, 2: 100})
    assert rig.got(Looked) == []
    rig.says("1 split", "2 double", "1 double", "1 stand")
    assert rig.outcomes == ["lose", "lose", "lose"]
    assert (rig.has(1), rig.has(2)) == (700, 800)


def test_7_3_a_natural_waits_under_a_ten() -> None:
    rig = Rig("AS 9C TD KS 9H 7C", {1: 100, 2: 100})
    assert rig.outcomes == []
    rig.says("2 stand")
    assert rig.outcomes == ["blackjack", "win"]


@pytest.mark.parametrize(("hole", "outcome"), [("AC", "push"), ("6C", "blackjack")])
def test_7_3_if_only_naturals_wait_the_dealer_takes_just_the_second_card(hole: str, outcome: str) -> None:
    rig = Rig(f"AS TD KS {hole} 5C", {1: 100})
    assert rig.outcomes == [outcome]
    assert rig.got(HoleOpened) == [HoleOpened(parse_card(hole))]
    assert len(rig.cards) == 1


def test_7_3_a_natural_is_paid_at_once_when_no_blackjack_is_possible() -> None:
    assert Rig("AS 9C 9D KS 9H 7C", {1: 100, 2: 100}).outcomes == ["blackjack"]
    looked = Rig("AS 9C AD KS 9H 7C", {1: 100, 2: 100})
    looked.says("1 no")
    assert looked.outcomes == []
    looked.says("2 no")
    assert looked.outcomes == ["blackjack"]


# --- 7.4 surrender -----------------------------------------------------------------------------------------


def test_7_4_surrender_brings_half_back() -> None:
    rig = Rig("TS 9D 6S 8C", {1: 100})
    rig.says("1 surrender")
    assert rig.outcomes == ["surrender"]
    assert rig.has(1) == 950
    assert rig.round.phase == "settled"


def test_7_4_surrender_only_as_the_first_action() -> None:
    rig = Rig("2S 9D 6S 8C 3C", {1: 100})
    rig.says("1 hit")
    assert code(rig, "1 surrender") == "surrender_first"


def test_7_4_no_surrender_may_be_ordered_once_a_hit_was_said() -> None:
    rig = Rig("2S 9D 6S 8C", {1: 100})
    rig.says("1 hit")  # its card has not fallen yet
    with pytest.raises(IllegalAction, match="surrender_first"):
        rig.round.could(1, 1, Move.SURRENDER, rig.means(1))


def test_7_4_no_surrender_after_a_split() -> None:
    rig = Rig("8S 9D 8C 8C 3C 4D", {1: 100})
    rig.says("1 split")
    assert code(rig, "1.1 surrender") == "surrender_first"
    rig.says("1.1 stand")
    assert code(rig, "1.2 surrender") == "surrender_first"


def test_7_4_surrender_after_the_look() -> None:
    rig = Rig("TS AD 6S 8C", {1: 100})
    rig.says("1 insurance", "1 surrender")
    assert rig.has(1) == 900


def test_7_4_none_where_the_sheet_says_so() -> None:
    assert code(Rig("TS 9D 6S 8C", {1: 100}, rules={"surrender": "none"}), "1 surrender") == "no_surrender"


# --- 7.5 split ---------------------------------------------------------------------------------------------


def test_7_5_hit_stand_and_double_after_a_split() -> None:
    rig = Rig("8S 9D 8C 8C 3C 2D TH 5D", {1: 100})
    rig.says("1 split", "1 double", "1 hit", "1 stand")
    assert rig.outcomes == ["win", "lose"]
    assert rig.has(1) == 1000 - 300 + 400


def test_7_5_after_a_split_ace_and_ten_is_a_natural() -> None:
    rig = Rig("AS 9D AC 8C KC 5D 2H", {1: 100})
    rig.says("1 split")
    assert rig.outcomes == ["blackjack"]
    rig.says("1 hit", "1 stand")
    assert rig.has(1) == 1000 - 200 + 250 + 200


def test_7_5_a_natural_after_a_split_beats_21_and_pushes_a_blackjack() -> None:
    beats = Rig("TS TD TC 4H AC 9D 7C", {1: 100})
    beats.says("1 split", "1 stand")
    assert beats.got(DealerDone) == [DealerDone(21, "stand")]
    assert beats.outcomes == ["blackjack", "lose"]
    pushes = Rig("TS TD TC AH AC 9D", {1: 100})
    pushes.says("1 split", "1 stand")
    assert pushes.outcomes == ["push", "lose"]


def test_7_5_plain_21_after_a_split_where_the_sheet_says_so() -> None:
    rig = Rig("TS TD TC 4H AC 9D 7C", {1: 100}, rules={"split.natural": False})
    rig.says("1 split", "1 stand")
    assert rig.outcomes == ["push", "lose"]


def test_7_5_split_aces_play_on_like_any_others_and_take_one_card_where_the_sheet_says_so() -> None:
    rig = Rig("AS 9D AC 8C 2C 5D 9H", {1: 100})
    rig.says("1 split", "1 hit")
    assert rig.round.open_hands(1) == (1, 2)
    rig = Rig("AS 9D AC 8C 2C 5D 9H", {1: 100}, rules={"split.aces": "one_card"})
    rig.says("1 split")
    assert rig.outcomes == ["lose", "lose"]


# --- 7.6 ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", ["double", "split"])
def test_7_6_double_and_split_are_refused_without_the_points(move: str) -> None:
    rig = Rig("8S 9D 8C 8C", {1: 100}, wallet=199)
    assert code(rig, f"1 {move}") == "short"
    assert len(rig.view["boxes"][1]["hands"]) == 1
    rig = Rig("8S 9D 8C 8C", {1: 100}, wallet=200)
    rig.says(f"1 {move}")
    assert rig.has(1) == 0


# --- bets: 3.3, 5.7 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("amount", "refusal"),
    [(0, "bet_too_small"), (9, "bet_too_small"), (15, "bet_step"), (1010, "short shortfall=1000")],
)
def test_3_3_tournament_limits(amount: int, refusal: str) -> None:
    with pytest.raises(IllegalAction, match=refusal):
        Rig("", {}, deal=False).bet(1, amount)


def test_3_3_tournament_has_no_maximum_whatever_the_rank() -> None:
    rig = Rig("", {1: 1_000_000}, wallet=1_000_000, deal=False)
    assert rig.has(1) == 0


def test_3_3_limits_of_the_rank_where_the_sheet_says_so() -> None:
    rules = {"limits": {"min": "rank", "max": "rank", "step": "rank"}}
    rig = Rig("", {}, rules=rules, wallet=100_000, deal=False)
    with pytest.raises(IllegalAction, match="bet_too_big max=500000"):
        rig.bet(1, 5010)
    rig.bet(1, 10_000, rank="heart")


@pytest.mark.parametrize(("new", "left"), [(300, 700), (50, 950), (100, 900), (1000, 0)])
def test_5_7_a_new_bet_replaces_the_earlier_one(new: int, left: int) -> None:
    rig = Rig("", {1: 100}, deal=False)
    rig.bet(1, new)
    assert rig.has(1) == left
    assert dict(rig.round.staked) == {1: points(new)}


def test_5_7_a_replacing_bet_that_is_refused_leaves_the_earlier_one() -> None:
    rig = Rig("", {1: 100}, deal=False)
    with pytest.raises(IllegalAction, match="short shortfall=1000"):
        rig.bet(1, 1010)
    assert rig.view["boxes"][1]["bet"] == 100


def test_5_7_cancel_brings_the_bet_back() -> None:
    rig = Rig("", {1: 100}, deal=False)
    assert rig.round.legal(1) == ("bet", "withdraw")
    rig.withdraw(1)
    assert rig.has(1) == 1000
    assert dict(rig.round.staked) == {}
    with pytest.raises(IllegalAction, match="no_bet"):
        rig.withdraw(1)


def test_2_1_one_player_one_seat_and_one_seat_one_player() -> None:
    rig = Rig("", {1: 100}, deal=False)
    with pytest.raises(IllegalAction, match="one_seat seat=1"):
        rig.bet(2, 100, player=1)
    with pytest.raises(IllegalAction, match="seat_taken"):
        rig.bet(1, 100, player=2)
    with pytest.raises(IllegalAction, match="no_player"):
        rig.bet(3, 100, player=NOBODY)


def test_7_5_a_premium_of_six_waits_for_the_end_of_the_hand() -> None:
    rules = {"premiums": "unknown-dealer"}
    rig = Rig("2S TD 2H 8C 2D 2C 3S 4S 5D", {1: 100}, rules=rules)
    rig.says("1 hit", "1 hit", "1 hit", "1 hit")
    assert rig.round.turn == (1, 1)  # 2-2-2-2-3-4 is 15, and might become seven cards
    rig.says("1 stand")
    assert [(r.premium, r.returned) for r in rig.round.results] == [("6_under", points(500))]
    rig = Rig("2S TD 2H 8C 2D 2C 3S 4S 5D", {1: 100}, rules=rules)
    rig.says("1 hit", "1 hit", "1 hit", "1 hit", "1 hit")
    assert [(r.premium, r.returned) for r in rig.round.results] == [("7_under", points(1200))]


def test_bets_of_several_hands() -> None:
    rig = Rig("", {}, rules={"hands": 3}, deal=False)
    rig.bet(1, (100, 50))
    assert rig.has(1) == 850
    with pytest.raises(IllegalAction, match="too_many_hands hands=3"):
        rig.bet(1, (10, 10, 10, 10))
    with pytest.raises(IllegalAction, match="no_such_rank rank=king"):
        rig.bet(1, 10, rank="king")


def test_a_deal_without_bets_is_over_at_once() -> None:
    rig = Rig("", {})
    assert rig.round.phase == "settled"
    assert rig.round.awaiting.what is Await.NOTHING


# --- real cards: design 2 ----------------------------------------------------------------------------------


def test_real_cards_the_dealer_is_asked_for_the_look_and_then_for_the_card() -> None:
    rig = Rig("TS AD 9S ?", {1: 100})
    assert not rig.round.hole_known
    rig.says("1 no")
    assert rig.round.awaiting.what is Await.LOOK
    rig.apply(Look(blackjack=True))
    assert rig.round.awaiting.what is Await.REVEAL
    with pytest.raises(IllegalAction, match="reveal_disagrees card=9C look=yes"):
        rig.apply(Reveal(parse_card("9C")))
    rig.apply(Reveal(parse_card("K")))
    assert rig.outcomes == ["lose"]


def test_real_cards_no_blackjack_seen_then_no_ten_may_be_revealed() -> None:
    rig = Rig("TS AD 9S ?", {1: 100})
    rig.says("1 no")
    rig.apply(Look(blackjack=False))
    rig.says("1 stand")
    with pytest.raises(IllegalAction, match="reveal_disagrees card=KC look=no"):
        rig.apply(Reveal(parse_card("KC")))
    rig.apply(Reveal(parse_card("6C")))
    assert rig.outcomes == ["win"]


def test_real_cards_under_a_ten_nothing_was_looked_at_and_any_card_may_come() -> None:
    rig = Rig("TS TD 9S ?", {1: 100})
    rig.says("1 stand")
    assert rig.round.awaiting.what is Await.REVEAL
    with pytest.raises(IllegalAction, match="no_card_awaited"):
        rig.apply(DealCard(parse_card("6C")))
    rig.apply(Reveal(parse_card("AC")))
    assert rig.outcomes == ["lose"]


def test_real_cards_only_the_hole_card_may_lie_face_down() -> None:
    rig = Rig("", {1: 100})
    with pytest.raises(IllegalAction, match="card_unknown"):
        rig.apply(DealCard(None))


def test_real_cards_a_rank_alone_will_do_and_a_joker_will_not() -> None:
    rig = Rig("T 9", {1: 100})
    assert rig.view["boxes"][1]["hands"][0]["cards"] == ["T"]
    with pytest.raises(IllegalAction, match="no_jokers"):
        rig.apply(DealCard(parse_card("JK")))


def test_a_seat_of_the_house_where_the_sheet_has_them() -> None:
    with pytest.raises(IllegalAction, match="no_house_seats"):
        Rig("", {2: 0})
    rig = Rig("TS 8S 9D 6S 8H 8C TC", {1: 100, 2: 0}, rules={"house_seats": True})
    assert rig.round.auto_move(2, 1) == "hit"
    rig.says("1 stand", "2 hit")
    assert [result.player for result in rig.round.results] == [1, NOBODY]
    assert rig.has(1) == 900
