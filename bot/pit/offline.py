"""Seasons from the command line, while no floor runs on the data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.amounts import to_number
from bot.games.registry import table_ids
from bot.points import (
    MAIN_ECONOMY,
    RankTable,
    Season,
    SeasonLine,
    SeasonRefused,
    Store,
    Tally,
    Tx,
    load_rules,
    places,
    season_book,
)

CHANGES = ("start", "pause", "resume", "end")


async def change(
    database: Path,
    what: str,
    folder: Path,
    *,
    name: str = "",
    reset: bool | None = None,
    economy: str = MAIN_ECONOMY,
) -> Season:
    """Starts, pauses, resumes or ends a season, as the dock does.

    Args:
        folder: the house's own rules.
        name: of a season to start.
        reset: whether its end sets points back, whatever the rules say.
        economy: whose points.

    Raises:
        SeasonRefused: why it cannot be.
        SheetError, StoreError: a file cannot be used.
    """
    ranks = RankTable.load(folder=folder)
    rules = load_rules(ranks, table_ids(folder), folder)
    async with await Store.open(database) as store:
        moves = what in ("start", "end")
        if moves:
            open_rounds = [
                row.id for row in await store.tables() if row.round_open and row.economy == economy
            ]
            if open_rounds:
                raise SeasonRefused("season_round_running", table=", ".join(open_rounds))
            await store.make_backup(label="before-season")

        async def work(tx: Tx) -> Season:
            if what == "start":
                return await season_book.start(tx, economy, name, rules, ranks)
            current = next((one for one in await tx.seasons(economy) if not one.ended_at), None)
            if current is None:
                raise SeasonRefused("no_season")
            if what == "end":
                return (await season_book.end(tx, current, ranks, reset=reset))[0]
            return await season_book.pause(tx, current, on=what == "pause")

        return await store.do(work)


async def seasons(database: Path, economy: str = MAIN_ECONOMY) -> list[Season]:
    """All seasons, oldest first."""
    async with await Store.open(database) as store:
        return await store.seasons(economy)


async def ranking(
    database: Path, name: str = "", economy: str = MAIN_ECONOMY
) -> tuple[Season, list[SeasonLine]]:
    """A season and its ranking: the final one, or as it stands.

    Args:
        name: the newest season if left out.

    Raises:
        SeasonRefused: ``no_such_season``.
    """
    async with await Store.open(database) as store:
        found = [one for one in await store.seasons(economy) if not name or one.name == name]
        if not found:
            raise SeasonRefused("no_such_season", season=name)
        season = found[-1]
        if season.ended_at:
            return season, await store.season_lines(season.id)

        async def work(tx: Tx) -> list[SeasonLine]:
            tally = Tally.of(season)
            await tx.catch_up(tally)
            return await season_book.lines(tx, season, tally)

        return season, await store.do(work)


def season_json(season: Season) -> dict[str, Any]:
    """A season for programs; times in epoch seconds, ``null`` until they come."""
    return {
        "season": season.name,
        "state": season.state,
        "started_at": season.started_at / 1000,
        "ended_at": season.ended_at / 1000 or None,
        "rules": season.rules.model_dump(mode="json"),
    }


def ranking_json(season: Season, lines: list[SeasonLine]) -> dict[str, Any]:
    """A season's ranking by its own figure; each line has the other figures, too."""
    return season_json(season) | {
        "ranking": [
            {
                "place": place,
                "name": line.name,
                "rank": line.rank,
                "points": to_number(line.points),
                "net": to_number(line.net),
                "best": to_number(line.best),
                "rebuys": line.rebuys,
            }
            for place, line in places(lines, season.rules.ranking)
        ]
    }
