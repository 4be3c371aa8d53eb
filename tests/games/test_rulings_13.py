"""Baccarat: rulings 13, clause by clause."""

from __future__ import annotations

from itertools import product

import pytest

from bot.amounts import points
from bot.cards import parse_card
from bot.games.baccarat import BaccaratSheet
from bot.games.contract import Await, Close, DealCard, IllegalAction, Spin
from bot.games.registry import load_sheet
from bot.games.sheet import SheetError
from tests.games.spot_rig import SpotRig

TABLE = "baccarat"

# What the cards count, by their text; and for each total a pair of cards that makes it (not from the engine).
COUNTS = {"A": 1, **{str(pip): pip for pip in range(2, 10)}, "10": 0, "J": 0, "Q": 0, "K": 0}
CARD_OF = {0: "K", 1: "A", **{pip: str(pip) for pip in range(2, 10)}}
PAIR_OF = {count: ("K", CARD_OF[count]) for count in range(10)}

SHEET_001 = {
    0: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    1: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    2: {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
    3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
    4: {2, 3, 4, 5, 6, 7},
    5: {4, 5, 6, 7},
    6: {6, 7},
    7: set(),
}
"""The banker's total to the player's third cards on which the banker draws: the sheet's table, typed off."""


def coup(cards: str, bets: str = "player=100", **rules: object) -> SpotRig:
    """A coup dealt from these cards; all of them fall and the coup is over then."""
    rig = SpotRig(TABLE, rules)
    rig.lay(1, bets)
    rig.deal(cards)
    assert rig.round.phase == "settled"
    assert rig.total == 0
    return rig


def test_13_six_decks_shuffled_before_each_coup() -> None:
    sheet = load_sheet(TABLE)
    assert isinstance(sheet, BaccaratSheet)
    assert (sheet.decks, sheet.seats, sheet.fresh_shoe, sheet.jokers_in_shoe) == (6, 0, True, 0)
    cut = load_sheet(TABLE, {"shuffle": "cut_card"})
    assert isinstance(cut, BaccaratSheet)
    assert not cut.fresh_shoe


class TestThePayouts:
    def test_13_player_returns_double(self) -> None:
        assert coup("9S 2D KC 3H").has(1) == 1100

    def test_13_banker_less_five_per_cent_of_the_winnings(self) -> None:
        assert coup("KS 9D 2C QH", "banker=100").has(1) == 1095
        assert coup("KS 9D 2C QH", "banker=1").has(1) == 1000.95

    def test_1_1_a_commission_that_does_not_divide_is_rounded_for_the_house(self) -> None:
        rig = coup("KS 9D 2C QH", "banker=1", commission="1/3")
        assert rig.has(1) == 1000.66
        assert rig.total == 0

    def test_13_a_tie_returns_both_stakes_and_pays_nine_in_all(self) -> None:
        rig = coup("KS 4D 9C 5H", "player=100 banker=50 tie=10")
        assert rig.has(1) == 1080
        found = [(one.premium, one.outcome, one.returned) for one in rig.round.results]
        assert found == [
            ("player", "push", points(100)),
            ("banker", "push", points(50)),
            ("tie", "win", points(90)),
        ]
        assert [one["won"] for one in rig.play["spots"]] == [None, None, True]

    def test_13_the_others_lose(self) -> None:
        rig = coup("9S 2D KC 3H", "banker=100 tie=10 player=1")
        assert rig.has(1) == 1000 - 111 + 2
        assert [one.outcome for one in rig.round.results] == ["lose", "lose", "win"]

    def test_the_houses_own(self) -> None:
        assert coup("KS 4D 9C 5H", "player=100 tie=10", on_tie="lose").has(1) == 1000 - 110 + 90
        assert coup("KS 4D 9C 5H", "tie=10", pays={"tie": 10}).has(1) == 1090


class TestTheCards:
    @pytest.mark.parametrize("banker", range(10))
    def test_13_the_two_first_cards_decide_who_draws(self, banker: int) -> None:
        """Every pair of totals, dealt player, banker, player, banker."""
        for player in range(10):
            rig = SpotRig(TABLE)
            rig.lay(1, "tie=1")
            (first, third), (second, fourth) = PAIR_OF[player], PAIR_OF[banker]
            rig.deal(f"{first} {second} {third} {fourth}")
            natural = max(player, banker) >= 8
            assert (rig.play["player"]["total"], rig.play["banker"]["total"]) == (player, banker)
            assert rig.play["natural"] is natural
            slot = rig.round.awaiting.slot
            next_card = None if slot is None else (slot.seat, slot.hand, slot.index)
            if natural:
                assert next_card is None
            elif player <= 5:
                assert next_card == (1, 1, 3)
            else:
                assert next_card == ((2, 1, 3) if banker <= 5 else None), "the player stood"
            assert (rig.round.phase == "settled") is (next_card is None)

    @pytest.mark.parametrize("banker", range(8))
    def test_13_the_third_card_table(self, banker: int) -> None:
        """Every total of both and every third card of the player, as the sheet has them."""
        for player, third in product(range(6), range(10)):
            self.play(player, banker, third)

    def play(self, player: int, banker: int, third: int) -> None:
        rig = SpotRig(TABLE)
        rig.lay(1, "player=10 banker=10 tie=10")
        (first, last), (second, fourth) = PAIR_OF[player], PAIR_OF[banker]
        rig.deal(f"{first} {second} {last} {fourth} {CARD_OF[third]}")
        draws = rig.round.awaiting.what is Await.CARD
        assert draws == (third in SHEET_001[banker])
        if draws:
            assert rig.round.awaiting.slot is not None
            assert rig.round.awaiting.slot.seat == 2
            rig.apply(DealCard(parse_card("8")))
            banker = (banker + 8) % 10
        player = (player + third) % 10
        outcome = "tie" if player == banker else "player" if player > banker else "banker"
        assert rig.round.phase == "settled"
        assert rig.play["outcome"] == outcome == rig.play["history"][0]
        assert rig.play["natural"] is False
        assert rig.has(1) == 970 + {"player": 20, "banker": 19.5, "tie": 110}[outcome]

    def test_a_banker_whose_player_stood_draws_as_the_sheet_says(self) -> None:
        rig = SpotRig(TABLE, {"draws.banker_alone": "0-6"})
        rig.lay(1, "banker=10")
        rig.deal("K K 7 6")
        assert rig.round.awaiting.what is Await.CARD
        rig.apply(DealCard(parse_card("2")))
        assert rig.has(1) == 1009.5

    @pytest.mark.parametrize("text", list(COUNTS))
    def test_13_what_the_cards_count(self, text: str) -> None:
        rig = SpotRig(TABLE)
        rig.lay(1, "player=1")
        rig.apply(Close())
        rig.apply(DealCard(parse_card(text)))
        assert rig.play["player"]["total"] == COUNTS[text]

    def test_13_tens_are_dropped(self) -> None:
        """7 + 6 is 3, 4 + 6 is 0: the sheet's own example."""
        rig = SpotRig(TABLE)
        rig.lay(1, "player=1")
        rig.deal("7 4 6 6")
        assert (rig.play["player"]["total"], rig.play["banker"]["total"]) == (3, 0)

    def test_13_dealing_order(self) -> None:
        rig = SpotRig(TABLE)
        rig.lay(1, "player=1")
        rig.apply(Close())
        places = []
        for card in ("2S", "2D", "3S", "2H", "4S", "5D"):
            slot = rig.round.awaiting.slot
            assert slot is not None
            places.append((slot.seat, slot.index))
            rig.apply(DealCard(parse_card(card)))
        assert places == [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3), (2, 3)]
        assert rig.play["player"]["cards"] == ["2S", "3S", "4S"]
        assert rig.play["banker"]["cards"] == ["2D", "2H", "5D"]


class TestWhatIsRefused:
    @pytest.mark.parametrize("spot", ["red", "17", "0", "player-1", ""])
    def test_13_no_other_spots(self, spot: str) -> None:
        rig = SpotRig(TABLE)
        with pytest.raises(IllegalAction, match="no_such_spot"):
            rig.lay(1, f"player=1 {spot}=10")
        assert rig.has(1) == 1000

    @pytest.mark.parametrize(("card", "code"), [(None, "card_unknown"), ("JK", "no_jokers")])
    def test_no_unknown_card_and_no_joker(self, card: str | None, code: str) -> None:
        rig = SpotRig(TABLE)
        rig.lay(1, "player=1")
        rig.apply(Close())
        with pytest.raises(IllegalAction, match=code):
            rig.apply(DealCard(None if card is None else parse_card(card)))

    def test_no_wheel_and_no_card_out_of_time(self) -> None:
        rig = SpotRig(TABLE)
        rig.lay(1, "player=1")
        for action in (DealCard(parse_card("K")), Spin("17")):
            with pytest.raises(IllegalAction, match="not_now"):
                rig.apply(action)
        rig.deal("9 K K K")
        with pytest.raises(IllegalAction, match="not_now"):
            rig.apply(DealCard(parse_card("K")))

    def test_13_limits(self) -> None:
        rig = SpotRig(TABLE, wallet=9000)
        rig.says(1, "プレイヤー3000 タイ2000")
        with pytest.raises(IllegalAction, match="spots_too_big"):
            rig.says(1, "banker 1")
        rig.says(1, "player 1")
        assert rig.has(1) == 9000 - 2001

    @pytest.mark.parametrize(
        ("rules", "says"),
        [
            ({"draws.player": "0-x"}, "draws.player: must be totals from 0 to 9"),
            ({"draws.player": 5}, "draws.player: must be totals from 0 to 9"),
            ({"draws.banker": ["0-9"]}, "draws.banker: must have 8 entries"),
            ({"shuffle": "never"}, "shuffle: must be 'each_round' or 'cut_card'"),
            ({"commission": "3/2"}, "commission: must be 1 or less"),
            ({"on_tie": "win"}, "on_tie: must be 'push' or 'lose'"),
        ],
    )
    def test_a_sheet_that_cannot_be_played_is_refused(self, rules: dict[str, object], says: str) -> None:
        with pytest.raises(SheetError) as caught:
            load_sheet(TABLE, rules)
        assert says in str(caught.value)

    @pytest.mark.parametrize("written", ["none", "0-5", "0-7 9", "1 3 5", "0-9"])
    def test_figures_are_written_as_they_are_read(self, written: str) -> None:
        sheet = load_sheet(TABLE, {"draws.player": written})
        assert sheet.model_dump(mode="json")["draws"]["player"] == written


def test_the_last_results_are_shown() -> None:
    rig = SpotRig(TABLE)
    for cards in ("9 K K K", "K 9 K K", "9 9 K K"):
        rig.lay(1, "tie=1")
        rig.deal(cards)
        rig.open()
    assert rig.play["history"] == ["tie", "banker", "player"]
    assert (rig.play["outcome"], rig.play["natural"]) == (None, False)
