"""From a chat line to commands: a pure function of the text and its context (rulings 5, design 5)."""

from __future__ import annotations

import re

from bot.commands import bets, orders, solo, spots
from bot.commands.cursor import Cursor
from bot.commands.envelope import unwrap
from bot.commands.folding import fold
from bot.commands.lexer import Role
from bot.commands.model import ACCOUNT_KINDS, Command, Context, Kind, ParsedMessage
from bot.commands.near_miss import HINTED, near_miss

_SHARE_TIMES = re.compile("(?<=[0-9])x(?=(?:all|half)(?![a-z])|全部|半分)")
_SPACED = re.compile("(?<![a-z0-9])[a-z](?: [a-z])+(?![a-z0-9])")
_CODE = re.compile("[0-9]{6}")
_WRAPPING = frozenset("@/#!\x01")


def parse(text: str, context: Context) -> ParsedMessage:
    """What ``text`` orders at a table. Never raises, whatever the text.

    Only a message that is wholly a command is one; a near miss gets a hint and stakes nothing (rulings 5.6);
    everything else, and anything with a question mark, is chatter (rulings 5.9).
    """
    grammar = context.grammar
    if not text or text[0] not in grammar.starters:
        return ParsedMessage(text)
    body = fold(text)
    if body[1:2] == " ":
        body = _SPACED.sub(_join, body)
    if "x" in body:
        body = _SHARE_TIMES.sub("x ", body)  # deal 5xall: elsewhere a run of letters is one word
    table, banged = None, False
    if "?" in body or not body:
        return ParsedMessage(text)
    if body[0] in _WRAPPING:
        envelope = unwrap(body, context)
        if envelope is None:
            return ParsedMessage(text)
        body, table, banged = envelope
    tokens, complete = grammar.lexer.scan(body)
    if not tokens or not (complete or tokens[0].roles & HINTED):
        return ParsedMessage(text)
    cursor = Cursor(tokens, body, context, whole=complete)
    commands = _read(cursor) if complete else None
    if commands and banged and not all(_may_bang(command, context) for command in commands):
        return ParsedMessage(text)
    if commands:
        return ParsedMessage(text, tuple(commands), cursor.hint, table)
    return ParsedMessage(text, (), near_miss(cursor), table)


def _join(spaced: re.Match[str]) -> str:
    """``h i t`` is ``hit``: spaces inside a word do not matter (rulings 5.12)."""
    return spaced[0].replace(" ", "")


def _read(cursor: Cursor) -> list[Command] | None:
    """The commands of a message that is wholly words of this table."""
    first = cursor.tokens[0].roles
    if first & Role.SINGLE:
        return _single(cursor)
    if first & Role.LINK:
        return _link(cursor)
    if first & solo.ROLES:
        return _solo(cursor, first)
    if Kind.SPOT in cursor.rules.kinds:
        return spots.read_spots(cursor)
    return orders.read_orders(cursor)


def _single(cursor: Cursor) -> list[Command] | None:
    """A word that stands alone; joining may bring the bet along (「参加 ベット100」)."""
    word = cursor.tokens[0]
    cursor.at = 1
    kind = Kind(cursor.grammar.value(word.key))
    joins = word.roles & Role.JOIN
    if cursor.tail(Role.WISH if joins else 0):
        return [Command(kind)]
    if joins:
        cursor.skip(Role.JOINER)
        bet = bets.read_bet(cursor) if cursor.peek(Role.BET | Role.SEAT) else None
        if bet is not None and cursor.tail():
            return [Command(kind), bet]
    return None


def _link(cursor: Cursor) -> list[Command] | None:
    """「引継」 asks for a code, 「引継 123456」 brings one."""
    cursor.at = 1
    number = cursor.take(Role.NUMBER)
    if number is not None and not _CODE.fullmatch(number.key):
        return None
    command = Command(Kind.LINK, code=number.key if number is not None else None)
    return [command] if cursor.tail() else None


def _solo(cursor: Cursor, first: int) -> list[Command] | None:
    reader = next(reader for role, reader in solo.READERS.items() if first & role)
    command = reader(cursor)
    return [command] if command is not None and cursor.tail() else None


def _may_bang(command: Command, context: Context) -> bool:
    """Other bots own ``!points``; a bare number takes no ``!`` at all (rulings 5.14)."""
    return not command.bare and (context.bang_accounts or command.kind not in ACCOUNT_KINDS)
