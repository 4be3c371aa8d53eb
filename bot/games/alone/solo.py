"""One viewer's game, the phases of its round, and how an action names its player."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.amounts import ZERO, Amount
from bot.games.contract import HandResult, PlayerId


class Phase(StrEnum):
    """Where a round stands. In both of the first two, games may be begun and run."""

    BETTING = "betting"
    PLAYING = "playing"
    SETTLED = "settled"


Transitions = Mapping[tuple[Phase, str], frozenset[Phase]]
"""``(phase, kind of action)`` to the phases that may follow. A pair that is missing is an illegal action."""


class State(StrEnum):
    """Where one game stands: it waits for the close, for cards or reels, for its player; or it is over."""

    WAITING = "waiting"
    DEALING = "dealing"
    ASKED = "asked"
    DONE = "done"


@dataclass(slots=True, eq=False)
class Solo:
    """One viewer's game; each game adds what lies before its player.

    Attributes:
        number: of the game in its round, from 1.
        staked: all that lies on it, or lay on it in the end; ``returned``: what came back of it then.
        result: once it is over.
    """

    number: int
    player: PlayerId
    state: State = State.DEALING
    staked: Amount = ZERO
    returned: Amount = ZERO
    result: HandResult | None = None


_FORM = re.compile(r"player (\d+): (.+)")


def read_player(text: str) -> tuple[PlayerId, str]:
    """The player of an action's text form, ``player 12: hold 1 3``, and what the player does.

    Raises:
        ValueError: the text names no player.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(f"no player's action: {text!r}")
    return PlayerId(int(form[1])), form[2]
