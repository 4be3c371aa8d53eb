"""What hands are told, alone or several in one message (rulings 5.5, 5.13, 5.16)."""

from __future__ import annotations

from bot.commands.bets import read_bet, read_seat_side
from bot.commands.cursor import Cursor
from bot.commands.lexer import Role, Token
from bot.commands.model import Command, HintCode, Kind

MAX_ORDERS = 16
"""More than any player can have hands and side bets; what is beyond is dropped with a hint (rulings 5.5)."""

_ANSWER = Role.ORDER | Role.NO | Role.YES
_TO_HAND = Role.HA | Role.COLON
_BET_START = Role.BET | Role.NUMBER | Role.SHARE | Role.SUPER_MATCH | Role.SEAT
_PLAIN = {kind: Command(kind) for kind in Kind}
_BETS = frozenset({Kind.BET, Kind.BEHIND, Kind.PAIR})
_ORDINAL = "st"
_SHORT = 2


def read_orders(cursor: Cursor) -> list[Command] | None:
    """All orders of a message, or ``None`` when it is not wholly orders."""
    orders: list[Command] = []
    words: list[Token] = []
    joined = False
    while True:
        start = cursor.at
        more = _order(cursor, orders)
        if more is None:
            cursor.at = start
            break
        words.append(cursor.tokens[start])
        orders += more
        back = cursor.at
        separated = cursor.skip(Role.JOINER)
        joined = joined or (separated and len(words) == 1)
        if not separated and cursor.peek(Role.DE) and _may_follow_de(cursor, orders):
            cursor.at += 1
        if cursor.at == cursor.end or not _starts_order(cursor, orders):
            cursor.at = back
            break
    if not orders or not cursor.tail(Role.TAKEN if _takes(cursor, orders) else 0):
        return None
    if _only_negates(cursor, words, joined=joined) or _is_ordinal(cursor, orders):
        return None
    if len(orders) > MAX_ORDERS:
        cursor.refuse(HintCode.SURPLUS_WORDS, most=MAX_ORDERS)
    return orders[:MAX_ORDERS]


def _order(cursor: Cursor, earlier: list[Command]) -> list[Command] | None:
    """The next order; may have moved the cursor even when there is none."""
    roles = cursor.tokens[cursor.at].roles
    if roles & (Role.NO | Role.ORDER):
        kind = _answer(cursor, unnamed_no=not earlier)
        if kind is None:
            return None
        seat = _insured_seat(cursor) if kind is Kind.INSURANCE else None
        return [_PLAIN[kind] if seat is None else Command(kind, seat=seat)]
    if roles & (Role.HAND | Role.NUMBER):
        hand = _hand(cursor)
        if hand is not None:
            answer = _answer(cursor, unnamed_no=True)
            return None if answer is None else [Command(answer, hand=hand)]
    if roles & _BET_START:
        bet = read_bet(cursor)
        return None if bet is None else [bet]
    if roles & (Role.BEHIND | Role.PAIR):
        side = read_seat_side(cursor)
        return None if side is None else [side]
    if roles & Role.BOTH:
        return _both(cursor)
    if roles & Role.YES and not earlier:
        return [_PLAIN[_kind(cursor, cursor.take(Role.YES))]]
    return None


def _kind(cursor: Cursor, token: Token | None) -> Kind:
    assert token is not None
    return Kind(cursor.grammar.value(token.key))


def _answer(cursor: Cursor, *, unnamed_no: bool) -> Kind | None:
    """One word for a hand, or a negation, which answers "no" (rulings 5.13)."""
    if cursor.peek(Role.NO):
        if not unnamed_no:
            return None
        cursor.take(Role.NO)
        cursor.take(Role.OFFER)
        return Kind.NO
    if cursor.peek(Role.YES):
        return _kind(cursor, cursor.take(Role.YES))
    word = cursor.take(Role.ORDER)
    if word is None:
        return None
    if word.roles & Role.OFFER:
        back = cursor.at
        cursor.take(Role.HA)
        if cursor.take(Role.NO):
            return Kind.NO
        cursor.at = back
    return _kind(cursor, word)


def _both(cursor: Cursor) -> list[Command] | None:
    """「両方スタンド」: the same word for each of two hands (rulings 5.16)."""
    cursor.take(Role.BOTH)
    cursor.take(Role.HA)
    word = cursor.take(Role.ORDER)
    return None if word is None else [_PLAIN[_kind(cursor, word)]] * 2


def _hand(cursor: Cursor) -> int | None:
    """The hand a following word is for: ``1ht``, 「左はヒット」; nothing is taken when none is named."""
    back = cursor.at
    side = cursor.take(Role.HAND)
    if side is not None:
        hand: int | None = 1 if cursor.grammar.value(side.key) == "left" else 2
    elif _numbers_hand(cursor):
        hand = cursor.small(cursor.rules.max_hands)
    else:
        return None
    cursor.take(Role.SEAT_SUFFIX)
    cursor.take(_TO_HAND)
    if hand is None or not cursor.peek(_ANSWER):
        cursor.at = back
        return None
    return hand


def _insured_seat(cursor: Cursor) -> int | None:
    """``ins 3`` insures that seat at Deluxe (rulings 10.5)."""
    if not cursor.rules.seats:
        return None
    cursor.take(Role.SEAT)
    seat = cursor.small(cursor.rules.seats)
    cursor.skip(Role.SEAT_SUFFIX)
    return seat


def _starts_order(cursor: Cursor, earlier: list[Command]) -> bool:
    """Whether another order may begin here: bets go only with bets that name seats, words with words."""
    if earlier[-1].kind in _BETS:
        numbered = cursor.peek(Role.NUMBER) and cursor.peek(Role.SEAT_SUFFIX | Role.SEAT, 1)
        follows = cursor.peek(Role.BET | Role.SEAT | Role.BEHIND | Role.PAIR) or numbered
        return bool(cursor.rules.seats) and not earlier[-1].bare and follows
    return cursor.peek(_ANSWER | Role.HAND | Role.BOTH) or _numbers_hand(cursor)


def _numbers_hand(cursor: Cursor) -> bool:
    return cursor.peek(Role.NUMBER) and cursor.peek(_ANSWER | _TO_HAND | Role.SEAT_SUFFIX, 1)


def _may_follow_de(cursor: Cursor, orders: list[Command]) -> bool:
    """「なしでヒット」, 「左ヒットで右スタンド」: で joins only after a "no" or before a named hand."""
    return cursor.peek(Role.HAND, 1) or (orders[-1].kind is Kind.NO and cursor.peek(Role.ORDER, 1))


def _takes(cursor: Cursor, orders: list[Command]) -> bool:
    """「保険あり」: the ending takes the offer, so it fits after nothing else."""
    return len(orders) == 1 and cursor.at > 0 and cursor.tokens[cursor.at - 1].roles & Role.OFFER != 0


def _only_negates(cursor: Cursor, words: list[Token], *, joined: bool) -> bool:
    """``no double`` is a sentence, ``no st st`` an order (rulings 5.13).

    A determiner before other words is taken as an answer only where nobody could mean the sentence: before
    short forms, after a comma, or where the switch is declined and both hands are told what to do.
    """
    if len(words) < 2 or not words[0].roles & Role.DETERMINER or joined:
        return False
    first = cursor.tokens[cursor.tokens.index(words[0]) + 1]
    if first is not words[1]:  # `no switch`, then orders
        return False
    if all(len(word.key) <= _SHORT and word.key.isascii() for word in words[1:]):
        return False
    return not (Kind.SWITCH in cursor.rules.kinds and len(words) > 2)


def _is_ordinal(cursor: Cursor, orders: list[Command]) -> bool:
    """``1st`` from somebody with one hand says "first!" (rulings 5.16)."""
    return (
        cursor.context.hands == 1
        and len(orders) == 1
        and orders[0].hand is not None
        and cursor.tokens[1].key == _ORDINAL
    )
