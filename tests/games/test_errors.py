"""The table of refusals is complete and true to the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from bot.games.blackjack import errors
from bot.games.blackjack.errors import REFUSALS


def raised() -> Iterator[tuple[set[str], tuple[str, ...]]]:
    """Codes and parameter names of every ``IllegalAction(...)`` in the engine."""
    for path in Path(errors.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction":
                yield codes_of(node.args[0]), tuple(str(word.arg) for word in node.keywords)


def codes_of(node: ast.expr) -> set[str]:
    if isinstance(node, ast.Constant):
        return {str(node.value)}
    if isinstance(node, ast.IfExp):
        return codes_of(node.body) | codes_of(node.orelse)
    assert isinstance(node, ast.JoinedStr), ast.dump(node)
    tail = node.values[-1]
    assert isinstance(tail, ast.Constant)
    return {f"{what}{tail.value}" for what in ("bet", "side")}


def test_every_refusal_is_in_the_table_and_the_table_has_no_other() -> None:
    found: dict[str, set[tuple[str, ...]]] = {}
    for codes, params in raised():
        for code in codes:
            found.setdefault(code, set()).add(params)
    assert found == {code: {params} for code, params in REFUSALS.items()}
