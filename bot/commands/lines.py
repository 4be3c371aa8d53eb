"""Chat lines to JSON lines, for ``chatjack parse`` (design 7)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from bot.commands.model import Context, ParsedMessage
from bot.commands.parser import parse
from bot.commands.vocabulary import Vocabulary

BOT = "chatjack"
DEALER = "dealer"


def cli_context(table: str, phase: str, vocabulary: Vocabulary) -> Context:
    """A seated player at ``table`` with as many hands as it deals one player; ``@chatjack`` is the bot.

    Raises:
        KeyError: there is no such table.
    """
    grammar = vocabulary.grammar(table)
    return Context(grammar, phase, hands=grammar.rules.hands, bots=(BOT,), dealers=(DEALER,))


def message_json(message: ParsedMessage) -> dict[str, Any]:
    """The JSON of one message."""
    hint = message.hint.code.value if message.hint else None
    return {"text": message.text, "commands": [c.to_json() for c in message.commands], "hint": hint}


def split_lines(data: bytes) -> list[str]:
    r"""The messages of a file: one a line, ended by ``\n`` or ``\r\n`` and nothing else.

    Chat lines hold form feeds, U+2028 and other characters that ``str.splitlines`` would cut at.
    Bytes that are no UTF-8 become U+FFFD, which is in no command.
    """
    lines = data.decode("utf-8", "replace").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [line.removesuffix("\r") for line in lines]


def parse_lines(
    table: str, phase: str, lines: Iterable[str], vocabulary: Vocabulary | None = None
) -> Iterator[str]:
    """One JSON line per chat line.

    Raises:
        KeyError: there is no such table.
    """
    context = cli_context(table, phase, vocabulary or Vocabulary.load())
    for line in lines:
        yield json.dumps(message_json(parse(line, context)), ensure_ascii=False)
