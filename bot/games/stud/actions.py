"""What a stud player does, and its one-line text form. ``means`` is the player's free balance at that moment;
for an ante that replaces an earlier one it leaves out what that one holds (design 2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.amounts import ZERO, Amount, points, to_text
from bot.games.alone import read_player
from bot.games.contract import Action, PlayerId


@dataclass(frozen=True, slots=True)
class Ante:
    """A game for that ante; before the close a new one replaces it (rulings 5.7)."""

    player: PlayerId
    amount: Amount
    rank: str = "plain"
    means: Amount = ZERO
    kind = "ante"

    @property
    def parts(self) -> tuple[Amount, ...]:
        """The ante alone."""
        return (self.amount,)

    def __str__(self) -> str:
        means = to_text(self.means)
        return f"player {self.player}: ante {to_text(self.amount)} rank {self.rank} means {means}"


@dataclass(frozen=True, slots=True)
class Lift:
    """Takes an ante back that still waits for the close."""

    player: PlayerId
    kind = "lift"

    def __str__(self) -> str:
        return f"player {self.player}: lift"


@dataclass(frozen=True, slots=True)
class Raise:
    """The player stakes the raise, and the dealer's cards are opened."""

    player: PlayerId
    means: Amount = ZERO
    kind = "raise"

    def __str__(self) -> str:
        return f"player {self.player}: raise means {to_text(self.means)}"


@dataclass(frozen=True, slots=True)
class Pass:
    """The player gives up the ante."""

    player: PlayerId
    kind = "pass"

    def __str__(self) -> str:
        return f"player {self.player}: pass"


_ANTE = re.compile(r"ante ([\d.]+) rank (\w+) means ([\d.]+)")
_RAISE = re.compile(r"raise means ([\d.]+)")


def parse_action(text: str) -> Action:
    """The stud action of a text form.

    Raises:
        ValueError: the text is none.
    """
    player, said = read_player(text)
    if form := _ANTE.fullmatch(said):
        return Ante(player, points(form[1]), form[2], points(form[3]))
    if form := _RAISE.fullmatch(said):
        return Raise(player, points(form[1]))
    if said == "lift":
        return Lift(player)
    if said == "pass":
        return Pass(player)
    raise ValueError(f"not a stud action: {text!r}")
