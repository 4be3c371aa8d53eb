"""Rulings 11: the eight blackjacks of sheet 001."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from bot.amounts import points
from bot.cards import parse_card
from bot.games.blackjack import Bet, BlackjackSheet, Move
from bot.games.blackjack.events import DealerDone, HandSplit, HoleOpened, Looked, SideSettled, Turn
from bot.games.blackjack.side_bets import super_seven
from bot.games.contract import Await, DealCard, IllegalAction, Look, PlayerId, Reveal
from bot.games.registry import load_sheet
from bot.games.sheet import SheetError
from tests.games.rig import Rig

TABLES = (
    "classic",
    "multihand",
    "super7-multihand",
    "multihand-vip",
    "vip",
    "reno",
    "french",
    "atlantic-city",
)
HANDS = {"multihand": 3, "super7-multihand": 3, "multihand-vip": 5, "vip": 3}
LEAST = {"super7-multihand": 5, "multihand-vip": 100, "vip": 100}


def sheet_of(table: str) -> BlackjackSheet:
    sheet = load_sheet(table)
    assert isinstance(sheet, BlackjackSheet)
    return sheet


def code(rig: Rig, *words: str) -> str:
    with pytest.raises(IllegalAction) as caught:
        rig.says(*words)
    return caught.value.code


# --- what they have in common ----------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_11_common(table: str) -> None:
    sheet = sheet_of(table)
    assert (sheet.seats, sheet.decks, sheet.cut, sheet.jokers_in_shoe) == (7, 6, 75, 0)
    assert (sheet.order, sheet.exit, sheet.premiums) == ("hand_by_hand", "none", None)
    assert sheet.hands == HANDS.get(table, 1)
    limits = sheet.limits_for("heart")
    assert (limits.low, limits.step) == (points(LEAST.get(table, 1)), points(1))
    assert limits.high == points(500 if table == "classic" else 10_000)
    assert limits.raises == (table in ("multihand-vip", "vip"))
    assert sheet.soft_17 == ("hit" if table == "reno" else "stand")


@pytest.mark.parametrize("table", TABLES)
def test_11_the_spade_has_no_limit_but_at_classic(table: str) -> None:
    assert sheet_of(table).limits_for("spade").high == (points(500) if table == "classic" else None)


@pytest.mark.parametrize("table", [table for table in TABLES if table != "french"])
def test_11_the_second_card_lies_face_down(table: str) -> None:
    rig = Rig("TS 6D 7S TC", {1: 100}, table=table)
    assert rig.view["dealer"]["cards"] == ["6D", "?"]
    assert "TC" not in str(rig.view)


@pytest.mark.parametrize("table", TABLES)
def test_11_jokers_may_be_played_with_the_figures_of_rulings_4(table: str) -> None:
    rig = Rig("JK 6D 7S TC", {1: 100}, table=table, rules={"exit": "joker"})
    while not rig.round.results:
        rig.says("1 stand")
    assert rig.outcomes == ["joker"]
    assert rig.has(1) == 1000 + 5 * 500  # the stake comes back, and 5 x the initial points of plain


@pytest.mark.parametrize("table", sorted(HANDS))
def test_11_hands_are_dealt_like_neighbouring_seats(table: str) -> None:
    rig = Rig("2S 3S 4S 5D 6C 7C 8C TH", {1: (100, 200), 2: 300}, table=table, wallet=5000)
    assert [hand["cards"] for hand in rig.view["boxes"][1]["hands"]] == [["2S", "6C"], ["3S", "7C"]]
    assert rig.view["boxes"][2]["hands"][0]["cards"] == ["4S", "8C"]
    assert rig.round.turn == (1, 1)


@pytest.mark.parametrize("table", TABLES)
def test_11_one_hand_too_many_is_refused(table: str) -> None:
    many = HANDS.get(table, 1) + 1
    with pytest.raises(IllegalAction, match="too_many_hands"):
        Rig("", {1: (100,) * many}, table=table, wallet=5000)


def test_11_one_hand_is_finished_before_the_next() -> None:
    rig = Rig("2S 9S 6D 3C 9C TD 4H 5H KC", {1: (100, 200)}, table="multihand")
    rig.says("1 hit", "1 hit")
    assert code(rig, "1.2 stand") == "not_your_turn"
    rig.says("1 stand")
    assert rig.round.turn == (1, 2)
    rig.says("1 stand")
    assert rig.outcomes == ["win", "win"]


# --- insurance and even money (11.1-11.3) ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "natural", "other"),
    [
        ("classic", ("insurance", "no"), ("insurance", "no")),
        *((t, ("even_money", "no"), ("insurance", "no")) for t in ("multihand", "vip", "reno")),
        *((t, (), ("insurance", "no")) for t in ("french", "atlantic-city")),
    ],
)
def test_11_1_what_is_offered(table: str, natural: tuple[str, ...], other: tuple[str, ...]) -> None:
    rig = Rig("AS 9S AC KD 8D 7H", {1: 100, 2: 100}, table=table)
    assert rig.round.offered(1) == natural
    assert rig.round.offered(2) == other


def test_11_1_each_hand_answers_for_itself() -> None:
    rig = Rig("AS 9S 8S AC KD 8D 8C 7H", {1: (100, 100, 60)}, table="multihand")
    assert rig.round.asked(1) == (1, 2, 3)
    assert code(rig, "1.1 insurance") == "not_offered"
    rig.says("1.3 insurance")
    assert rig.has(1) == 1000 - 260 - 30
    assert code(rig, "1.3 no") == "nothing_asked"
    rig.says("1 even_money")  # it fits the natural; the second hand declines
    hands = rig.view["boxes"][1]["hands"]
    assert [hand["outcome"] for hand in hands] == ["even_money", None, None]
    assert rig.round.phase == "playing"


def test_11_1_insurance_for_all_hands_needs_the_points_for_all() -> None:
    rig = Rig("9S 9D AC 8D 8C 7H", {1: (100, 100)}, table="multihand", wallet=260)
    assert code(rig, "1 insurance") == "short"
    rig.says("1.2 insurance")
    assert rig.has(1) == 10


def test_11_1_the_view_shows_each_hands_own_insurance() -> None:
    rig = Rig("9S 9D AC 8D 8C 7H", {1: (100, 50)}, table="multihand")
    rig.says("1.2 insurance")
    box = rig.view["boxes"][1]
    assert box["insurance"] == 25
    assert [hand["asked"] for hand in box["hands"]] == [["insurance", "no"], []]
    assert [hand["insurance"] for hand in box["hands"]] == [0, 25]


@pytest.mark.parametrize("table", ["classic", "multihand", "super7-multihand", "multihand-vip", "vip"])
def test_11_1_the_lock_after_insurance(table: str) -> None:
    rig = Rig("8S AC 8D 9H", {1: 100}, table=table)
    rig.says("1 insurance")
    assert [code(rig, f"1 {move}") for move in ("double", "split")] == ["insured", "insured"]
    assert not {Move.DOUBLE, Move.SPLIT} & set(rig.round.say())


@pytest.mark.parametrize("table", ["reno", "french", "atlantic-city"])
def test_11_1_no_such_lock_elsewhere(table: str) -> None:
    rig = Rig("8S AC 8D" if table == "french" else "8S AC 8D 9H", {1: 100}, table=table)
    rig.says("1 insurance")
    assert Move.SPLIT in rig.round.say()


@pytest.mark.parametrize("second", ["KH", "9H"])
def test_11_2_reno_settles_insurance_when_the_second_card_is_opened(second: str) -> None:
    rig = Rig(f"TS AC 8D {second}", {1: 100}, table="reno")
    rig.says("1 insurance")
    assert rig.view["boxes"][1]["insurance"] == 50
    rig.says("1 stand")
    assert rig.got(Looked) == []
    assert rig.has(1) == {"KH": 1000, "9H": 850}[second]


def test_11_2_nothing_open_and_the_second_card_stays_down() -> None:
    rig = Rig("TS AC 6D KH TD", {1: 100}, table="reno")
    rig.says("1 no", "1 hit")
    assert rig.outcomes == ["bust"]
    assert rig.got(HoleOpened) == []


def test_11_3_classic_insurance() -> None:
    rig = Rig("9S AC 8D KH", {1: 100}, table="classic")
    rig.says("1 insurance")
    assert rig.has(1) == 1000 - 150 + 275


def test_11_3_two_to_one_elsewhere() -> None:
    for table in TABLES:
        if table != "classic":
            insurance = sheet_of(table).insurance
            assert (insurance.cost, insurance.returns, insurance.bet) == (Fraction(1, 2), Fraction(3), "lose")


# --- looking (11.2) --------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("up", ["AC", "TC"])
def test_11_2_where_the_dealer_looks(table: str, up: str) -> None:
    rig = Rig(f"9S {up} 8D" + ("" if table == "french" else " 7H"), {1: 100}, table=table)
    if rig.round.phase == "insurance":
        rig.says("1 no")
    looks = {"atlantic-city": ("AC", "TC"), "reno": (), "french": ()}.get(table, ("AC",))
    assert rig.got(Looked) == ([Looked(False)] if up in looks else [])
    assert rig.round.phase == "playing"


def test_11_2_real_cards_are_looked_at_under_a_ten() -> None:
    rig = Rig("9S TC 8D ?", {1: 100}, table="atlantic-city")
    assert rig.round.awaiting.what is Await.LOOK
    rig.apply(Look(True))
    rig.apply(Reveal(parse_card("AH")))
    assert rig.outcomes == ["lose"]


@pytest.mark.parametrize("up", ["AC", "TC"])
def test_11_2_french_draws_the_second_card_at_the_end(up: str) -> None:
    rig = Rig(f"9S {up} 8D", {1: 100}, table="french")
    if rig.round.phase == "insurance":
        rig.says("1 no")
    assert rig.view["dealer"]["cards"] == [up]
    rig.says("1 stand")
    slot = rig.round.awaiting.slot
    assert slot is not None
    assert (slot.seat, slot.index, slot.face_down) == (0, 2, False)


# --- double and split ------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["reno", "french"])
@pytest.mark.parametrize(
    ("cards", "total"),
    [(("4S", "4D"), 8), (("4S", "5D"), 9), (("4S", "6D"), 10), (("5S", "6D"), 11), (("TS", "2D"), 12)],
)
def test_11_double_ranges(table: str, cards: tuple[str, str], total: int) -> None:
    hole = "" if table == "french" else " TH"
    rig = Rig(f"{cards[0]} 6C {cards[1]}{hole} 2C", {1: 100}, table=table)
    if total in ({"reno": (10, 11), "french": (9, 10, 11)}[table]):
        rig.says("1 double")
        assert rig.has(1) == 800
    else:
        assert code(rig, "1 double") == "double_totals"


@pytest.mark.parametrize(("first", "second"), [("AS", "8D"), ("AS", "9D")])
def test_11_3_the_announced_total_counts(first: str, second: str) -> None:
    rig = Rig(f"{first} 6C {second}", {1: 100}, table="french")
    assert code(rig, "1 double") == "double_totals"
    rig = Rig(f"{first} 6C {second}", {1: 100}, table="french", rules={"double.count": "any"})
    rig.says("1 double")


@pytest.mark.parametrize("table", TABLES)
def test_6_2_king_and_queen_are_a_pair(table: str) -> None:
    rig = Rig("KS 6C QD" + ("" if table == "french" else " TH") + " 5S", {1: 100}, table=table)
    rig.says("1 split")
    assert [hand["cards"][0] for hand in rig.view["boxes"][1]["hands"]] == ["KS", "QD"]


def test_6_2_a_pair_of_another_value_is_none() -> None:
    assert code(Rig("KS 6C 9D TH", {1: 100}, table="vip"), "1 split") == "no_pair_value"


def test_6_3_french_halves_get_their_card_in_their_turn() -> None:
    rig = Rig("8S 6C 8D 2H 9H", {1: 100}, table="french")
    rig.says("1 split")
    assert [hand["cards"] for hand in rig.view["boxes"][1]["hands"]] == [["8S", "2H"], ["8D"]]
    assert rig.round.open_hands(1) == (1, 2)
    rig.says("1 hit", "1 stand")
    assert rig.round.turn == (1, 2)
    assert rig.round.awaiting.what is Await.CARD
    assert code(rig, "1 stand") == "card_awaited"
    rig.apply(DealCard(parse_card("3C")))
    assert rig.view["boxes"][1]["hands"][1]["cards"] == ["8D", "3C"]
    turns = [event for event in rig.got(Turn) if isinstance(event, Turn) and event.hand == 2]
    assert len(turns) == 1


def test_6_3_a_french_half_that_makes_21_stands_and_the_next_gets_its_card() -> None:
    rig = Rig("AS 6C AD KH 5H", {1: 100}, table="french")
    rig.says("1 split")
    assert [hand["cards"] for hand in rig.view["boxes"][1]["hands"]] == [["AS", "KH"], ["AD", "5H"]]
    assert rig.round.turn == (1, 2)


def test_11_french_to_three_hands() -> None:
    rig = Rig("8S 6C 8D 8H 8C", {1: 100}, table="french")
    rig.says("1 split", "1 split")
    assert len(rig.got(HandSplit)) == 2
    assert code(rig, "1 split") == "split_most"


def test_11_halves_in_turn_need_one_hand_after_the_other() -> None:
    with pytest.raises(SheetError, match="hand_by_hand"):
        load_sheet("tournament", {"split.deal": "in_turn"})


def test_11_atlantic_city_each_half_once_more() -> None:
    rig = Rig("8S 6C 8D TH 8H 8C 8S 8D 7S 9S", {1: 100}, table="atlantic-city")
    rig.says("1 split", "1 split")
    assert [hand["cards"] for hand in rig.view["boxes"][1]["hands"]] == [
        ["8S", "8S"],
        ["8H", "8D"],
        ["8D", "8C"],
    ]
    assert code(rig, "1 split") == "split_no_deeper"
    rig.says("1 stand", "1 stand", "1 split")
    assert len(rig.view["boxes"][1]["hands"]) == 4
    assert code(rig, "1 split") == "split_most"


def test_11_atlantic_city_aces_once() -> None:
    rig = Rig("AS 6C AD TH AH 5D KC", {1: 100}, table="atlantic-city")
    rig.says("1 split")
    assert rig.got(DealerDone) == [DealerDone(26, "bust")]
    assert rig.has(1) == 1200


def test_11_aces_that_may_split_again_take_no_other_card_and_stand_unanswered() -> None:
    rules = {"split.aces_again": True, "auto_hit_max": 20}
    rig = Rig("AS 6C AD TH AH 5D", {1: 100}, table="atlantic-city", rules=rules)
    rig.says("1 split")
    assert rig.round.turn == (1, 1)
    assert set(rig.round.say()) == {Move.STAND, Move.SPLIT}
    assert code(rig, "1 hit") == "split_aces_one_card"
    assert rig.round.auto_move(1, 1) is Move.STAND


@pytest.mark.parametrize("table", TABLES)
def test_11_split_aces(table: str) -> None:
    hole = "" if table == "french" else " TH"
    rig = Rig(f"AS 6C AD{hole} 4H 5D", {1: 100}, table=table)
    rig.says("1 split")
    one_card = table in ("reno", "atlantic-city")
    assert rig.round.open_hands(1) == (() if one_card else (1, 2))
    if not one_card:
        assert Move.HIT in rig.round.say()
        assert (Move.DOUBLE in rig.round.say()) == (table != "french")


@pytest.mark.parametrize("table", TABLES)
def test_11_ace_and_ten_after_a_split_are_21(table: str) -> None:
    hole = "" if table == "french" else " TH"
    rig = Rig(f"AS 6C AD{hole} KH QH", {1: 100}, table=table)
    rig.says("1 split")
    hands = rig.view["boxes"][1]["hands"]
    assert [(hand["total"], hand["natural"]) for hand in hands] == [(21, False), (21, False)]


# --- stop and surrender (11.4) ---------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES)
def test_11_4_who_may_give_up(table: str) -> None:
    rig = Rig("TS 9C 6D" + ("" if table == "french" else " 8H"), {1: 100}, table=table)
    gives_up = table in ("classic", "atlantic-city")
    assert (Move.SURRENDER in rig.round.say()) == gives_up
    assert sheet_of(table).surrender_word == ("stop" if table == "classic" else "surrender")


def test_11_4_not_after_insurance_at_atlantic_city() -> None:
    rig = Rig("TS AC 6D 8H", {1: 100}, table="atlantic-city")
    rig.says("1 insurance")
    assert code(rig, "1 surrender") == "insured"
    assert Move.DOUBLE in rig.round.say()


# --- Super 7 (11.5) --------------------------------------------------------------------------------------


def cards(text: str) -> list[Any]:
    return [parse_card(one) for one in text.split()]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("7S", None),
        ("7S 2C", "one"),
        ("2C 7S 7D", "lose"),
        ("7S 7D", None),
        ("7S 7D 2C", "two"),
        ("7S 7S 2C", "two_suited"),
        ("7S 7D 7C", "three_mixed"),
        ("7S 7S 7S", "three_suited"),
        ("7S 7S 7D", "three"),
        ("7S 7D 7D", "three"),
        ("7S 2C 7D", "one"),
        ("7S 7D 7C 7H", "three_mixed"),
    ],
)
def test_11_5_what_the_sevens_make(text: str, result: str | None) -> None:
    assert super_seven(cards(text), final=False) == result


@pytest.mark.parametrize(("text", "result"), [("7S", "one"), ("7S 7D", "two"), ("7S 7S", "two_suited")])
def test_11_5_when_no_card_follows(text: str, result: str) -> None:
    assert super_seven(cards(text), final=True) == result


def seven(rig: Rig) -> list[tuple[int, str, int]]:
    settled = [event for event in rig.got(SideSettled) if isinstance(event, SideSettled)]
    return [(event.hand, event.result, event.returned // 100) for event in settled]


def super7(deal: str, bets: tuple[int, ...] = (10,), **more: Any) -> Rig:
    return Rig(deal, {1: bets}, table="super7-multihand", side={1: {"s7": 1}}, **more)


def test_11_5_one_point_per_hand() -> None:
    rig = super7("7S 9C 7D 6C 9D 2H 7H TH", (10, 20, 30))
    assert rig.has(1) == 1000 - 60 - 3 + 4
    assert seven(rig) == [(1, "one", 4), (2, "lose", 0)]
    sides = [hand["side"]["s7"] for hand in rig.view["boxes"][1]["hands"]]
    assert [side["result"] for side in sides] == ["one", "lose", None]
    assert rig.view["boxes"][1]["side"] == {"s7": 3}
    assert rig.view["boxes"][1]["decided"] == {}


def test_11_5_the_point_is_fixed() -> None:
    with pytest.raises(IllegalAction, match="side_too_big"):
        Rig("", {1: 10}, table="super7-multihand", side={1: {"s7": 2}})


def test_11_5_the_points_must_cover_every_hands_point() -> None:
    rig = Rig(table="super7-multihand", wallet=32)
    bet = Bet(1, PlayerId(1), (points(10),) * 3, (("s7", points(1)),), "plain", rig.means(1))
    with pytest.raises(IllegalAction, match="short shortfall=100"):
        rig.apply(bet)


def test_11_5_settled_as_soon_as_it_is_known() -> None:
    rig = super7("7S 6C 7D TH 7C")
    assert seven(rig) == []
    rig.says("1 hit")
    assert seven(rig) == [(1, "three_mixed", 501)]


def test_11_5_a_stand_leaves_the_two() -> None:
    rig = super7("7S 6C 7D TH KC")
    rig.says("1 stand")
    assert seven(rig) == [(1, "two", 51)]


@pytest.mark.parametrize(("left", "right", "result"), [("7H", "9C", "three_mixed"), ("9C", "7H", "two")])
def test_11_5_after_a_split_the_left_halfs_first_card(left: str, right: str, result: str) -> None:
    rig = super7(f"7S 6C 7D TH {left} {right} KC")
    rig.says("1 split")
    assert [found[1] for found in seven(rig)] == [result]
    assert len(rig.got(SideSettled)) == 1
    assert list(rig.view["boxes"][1]["hands"][1]["side"]) == []


def test_11_5_on_a_later_hand_after_an_earlier_one_was_split() -> None:
    rig = super7("8S 7S 6C 8D 7H TH 9H 9C 7C KC", (10, 10))
    rig.says("1 split", "1 stand", "1 stand", "1 hit")
    assert seven(rig) == [(1, "lose", 0), (3, "three_mixed", 501)]


def test_11_5_against_a_dealer_blackjack() -> None:
    rig = super7("7S AC 7D KH")
    rig.says("1 no")
    assert rig.outcomes == ["lose"]
    assert seven(rig) == [(1, "two", 51)]


def test_11_5_a_jokers_hand_keeps_what_its_sevens_make() -> None:
    rig = super7("7S 6C 7D TH JK", rules={"exit": "joker"})
    rig.says("1 hit")
    assert seven(rig) == [(1, "two", 51)]
    assert rig.round.phase == "settled"


def test_11_5_comes_back_under_a_joker_as_the_dealers_first_card() -> None:
    rig = super7("7S JK 7D TH", rules={"exit": "joker"})
    assert seven(rig) == [(1, "back", 1)]


def test_11_5_suits_are_asked_for() -> None:
    rig = Rig("", {1: 10}, table="super7-multihand")
    with pytest.raises(IllegalAction, match="suit_needed"):
        rig.apply(DealCard(parse_card("7")))


def test_11_5_a_result_that_is_none_is_no_sheet() -> None:
    with pytest.raises(SheetError, match="three_mixed"):
        load_sheet("super7-multihand", {"side_bets.s7.pays.royal": 9})
