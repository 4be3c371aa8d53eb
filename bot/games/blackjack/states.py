"""The phases of a blackjack round and the one table of what may happen in each.

Everything that decides *when* something is possible lives here; :meth:`BlackjackRound.apply` asks this table
before it does anything and again after it, and the state diagram of the developers' docs is drawn from it
(the practice of h11's ``_state.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from bot.games import diagram
from bot.games.blackjack.actions import Move


class Phase(StrEnum):
    """Where a round stands."""

    BETTING = "betting"
    DEALING = "dealing"
    INSURANCE = "insurance"
    LOOKING = "looking"
    PLAYING = "playing"
    FOLLOWING = "following"
    ROLLING = "rolling"
    DEALER = "dealer"
    SETTLED = "settled"


_AFTER_PLAY = frozenset({Phase.PLAYING, Phase.ROLLING, Phase.DEALER, Phase.SETTLED})
_AFTER_ANSWER = frozenset({Phase.LOOKING}) | _AFTER_PLAY

TRANSITIONS: Mapping[tuple[Phase, str], frozenset[Phase]] = {
    (Phase.BETTING, "bet"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "withdraw"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "behind"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "pair"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "retract"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "house"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "close"): frozenset({Phase.DEALING, Phase.SETTLED}),
    (Phase.DEALING, "card"): frozenset({Phase.DEALING, Phase.INSURANCE}) | _AFTER_ANSWER,
    (Phase.INSURANCE, Move.INSURANCE): frozenset({Phase.INSURANCE}) | _AFTER_ANSWER,
    (Phase.INSURANCE, Move.EVEN_MONEY): frozenset({Phase.INSURANCE}) | _AFTER_ANSWER,
    (Phase.INSURANCE, Move.NO): frozenset({Phase.INSURANCE}) | _AFTER_ANSWER,
    (Phase.LOOKING, "look"): _AFTER_PLAY,
    (Phase.PLAYING, Move.HIT): frozenset({Phase.PLAYING}),
    (Phase.PLAYING, Move.STAND): _AFTER_PLAY,
    (Phase.PLAYING, Move.DOUBLE): frozenset({Phase.FOLLOWING}) | _AFTER_PLAY,
    (Phase.PLAYING, Move.SPLIT): frozenset({Phase.FOLLOWING}) | _AFTER_PLAY,
    (Phase.PLAYING, Move.SURRENDER): _AFTER_PLAY,
    (Phase.PLAYING, Move.SWITCH): _AFTER_PLAY,
    (Phase.PLAYING, Move.NO): _AFTER_PLAY,
    (Phase.PLAYING, "card"): _AFTER_PLAY,
    (Phase.FOLLOWING, Move.FOLLOW): frozenset({Phase.FOLLOWING, Phase.PLAYING}),
    (Phase.FOLLOWING, Move.NO): frozenset({Phase.FOLLOWING, Phase.PLAYING}),
    (Phase.ROLLING, "roll"): frozenset({Phase.SETTLED}),
    (Phase.DEALER, "card"): frozenset({Phase.DEALER, Phase.SETTLED}),
    (Phase.DEALER, "reveal"): frozenset({Phase.DEALER, Phase.SETTLED}),
}
"""``(phase, kind of action)`` to the phases that may follow. A pair that is missing is an illegal action."""


def mermaid() -> str:
    """The state diagram as Mermaid text, for ``docs/developers/blackjack-states.md``."""
    return diagram.mermaid(TRANSITIONS)
