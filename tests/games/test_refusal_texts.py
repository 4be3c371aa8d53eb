"""Whatever a table refuses or answers: there is a sentence for it in both languages, its figures are given.

The codes are read from the source, so a new refusal without a text is a failing test.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator, Mapping
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

BETS_TAKEN = tuple(f"bet_{how}{side}" for how in ("taken", "clipped", "raised") for side in ("", "_side"))
"""Put together by the desk, with both amounts and the side bet's name."""

PARTS = {
    "what": ("bet", "side"),
    "event.why": ("no_bet", "cannot_pay"),
    "event.what": ("behind", "pair"),
    "fit": ("taken", "fitted"),
    "side": ("", "_side"),
    "how": ("bet_taken", "bet_clipped", "bet_raised"),
    "_help_phase(actor)": (
        "idle",
        "betting",
        "betting_hands",
        "insurance",
        "playing",
        "idle_seats",
        "betting_seats",
        "following",
    ),
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
        tree = ast.parse(path.read_text("utf-8"))
        assigned = _assigned(tree)
        for node in ast.walk(tree):
            kind = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and node.args and kind in (*REFUSALS, *ANSWERS):
                yield from _places_of(name, kind, node, assigned)


def _assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """The texts that a file gives to each name, e.g. ``code = "left" if gone else "leaving"``."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _is_text(node.value):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _is_text(value: ast.expr) -> bool:
    if isinstance(value, ast.IfExp):
        return _is_text(value.body) and _is_text(value.orelse)
    return isinstance(value, ast.Constant) and isinstance(value.value, str)


def _places_of(
    name: str, kind: str, node: ast.Call, assigned: Mapping[str, list[ast.expr]]
) -> Iterator[Place]:
    code = node.args[1] if kind == "Note" else node.args[0]
    if isinstance(code, ast.Attribute):
        return  # handed on: it was named where it comes from
    if isinstance(code, ast.Name):
        # Put together before, in the same file; a parameter has no assignment and is handed on.
        for value in assigned.get(code.id, ()):
            for text in _texts(value):
                yield Place(f"{name}:{node.lineno}", text, None)
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
    *(Place("pit/desk.py", code, frozenset({"amount", "side_amount", "side_bet"})) for code in BETS_TAKEN),
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


@pytest.mark.parametrize("place", [place for place in PLACES if place.params is not None], ids=str)
def test_its_figures_are_given(place: Place) -> None:
    """Otherwise a viewer would read ``{seat}``."""
    assert place.params is not None
    for language in texts.LANGUAGES:
        template = texts.catalogue(language).get(f"reply.{place.code}", "")
        assert fields(template) <= place.params


def test_a_list_of_seats_is_said_as_one() -> None:
    assert say("reply.seats_missing", {"seats": (3, 6)}, "ja").startswith("席3・6")


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_every_outcome_of_the_dealer_has_a_word(language: texts.Language) -> None:
    source = (ROOT / "games/blackjack/settling.py").read_text("utf-8")
    outcomes = {"blackjack", "push", "bust", "stand"}
    assert all(f'"{one}"' in source for one in outcomes)
    assert {f"log.dealer_{one}" for one in outcomes} <= texts.catalogue(language).keys()
