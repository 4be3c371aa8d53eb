"""Comments without a user id: their writers watch, and are told how to take part."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from bot.commands import Context, Vocabulary, parse
from bot.pit.messages import MOST_TEXT, Reply
from bot.texts import Language, text

TELL_EVERY = 30.0
"""Seconds between two such answers: without ids nobody knows whether it is one writer or ten."""

PHASES = ("betting", "playing", "insurance", "idle")


class Bystanders:
    """Answers those who try to play without an id.

    Args:
        show: shows a reply on the overlay.
        plays: whether a text would be a command.
        now: seconds that never go back.
    """

    def __init__(
        self,
        show: Callable[[Reply], None],
        plays: Callable[[str], bool],
        language: Language,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._show = show
        self._plays = plays
        self._language: Language = language
        self._now = now
        self._told: float | None = None

    def spoke(self, platform: str, channel: str, name: str, said: str) -> None:
        """Somebody without an id wrote something; chatter is not answered."""
        now = self._now()
        if self._told is not None and now - self._told < TELL_EVERY:
            return
        if len(said) > MOST_TEXT or not self._plays(said):
            return
        self._told = now
        name = name or text("chat.somebody", self._language)
        words = text("chat.no_id", self._language)
        self._show(Reply(platform, channel, "", name, "no_id", words))


def commands_of(vocabulary: Vocabulary, sheets: Iterable[str]) -> Callable[[str], bool]:
    """Whether a text is a command at one of these tables, in whatever phase."""
    grammars = [vocabulary.grammar(sheet) for sheet in sheets]

    def plays(said: str) -> bool:
        contexts = (Context(grammar, phase, hands=2) for grammar in grammars for phase in PHASES)
        return any(parse(said, context).commands for context in contexts)

    return plays
