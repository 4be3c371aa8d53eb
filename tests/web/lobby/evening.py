"""An evening at the tables for the lobby's tests, with ids and seeds that must never be seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.pit.messages import ChatMessage
from bot.points import MAIN_ECONOMY, AccountId, RankTable, Tx
from bot.web.lobby import Gatherer, House, of_floor
from bot.web.lobby.gather import Picture
from tests.pit.rig import Hall, new_server_seed

IDS = {"aya": "uid-7730001", "ben": "uid-7730002", "chie": "uid-7730003"}
"""Platform user ids by name."""
KEY = "a key of the house's own"


async def say(hall: Hall, name: str, text: str) -> None:
    """A viewer of Twitch types; their id is not their name."""
    hall_id = f"{name}/{hall.now_ms}/{len(hall.heard)}"
    user = IDS.get(name, f"uid-{name}")
    await hall.floor.say(ChatMessage("twitch", "studio", "twitch", hall_id, user, user, name, text))
    await hall.settle()


async def play(hall: Hall, *names: str, table: str | None = None) -> None:
    """One round from the first bet to the settlement; everybody stands."""
    await deal(hall, *names, table=table)
    actor = hall.floor.actors[table or hall.tables[0]]
    for _ in range(60):
        if actor.book.table.live is None:
            return
        waits = actor.book.table.live.awaiting.what.value
        assert await hall.do("timeout" if waits == "players" else "next", table=table) == "done"
    raise AssertionError("the round does not end")


async def deal(hall: Hall, *names: str, table: str | None = None) -> None:
    """Bets and the deal of a round."""
    where = "" if table is None else f"#{list(hall.floor.tables()).index(table) + 1} "
    for name in names:
        await say(hall, name, f"{where}join")
    assert await hall.do("open", table=table) == "done"
    for name in names:
        await say(hall, name, f"{where}bet 10")
    assert await hall.do("deal", table=table) == "done"


async def shoes(hall: Hall, *names: str) -> None:
    """Three shoes on the first table: the first is over, the second waits, the third is in use."""
    for actor in hall.floor.actors.values():
        actor.supply.new_seed = new_server_seed  # type: ignore[union-attr]
    for last in (False, False, True):
        await play(hall, *names)
        await play(hall, *names)
        if not last:
            assert await hall.do("shuffle") == "done"


def gatherer(hall: Hall) -> Gatherer:
    """What the lobby of the hall gathers with."""
    return Gatherer(of_floor(hall.floor), KEY)


def house(hall: Hall) -> House:
    """The hall as the lobby sees it."""
    return of_floor(hall.floor)


async def add_viewers(hall: Hall, count: int, prefix: str = "viewer") -> list[AccountId]:
    """So many viewers who have never played."""
    ranks = RankTable.load().ranks

    async def work(tx: Tx) -> list[AccountId]:
        return [
            (
                await tx.viewer(
                    MAIN_ECONOMY, "twitch", f"uid-{prefix}{n}", f"{prefix}{n}", ranks[n % len(ranks)]
                )
            ).account
            for n in range(count)
        ]

    return await hall.store.do(work)


def names(picture: Picture, measure: str = "points") -> list[str]:
    """Who is in the ranking."""
    return [line["name"] for line in picture.parts["ranking"]["lines"] if line[measure] is not None]


def line(picture: Picture, name: str) -> Mapping[str, Any]:
    """A viewer's line of the ranking."""
    (found,) = [one for one in picture.parts["ranking"]["lines"] if one["name"] == name]
    return found
