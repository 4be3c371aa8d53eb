"""``chatjack rules check``: what the house's own files change, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.commands import Vocabulary
from bot.games.house import own_file, read_toml
from bot.games.registry import GAMES, load_sheet, table_ids
from bot.games.sheet import Problem, SheetError
from bot.pit.sheets import house_rules
from bot.points import RankTable, load_rules
from bot.texts import Language

SHARED = {key: f"{key}.toml" for game in GAMES.values() for key in game.shared}
"""The files of sets that a rule sheet names, by the line that does: premium hands, wheels, machines."""

FILES = (*SHARED.values(), "ranks.toml", "seasons.toml", "words.toml")
"""What may lie in the folder beside ``tables/*.toml``."""


@dataclass(frozen=True, slots=True)
class Found:
    """What one file comes to: the table's changed keys, or the changed keys of a file for all tables; or what
    is wrong with it."""

    file: Path
    table: str | None = None
    changed: tuple[dict[str, Any], ...] = ()
    error: SheetError | None = None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        held: dict[str, Any] = {"file": str(self.file), "table": self.table, "changed": list(self.changed)}
        return held | {"error": None if self.error is None else str(self.error)}

    def said(self, language: Language) -> str | None:
        """The mistake, for people."""
        return None if self.error is None else self.error.sentence(language)


def check(folder: Path) -> list[Found]:
    """Every file of the house's own rules, and what it changes."""
    if not folder.is_dir():
        return []
    return [*_strangers(folder), *_tables(folder), *_shared(folder)]


def _strangers(folder: Path) -> Iterator[Found]:
    """A misspelt file name would be passed over in silence."""
    known = {folder / name for name in FILES} | set((folder / "tables").glob("*.toml"))
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path not in known and not path.name.startswith("."):
            params = {"known": ", ".join(("tables/*.toml", *FILES))}
            yield Found(
                path, error=SheetError(str(path), [Problem("(the whole file)", "no_such_file", params)])
            )


def _tables(folder: Path) -> Iterator[Found]:
    for table_id in table_ids(folder):
        path = own_file(f"tables/{table_id}.toml", folder)
        try:
            sheet = load_sheet(table_id, {"ranks": _ranks(folder)}, folder)
        except SheetError as error:
            place = path or _shared_file(error.source, (one.key for one in error.problems), folder)
            if place is not None:
                yield Found(place, table_id, error=SheetError(str(place), error.problems))
            continue
        changed = tuple(one for one in house_rules(sheet) if not one["key"].startswith("ranks."))
        place = path or _shared_file("", (one["key"] for one in changed), folder)
        if place is not None:
            yield Found(place, table_id, changed)


def _shared_file(source: str, keys: Iterable[str], folder: Path) -> Path | None:
    """The house's own file of sets that is ``source``, or that the lines ``keys`` come from."""
    own = {key: path for key, name in SHARED.items() if (path := own_file(name, folder)) is not None}
    named = [path for path in own.values() if str(path) == source]
    lines = [own[line] for key in keys if (line := key.partition(".")[0]) in own]
    return next(iter((*named, *lines)), None)


def _ranks(folder: Path) -> list[dict[str, Any]]:
    """The house's ranks, or the shipped ones while there is a mistake in them: that is said once, not at
    every table."""
    try:
        ranks = RankTable.load(folder=folder)
    except SheetError:
        ranks = RankTable.load()
    return [rank.model_dump() for rank in ranks.ranks]


def _shared(folder: Path) -> Iterator[Found]:
    for name in ("ranks.toml", "seasons.toml", "words.toml"):
        path = own_file(name, folder)
        if path is None:
            continue
        try:
            yield Found(path, changed=tuple(_changes(name, path, folder)))
        except SheetError as error:
            yield Found(path, error=error)


def _changes(name: str, path: Path, folder: Path) -> Iterator[dict[str, Any]]:
    if name == "words.toml":
        Vocabulary.load(path)
        for section, entries in read_toml(path).items():
            for key, words in entries.items():
                yield {"key": f"{section}.{key}", "value": words, "default": None}
        return
    mine = RankTable.load(folder=folder)
    if name == "ranks.toml":
        shipped = {rank.id: rank.model_dump() for rank in RankTable.load().ranks}
        for rank in mine.ranks:
            old = shipped.get(rank.id, {})
            for key, value in rank.model_dump().items():
                if old.get(key) != value:
                    yield {"key": f"{rank.id}.{key}", "value": value, "default": old.get(key)}
        return
    rules = load_rules(mine, table_ids(folder), folder).model_dump(mode="json")
    default = load_rules(mine, table_ids(folder)).model_dump(mode="json")
    for key, value in rules.items():
        if value != default[key]:
            yield {"key": key, "value": value, "default": default[key]}
