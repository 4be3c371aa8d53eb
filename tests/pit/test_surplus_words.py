"""Words said to a table that finishes one hand before the next, and what is left over (rulings 5.5, 6.5)."""

from __future__ import annotations

import asyncio
from typing import Any

from bot.pit.replay import play
from bot.pit.scenario import parse


def report(table: str, cards: str, *steps: str, bet: str = "bet 100x2") -> dict[str, Any]:
    opening = ["aya: 参加", "@open", f"aya: {bet}", "@deal"]
    said = [step if step.startswith("@") else f"aya: {step}" for step in steps]
    players = {"aya": {"points": 1000}}
    scenario = {"table": table, "players": players, "cards": cards, "steps": [*opening, *said]}
    return asyncio.run(play(parse(scenario, "here")))


def surplus(found: dict[str, Any]) -> int:
    return sum("多いぶん" in said for said in found["replies"]["aya"])


def test_5_5_more_words_than_hands_are_told_once() -> None:
    found = report("multihand", "9S TS 6C 9D 9H TD KC", "st st st st")
    assert surplus(found) == 1
    assert found["phase"] == "idle"


def test_5_5_a_bust_may_leave_a_word_over() -> None:
    found = report("multihand", "TS 6C 6D TD KC", "ht ht st", bet="bet 100")
    assert surplus(found) == 1


def test_5_5_every_word_used_is_no_surplus() -> None:
    assert surplus(report("multihand", "9S TS 6C 9D 9H TD KC", "st st")) == 0


def test_5_5_a_dealer_blackjack_leaves_no_surplus() -> None:
    """Nobody said too much: the round ended before the word could be played."""
    found = report("multihand", "9S 8S AC 9D 8D KH", "st st", "no")
    assert found["phase"] == "idle"
    assert surplus(found) == 0


def test_6_5_a_named_word_outlives_a_restart() -> None:
    found = report("multihand", "9S TS 6C 9D 9H TD KC", "2st", "@crash", "取消", "st st")
    assert "予約を取り消しました" in found["replies"]["aya"]
    assert found["points"]["aya"] == 1200
    assert found["audit"] == "clean"
