"""The one table of what may happen in each phase of a round of slots."""

from __future__ import annotations

from bot.games.alone import Phase, Transitions

_PLAYING = frozenset({Phase.PLAYING, Phase.SETTLED})

TRANSITIONS: Transitions = {
    (Phase.BETTING, "play"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "reels"): frozenset({Phase.BETTING, Phase.SETTLED}),
    (Phase.BETTING, "close"): _PLAYING,
    (Phase.PLAYING, "play"): frozenset({Phase.PLAYING}),
    (Phase.PLAYING, "reels"): _PLAYING,
}
"""``(phase, kind of action)`` to the phases that may follow."""
