"""Bets: the main stake with its side bets, and stakes that name a seat.

Rulings 5.3, 5.4, 5.8, 5.11, 5.12, 5.15, 10.2-10.4, 11.1, 11.5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.commands.amount_spec import AmountSpec, read_number
from bot.commands.cursor import BETTING, Cursor
from bot.commands.lexer import Role
from bot.commands.model import Command, HintCode, Kind

_APPLAUSE = re.compile("8{3,}")
_GROUPED = re.compile("[0-9]{1,3}(?:,[0-9]{3})+")
_LISTED = re.compile("[1-9][0-9]*(?:,[1-9][0-9]*)+")
_BETWEEN = Role.JOINER | Role.DASH | Role.GLUE
_SIDE = {Role.BEHIND: Kind.BEHIND, Role.PAIR: Kind.PAIR}


@dataclass(slots=True)
class _Draft:
    """A main bet as far as it is read."""

    amounts: tuple[AmountSpec, ...] = ()
    super_match: AmountSpec | None = None
    seat: int | None = None
    hands: int | None = None
    s7: bool = False
    named: bool = False
    """A word says that it is a bet."""


def read_bet(cursor: Cursor) -> Command | None:
    """A main bet, whatever its parts' order; nothing is taken when there is none.

    ``bet 500``, ``500``, ``500pt bet``, ``Bet500-SM300``, ``sm300 500``, ``bet 100x3 s7``,
    ``bet 100 200 50``, ``席3 100``, ``bet 100 seat 3``.
    """
    start = cursor.at
    draft = _Draft()
    if _knows_bets(cursor) and _read_before(cursor, draft):
        first = cursor.at
        if _read_amounts(cursor, draft) and _read_after(cursor, draft):
            bare = not draft.named and draft.seat is None
            if not bare or _may_be_bare(cursor, first):
                amount = draft.amounts[0] if len(draft.amounts) == 1 else draft.amounts
                return Command(
                    Kind.BET,
                    amount,
                    draft.super_match,
                    seat=draft.seat,
                    hands=draft.hands,
                    s7=draft.s7,
                    bare=bare,
                )
    cursor.at = start
    return None


def _knows_bets(cursor: Cursor) -> bool:
    """Whether this table has a main bet; ``bet 100`` elsewhere gets a hint."""
    if Kind.BET in cursor.rules.kinds:
        return True
    if cursor.peek(Role.BET) and cursor.peek(Role.NUMBER | Role.SHARE, 1):
        cursor.refuse(HintCode.BET_ELSEWHERE)
    return False


def _read_before(cursor: Cursor, draft: _Draft) -> bool:
    """Seat, the word, and a Super Match said first."""
    draft.seat = _seat(cursor)
    if cursor.take(Role.BET):
        draft.named = True
        cursor.take(Role.HA | Role.WO)
        if draft.seat is None:
            draft.seat = _seat(cursor)
    if cursor.rules.super_match and cursor.peek(Role.SUPER_MATCH):
        if not _read_super_match(cursor, draft):
            return False
        cursor.skip(Role.GLUE)
        draft.named = cursor.take(Role.BET) is not None or draft.named
    return True


def _read_amounts(cursor: Cursor, draft: _Draft) -> bool:
    """The stake or stakes, and how many hands carry it."""
    amounts = _amounts(cursor, listed=draft.named)
    if amounts is None:
        return False
    draft.amounts = amounts
    if cursor.rules.same_bet and _second_amount(cursor, named=draft.named):
        return False
    return _read_hands(cursor, draft)


def _read_after(cursor: Cursor, draft: _Draft) -> bool:
    """The word behind the number (``500bet``, 「500をベット」), side bets, a seat."""
    if not draft.named and cursor.at < cursor.end:
        back = cursor.at
        cursor.take(Role.WO)
        draft.named = cursor.take(Role.BET) is not None
        cursor.at = cursor.at if draft.named else back
    if cursor.rules.super_match and not _read_super_match_after(cursor, draft):
        return False
    # A Super Match says that the number beside it is a bet; a share still needs the word (rulings 5.11).
    if draft.super_match is not None and isinstance(draft.amounts[0], int):
        draft.named = True
    draft.s7 = cursor.rules.super7 and cursor.take(Role.SUPER7) is not None
    if draft.seat is None:
        draft.seat = _seat(cursor)
    return True


def _read_super_match_after(cursor: Cursor, draft: _Draft) -> bool:
    """``-SM300``, ``(SM300)``; fine when there is none."""
    back = cursor.at
    cursor.skip(Role.GLUE)
    if draft.super_match is not None or not cursor.peek(Role.SUPER_MATCH):
        cursor.at = back
        return True
    good = _read_super_match(cursor, draft)
    cursor.take(Role.CLOSE)
    return good


def _may_be_bare(cursor: Cursor, first: int) -> bool:
    """Whether a number without a word counts: not a share, not applause, and only now and here."""
    token = cursor.tokens[first]
    context = cursor.context
    if not (cursor.rules.bare_bets and context.seated and context.phase == BETTING):
        return False
    alone = cursor.at == first + 1
    if token.roles & Role.SHARE or token.key.endswith("%"):
        return False
    return not (alone and _APPLAUSE.fullmatch(token.key))


def _read_super_match(cursor: Cursor, draft: _Draft) -> bool:
    """``SM300``; a sign between the two is refused (``sm-300``)."""
    cursor.take(Role.SUPER_MATCH)
    cursor.take(Role.COLON)
    signed = cursor.peek(Role.NUMBER | Role.DASH)
    draft.super_match = cursor.amount()
    if draft.super_match is None and signed:
        cursor.refuse(HintCode.BET_AMOUNT)
    return draft.super_match is not None


def _amounts(cursor: Cursor, *, listed: bool) -> tuple[AmountSpec, ...] | None:
    """One amount, or with ``listed`` several where the table deals several hands (rulings 11.1)."""
    most = cursor.rules.bet_hands
    if most == 1 or not listed:
        spec = cursor.amount()
        return None if spec is None else (spec,)
    found: list[AmountSpec] = []
    back = cursor.at
    while cursor.at < cursor.end:
        more = _comma_list(cursor)
        if more is None:
            spec = cursor.amount()
            if spec is None:
                break
            more = [spec]
        found += more
        back = cursor.at
        if not cursor.skip(Role.JOINER) and not cursor.spaced():
            break
    if cursor.hint is not None:
        return None
    cursor.at = back
    if len(found) > most:
        cursor.refuse(HintCode.BET_HANDS, hands=most)
        return None
    return tuple(found) or None


def _comma_list(cursor: Cursor) -> list[AmountSpec] | None:
    """``100,200,50`` as three stakes; ``100,200`` could also be one number: refused (rulings 5.12)."""
    if not cursor.peek(Role.NUMBER):
        return None
    key = cursor.tokens[cursor.at].key
    if "," not in key or cursor.peek(Role.TIMES, 1) or not _LISTED.fullmatch(key):
        return None
    if _GROUPED.fullmatch(key):
        cursor.refuse(HintCode.BET_TWO_READINGS)
        return None
    stakes = [read_number(part) for part in key.split(",")]
    whole = [stake for stake in stakes if stake is not None]
    if len(whole) < len(stakes):
        return None
    cursor.at += 1
    cursor.take(Role.UNIT)
    return list(whole)


def _second_amount(cursor: Cursor, *, named: bool) -> bool:
    """``500-500``: both hands carry the same bet, so a second number is refused (rulings 5.4)."""
    if cursor.at == cursor.end:
        return False
    back = cursor.at
    while cursor.peek(_BETWEEN) and not cursor.peek(Role.COLON):  # 12:30 is the time
        cursor.at += 1
    times = cursor.take(Role.TIMES)
    second = cursor.amount() is not None
    context = cursor.context
    meant = named or (context.seated and context.phase == BETTING and not times)
    if second and meant and cursor.tail():
        cursor.refuse(HintCode.ONE_AMOUNT_BOTH_HANDS)
    cursor.at = back
    return second


def _read_hands(cursor: Cursor, draft: _Draft) -> bool:
    """``x3``: how many hands carry the stake; fine when not said."""
    if not cursor.take(Role.TIMES):
        return True
    most = cursor.rules.bet_hands
    draft.hands = cursor.small(most) if most > 1 else None
    if draft.hands is None and most > 1 and draft.named and cursor.peek(Role.NUMBER):
        cursor.refuse(HintCode.BET_HANDS, hands=most)
    return draft.hands is not None and len(draft.amounts) == 1


def _seat(cursor: Cursor) -> int | None:
    """``seat 3``, ``席3``, ``3番席``; nothing is taken when there is none (rulings 10.2)."""
    seats = cursor.rules.seats
    if not seats:
        return None
    back = cursor.at
    word = cursor.take(Role.SEAT)
    number = cursor.small(seats)
    suffix = cursor.skip(Role.SEAT_SUFFIX) or (word is None and cursor.take(Role.SEAT) is not None)
    if number is None or (word is None and not suffix):
        cursor.at = back
        return None
    cursor.take(Role.SEAT)
    cursor.take(Role.NI | Role.DE)
    return number


def read_seat_side(cursor: Cursor) -> Command | None:
    """``behind 3 50``, 「後ろ3に50」, ``pair seat 3 all``; nothing is taken when there is none.

    Rulings 10.3, 10.4.
    """
    start = cursor.at
    role = Role.BEHIND if cursor.peek(Role.BEHIND) else Role.PAIR
    cursor.take(role)
    cursor.take(Role.SEAT)
    seat = cursor.small(cursor.rules.seats)
    if seat is not None:
        cursor.skip(Role.SEAT_SUFFIX | Role.SEAT)
        cursor.take(Role.NI | Role.DE)
        amount = cursor.amount()
        if amount is not None:
            return Command(_SIDE[role], amount, seat=seat)
    cursor.at = start
    return None
