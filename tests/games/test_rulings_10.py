"""Rulings 10: Deluxe Blackjack, sheet 000."""

from __future__ import annotations

from typing import Any

import pytest

from bot.amounts import points
from bot.cards import parse_card
from bot.games.blackjack import Beside, Bet, BlackjackSheet, Move, Reply, Retract
from bot.games.blackjack.events import (
    BehindSettled,
    BesideReturned,
    Converted,
    FollowerAsked,
    InsuranceSettled,
    SideSettled,
)
from bot.games.blackjack.side_bets import pair
from bot.games.contract import Await, Close, DealCard, IllegalAction, PlayerId, Returned, Staked
from bot.games.registry import load_sheet
from bot.games.sheet import SheetError
from tests.games.rig import Rig


def deluxe(cards: str = "", bets: dict[int, int] | None = None, **options: Any) -> Rig:
    return Rig(cards, bets or {1: 100}, table="deluxe", **options)


def beside(rig: Rig, what: str, player: int, seat: int, amount: int) -> None:
    rig.apply(Beside(what, seat, PlayerId(player), points(amount), "plain", rig.means(player)))


def behind(cards: str, *followers: int, wallet: Any = 1000, **options: Any) -> Rig:
    """Seat 1 bets 100; each follower bets 50 behind it."""
    rig = deluxe(cards, deal=False, wallet=wallet, **options)
    for player in followers:
        beside(rig, "behind", player, 1, 50)
    rig.apply(Close())
    return rig


def reply(rig: Rig, player: int, move: str, seat: int = 1) -> None:
    rig.apply(Reply(seat, PlayerId(player), Move(move), rig.means(player)))


def refused(rig: Rig, action: Any) -> str:
    before = rig.round.state()
    with pytest.raises(IllegalAction) as caught:
        rig.round.apply(action)
    assert rig.round.state() == before
    return caught.value.code


def two_seats(rig: Rig, amount: int, seat: int = 1, second: int = 2, player: int = 1) -> None:
    rig.apply(Bet(seat, PlayerId(player), (points(amount),), (), "plain", rig.means(player), second))


# --- the sheet (10.1) -------------------------------------------------------------------------------------


def test_10_1_the_sheet() -> None:
    sheet = load_sheet("deluxe")
    assert isinstance(sheet, BlackjackSheet)
    assert (sheet.seats, sheet.decks, sheet.cut, sheet.burn) == (7, 8, 75, True)
    limits = sheet.limits_for("heart")
    assert (limits.low, limits.high, limits.step) == (points(10), points(10_000), points(10))
    assert sheet.side_limits_for("pair", "heart") == limits
    assert sheet.suits_matter


@pytest.mark.parametrize(
    "rules",
    [
        {"hands": 2},
        {"taking": "join"},
        {"even_money": True},
        {"premiums": "switch"},
        {"side_bets.pair.pays.two": 3},
    ],
)
def test_10_what_cannot_be_played_is_an_error(rules: dict[str, Any]) -> None:
    with pytest.raises(SheetError):
        load_sheet("deluxe", rules)


# --- two seats (10.2) -------------------------------------------------------------------------------------


def test_10_2_both_seats_carry_the_same() -> None:
    rig = Rig("", table="deluxe", deal=False)
    rig.bet(2, 100, player=1)
    rig.bet(5, 40, player=1)
    assert {seat: box.amounts for seat, box in rig.round.boxes.items()} == {
        2: (points(40),),
        5: (points(40),),
    }
    assert rig.has(1) == 920


def test_10_2_what_shrinks_comes_back_before_the_rest_is_staked() -> None:
    rig = Rig("", table="deluxe", deal=False, wallet=100)
    rig.bet(1, 100)
    events = rig.bet(3, 100, player=1)
    money = [event for event in events if isinstance(event, Staked | Returned)]
    assert [(type(event), event.amount, event.seat) for event in money] == [
        (Returned, points(50), 1),
        (Staked, points(50), 3),
    ]
    assert rig.has(1) == 0


@pytest.mark.parametrize(("wallet", "each", "left"), [(100, 40, 20), (25, 10, 5), (20, 10, 0)])
def test_10_2_halved(wallet: int, each: int, left: int) -> None:
    rig = Rig("", table="deluxe", deal=False, wallet=wallet)
    two_seats(rig, min(wallet // 10 * 10, 90))
    assert [box.amounts for box in rig.round.boxes.values()] == [(points(each),)] * 2
    assert rig.has(1) == left


def test_10_2_refused_with_the_shortfall() -> None:
    rig = Rig("", table="deluxe", deal=False, wallet=15)
    with pytest.raises(IllegalAction, match=f"short shortfall={points(5)}"):
        two_seats(rig, 10)
    assert rig.round.boxes == {}


def test_10_2_a_third_seat_is_refused() -> None:
    rig = Rig("", table="deluxe", deal=False)
    two_seats(rig, 10)
    assert refused(rig, Bet(3, PlayerId(1), (points(10),), (), "plain", rig.means(1))) == "two_seats"


def test_10_2_retracted_is_all_of_it() -> None:
    rig = deluxe(deal=False)
    two_seats(rig, 100, 2, 3, player=2)
    beside(rig, "behind", 2, 1, 50)
    beside(rig, "pair", 2, 1, 20)
    beside(rig, "behind", 1, 2, 30)
    rig.apply(Retract(PlayerId(2)))
    assert rig.has(2) == 1000
    assert refused(rig, Retract(PlayerId(2))) == "nothing_to_retract"
    assert rig.round.beside(2), "what others laid there waits for the close"


# --- behind (10.3) ----------------------------------------------------------------------------------------


def test_10_3_beside_a_seat_without_a_bet_it_comes_back_at_the_close() -> None:
    rig = deluxe("TS 9D 9S 8D", deal=False)
    beside(rig, "behind", 2, 4, 50)
    beside(rig, "pair", 2, 4, 20)
    rig.apply(Close())
    assert [(event.what, event.amount) for event in rig.got(BesideReturned)] == [  # type: ignore[attr-defined]
        ("behind", points(50)),
        ("pair", points(20)),
    ]
    assert rig.has(2) == 1000


def test_10_3_never_behind_ones_own_seat() -> None:
    rig = deluxe(deal=False)
    own = Beside("behind", 1, PlayerId(1), points(50), "plain", points(500))
    assert refused(rig, own) == "own_seat"
    beside(rig, "behind", 2, 3, 50)
    assert refused(rig, Bet(3, PlayerId(2), (points(50),), (), "plain", points(500))) == "own_seat"


def test_10_3_elsewhere_there_is_nothing_to_lay() -> None:
    rig = Rig("", {1: 100}, deal=False)
    for what in ("behind", "pair"):
        assert refused(rig, Beside(what, 1, PlayerId(2), points(50), "plain", points(500))) == "not_here"


@pytest.mark.parametrize(
    ("cards", "moves", "outcome", "has"),
    [
        ("AS 9D KS 8D", (), "blackjack", 1075),
        ("TS 9D 6S 8D", ("1 surrender",), "surrender", 975),
        ("TS 9D 7S 8D", ("1 stand",), "push", 1000),
        ("TS 9D 6S 8D TD", ("1 hit",), "bust", 950),
    ],
)
def test_10_3_it_takes_the_seats_result(cards: str, moves: tuple[str, ...], outcome: str, has: int) -> None:
    rig = behind(cards, 2)
    rig.says(*moves)
    (settled,) = rig.got(BehindSettled)
    assert isinstance(settled, BehindSettled)
    assert (settled.outcome, rig.has(2)) == (outcome, has)


def test_10_3_asked_before_the_card() -> None:
    rig = behind("5S 9D 6S 8D TH", 2, 3)
    rig.says("1 double")
    assert (rig.round.phase, rig.round.awaiting.what, rig.round.turn) == ("following", Await.PLAYERS, None)
    assert rig.round.followers == ((1, 2), (1, 3))
    assert refused(rig, DealCard(parse_card("TH"))) == "not_now"
    assert refused(rig, rig.play(1, "no")) == "nothing_asked"
    reply(rig, 3, "no")
    assert refused(rig, Reply(1, PlayerId(3), Move.FOLLOW, points(500))) == "nothing_asked"
    assert refused(rig, Reply(1, PlayerId(2), Move.INSURANCE, points(500))) == "not_now"
    assert refused(rig, Reply(1, PlayerId(2), Move.FOLLOW, points(49))) == "short"
    reply(rig, 2, "follow")
    assert (rig.has(1), rig.has(2), rig.has(3)) == (1200, 1100, 1050)


def test_10_3_a_split_and_a_double_after_it() -> None:
    rig = behind("5S 9D 5H 8D 6C 4C TH", 2, 3)
    rig.says("1 split")
    reply(rig, 2, "follow")
    reply(rig, 3, "no")
    rig.says("1 double")
    assert rig.round.followers == ((1, 2), (1, 3)), "both are behind the left hand"
    reply(rig, 2, "no")
    reply(rig, 3, "follow")
    rig.says("1 stand")
    assert rig.outcomes[:2] == ["win", "lose"]
    assert (rig.has(2), rig.has(3)) == (1000, 1100)


def test_10_3_results_and_stakes_are_the_followers_too() -> None:
    rig = behind("5S 9D 6S 8D TH", 2)
    assert rig.round.staked == {1: points(100), 2: points(50)}
    rig.says("1 stand")
    assert [(one.player, one.seat, one.hand, one.staked) for one in rig.round.results] == [
        (1, 1, 1, points(100)),
        (2, 1, 1, points(50)),
    ]
    assert rig.round.staked == {}


# --- the pair (10.4) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "makes"),
    [
        ("9S 9S 9S", "identical"),
        ("9S 9S 9H", "perfect"),
        ("9S 9C 9S", "colour"),
        ("9H 9D 2S", "colour"),
        ("9S 9H 9S", "mixed"),
        ("KS QS 2S", "lose"),
        ("JK JK 2S", "lose"),
    ],
)
def test_10_4_what_makes_which(cards: str, makes: str) -> None:
    assert pair(*map(parse_card, cards.split())) == makes


@pytest.mark.parametrize(("makes", "pays"), [("9H", 5), ("9C", 10), ("9S", 30)])
def test_10_4_pays_at_the_deal(makes: str, pays: int) -> None:
    rig = deluxe(f"9S 7D {makes} TD", deal=False)
    beside(rig, "pair", 2, 1, 50)
    beside(rig, "pair", 1, 1, 10)
    rig.apply(Close())
    assert (rig.has(2), rig.has(1)) == (1000 + 50 * pays, 900 + 10 * pays)
    assert len(rig.got(SideSettled)) == 2
    rig.says("1 stand")
    assert [(one.player, one.hand, one.outcome) for one in rig.round.results][1:] == [
        (2, 0, "win"),
        (1, 0, "win"),
    ]


def test_10_4_a_suit_is_asked_for() -> None:
    with pytest.raises(IllegalAction, match="suit_needed"):
        deluxe("9")


# --- looks, insurance, surrender (10.5) -------------------------------------------------------------------


@pytest.mark.parametrize("up", ["AH", "TH"])
def test_10_5_a_blackjack_ends_it_at_once(up: str) -> None:
    rig = behind(f"5S {up} 6S {'KD' if up == 'AH' else 'AD'}", 2)
    if up == "AH":
        rig.says("1 no")
        reply(rig, 2, "no")
    assert (rig.round.phase, rig.has(1), rig.has(2)) == ("settled", 900, 950)


def test_10_5_each_insures_alone() -> None:
    rig = behind("AS AD KS 9D", 2, 3)
    assert [event.player for event in rig.got(FollowerAsked)] == [2, 3]  # type: ignore[attr-defined]
    reply(rig, 2, "insurance")
    assert rig.round.phase == "insurance"
    rig.says("1 insurance")
    reply(rig, 3, "no")
    assert rig.round.phase == "settled", "every seated hand is a blackjack"
    assert len(rig.got(InsuranceSettled)) == 2
    assert (rig.has(1), rig.has(2), rig.has(3)) == (1100, 1050, 1075)


@pytest.mark.parametrize("up", ["AD", "TD", "KD"])
def test_10_5_no_surrender_against_an_ace_or_a_ten(up: str) -> None:
    rig = deluxe(f"TS {up} 6S 7H")
    if up == "AD":
        rig.says("1 no")
    assert "surrender" not in rig.round.say()
    assert refused(rig, rig.play(1, "surrender")) == "no_surrender_under"


# --- without the points (10.6) ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "move", "into"),
    [
        ("5S 9D 6S 8D 2H", "double", Move.HIT),
        ("TS 9D 2S 8D", "double", Move.STAND),
        ("5S 9D 5H 8D 2H", "split", Move.HIT),
        ("AS 9D AH 8D", "split", Move.STAND),
    ],
)
def test_10_6_converted(cards: str, move: str, into: Move) -> None:
    rig = behind(cards, 2, wallet={1: 150, 2: 1000})
    rig.says(f"1 {move}")
    (converted,) = rig.got(Converted)
    assert isinstance(converted, Converted)
    assert (converted.move, converted.into) == (Move(move), into)
    assert rig.got(FollowerAsked) == [], "nobody is asked"
    assert rig.has(1) == 50 or rig.round.phase == "settled"


def test_10_6_split_aces_get_one_card_each_and_no_double() -> None:
    rig = deluxe("AS 9D AH 8D 5C 6C")
    rig.says("1 split")
    assert rig.round.phase == "settled"
    assert [hand["total"] for hand in rig.view["boxes"][1]["hands"]] == [16, 17]


# --- the picture ------------------------------------------------------------------------------------------


def test_what_lies_beside_a_seat_is_in_the_view() -> None:
    rig = deluxe("5S 9D 6S 8D TH", deal=False)
    beside(rig, "behind", 2, 1, 50)
    beside(rig, "pair", 3, 1, 20)
    beside(rig, "behind", 3, 4, 10)
    assert rig.view["behind"][4][0]["bet"] == 10
    rig.apply(Close())
    rig.says("1 double")
    assert rig.view["behind"] == {
        1: [{"player": 2, "bet": 50, "stake": 50, "insurance": 0, "asked": True, "returned": None}]
    }
    assert rig.view["pairs"] == {1: [{"player": 3, "stake": 20, "result": "lose", "returned": 0}]}
    reply(rig, 2, "follow")
    assert rig.view["behind"][1][0] | {"asked": False} == {
        "player": 2, "bet": 50, "stake": 100, "insurance": 0, "asked": False, "returned": 200,
    }  # fmt: skip
