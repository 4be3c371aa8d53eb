"""What a video poker player does, and its one-line text form. ``means`` is the player's free balance at that
moment (design 2)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.amounts import ZERO, Amount, points, to_text
from bot.games.alone import read_player
from bot.games.contract import Action, PlayerId


@dataclass(frozen=True, slots=True)
class Deal:
    """A game for ``coins`` coins of ``coin`` each."""

    player: PlayerId
    coins: int
    coin: Amount
    rank: str = "plain"
    means: Amount = ZERO
    kind = "deal"

    @property
    def stake(self) -> Amount:
        """What the game costs."""
        return Amount(self.coins * self.coin)

    @property
    def parts(self) -> tuple[Amount, ...]:
        """The coins."""
        return (self.coin,) * self.coins

    def __str__(self) -> str:
        stake = f"{self.coins} coins of {to_text(self.coin)}"
        return f"player {self.player}: deal {stake} rank {self.rank} means {to_text(self.means)}"


@dataclass(frozen=True, slots=True)
class Hold:
    """Which of the five cards are kept, counted from 1 and ascending; none and all are possible."""

    player: PlayerId
    cards: tuple[int, ...]
    kind = "hold"

    def __str__(self) -> str:
        return f"player {self.player}: hold {' '.join(map(str, self.cards)) or 'none'}"


_DEAL = re.compile(r"deal (\d+) coins of ([\d.]+) rank (\w+) means ([\d.]+)")
_HOLD = re.compile(r"hold (none|\d+(?: \d+)*)")


def parse_action(text: str) -> Action:
    """The video poker action of a text form.

    Raises:
        ValueError: the text is none.
    """
    player, said = read_player(text)
    if form := _DEAL.fullmatch(said):
        return Deal(player, int(form[1]), points(form[2]), form[3], points(form[4]))
    if form := _HOLD.fullmatch(said):
        return Hold(player, () if form[1] == "none" else tuple(map(int, form[1].split())))
    raise ValueError(f"not a video poker action: {text!r}")
