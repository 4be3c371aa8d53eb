"""Spots of roulette and baccarat: each a bet of its own, all or none of a message (rulings 12.2, 13)."""

from __future__ import annotations

import re

from bot.commands.cursor import BETTING, Cursor
from bot.commands.lexer import Role, Token
from bot.commands.model import Command, HintCode, Kind

MAX_SPOTS = 64
"""More than a wheel has straight numbers and outside bets; a longer order is refused whole."""

_NUMBERS = re.compile("[0-9]{1,2}(?:-[0-9]{1,2})*(?![-0-9.,k%万千])")
_GROUPED = re.compile("[0-9]{1,3}(?:,[0-9]{3})+")


def read_spots(cursor: Cursor) -> list[Command] | None:
    """``17 100``, 「赤100 黒20」, ``1-2-4-5 10, bet red 50``; ``None`` when one of them is bad."""
    _split_commas(cursor)
    lead = cursor.take(Role.BET) is not None
    if lead:
        cursor.take(Role.HA | Role.WO)
    found: list[Command] = []
    while True:
        back = cursor.at
        numbered = cursor.peek(Role.NUMBER)
        spot = _spot(cursor, lead=lead or bool(found))
        if spot is None:
            break
        cursor.take(Role.NI if numbered else Role.NI | Role.COLON)  # 17:30 is the time
        amount = cursor.amount()
        if amount is None:
            break
        found.append(Command(Kind.SPOT, amount, spot=spot))
        back = cursor.at
        cursor.skip(Role.JOINER)
    broken = cursor.at > back and not _ends(cursor)
    cursor.at = back
    if found and len(found) <= MAX_SPOTS and not broken and cursor.tail():
        return found
    if found and _is_slip(cursor, lead=lead):
        cursor.refuse(HintCode.SPOT_AMOUNT)
    return None


def _ends(cursor: Cursor) -> bool:
    """Whether what could not be read as a spot is a tail: the comma before it belongs to that."""
    return cursor.tail()


def _is_slip(cursor: Cursor, *, lead: bool) -> bool:
    """Whether one bad spot follows good ones, rather than talk or mere numbers (``1 2 3``)."""
    worded = lead or any(token.roles & (Role.SPOT | Role.JOINER) for token in cursor.tokens)
    return worded and any(token.roles & Role.NUMBER for token in cursor.tokens[cursor.at :])


def _spot(cursor: Cursor, *, lead: bool) -> str | None:
    """The spot named next; a number opens a message only while bets are open (rulings 5.3, 12.2)."""
    word = cursor.take(Role.SPOT)
    if word is not None:
        return cursor.grammar.value(word.key)
    wheel = cursor.grammar.wheel
    if not wheel or not cursor.peek(Role.NUMBER) or not (lead or cursor.context.phase == BETTING):
        return None
    found = _NUMBERS.match(cursor.text, cursor.tokens[cursor.at].start)
    if found is None or not all(number in wheel for number in found.group().split("-")):
        return None
    while cursor.at < cursor.end and cursor.tokens[cursor.at].end <= found.end():
        cursor.at += 1
    return found.group()


def _split_commas(cursor: Cursor) -> None:
    """``17 100,18 100``: a comma that groups no thousands parts two spots."""
    tokens: list[Token] = []
    for token in cursor.tokens:
        if token.roles & Role.NUMBER and "," in token.key and not _GROUPED.fullmatch(token.key):
            tokens += _parted(token)
        else:
            tokens.append(token)
    cursor.tokens, cursor.end = tokens, len(tokens)


def _parted(token: Token) -> list[Token]:
    parts: list[Token] = []
    at = token.start
    for part in re.split("(,)", token.key):
        role = Role.JOINER | Role.MARK if part == "," else Role.NUMBER
        parts.append(Token(role, part, at, at + len(part)))
        at += len(part)
    return parts
