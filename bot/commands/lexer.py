"""Folded text to tokens: whole words, numbers with their suffix, marks. What is none of these ends the scan.

Words that are plain ASCII letters are looked up as whole runs, so ``hitbox`` and ``htst`` are never ``hit``
or ``ht`` (rulings 5.6, 5.16). All others - kana, kanji, phrases, words with digits - are matched longest
first, with long-vowel marks, spaces and middle dots inside them ignored (rulings 5.1, 5.12).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.commands.folding import TABLE, WIDE_W, fold

MAX_TOKENS: Final = 256
"""A chat line of 500 characters has fewer; longer ones are chatter."""


class Role:
    """What a token may be; one may be several (``ポイント``: an account word and a unit).

    Plain bits: the readers ask for alternatives, and an ``IntFlag``'s operators cost more than all the rest.
    """

    ORDER: Final = 1 << 0  # hit, stand ... what a hand can be told
    OFFER: Final = 1 << 1  # insurance, even money, switch, follow: what "no" answers
    NO: Final = 1 << 2
    YES: Final = 1 << 3
    DETERMINER: Final = 1 << 4
    SINGLE: Final = 1 << 5  # stands alone: join, points, cancel, raise ...
    JOIN: Final = 1 << 6
    BET: Final = 1 << 7
    BEHIND: Final = 1 << 8
    PAIR: Final = 1 << 9
    SEAT: Final = 1 << 10
    SEAT_SUFFIX: Final = 1 << 11
    NUMBER: Final = 1 << 12
    SHARE: Final = 1 << 13  # all, half
    UNIT: Final = 1 << 14
    TIMES: Final = 1 << 15
    SUPER_MATCH: Final = 1 << 16
    SUPER7: Final = 1 << 17
    HAND: Final = 1 << 18  # 左, 右
    BOTH: Final = 1 << 19
    SPOT: Final = 1 << 20
    SPIN: Final = 1 << 21
    MAX_BET: Final = 1 << 22
    DEAL: Final = 1 << 23
    HOLD: Final = 1 << 24
    ANTE: Final = 1 << 25
    LINES: Final = 1 << 26
    COINS: Final = 1 << 27
    NONE: Final = 1 << 28
    POLITE: Final = 1 << 29
    WISH: Final = 1 << 30  # 希望 after join
    TAKEN: Final = 1 << 31  # あり after an offer
    LAUGH: Final = 1 << 32
    EMOJI: Final = 1 << 33
    MARK: Final = 1 << 34  # trailing punctuation
    JOINER: Final = 1 << 35  # between two orders
    DASH: Final = 1 << 36
    GLUE: Final = 1 << 37  # between a bet and its Super Match
    DE: Final = 1 << 38
    NI: Final = 1 << 39
    HA: Final = 1 << 40
    WO: Final = 1 << 41
    COLON: Final = 1 << 42
    CLOSE: Final = 1 << 43
    LINK: Final = 1 << 44


class Token(NamedTuple):
    """A piece of the folded text: its roles, its normalised spelling, and where it stood."""

    roles: int
    key: str
    start: int
    end: int


_CHARACTERS: Mapping[str, int] = {
    "!": Role.MARK,
    "。": Role.MARK,
    ".": Role.MARK,
    "…": Role.MARK,
    "♪": Role.MARK,
    "☆": Role.MARK,
    "〜": Role.MARK | Role.GLUE,
    "ー": Role.MARK,
    "、": Role.MARK | Role.JOINER | Role.GLUE,
    ",": Role.MARK | Role.JOINER | Role.GLUE,
    "・": Role.MARK | Role.JOINER | Role.GLUE,
    "/": Role.JOINER | Role.GLUE,
    "ト": Role.JOINER,
    "-": Role.DASH | Role.GLUE,
    ":": Role.MARK | Role.COLON | Role.GLUE,
    ";": Role.MARK,
    "+": Role.GLUE,
    "&": Role.GLUE,
    "_": Role.GLUE,
    "(": Role.GLUE,
    ")": Role.GLUE | Role.CLOSE,
    "*": Role.TIMES,
    "デ": Role.DE | Role.POLITE,
    "ニ": Role.NI,
    "ヘ": Role.NI,
    "ハ": Role.HA,
    "ヲ": Role.WO,
}
"""Marks and the particles で に へ は を と, folded. Vocabulary words win over them."""

_EMOJI = (
    "[\U0001f000-\U0001f0ff\U0001f170-\U0001f51e\U0001f520-\U0001faff"
    "\u2300-\u23ff\u2600-\u2775\u2798-\u27bf\u2b00-\u2bff\u00a9\u00ae\u3297\u3299]"
)
_NUMBER = r"[0-9]+(?:[.,][0-9]+)*(?: *万(?:[0-9]+千)?[0-9]*| *千[0-9]*|k(?![a-z])| *%+)?"
_SKIP = r"[ー〜\-・ ]*"  # what may stand inside a Japanese word
_LONG = r"(?:[ー〜]|-(?! *[0-9]))*"  # and after it; a dash before a number is a sign
_LONG_MARK = "ー"
_MARKS = re.compile(r"[ー〜\-・ ]+")
_KANA = re.compile("[ァ-ヿ]")
_LITERAL, _RUN, _NUMBERS, _LAUGH, _PICTURE, _SIGN = range(1, 7)
_ASCII_WORD = re.compile("[a-z]+")


def normalise(word: str) -> str:
    """The key of a word: folded, without the marks and spaces that do not matter.

    A word of one kana keeps its long mark, or every ``の`` would be a ``ノー``.
    """
    folded = fold(word).replace(WIDE_W, "w")
    bare = _MARKS.sub("", folded)
    return bare + _LONG_MARK if _needs_mark(bare, folded) else bare


def _needs_mark(bare: str, folded: str) -> bool:
    return len(bare) == 1 and len(folded) > 1 and _KANA.fullmatch(bare) is not None


class Lexer:
    """Compiled for one table's words. Building takes milliseconds; scanning is linear in the text."""

    def __init__(self, words: Mapping[str, int]) -> None:
        """``words``: folded spelling, as :func:`fold` leaves it, to roles."""
        self._roles = {normalise(word): roles for word, roles in words.items()}
        self._glued = _glued_words(self._roles)
        literals = [word for word in words if not _ASCII_WORD.fullmatch(word)]
        literals.sort(key=lambda word: -len(normalise(word)))
        groups = (  # numbered by _LITERAL and its fellows
            f"({'|'.join(map(_pattern, literals)) or '(?!)'})",
            "([a-z]+)",
            f"({_NUMBER})",
            f"({WIDE_W}+|草+|笑+)",
            f"({_EMOJI}+|:[a-z0-9_\\-]+:)",
            "(.)",
        )
        # An emote such as `:_kusa:` begins like a sign, so it is tried before those; words are tried before
        # everything, so that a channel may give any of the others a meaning.
        self._next = re.compile(" *(?:" + "|".join(groups) + ")").match

    def scan(self, text: str) -> tuple[list[Token], bool]:
        """The tokens of a folded text, and whether they are all of it."""
        tokens: list[Token] = []
        roles_of, following, at, end = self._roles, self._next, 0, len(text)
        while at < end:
            found = following(text, at)
            if found is None or len(tokens) == MAX_TOKENS:
                return tokens, False
            group = found.lastindex or 0
            key = found[group]
            if group == _RUN:
                pair = self._glued.get(key)
                if pair is not None and not (key in _ENGLISH and text[found.start(group) - 1] == " "):
                    at = found.end()
                    tokens += _parted(pair, found.start(group))
                    continue
                roles = roles_of.get(key) or (Role.LAUGH if not key.strip("w") else _RUNS.get(key, 0))
            elif group == _LITERAL:
                key = _MARKS.sub("", key)
                key = key if key in roles_of else key + _LONG_MARK
                roles = roles_of[key]
            elif group == _SIGN:
                roles = _CHARACTERS.get(key, 0)
            else:
                roles = _GROUPS[group]
            if not roles:
                return tokens, False
            at = found.end()
            tokens.append(Token(roles, key, found.start(group), at))
        return tokens, True


_GROUPS: Mapping[int, int] = {_NUMBERS: Role.NUMBER, _LAUGH: Role.LAUGH, _PICTURE: Role.EMOJI}
_TAKES_SHARE = Role.BET | Role.SUPER_MATCH
_ENGLISH = frozenset({"small"})  # after a space it is no Super Match of everything
_RUNS: Mapping[str, int] = {"x": Role.TIMES}


def _glued_words(roles: Mapping[str, int]) -> dict[str, tuple[tuple[str, int], tuple[str, int]]]:
    """``smhalf``, ``betall``: an amount word glued to what takes it, as numbers may be."""
    shares = {key: role for key, role in roles.items() if role & Role.SHARE and _ASCII_WORD.fullmatch(key)}
    heads = {key: role for key, role in roles.items() if role & _TAKES_SHARE and _ASCII_WORD.fullmatch(key)}
    return {
        head + share: ((head, heads[head]), (share, shares[share]))
        for head in heads
        for share in shares
        if head + share not in roles
    }


def _parted(pair: tuple[tuple[str, int], tuple[str, int]], start: int) -> list[Token]:
    (head, head_roles), (share, share_roles) = pair
    middle = start + len(head)
    return [Token(head_roles, head, start, middle), Token(share_roles, share, middle, middle + len(share))]


def _pattern(word: str) -> str:
    """The regular expression of one vocabulary word."""
    bare = _MARKS.sub("", word)
    if len(bare) == 1:
        return re.escape(bare) + (" *[ー〜]+" if _needs_mark(bare, word) else "")
    pieces = []
    compact = re.sub(r"[ー〜\-・]", "", word)
    previous = ""
    for character in compact:
        if character == " ":
            previous += " "
            continue
        if previous:
            pieces.append(_gap(previous, character))
        pieces.append(re.escape(character))
        previous = character
    last = bare[-1]
    if last.isdigit():
        pieces.append("(?![0-9])")
    elif last.isascii():
        pieces.append("(?![a-z])" if last.isalpha() else "")
    else:
        pieces.append(_LONG)
    return "".join(pieces)


def _gap(before: str, after: str) -> str:
    """What may stand between two characters of a word without mattering."""
    if before.endswith(" "):
        return r"[ ・\-]*"
    if before.isascii() and after.isascii():
        alike = (before.isdigit() and after.isdigit()) or (before.isalpha() and after.isalpha())
        return "" if alike else " *"
    return "[ー〜 ]*" if before.isdigit() or after.isdigit() else _SKIP


def first_characters(words: Mapping[str, int], extra: str) -> frozenset[str]:
    """Every character, as typed, that a message with an order in it can begin with."""
    heads = {word[0] for word in words} | set(extra)
    heads |= {unicodedata.normalize("NFD", head)[0] for head in heads}  # the voicing mark may follow apart
    typed = set(heads)
    for code, folded in TABLE.items():
        if folded is None or folded == " " or folded[0] in heads or folded == WIDE_W:
            typed.add(chr(code))
    return frozenset(typed)
