"""The one table of what may happen in each phase of a stud round."""

from __future__ import annotations

from bot.games.alone import Phase, Transitions

_PLAYING = frozenset({Phase.PLAYING, Phase.SETTLED})

TRANSITIONS: Transitions = {
    (Phase.BETTING, "ante"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "lift"): frozenset({Phase.BETTING}),
    (Phase.BETTING, "close"): _PLAYING,
    (Phase.PLAYING, "ante"): frozenset({Phase.PLAYING}),
    (Phase.PLAYING, "card"): frozenset({Phase.PLAYING}),
    (Phase.PLAYING, "raise"): _PLAYING,
    (Phase.PLAYING, "pass"): _PLAYING,
    (Phase.PLAYING, "reveal"): _PLAYING,
}
"""``(phase, kind of action)`` to the phases that may follow. Cards fall only after the close."""
