"""The list of games, and the rule sheets by table id. A new game is a folder and a line in :data:`GAMES`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot import resources
from bot.games import blackjack
from bot.games.actions import parse_shared
from bot.games.contract import Action, Round
from bot.games.game import Game
from bot.games.sheet import SheetError, TableSheet, explain

ENGINE_VERSION = 1
"""Raised whenever an old journal would refold differently; each round's first entry holds it."""

GAMES: Mapping[str, Game] = {
    "blackjack": blackjack.GAME,
}


def table_ids(folder: Path | None = None) -> tuple[str, ...]:
    """The tables there is a sheet for: the shipped ones and those of a data folder of one's own."""
    folders = {resources.data(), folder or resources.data()}
    return tuple(sorted({path.stem for one in folders for path in (one / "tables").glob("*.toml")}))


def load_sheet(
    table_id: str, rules: Mapping[str, Any] | None = None, folder: Path | None = None
) -> TableSheet:
    """The sheet of a table, validated.

    Args:
        table_id: the file's name without ``.toml``.
        rules: laid over the file: nested (``{"pays": {"win": 2}}``) or dotted (``{"pays.win": 2}``).
        folder: a data folder of one's own; each file missing in it is taken from the shipped one.

    Raises:
        SheetError: there is no such table, or the sheet cannot be played.
    """
    path = _file(f"tables/{table_id}.toml", folder)
    if not path.is_file():
        raise SheetError(
            f"{table_id}.toml", [("id", f"no such table; there are: {', '.join(table_ids(folder))}")]
        )
    mapping = _read(path)
    _resolve_names(mapping, path.name, folder)
    for key, value in _nested(rules or {}):
        _override(mapping, key, value)
    if mapping.get("id") != table_id:
        raise SheetError(path.name, [("id", f"must be {table_id!r} like the file's name")])
    if "ranks" not in mapping:
        mapping["ranks"] = _read(_file("ranks.toml", folder)).get("ranks")
    _resolve_names(mapping, path.name, folder)
    return _validated(mapping, path.name)


def parse_sheet(mapping: Mapping[str, Any]) -> TableSheet:
    """The sheet of its own JSON form, as a round's first journal entry holds it.

    Raises:
        SheetError: it is none.
    """
    return _validated(mapping, "journal")


def start_round(sheet: TableSheet) -> Round:
    """A new round, waiting for bets."""
    return GAMES[sheet.game].start(sheet)


def parse_action(game: str, text: str) -> Action:
    """The action of its text form: ``str(action)`` read back.

    Raises:
        ValueError: the text is no action of that game.
    """
    shared = parse_shared(text)
    return GAMES[game].parse(text) if shared is None else shared


def _file(name: str, folder: Path | None) -> Path:
    own = None if folder is None else folder / name
    return own if own is not None and own.is_file() else resources.data() / name


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise SheetError(path.name, [("(the whole file)", str(error))]) from error


def _nested(rules: Mapping[str, Any], prefix: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in rules.items():
        place = (*prefix, *str(key).split("."))
        if isinstance(value, Mapping) and value:
            yield from _nested(value, place)
        else:
            yield place, value


def _override(mapping: dict[str, Any], place: tuple[str, ...], value: Any) -> None:
    for part in place[:-1]:
        inner = mapping.get(part)
        # Copied, never edited: the file's own table may be shared with another sheet.
        mapping[part] = dict(inner) if isinstance(inner, Mapping) else {}
        mapping = mapping[part]
    mapping[place[-1]] = value


def _resolve_names(mapping: dict[str, Any], source: str, folder: Path | None) -> None:
    """A shared set named in the sheet (``premiums = "switch"``) becomes the set itself."""
    game = GAMES.get(str(mapping.get("game")))
    for key in game.shared if game else ():
        name = mapping.get(key, "none")
        if isinstance(name, str) and name != "none":
            sets = _read(_file(f"{key}.toml", folder))
            if name not in sets:
                raise SheetError(source, [(key, f"must be none, {', '.join(sets)}, not {name!r}")])
            mapping[key] = sets[name]


def _validated(mapping: Mapping[str, Any], source: str) -> TableSheet:
    game = GAMES.get(str(mapping.get("game")))
    if game is None:
        raise SheetError(source, [("game", f"must be one of: {', '.join(GAMES)}")])
    try:
        return game.sheet.model_validate(dict(mapping))
    except ValidationError as error:
        raise explain(source, game.sheet, error) from error
