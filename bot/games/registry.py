"""The list of games, and the rule sheets by table id. A new game is a folder and a line in :data:`GAMES`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot import resources
from bot.games import baccarat, blackjack, roulette, slots, stud, video_poker
from bot.games.actions import parse_shared
from bot.games.contract import Action, Carried, Round
from bot.games.game import Game, Style
from bot.games.house import lay_over, own_file, read_data, read_ranks, read_toml
from bot.games.sheet import Problem, SheetError, TableSheet, explain

ENGINE_VERSION = 1
"""Raised whenever an old journal would refold differently; each round's first entry holds it."""

GAMES: Mapping[str, Game] = {
    "blackjack": blackjack.GAME,
    "roulette": roulette.GAME,
    "baccarat": baccarat.GAME,
    "slots": slots.GAME,
    "video_poker": video_poker.GAME,
    "stud": stud.GAME,
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
        folder: the house's own rules (:mod:`bot.games.house`): a sheet there may hold only what it changes,
            or begin with ``like = "switch"`` a table of its own.

    Raises:
        SheetError: there is no such table, or the sheet cannot be played.
    """
    mapping, source = _mapping(table_id, folder)
    for key, value in _nested(rules or {}):
        _override(mapping, key, value)
    if mapping.get("id") != table_id:
        raise SheetError(source, [Problem("id", "like_the_file", {"name": repr(table_id)})])
    if table_id not in table_ids() and "like" not in mapping:
        # Else nobody knows which words are spoken there.
        raise SheetError(source, [Problem("like", "like_missing", {"known": ", ".join(table_ids())})])
    if "ranks" not in mapping:
        mapping["ranks"] = read_ranks(folder)[0].get("ranks")
    _resolve_names(mapping, source, folder)
    return _validated(mapping, source)


def _mapping(table_id: str, folder: Path | None) -> tuple[dict[str, Any], str]:
    """The shipped sheet with the streamer's own laid over; the file to name when something is wrong."""
    name = f"tables/{table_id}.toml"
    shipped, own = resources.data() / name, own_file(name, folder)
    if own is None and not shipped.is_file():
        raise SheetError(
            f"{table_id}.toml", [Problem("id", "no_such_table", {"known": ", ".join(table_ids(folder))})]
        )
    changes = read_toml(own) if own is not None else {}
    source = str(own) if own is not None else shipped.name
    if shipped.is_file():
        base = read_toml(shipped)
    elif "like" in changes:
        base = read_toml(_like(changes["like"], source)) | {"id": table_id}
    else:
        base = {}
    _resolve_names(base, source, folder)
    return lay_over(base, changes), source


def _like(name: object, source: str) -> Path:
    """The shipped sheet that a table of the streamer's own begins with, and whose words are spoken there."""
    if name not in table_ids():
        raise SheetError(source, [Problem("like", "like_unknown", {"known": ", ".join(table_ids())})])
    return resources.data() / "tables" / f"{name}.toml"


def parse_sheet(mapping: Mapping[str, Any]) -> TableSheet:
    """The sheet of its own JSON form, as a round's first journal entry holds it.

    Raises:
        SheetError: it is none.
    """
    return _validated(mapping, "journal")


def start_round(sheet: TableSheet, carried: Carried | None = None) -> Round:
    """A new round, waiting for bets, with what the one before carried over."""
    return GAMES[sheet.game].start(sheet, carried or {})


def style(sheet: TableSheet) -> Style:
    """How viewers take part at a table of this sheet."""
    return GAMES[sheet.game].style


def places(sheet: TableSheet) -> tuple[tuple[str, ...], ...]:
    """Where the wheel, or each reel, can stop at a table of this sheet."""
    return GAMES[sheet.game].places(sheet)


def moves(sheet: TableSheet) -> tuple[str, ...]:
    """What may ever be said to a hand at a table of this sheet, best known first."""
    return tuple(str(move) for move in GAMES[sheet.game].moves(sheet))


def parse_action(game: str, text: str) -> Action:
    """The action of its text form: ``str(action)`` read back.

    Raises:
        ValueError: the text is no action of that game.
    """
    shared = parse_shared(text)
    return GAMES[game].parse(text) if shared is None else shared


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
            sets, _ = read_data(f"{key}.toml", folder)
            if name not in sets:
                params = {"known": ", ".join(sets), "found": repr(name)}
                raise SheetError(source, [Problem(key, "named_set", params)])
            mapping[key] = sets[name]


def _validated(mapping: Mapping[str, Any], source: str) -> TableSheet:
    game = GAMES.get(str(mapping.get("game")))
    if game is None:
        raise SheetError(source, [Problem("game", "one_of", {"known": ", ".join(GAMES)})])
    try:
        return game.sheet.model_validate(dict(mapping))
    except ValidationError as error:
        raise explain(source, game.sheet, error) from error
