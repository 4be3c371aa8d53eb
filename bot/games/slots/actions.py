"""What a viewer does at the slots, and its one-line text form."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.amounts import ZERO, Amount, points, to_text
from bot.games.alone import read_player
from bot.games.contract import PlayerId


@dataclass(frozen=True, slots=True)
class SpinReels:
    """Begins a game. What is ``None`` is as the player last had it (rulings 14.1); the largest bet names all
    lines and coins.

    Attributes:
        amount: a coin: the stake of one line with one coin.
        rank: the player's rank now; it decides the limits.
        means: the player's free balance at that moment.
    """

    player: PlayerId
    amount: Amount | None = None
    lines: int | None = None
    coins: int | None = None
    rank: str = "plain"
    means: Amount = ZERO
    kind = "play"

    def __str__(self) -> str:
        amount = "" if self.amount is None else f" {to_text(self.amount)}"
        lines = "" if self.lines is None else f" lines {self.lines}"
        coins = "" if self.coins is None else f" coins {self.coins}"
        who = f"rank {self.rank} means {to_text(self.means)}"
        return f"player {self.player}: spin{amount}{lines}{coins} {who}"


_SPIN = re.compile(
    r"spin(?: (?P<amount>\d+(?:\.\d+)?))?(?: lines (?P<lines>\d+))?(?: coins (?P<coins>\d+))?"
    r" rank (?P<rank>\w+) means (?P<means>\d+(?:\.\d+)?)"
)


def parse_action(text: str) -> SpinReels:
    """The action of a text form.

    Raises:
        ValueError: the text is none.
    """
    player, said = read_player(text)
    form = _SPIN.fullmatch(said)
    if form is None:
        raise ValueError(f"not an action of the slots: {text!r}")
    amount, lines, coins = form["amount"], form["lines"], form["coins"]
    return SpinReels(
        player,
        None if amount is None else points(amount),
        None if lines is None else int(lines),
        None if coins is None else int(coins),
        form["rank"],
        points(form["means"]),
    )
