"""What one table's chat understands: its rules as data and its words as roles (rulings 5, 10-14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from bot.commands.folding import WIDE_W, fold
from bot.commands.lexer import Lexer, Role, first_characters, normalise
from bot.commands.model import Kind

Words = Mapping[str, Mapping[str, tuple[str, ...]]]
"""section -> key -> words, as in ``data/vocabulary/words.toml``."""

WHEELS: Mapping[str, frozenset[str]] = {
    "european": frozenset(map(str, range(37))),
    "american": frozenset((*map(str, range(37)), "00")),
}
"""The numbers a roulette spot may name."""


class WordConflict(ValueError):
    """A word has two meanings at one table."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(f"{key}: {params}")
        self.key = key
        self.params = params


@dataclass(frozen=True, slots=True)
class TableRules:
    """The forms a table's bets and orders take; one entry of ``data/vocabulary/tables.toml``.

    Attributes:
        table: the table id.
        kinds: the commands its chat knows.
        bare_bets: a number alone is a bet while bets are open (rulings 5.3).
        hands: hands dealt to one player.
        max_hands: hands one player can come to hold.
        bet_hands: hands one bet may open (rulings 11.1).
        same_bet: both hands carry one amount (rulings 5.4).
        super_match: Super Match is played (rulings 5.15).
        super7: Super 7 is played (rulings 11.5).
        seats: seats that bets may name; 0 for none (rulings 10.2).
        wheel: a key of :data:`WHEELS`, or none (rulings 12.1).
        spots: the spots that have a name (rulings 12.2, 13).
    """

    table: str
    kinds: frozenset[Kind]
    bare_bets: bool = False
    hands: int = 1
    max_hands: int = 1
    bet_hands: int = 1
    same_bet: bool = False
    super_match: bool = False
    super7: bool = False
    seats: int = 0
    wheel: str | None = None
    spots: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.wheel is not None and self.wheel not in WHEELS:
            raise ValueError(f"no such wheel: {self.wheel}; there are: {', '.join(WHEELS)}")


_KIND_ROLES: Mapping[Kind, int] = {
    Kind.BET: Role.BET,
    Kind.HIT: Role.ORDER,
    Kind.STAND: Role.ORDER,
    Kind.DOUBLE: Role.ORDER,
    Kind.SPLIT: Role.ORDER,
    Kind.SURRENDER: Role.ORDER,
    Kind.STOP: Role.ORDER,
    Kind.INSURANCE: Role.ORDER | Role.OFFER,
    Kind.EVEN_MONEY: Role.ORDER | Role.OFFER,
    Kind.SWITCH: Role.ORDER | Role.OFFER,
    Kind.FOLLOW: Role.ORDER | Role.OFFER,
    Kind.NO: Role.NO,
    Kind.YES: Role.YES,
    Kind.BEHIND: Role.BEHIND,
    Kind.PAIR: Role.PAIR,
    Kind.JOIN: Role.SINGLE | Role.JOIN,
    Kind.LINK: Role.LINK,
    Kind.SPIN: Role.SPIN,
    Kind.MAX_BET: Role.MAX_BET,
    Kind.DEAL: Role.DEAL,
    Kind.HOLD: Role.HOLD,
    Kind.ANTE: Role.ANTE,
}
"""The role of each kind's words; the others stand alone (:attr:`Role.SINGLE`)."""

_PART_ROLES: Mapping[tuple[str, str], int] = {
    ("amounts", "all"): Role.SHARE,
    ("amounts", "half"): Role.SHARE,
    ("units", "points"): Role.UNIT,
    ("hands", "left"): Role.HAND,
    ("hands", "right"): Role.HAND,
    ("hands", "both"): Role.BOTH,
    ("hands", "determiner"): Role.DETERMINER,
    ("endings", "polite"): Role.POLITE,
    ("endings", "join"): Role.WISH,
    ("endings", "offer"): Role.TAKEN,
    ("laughter", "words"): Role.LAUGH,
    ("parts", "super_match"): Role.SUPER_MATCH,
    ("parts", "super7"): Role.SUPER7,
    ("parts", "seat"): Role.SEAT,
    ("parts", "seat_suffix"): Role.SEAT_SUFFIX,
    ("parts", "lines"): Role.LINES,
    ("parts", "coins"): Role.COINS,
    ("parts", "none"): Role.NONE,
}

_SHARED_ROLES = Role.UNIT | Role.DETERMINER
"""Roles a word may have beside another: 「ポイント」 asks for the balance and follows a number."""


class Grammar:
    """A table's rules and words, compiled on first use; immutable from outside."""

    def __init__(self, rules: TableRules, words: Words) -> None:
        """Raises :class:`WordConflict` when a word would have two meanings here."""
        self.rules = rules
        roles: dict[str, int] = {}
        values: dict[str, str] = {}
        source: dict[str, str] = {}
        for section, key, role in _entries(rules, words):
            for word in words[section][key]:
                name = normalise(word)
                if roles.get(name, 0) & ~_SHARED_ROLES and role & ~_SHARED_ROLES:
                    if source[name] == f"[{section}] {key}":
                        continue
                    where = f"[{section}] {key}"
                    raise WordConflict(where, word=repr(word), of=source[name], table=rules.table)
                roles[name] = roles.get(name, 0) | role
                if role & ~_SHARED_ROLES:
                    values[name], source[name] = key, f"[{section}] {key}"
        self._roles = roles
        self._spellings = {
            fold(word).replace(WIDE_W, "w"): roles[normalise(word)]
            for section, key, _ in _entries(rules, words)
            for word in words[section][key]
        }
        self._values = MappingProxyType(values)

    @property
    def table(self) -> str:
        """The table id."""
        return self.rules.table

    @cached_property
    def lexer(self) -> Lexer:
        """The compiled words."""
        return Lexer(self._spellings)

    @cached_property
    def starters(self) -> frozenset[str]:
        """Characters, as typed, that a message that is no chatter may begin with."""
        return first_characters(self._spellings, "0123456789@!#/\x01 ")

    @cached_property
    def wheel(self) -> frozenset[str]:
        """The numbers a spot may name."""
        return WHEELS[self.rules.wheel] if self.rules.wheel else frozenset()

    def value(self, key: str) -> str:
        """What a word means: the vocabulary key it is listed under."""
        return self._values[key]


def _entries(rules: TableRules, words: Words) -> Iterator[tuple[str, str, int]]:
    """The vocabulary entries a table uses, with their roles."""
    for name in words["commands"]:
        kind = Kind(name)
        if kind in rules.kinds or kind is Kind.BET:
            yield "commands", name, _KIND_ROLES.get(kind, Role.SINGLE)
    unused = _unused(rules)
    for (section, key), role in _PART_ROLES.items():
        if not role & unused:
            yield section, key, role
    for spot in rules.spots:
        yield "spots", spot, Role.SPOT


def _unused(rules: TableRules) -> int:
    """Roles of parts this table has no use for: their words are chatter there."""
    unused = 0
    if Kind.BET not in rules.kinds:  # where there are bets, a side bet it lacks refuses them by name
        unused |= Role.SUPER_MATCH | Role.SUPER7
    if not rules.seats:
        unused |= Role.SEAT
    if Kind.HIT not in rules.kinds:
        unused |= Role.HAND | Role.BOTH | Role.DETERMINER | Role.TAKEN | Role.SEAT_SUFFIX
    if Kind.SPIN not in rules.kinds:
        unused |= Role.LINES
    if not rules.kinds & {Kind.SPIN, Kind.DEAL}:
        unused |= Role.COINS
    if Kind.HOLD not in rules.kinds:
        unused |= Role.NONE
    return unused
