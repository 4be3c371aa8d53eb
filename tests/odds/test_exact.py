"""What can be counted is counted right: against figures that are known, and told anew in another way."""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from bot.games.registry import load_sheet
from bot.games.sheet import TableSheet
from bot.games.slots.returns import returned
from bot.games.video_poker import VideoPokerSheet
from bot.odds import Report, odds_of
from bot.odds.video_poker import best_totals, classes


def report_of(table: str, rules: dict[str, object] | None = None) -> Report:
    return odds_of(load_sheet(table, rules), rounds=2, seed=1)


def returns(report: Report) -> dict[str, Fraction]:
    return {one.name: one.returns for one in report.bets}


# --- roulette --------------------------------------------------------------------------------------------

KINDS = ("straight", "split", "street", "corner", "line", "dozen", "even")


def test_european_roulette_returns_36_of_37_on_every_bet() -> None:
    report = report_of("european-roulette")
    assert returns(report) == dict.fromkeys(KINDS, Fraction(36, 37))
    assert report.method == "exact"
    assert report.to_json()["bets"][0] == {
        "bet": "straight",
        "return": 36 / 37,
        "exact": "36/37",
        "edge": 1 - 36 / 37,
    }


def test_american_roulette_returns_36_of_38_and_35_on_the_five() -> None:
    assert returns(report_of("american-roulette")) == {
        **dict.fromkeys(KINDS, Fraction(36, 38)),
        "five": Fraction(35, 38),
    }


def test_a_house_that_pays_otherwise_returns_otherwise() -> None:
    found = returns(report_of("european-roulette", {"pays.straight": 37}))
    assert found["straight"] == 1
    assert found["split"] == Fraction(36, 37)


def test_a_group_that_is_not_taken_is_not_listed() -> None:
    assert "five" not in returns(report_of("american-roulette", {"without": ["0-00-1-2-3"]}))


@pytest.mark.parametrize("miss", ["ends", "keeps"])
def test_the_progressive_side_bet(miss: str) -> None:
    """Told anew: the share of spins at which a run has each length, spin by spin until it settles."""
    hit, paid = 1 / 37, [0, 15, 200, 3000, 5000]
    share = [1.0, 0.0, 0.0, 0.0, 0.0]
    for _ in range(20_000):
        stays = [(1 - hit) * one if miss == "keeps" else 0.0 for one in share]
        moved = [hit * share[-1], *(hit * one for one in share[:-1])]
        lost = (1 - hit) * sum(share) if miss == "ends" else 0.0
        share = [a + b for a, b in zip(stays, moved, strict=True)]
        share[0] += lost
    expected = sum(hit * one * won for one, won in zip(share, paid, strict=True))
    found = returns(report_of("progressive-roulette", {"progressive.miss": miss}))["progressive"]
    assert float(found) == pytest.approx(expected, rel=1e-6)


# --- baccarat --------------------------------------------------------------------------------------------


def coups(decks: int) -> Counter[str]:
    """The game's own table of third cards, written down once more; by the cards' counts, in falling order."""
    left = {value: (16 if value == 0 else 4) * decks for value in range(10)}
    banker_draws = {0: range(10), 1: range(10), 2: range(10), 3: (*range(8), 9)}
    banker_draws |= {4: range(2, 8), 5: range(4, 8), 6: (6, 7), 7: ()}
    found: Counter[str] = Counter()
    cards = sum(left.values())

    def ways(values: tuple[int, ...]) -> int:
        number, taken = 1, Counter[int]()
        for value in values:
            number *= left[value] - taken[value]
            taken[value] += 1
        for unseen in range(len(values), 6):
            number *= cards - unseen
        return number

    def end(player: int, banker: int, values: tuple[int, ...]) -> None:
        player, banker = player % 10, banker % 10
        found["tie" if player == banker else "player" if player > banker else "banker"] += ways(values)

    for p1, b1, p2, b2 in itertools.product(range(10), repeat=4):
        player, banker, seen = (p1 + p2) % 10, (b1 + b2) % 10, (p1, b1, p2, b2)
        if player >= 8 or banker >= 8:
            end(player, banker, seen)
            continue
        for third in range(10) if player <= 5 else (None,):
            mine = player if third is None else player + third
            after = seen if third is None else (*seen, third)
            draws = banker <= 5 if third is None else third in banker_draws[banker]
            if not draws:
                end(mine, banker, after)
                continue
            for last in range(10):
                end(mine, banker + last, (*after, last))
    return found


def test_baccarat_is_what_counting_anew_gives() -> None:
    ways = coups(6)
    total = sum(ways.values())
    tie = Fraction(ways["tie"], total)
    assert returns(report_of("baccarat")) == {
        "player": 2 * Fraction(ways["player"], total) + tie,
        "banker": Fraction(39, 20) * Fraction(ways["banker"], total) + tie,
        "tie": 9 * tie,
    }


def test_baccarat_is_as_published() -> None:
    """Wizard of Odds, Baccarat, six decks: the house keeps 1.06 % of banker, 1.24 % of player, 14.44 % of
    tie."""
    found = returns(report_of("baccarat"))
    assert float(1 - found["banker"]) == pytest.approx(0.01056, abs=5e-6)
    assert float(1 - found["player"]) == pytest.approx(0.01237, abs=5e-6)
    assert float(1 - found["tie"]) == pytest.approx(0.1444, abs=5e-5)


def test_a_tie_that_loses_returns_less() -> None:
    plain, loses = (returns(report_of("baccarat", rules)) for rules in ({}, {"on_tie": "lose"}))
    assert plain["player"] - loses["player"] == plain["tie"] / 9
    assert plain["tie"] == loses["tie"]


# --- slots -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", ["night-parade", "fruit-parlour"])
def test_slots_return_what_the_machine_states(machine: str) -> None:
    sheet = load_sheet("slots", {"machine": machine})
    report = odds_of(sheet, rounds=2, seed=1)
    stated = sheet.machine.returns  # type: ignore[attr-defined]
    assert returns(report) == {"spin": returned(sheet.machine)}  # type: ignore[attr-defined]
    assert f"{100 * report.to_json()['bets'][0]['return']:.2f}" == stated


# --- video poker -----------------------------------------------------------------------------------------

FULL_PAY = {
    "royal_flush": [250, 800],
    "straight_flush": [50, 50],
    "four": [25, 25],
    "full_house": [6, 9],
    "flush": [5, 6],
    "straight": [4, 4],
    "three": [3, 3],
    "two_pair": [2, 2],
    "jacks_or_better": [1, 1],
}
"""The sheet's table for one coin, and beside it the best known one: 9 for a full house, 6 for a flush."""


def test_every_deal_is_in_a_class() -> None:
    found = list(classes())
    assert len(found) == 134_459
    assert sum(ways for _, ways in found) == comb(52, 5)
    assert len({hand for hand, _ in found}) == len(found)


def test_the_best_known_table_returns_what_is_known_of_it() -> None:
    """Full-pay Jacks or Better returns 1,653,526,326,983 / 1,661,102,543,100, 99.5439 %. One figure tells of
    the classes, the holds and the sums; the other column lies beside it in the same numbers."""
    sheet = load_sheet("video-poker", {"paytable": FULL_PAY})
    assert isinstance(sheet, VideoPokerSheet)
    report = odds_of(sheet, rounds=2, seed=1)
    assert [one.count for one in report.bets] == [1, 2]
    one, full = (bet.returns for bet in report.bets)
    assert full * 2 == Fraction(1653526326983, 1661102543100)
    assert Fraction(93, 100) < one < Fraction(94, 100)
    assert report.strategy == "best_hold"


def test_nothing_paid_is_nothing_returned() -> None:
    sheet = load_sheet("video-poker", {"paytable": {hand: [0, 0] for hand in FULL_PAY}})
    assert isinstance(sheet, VideoPokerSheet)
    assert best_totals(sheet) == [0, 0]


def exact_tables() -> list[TableSheet]:
    return [load_sheet(table) for table in ("european-roulette", "baccarat", "slots")]


@pytest.mark.parametrize("sheet", exact_tables(), ids=lambda one: one.id)
def test_an_exact_figure_has_no_error_and_no_seed(sheet: TableSheet) -> None:
    found = odds_of(sheet, rounds=2, seed=1).to_json()
    assert "seed" not in found
    assert not [one for one in found["bets"] if "standard_error" in one]
