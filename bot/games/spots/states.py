"""The phases of a round of bets on spots, and the rows its transition tables have in common."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Phase(StrEnum):
    """Where a round stands: the wheel spins at roulette, cards are dealt at baccarat."""

    BETTING = "betting"
    SPINNING = "spinning"
    DEALING = "dealing"
    SETTLED = "settled"


Transitions = Mapping[tuple[Phase, str], frozenset[Phase]]
"""``(phase, kind of action)`` to the phases that may follow. A pair that is missing is an illegal action."""


def betting(then: Phase) -> Transitions:
    """The rows of open bets: closed with a bet they lead to ``then``, without one to the end."""
    return {
        (Phase.BETTING, "lay"): frozenset({Phase.BETTING}),
        (Phase.BETTING, "lift"): frozenset({Phase.BETTING}),
        (Phase.BETTING, "close"): frozenset({then, Phase.SETTLED}),
    }
