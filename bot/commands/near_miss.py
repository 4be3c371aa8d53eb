"""Which failed messages were meant as a command and get one short hint, and which are talk (rulings 5.6).

The test is the shape of what follows the first word: a bad number, or one odd word, is a slip
(``bet abc``, ``bet 1e9``, 「後ろ3 abc」); a sentence is talk (``bet he has 20``, 「ベット額見えない」).
"""

from __future__ import annotations

import functools
import operator
import re
from collections.abc import Mapping

from bot.commands.cursor import BETTING, Cursor
from bot.commands.lexer import Role
from bot.commands.model import Hint, HintCode, Kind

_JAPANESE = re.compile("[ァ-ヺ々㐀-鿿豈-﫿]")
_KANJI_NUMBER = re.compile("[〇零一二三四五六七八九十百千万億壱弐参]+(?:円|エン|点|ポイント|枚|ドル)?")
_UNITS = re.compile(r"(?<=[0-9kKm万千])\s*(?:円|エン|ドル|ユーロ|枚|点|ポイント|万|千|億|百|コイン)+")
_WORDS = re.compile(r"[^\W\d_]+")
_SPOKEN = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty "
    "seventy eighty ninety hundred thousand million billion dozen".split()
)

_TALK = frozenset(
    "bro bruh man dude fam sir mate guys chat boss king queen sis babe ok okay yeah yes nah no not now then "
    "though tbh ngl fr haha hehe omg idk he she it we you they i me him her us them that this so and but or "
    "if on in at to for with against is was are will would thats its youre "
    "the a an up by too when because someone everyone nobody your my his never always".split()
)
"""What follows "bet" where it only means "sure": no slip of an amount."""

_CODES: Mapping[int, tuple[HintCode, int]] = {
    Role.BET: (HintCode.BET_AMOUNT, 2),
    Role.SUPER_MATCH: (HintCode.SUPER_MATCH_NEEDS_BET, 1),
    Role.SEAT: (HintCode.SEAT_AMOUNT, 1),
    Role.BEHIND: (HintCode.BEHIND_AMOUNT, 1),
    Role.PAIR: (HintCode.PAIR_AMOUNT, 1),
    Role.SPOT: (HintCode.SPOT_AMOUNT, 0),
    Role.SPIN: (HintCode.SPIN_AMOUNT, 0),
    Role.DEAL: (HintCode.DEAL_COINS, 0),
    Role.HOLD: (HintCode.HOLD_CARDS, 0),
    Role.ANTE: (HintCode.ANTE_AMOUNT, 1),
}
"""By the role of the first word: the hint, and how many plain words a slip may have beside a number. The more
common the word is in talk (``red 100 people``, ``player 1 wins``), the fewer."""

HINTED = functools.reduce(operator.or_, _CODES)
"""Roles a near miss can begin with; whatever begins otherwise and is no command is chatter."""

_ALONE = Role.BET | Role.DEAL | Role.HOLD | Role.ANTE


def near_miss(cursor: Cursor) -> Hint | None:
    """The hint for a message that is no command, if it deserves one; ``cursor`` stands anywhere."""
    if cursor.hint is not None:
        return cursor.hint
    first = cursor.tokens[0]
    found = next((found for role, found in _CODES.items() if first.roles & role), None)
    if found is None or (first.roles & Role.SUPER_MATCH and not cursor.rules.super_match):
        return None
    code, prose = found
    if code is HintCode.BET_AMOUNT and Kind.SPOT in cursor.rules.kinds:
        code = HintCode.SPOT_AMOUNT
    rest = cursor.text[first.end :]
    cursor.at = 1
    if not rest.strip(" !。、.…"):
        # A lone word that needs an amount: while bets are open it wants to know how.
        asked = cursor.context.phase == BETTING or not first.roles & Role.BET
        return Hint(code) if first.roles & _ALONE and asked else None
    if cursor.whole and cursor.tail():
        return None
    if not rest[0].isspace() and first.key[-1].isascii() and rest[0].isalpha():
        return None
    if cursor.whole and cursor.peek(Role.NUMBER):
        return Hint(_sharper(cursor, code))
    return Hint(code) if _is_slip(rest.strip(), prose, one_word=bool(first.roles & Role.BET)) else None


def _sharper(cursor: Cursor, code: HintCode) -> HintCode:
    """A side bet this table does not play refuses the whole order, and says so (rulings 5.15)."""
    for token in cursor.tokens:
        no_super_match = token.roles & Role.SUPER_MATCH and not cursor.rules.super_match
        if no_super_match or (token.roles & Role.SUPER7 and not cursor.rules.super7):
            return HintCode.NO_SIDE_BET
    return code


def _is_slip(rest: str, most_prose: int, *, one_word: bool) -> bool:
    """Whether ``rest`` is a bad amount rather than a sentence.

    Args:
        rest: what follows the word, folded.
        most_prose: plain words a slip may have beside a number.
        one_word: a single word without a number is a slip too.
    """
    if _KANJI_NUMBER.fullmatch(rest):
        return True
    rest = _UNITS.sub("", rest)
    if _JAPANESE.search(rest):
        return False
    parts = rest.split()
    prose = [word for part in parts if not _is_numeric(part) for word in _WORDS.findall(part)]
    plain = [word for word in prose if word not in _SPOKEN]
    if prose and not plain:
        return one_word
    if _is_numeric(parts[0]):
        return len(plain) <= most_prose
    return one_word and len(parts) == 1 and parts[0].lstrip("-+") in prose and prose[0] not in _TALK


def _is_numeric(part: str) -> bool:
    """Whether a part is a number of some kind: with a sign, of another script, in a circle, a bare sign."""
    return (
        any(character.isnumeric() for character in part) or part in _AMOUNT_WORDS or not _WORDS.search(part)
    )


_AMOUNT_WORDS = frozenset({"all", "half", "max"})
