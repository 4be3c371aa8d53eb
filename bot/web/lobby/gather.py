"""What the lobby shows, gathered from a :class:`~bot.web.lobby.house.House`: JSON-ready, and nothing secret.

A :class:`Picture` is everything that is shown at once; further pages (a viewer's hands, a shoe, an old
season) are asked for one by one, and only what a picture names can be asked for.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args

from bot.amounts import to_number
from bot.cards.shoe import VERSION
from bot.games.registry import load_sheet, table_ids
from bot.games.sheet import TableSheet
from bot.pit.shoes import Brought, ShoeLine, dealt
from bot.points import AccountId, Season, SeasonLine, Seen, ShownTable, Tally, places
from bot.points.seasons import Ranking
from bot.table_ids import room_of, sheet_of
from bot.texts import LANGUAGES, text
from bot.web.lobby import tables
from bot.web.lobby.house import House
from bot.web.lobby.rulebook import ladder, rulebook

RANKINGS: tuple[Ranking, ...] = get_args(Ranking)
MOST_PLACES = 500
"""Of each ranking so many places are shown."""
MOST_HANDS = 30
MOST_SHOES = 60
"""Of each table so many shoes are listed, the newest first."""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything shown at one time.

    Attributes:
        at: when, epoch ms.
        parts: ``ranking``, ``seasons``, ``tables`` ..., each JSON-ready.
        viewers: whose hands may be asked for, by opaque id.
        shoes: the shoes that are over, by table and number.
        seasons: the seasons, by number.
    """

    at: int
    parts: Mapping[str, Any]
    viewers: Mapping[str, Seen] = field(default_factory=dict)
    shoes: Mapping[tuple[str, int], Brought] = field(default_factory=dict)
    seasons: Mapping[int, Season] = field(default_factory=dict)


class Gatherer:
    """Gathers for one house.

    Args:
        key: a secret of the house's own. Viewers' ids in addresses are made with it, so that they tell
            nothing.
    """

    def __init__(self, house: House, key: str) -> None:
        self.house = house
        self._key = key.encode()
        self._ever = Tally(0, house.books.economy)
        self._season: tuple[int, Tally] | None = None
        self._lines: dict[str, ShoeLine] = {}

    def id_of(self, account: AccountId) -> str:
        """A viewer's id in addresses."""
        named = f"{self.house.books.economy}/{account}".encode()
        return hmac.new(self._key, named, hashlib.sha256).hexdigest()[:16]

    async def picture(self) -> Picture:
        """Everything as it stands now."""
        books, house = self.house.books, self.house
        now, sheets = house.now(), dict(house.sheets())
        views = None if house.views is None else dict(house.views())
        await books.catch_up(self._ever)
        seasons = await books.seasons()
        heads = await asyncio.to_thread(_heads, self._ever)
        at_tables = {account for view in (views or {}).values() for account in tables.players(view)}
        people = {one.account: one for one in await books.richest(now, MOST_PLACES)}
        people |= await books.viewers(heads | at_tables, now)
        running = await self._running(next((one for one in seasons if not one.ended_at), None), now)
        rows = await books.tables()
        fairness, over = await self._fairness(rows, sheets)

        def assembled() -> Picture:
            # In a thread: with many viewers and rounds it would hold up the tables.
            parts: dict[str, Any] = {
                "ranking": self._ranking(now, people, seasons),
                "seasons": self._seasons(seasons, running, sheets),
                "rules": {
                    "rebuy_minutes": house.rebuy_minutes,
                    "tables": [rulebook(sheet, house.vocabulary) for sheet in _different(sheets)],
                },
                "fairness": {"version": VERSION, "tables": fairness},
            }
            if views is not None:
                parts["tables"] = {
                    "tables": [
                        {"id": table, "name": _called(table, sheets), **tables.shown(view, people)}
                        for table, view in views.items()
                    ]
                }
            viewers = {self.id_of(account): seen for account, seen in people.items()}
            viewers |= {self.id_of(account): seen for account, seen in running.items()}
            return Picture(now, parts, viewers, over, {one.id: one for one in seasons})

        return await asyncio.to_thread(assembled)

    # --- asked for one by one -----------------------------------------------------------------------------

    async def viewer(self, viewer_id: str, picture: Picture) -> dict[str, Any] | None:
        """A viewer's last settled hands, as of a picture."""
        seen = picture.viewers.get(viewer_id)
        if seen is None:
            return None
        sheets = self.house.sheets()
        hands = await self.house.books.hands(seen.account, picture.at, MOST_HANDS)
        return {
            "name": seen.name,
            "rank": seen.rank,
            "hands": [
                {
                    "at": hand.at / 1000,
                    "table": _called(hand.table, sheets),
                    "round": hand.round,
                    "cards": hand.cards.split(),
                    "outcome": hand.outcome,
                    "premium": hand.premium,
                    "staked": to_number(hand.staked),
                    "net": to_number(hand.net),
                }
                for hand in hands
            ],
        }

    async def season(self, season_id: int, picture: Picture) -> dict[str, Any] | None:
        """The final ranking of a season that is over in the picture."""
        season = picture.seasons.get(season_id)
        if season is None or not season.ended_at:
            return None
        lines = await self.house.books.season_lines(season_id, picture.at)
        return {"lines": self._standings(lines, {line.account for line in lines})}

    async def shoe(self, table: str, number: int, picture: Picture) -> dict[str, Any] | None:
        """All about a shoe that is over in the picture: its seed, and what was dealt from it."""
        shoe, line = picture.shoes.get((table, number)), self._lines.get(table)
        if shoe is None or line is None:
            return None
        books = self.house.books
        stored = next((one for one in await books.shoes(table) if one.id == str(number)), None)
        seed = await books.seed(table, str(number))
        if stored is None or seed is None:
            return None
        return {
            "table": table,
            "shoe": number,
            "version": stored.version,
            "commitment": stored.commitment,
            "client_seed": stored.client_seed,
            "server_seed": seed,
            "decks": shoe.made.decks,
            "jokers": shoe.made.jokers,
            "without": list(shoe.made.without),
            "rounds": await dealt(books, table, line.game, shoe),
        }

    # --- rankings -------------------------------------------------------------------------------------------

    async def _running(self, season: Season | None, now: int) -> dict[AccountId, Seen]:
        """Who has played in the season that is on."""
        if season is None:
            self._season = None
            return {}
        if self._season is None or self._season[0] != season.id:
            self._season = season.id, Tally.of(season)
        tally = self._season[1]
        await self.house.books.catch_up(tally)
        return await self.house.books.viewers(tally.nets.keys(), now)

    def _ranking(self, now: int, people: Mapping[AccountId, Seen], seasons: list[Season]) -> dict[str, Any]:
        return {
            "at": now / 1000,
            "ranks": ladder(self.house.ranks),
            "season": next((one.id for one in seasons if not one.ended_at), None),
            "lines": self._standings([_line_of(one, self._ever) for one in people.values()], self._ever.nets),
        }

    def _seasons(
        self, seasons: list[Season], running: Mapping[AccountId, Seen], sheets: Mapping[str, TableSheet]
    ) -> dict[str, Any]:
        lines = [] if self._season is None else [_line_of(one, self._season[1]) for one in running.values()]
        return {
            "seasons": [_season_head(one, sheets) for one in seasons],
            "lines": self._standings(lines, running),
        }

    def _standings(self, lines: Iterable[SeasonLine], played: Container[AccountId]) -> list[dict[str, Any]]:
        """The heads of all three rankings as one list; the page orders it by the one that is looked at.
        ``net`` and ``best`` are ``null`` for whoever has not played."""
        all_lines = list(lines)
        kept: dict[AccountId, SeasonLine] = {}
        players = [one for one in all_lines if one.account in played]
        for ranking in RANKINGS:
            of = all_lines if ranking == "points" else players
            kept |= {line.account: line for _, line in places(of, ranking)[:MOST_PLACES]}
        return [
            {
                "id": self.id_of(line.account),
                "name": line.name,
                "rank": line.rank,
                "points": to_number(line.points),
                "net": to_number(line.net) if line.account in played else None,
                "best": to_number(line.best) if line.account in played else None,
                "rebuys": line.rebuys,
            }
            for line in kept.values()
        ]

    # --- shoes ----------------------------------------------------------------------------------------------

    async def _fairness(
        self, rows: Iterable[ShownTable], sheets: Mapping[str, TableSheet]
    ) -> tuple[list[dict[str, Any]], dict[tuple[str, int], Brought]]:
        """Each table's shoes, and those that are over."""
        listed: list[dict[str, Any]] = []
        over: dict[tuple[str, int], Brought] = {}
        for row in rows:
            line = self._lines.setdefault(row.id, ShoeLine(row.id, row.game))
            await line.catch_up(self.house.books)
            stored = {one.id: one for one in await self.house.books.shoes(row.id)}
            shoes = []
            for shoe in line.brought(row.round)[: -MOST_SHOES - 1 : -1]:
                held = stored.get(str(shoe.made.shoe))
                if held is None:
                    continue
                if shoe.over:
                    over[row.id, shoe.made.shoe] = shoe
                shoes.append(
                    {
                        "shoe": shoe.made.shoe,
                        "commitment": held.commitment,
                        "client_seed": held.client_seed,
                        "decks": shoe.made.decks,
                        "jokers": shoe.made.jokers,
                        "since": held.created_at / 1000,
                        "state": "over" if shoe.over else "in_use" if shoe.until is None else "waiting",
                    }
                )
            listed.append({"id": row.id, "name": _called(row.id, sheets), "shoes": shoes})
        return listed, over


def _heads(tally: Tally) -> set[AccountId]:
    heads = [account for account, _ in tally.top("net", MOST_PLACES)]
    heads += [account for account, _ in tally.top("best", MOST_PLACES)]
    return set(heads)


def _line_of(one: Seen, tally: Tally) -> SeasonLine:
    account = one.account
    net, best, rebuys = tally.net(account), tally.best(account), tally.rebuys.get(account, 0)
    return SeasonLine(account, one.name, one.rank, one.points, net, best, rebuys)


def _season_head(season: Season, sheets: Mapping[str, TableSheet]) -> dict[str, Any]:
    return {
        "id": season.id,
        "name": season.name,
        "state": season.state,
        "started_at": season.started_at / 1000,
        "ended_at": season.ended_at / 1000 or None,
        "ranking": season.rules.ranking,
        "begin": season.rules.begin,
        "tables": [_called(table, sheets) for table in season.rules.tables],
    }


def _called(table: str, sheets: Mapping[str, TableSheet]) -> Mapping[str, str]:
    """A table's name, with the channel's where it belongs to one; a table that is not on the floor has the
    name of its sheet, or its id."""
    found, room = sheets.get(table), room_of(table)
    if found is None and sheet_of(table) in table_ids():
        found = _shipped(sheet_of(table))
    name = {"ja": table, "en": table} if found is None else found.name.model_dump()
    return {
        lang: text("lobby.table_of", lang, name=name[lang], room=room) if room else name[lang]
        for lang in LANGUAGES
    }


def _different(sheets: Mapping[str, TableSheet]) -> list[TableSheet]:
    """Each sheet once, though several channels may have a table of it."""
    return list({sheet.id: sheet for sheet in sheets.values()}.values())


@cache
def _shipped(table: str) -> TableSheet:
    return load_sheet(table)
