"""The dealer's words in chat: ``!open``, 受付開始, ``!kick 3`` (design 3). Pure; who may say them is not
asked here."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from bot import resources
from bot.commands.folding import fold
from bot.commands.vocabulary import VocabularyError

MAX_ARGS = 8
_TRAILING = " !。、.…"


@dataclass(frozen=True, slots=True)
class DealerWord:
    """A verb of the dealer and its arguments, as typed."""

    verb: str
    args: tuple[str, ...]


class DealerWords:
    """The words of ``data/vocabulary/dealer.toml``."""

    def __init__(self, words: Mapping[str, str]) -> None:
        self._verbs = words

    @classmethod
    def load(cls, path: Path | None = None) -> DealerWords:
        """Reads the file.

        Raises:
            VocabularyError: it is malformed, or one word means two things.
        """
        path = path or resources.data() / "vocabulary" / "dealer.toml"
        try:
            held = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise VocabularyError(path.name, "(the whole file)", "not_toml", why=error) from error
        words: dict[str, str] = {}
        for verb, spellings in held.items():
            if not isinstance(spellings, list) or not all(isinstance(one, str) and one for one in spellings):
                raise VocabularyError(path.name, verb, "word_list")
            for spelling in spellings:
                if words.setdefault(fold(spelling), verb) != verb:
                    other = words[fold(spelling)]
                    raise VocabularyError(path.name, verb, "word_means", word=repr(spelling), other=other)
        return cls(words)

    @property
    def verbs(self) -> frozenset[str]:
        """The verbs there are words for."""
        return frozenset(self._verbs.values())

    def read(self, text: str) -> DealerWord | None:
        """The verb a chat line orders, or ``None``. Arguments keep their own spelling: names are names."""
        line = text.strip()
        bang = line[:1] in ("!", "！")
        first, *rest = line.lstrip("!！").split() or [""]
        word = fold(first).strip(_TRAILING) if not rest else fold(first)
        verb = self._verbs.get(word)
        if verb is None or len(rest) > MAX_ARGS or (not bang and (word.isascii() or rest)):
            return None
        return DealerWord(verb, tuple(rest))
