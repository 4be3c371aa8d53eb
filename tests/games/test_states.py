"""The transition table is the one truth: the engine keeps to it, the diagram is drawn from it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.blackjack import round as module
from bot.games.blackjack.actions import Move
from bot.games.blackjack.states import TRANSITIONS, Phase, mermaid
from bot.games.contract import BrokenRule, Close, IllegalAction
from tests.games.rig import Rig

PAGE = Path(__file__).parents[2] / "docs" / "developers" / "blackjack-states.md"


def test_the_diagram_in_the_docs_is_the_table() -> None:
    assert f"```mermaid\n{mermaid()}```" in PAGE.read_text("utf-8")


def test_every_phase_but_the_last_leads_on_and_every_phase_is_reached() -> None:
    assert {phase for phase, _ in TRANSITIONS} == set(Phase) - {Phase.SETTLED}
    assert set().union(*TRANSITIONS.values()) == set(Phase)


def test_every_move_has_a_row_and_every_kind_a_handler() -> None:
    kinds = {kind for _, kind in TRANSITIONS}
    assert set(Move) <= kinds
    assert kinds == set(module._HANDLERS)


def test_an_action_without_a_row_is_illegal() -> None:
    with pytest.raises(IllegalAction, match="not_now phase=playing action=close"):
        Rig("TS 9D 6S 8C", {1: 100}).apply(Close())


def test_leaving_the_table_is_our_own_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = Rig("TS 9D 6S 8C", {1: 100})
    monkeypatch.setitem(module.TRANSITIONS, (Phase.PLAYING, Move.STAND), frozenset({Phase.PLAYING}))
    with pytest.raises(BrokenRule, match="stand led from playing to settled"):
        rig.says("1 stand")
