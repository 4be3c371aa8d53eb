from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.commands import HintCode, ParsedMessage, Vocabulary, cli_context, parse

Order = tuple[str, dict[str, Any]]


@pytest.fixture(scope="session")
def vocabulary() -> Vocabulary:
    return Vocabulary.load()


@pytest.fixture(scope="session")
def read(vocabulary: Vocabulary) -> Callable[..., ParsedMessage]:
    """``read(text, table, phase)``: as a seated player reads it in, like ``chatjack parse``."""

    def call(text: str, table: str = "tournament", phase: str = "playing") -> ParsedMessage:
        return parse(text, cli_context(table, phase, vocabulary))

    return call


@pytest.fixture(scope="session")
def orders(read: Callable[..., ParsedMessage]) -> Callable[..., list[Order]]:
    """The commands of a text as (kind, the rest of its JSON)."""

    def call(text: str, table: str = "tournament", phase: str = "playing") -> list[Order]:
        found = []
        for command in read(text, table, phase).commands:
            said = command.to_json()
            found.append((said.pop("kind"), said))
        return found

    return call


@pytest.fixture(scope="session")
def hint(read: Callable[..., ParsedMessage]) -> Callable[..., HintCode | None]:
    """The hint's code of a text that must stake nothing."""

    def call(text: str, table: str = "tournament", phase: str = "betting") -> HintCode | None:
        message = read(text, table, phase)
        assert message.commands == (), text
        return message.hint.code if message.hint else None

    return call
