"""Whatever a table refuses or answers: there is a sentence for it in both languages, its figures are given.

The codes are read from the source, so a new refusal without a text is a failing test.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import bot
from bot import texts
from bot.pit.replies import say

ROOT = Path(str(bot.__file__)).parent
LAYERS = ("games", "points", "pit")
REFUSALS = ("IllegalAction", "SeasonRefused")
"""Everything that raises an ``IllegalAction``: its code is the text key ``reply.<code>``."""

ANSWERS = ("Answer", "Note", "AmountError")
"""Other things that are told a player by a code."""

PASSED_ON = {("pit/controls.py", "code"), ("pit/desk.py", "refusal.code"), ("pit/desk.py", "code")}
PASSED_ON |= {("pit/step.py", "refusal.code"), ("pit/seasons.py", "refusal.code")}
"""Places that hand a code on which was raised, or is named, elsewhere."""

BETS_TAKEN = ("bet_taken", "bet_taken_side", "bet_clipped", "bet_clipped_side")
"""Put together by the desk, with both amounts."""

PARTS = {
    "what": ("bet", "side"),
    "_help_phase(actor)": ("idle", "betting", "insurance", "playing"),
    "ranking": ("net", "best"),
    "parsed.hint.code": ("",),
}
"""What a code's computed part may be; a grammar's hints are tested with it."""


@dataclass(frozen=True)
class Place:
    """Where a code is named, and which figures go with it; ``None``: not to be read from the source."""

    where: str
    code: str
    params: frozenset[str] | None

    def __str__(self) -> str:
        return f"{self.code} ({self.where})"


def places() -> Iterator[Place]:
    files = [path for layer in (*LAYERS, "commands") for path in sorted((ROOT / layer).rglob("*.py"))]
    for path in files:
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            kind = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and node.args and kind in (*REFUSALS, *ANSWERS):
                yield from _places_of(name, kind, node)


def _places_of(name: str, kind: str, node: ast.Call) -> Iterator[Place]:
    code = node.args[1] if kind == "Note" else node.args[0]
    if (name, ast.unparse(code)) in PASSED_ON and not isinstance(code, ast.Constant | ast.IfExp):
        return
    for text in _texts(code):
        if text != "hint_":
            yield Place(f"{name}:{node.lineno}", text, _params(kind, node))


def _texts(code: ast.expr) -> Iterator[str]:
    match code:
        case ast.Constant(value=value):
            yield str(value)
        case ast.IfExp(body=body, orelse=other):
            yield from _texts(body)
            yield from _texts(other)
        case ast.JoinedStr(values=values):
            found = [""]
            for value in values:
                if isinstance(value, ast.FormattedValue):
                    known = ast.unparse(value.value)
                    parts = PARTS[known]
                else:
                    assert isinstance(value, ast.Constant)
                    parts = (str(value.value),)
                found = [begun + part for begun in found for part in parts]
            yield from found
        case _:
            raise AssertionError(f"a code that cannot be read: {ast.unparse(code)}")


def _params(kind: str, node: ast.Call) -> frozenset[str] | None:
    if kind in (*REFUSALS, "AmountError"):
        names = [word.arg for word in node.keywords]
        return None if None in names else frozenset(map(str, names))
    at = 2 if kind == "Note" else 1
    if len(node.args) <= at:
        return frozenset()
    given = node.args[at]
    if not isinstance(given, ast.Dict):
        return None
    return frozenset(str(key.value) for key in given.keys if isinstance(key, ast.Constant))


PLACES = [
    *places(),
    *(Place("pit/desk.py", code, frozenset({"amount", "side_amount"})) for code in BETS_TAKEN),
]


def fields(template: str) -> set[str]:
    return {re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(template) if name}


def test_the_reader_finds_them() -> None:
    found = {place.code for place in PLACES}
    assert {
        "short",
        "seats_missing",
        "side_too_big",
        "no_such_die",
        "nothing_to_undo",
        "surplus_words",
    } <= found
    assert len(found) > 80


@pytest.mark.parametrize("language", texts.LANGUAGES)
@pytest.mark.parametrize("code", sorted({place.code for place in PLACES}))
def test_there_is_a_sentence(code: str, language: texts.Language) -> None:
    assert texts.catalogue(language).get(f"reply.{code}", "").strip(), [
        str(p) for p in PLACES if p.code == code
    ]


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_its_figures_are_given(place: Place) -> None:
    """Otherwise a viewer would read ``{seat}``."""
    if place.params is None:
        pytest.skip("handed on")
    for language in texts.LANGUAGES:
        template = texts.catalogue(language).get(f"reply.{place.code}", "")
        assert fields(template) <= place.params


def test_a_list_of_seats_is_said_as_one() -> None:
    assert say("reply.seats_missing", {"seats": (3, 6)}, "ja").startswith("席3/6")


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_outcome_of_the_dealer_has_a_word(language: texts.Language) -> None:
    source = (ROOT / "games/blackjack/settling.py").read_text("utf-8")
    outcomes = {"blackjack", "push", "bust", "stand"}
    assert all(f'"{one}"' in source for one in outcomes)
    assert {f"log.dealer_{one}" for one in outcomes} <= texts.catalogue(language).keys()
