"""What is wrong with a data file, for people: the file, the key and what is allowed, in either language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.texts import Language, text


class Problem(NamedTuple):
    """One thing that is wrong with a sheet. ``code`` is the text's, ``rules.<code>``: what is allowed.

    A parameter that is a tuple is a choice: "joker, time or none".
    """

    key: str
    code: str
    params: Mapping[str, object]

    def said(self, language: Language) -> str:
        """The key and what is allowed there."""
        params = {
            name: _choice(value, language) if isinstance(value, tuple) else value
            for name, value in self.params.items()
        }
        return f"{self.key}: {text(f'rules.{self.code}', language, **params)}"


def _choice(words: tuple[str, ...], language: Language) -> str:
    *first, last = (text("rules.choice", language, word=word) for word in words)
    listed = [text("rules.comma", language).join(first)] if first else []
    return text("rules.or", language).join([*listed, last])


class SheetError(ValueError):
    """A rule sheet that cannot be played, said in one message: file, key, and what is allowed.

    Attributes:
        source: the file, or ``journal`` / ``rules`` for a sheet that is not one.
        problems: what is wrong, one or more.
    """

    def __init__(self, source: str, problems: Iterable[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__(self.sentence("en"))

    def sentence(self, language: Language) -> str:
        """File, key and what is allowed."""
        return f"{self.source}: " + "; ".join(one.said(language) for one in self.problems)
