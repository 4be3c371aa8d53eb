"""``chatjack lobby``: the public site as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from bot.console import database_of, economy_of, explained, help_text, say, settings_of, write_json
from bot.texts import text

if TYPE_CHECKING:
    from bot.points import PublicBooks
    from bot.settings import Settings
    from bot.web.lobby import House

lobby = typer.Typer(no_args_is_help=True)


@lobby.callback()
def _group() -> None:
    """So that the command has a name of its own, although it is the only one."""


@lobby.command("export", help=help_text("lobby_export"))
def export(
    context: typer.Context,
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help=help_text("lobby_folder"), show_default=False)
    ],
    points: Annotated[str | None, typer.Option(help=help_text("lobby_points"), show_default=False)] = None,
) -> None:
    """One JSON line of what was written where."""
    import asyncio

    settings = settings_of(context.obj)
    economy = economy_of(settings, points)
    database_of(settings)
    with explained(settings):
        count = asyncio.run(_export(settings, economy, folder.expanduser().absolute()))
    write_json(json.dumps({"folder": str(folder), "files": count}, ensure_ascii=False))
    say(text("cli.lobby_written", settings.spoken, folder=folder, count=count))


async def _export(settings: Settings, economy: str, folder: Path) -> int:
    import asyncio

    from bot.points import PublicBooks
    from bot.web.lobby import Gatherer, export
    from bot.web.tokens import FILE, link_token

    async def wait(seconds: float) -> None:
        say(text("cli.lobby_waits", settings.spoken, seconds=f"{seconds:.0f}"))
        await asyncio.sleep(seconds)

    books = await PublicBooks.open(settings.database, economy)
    try:
        key = await asyncio.to_thread(link_token, settings.data_dir / FILE, "lobby")
        return await export(Gatherer(await _house(settings, books), key), folder, wait=wait)
    finally:
        await books.close()


async def _house(settings: Settings, books: PublicBooks) -> House:
    """The house as its files say, whether or not a floor is open."""
    from bot.app import measured_delays, overrides, own_vocabulary
    from bot.commands import Vocabulary
    from bot.games.registry import load_sheet
    from bot.pit.floor_settings import DELAYS
    from bot.points import MAIN_ECONOMY, RankTable
    from bot.table_ids import room_of, sheet_of
    from bot.web.lobby import House

    rules, ranks = overrides(settings), RankTable.load(folder=settings.custom_dir)
    played = {row.id: row.sheet for row in await books.tables()}
    named = {
        table: sheet_of(table)
        for table in settings.tables
        if settings.points.get(room_of(table), MAIN_ECONOMY) == books.economy
    }
    sheets = {
        table: load_sheet(sheet, rules.get(sheet), settings.custom_dir)
        for table, sheet in (named | played).items()
    }
    delays = {**DELAYS, **measured_delays(settings)}
    return House(
        books,
        ranks,
        Vocabulary.load(*own_vocabulary(settings)),
        lambda: sheets,
        delays=lambda: delays,
        rebuy_minutes=settings.rebuy_minutes,
    )
