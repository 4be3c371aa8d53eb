"""One spelling for every way to type a word (rulings 5.1, 5.11, 5.12).

:func:`fold` turns what a chat client sent into the small alphabet the lexer reads: lower-case ASCII,
katakana, kanji as typed, one space, one dash. It never uses Unicode's own compatibility folding, which would
turn ``①``, ``㍢`` and ``𝟓𝟎𝟎`` into digits and the Kelvin sign into a ``k``.
"""

from __future__ import annotations

import re
import unicodedata

WIDE_W = "ｗ"
"""Full-width w is kept apart: after a digit or a Japanese word it is laughter, no letter (rulings 5.9)."""

_INVISIBLE = (
    (0x00AD, 0x00AD),  # soft hyphen
    (0x034F, 0x034F),  # combining grapheme joiner: third-party clients append it to repeat a message
    (0x061C, 0x061C),
    (0x115F, 0x1160),  # Hangul fillers
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),  # bidirectional embeddings
    (0x2060, 0x206F),
    (0x2800, 0x2800),  # blank Braille pattern
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),  # variation selectors
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF),  # tags; U+E0000 is appended like U+034F
)

_SAME = {
    "-": "‐‑‒–—―⁃−─━﹘﹣－⸺⸻",
    "〜": "～~〰∼∽",
    "。": "｡",
    "、": "､",
    "・": "･·‧∙•⋅",
    "…": "‥⋯",
    "♪": "♫♬♩",
    "!": "‼❗❕﹗︕",
    "?": "⁇⁈⁉❓❔﹖︖⸮¿؟",
    "*": "×✕✖╳✗",
}

_LAST_SPACE = 0x3000
_VOICED = "\u3099"
_SEMI_VOICED = "\u309a"


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = {}
    for code in range(_LAST_SPACE + 1):
        if chr(code).isspace():
            table[code] = " "
    for first, last in _INVISIBLE:
        table.update(dict.fromkeys(range(first, last + 1)))
    for code in range(0xFF01, 0xFF5F):  # full-width ASCII
        table[code] = chr(code - 0xFEE0).lower()
    table[ord("Ｗ")] = table[ord("ｗ")] = WIDE_W
    table.update({code: chr(code).lower() for code in range(ord("A"), ord("Z") + 1)})
    for code in (*range(0x3041, 0x3097), 0x309D, 0x309E):  # hiragana
        table[code] = chr(code + 0x60)
    for code in range(0xFF66, 0xFF9E):  # half-width katakana
        table[code] = unicodedata.normalize("NFKC", chr(code))
    table.update({0xFF9E: _VOICED, 0x309B: _VOICED, 0xFF9F: _SEMI_VOICED, 0x309C: _SEMI_VOICED})
    table[0x333D] = "ポイント"  # ㌽, what some input methods offer for the word
    for same, others in _SAME.items():
        table.update({ord(other): same for other in others})
    return table


TABLE = _table()
"""What becomes of each character: another one, nothing (``None``), or itself when absent."""

_COMMON = (range(0x20, 0x7F), range(0x3000, 0x3100), range(0x4E00, 0xA000))
_FOLD: dict[int, str | int | None] = {code: code for codes in _COMMON for code in codes} | TABLE
"""With the characters of common chat mapped to themselves: a missing key costs ``translate`` an exception."""

_COMPOSED = {
    unicodedata.normalize("NFD", chr(code)): chr(code)
    for code in range(0x30A1, 0x30FB)
    if len(unicodedata.normalize("NFD", chr(code))) == 2
}
_VOICING = re.compile(f".[{_VOICED}{_SEMI_VOICED}]")
_LONG_MARK_AS_DASH = re.compile("(?<=[0-9])ー")
_WIDE_W_AS_LETTER = re.compile(f"(?<=[a-z]){WIDE_W}|{WIDE_W}(?=[a-z])")


def fold(text: str) -> str:
    """``text`` in the lexer's alphabet, without the characters nobody sees; never longer words, never raises.

    Dash look-alikes become ``-`` (U+30FC only after a digit), any Unicode space one plain space each, and any
    question mark ``?``.
    """
    folded = text.translate(_FOLD)
    if _VOICED in folded or _SEMI_VOICED in folded:
        folded = _VOICING.sub(lambda found: _COMPOSED.get(found.group(), found.group()), folded)
    if "ー" in folded:
        folded = _LONG_MARK_AS_DASH.sub("-", folded)
    if WIDE_W in folded:
        folded = _WIDE_W_AS_LETTER.sub("w", folded)
    return folded.strip(" ")
