"""Rulings 3.1-3.4: the ladder and its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.amounts import Amount, points
from bot.points import RankError, RankTable

RANKS = RankTable.load()


def test_3_1_the_shipped_ranks_low_to_high() -> None:
    assert [rank.id for rank in RANKS.ranks] == ["plain", "heart", "diamond", "club", "spade"]
    assert RANKS.first.id == "plain"
    assert RANKS.get("club").ja == "クラブ"


@pytest.mark.parametrize(
    ("rank", "initial", "promoted_at", "max_bet"),
    [
        ("plain", 500, None, 5_000),
        ("heart", 1_000, 10_000, 10_000),
        ("diamond", 1_500, 50_000, 20_000),
        ("club", 2_000, 200_000, 50_000),
        ("spade", 3_000, 1_000_000, None),
    ],
)
def test_3_2_the_shipped_figures(
    rank: str, initial: int, promoted_at: int | None, max_bet: int | None
) -> None:
    it = RANKS.get(rank)
    assert (it.initial, it.promoted_at, it.min_bet, it.max_bet, it.step) == (
        points(initial),
        promoted_at,
        10,
        max_bet,
        10,
    )


@pytest.mark.parametrize(
    ("current", "balance", "then"),
    [
        ("plain", points(9_999), "plain"),
        ("plain", Amount(points(10_000) - 1), "plain"),
        ("plain", points(10_000), "heart"),
        ("plain", points(200_000), "club"),
        ("heart", points(49_999), "heart"),
        ("diamond", points(0), "diamond"),
        ("spade", points(1), "spade"),
        ("plain", points(10**9), "spade"),
    ],
)
def test_3_4_promotion_jumps_and_never_falls(current: str, balance: Amount, then: str) -> None:
    assert RANKS.for_balance(current, balance).id == then


def test_3_4_a_flush777_at_switch_raises_one_rank_and_the_next_check_goes_on() -> None:
    balance = points(300_000)
    first = RANKS.for_balance("plain", balance, jumps=False)
    assert first.id == "heart"
    assert RANKS.for_balance(first.id, balance).id == "club"
    assert RANKS.for_balance("spade", balance, jumps=False).id == "spade"


def test_an_unknown_rank_is_an_error() -> None:
    with pytest.raises(KeyError):
        RANKS.for_balance("emperor", points(1))


PLAIN = 'id = "plain"\nja = "無印"\nen = "Plain"\ninitial_points = 500\nmin_bet = 10\nstep = 10\n'
HEART = PLAIN.replace("plain", "heart") + "promoted_at = 10\n"


@pytest.mark.parametrize(
    ("text", "key", "says"),
    [
        ("", "ranks", "at least one"),
        ("ranks = []", "ranks", "at least one"),
        ("ranks = 5", "ranks", "at least one"),
        (f"colour = 1\n[[ranks]]\n{PLAIN}", "colour", "allowed is only"),
        (
            f"[[ranks]]\n{PLAIN}colour = 1",
            "ranks[1].colour",
            "allowed here: id, ja, en, mark, initial_points",
        ),
        (f"[[ranks]]\n{PLAIN.replace('min_bet = 10', '')}", "ranks[1].min_bet", "missing"),
        (
            f"[[ranks]]\n{PLAIN.replace('min_bet = 10', 'min_bet = 0')}",
            "ranks[1].min_bet",
            "1 or more",
        ),
        (f"[[ranks]]\n{PLAIN.replace('min_bet = 10', 'min_bet = 1.5')}", "ranks[1].min_bet", "whole number"),
        (f"[[ranks]]\n{PLAIN.replace('min_bet = 10', 'min_bet = true')}", "ranks[1].min_bet", "whole number"),
        (f"[[ranks]]\n{PLAIN}max_bet = 9", "ranks[1].max_bet", "10) or more"),
        (f"[[ranks]]\n{PLAIN}promoted_at = 5", "ranks[1].promoted_at", "first rank"),
        (f"[[ranks]]\n{PLAIN}[[ranks]]\n{PLAIN}", "ranks[2].id", "twice"),
        (
            f"[[ranks]]\n{PLAIN}[[ranks]]\n{HEART.replace('promoted_at = 10', '')}",
            "ranks[2].promoted_at",
            "given",
        ),
        (
            f"[[ranks]]\n{PLAIN}[[ranks]]\n{HEART}[[ranks]]\n{HEART.replace('heart', 'club')}",
            "ranks[3].promoted_at",
            "10",
        ),
        ("[[ranks]]\nid = \n", "", "not written as TOML"),
    ],
)
def test_a_wrong_file_names_file_key_and_what_is_allowed(
    tmp_path: Path, text: str, key: str, says: str
) -> None:
    path = tmp_path / "階級.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RankError) as wrong:
        RankTable.load(path)
    assert str(path) in str(wrong.value)
    assert key in str(wrong.value)
    assert says in str(wrong.value)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(RankError, match="cannot be read"):
        RankTable.load(tmp_path / "none.toml")
