"""Rulings 14.2 and 14.3, and what 14 says of all games that each viewer plays alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.amounts import points
from bot.cards import Card, parse_card
from bot.games.alone import SHOWN, GameAsked, GameBegun, GameSettled, GameWithdrawn
from bot.games.contract import (
    Await,
    BetsClosed,
    BrokenRule,
    Close,
    DealCard,
    Dealt,
    IllegalAction,
    PlayerId,
    Returned,
    Reveal,
    RoundSettled,
    Slot,
    Staked,
)
from bot.games.diagram import mermaid
from bot.games.registry import load_sheet
from bot.games.sheet import SheetError
from bot.games.stud import Ante, Pass, StudSheet
from bot.games.stud.events import DealerOpened, Passed, Raised
from bot.games.stud.showdown import qualified, show_down
from bot.games.video_poker import Deal, Hold, VideoPokerRound
from bot.games.video_poker.events import Held
from tests.games.solo import SoloRig

EXAMPLES = {
    "royal_flush": "TS JS QS KS AS",
    "straight_flush": "9H 5H 6H 7H 8H",
    "four": "7S 7D 7H 7C 2D",
    "full_house": "KS KD KH 5C 5H",
    "flush": "2S 5S 9S QS KS",
    "straight": "2H 3S 4C 5D 6C",
    "three": "7S 7D 7H KC 2D",
    "two_pair": "KS KD 2C 2H 5D",
    "jacks_or_better": "JS JD 2C 3H 5D",
}
PAYS = {
    "royal_flush": (250, 500, 750, 1000, 3000),
    "straight_flush": (50, 100, 150, 200, 250),
    "four": (25, 40, 60, 80, 100),
    "full_house": (6, 12, 18, 30, 35),
    "flush": (5, 10, 15, 24, 25),
    "straight": (4, 8, 12, 16, 20),
    "three": (3, 6, 9, 12, 15),
    "two_pair": (2, 4, 6, 8, 10),
    "jacks_or_better": (1, 2, 3, 4, 5),
}


def refused(rig: SoloRig, said: str) -> IllegalAction:
    """The refusal of those words; nothing has changed."""
    before = rig.round.state()
    with pytest.raises(IllegalAction) as error:
        rig.says(said)
    assert rig.round.state() == before
    return error.value


# --- video poker ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("coins", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("line", PAYS)
def test_14_2_every_line_for_every_number_of_coins(line: str, coins: int) -> None:
    rig = SoloRig("video-poker", EXAMPLES[line])
    rig.says(f"1 deal {coins}x3", "1 hold all")
    returned = PAYS[line][coins - 1] * 3
    assert rig.has() == 1000 - 3 * coins + returned
    (result,) = rig.round.results
    assert (result.premium, result.returned) == (line, points(returned))
    assert result.outcome == ("push" if returned == 3 * coins else "win")


@pytest.mark.parametrize("cards", ["TS TD 2C 3H 5D", "AS KD QC JH 9D", "QS KS AS 2S 3D"])
def test_14_2_less_than_jacks_loses(cards: str) -> None:
    rig = SoloRig("video-poker", cards)
    rig.says("1 deal 5", "1 hold all")
    assert rig.has() == 995
    (result,) = rig.round.results
    assert (result.outcome, result.premium, result.returned) == ("lose", None, 0)
    assert not rig.got(Returned)


@pytest.mark.parametrize("rank", "JQKA")
def test_14_2_a_pair_of_jacks_queens_kings_or_aces(rank: str) -> None:
    rig = SoloRig("video-poker", f"{rank}S {rank}D 2C 3H 5D")
    rig.says("1 deal 1", "1 hold all")
    assert rig.has() == 1000


def test_14_2_the_lowest_straight() -> None:
    rig = SoloRig("video-poker", "AS 2D 3C 4H 5S")
    rig.says("1 deal 1", "1 hold all")
    assert rig.has() == 1003


def test_14_2_coins_are_of_one_point_unless_said() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    rig.says("1 deal 5")
    assert rig.got(Staked) == [Staked(PlayerId(1), points(5), "bet", 0, 1)]
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    rig.says("1 deal 5x100")
    assert rig.has() == 500


def test_14_2_replacements_fall_left_to_right() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD 3S 4D")
    rig.says("1 deal 1", "1 hold 2 4 5")
    assert rig.got(Held) == [Held(1, PlayerId(1), (2, 4, 5))]
    assert rig.got(Dealt)[5:] == [Dealt(1, 1, 1, parse_card("3S")), Dealt(1, 1, 3, parse_card("4D"))]
    assert [card.text for card in rig.round.results[0].cards] == "3S 5D 4D QH KD".split()


def test_14_2_a_place_shows_a_back_until_its_card_falls() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD 3S")
    rig.says("1 deal 1", "1 hold 2")
    (game,) = rig.games
    assert (game["cards"], game["held"], game["hand"]) == (["3S", "5D", "?", "?", "?"], [2], None)
    assert game["state"] == "dealing"
    assert rig.round.awaiting.slot == Slot(1, 1, 3)


def test_14_2_hold_none_replaces_all() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD 3S 4D 5C 6H 7S")
    rig.says("1 deal 3", "1 hold none")
    assert rig.has() == 1009


def test_14_2_there_is_one_decision() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD 3S")
    rig.says("1 deal 1", "1 hold 2")
    assert refused(rig, "1 hold all").code == "game_not_ready"
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    assert refused(rig, "1 hold all").code == "no_game"


def test_14_2_the_hand_in_view_is_what_would_be_paid_now() -> None:
    rig = SoloRig("video-poker", "JS JD 9C QH KD 9S JC KS")
    rig.says("1 deal 2x5")
    assert rig.games == [
        {
            "game": 1,
            "player": 1,
            "state": "asked",
            "stake": 10,
            "returned": None,
            "cards": ["JS", "JD", "9C", "QH", "KD"],
            "held": None,
            "hand": "jacks_or_better",
            "coins": 2,
            "coin": 5,
        }
    ]
    rig.says("1 hold 1 2 3")
    (game,) = rig.games
    assert (game["state"], game["hand"], game["returned"]) == ("done", "full_house", 60)


def test_2_4_without_an_answer_all_cards_are_held() -> None:
    rig = SoloRig("video-poker", "JS JD 9C QH KD")
    rig.says("1 deal 5")
    assert rig.round.auto_action(1) == Hold(PlayerId(1), (1, 2, 3, 4, 5))
    rig.apply(rig.round.auto_action(1))
    assert rig.has() == 1000


@pytest.mark.parametrize(
    ("said", "code", "params"),
    [
        ("1 deal 6", "coins_most", {"coins": 5}),
        ("1 deal 0", "coins_most", {"coins": 5}),
        ("1 deal 5x0", "bet_too_small", {"min": 100}),
        ("1 deal 2x0.5", "bet_too_small", {"min": 100}),
        ("1 deal 2x1.5", "bet_step", {"step": 100}),
        ("1 deal 5x1001", "bet_too_big", {"max": 500_000}),
        ("1 deal 5x201", "short", {"shortfall": 500}),
    ],
)
def test_14_limits_of_video_poker(said: str, code: str, params: dict[str, int]) -> None:
    error = refused(SoloRig("video-poker"), said)
    assert (error.code, dict(error.params)) == (code, params)


@pytest.mark.parametrize(("table", "word"), [("video-poker", "deal 5x1000"), ("stud", "ante 5000")])
def test_14_the_maximum_is_the_ranks(table: str, word: str) -> None:
    SoloRig(table, wallet=20_000).says(f"1 {word}")
    more = word.replace("1000", "1001").replace("ante 5000", "ante 5001")
    assert refused(SoloRig(table, wallet=20_000), f"1 {more}").code == "bet_too_big"
    SoloRig(table, wallet=20_000, rank="heart").says(f"1 {more}")


@pytest.mark.parametrize("places", [(0,), (6,), (1, 9)])
def test_there_are_five_places_to_hold(places: tuple[int, ...]) -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    rig.says("1 deal 1")
    with pytest.raises(IllegalAction, match="hold_places cards=5"):
        rig.apply(Hold(PlayerId(1), places))


def test_a_place_named_twice_is_held_once() -> None:
    rig = SoloRig("video-poker", "JS JD 9C QH KD 2S 3S 4S")
    rig.says("1 deal 1")
    rig.apply(Hold(PlayerId(1), (2, 1, 2)))
    assert rig.got(Held) == [Held(1, PlayerId(1), (1, 2))]


@pytest.mark.parametrize("card", ["2S", "KD", "9", "JK", "?"])
def test_14_2_cards_are_those_of_one_deck(card: str) -> None:
    """One that was thrown away does not come again."""
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    rig.says("1 deal 1", "1 hold 5")
    with pytest.raises(IllegalAction, match=r"card_twice|suit_needed|no_jokers|card_unknown"):
        rig.apply(DealCard(None if card == "?" else parse_card(card)))
    assert rig.round.awaiting.slot == Slot(1, 1, 1)


@pytest.mark.parametrize(("table", "word"), [("video-poker", "deal 1"), ("stud", "ante 1")])
def test_a_card_that_nobody_waits_for_is_refused(table: str, word: str) -> None:
    rig = SoloRig(table, FLUSH if table == "stud" else "2S 5D 9C QH KD")
    rig.says(f"1 {word}")
    with pytest.raises(IllegalAction, match="no_card_awaited"):
        rig.apply(DealCard(parse_card("2S")))


def test_a_pay_table_has_as_many_figures_in_every_line() -> None:
    with pytest.raises(SheetError, match="as many figures"):
        load_sheet("video-poker", {"paytable.flush": [5, 10, 15]})
    fewer = {f"paytable.{line}": list(figures[:3]) for line, figures in PAYS.items()}
    rig = SoloRig("video-poker", rules=fewer)
    assert refused(rig, "1 deal 4").params == {"coins": 3}


@pytest.mark.parametrize("table", ["video-poker", "stud"])
def test_nobody_sits_there_and_one_deck_is_enough(table: str) -> None:
    with pytest.raises(SheetError, match="seats: must be '0', not 1"):
        load_sheet(table, {"seats": 1})
    with pytest.raises(SheetError, match="decks: must be '1', not 2"):
        load_sheet(table, {"decks": 2})


# --- stud -------------------------------------------------------------------------------------------------

FLUSH = "2S AD 5S KC 9S 4H JS 7S KS 9D"
"""A flush for the player against ace-king."""


def interleaved(player: str, dealer: str) -> str:
    """Two hands of five in dealing order."""
    return " ".join(f"{mine} {other}" for mine, other in zip(player.split(), dealer.split(), strict=True))


def stud(player: str, dealer: str, rules: dict[str, Any] | None = None) -> SoloRig:
    """An ante of 100, dealt."""
    rig = SoloRig("stud", interleaved(player, dealer), rules)
    rig.says("1 ante 100")
    return rig


def test_14_3_dealt_alternately_player_first_the_dealers_first_card_open() -> None:
    rig = SoloRig("stud", FLUSH)
    rig.says("1 ante 100")
    shown = [(dealt.hand, dealt.index, dealt.card and dealt.card.text) for dealt in rig.got(Dealt)]
    assert shown == [
        (1, 1, "2S"), (0, 1, "AD"), (1, 2, "5S"), (0, 2, None), (1, 3, "9S"),
        (0, 3, None), (1, 4, "JS"), (0, 4, None), (1, 5, "KS"), (0, 5, None),
    ]  # fmt: skip
    assert rig.games == [
        {
            "game": 1,
            "player": 1,
            "state": "asked",
            "stake": 100,
            "returned": None,
            "cards": ["2S", "5S", "9S", "JS", "KS"],
            "dealer": ["AD", "?", "?", "?", "?"],
            "hand": "flush",
            "dealer_hand": None,
            "qualified": None,
            "ante": 100,
            "raise": 0,
            "outcome": None,
        }
    ]


def test_14_3_which_card_lies_open_is_a_line_of_the_sheet() -> None:
    rig = SoloRig("stud", FLUSH, {"upcard": 5})
    rig.says("1 ante 100")
    assert rig.games[0]["dealer"] == ["?", "?", "?", "?", "9D"]
    assert [dealt.card for dealt in rig.got(Dealt) if dealt.hand == 0] == [None] * 4 + [parse_card("9D")]


def test_14_3_a_raise_is_twice_the_ante_and_opens_the_dealers_cards() -> None:
    rig = SoloRig("stud", FLUSH)
    rig.says("1 ante 100")
    assert rig.has() == 900
    rig.says("1 raise")
    assert rig.got(Raised) == [Raised(1, PlayerId(1), points(200))]
    assert rig.got(Staked)[1] == Staked(PlayerId(1), points(200), "raise", 0, 1)
    cards = tuple(map(parse_card, "AD KC 4H 7S 9D".split()))
    assert rig.got(DealerOpened) == [DealerOpened(1, cards, "high_card", True)]
    assert rig.has() == 2700
    (game,) = rig.games
    assert game["dealer"] == ["AD", "KC", "4H", "7S", "9D"]
    assert (game["dealer_hand"], game["qualified"], game["outcome"]) == ("high_card", True, "win")
    assert (game["stake"], game["raise"], game["returned"]) == (300, 200, 2000)


def test_14_3_raise_times_is_the_houses() -> None:
    rig = SoloRig("stud", FLUSH, {"raise_times": 1}, wallet=200)
    rig.says("1 ante 100", "1 raise")
    assert rig.has() == 200 - 200 + 200 + 900


@pytest.mark.parametrize(
    ("player", "times"),
    [
        ("TS JS QS KS AS", 100),
        ("9H 5H 6H 7H 8H", 50),
        ("7S 7D 7H 7C 2D", 20),
        ("KS KD KH 5C 5H", 10),
        ("2S 5S 9S QS KS", 8),
        ("2H 3S 4C 5D 6C", 5),
        ("7S 7D 7H KC 3D", 3),
        ("KS KD 3C 3H 5D", 2),
        ("JS JD 3C 5H 6D", 1),
        ("AS KD QH JD TS", 5),
        ("AS KD QH JD 9S", 1),
    ],
)
def test_14_3_the_raise_is_paid_by_the_players_hand(player: str, times: int) -> None:
    """A dealer with ace-king-eight: it qualifies and loses to each."""
    rig = stud(player, "AC KC 8D 4S 2C" if player != "2H 3S 4C 5D 6C" else "AC KC 8D 4S 2D")
    rig.says("1 raise")
    assert rig.has() == 1000 + 100 + 200 * times
    (result,) = rig.round.results
    assert (result.outcome, result.staked) == ("win", points(300))


def test_14_3_the_dealer_does_not_qualify() -> None:
    """Ante 1:1, the raise returned, whoever has the better hand."""
    for mine in ("2S 5S 9S JS KS", "2H 3D 5C 7S 8D"):
        rig = stud(mine, "AD QC 4H 6S 9D")
        rig.says("1 raise")
        assert rig.has() == 1100
        assert rig.games[0]["outcome"] == "not_qualified"
        assert rig.games[0]["qualified"] is False
        (result,) = rig.round.results
        assert (result.outcome, result.premium, result.returned) == ("win", None, points(400))


def test_14_3_the_dealer_is_better() -> None:
    rig = stud("2S 2D 9S JS KS", "3D 3C 4H 6S 9D")
    rig.says("1 raise")
    assert rig.has() == 700
    assert rig.games[0]["outcome"] == "lose"
    assert not rig.got(Returned)


def test_14_3_compared_to_the_last_kicker() -> None:
    rig = stud("AS KS 9H 5D 3C", "AD KC 9S 5H 2C")
    rig.says("1 raise")
    assert rig.has() == 1300
    rig = stud("AD KC 9S 5H 2C", "AS KS 9H 5D 3C")
    rig.says("1 raise")
    assert rig.has() == 700


def test_14_3_a_tie_returns_both() -> None:
    rig = stud("AS KS 9H 5D 3C", "AD KC 9S 5H 3D")
    rig.says("1 raise")
    assert rig.has() == 1000
    (result,) = rig.round.results
    assert (result.outcome, result.returned) == ("push", points(300))


@pytest.mark.parametrize(
    ("dealer", "ace_king", "holds"),
    [
        ("AD KC 2H 3S 4D", True, True),
        ("AD QC JH 9S 8D", False, False),
        ("KD QC JH 9S 8D", False, False),
        ("2D 2C 3H 4S 5D", True, False),
        ("2D 3C 4H 5S 6D", True, False),
        ("AD 2C 3H 4S 5D", True, False),
        ("AD KC 3H 3S 5D", True, True),
    ],
)
def test_14_3_the_dealer_qualifies_with_ace_king_or_better(dealer: str, ace_king: bool, holds: bool) -> None:
    cards = [parse_card(text) for text in dealer.split()]
    found = []
    for says in ("ace_king", "holds_ace_king", "always"):
        sheet = load_sheet("stud", {"qualifies": says})
        assert isinstance(sheet, StudSheet)
        found.append(qualified(sheet, cards))
    assert found == [ace_king, holds, True]


def test_14_3_pass_loses_the_ante_and_the_dealers_cards_stay_face_down() -> None:
    rig = SoloRig("stud", FLUSH)
    rig.says("1 ante 100", "1 pass")
    assert rig.has() == 900
    assert rig.got(Passed) == [Passed(1, PlayerId(1))]
    assert not rig.got(DealerOpened)
    (game,) = rig.games
    assert (game["dealer"], game["dealer_hand"]) == (["AD", "?", "?", "?", "?"], None)
    assert (game["outcome"], game["returned"], game["raise"]) == ("lose", 0, 0)
    (result,) = rig.round.results
    assert (result.outcome, result.staked, result.returned) == ("lose", points(100), 0)


def test_2_4_without_an_answer_the_player_passes() -> None:
    rig = SoloRig("stud", FLUSH)
    rig.says("1 ante 100")
    assert rig.round.auto_action(1) == Pass(PlayerId(1))


@pytest.mark.parametrize(("wallet", "shortfall"), [(299, 1), (100, 200), (0, 300)])
def test_14_3_three_times_the_ante_must_be_free(wallet: int, shortfall: int) -> None:
    error = refused(SoloRig("stud", wallet=wallet), "1 ante 100")
    assert error.code == "ante_short"
    assert dict(error.params) == {"amount": points(300), "shortfall": points(shortfall)}
    SoloRig("stud", wallet=300).says("1 ante 100")


def test_14_3_a_raise_without_the_points_is_refused() -> None:
    """They were free at the ante and have gone elsewhere since."""
    rig = SoloRig("stud", FLUSH)
    rig.says("1 ante 100")
    rig.wallets[PlayerId(1)] = points(150)
    error = refused(rig, "1 raise")
    assert (error.code, error.params["shortfall"]) == ("short", points(50))
    rig.says("1 pass")


def test_5_7_an_ante_before_the_close_is_replaced_or_taken_back() -> None:
    rig = SoloRig("stud", opened=True, wallet=300)
    rig.says("1 ante 60")
    assert rig.round.awaiting.what is Await.BETS
    rig.says("1 ante 100")
    assert rig.has() == 200
    rig.says("1 ante 20")
    assert rig.has() == 280
    assert rig.got(Returned) == [Returned(PlayerId(1), points(80), "bet_changed", 0, 1)]
    assert rig.got(GameBegun)[-1] == GameBegun(1, PlayerId(1), points(20))
    assert dict(rig.round.staked) == {PlayerId(1): points(20)}
    error = refused(rig, "1 ante 101")
    assert error.params["shortfall"] == points(3)
    rig.says("1 cancel")
    assert rig.has() == 300
    assert rig.got(GameWithdrawn) == [GameWithdrawn(1, PlayerId(1))]
    assert (rig.round.phase, dict(rig.round.staked), rig.games) == ("betting", {}, [])
    assert refused(rig, "1 cancel").code == "no_game"


def test_14_3_antes_wait_for_the_dealers_close_and_are_dealt_in_their_order() -> None:
    rig = SoloRig("stud", f"{FLUSH} {interleaved('KS KD 3C 3H 5D', 'AC KC 8D 4S 2C')}", opened=True)
    rig.says("2 ante 100", "1 ante 10", "2 ante 50")
    assert [game["state"] for game in rig.games] == ["waiting", "waiting"]
    assert refused(rig, "2 raise").code == "not_now"
    rig.apply(Close())
    assert [game["state"] for game in rig.games] == ["asked", "asked"]
    assert [(game["player"], game["hand"]) for game in rig.games] == [(2, "flush"), (1, "two_pair")]
    assert rig.round.awaiting.seats == rig.round.waiting == (1, 2)
    assert refused(rig, "1 cancel").code == "not_now"
    rig.says("1 raise", "2 pass")
    assert (rig.has(1), rig.has(2)) == (1000 + 10 + 40, 950)
    assert rig.round.phase == "settled"


def test_14_3_after_the_close_an_ante_is_dealt_at_once() -> None:
    rig = SoloRig("stud", f"{FLUSH} {interleaved('KS KD 3C 3H 5D', 'AC KC 8D 4S 2C')}", opened=True)
    rig.says("1 ante 100")
    rig.apply(Close())
    rig.says("2 ante 10")
    assert [game["state"] for game in rig.games] == ["asked", "asked"]


# --- stud with cards from the dealer's hand ---------------------------------------------------------------


def test_14_3_real_cards_lie_face_down_unknown_and_are_opened_one_by_one() -> None:
    rig = SoloRig("stud", "2S AD 5S ? 9S ? JS ? KS ?")
    rig.says("1 ante 100", "1 raise")
    for index, text in enumerate("KC 4H 7S 9D".split(), start=2):
        assert rig.round.awaiting.what is Await.REVEAL
        assert rig.round.awaiting.slot == Slot(1, 0, index)
        assert rig.games[0]["dealer"] == ["AD", "?", "?", "?", "?"]
        assert not rig.got(DealerOpened)
        rig.apply(Reveal(parse_card(text)))
    assert rig.has() == 2700


def test_real_cards_may_not_lie_open_unknown_nor_come_twice() -> None:
    rig = SoloRig("stud", "2S")
    rig.says("1 ante 100")
    with pytest.raises(IllegalAction, match="card_unknown"):
        rig.apply(DealCard(None))
    with pytest.raises(IllegalAction, match="card_twice card=2S"):
        rig.apply(DealCard(parse_card("2S")))
    with pytest.raises(IllegalAction, match="no_reveal_awaited"):
        rig.apply(Reveal(parse_card("2S")))
    rig = SoloRig("stud", "2S AD 5S ? 9S ? JS ? KS ?")
    rig.says("1 ante 100", "1 raise")
    for known in ("2S", "AD"):
        with pytest.raises(IllegalAction, match="card_twice"):
            rig.apply(Reveal(parse_card(known)))
    rig.apply(Reveal(parse_card("KC")))
    with pytest.raises(IllegalAction, match="card_twice card=KC"):
        rig.apply(Reveal(parse_card("KC")))
    with pytest.raises(IllegalAction, match="no_card_awaited"):
        rig.apply(DealCard(parse_card("QC")))


def test_a_refusal_does_not_tell_what_lies_face_down() -> None:
    """The dealer could else ask for card after card."""
    rig = SoloRig("stud", "2S AD 5S KC")
    rig.says("1 ante 100")
    rig.round.check(DealCard(parse_card("KC")))


# --- any number of viewers at once ------------------------------------------------------------------------


def test_one_game_per_viewer_at_a_time() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    rig.says("1 deal 1")
    assert refused(rig, "1 deal 1").code == "game_running"
    assert rig.round.game_of(PlayerId(1)) == 1
    assert rig.round.game_of(PlayerId(2)) is None
    assert rig.round.player_of(1) == PlayerId(1)


def test_games_of_several_viewers_run_side_by_side() -> None:
    rig = SoloRig("video-poker", "JS JD 9C QH KD TS TD 2C 3H 5D 2S 5S 9S QS KS")
    rig.says("1 deal 1", "2 deal 5", "3 deal 5x2")
    assert rig.round.awaiting.seats == (1, 2, 3)
    assert dict(rig.round.staked) == {1: points(1), 2: points(5), 3: points(10)}
    rig.says("3 hold all")
    assert rig.round.waiting == (1, 2)
    assert dict(rig.round.staked) == {1: points(1), 2: points(5)}
    rig.cards = [parse_card(text) for text in "TH TC".split()]
    rig.says("2 hold 1 2 3", "1 hold all")
    assert (rig.has(1), rig.has(2), rig.has(3)) == (1000, 1095, 1040)
    assert [result.hand for result in rig.round.results] == [1, 2, 3]
    assert rig.round.phase == "settled"
    assert rig.events[-1] == RoundSettled()


def test_a_new_game_in_the_same_round_after_ones_own_is_over() -> None:
    rig = SoloRig("video-poker", "JS JD 9C QH KD TS TD 2C 3H 5D 2S 5S 9S QS KS")
    rig.says("1 deal 1", "2 deal 1", "1 hold all", "1 deal 2")
    assert [(game["game"], game["player"], game["state"]) for game in rig.games] == [
        (1, 1, "done"), (2, 2, "asked"), (3, 1, "asked"),
    ]  # fmt: skip
    rig.says("2 hold all", "1 hold all")
    assert rig.has(1) == 1008
    assert rig.round.phase == "settled"
    assert refused(rig, "1 deal 1").code == "not_now"
    assert rig.round.awaiting.what is Await.NOTHING


def test_a_deal_is_finished_before_the_next_and_no_hold_comes_between() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    rig.says("1 deal 1", "2 deal 1")
    rig.apply(DealCard(parse_card("2S")))
    rig.says("1 hold all", "3 deal 1")
    assert rig.round.awaiting.slot == Slot(2, 1, 2)
    for text in "3D 9C QH KD 4S".split():
        rig.apply(DealCard(parse_card(text)))
    assert rig.round.awaiting.slot == Slot(3, 1, 2)
    assert rig.got(GameAsked) == [GameAsked(1, PlayerId(1)), GameAsked(2, PlayerId(2))]


def test_each_game_has_a_deck_of_its_own() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD 2S 5D 9C QH KD")
    rig.says("1 deal 1", "2 deal 1")
    assert rig.games[0]["cards"] == rig.games[1]["cards"]


@pytest.mark.parametrize("table", ["video-poker", "stud", "slots"])
def test_a_round_in_which_nobody_has_begun_stays_open_until_the_dealers_close(table: str) -> None:
    rig = SoloRig(table, opened=True)
    assert (rig.round.phase, rig.round.awaiting.what) == ("betting", Await.BETS)
    assert rig.apply(Close()) == [BetsClosed(()), RoundSettled()]
    assert (rig.round.phase, rig.round.awaiting.what) == ("settled", Await.NOTHING)


@pytest.mark.parametrize(
    ("table", "word", "end"), [("video-poker", "deal 1", "hold all"), ("stud", "ante 1", "pass")]
)
def test_a_round_lasts_until_the_last_running_game(table: str, word: str, end: str) -> None:
    rig = SoloRig(table, FLUSH)
    rig.says(f"1 {word}")
    rig.cards = [parse_card(text) for text in FLUSH.split()]
    rig.says(f"2 {word}", f"1 {end}")
    assert rig.round.phase == "playing"
    rig.says(f"2 {end}")
    assert rig.round.phase == "settled"
    assert len(rig.got(GameSettled)) == 2


def test_video_poker_begins_at_once_in_a_round_that_the_dealer_opened() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD", opened=True)
    rig.says("1 deal 1")
    assert (rig.round.phase, rig.round.awaiting.seats) == ("betting", (1,))
    rig.apply(Close())
    assert (rig.round.phase, rig.round.awaiting.seats) == ("playing", (1,))
    rig.says("1 hold all")
    assert rig.round.phase == "settled"


def test_a_second_close_is_refused() -> None:
    rig = SoloRig("stud", FLUSH)
    rig.says("1 ante 1")
    with pytest.raises(IllegalAction, match="not_now phase=playing action=close"):
        rig.apply(Close())


def test_nobody_and_unknown_ranks_play_nothing() -> None:
    rig = SoloRig("video-poker")
    with pytest.raises(IllegalAction, match="no_player"):
        rig.apply(Deal(PlayerId(0), 1, points(1), "plain", points(10)))
    with pytest.raises(IllegalAction, match="no_such_rank rank=king"):
        rig.apply(Deal(PlayerId(1), 1, points(1), "king", points(10)))
    with pytest.raises(IllegalAction, match="no_player"):
        SoloRig("stud").apply(Ante(PlayerId(0), points(1), "plain", points(10)))


def test_what_one_may_say() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    me, other = PlayerId(1), PlayerId(2)
    assert (rig.round.legal(me), rig.view["say"]) == (("deal",), ["deal"])
    rig.says("1 deal 1")
    assert (rig.round.legal(me), rig.round.legal(other)) == (("hold",), ("deal",))
    assert rig.view["say"] == ["deal", "hold"]
    rig.says("1 hold all")
    assert (rig.round.legal(me), rig.view["say"]) == ((), [])
    rig = SoloRig("stud", opened=True)
    rig.says("1 ante 1")
    assert (rig.round.legal(me), rig.view["say"]) == (("ante", "cancel"), ["ante", "cancel"])
    rig.apply(Close())
    assert rig.round.legal(me) == ()
    rig.cards = [parse_card(text) for text in FLUSH.split()]
    rig.apply(DealCard(rig.cards.pop(0)))
    assert (rig.round.legal(me), rig.view["say"]) == (("raise", "pass"), ["ante", "raise", "pass"])


def test_the_view_shows_the_newest_games_and_those_that_run_first() -> None:
    rig = SoloRig("video-poker", "2S 5D 9C QH KD")
    rig.says("99 deal 1")
    for player in range(1, SHOWN + 3):
        rig.cards = [parse_card(text) for text in "JS JD 9C QH KD".split()]
        rig.says(f"{player} deal 1", f"{player} hold all")
    shown = [game["game"] for game in rig.games]
    assert shown == [1, *range(5, SHOWN + 4)]
    assert len(shown) == SHOWN


def test_what_was_carried_over_is_handed_on() -> None:
    sheet = load_sheet("video-poker")
    before = {"something": [1, 2]}
    assert VideoPokerRound(sheet, before).carried == before  # type: ignore[arg-type]


def test_leaving_the_table_of_transitions_is_our_own_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = SoloRig("stud", FLUSH)
    rig.says("1 ante 100")
    table = dict(rig.round.transitions)
    monkeypatch.setattr(
        type(rig.round), "transitions", {key: targets - {"settled"} for key, targets in table.items()}
    )
    with pytest.raises(BrokenRule, match="pass led from playing to settled"):
        rig.says("1 pass")


@pytest.mark.parametrize("table", ["video-poker", "stud", "slots"])
def test_the_diagram_in_the_docs_is_the_table(table: str) -> None:
    page = Path(__file__).parents[2] / "docs" / "developers" / "alone-states.md"
    assert f"```mermaid\n{mermaid(SoloRig(table).round.transitions)}```" in page.read_text("utf-8")


@pytest.mark.parametrize("table", ["video-poker", "stud"])
def test_every_kind_of_action_has_a_row_and_a_handler(table: str) -> None:
    game = SoloRig(table).round
    assert {kind for _, kind in game.transitions} == set(game.handlers)
    assert {phase for phase, _ in game.transitions} == {"betting", "playing"}


def test_14_3_the_sheets_pays_are_totals() -> None:
    """``n:1`` is beside the stake (rulings 1.3)."""
    sheet = load_sheet("stud")
    assert isinstance(sheet, StudSheet)

    def came(player: str, dealer: str) -> int:
        hands: list[list[Card]] = [[parse_card(text) for text in one.split()] for one in (player, dealer)]
        return show_down(sheet, points(100), points(200), *hands).returned

    assert came("2S 5S 9S JS KS", "AD KC 4H 7S 9D") == points(200 + 200 * 9)


def test_the_json_of_a_view_is_json() -> None:
    for table in ("video-poker", "stud"):
        rig = SoloRig(table, FLUSH)
        rig.says("1 deal 1" if table == "video-poker" else "1 ante 1")
        assert json.loads(json.dumps(rig.view)) == rig.view
