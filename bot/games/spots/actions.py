"""What players do at a layout, and its one-line text form.

``means`` is the player's free balance at that moment, without what already lies on the layout (design 2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.amounts import ZERO, Amount, points, to_text
from bot.games.contract import Action, PlayerId


@dataclass(frozen=True, slots=True)
class Lay:
    """Bets on one or more spots, all or none of them. The same spot replaces, others stay (rulings 5.7).

    Attributes:
        spots: each by its name, numbers of a group in any order, with what shall lie there.
        rank: the player's rank now; it decides the limits.
    """

    player: PlayerId
    spots: tuple[tuple[str, Amount], ...]
    rank: str = "plain"
    means: Amount = ZERO
    kind = "lay"

    def __str__(self) -> str:
        laid = " ".join([f"{spot}={to_text(amount)}" for spot, amount in self.spots])
        return f"player {self.player}: lay {laid} rank {self.rank} means {to_text(self.means)}"


@dataclass(frozen=True, slots=True)
class Lift:
    """Takes all of a player's bets off the layout while bets are open."""

    player: PlayerId
    kind = "lift"

    def __str__(self) -> str:
        return f"player {self.player}: lift"


_FORM = re.compile(r"player (\d+): (?:(lift)|lay (.+) rank (\w+) means (\d+(?:\.\d+)?))")
_SPOT = re.compile(r"([a-z0-9-]+)=(\d+(?:\.\d+)?)")


def parse_action(text: str) -> Action:
    """The action of a text form.

    Raises:
        ValueError: the text is none.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise ValueError(f"not an action of a layout: {text!r}")
    player = PlayerId(int(form[1]))
    if form[2]:
        return Lift(player)
    found = [_SPOT.fullmatch(word) for word in form[3].split(" ")]
    spots = tuple((one[1], points(one[2])) for one in found if one is not None)
    if len(spots) < len(found):
        raise ValueError(f"not a bet on spots: {text!r}")
    return Lay(player, spots, form[4], points(form[5]))
