"""Slots, video poker and stud: each viewer alone (rulings 14)."""

from __future__ import annotations

from bot.commands.cursor import Cursor
from bot.commands.lexer import Role
from bot.commands.model import Command, Kind

_MAX_LINES = 99
_MAX_SLOT_COINS = 3
_MAX_POKER_COINS = 5
_CARDS = 5
_ALL_CARDS = tuple(range(1, _CARDS + 1))


def read_spin(cursor: Cursor) -> Command | None:
    """``spin``, ``spin 5 lines 9``, ``spin 5 lines 9 coins 2`` (rulings 14.1)."""
    cursor.take(Role.SPIN)
    amount = cursor.amount()
    lines = coins = None
    while cursor.peek(Role.LINES | Role.COINS):
        if cursor.take(Role.LINES):
            count = lines = cursor.small(_MAX_LINES)
        else:
            cursor.take(Role.COINS)
            count = coins = cursor.small(_MAX_SLOT_COINS)
        if count is None:
            return None
    return Command(Kind.SPIN, amount, lines=lines, coins=coins)


def read_max_bet(cursor: Cursor) -> Command | None:
    """``maxbet``, ``maxbet 5``: all lines, three coins (rulings 14.1)."""
    cursor.take(Role.MAX_BET)
    return Command(Kind.MAX_BET, cursor.amount())


def read_deal(cursor: Cursor) -> Command | None:
    """``deal 5``, ``deal 5x100``: so many coins, of so many points each (rulings 14.2)."""
    cursor.take(Role.DEAL)
    coins = cursor.small(_MAX_POKER_COINS)
    if coins is None:
        return None
    cursor.take(Role.COINS)
    if not cursor.take(Role.TIMES):
        return Command(Kind.DEAL, coins=coins)
    amount = cursor.amount()
    return None if amount is None else Command(Kind.DEAL, amount, coins=coins)


def read_hold(cursor: Cursor) -> Command | None:
    """``hold 1 3 5``, ``hold 135``, ``hold none``, ``hold all`` (rulings 14.2)."""
    cursor.take(Role.HOLD)
    if cursor.take(Role.NONE):
        return Command(Kind.HOLD, cards=())
    share = cursor.take(Role.SHARE)
    if share is not None:
        return Command(Kind.HOLD, cards=_ALL_CARDS) if cursor.grammar.value(share.key) == "all" else None
    digits = ""
    while cursor.peek(Role.NUMBER):
        digits += cursor.tokens[cursor.at].key.replace(",", "")
        cursor.at += 1
        back = cursor.at
        if not cursor.skip(Role.JOINER | Role.DASH) and not cursor.spaced():
            break
        if not cursor.peek(Role.NUMBER):
            cursor.at = back
    cards = tuple(int(digit) for digit in digits if digit in "12345")
    if not cards or len(cards) != len(digits) or len(set(cards)) != len(cards):
        return None
    return Command(Kind.HOLD, cards=tuple(sorted(cards)))


def read_ante(cursor: Cursor) -> Command | None:
    """``ante 100`` (rulings 14.3)."""
    cursor.take(Role.ANTE)
    amount = cursor.amount()
    return None if amount is None else Command(Kind.ANTE, amount)


READERS = {
    Role.SPIN: read_spin,
    Role.MAX_BET: read_max_bet,
    Role.DEAL: read_deal,
    Role.HOLD: read_hold,
    Role.ANTE: read_ante,
}
"""By the role of the first word."""

ROLES = Role.SPIN | Role.MAX_BET | Role.DEAL | Role.HOLD | Role.ANTE
