"""What the parser hands over: frozen values, the JSON shape of design 7, and nothing that does anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from bot.amounts import to_number
from bot.commands.amount_spec import AmountSpec, AmountWord, Percent

if TYPE_CHECKING:
    from bot.commands.grammar import Grammar


class Kind(StrEnum):
    """Everything chat can say to a table (design 7). The value is the word in JSON and in the vocabulary."""

    BET = "bet"
    HIT = "hit"
    STAND = "stand"
    DOUBLE = "double"
    SPLIT = "split"
    SURRENDER = "surrender"
    STOP = "stop"
    """Classic's surrender (rulings 11.4)."""
    INSURANCE = "insurance"
    EVEN_MONEY = "even_money"
    SWITCH = "switch"
    FOLLOW = "follow"
    NO = "no"
    YES = "yes"
    BEHIND = "behind"
    PAIR = "pair"
    JOIN = "join"
    LEAVE = "leave"
    CANCEL = "cancel"
    AGAIN = "again"
    REBUY = "rebuy"
    POINTS = "points"
    RANK = "rank"
    RANKING = "ranking"
    HISTORY = "history"
    HELP = "help"
    LINK = "link"
    """Two platform accounts become one viewer: alone it asks for a code, with ``code`` it brings one."""
    SPOT = "spot"
    """Roulette and baccarat: ``amount`` on ``spot`` (rulings 12.2, 13)."""
    SPIN = "spin"
    """Slots: ``amount`` a line, ``lines``, ``coins``; what is missing stays as it was (rulings 14.1)."""
    MAX_BET = "max_bet"
    """Slots: all lines, three coins (rulings 14.1)."""
    DEAL = "deal"
    """Video poker: ``coins`` of ``amount`` points, 1 when missing (rulings 14.2)."""
    HOLD = "hold"
    """Video poker: the ``cards`` kept, counted from 1 (rulings 14.2)."""
    ANTE = "ante"
    RAISE = "raise"
    PASS = "pass"


ACCOUNT_KINDS = frozenset(
    {Kind.POINTS, Kind.RANK, Kind.RANKING, Kind.HISTORY, Kind.HELP, Kind.REBUY, Kind.LINK}
)
"""Words other bots own too: no ``!`` in front of them unless a setting says so (rulings 5.14)."""


@dataclass(frozen=True, slots=True)
class Command:
    """One order.

    Attributes:
        kind: what is wanted.
        amount: the stake; a tuple is one stake per hand, left to right (rulings 11.1).
        super_match: the Super Match stake (rulings 5.4).
        seat: the seat named, at Deluxe (rulings 10.2-10.5).
        hands: how many hands each carry ``amount`` (``bet 100x3``).
        s7: with the Super 7 side bet (rulings 11.5).
        hand: the hand named, left to right from 1 (rulings 5.5).
        bare: a number without a word: ignored in silence when it is no legal bet (rulings 5.11). Not in JSON.
        spot: roulette numbers as typed (``17``, ``1-2-4-5``, ``0-00``) or a name (``red``, ``dozen-1``).
        lines: slot lines.
        coins: slot coins per line, or video poker coins.
        cards: positions held at video poker; an empty tuple holds none.
        code: the digits that link two accounts.
    """

    kind: Kind
    amount: AmountSpec | tuple[AmountSpec, ...] | None = None
    super_match: AmountSpec | None = None
    seat: int | None = None
    hands: int | None = None
    s7: bool = False
    hand: int | None = None
    bare: bool = False
    spot: str | None = None
    lines: int | None = None
    coins: int | None = None
    cards: tuple[int, ...] | None = None
    code: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The shape of ``chatjack parse`` (design 7): only what was said, amounts in points."""
        said: dict[str, Any] = {"kind": self.kind.value}
        if isinstance(self.amount, tuple):
            said["amount"] = [_number(one) for one in self.amount]
        elif self.amount is not None:
            said["amount"] = _number(self.amount)
        if self.super_match is not None:
            said["super_match"] = _number(self.super_match)
        for key in ("seat", "hands", "hand", "spot", "lines", "coins", "code"):
            value = getattr(self, key)
            if value is not None:
                said[key] = value
        if self.s7:
            said["s7"] = True
        if self.cards is not None:
            said["cards"] = list(self.cards)
        return said


def _number(spec: AmountSpec) -> int | float | str | dict[str, int | float]:
    if isinstance(spec, AmountWord):
        return spec.value
    if isinstance(spec, Percent):
        return {"percent": spec.to_number()}
    return to_number(spec)


class HintCode(StrEnum):
    """Why a near miss was not taken; the text is ``reply.hint_<code>`` (rulings 5.6)."""

    BET_AMOUNT = "bet_amount"
    """``bet abc``, ``bet -50``, ``bet 1e9``, ``bet 1 000``."""
    BET_TWO_READINGS = "bet_two_readings"
    """``bet 100,200`` where a bet may be one amount per hand (rulings 5.12)."""
    BET_HANDS = "bet_hands"
    """More hands than the table deals; ``hands`` says how many it does (rulings 11.1)."""
    BET_ELSEWHERE = "bet_elsewhere"
    """``bet 100`` at a game that has no such bet; its own words are in the rules."""
    ONE_AMOUNT_BOTH_HANDS = "one_amount_both_hands"
    """``500-500`` at Switch (rulings 5.4)."""
    SUPER_MATCH_NEEDS_BET = "super_match_needs_bet"
    """``sm300`` alone (rulings 5.15)."""
    NO_SIDE_BET = "no_side_bet"
    """A Super Match or Super 7 at a table without one (rulings 5.15)."""
    SEAT_AMOUNT = "seat_amount"
    """``seat 3``, ``席3100`` (rulings 5.12, 10.2)."""
    BEHIND_AMOUNT = "behind_amount"
    PAIR_AMOUNT = "pair_amount"
    SPOT_AMOUNT = "spot_amount"
    """A spot without a good amount, or one bad spot among several (rulings 12.2)."""
    SPIN_AMOUNT = "spin_amount"
    DEAL_COINS = "deal_coins"
    HOLD_CARDS = "hold_cards"
    ANTE_AMOUNT = "ante_amount"
    SURPLUS_WORDS = "surplus_words"
    """More orders than any player can have hands; the first ones stand (rulings 5.5)."""


@dataclass(frozen=True, slots=True)
class Hint:
    """One short answer to a near miss: a code, and figures for its text."""

    code: HintCode
    params: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParsedMessage:
    """A chat line and what it orders. Chatter has no commands and no hint.

    ``table`` is the number of a leading ``#2``, for the floor's routing (design 3).
    """

    text: str
    commands: tuple[Command, ...] = ()
    hint: Hint | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Context:
    """What the same words depend on.

    Attributes:
        grammar: the table's, from :meth:`Vocabulary.grammar`.
        phase: the table's phase; a bare number is a bet only in ``betting`` (rulings 5.3).
        seated: the viewer sits at that table; bare numbers count only then (rulings 5.11).
        hands: the viewer's open hands: with one, ``1st`` is chatter (rulings 5.16).
        bots: names that are the bot, without ``@``.
        dealers: names that are the streamer.
        bang_accounts: ``!points`` is ours too (rulings 5.14).
    """

    grammar: Grammar
    phase: str
    seated: bool = True
    hands: int = 1
    bots: tuple[str, ...] = ()
    dealers: tuple[str, ...] = ()
    bang_accounts: bool = False
