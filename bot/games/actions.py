"""The text forms of the actions every game shares (:mod:`bot.games.contract`), read back."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.cards import parse_card
from bot.games.contract import Action, Close, DealCard, Look, Reels, Reveal, Roll, Spin

_YES_NO = {"yes": True, "no": False}


def _look(word: str) -> Look:
    if word not in _YES_NO:
        raise ValueError(f"look yes or look no, not {word!r}")
    return Look(_YES_NO[word])


_SHARED: Mapping[str, Callable[[str], Action]] = {
    "card": lambda word: DealCard(None if word == "?" else parse_card(word)),
    "reveal": lambda word: Reveal(parse_card(word)),
    "roll": lambda word: Roll(int(word)),
    "look": _look,
    "spin": Spin,
    "reels": lambda words: Reels(tuple(map(int, words.split()))),
}


def parse_shared(text: str) -> Action | None:
    """The shared action of a text form, or ``None`` when the text is not one.

    Raises:
        ValueError: it starts like one and is none (``roll x``).
    """
    word, _, rest = text.partition(" ")
    if text == "close":
        return Close()
    read = _SHARED.get(word)
    return None if read is None else read(rest)
