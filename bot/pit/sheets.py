"""The rule sheets of a running floor, read anew before each round; and what the house changed in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from bot.games.house import own_file
from bot.games.registry import load_sheet, table_ids
from bot.games.sheet import SheetError, TableSheet
from bot.points import RankTable

_NO_RULE = frozenset({"id", "like", "name"})


class Sheets:
    """Reads sheets. One that has become bad while the floor runs does not stop it: the last good one is kept.

    Args:
        rules: overrides by table id.
        folder: the house's own rules (:mod:`bot.games.house`).
        ranks: those the floor began with, so that every table and the ladder speak of the same ones.
    """

    def __init__(self, rules: Mapping[str, Mapping[str, Any]], folder: Path | None, ranks: RankTable) -> None:
        self._rules = rules
        self._folder = folder
        self._ranks = [rank.model_dump() for rank in ranks.ranks]
        self._good: dict[str, TableSheet] = {}
        self._listed: dict[str, dict[str, Any]] = {}

    def ids(self) -> tuple[str, ...]:
        """The sheets there are."""
        return table_ids(self._folder)

    def check(self) -> None:
        """Reads every sheet of the house's own, on the floor or not: a mistake is best found at the start.

        Raises:
            SheetError: one cannot be played.
        """
        for table_id in self.ids():
            if own_file(f"tables/{table_id}.toml", self._folder) is not None:
                self.read(table_id)

    def read(self, table_id: str) -> TableSheet:
        """The sheet as the files say now.

        Raises:
            SheetError: it cannot be played.
        """
        self._good[table_id] = sheet = self._load(table_id)
        return sheet

    def _load(self, table_id: str) -> TableSheet:
        rules = {"ranks": self._ranks, **self._rules.get(table_id, {})}
        return load_sheet(table_id, rules, self._folder)

    def listed(self) -> list[dict[str, Any]]:
        """The sheets a table may be played by, as far as they can be read: ``{"id": ..., "name": {"ja": ...,
        "en": ...}}`` each. It is looked for new ones before each round."""
        if not self._listed:
            self._look()
        return list(self._listed.values())

    def _look(self) -> None:
        found: dict[str, dict[str, Any]] = {}
        for table_id in self.ids():
            if table_id in self._listed:
                found[table_id] = self._listed[table_id]
                continue
            try:
                sheet = self._good.get(table_id) or self._load(table_id)
            except SheetError:
                continue  # whoever chooses it is told what is wrong with it
            found[table_id] = {"id": table_id, "name": {"ja": sheet.name.ja, "en": sheet.name.en}}
        self._listed = found

    def next(self, table_id: str) -> tuple[TableSheet, SheetError | None]:
        """The sheet that the next round begins with, and what is wrong with the files if it is the last good
        one.

        Raises:
            SheetError: it cannot be played, and never could.
        """
        self._look()
        try:
            return self.read(table_id), None
        except SheetError as error:
            if table_id not in self._good:
                raise
            return self._good[table_id], error


_shown: dict[str, tuple[TableSheet, list[dict[str, Any]]]] = {}


def house_rules(sheet: TableSheet) -> list[dict[str, Any]]:
    """Where a sheet differs from the shipped one: ``{"key": "pays.natural", "value": "6/5", "default":
    "5/2"}`` each. A table that has no shipped one differs in nothing."""
    kept = _shown.get(sheet.id)
    if kept is None or kept[0] is not sheet:
        _shown[sheet.id] = kept = (sheet, list(_differences(sheet)))
    return kept[1]


def _differences(sheet: TableSheet) -> Iterator[dict[str, Any]]:
    default = _shipped(sheet.words)
    if default is None:
        return
    mine = dict(flat(sheet))
    for key in dict.fromkeys((*default, *mine)):
        if mine.get(key) != default.get(key):
            yield {"key": key, "value": mine.get(key), "default": default.get(key)}


@cache
def _shipped(table_id: str) -> Mapping[str, Any] | None:
    return dict(flat(load_sheet(table_id))) if table_id in table_ids() else None


def flat(sheet: TableSheet) -> Iterator[tuple[str, Any]]:
    """A sheet line by line: ``("pays.natural", "5/2")`` and so on, ranks by their id."""
    held = sheet.model_dump(mode="json", exclude=set(_NO_RULE))
    held["ranks"] = {rank.pop("id"): rank for rank in held["ranks"]}
    return _leaves(held)


def _leaves(held: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in held.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value
