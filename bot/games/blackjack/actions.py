"""What players (and the dealer, for a seat) do at a blackjack table, and its one-line text form.

``means`` is the player's free balance at that moment, attached by whoever drives the round, so that a refold
decides the same (design 2). It leaves out what the player has on the table: for a bet that replaces an
earlier one, the round adds back what the earlier one holds (rulings 5.7).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.amounts import ZERO, Amount, points, to_text
from bot.games.contract import NOBODY, Action, PlayerId


class Move(StrEnum):
    """What a player may say to a hand or to an offer."""

    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    SWITCH = "switch"
    INSURANCE = "insurance"
    EVEN_MONEY = "even_money"
    FOLLOW = "follow"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Bet:
    """A player's whole bet on a seat; a new one replaces it (rulings 5.7).

    Attributes:
        amounts: one per hand; all the same at a table with equal hands (Switch).
        second: another seat that carries the same (rulings 10.2); 0 for none.
        side: side bets by name, e.g. ``(("sm", Amount(30000)),)``.
        rank: the player's rank now; it decides limits and joker awards.
    """

    seat: int
    player: PlayerId
    amounts: tuple[Amount, ...]
    side: tuple[tuple[str, Amount], ...] = ()
    rank: str = "plain"
    means: Amount = ZERO
    second: int = 0
    kind = "bet"

    def __str__(self) -> str:
        bets = " ".join([to_text(amount) for amount in self.amounts])
        side = "".join([f" {name} {to_text(amount)}" for name, amount in self.side])
        who = f"by {self.player} rank {self.rank} means {to_text(self.means)}"
        second = f" and {self.second}" if self.second else ""
        return f"seat {self.seat}{second}: bet {bets}{side} {who}"


@dataclass(frozen=True, slots=True)
class Beside:
    """What anybody may lay beside somebody's seat; a new one of that kind replaces it (rulings 10.3, 10.4).

    Attributes:
        what: ``behind``, or ``pair``.
        rank: the player's rank now; it decides the limits.
    """

    what: str
    seat: int
    player: PlayerId
    amount: Amount
    rank: str = "plain"
    means: Amount = ZERO

    @property
    def kind(self) -> str:
        """What is laid: each is a row of its own in the transition table."""
        return self.what

    def __str__(self) -> str:
        who = f"by {self.player} rank {self.rank} means {to_text(self.means)}"
        return f"seat {self.seat}: {self.what} {to_text(self.amount)} {who}"


@dataclass(frozen=True, slots=True)
class Retract:
    """Takes back all that a player has bet in the round, on whichever seats, while bets are open."""

    player: PlayerId
    kind = "retract"

    def __str__(self) -> str:
        return f"player {self.player}: retract"


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer of a player who bet behind that seat: to insurance, or to a double or split of the seat
    (rulings 10.3, 10.5)."""

    seat: int
    player: PlayerId
    move: Move
    means: Amount = ZERO

    @property
    def kind(self) -> str:
        """The answer: it shares the row of a seat's own."""
        return self.move

    def __str__(self) -> str:
        return f"player {self.player}: reply {self.move} seat {self.seat} means {to_text(self.means)}"


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Takes a seat out of the round while bets are open; every stake on it comes back."""

    seat: int
    kind = "withdraw"

    def __str__(self) -> str:
        return f"seat {self.seat}: withdraw"


@dataclass(frozen=True, slots=True)
class House:
    """A seat played by the house, without a bet (rulings 8.1)."""

    seat: int
    kind = "house"

    def __str__(self) -> str:
        return f"seat {self.seat}: house"


@dataclass(frozen=True, slots=True)
class Play:
    """A move of a hand (counted from 1), or with hand 0 the seat's answer to an offer."""

    seat: int
    hand: int
    move: Move
    means: Amount = ZERO

    @property
    def kind(self) -> str:
        """The move: each is a row of its own in the transition table."""
        return self.move

    def __str__(self) -> str:
        hand = f" hand {self.hand}" if self.hand else ""
        return f"seat {self.seat}{hand}: {self.move} means {to_text(self.means)}"


_FORM = re.compile(r"seat (\d+)(?: and (\d+))?(?: hand (\d+))?: (\w+)(?: (.*))?")
_PLAYER = re.compile(r"player (\d+): (?:retract|reply (\w+) seat (\d+) means ([\d.]+))")
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_BET = re.compile(r"(?P<what>.+) by (?P<player>\d+) rank (?P<rank>\w+) means (?P<means>[\d.]+)")
_MEANS = re.compile(r"means ([\d.]+)")


def parse_action(text: str) -> Action:
    """The blackjack action of a text form.

    Raises:
        ValueError: the text is none.
    """
    form = _FORM.fullmatch(text)
    if form is None:
        return _parse_player(text)
    seat, hand, verb, rest = int(form[1]), int(form[3] or 0), form[4], form[5] or ""
    match verb:
        case "bet":
            return _parse_bet(seat, int(form[2] or 0), rest)
        case "behind" | "pair":
            return _parse_beside(verb, seat, rest)
        case "withdraw":
            return Withdraw(seat)
        case "house":
            return House(seat)
    means = _MEANS.fullmatch(rest)
    if means is None or verb not in Move._value2member_map_:
        raise ValueError(f"not a blackjack action: {text!r}")
    return Play(seat, hand, Move(verb), points(means[1]))


def _parse_player(text: str) -> Retract | Reply:
    form = _PLAYER.fullmatch(text)
    if form is None:
        raise ValueError(f"not a blackjack action: {text!r}")
    player = PlayerId(int(form[1]))
    return Reply(int(form[3]), player, Move(form[2]), points(form[4])) if form[2] else Retract(player)


def _parse_beside(what: str, seat: int, text: str) -> Beside:
    form = _BET.fullmatch(text)
    if form is None:
        raise ValueError(f"not a bet: {text!r}")
    player = PlayerId(int(form["player"]))
    return Beside(what, seat, player, points(form["what"]), form["rank"], points(form["means"]))


def _parse_bet(seat: int, second: int, text: str) -> Bet:
    form = _BET.fullmatch(text)
    if form is None:
        raise ValueError(f"not a bet: {text!r}")
    words = form["what"].split(" ")
    count = next((i for i, word in enumerate(words) if not _NUMBER.fullmatch(word)), len(words))
    if not count:
        raise ValueError(f"not a bet: {text!r}")
    side = tuple(
        (name, points(amount)) for name, amount in zip(words[count::2], words[count + 1 :: 2], strict=True)
    )
    return Bet(
        seat,
        PlayerId(int(form["player"])) if form["player"] != "0" else NOBODY,
        tuple(points(word) for word in words[:count]),
        side,
        form["rank"],
        points(form["means"]),
        second,
    )
