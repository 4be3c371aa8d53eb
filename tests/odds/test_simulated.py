"""What is simulated comes from its seed, says how sure it is, and is near what is known."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Any

import pytest

from bot.cards import DECK, parse_card
from bot.games.blackjack import Move
from bot.games.registry import load_sheet, table_ids
from bot.odds import Report, odds_of
from bot.odds.report import Bet, Mean
from bot.odds.strategy import wishes
from bot.texts import LANGUAGES, catalogue

PLAYED = [table for table in table_ids() if load_sheet(table).game in ("blackjack", "stud")]


def played(table: str, rounds: int = 60, seed: int = 5, rules: dict[str, Any] | None = None) -> Report:
    return odds_of(load_sheet(table, rules), rounds, seed)


@pytest.mark.parametrize("table", PLAYED)
def test_the_same_seed_gives_the_same_figures(table: str) -> None:
    report = played(table)
    assert report == played(table)
    assert report.bets != played(table, seed=6).bets
    assert report.to_json()["seed"] == 5
    assert report.to_json()["rounds"] == 60
    assert all(one["standard_error"] > 0 for one in report.to_json()["bets"] if one["return"])


@pytest.mark.parametrize("table", PLAYED)
def test_every_side_bet_has_a_figure_of_its_own(table: str) -> None:
    sides = getattr(load_sheet(table), "side_bets", {})
    assert {one.name for one in played(table, rounds=2).bets} >= set(sides)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bet_and_strategy_has_a_name(language: str) -> None:
    reports = [played(table, rounds=2) for table in table_ids() if load_sheet(table).game != "video_poker"]
    texts = catalogue(language)  # type: ignore[arg-type]
    assert not [one.name for report in reports for one in report.bets if f"odds.bet.{one.name}" not in texts]
    said = {report.strategy for report in reports} - {""} | {"best_hold"}
    assert not [one for one in said if f"odds.strategy.{one}" not in texts]
    assert "odds.bet.coins" in texts


def test_the_error_is_that_of_a_mean() -> None:
    mean = Mean()
    for returned in (0, 0, 200, 250, 100):
        mean.add(returned, 100)
    bet = mean.bet("hand")
    shares = [0, 0, 2, 2.5, 1]
    average = sum(shares) / 5
    assert bet.returns == Fraction(11, 10)
    assert bet.error == pytest.approx(sqrt(sum((one - average) ** 2 for one in shares) / 4 / 5))


def test_an_exact_fraction_that_is_too_long_is_left_out() -> None:
    assert Bet("spin", Fraction(1, 3)).to_json()["exact"] == "1/3"
    assert Bet("spin", Fraction(1, 3**200)).to_json()["exact"] is None
    assert Bet("hand", Fraction(1, 3), error=0.1).to_json()["exact"] is None


@pytest.mark.parametrize("table", ["tournament", "classic", "vip"])
def test_blackjack_is_near_what_is_known_of_it(table: str) -> None:
    """Six decks, the dealer standing on soft 17: a basic player keeps about 99.3 to 99.7 per cent."""
    (bet,) = played(table, rounds=6000, seed=1).bets
    assert bet.error is not None
    assert abs(float(bet.returns) - 0.995) < 4 * bet.error
    assert bet.error < 0.02


USUAL_STUD = {
    "straight": 5,
    "flush": 6,
    "full_house": 8,
    "four": 21,
    "straight_flush": 51,
    "royal_flush": 101,
}
"""The usual pay table of Caribbean stud, stakes included; this house's is kinder in the middle."""


def test_stud_is_near_what_is_known_of_it() -> None:
    """Wizard of Odds, Caribbean Stud Poker: this strategy loses 5.316 % of the ante at the usual table."""
    (bet,) = played("stud", rounds=6000, seed=1, rules={"raise_pays": USUAL_STUD}).bets
    assert bet.error is not None
    assert abs(float(bet.returns) - 0.94684) < 4 * bet.error
    assert bet.error < 0.04


def test_a_kinder_house_returns_more() -> None:
    plain = played("tournament", rounds=400).bets[0].returns
    assert played("tournament", rounds=400, rules={"pays.natural": 4}).bets[0].returns > plain


def test_a_side_bet_is_what_counting_gives() -> None:
    """Super Match: four cards of six decks, 24 of each rank (rulings 9.2)."""
    four, three = 13 * comb(24, 4), 13 * comb(24, 3) * 288
    two_pair, pair = comb(13, 2) * comb(24, 2) ** 2, 13 * comb(24, 2) * comb(12, 2) * 24**2
    exact = (40 * four + 10 * two_pair + 5 * three + 2 * pair) / comb(312, 4)
    bet = {one.name: one for one in played("switch", rounds=3000, seed=2).bets}["sm"]
    assert bet.error is not None
    assert abs(float(bet.returns) - exact) < 4 * bet.error
    assert bet.error < 0.04


@pytest.mark.parametrize(
    ("cards", "up", "first"),
    [
        ("TS 7S", 10, Move.STAND),
        ("TS 6S", 10, Move.SURRENDER),
        ("TS 6S", 6, Move.STAND),
        ("TS 2S", 3, Move.HIT),
        ("TS 2S", 4, Move.STAND),
        ("6S 5S", 10, Move.DOUBLE),
        ("6S 5S", 1, Move.HIT),
        ("AS 7S", 9, Move.HIT),
        ("AS 7S", 2, Move.STAND),
        ("AS 6S", 5, Move.DOUBLE),
        ("AS AD", 6, Move.SPLIT),
        ("8S 8D", 9, Move.SPLIT),
        ("TS KD", 6, Move.STAND),
        ("5S 5D", 6, Move.DOUBLE),
        ("TS 5S", None, Move.HIT),
        ("TS 6S", None, Move.STAND),
    ],
)
def test_the_strategy(cards: str, up: int | None, first: Move) -> None:
    hand = [parse_card(text) for text in cards.split()]
    hard = sum(card.value for card in hand)
    soft = any(card.value == 1 for card in hand)
    assert wishes(hand, hard + 10 if soft else hard, soft, up)[0] is first


def test_the_strategy_has_an_answer_for_every_two_cards() -> None:
    for one, other in combinations(DECK, 2):
        for up in range(1, 11):
            hard = one.value + other.value
            soft = 1 in (one.value, other.value)
            assert wishes([one, other], hard + 10 * soft, soft, up)[-1] in (Move.HIT, Move.STAND)
