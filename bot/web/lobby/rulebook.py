"""A table's rules as a page people can read, made from its rule sheet line by line.

A line's label is the text ``rules.key.<line>``, what it says ``rules.value.<line>.<value>`` or, for figures,
``rules.unit.<line>``; ``data/rulebook.toml`` arranges the lines. So a new line of a sheet needs texts and
nothing else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

from bot import resources
from bot.commands import Vocabulary
from bot.commands.model import Kind
from bot.games.sheet import TableSheet
from bot.pit.sheets import flat, house_rules
from bot.points import RankTable
from bot.texts import LANGUAGES, Language, catalogue, text

Said = Mapping[Language, str]
"""A text in every language."""

MORE = "more"
_ENTRIES = (
    "side_bets",
    "premiums.pays",
    "premiums.switched",
    "machine.pays",
    "machine.scatter.pays",
    "machine.scatter.free_spins",
)
"""Where a sheet's keys are names of something rather than lines of their own."""


def in_all(code: str, **params: object) -> Said:
    """A text in every language."""
    return {language: text(code, language, **params) for language in LANGUAGES}


def rulebook(sheet: TableSheet, vocabulary: Vocabulary) -> dict[str, Any]:
    """A table's rules, JSON-ready: ``sections`` of ``rows``, and the ``words`` its chat knows."""
    changed = {
        one["key"]: one["default"] for one in house_rules(sheet) if not one["key"].startswith("ranks.")
    }
    lines = dict(_lines(sheet))
    for key in changed:  # a line that the shipped sheet has and this one has not
        if key not in lines and not any(_under(one, key) or _under(key, one) for one in lines):
            lines[key] = None
    sections: dict[str, list[dict[str, Any]]] = {name: [] for name in (*_arranged()["sections"], MORE)}
    for key, value in lines.items():
        says = value not in (None, {}) or any(one == key or _under(one, key) for one in changed)
        if says and _is_shown(key, lines):
            sections[_section(key)].append(_row(sheet, key, value, changed))
    return {
        "id": sheet.id,
        "name": sheet.name.model_dump(),
        "house": bool(changed),
        "sections": [
            {"name": in_all(f"rules.section.{name}"), "rows": rows} for name, rows in sections.items() if rows
        ],
        "words": _words(sheet, vocabulary),
    }


def ladder(ranks: RankTable) -> list[dict[str, Any]]:
    """The ranks, low to high, and where the house has changed one."""
    shipped = {rank.id: rank for rank in _shipped_ranks().ranks}
    return [
        rank.model_dump(include={"id", "mark", "initial_points", "promoted_at", "min_bet", "max_bet", "step"})
        | {"name": {"ja": rank.ja, "en": rank.en}, "house": rank != shipped.get(rank.id)}
        for rank in ranks.ranks
    ]


# --- which lines there are ------------------------------------------------------------------------------


@cache
def _arranged() -> Mapping[str, Any]:
    with (resources.data() / "rulebook.toml").open("rb") as file:
        return tomllib.load(file)


@cache
def _shipped_ranks() -> RankTable:
    return RankTable.load()


@cache
def _shipped_words() -> Vocabulary:
    return Vocabulary.load()


def _lines(sheet: TableSheet) -> Iterator[tuple[str, Any]]:
    for key, value in flat(sheet):
        if not _named(key, _arranged()["hidden"]):
            yield key, value


def _named(key: str, names: Sequence[str]) -> bool:
    """Whether the line or one of those it stands under is among ``names``."""
    parts = key.split(".")
    return any(".".join(parts[:length]) in names for length in range(1, len(parts) + 1))


def _under(key: str, other: str) -> bool:
    return key.startswith(f"{other}.")


def _section(key: str) -> str:
    sections: Mapping[str, Sequence[str]] = _arranged()["sections"]
    return next((name for name, keys in sections.items() if _named(key, keys)), MORE)


def _is_shown(key: str, lines: Mapping[str, Any]) -> bool:
    where: Mapping[str, Sequence[Any]] = _arranged()["only_where"]
    unless: Mapping[str, Sequence[Any]] = _arranged()["unless"]
    return all(lines.get(where[one][0]) == where[one][1] for one in where if _named(key, (one,))) and not any(
        lines.get(unless[one][0]) == unless[one][1] for one in unless if _named(key, (one,))
    )


# --- what they say --------------------------------------------------------------------------------------


def _row(sheet: TableSheet, key: str, value: Any, changed: Mapping[str, Any]) -> dict[str, Any]:
    row: dict[str, Any] = {
        "key": key,
        "label": {language: label(key, language) for language in LANGUAGES},
        "value": {language: said(sheet, key, value, language) for language in LANGUAGES},
    }
    if (note := f"rules.note.{key}") in catalogue("en") or (note := _entry_note(key)) in catalogue("en"):
        row["note"] = in_all(note)
    if key in changed:
        row["shipped"] = {language: said(sheet, key, changed[key], language) for language in LANGUAGES}
    elif any(_under(one, key) for one in changed):
        row["shipped"] = in_all("rules.value.some")
    return row


def line_of(key: str) -> tuple[str, str]:
    """The line that a key of a sheet belongs to, and the name of what it is about: ``side_bets.sm.min`` is
    the line ``side_bets.min`` of ``sm``."""
    for place in _ENTRIES:
        rest = key.removeprefix(f"{place}.")
        if rest != key:
            name, _, line = rest.partition(".")
            return f"{place}.{line}" if line else place, name
    return key, ""


def label(key: str, language: Language) -> str:
    """A line's label."""
    line, name = line_of(key)
    if line.startswith("side_bets.pays."):
        result = text(f"page.side.{name}.{line.removeprefix('side_bets.pays.')}", language)
        return text("rules.key.side_bets.pays", language, name=_side(name, language), result=result)
    if line.startswith("machine.pays."):
        count = line.removeprefix("machine.pays.")
        return text("rules.key.machine.pays", language, name=_symbol(name, language), count=count)
    called = premium(name, language) if line.startswith("premiums.") else _side(name, language)
    return text(f"rules.key.{line}", language, name=called)


def said(sheet: TableSheet, key: str, value: Any, language: Language) -> str:
    """What a line says, in words."""
    line, _ = line_of(key)
    if isinstance(value, list):
        each = f"rules.item.{line}"
        items = [
            text(each, language, index=index, value=_word(sheet, line, one, language))
            if each in catalogue(language)
            else _word(sheet, line, one, language)
            for index, one in enumerate(value)
        ]
        return text("rules.comma", language).join(items) or _word(sheet, line, "empty", language)
    return _word(sheet, line, value, language)


def _word(sheet: TableSheet, line: str, value: Any, language: Language) -> str:
    word = (
        "none"
        if value is None or value == {}
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
    )
    texts = catalogue(language)
    for code in (f"rules.value.{line}.{word}", f"rules.value.{word}"):
        if code in texts:
            return texts[code]
    if line.endswith("premiums"):
        return premium(word, language)
    if line in ("machine.wild", "machine.scatter.symbol"):
        return _symbol(word, language)
    if word in sheet.rank_by_id:
        return sheet.rank_by_id[word].called(language)
    parts = line.split(".")
    units = (f"rules.unit.{'.'.join(parts[:length])}" for length in range(len(parts), 0, -1))
    unit = next((code for code in units if code in texts), "rules.unit.plain")
    return text(unit, language, value=_figure(word))


def _figure(word: str) -> str:
    """A figure as people write it: ``5/2`` is 2.5, ``10000`` is 10,000; anything else as it is."""
    try:
        exact = Fraction(word)
    except (ValueError, ZeroDivisionError):
        return word
    if (hundredths := exact * 100).denominator != 1:
        return word
    whole, rest = divmod(int(hundredths), 100)
    return f"{whole:,}" if rest == 0 else f"{whole:,}.{rest:02d}".rstrip("0")


def premium(name: str, language: Language) -> str:
    """A premium hand's name; anything else stays as it is."""
    code = f"page.premium.{''.join(filter(str.isalnum, name))}.name"
    return catalogue(language).get(code, name)


def _side(name: str, language: Language) -> str:
    return catalogue(language).get(f"page.side.{name}.name", name)


def _symbol(name: str, language: Language) -> str:
    return catalogue(language).get(f"page.symbol.{name}", name)


def _entry_note(key: str) -> str:
    line, name = line_of(key)
    return f"rules.premium.{name}" if line == "premiums.pays" else ""


# --- the words of its chat ------------------------------------------------------------------------------


def _words(sheet: TableSheet, vocabulary: Vocabulary) -> list[dict[str, Any]]:
    """What can be typed here, by meaning; ``own`` are the words the house has added."""
    if sheet.words not in vocabulary.tables:
        return []
    kinds = vocabulary.grammar(sheet.words).rules.kinds
    found = []
    for kind in Kind:
        if kind not in kinds or not vocabulary.has("commands", kind.value):
            continue  # a spot is named by itself
        shipped = _shipped_words().words("commands", kind.value)
        words = vocabulary.words("commands", kind.value)
        found.append(
            {
                "label": in_all(f"rules.word.{kind.value}"),
                "words": list(shipped),
                "own": [word for word in words if word not in shipped],
            }
        )
    return found
