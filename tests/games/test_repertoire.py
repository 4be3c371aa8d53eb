"""What may ever be said at a table: exactly what its sheet can call for, whatever the cards."""

from __future__ import annotations

import random

import pytest

from bot.amounts import points
from bot.cards import DECK
from bot.games.blackjack import GAME, Move
from bot.games.contract import Await, Close, DealCard, Reveal, Roll
from bot.games.registry import load_sheet, moves
from tests.games.rig import Rig

EVERYWHERE = ("hit", "stand", "double", "split")
UNDER_AN_ACE = ("insurance", "even_money", "no")


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("tournament", (*EVERYWHERE, "surrender", *UNDER_AN_ACE)),
        ("switch", (*EVERYWHERE, "switch", *UNDER_AN_ACE)),
        ("unknown-dealer", EVERYWHERE),
    ],
)
def test_each_table_has_its_own(table: str, expected: tuple[str, ...]) -> None:
    assert moves(load_sheet(table)) == expected


@pytest.mark.parametrize(
    ("table", "rules", "gone"),
    [
        ("tournament", {"surrender": "none"}, {"surrender"}),
        ("tournament", {"split.max_hands": 1}, {"split"}),
        ("tournament", {"insurance.offered": False}, {"insurance"}),
        ("tournament", {"even_money": False}, {"even_money"}),
        ("tournament", {"even_money": False, "insurance.offered": False}, {"insurance", "even_money", "no"}),
        ("switch", {"even_money": False, "insurance.offered": False}, {"insurance", "even_money"}),
        ("unknown-dealer", {"even_money": True, "insurance.offered": True}, set()),
    ],
)
def test_a_line_of_the_sheet_takes_its_move_away(
    table: str, rules: dict[str, object], gone: set[str]
) -> None:
    before, after = moves(load_sheet(table)), moves(load_sheet(table, rules))
    assert set(before) - set(after) == gone
    assert set(after) <= set(before)


@pytest.mark.parametrize("table", ["tournament", "switch", "unknown-dealer"])
def test_play_calls_for_all_of_it_and_nothing_else(table: str) -> None:
    """Whatever the cards, nothing else is ever said, and each of them is, sooner or later."""
    said: set[str] = set()
    chance = random.Random(7)
    allowed = set(moves(load_sheet(table)))
    for _ in range(400):
        said |= heard(table, chance)
        assert said <= allowed
    assert said == allowed


def heard(table: str, chance: random.Random) -> set[str]:
    """What was offered in one round of cards and answers at random."""
    rig = Rig(table=table, bets=dict.fromkeys(range(1, 7), 10), deal=False)
    rig.apply(Close())
    said: set[str] = set()
    while (awaiting := rig.round.awaiting).what is not Await.NOTHING:
        if awaiting.what is Await.CARD:
            rig.apply(DealCard(chance.choice(DECK)))
        elif awaiting.what is Await.ROLL:
            rig.apply(Roll(chance.randint(1, 6)))
        elif awaiting.what is Await.REVEAL:
            rig.apply(Reveal(chance.choice(DECK)))
        else:
            said |= {str(move) for move in rig.round.say()}
            seat = awaiting.seats[0]
            rig.apply(rig.play(seat, chance.choice(rig.round.may(seat, awaiting.hand, rig.means(seat)))))
    return said


def test_what_may_be_said_is_what_is_not_refused() -> None:
    """For a hand in turn, one before its turn and one that is final; points short or not (rulings 6.4)."""
    rig = Rig("8S 9C TS 7D 8H 2C JS 5H", {1: 400, 2: 100, 3: 100}, wallet={1: 500, 2: 1000, 3: 1000})
    assert rig.round.may(1, 0, rig.means(1)) == ("hit", "stand", "surrender")  # a pair, and 100 left
    assert rig.round.may(1, 0, points(400)) == ("hit", "stand", "double", "split", "surrender")
    assert rig.round.may(2, 1, rig.means(2)) == ("hit", "stand", "double", "surrender")
    assert rig.round.may(3, 2, rig.means(3)) == ()  # there is no such hand
    assert rig.round.may(4, 0, points(100)) == ()  # no bet
    rig.says("1 surrender")
    assert rig.round.may(1, 0, points(400)) == ()


def test_an_open_offer_is_answered_first() -> None:
    rig = Rig("AS 9C AH KD 8D 5C", {1: 100, 2: 100}, wallet={1: 1000, 2: 120})
    assert rig.round.may(1, 0, rig.means(1)) == ("insurance", "even_money", "no")
    assert rig.round.may(2, 0, rig.means(2)) == ("no",)  # 20 left, and it costs 50
    rig.says("1 even_money")
    assert rig.round.may(1, 0, rig.means(1)) == ()


def test_every_move_of_the_engine_is_somebodys() -> None:
    tables = ("tournament", "switch", "deluxe")
    assert {move for table in tables for move in GAME.moves(load_sheet(table))} == set(Move)
