"""The one table of what may happen in each phase of a video poker round."""

from __future__ import annotations

from bot.games.alone import Phase, Transitions

_OPEN = frozenset({Phase.BETTING, Phase.SETTLED})
_PLAYING = frozenset({Phase.PLAYING, Phase.SETTLED})

TRANSITIONS: Transitions = {
    (Phase.BETTING, "deal"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "card"): _OPEN,
    (Phase.BETTING, "hold"): _OPEN,
    (Phase.BETTING, "close"): _PLAYING,
    (Phase.PLAYING, "deal"): frozenset({Phase.PLAYING}),
    (Phase.PLAYING, "card"): _PLAYING,
    (Phase.PLAYING, "hold"): _PLAYING,
}
"""``(phase, kind of action)`` to the phases that may follow."""
