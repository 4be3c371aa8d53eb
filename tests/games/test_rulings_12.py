"""Roulette: rulings 12, clause by clause, and what each bet returns in the long run."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from bot.amounts import points
from bot.games.contract import Audience, Await, Close, IllegalAction, Jackpot, Spin
from bot.games.registry import load_sheet
from bot.games.roulette import RouletteSheet
from bot.games.roulette.events import BallFell, JackpotHit, RunPaid
from bot.games.sheet import SheetError
from tests.games.spot_rig import SpotRig

EUROPEAN, AMERICAN, PROGRESSIVE = "european-roulette", "american-roulette", "progressive-roulette"
TABLES = (EUROPEAN, AMERICAN, PROGRESSIVE)


def sheet(table: str) -> RouletteSheet:
    loaded = load_sheet(table)
    assert isinstance(loaded, RouletteSheet)
    return loaded


def groups(table: str, count: int) -> set[str]:
    """The groups of so many numbers that a bet is taken on."""
    return {name for name in sheet(table).spots if name[0].isdigit() and len(name.split("-")) == count}


def plain(names: set[str]) -> set[str]:
    """Those without a zero."""
    return {name for name in names if not {"0", "00"} & set(name.split("-"))}


def assert_refused(table: str, spot: str) -> None:
    rig = SpotRig(table)
    before = rig.round.state()
    with pytest.raises(IllegalAction, match="no_such_spot") as caught:
        rig.lay(1, f"{spot}=10")
    assert caught.value.params["spot"] == spot
    assert rig.round.state() == before
    assert rig.has(1) == 1000


NO_GROUPS = (
    "1-9 1-6 1-1 1-2-1 3-4 1-3 1-5 1-2-3-4 2-3-4 34-37 36-39 37 0-4 0-36 1-2-4 0-1-3 0-3-2-6 1-2-3-4-5 "
    "pink dozen-4 column-0 player - 1- -1 01 1--2 17- 1-2-3-7-8-9 zero"
).split()


class TestTheWheel:
    @pytest.mark.parametrize(("table", "count"), [(EUROPEAN, 37), (AMERICAN, 38), (PROGRESSIVE, 37)])
    def test_every_number_is_once_on_it(self, table: str, count: int) -> None:
        pockets = sheet(table).wheel.pockets
        assert len(pockets) == len(set(pockets)) == count
        assert set(pockets) == {*map(str, range(37)), *(["00"] if count == 38 else [])}

    @pytest.mark.parametrize("table", TABLES)
    def test_red_and_black_alternate_but_for_zeros(self, table: str) -> None:
        """A slip in the order or in the colours would show here."""
        wheel = sheet(table).wheel
        pockets = [*wheel.pockets, wheel.pockets[0]]
        for one, other in pairwise(pockets):
            if not {one, other} & {"0", "00"}:
                assert (one in wheel.red) != (other in wheel.red), (one, other)

    def test_the_american_wheel_has_each_number_opposite_its_neighbour(self) -> None:
        """1 lies opposite 2, 3 opposite 4, 0 opposite 00: how that wheel is laid out."""
        pockets = sheet(AMERICAN).wheel.pockets
        for at, pocket in enumerate(pockets[:19]):
            other = pockets[at + 19]
            low, high = sorted((int(pocket), int(other)))
            assert {pocket, other} == {"0", "00"} or (low % 2 == 1 and high == low + 1)

    def test_the_european_wheel_alternates_high_and_low(self) -> None:
        """High and low alternate all around, but for 10 and 5 (single-zero wheel)."""
        pockets = [int(pocket) for pocket in sheet(EUROPEAN).wheel.pockets if pocket != "0"]
        same = [(one, other) for one, other in pairwise(pockets) if (one > 18) == (other > 18)]
        assert same == [(10, 5)]

    @pytest.mark.parametrize("table", TABLES)
    def test_the_round_waits_for_this_wheel_and_no_other(self, table: str) -> None:
        rig = SpotRig(table)
        rig.lay(1, "red=10")
        rig.apply(Close())
        awaiting = rig.round.awaiting
        assert (awaiting.what, awaiting.pockets) == (Await.SPIN, sheet(table).wheel.pockets)
        for pocket in ("37", "-1", "17 ", "000", "" if table == AMERICAN else "00"):
            with pytest.raises(IllegalAction, match="no_such_pocket"):
                rig.apply(Spin(pocket))
        assert rig.round.phase == "spinning"


class TestTheLayout:
    """Rulings 12.1: told anew from the numbers alone, not from the shape the engine works with."""

    @pytest.mark.parametrize("table", TABLES)
    def test_12_1_splits_are_neighbours(self, table: str) -> None:
        across = {f"{n}-{n + 1}" for n in range(1, 37) if n % 3}
        along = {f"{n}-{n + 3}" for n in range(1, 34)}
        assert plain(groups(table, 2)) == across | along
        assert len(across | along) == 57

    @pytest.mark.parametrize("table", TABLES)
    def test_12_1_streets_corners_and_lines(self, table: str) -> None:
        streets = {f"{n}-{n + 1}-{n + 2}" for n in range(1, 37, 3)}
        corners = {f"{n}-{n + 1}-{n + 3}-{n + 4}" for n in range(1, 33) if n % 3}
        lines = {"-".join(str(n + more) for more in range(6)) for n in range(1, 34, 3)}
        assert plain(groups(table, 3)) == streets
        assert plain(groups(table, 4)) == corners
        assert groups(table, 6) == lines
        assert (len(streets), len(corners), len(lines)) == (12, 22, 11)

    @pytest.mark.parametrize("table", [EUROPEAN, PROGRESSIVE])
    def test_12_1_the_groups_with_the_european_zero(self, table: str) -> None:
        with_zero = {name for name in sheet(table).spots if "0" in name.split("-")}
        assert with_zero == {"0", "0-1", "0-2", "0-3", "0-1-2", "0-2-3", "0-1-2-3"}

    def test_12_1_the_groups_with_the_american_zeros(self) -> None:
        with_zero = {name for name in sheet(AMERICAN).spots if {"0", "00"} & set(name.split("-"))}
        splits = {"0-1", "0-2", "00-3", "00-2", "0-00"}
        assert with_zero == {"0", "00", *splits, "0-1-2", "00-2-3", "0-00-1-2-3"}

    @pytest.mark.parametrize("table", TABLES)
    def test_12_1_the_outside_bets(self, table: str) -> None:
        spots = sheet(table).spots
        areas = {name: sorted(map(int, spots[name])) for name in spots if not name[0].isdigit()}
        assert areas == {
            "red": [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36],
            "black": [2, 4, 6, 8, 10, 11, 13, 15, 17, 20, 22, 24, 26, 28, 29, 31, 33, 35],
            "even": list(range(2, 37, 2)),
            "odd": list(range(1, 37, 2)),
            "low": list(range(1, 19)),
            "high": list(range(19, 37)),
            "dozen-1": list(range(1, 13)),
            "dozen-2": list(range(13, 25)),
            "dozen-3": list(range(25, 37)),
            "column-1": list(range(1, 37, 3)),
            "column-2": list(range(2, 37, 3)),
            "column-3": list(range(3, 37, 3)),
        }

    @pytest.mark.parametrize("table", TABLES)
    @pytest.mark.parametrize("spot", ["", *NO_GROUPS])
    def test_12_1_what_is_no_group_is_refused_by_name(self, table: str, spot: str) -> None:
        assert_refused(table, spot)

    @pytest.mark.parametrize(
        ("table", "spot"),
        [
            *((EUROPEAN, spot) for spot in ("00", "0-00", "0-00-1-2-3", "00-3")),
            *((AMERICAN, spot) for spot in ("0-3", "00-1", "0-2-3", "00-1-2", "0-00-2", "0-1-2-3")),
        ],
    )
    def test_12_1_the_other_wheels_groups_are_refused(self, table: str, spot: str) -> None:
        assert_refused(table, spot)

    @pytest.mark.parametrize(
        ("table", "said", "called"),
        [
            (EUROPEAN, "5-4", "4-5"),
            (EUROPEAN, "5-1-4-2", "1-2-4-5"),
            (EUROPEAN, "3-2-1-0", "0-1-2-3"),
            (EUROPEAN, "12-10-11", "10-11-12"),
            (AMERICAN, "3-00", "00-3"),
            (AMERICAN, "00-0", "0-00"),
            (AMERICAN, "3-2-1-00-0", "0-00-1-2-3"),
        ],
    )
    def test_12_1_the_order_of_the_numbers_does_not_matter(self, table: str, said: str, called: str) -> None:
        rig = SpotRig(table)
        rig.lay(1, f"{said}=10")
        assert dict(rig.round.laid(1)) == {called: points(10)}  # type: ignore[arg-type]
        assert rig.round.spot(said) == called == rig.round.spot(called)


class TestWhatTheyPay:
    @pytest.mark.parametrize(
        ("spot", "pocket", "back"),
        [
            ("17", 17, 3600),
            ("0", 0, 3600),
            ("4-5", 5, 1800),
            ("0-3", 0, 1800),
            ("4-5-6", 6, 1200),
            ("0-1-2", 2, 1200),
            ("0-2-3", 0, 1200),
            ("2-3-5-6", 3, 900),
            ("0-1-2-3", 0, 900),
            ("4-5-6-7-8-9", 9, 600),
            ("dozen-2", 13, 300),
            ("column-3", 36, 300),
            ("red", 1, 200),
            ("black", 2, 200),
            ("even", 36, 200),
            ("odd", 35, 200),
            ("low", 18, 200),
            ("high", 19, 200),
        ],
    )
    def test_12_1_wagers(self, spot: str, pocket: int, back: int) -> None:
        rig = SpotRig(EUROPEAN)
        rig.lay(1, f"{spot}=100")
        rig.spin(pocket)
        assert rig.has(1) == 900 + back
        (result,) = rig.round.results
        assert (result.outcome, result.premium, result.seat, result.hand) == ("win", spot, 0, 1)
        assert (result.staked, result.returned) == (points(100), points(back))
        assert rig.total == 0

    def test_12_1_the_american_five_pays_6_to_1_and_the_threes_11_to_1(self) -> None:
        for spot, back in (("0-00-1-2-3", 700), ("00-2-3", 1200), ("0-1-2", 1200), ("0-00", 1800)):
            rig = SpotRig(AMERICAN)
            rig.lay(1, f"{spot}=100")
            rig.spin("00" if "00" in spot else 0)
            assert rig.has(1) == 900 + back

    @pytest.mark.parametrize(
        ("table", "pocket"), [(EUROPEAN, "0"), (PROGRESSIVE, "0"), (AMERICAN, "0"), (AMERICAN, "00")]
    )
    def test_12_1_zero_loses_the_outside_bets_whole(self, table: str, pocket: str) -> None:
        outside = [name for name in sheet(table).spots if not name[0].isdigit()]
        assert len(outside) == 12
        rig = SpotRig(table)
        rig.lay(1, " ".join(f"{name}=10" for name in outside))
        rig.spin(pocket)
        side = 1 if table == PROGRESSIVE else 0
        assert rig.has(1) == 1000 - 120 - side
        assert {result.outcome for result in rig.round.results} == {"lose"}

    @pytest.mark.parametrize("table", TABLES)
    def test_the_long_run_of_every_spot_is_the_wheels(self, table: str) -> None:
        """Over all pockets once, each bet returns 36 of 37 (38), the American five 35 of 38: spun, not
        reckoned."""
        rules = sheet(table)
        pockets, names = rules.wheel.pockets, list(rules.spots)
        back = dict.fromkeys(names, 0)
        for pocket in pockets:
            rig = SpotRig(table, wallet=10_000)
            rig.lay(1, " ".join(f"{name}=1" for name in names))
            rig.spin(pocket)
            for result in rig.round.results[: len(names)]:
                back[str(result.premium)] += result.returned
            assert rig.total == 0
        found = {name: Fraction(amount, points(len(pockets))) for name, amount in back.items()}
        five = {"0-00-1-2-3": Fraction(35, 38)} if table == AMERICAN else {}
        assert found == dict.fromkeys(names, Fraction(36, len(pockets))) | five

    def test_1_1_a_payout_is_rounded_down(self) -> None:
        rig = SpotRig(EUROPEAN, {"pays.straight": "100/3"})
        rig.lay(1, "17=1")
        rig.spin(17)
        assert rig.has(1) == 999 + 33.33
        assert rig.total == 0


class TestTheHousesOwn:
    """Each (J) of 12.1 is a line of the sheet."""

    def test_a_group_may_be_shut(self) -> None:
        rig = SpotRig(EUROPEAN, {"without": ["0-2-3", "2-1"]})
        for spot in ("3-2-0", "1-2"):
            with pytest.raises(IllegalAction, match="no_such_spot"):
                rig.lay(1, f"{spot}=10")
        rig.lay(1, "0-1-2=10")

    def test_a_group_may_be_opened(self) -> None:
        rig = SpotRig(AMERICAN, {"extra": ["3-2-1-0"], "without": []})
        rig.lay(1, "0-1-2-3=10 0-00-2=10")
        rig.spin(2)
        assert rig.has(1) == 980 + 90 + 120

    def test_the_five_pays_what_the_sheet_says(self) -> None:
        rig = SpotRig(AMERICAN, {"pays.five": 8})
        rig.lay(1, "0-00-1-2-3=10")
        rig.spin(3)
        assert rig.has(1) == 1070

    @pytest.mark.parametrize(
        ("table", "rules", "says"),
        [
            (AMERICAN, {"without": ["0-1-2-3"]}, "without: 0-1-2-3 is no group"),
            (EUROPEAN, {"without": ["00"]}, "without: 00 is no group"),
            (EUROPEAN, {"extra": ["1-2-3-4-5-6-7"]}, "extra: 1-2-3-4-5-6-7 is no group"),
            (EUROPEAN, {"extra": ["1-1"]}, "extra: 1-1 is no group"),
            (EUROPEAN, {"extra": ["red"]}, "extra: red is no group"),
            (EUROPEAN, {"wheel": "american"}, "pays: needs five"),
            (EUROPEAN, {"wheel": "french"}, "wheel: must be none, european, american"),
            (EUROPEAN, {"wheel.pockets": ["0", "1", "2"]}, "wheel.pockets: must name 1 to 36 once each"),
            (EUROPEAN, {"wheel": {"red": ["1", "2"]}}, "wheel.red: must name half of the numbers"),
            (EUROPEAN, {"seats": 3}, "seats: must be 0 or less"),
            (EUROPEAN, {"pays.straight": -1}, "pays.straight: must be 0 or more"),
            (PROGRESSIVE, {"progressive.increments": []}, "progressive.increments: must have 1 entries"),
            (PROGRESSIVE, {"progressive.feed": 2}, "progressive.feed: must be 1 or less"),
            (PROGRESSIVE, {"progressive.run": "all"}, "progressive.run: must be 'number' or 'any'"),
        ],
    )
    def test_a_sheet_that_cannot_be_played_is_refused(
        self, table: str, rules: dict[str, object], says: str
    ) -> None:
        with pytest.raises(SheetError) as caught:
            load_sheet(table, rules)
        assert f"{table}.toml" in str(caught.value)
        assert says in str(caught.value)


class TestChat:
    """Rulings 12.2 and 5.7."""

    def test_12_2_several_in_one_message(self) -> None:
        rig = SpotRig(EUROPEAN)
        rig.says(1, "17 100, 赤 50、偶数 30 黒 20")
        assert rig.has(1) == 800
        rig.spin(17)
        assert rig.has(1) == 4440

    @pytest.mark.parametrize(
        ("text", "spot"),
        [
            ("17 100", "17"),
            ("17に100", "17"),
            ("1-2 100", "1-2"),
            ("赤100", "red"),
            ("red 100", "red"),
            ("偶数 100", "even"),
            ("1st12 100", "dozen-1"),
            ("前半 100", "low"),
            ("列2 100", "column-2"),
        ],
    )
    def test_12_2_words(self, text: str, spot: str) -> None:
        rig = SpotRig(EUROPEAN)
        rig.says(1, text)
        assert dict(rig.round.laid(1)) == {spot: points(100)}  # type: ignore[arg-type]

    @pytest.mark.parametrize("bad", ["17 100, 1-9 50", "1-6 10, red 5", "red 10, 17 20, 3-4 1", "1-1 10"])
    def test_12_2_one_bad_spot_refuses_all(self, bad: str) -> None:
        rig = SpotRig(EUROPEAN)
        rig.lay(1, "black=7")
        before = rig.round.state()
        with pytest.raises(IllegalAction, match="no_such_spot"):
            rig.says(1, bad)
        assert rig.round.state() == before
        assert rig.has(1) == 993

    def test_5_12_a_spot_named_twice_is_refused(self) -> None:
        """50 or 150? Stake nothing."""
        rig = SpotRig(EUROPEAN)
        for text in ("17 100, 17 50", "1-2 10, 2-1 10"):
            with pytest.raises(IllegalAction, match="spot_twice"):
                rig.says(1, text)
        assert rig.has(1) == 1000

    def test_5_7_the_same_spot_replaces_and_others_stay(self) -> None:
        rig = SpotRig(EUROPEAN)
        rig.says(1, "17 100, red 50")
        events = rig.says(1, "17 30, red 80, 1-2 5")
        money = [(type(event).__name__, event.amount) for event in events if hasattr(event, "amount")]
        assert money == [("Returned", points(70)), ("Staked", points(35))]
        laid = dict(rig.round.laid(1))  # type: ignore[arg-type]
        assert laid == {"17": points(30), "red": points(80), "1-2": points(5)}
        assert rig.has(1) == 885
        assert rig.round.staked == {1: points(115)}

    def test_5_7_the_groups_order_does_not_make_two_bets(self) -> None:
        rig = SpotRig(EUROPEAN)
        rig.lay(1, "1-2=10")
        rig.lay(1, "2-1=30")
        assert dict(rig.round.laid(1)) == {"1-2": points(30)}  # type: ignore[arg-type]
        assert rig.has(1) == 970

    def test_5_7_nobody_needs_the_points_for_both(self) -> None:
        rig = SpotRig(EUROPEAN, wallet=100)
        rig.lay(1, "17=100")
        rig.lay(1, "17=40 red=60")
        assert rig.has(1) == 0
        with pytest.raises(IllegalAction, match="short") as caught:
            rig.lay(1, "17=50")
        assert caught.value.params["shortfall"] == points(10)

    def test_5_7_cancel_withdraws_all(self) -> None:
        rig = SpotRig(EUROPEAN)
        rig.lay(2, "red=5")
        rig.says(1, "17 100, red 50")
        rig.says(1, "取消")
        assert rig.has(1) == 1000
        assert rig.round.staked == {2: points(5)}
        with pytest.raises(IllegalAction, match="nothing_laid"):
            rig.lift(1)

    def test_12_2_limits_minimum_and_step_for_each_maximum_for_the_sum(self) -> None:
        rig = SpotRig(EUROPEAN, wallet=10_000)
        rig.lay(1, "17=1")
        rig.lay(1, "red=3000 black=1999")
        with pytest.raises(IllegalAction, match="spots_too_big") as caught:
            rig.lay(1, "even=1")
        assert caught.value.params["max"] == points(5000)
        rig.lay(1, "red=2000 even=1000")
        rig.lay(2, "0=5000")
        with pytest.raises(IllegalAction, match="spots_too_big"):
            rig.lay(3, "red=5001")
        for bets, code in (("17=0", "bet_too_small"), ("17=0.5", "bet_too_small"), ("17=1.5", "bet_step")):
            with pytest.raises(IllegalAction, match=code):
                rig.lay(3, bets)
        assert rig.has(3) == 10_000

    def test_12_2_the_maximum_is_the_ranks(self) -> None:
        rig = SpotRig(EUROPEAN, wallet=100_000, rank="heart")
        rig.lay(1, "red=10000")
        with pytest.raises(IllegalAction, match="spots_too_big"):
            rig.lay(1, "17=1")
        SpotRig(EUROPEAN, wallet=100_000, rank="spade").lay(1, "red=100000")

    def test_12_2_no_more_bets_once_they_are_closed(self) -> None:
        rig = SpotRig(EUROPEAN)
        rig.lay(1, "17=1")
        rig.apply(Close())
        for late in (lambda: rig.lay(1, "17=2"), lambda: rig.lift(1), lambda: rig.lay(2, "1=1")):
            with pytest.raises(IllegalAction, match="not_now"):
                late()
        assert rig.round.legal(1) == ()  # type: ignore[arg-type]

    def test_12_2_a_close_without_bets_spins_nothing(self) -> None:
        rig = SpotRig(EUROPEAN)
        rig.apply(Close())
        assert (rig.round.phase, rig.round.awaiting.what) == ("settled", Await.NOTHING)
        assert list(rig.round.past) == []

    def test_12_2_the_last_13_results_are_shown(self) -> None:
        rig = SpotRig(AMERICAN)
        results = ["00", *map(str, range(14))]
        for pocket in results:
            rig.lay(1, "red=1")
            rig.spin(pocket)
            assert rig.play["history"][0] == rig.play["pocket"] == pocket
            rig.open()
        newest = [str(number) for number in range(13, 0, -1)]
        assert rig.play["history"] == newest
        assert rig.carried["history"] == newest
        assert rig.play["pocket"] is None

    def test_how_many_are_shown_is_the_sheets(self) -> None:
        rig = SpotRig(EUROPEAN, {"history": 2}, carried={"history": ["1", "2", "3"]})
        assert rig.play["history"] == ["1", "2"]
        rig.lay(1, "red=1")
        rig.spin(9)
        assert rig.carried["history"] == ["9", "1"]


class TestProgressive:
    """Rulings 12.3."""

    def spins(self, rig: SpotRig, *spins: tuple[str, str | int]) -> None:
        """Player 1's bets, and what came; empty: the spin is sat out (player 9 plays on red)."""
        for bets, pocket in spins:
            rig.lay(9, "red=1")
            if bets:
                rig.lay(1, bets)
            rig.spin(pocket)
            assert rig.total == 0
            assert rig.jackpot == rig.carried["jackpot"]
            rig.open()

    def paid(self, rig: SpotRig) -> list[int]:
        """The increments of player 1, in points."""
        return [e.amount // 100 for e in rig.events if isinstance(e, RunPaid) and e.player == 1]

    def test_12_3_each_player_and_spin_costs_one_beside_the_bets(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        rig.lay(1, "red=10")
        rig.lay(1, "17=5 red=20")
        rig.lay(2, "red=1")
        assert (rig.has(1), rig.has(2)) == (974, 998)
        assert rig.round.staked == {1: points(26), 2: points(2)}
        assert dict(rig.round.laid(1)) == {"red": points(20), "17": points(5)}  # type: ignore[arg-type]
        rig.spin(2)
        assert rig.jackpot == points(5002)

    def test_12_3_the_side_point_must_be_there_and_is_no_part_of_the_maximum(self) -> None:
        rig = SpotRig(PROGRESSIVE, wallet=5000)
        with pytest.raises(IllegalAction, match="short") as caught:
            rig.lay(1, "red=5000")
        assert caught.value.params["shortfall"] == points(1)
        rig.lay(1, "red=4999")
        rich = SpotRig(PROGRESSIVE, wallet=6000)
        rich.lay(1, "red=5000")
        assert rich.has(1) == 999

    def test_12_3_cancel_returns_the_side_point(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        rig.lay(1, "red=10")
        rig.lift(1)
        assert rig.has(1) == 1000
        rig.lay(1, "black=10")
        assert rig.has(1) == 989

    def test_12_3_increments(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, *[("17=10", 17)] * 4)
        assert self.paid(rig) == [15, 200, 3000]
        assert rig.has(1) == 1000 + 4 * (360 - 10 - 1) + 15 + 200 + 3000
        assert rig.play["runs"] == [{"player": 1, "number": "17", "length": 4}]

    def test_12_3_the_fifth_takes_the_jackpot_with_its_own_points(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, *[("17=1", 17)] * 4)
        before = rig.has(1)
        assert rig.jackpot == points(5000 + 4 * 2)
        self.spins(rig, ("17=1", 17))
        assert rig.has(1) == before - 2 + 36 + 5000 + 5 * 2
        assert rig.jackpot == points(5000)
        assert rig.play["runs"] == []

    def test_12_3_after_the_jackpot_the_run_is_at_nothing(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, *[("17=1", 17)] * 6)
        assert rig.play["runs"] == [{"player": 1, "number": "17", "length": 1}]
        self.spins(rig, ("17=1", 17))
        assert self.paid(rig) == [15, 200, 3000, 15]

    def test_12_3_shares_are_equal_and_what_does_not_divide_is_the_houses(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        for _ in range(5):
            for player in (1, 2, 3):
                rig.lay(player, "17=1")
            house = rig.house
            rig.spin(17)
            rig.open()
        shares = [event.amount for event in rig.events if isinstance(event, JackpotHit)]
        assert shares == [points("1671.66")] * 3
        paid = [e.amount for e in rig.events if isinstance(e, Jackpot) and e.why == "paid"]
        assert paid == [points(5015)]
        assert rig.house == house - 3 * points(35) + 2 - points(5000), "straights, two hundredths, a new one"
        assert (rig.jackpot, rig.total) == (points(5000), 0)

    def test_12_3_any_other_result_ends_the_run(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=1", 17), ("17=1", 17), ("17=1", 5), ("17=1", 17))
        assert self.paid(rig) == [15]
        assert rig.play["runs"] == [{"player": 1, "number": "17", "length": 1}]

    def test_12_3_a_spin_sat_out_ends_the_run(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=1", 17), ("", 17), ("17=1", 17))
        assert self.paid(rig) == []
        assert rig.play["runs"] == [{"player": 1, "number": "17", "length": 1}]

    def test_12_3_a_number_not_held_straight_ends_it_too(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=1", 17), ("17-18=1 red=1", 17), ("17=1", 17))
        assert self.paid(rig) == []

    def test_12_3_the_run_is_of_the_number_that_came(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=1 5=1", 17), ("17=1 5=1", 5), ("5=1 17=1", 5), ("17=1 5=1", 17))
        assert self.paid(rig) == [15]
        assert rig.play["runs"] == [{"player": 1, "number": "17", "length": 1}]

    def test_12_3_runs_are_each_players_own(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=1", 17))
        rig.lay(1, "17=1")
        rig.lay(2, "17=1")
        rig.spin(17)
        rig.open()
        assert [(run["player"], run["length"]) for run in rig.play["runs"]] == [(1, 2), (2, 1)]

    def test_the_longest_runs_are_shown_first(self) -> None:
        held = {str(player): ["17", 1 + player % 4] for player in range(1, 101)}
        rig = SpotRig(PROGRESSIVE, carried={"jackpot": points(5000), "runs": held})
        lengths = [run["length"] for run in rig.play["runs"]]
        assert lengths == [4] * 25 + [3] * 15, "as many as a page has room for"
        assert len(rig.round.carried["runs"]) == 100

    def test_12_3_what_came_is_known_before_the_payments(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        rig.lay(1, "17=1")
        rig.apply(Close())
        events = rig.apply(Spin("17"))
        assert events[0] == BallFell("17")
        assert events[1] == Jackpot(points(1), "fed")

    def test_12_3_a_spin_that_never_came_changes_nothing(self) -> None:
        """A voided round: the next one begins with what this one began with."""
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=1", 17), ("17=1", 17))
        before = dict(rig.carried)
        rig.lay(1, "17=1")
        rig.apply(Close())
        assert rig.round.carried == before
        rig.wallets[1] += sum(rig.round.staked.values())
        rig.table = 0
        rig.open()
        self.spins(rig, ("17=1", 17))
        assert self.paid(rig) == [15, 200]

    def test_12_3_a_close_without_bets_is_no_spin_sat_out(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=1", 17))
        rig.apply(Close())
        rig.open()
        self.spins(rig, ("17=1", 17))
        assert self.paid(rig) == [15]

    def test_12_3_the_house_lays_down_the_first_jackpot_once(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        assert rig.play["jackpot"] == 5000
        rig.apply(Close())
        rig.open()
        rig.apply(Close())
        assert [event for event in rig.events if isinstance(event, Jackpot)] == [
            Jackpot(points(5000), "seed")
        ]
        assert (rig.jackpot, rig.house) == (points(5000), -points(5000))

    def test_12_3_side_bet_and_run_are_in_the_results(self) -> None:
        rig = SpotRig(PROGRESSIVE)
        self.spins(rig, ("17=10", 17))
        rig.lay(1, "17=10 red=5")
        rig.spin(17)
        found = [(one.hand, one.premium, one.outcome, one.staked, one.returned) for one in rig.round.results]
        assert found == [
            (1, "17", "win", points(10), points(360)),
            (2, "red", "lose", points(5), 0),
            (3, "run", "win", points(1), points(15)),
        ]
        (bet,) = rig.play["bets"]
        assert (bet["staked"], bet["returned"]) == (16, 375)

    # --- each (J), flipped ------------------------------------------------------------------------------

    def test_any_number_held_straight_may_go_on_with_a_run(self) -> None:
        rig = SpotRig(PROGRESSIVE, {"progressive.run": "any"})
        self.spins(rig, ("17=1", 17), ("5=1", 5), ("6=1", 7))
        assert self.paid(rig) == [15]
        assert rig.play["runs"] == []

    def test_a_part_of_the_side_bets_may_feed_the_jackpot(self) -> None:
        rig = SpotRig(PROGRESSIVE, {"progressive.feed": "1/3"})
        self.spins(rig, ("17=1", 5))
        assert rig.jackpot == points(5000) + 2 * 33
        unfed = SpotRig(PROGRESSIVE, {"progressive.feed": 0})
        self.spins(unfed, ("17=1", 5))
        assert unfed.jackpot == points(5000)

    def test_a_miss_may_leave_the_run_as_it_is(self) -> None:
        rig = SpotRig(PROGRESSIVE, {"progressive.miss": "keeps"})
        self.spins(rig, ("17=1", 17), ("17=1", 5), ("17=1", 17), ("", 5), ("17=1", 17))
        assert self.paid(rig) == [15]

    def test_a_spin_sat_out_may_leave_the_run_as_it_is(self) -> None:
        rig = SpotRig(PROGRESSIVE, {"progressive.sat_out": "keeps"})
        self.spins(rig, ("17=1", 17), ("", 17), ("17=1", 17), ("17=1", 5), ("17=1", 17))
        assert self.paid(rig) == [15]

    def test_a_run_longer_than_the_sheet_now_knows_takes_the_jackpot_when_it_goes_on(self) -> None:
        """The house shortened the ladder between two spins."""
        rules = {"progressive.increments": [15], "progressive.sat_out": "keeps"}
        held = {"jackpot": points(5000), "runs": {"1": ["17", 4], "2": ["17", 4]}}
        rig = SpotRig(PROGRESSIVE, rules, carried=held)
        rig.jackpot = points(5000)
        rig.house = -points(5000)
        self.spins(rig, ("17=1", 17))
        assert [event.player for event in rig.events if isinstance(event, JackpotHit)] == [1]
        assert rig.play["runs"] == [{"player": 2, "number": "17", "length": 4}]


class TestTheView:
    def test_a_full_layout_counts_everybody_and_shows_the_heads(self) -> None:
        """Bets change and come back; the piles always say what lies there."""
        rig = SpotRig(EUROPEAN)
        for player in range(1, 61):
            rig.lay(player, f"17={player} red=5")
        rig.lay(1, "17=100")
        rig.lift(2)
        rig.lay(3, "red=6 black=1")
        assert rig.play["players"] == 59
        assert [(one["spot"], one["amount"], one["players"]) for one in rig.play["spots"]] == [
            ("17", sum(range(1, 61)) - 1 + 100 - 2, 59),
            ("red", 5 * 59 + 1, 59),
            ("black", 1, 1),
        ]
        shown = [bet["player"] for bet in rig.play["bets"]]
        assert shown == [1, *range(22, 61)], "those with the most at stake, in the order of their first bets"
        rig.spin(2)
        assert [bet["player"] for bet in rig.play["bets"]][:2] == [1, 3], "and then those with the most back"

    def test_the_largest_spot_first_and_bets_in_their_order(self) -> None:
        rig = SpotRig(EUROPEAN)
        rig.lay(2, "17=10 red=5")
        rig.lay(1, "red=20")
        assert rig.play["kind"] == "roulette"
        assert rig.play["wheel"][:3] == ["0", "32", "15"]
        assert rig.play["spots"] == [
            {"spot": "red", "amount": 25, "players": 2, "won": None},
            {"spot": "17", "amount": 10, "players": 1, "won": None},
        ]
        assert [bet["player"] for bet in rig.play["bets"]] == [2, 1]
        rig.spin(17)
        assert [(one["spot"], one["won"]) for one in rig.play["spots"]] == [("red", False), ("17", True)]
        assert rig.play["bets"][0] == {
            "player": 2,
            "spots": [
                {"spot": "17", "amount": 10, "returned": 360},
                {"spot": "red", "amount": 5, "returned": 0},
            ],
            "staked": 15,
            "returned": 360,
        }
        assert (rig.play["jackpot"], rig.play["runs"]) == (None, [])

    def test_what_can_be_said(self) -> None:
        rig = SpotRig(EUROPEAN)
        assert rig.round.view(Audience.PUBLIC)["say"] == ["spot", "cancel"]
        assert rig.round.legal(1) == ("lay",)  # type: ignore[arg-type]
        rig.lay(1, "17=1")
        assert rig.round.legal(1) == ("lay", "lift")  # type: ignore[arg-type]
        rig.spin(1)
        assert rig.round.view(Audience.PUBLIC)["say"] == []
        assert rig.round.view(Audience.DEALER)["awaiting"]["what"] == "nothing"
