"""Which names look alike: a viewer must not pass for another by a letter that only looks the same."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_ALIKE = {
    "a": "аα",
    "b": "вβƄ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еε",
    "g": "ɡ",
    "h": "нһη",
    "i": "іιı1l|!јĺ",
    "k": "кκ",
    "m": "мμ",
    "n": "пո",
    "o": "оοσ0〇○◯",
    "p": "рρ",
    "q": "ԛ",
    "s": "ѕ5",
    "t": "тτ",
    "u": "υս",
    "v": "νѵ",
    "w": "ԝω",
    "x": "хχ×",
    "y": "уγ",
    "z": "ζ",
    "ロ": "口",
    "ニ": "二",
    "ミ": "三",
    "カ": "力",
    "エ": "工",
    "ト": "卜",
    "ハ": "八",
    "タ": "夕",
    "チ": "千",
    "ム": "厶",
    "ヌ": "又",
    "ヘ": "へ",
    "ベ": "べ",
    "ペ": "ぺ",
    "リ": "り",
    "ー": "一―—–-‐−─ｰ_",
    "・": "･·•",
}
"""Letters of other scripts (and digits) by what they look like."""

_TABLE = {ord(other): same for same, others in _ALIKE.items() for other in others}


@lru_cache(maxsize=20_000)
def skeleton(name: str) -> str:
    """What is left of a name when width, case, look-alike letters, accents, spaces and what nobody sees are
    taken away: two names with the same one can be mistaken for each other."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    apart = unicodedata.normalize("NFD", folded.translate(_TABLE)).translate(_TABLE)
    # Voicing marks stay: が and か are not alike; Latin accents go.
    kept = (letter for letter in apart if not _unseen(letter))
    return "".join(kept) or name


def _unseen(letter: str) -> bool:
    if letter in "\u3099\u309a":
        return False
    return unicodedata.category(letter) in ("Mn", "Me", "Cf", "Cc", "Zs", "Zl", "Zp")
