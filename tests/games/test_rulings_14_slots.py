"""Rulings 14.1: slots. Machines as data, what a window pays, free spins, and the exact return."""

from __future__ import annotations

import itertools
import json
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import resources
from bot.amounts import Amount, points, to_number
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Close,
    Event,
    IllegalAction,
    PlayerId,
    Reels,
    Returned,
    Staked,
)
from bot.games.registry import load_sheet, parse_action, parse_sheet
from bot.games.sheet import SheetError
from bot.games.slots import GAME, Machine, SlotsRound, SlotsSheet, SpinReels
from bot.games.slots.events import LineWon, ReelsStopped, ScattersSeen
from bot.games.slots.returns import free_spins, in_per_cent, returned, scatter_ways, spin_returns
from bot.games.slots.window import best_run, line_wins, scatters, window_at
from bot.games.text import event_text, parse_event
from bot.texts import LANGUAGES, catalogue

SHIPPED = tomllib.loads((resources.data() / "machine.toml").read_text("utf-8"))

TOY: dict[str, Any] = {
    "name": {"ja": "こども台", "en": "Toy"},
    "window": 1,
    "reels": ["cherry bell wild star", "cherry bell wild star", "cherry bell wild star"],
    "lines": ["111"],
    "wild": "wild",
    "scatter": {"symbol": "star", "pays": {2: 1, 3: 5}, "free_spins": {2: 1, 3: 2}, "most": 3},
    "pays": {"cherry": {2: 2, 3: 10}, "bell": {3: 20}},
}
"""Stops 0 cherry, 1 bell, 2 wild, 3 star on each of three reels."""


def stated(machine: Mapping[str, Any]) -> dict[str, Any]:
    """With the return that its reels have."""
    made = Machine.model_validate({**machine, "returns": "0.00"})
    return {**machine, "returns": in_per_cent(returned(made))}


def sheet_of(machine: Mapping[str, Any] | str = "night-parade", **rules: Any) -> SlotsSheet:
    named = machine if isinstance(machine, str) else stated(machine)
    mapping = {**load_sheet("slots").model_dump(mode="json"), **rules}
    sheet = load_sheet("slots", {"machine": named}) if isinstance(named, str) else None
    mapping["machine"] = sheet.model_dump(mode="json")["machine"] if sheet is not None else named
    found = parse_sheet(mapping)
    assert isinstance(found, SlotsSheet)
    return found


class Hall:
    """A round at a table with this machine; a figure is whole points."""

    def __init__(
        self,
        machine: Mapping[str, Any] | str = TOY,
        *,
        wallet: int = 1000,
        carried: Mapping[str, Any] | None = None,
        **rules: Any,
    ) -> None:
        self.sheet = sheet_of(machine, **rules)
        self.round = SlotsRound(self.sheet, carried or {})
        self.wallets = Counter({player: points(wallet) for player in range(1, 30)})
        self.events: list[Event] = []
        self.journal: list[str] = []

    def apply(self, action: Action) -> list[Event]:
        events = self.round.apply(action)
        self.journal.append(str(action))
        for event in events:
            if isinstance(event, Staked):
                self.wallets[event.player] -= event.amount
                assert self.wallets[event.player] >= 0
            elif isinstance(event, Returned):
                self.wallets[event.player] += event.amount
        self.events += events
        return events

    def spin(
        self,
        player: int = 1,
        amount: int | None = None,
        lines: int | None = None,
        coins: int | None = None,
        rank: str = "plain",
    ) -> list[Event]:
        what = None if amount is None else points(amount)
        means = Amount(self.wallets[player])
        return self.apply(SpinReels(PlayerId(player), what, lines, coins, rank, means))

    def stop(self, *stops: int) -> list[Event]:
        return self.apply(Reels(stops))

    def refused(self, *args: Any, **named: Any) -> str:
        before = self.round.state()
        with pytest.raises(IllegalAction) as caught:
            self.spin(*args, **named)
        assert self.round.state() == before
        return caught.value.code

    def has(self, player: int = 1) -> int | float:
        return to_number(self.wallets[player])

    @property
    def game(self) -> Mapping[str, Any]:
        """The newest game as the pages see it."""
        found: Mapping[str, Any] = self.round.view(Audience.PUBLIC)["play"]["games"][-1]
        return found


# --- machines are data -----------------------------------------------------------------------------------


def test_14_1_two_machines_are_shipped_with_a_name_in_both_languages() -> None:
    assert len(SHIPPED) == 2
    for name in SHIPPED:
        machine = sheet_of(name).machine
        assert machine.name.ja != machine.name.en
        assert machine.name.ja.strip()


@pytest.mark.parametrize("name", SHIPPED)
def test_14_1_the_stated_return_is_that_of_the_reels(name: str) -> None:
    machine = Machine.model_validate(SHIPPED[name])
    exact = returned(machine)
    assert Fraction(92, 100) <= exact <= Fraction(97, 100)
    assert abs(exact * 100 - Fraction(machine.returns)) <= Fraction(5, 1000)
    assert machine.returns == in_per_cent(exact)


def test_14_1_every_symbol_that_is_shipped_has_a_name() -> None:
    painted = {symbol for one in SHIPPED.values() for strip in one["reels"] for symbol in strip.split()}
    for language in LANGUAGES:
        assert not [one for one in painted if f"page.symbol.{one}" not in catalogue(language)]


def test_14_1_a_machine_of_ones_own_is_one_file_and_a_line_in_the_sheet(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    own = stated(TOY)
    (tmp_path / "machine.toml").write_text(
        f"""
        [toy]
        returns = "{own["returns"]}"
        window = 1
        reels = ["cherry bell wild star", "cherry bell wild star", "cherry bell wild star"]
        lines = ["111"]
        wild = "wild"
        [toy.name]
        ja = "こども台"
        en = "Toy"
        [toy.scatter]
        symbol = "star"
        pays = {{ 2 = 1, 3 = 5 }}
        free_spins = {{ 2 = 1, 3 = 2 }}
        most = 3
        [toy.pays]
        cherry = {{ 2 = 2, 3 = 10 }}
        bell = {{ 3 = 20 }}
        """,
        "utf-8",
    )
    (tmp_path / "tables" / "slots.toml").write_text('machine = "toy"\n', "utf-8")
    (tmp_path / "tables" / "slots-2.toml").write_text('like = "slots"\nmachine = "fruit-parlour"\n', "utf-8")
    first, second = load_sheet("slots", folder=tmp_path), load_sheet("slots-2", folder=tmp_path)
    assert isinstance(first, SlotsSheet)
    assert isinstance(second, SlotsSheet)
    assert (first.machine.name.en, second.machine.name.en) == ("Toy", "Fruit Parlour")


def test_14_1_a_machine_survives_the_journal() -> None:
    sheet = sheet_of(TOY)
    assert parse_sheet(json.loads(json.dumps(sheet.model_dump(mode="json")))) == sheet


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"returns": "99.99"}, "machine: the reels return 485.22 per cent, not 99.99"),
        ({"returns": 95}, "machine.returns: must be a word in quotes"),
        ({"window": 0}, "machine.window: must be 1 or more"),
        ({"window": 5}, "machine.reels: reel 1 must have as many symbols as rows are seen (5)"),
        ({"reels": ["cherry"]}, "machine.reels: must have 2 entries or more"),
        ({"reels": ["Cherry", "bell", "x"]}, "machine.reels.0.0: must be small letters"),
        ({"lines": []}, "machine.lines: must have 1 entries or more"),
        ({"lines": ["112"]}, "machine.lines: line 1 must name a row from 1 to 1 for each of the 3 reels"),
        ({"lines": ["11"]}, "machine.lines: line 1 must name a row from 1 to 1 for each of the 3 reels"),
        ({"lines": ["111", "111"]}, "machine.lines: line 2 is there twice"),
        ({"lines": ["1x1"]}, "machine.lines.0.1: must be a whole number"),
        ({"wild": "joker"}, "machine.wild: joker is on no reel; there are: bell, cherry, star, wild"),
        ({"wild": "star"}, "machine.scatter: star is the wild already"),
        ({"pays": {}}, "machine.pays: must have 1 entries or more"),
        ({"pays": {"lime": {3: 1}}}, "machine.pays: lime is on no reel"),
        ({"pays": {"star": {3: 1}}}, "machine.pays: star is the scatter already"),
        ({"pays": {"bell": {4: 1}}}, "machine.pays: 4 of them cannot come; 1 to 3 can"),
        ({"pays": {"bell": {3: 2.5}}}, "machine.pays.bell.3: an exact number"),
        ({"pays": {"bell": {3: -1}}}, "machine.pays.bell.3: must be 0 or more"),
        ({"colour": "red"}, "machine.colour: unknown key; allowed here: name, returns"),
        ({"scatter": {**TOY["scatter"], "most": 0}}, "machine.scatter.most: must be 1 or more"),
        ({"scatter": {**TOY["scatter"], "pays": {4: 1}}}, "machine.scatter: 4 of them cannot come"),
        ({"scatter": {**TOY["scatter"], "free_spins": {3: 0}}}, "machine.scatter.free_spins.3: must be 1"),
        ({"scatter": {**TOY["scatter"], "symbol": "sun"}}, "machine.scatter: sun is on no reel"),
    ],
)
def test_14_1_what_cannot_be_right_is_named(changed: dict[str, Any], says: str) -> None:
    mapping = load_sheet("slots").model_dump(mode="json")
    mapping["machine"] = {**stated(TOY), **changed}
    with pytest.raises(SheetError) as caught:
        parse_sheet(mapping)
    assert says in str(caught.value)


def test_14_1_an_unknown_machine_lists_those_there_are() -> None:
    with pytest.raises(SheetError, match="machine: must be none, night-parade, fruit-parlour, not 'x'"):
        load_sheet("slots", {"machine": "x"})


# --- what a window pays ----------------------------------------------------------------------------------


def toy(**changed: Any) -> Machine:
    return Machine.model_validate(stated({**TOY, **changed}))


@pytest.mark.parametrize(
    ("symbols", "best"),
    [
        ("cherry cherry cherry", ("cherry", 3, 10)),
        ("cherry cherry bell", ("cherry", 2, 2)),
        ("bell cherry cherry", None),
        ("cherry bell cherry", None),
        ("cherry wild bell", ("cherry", 2, 2)),
        ("cherry wild wild", ("cherry", 3, 10)),
        ("wild bell wild", ("bell", 3, 20)),
        ("wild wild bell", ("bell", 3, 20)),
        ("wild wild star", ("cherry", 2, 2)),
        ("wild wild wild", ("bell", 3, 20)),
        ("star star star", None),
        ("cherry star cherry", None),
    ],
)
def test_14_1_from_the_left_the_highest_only(symbols: str, best: tuple[str, int, int] | None) -> None:
    assert best_run(toy(), symbols.split()) == best


def test_14_1_a_longer_run_pays_at_least_what_a_shorter_one_does() -> None:
    machine = toy(pays={"cherry": {2: 7, 3: 4}})
    assert best_run(machine, ["cherry"] * 3) == ("cherry", 3, 7)


def test_14_1_a_wild_may_pay_for_itself() -> None:
    machine = toy(pays={"cherry": {2: 2, 3: 10}, "wild": {2: 3, 3: 500}})
    assert best_run(machine, ["wild", "wild", "cherry"]) == ("cherry", 3, 10)
    assert best_run(machine, ["wild", "wild", "bell"]) == ("wild", 2, 3)
    assert best_run(machine, ["wild"] * 3) == ("wild", 3, 500)


def test_14_1_the_window_turns_round_and_a_line_goes_through_it() -> None:
    machine = sheet_of("fruit-parlour").machine
    window = window_at(machine, (22, 0, 23))
    assert window == (("plum", "bar", "seven"), ("bar", "lemon", "bell"), ("cherry", "bell", "lemon"))
    machine = toy(window=2, lines=["111", "222", "121"])
    window = window_at(machine, (3, 0, 3))
    assert window == (("star", "cherry"), ("cherry", "bell"), ("star", "cherry"))
    assert scatters(machine, window) == 2
    assert line_wins(machine, window, 3) == ()
    wins = line_wins(machine, window_at(machine, (0, 3, 0)), 3)
    assert [(one.line, one.symbol, one.count, one.pays) for one in wins] == [(3, "cherry", 3, 10)]
    assert line_wins(machine, window_at(machine, (0, 3, 0)), 2) == ()


# --- the exact return ------------------------------------------------------------------------------------


def counted(machine: Machine) -> tuple[Fraction, Counter[int]]:
    """What one spin on all lines pays of its stake, and the ways of each number of scatters: told from every
    position of the reels, one by one."""
    paid, ways = Fraction(0), Counter[int]()
    for stops in itertools.product(*(range(len(strip)) for strip in machine.reels)):
        window = window_at(machine, stops)
        count = scatters(machine, window)
        ways[count] += 1
        paid += sum(win.pays for win in line_wins(machine, window, len(machine.lines))) / Fraction(
            len(machine.lines)
        )
        if machine.scatter is not None:
            paid += max((pay for need, pay in machine.scatter.pays.items() if need <= count), default=0)
    return paid / sum(ways.values()), ways


@pytest.mark.parametrize(
    "machine",
    [
        TOY,
        {**TOY, "window": 2, "lines": ["111", "222", "121", "212"]},
        {**TOY, "pays": {"cherry": {1: 1, 2: 2}, "wild": {1: 1, 2: 5, 3: 100}}},
        {**TOY, "reels": ["cherry bell cherry star", "wild bell", "bell star star wild cherry cherry"]},
    ],
)
def test_14_1_a_spin_returns_what_counting_every_position_gives(machine: dict[str, Any]) -> None:
    made = Machine.model_validate(stated(machine))
    paid, ways = counted(made)
    assert spin_returns(made) == paid
    assert made.scatter is not None
    assert scatter_ways(made, made.scatter) == [ways[count] for count in range(max(ways) + 1)]


def test_14_1_so_does_the_shipped_machine_of_three_reels() -> None:
    machine = Machine.model_validate(SHIPPED["fruit-parlour"])
    assert machine.scatter is None
    assert returned(machine) == counted(machine)[0]
    assert free_spins(machine) == 0


def test_14_1_so_does_the_shipped_machine_of_five_reels() -> None:
    """By symbols rather than by stops: a line shows a symbol as often as the strip holds it."""
    machine = Machine.model_validate(SHIPPED["night-parade"])
    strips = [Counter(strip) for strip in machine.reels]
    paid, total = Fraction(0), 1
    for strip in machine.reels:
        total *= len(strip)
    for shown in itertools.product(*strips):
        best = best_run(machine, shown)
        if best is not None:
            ways = 1
            for strip, symbol in zip(strips, shown, strict=True):
                ways *= strip[symbol]
            paid += best[2] * ways
    assert machine.scatter is not None
    ways_of = scatter_ways(machine, machine.scatter)
    scattered = sum(
        ways_of[count] * machine.scatter.pays.get(min(count, 5), Fraction(0)) for count in range(len(ways_of))
    )
    assert spin_returns(machine) == paid / total + scattered / total


def test_14_1_free_spins_and_retriggers_are_counted() -> None:
    """The toy by hand: of 64 positions 9 show two stars (one free spin) and 1 shows three (two of them)."""
    machine = toy()
    assert machine.scatter is not None
    assert scatter_ways(machine, machine.scatter) == [27, 27, 9, 1]
    one, two = Fraction(9, 64), Fraction(1, 64)

    def played(left: int, more: int) -> Fraction:
        """Expected free spins, with ``more`` that may still be given of the three of a game."""
        if not left:
            return Fraction(0)
        found = Fraction(1)
        for chance, won in ((1 - one - two, 0), (one, 1), (two, 2)):
            given = min(won, more)
            found += chance * played(left - 1 + given, more - given)
        return found

    expected = one * played(1, 2) + two * played(2, 1)
    assert free_spins(machine) == expected
    assert returned(machine) == spin_returns(machine) * (1 + expected)


def test_14_1_the_bound_on_free_spins_counts() -> None:
    def most(spins: int) -> Fraction:
        return free_spins(toy(scatter={**TOY["scatter"], "most": spins}))

    a = Fraction(11, 64)
    assert most(1) == Fraction(10, 64)
    assert most(1) < most(2) < most(3) < most(30) < a / (1 - a)
    assert a / (1 - a) - most(100) < Fraction(1, 10**9)


# --- a game ----------------------------------------------------------------------------------------------


def test_14_1_at_first_one_coin_on_one_line() -> None:
    hall = Hall("night-parade")
    hall.spin()
    assert hall.has() == 999
    assert (hall.game["lines"], hall.game["coins"], hall.game["line_stake"]) == (1, 1, 1)
    assert hall.round.awaiting.what is Await.REELS
    assert hall.round.awaiting.stops == (29, 30, 32, 29, 29)


def test_14_1_stake_times_lines_times_coins() -> None:
    hall = Hall("night-parade")
    hall.spin(1, 5, 9, 2)
    assert hall.has() == 1000 - 5 * 9 * 2
    assert hall.game["stake"] == 90
    assert hall.game["line_stake"] == 10


def test_14_1_what_is_left_out_is_as_last_time() -> None:
    hall = Hall("fruit-parlour")
    hall.spin(1, 5, 4, 3)
    hall.spin(2, 7)
    hall.stop(0, 0, 0)
    hall.stop(0, 0, 0)
    hall.round = SlotsRound(hall.sheet, json.loads(json.dumps(hall.round.carried)))
    hall.spin(1)
    assert (hall.game["line_stake"], hall.game["lines"], hall.game["coins"]) == (15, 4, 3)
    hall.stop(0, 0, 0)
    hall.round = SlotsRound(hall.sheet, hall.round.carried)
    hall.spin(1, lines=2)
    assert (hall.game["line_stake"], hall.game["lines"], hall.game["coins"]) == (15, 2, 3)
    hall.spin(2)
    assert (hall.game["line_stake"], hall.game["lines"], hall.game["coins"]) == (7, 1, 1)


def test_14_1_a_refused_spin_is_not_remembered() -> None:
    hall = Hall("fruit-parlour")
    assert hall.refused(1, 500, 5, 3) == "slot_too_big"
    hall.spin(1)
    assert hall.game["stake"] == 1


def test_14_1_on_a_machine_with_fewer_lines_the_last_ones_are_fewer() -> None:
    hall = Hall(TOY, carried={"last": {"1": [200, 9, 3]}}, coins=2)
    hall.spin(1)
    assert (hall.game["lines"], hall.game["coins"], hall.game["stake"]) == (1, 2, 4)


def test_14_1_who_has_not_spun_for_longest_is_forgotten_first() -> None:
    hall = Hall(TOY, remembered=2)
    for player in (1, 2, 1, 3):
        hall.spin(player, player)
        hall.stop(1, 0, 1)
        hall.round = SlotsRound(hall.sheet, hall.round.carried)
    assert hall.round.carried == {"last": {"1": [100, 1, 1], "3": [300, 1, 1]}}


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ((1, 5, 10, 1), "slot_lines"),
        ((1, 5, 0, 1), "slot_lines"),
        ((1, 5, 9, 4), "slot_coins"),
        ((1, 5, 9, 0), "slot_coins"),
        ((1, 0, 9, 1), "bet_too_small"),
        ((1, 556, 9, 1), "slot_too_big"),
        ((1, 112, 9, 1), "short"),
        ((0, 5, 9, 1), "no_player"),
    ],
)
def test_14_1_what_cannot_be_played_changes_nothing(said: tuple[int, ...], code: str) -> None:
    assert Hall("night-parade").refused(*said) == code


def test_14_limits() -> None:
    hall = Hall("night-parade", wallet=9000)
    assert hall.refused(1, 1, rank="duke") == "no_such_rank"
    with pytest.raises(IllegalAction, match="bet_step"):
        hall.apply(SpinReels(PlayerId(1), Amount(150), 1, 1, "plain", points(1000)))
    hall.spin(1, 555, 9)  # 4,995 of 5,000
    assert hall.refused(2, 1667, 1, 3) == "slot_too_big"
    hall.spin(2, 1667, 1, 3, rank="heart")
    assert hall.has(2) == 9000 - 5001


def test_14_a_running_game_is_finished_first() -> None:
    hall = Hall()
    hall.spin(1, 5)
    assert hall.refused(1, 5) == "game_running"
    hall.stop(1, 0, 1)
    assert hall.round.phase == "settled"


def test_14_1_lines_pay_times_the_stake_of_the_line() -> None:
    hall = Hall({**TOY, "window": 2, "lines": ["111", "222", "121"]})
    hall.spin(1, 5, 3, 2)
    hall.stop(0, 3, 0)  # cherry bell | star cherry | cherry bell: line 3 is three cherries
    assert hall.has() == 1000 - 30 + 10 * 10
    assert hall.game["wins"] == [
        {"line": 3, "rows": [1, 2, 1], "symbol": "cherry", "count": 3, "amount": 100}
    ]
    assert [one.outcome for one in hall.round.results] == ["win"]
    assert hall.round.results[0].premium == "cherry"
    assert [str(one.why) for one in hall.events if isinstance(one, Returned)] == ["spin"]


def test_14_1_the_outcome_is_of_the_whole_game() -> None:
    for stops, outcome, back in (((1, 0, 1), "lose", 0), ((0, 0, 1), "win", 20), ((0, 0, 0), "win", 100)):
        hall = Hall()
        hall.spin(1, 10)
        hall.stop(*stops)
        assert [(one.outcome, one.returned) for one in hall.round.results] == [(outcome, points(back))]
    hall = Hall({**TOY, "window": 2, "lines": ["111", "222", "121"]})
    hall.spin(1, 10, 3)
    hall.stop(0, 3, 1)  # cherry cherry bell on the third line: 20 of 30 come back
    assert [(one.outcome, to_number(one.returned)) for one in hall.round.results] == [("lose", 20)]


def test_14_1_a_fraction_is_rounded_down_to_the_hundredth() -> None:
    hall = Hall({**TOY, "pays": {"cherry": {3: "1/3"}}})
    hall.spin(1, 1)
    hall.stop(0, 0, 0)
    assert hall.has() == 999.33


def test_14_1_scatters_pay_anywhere_times_the_whole_stake() -> None:
    hall = Hall({**TOY, "window": 2, "lines": ["111", "222", "121"]})
    hall.spin(1, 5, 3, 2)
    events = hall.stop(3, 0, 2)  # star cherry | cherry bell | wild star
    assert ScattersSeen(1, 2, points(30), 1, 1) in events
    assert hall.game["scatters"] == 2


def test_14_1_free_spins_run_in_the_game_and_pay_like_the_spin_that_won_them() -> None:
    hall = Hall()
    hall.spin(1, 5, 1, 3)
    hall.stop(3, 3, 1)  # two stars: 15, and a free spin
    assert hall.has() == 985
    assert (hall.game["state"], hall.game["free_left"]) == ("dealing", 1)
    assert hall.round.awaiting.what is Await.REELS
    assert hall.refused(1, 5) == "game_running"
    events = hall.stop(0, 0, 0)
    assert ReelsStopped(1, PlayerId(1), True, (0, 0, 0), points(150)) in events
    assert LineWon(1, 1, "cherry", 3, points(150)) in events
    assert hall.has() == 985 + 15 + 150
    assert [one for one in hall.events if isinstance(one, Staked)] == [
        Staked(PlayerId(1), points(15), "spin", 0, 1)
    ]
    assert hall.game["spins"] == [15, 150]
    assert [(one.staked, one.returned) for one in hall.round.results] == [(points(15), points(165))]


def test_14_1_free_spins_are_retriggered() -> None:
    hall = Hall()
    hall.spin(1, 10)
    hall.stop(3, 3, 1)
    hall.stop(3, 1, 3)  # the free spin brings another
    assert hall.game["free_left"] == 1
    hall.stop(1, 0, 1)
    assert hall.round.phase == "settled"
    assert hall.has() == 990 + 10 + 10


def test_14_1_no_more_free_spins_than_the_machine_says() -> None:
    hall = Hall()
    hall.spin(1, 10)
    for left in (2, 2, 1):  # two, one of two more, then none
        hall.stop(3, 3, 3)
        assert hall.game["free_left"] == left
    events = hall.stop(3, 3, 3)
    assert ScattersSeen(1, 3, points(50), 0, 0) in events
    assert hall.round.phase == "settled"
    assert hall.has() == 990 + 4 * 50


def test_14_1_free_spins_come_before_anybody_elses_reels() -> None:
    hall = Hall()
    hall.spin(1, 10)
    hall.spin(2, 10)
    hall.stop(3, 3, 1)
    assert hall.round.game_of(PlayerId(1)) == 1
    hall.stop(1, 0, 1)
    assert hall.round.game_of(PlayerId(1)) is None
    hall.stop(0, 0, 0)
    assert (hall.has(1), hall.has(2)) == (1000, 1090)
    assert hall.round.phase == "settled"


def test_14_1_the_reels_stop_only_where_there_is_a_stop() -> None:
    hall = Hall()

    def code(*stops: int) -> str:
        with pytest.raises(IllegalAction) as caught:
            hall.stop(*stops)
        return caught.value.code

    assert code(0, 0, 0) == "no_reels_awaited"
    hall.spin(1, 10)
    assert code(0, 0) == "reels_count"
    assert code(0, 4, 0) == "no_such_stop"
    assert code(0, -1, 0) == "no_such_stop"
    hall.stop(3, 3, 3)
    assert code(9, 9, 9) == "no_such_stop"


def test_14_games_begin_before_and_after_the_close() -> None:
    hall = Hall()
    hall.spin(1, 10)
    hall.apply(Close())
    hall.spin(2, 10)
    assert hall.round.phase == "playing"
    hall.stop(1, 0, 1)
    hall.stop(1, 0, 1)
    assert hall.round.phase == "settled"
    assert hall.refused(3, 10) == "not_now"


def test_14_1_what_can_be_said() -> None:
    hall = Hall()
    assert hall.round.legal(PlayerId(1)) == ("spin", "max_bet")
    hall.spin(1, 10)
    assert hall.round.legal(PlayerId(1)) == ()
    assert hall.round.view(Audience.PUBLIC)["say"] == ["spin", "max_bet"]


def test_14_1_all_lines_and_coins_for_the_largest_bet() -> None:
    """What ``maxbet`` names, whoever reads the chat."""
    sheet = sheet_of("night-parade")
    assert (sheet.lines, sheet.coins) == (9, 3)


# --- whatever is tried -----------------------------------------------------------------------------------

AMOUNTS = st.none() | st.integers(1, 10**9).map(Amount)


@given(
    st.integers(0, 99).map(PlayerId),
    AMOUNTS,
    st.none() | st.integers(0, 200),
    st.none() | st.integers(0, 9),
    st.integers(0, 10**9).map(Amount),
)
def test_the_action_reads_back(
    player: PlayerId, amount: Amount | None, lines: int | None, coins: int | None, means: Amount
) -> None:
    action = SpinReels(player, amount, lines, coins, "heart", means)
    assert parse_action("slots", str(action)) == action
    assert hash(parse_action("slots", str(action))) == hash(action)


def test_the_form_is_the_documented_one() -> None:
    text = "player 12: spin 5 lines 9 coins 2 rank plain means 900"
    assert parse_action("slots", text) == SpinReels(PlayerId(12), points(5), 9, 2, "plain", points(900))
    assert parse_action("slots", "player 12: spin rank plain means 900") == SpinReels(
        PlayerId(12), None, None, None, "plain", points(900)
    )


@pytest.mark.parametrize(
    "text",
    ["", "spin 5 lines 9", "player x: spin rank plain means 1", "player 1: spin 1e9 rank plain means 1"],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any message will do
        GAME.parse(text)


@pytest.mark.parametrize("machine", [TOY, *SHIPPED], ids=lambda one: one if isinstance(one, str) else "toy")
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_random_play(machine: Mapping[str, Any] | str, data: st.DataObject) -> None:
    """Money is conserved, refusals change nothing, a refold gives the same."""
    hall = Hall(machine, wallet=300)
    stops = [len(strip) for strip in hall.sheet.machine.reels]
    for _ in range(data.draw(st.integers(1, 25))):
        tried = data.draw(st.sampled_from(["spin", "spin", "reels", "close", "wrong"]))
        action: Action = Close()
        if tried == "spin":
            player = data.draw(st.integers(0, 4))
            action = SpinReels(
                PlayerId(player),
                data.draw(st.sampled_from([None, points(1), points(5), points(40)])),
                data.draw(st.sampled_from([None, 1, 3, 10])),
                data.draw(st.sampled_from([None, 1, 3, 4])),
                "plain",
                Amount(hall.wallets[player]),
            )
        elif tried == "reels":
            action = Reels(tuple(data.draw(st.integers(0, many - 1)) for many in stops))
        elif tried == "wrong":
            action = Reels(tuple(data.draw(st.lists(st.integers(-1, 40), max_size=6))))
        before = hall.round.state()
        try:
            hall.round.check(action)
        except IllegalAction:
            with pytest.raises(IllegalAction):
                hall.round.apply(action)
            assert hall.round.state() == before
        else:
            hall.apply(action)
        json.dumps(hall.round.view(Audience.PUBLIC))
        on_table = sum(hall.round.staked.values())
        results = hall.round.results
        assert all(one.staked > 0 for one in results)
        moved = sum(points(300) - amount for amount in hall.wallets.values() if amount)
        moved += sum(points(300) for amount in hall.wallets.values() if not amount)
        assert moved == on_table + sum(one.staked - one.returned for one in results)
    assert_refolds(hall)


def assert_refolds(hall: Hall) -> None:
    again = SlotsRound(hall.sheet, {})
    events: Sequence[Event] = [
        event for line in hall.journal for event in again.apply(parse_action("slots", line))
    ]
    assert again.state() == hall.round.state()
    assert events == hall.events
    assert again.carried == hall.round.carried
    assert [parse_event(event_text(event)) for event in events] == list(events)


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_14_1_a_game_ends(data: st.DataObject) -> None:
    """However often the scatter comes."""
    hall = Hall("night-parade")
    hall.spin(1, 1, 9, 3)
    scatter = [
        [stop for stop in range(len(strip)) if "scatter" in (strip * 2)[stop : stop + 3]]
        for strip in hall.sheet.machine.reels
    ]
    spins = 0
    while hall.round.phase != "settled":
        hall.stop(*(data.draw(st.sampled_from(stops)) for stops in scatter))
        spins += 1
    assert spins == 1 + 100
