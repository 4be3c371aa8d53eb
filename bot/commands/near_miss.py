"""Which failed messages were meant as a command and get one short hint, and which are talk (rulings 5.6).

The test is the shape of what follows the first word: a bad number, or one odd word, is a slip
(``bet abc``, ``bet 1e9``, 「後ろ3 abc」); a sentence is talk (``bet he has 20``, 「ベット額見えない」).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.commands.cursor import BETTING, Cursor
from bot.commands.lexer import Role
from bot.commands.model import Hint, HintCode

_JAPANESE = re.compile("[ァ-ヺ々㐀-鿿豈-﫿]")
_KANJI_NUMBER = re.compile("[〇零一二三四五六七八九十百千万億壱弐参]+(?:円|エン|点|ポイント|枚|ドル)?")
_UNITS = re.compile(r"(?<=[0-9kKm万千])\s*(?:円|エン|ドル|ユーロ|枚|点|ポイント|万|千|億|百|コイン)+")
_WORDS = re.compile(r"[^\W\d_]+")
_SPOKEN = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty sixty "
    "seventy eighty ninety hundred thousand million billion dozen".split()
)

_CODES: Mapping[int, HintCode] = {
    Role.BET: HintCode.BET_AMOUNT,
    Role.SEAT: HintCode.SEAT_AMOUNT,
    Role.BEHIND: HintCode.BEHIND_AMOUNT,
    Role.PAIR: HintCode.PAIR_AMOUNT,
    Role.SPOT: HintCode.SPOT_AMOUNT,
    Role.SPIN: HintCode.SPIN_AMOUNT,
    Role.DEAL: HintCode.DEAL_COINS,
    Role.HOLD: HintCode.HOLD_CARDS,
    Role.ANTE: HintCode.ANTE_AMOUNT,
}
_ALONE = Role.BET | Role.DEAL | Role.HOLD | Role.ANTE
_NUMBERS_AND_PROSE = 2


def near_miss(cursor: Cursor) -> Hint | None:
    """The hint for a message that is no command, if it deserves one; ``cursor`` stands anywhere."""
    if cursor.hint is not None:
        return cursor.hint
    first = cursor.tokens[0]
    code = next((code for role, code in _CODES.items() if first.roles & role), None)
    if code is None:
        return None
    rest = cursor.text[first.end :]
    if not rest.strip(" !。、.…"):
        # A lone word that needs an amount: while bets are open it wants to know how.
        asked = cursor.context.phase == BETTING or not first.roles & Role.BET
        return Hint(code) if first.roles & _ALONE and asked else None
    if not rest[0].isspace() and first.key[-1].isascii() and rest[0].isalpha():
        return None
    return Hint(code) if _is_slip(rest.strip(), one_word=bool(first.roles & Role.BET)) else None


def _is_slip(rest: str, *, one_word: bool) -> bool:
    """Whether ``rest`` is a bad amount rather than a sentence.

    Args:
        rest: what follows the word, folded.
        one_word: a single word without a number is a slip too.
    """
    if _KANJI_NUMBER.fullmatch(rest):
        return True
    rest = _UNITS.sub("", rest)
    if _JAPANESE.search(rest):
        return False
    parts = rest.split()
    prose = [word for part in parts for word in _WORDS.findall(part)]
    spoken = [word for word in prose if word in _SPOKEN]
    if spoken and len(spoken) == len(prose):
        return True
    if _is_numeric(parts[0]):
        return len(prose) - len(spoken) <= _NUMBERS_AND_PROSE
    return one_word and len(parts) == 1 and len(prose) == 1 and parts[0] == prose[0]


def _is_numeric(part: str) -> bool:
    """Whether a part is a number of some kind: with a sign, of another script, in a circle, a bare sign."""
    return (
        any(character.isnumeric() for character in part) or part in _AMOUNT_WORDS or not _WORDS.search(part)
    )


_AMOUNT_WORDS = frozenset({"all", "half", "max"})
