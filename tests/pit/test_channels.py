"""Several channels: tables of their own, and points of their own or shared ones (design 5)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio

from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand, Done, Frame, LogLine, Reply
from bot.points import NotCounted, Store, places
from tests.chat.listening import until
from tests.pit.rig import START_MS

KURO, SHIRO = "1001", "1002"
"""Twitch's ids of the channels ``kuro`` and ``shiro``."""
TABLES = ("tournament", "kuro/tournament", "kuro/switch", "shiro/tournament")


class Streams:
    """A floor that hears two Twitch channels beside everybody else."""

    def __init__(self, path: Path, custom: Path | None = None) -> None:
        self.path = path
        self.custom = custom
        self.replies: list[Reply] = []
        self.frames: list[Frame] = []
        self.now_ms = START_MS
        self._ids = count(1)
        self.store: Store
        self.floor: Floor

    async def open(self, tables: tuple[str, ...] = TABLES, **points: str) -> None:
        self.store = await Store.open(self.path, clock=self.now)
        settings = FloorSettings(language="en", delays={}, points=points, custom=self.custom)
        self.floor = await Floor.open(self.store, tables, settings, now=self.now)
        for channel, name in ((KURO, "kuro"), (SHIRO, "shiro")):
            self.floor.call_channel("twitch", channel, name)
        self.floor.subscribe(self)
        await self.floor.start()

    async def close(self) -> None:
        await self.floor.close()
        await self.store.close()

    async def reopen(self, tables: tuple[str, ...] = TABLES, **points: str) -> None:
        await self.close()
        await self.open(tables, **points)

    def now(self) -> int:
        self.now_ms += 1
        return self.now_ms

    async def say(
        self, who: str, text: str, channel: str = KURO, platform: str = "twitch", role: str = ""
    ) -> list[str]:
        before = len(self.replies)
        key = f"m{next(self._ids)}"
        roles = frozenset({role} - {""})
        await self.floor.say(ChatMessage(platform, channel, platform, key, who, who, who, text, roles))
        await self.settle()
        return [one.code for one in self.replies[before:]]

    async def do(self, table: str, verb: str, *args: str | int) -> str:
        answer = await self.floor.do(table, DealerCommand(f"d{next(self._ids)}", verb, args, "dealer"))
        await self.settle()
        return "done" if isinstance(answer, Done) else answer.code

    async def settle(self) -> None:
        for actor in list(self.floor.actors.values()):
            with suppress(NotCounted):  # it has been closed meanwhile
                await actor.ask("wait", _nothing)

    def seated(self, table: str) -> list[str]:
        seats = self.floor.frame(table).public["seats"]
        return [seat["player"]["name"] for seat in seats if seat["player"]]

    def points(self, table: str, who: str) -> int:
        ranking = self.floor.frame(table).public["ranking"]
        return next(int(one["points"]) for one in ranking if one["name"] == who)

    async def balances(self, economy: str) -> dict[str, int]:
        viewers = await self.store.viewers("twitch", economy)
        return {one.name: int(one.balance) // 100 for one in viewers}

    async def clean(self) -> None:
        for actor in self.floor.actors.values():
            assert actor.failures == []
        report = await self.store.audit()
        assert (report.clean, report.sum) == (True, 0), report.findings

    def frame(self, frame: Frame) -> None:
        self.frames.append(frame)

    def reply(self, reply: Reply) -> None:
        self.replies.append(reply)

    def said(self, message: ChatMessage) -> None: ...

    def line(self, table: str, line: LogLine) -> None: ...


async def _nothing(*_: object) -> None: ...


@pytest_asyncio.fixture
async def streams(tmp_path: Path) -> AsyncIterator[Streams]:
    streams = Streams(tmp_path / "chatjack.db")
    await streams.open(kuro="kuro")
    yield streams
    await streams.clean()
    await streams.close()


async def test_a_channel_speaks_to_its_own_tables(streams: Streams) -> None:
    await streams.say("aya", "join", KURO)
    await streams.say("ben", "join", SHIRO)
    await streams.say("cho", "join", "room", platform="niconico")
    assert streams.seated("kuro/tournament") == ["aya"]
    assert streams.seated("shiro/tournament") == ["ben"]
    assert streams.seated("tournament") == ["cho"]


async def test_a_channel_without_tables_shares_those_of_all(streams: Streams) -> None:
    streams.floor.call_channel("twitch", "1003", "midori")
    await streams.say("aya", "join", "1003")
    assert streams.seated("tournament") == ["aya"]


async def test_numbers_count_a_channels_own_tables(streams: Streams) -> None:
    await streams.say("aya", "#2 join", KURO)
    assert streams.seated("kuro/switch") == ["aya"]
    await streams.say("ben", "#2 join", SHIRO)
    assert all(streams.seated(table) == ([] if table != "kuro/switch" else ["aya"]) for table in TABLES)


async def test_a_viewer_may_sit_in_two_channels_at_once(streams: Streams) -> None:
    for channel, table in ((KURO, "kuro/tournament"), (SHIRO, "shiro/tournament")):
        await streams.say("aya", "join", channel)
        assert await streams.do(table, "open") == "done"
        assert await streams.say("aya", "bet 100", channel) == ["bet_taken"]
    assert await streams.balances("kuro") == {"aya": 400}
    assert await streams.balances("main") == {"aya": 400}
    assert (streams.points("kuro/switch", "aya"), streams.points("tournament", "aya")) == (400, 400)


async def test_channels_that_share_points_share_what_lies_on_the_table(tmp_path: Path) -> None:
    streams = Streams(tmp_path / "chatjack.db")
    await streams.open(kuro="club", shiro="club")
    await streams.say("aya", "join", KURO)
    await streams.do("kuro/tournament", "open")
    await streams.say("aya", "bet all", KURO)
    assert await streams.say("aya", "points", SHIRO) == ["points"]
    assert streams.replies[-1].text.endswith("0 pt") or " 0" in streams.replies[-1].text
    assert await streams.say("aya", "rebuy", SHIRO) == ["rebuy_not_yet"]  # the stake is not lost yet
    await streams.clean()
    await streams.close()


async def test_the_broadcaster_deals_at_their_own_tables(streams: Streams) -> None:
    await streams.say("shiro", "!open", SHIRO, role="broadcaster")
    phases = {table: streams.floor.frame(table).public["phase"] for table in TABLES}
    assert phases == dict.fromkeys(TABLES, "idle") | {"shiro/tournament": "betting"}


async def test_the_dealer_opens_and_closes_tables_of_the_channel(streams: Streams) -> None:
    assert await streams.do("shiro/tournament", "table", "open", "switch") == "done"
    assert "shiro/switch" in streams.floor.tables()
    assert await streams.do("shiro/tournament", "table", "close") == "done"
    assert await streams.do("shiro/switch", "table", "close") == "last_table"
    await streams.say("aya", "join", SHIRO)
    assert streams.seated("shiro/switch") == ["aya"]


async def test_a_ban_holds_where_the_points_are_the_same(streams: Streams) -> None:
    await streams.say("aya", "join", KURO)
    await streams.say("aya", "join", SHIRO)
    streams.floor.platform_banned("twitch", KURO, "aya", None)
    await streams.settle()
    assert streams.seated("kuro/tournament") == []
    assert streams.seated("shiro/tournament") == ["aya"]
    assert await streams.say("aya", "join", KURO) == []
    streams.floor.platform_cleared("twitch", KURO, "aya")
    await streams.settle()
    await streams.do("kuro/tournament", "unban", "aya")
    assert await streams.say("aya", "join", KURO) == ["seated"]


async def test_each_channel_lifts_its_own_ban_alone(tmp_path: Path) -> None:
    streams = Streams(tmp_path / "chatjack.db")
    await streams.open(kuro="club", shiro="club")
    await streams.say("aya", "join", KURO)
    economy = streams.floor.economies["club"]

    def hidden() -> bool:
        return economy.people.hides("twitch", "aya")

    async def stored() -> list[int]:
        await streams.settle()
        return [one.until for one in streams.store.silenced("club")]

    streams.floor.platform_banned("twitch", KURO, "aya", None)
    streams.floor.platform_banned("twitch", SHIRO, "aya", 0.01)
    assert await stored() == [0]
    await until(lambda: len(economy.silenced.channels(("twitch", "aya"))) == 1)  # the time-out is over
    assert hidden()
    assert await stored() == [0]
    streams.floor.platform_banned("twitch", SHIRO, "aya", 600)
    streams.floor.platform_cleared("twitch", KURO, "aya")
    (ends,) = await stored()
    assert ends > streams.now_ms
    assert hidden()
    streams.floor.platform_banned("twitch", KURO, "aya", None)
    streams.floor.platform_cleared("twitch", KURO, "aya")
    assert await stored() == [ends], "it ends as if the ban had never been"
    await streams.reopen(kuro="club", shiro="club")
    economy = streams.floor.economies["club"]
    streams.floor.platform_banned("twitch", KURO, "aya", 0.01)
    await until(lambda: len(economy.silenced.channels(("twitch", "aya"))) == 1)
    assert hidden(), "whichever channel it was"
    streams.floor.platform_cleared("twitch", SHIRO, "aya")
    assert await stored() == []
    assert not hidden()
    await streams.clean()
    await streams.close()


async def test_a_season_is_one_of_its_points_and_counts_their_tables(streams: Streams) -> None:
    assert await streams.do("kuro/switch", "season", "start", "Summer") == "done"
    assert [one.name for one in await streams.store.seasons("kuro")] == ["Summer"]
    assert await streams.store.seasons("main") == []
    shown = {table: bool(streams.floor.frame(table).public["season"]) for table in TABLES}
    assert shown == {table: table.startswith("kuro/") for table in TABLES}
    await streams.do("kuro/switch", "season", "pause")
    for channel, table, said in (
        (KURO, "kuro/tournament", "season_paused"),
        (SHIRO, "shiro/tournament", "bet_taken"),
    ):
        await streams.say("aya", "join", channel)
        await streams.do(table, "open")
        assert await streams.say("aya", "bet 50", channel) == [said]


async def test_a_table_opened_from_two_docks_at_once_is_opened_once(streams: Streams) -> None:
    pressed = [streams.do("shiro/tournament", "table", "open", "switch") for _ in range(3)]
    assert sorted(await asyncio.gather(*pressed)) == ["done", "table_is_open", "table_is_open"]
    running = [one.get_name() for one in asyncio.all_tasks()]
    assert running.count("table shiro/switch") == 1


async def test_a_table_that_could_not_be_stored_is_opened_with_the_next_try(streams: Streams) -> None:
    await streams.do("shiro/tournament", "table", "open", "switch")
    await streams.do("shiro/switch", "table", "close")

    def broken() -> None:
        raise OSError("disk")

    streams.store.faults.before_commit = broken
    assert await streams.do("shiro/tournament", "table", "open", "switch") == "not_counted"
    assert await streams.do("kuro/switch", "table", "close") == "not_counted"
    assert streams.floor.tables() == TABLES
    streams.store.faults.before_commit = None
    assert await streams.do("shiro/tournament", "table", "open", "switch") == "done"
    assert await streams.say("aya", "#2 join", SHIRO) == ["seated"]
    assert streams.seated("shiro/switch") == ["aya"]
    for actor in streams.floor.actors.values():
        actor.failures.clear()


async def test_the_last_two_tables_closed_at_once_leave_one(streams: Streams) -> None:
    pressed = [streams.do(table, "table", "close") for table in ("kuro/tournament", "kuro/switch")]
    assert await asyncio.gather(*pressed) == ["done", "last_table"]
    assert await streams.do("kuro/switch", "table", "open", "tournament") == "done"
    pressed = [streams.do("kuro/switch", "table", "close") for _ in range(2)]
    assert await asyncio.gather(*pressed) == ["done", "table_is_closed"]
    assert await streams.say("aya", "join", KURO) == ["seated"]
    assert streams.seated("kuro/tournament") == ["aya"]


async def test_nobody_sits_down_at_a_table_while_it_is_closed(streams: Streams) -> None:
    await streams.say("aya", "points", KURO)
    table = streams.floor.actors["kuro/switch"]
    closing = asyncio.create_task(streams.do("kuro/switch", "table", "close"))
    await asyncio.sleep(0)  # it is asked for, and not done yet
    asked = [
        streams.do("kuro/switch", "open"),
        streams.do("kuro/switch", "seat", "aya", 1),
        streams.say("ben", "#2 join", KURO),
    ]
    assert (await asyncio.gather(*asked))[:2] == ["table_is_closed"] * 2
    assert await closing == "done"
    assert [one.code for one in streams.replies][-1] == "table_is_closed"
    assert (table.book.table.seats, table.book.table.live) == ({}, None)


async def test_ids_of_messages_count_within_their_channel(streams: Streams) -> None:
    same = ChatMessage("twitch", KURO, "twitch", "one", "aya", "aya", "aya", "join")
    other = ChatMessage("twitch", SHIRO, "twitch", "one", "aya", "aya", "aya", "join")
    for message in (same, other, same):
        await streams.floor.say(message)
    await streams.settle()
    assert (streams.seated("kuro/tournament"), streams.seated("shiro/tournament")) == (["aya"], ["aya"])
    assert [one.code for one in streams.replies] == ["seated", "seated"]


async def test_answers_go_where_the_viewer_spoke(streams: Streams) -> None:
    await streams.say("aya", "join", KURO)
    await streams.say("aya", "join", SHIRO)
    assert [(one.platform, one.channel) for one in streams.replies] == [("twitch", KURO), ("twitch", SHIRO)]


async def test_after_a_restart_viewers_are_told_in_their_channel(streams: Streams) -> None:
    await streams.say("aya", "join", KURO)
    await streams.do("kuro/tournament", "open")
    await streams.say("aya", "bet 500", KURO)
    await streams.reopen(kuro="kuro")
    actor = streams.floor.actors["kuro/tournament"]
    assert actor.home.channel_on("twitch") == KURO
    assert streams.floor.actors["shiro/tournament"].home.channel_on("twitch") == SHIRO
    assert streams.floor.actors["tournament"].home.channel_on("niconico") == "niconico"


async def test_everything_comes_back_after_a_restart(streams: Streams) -> None:
    await streams.say("aya", "join", KURO)
    await streams.do("kuro/tournament", "open")
    await streams.say("aya", "bet 100", KURO)
    await streams.reopen(kuro="kuro")
    assert streams.seated("kuro/tournament") == ["aya"]
    assert streams.points("kuro/tournament", "aya") == 400
    assert await streams.do("kuro/tournament", "undo") == "done"
    assert await streams.balances("kuro") == {"aya": 500}


@pytest.mark.parametrize("bet", [True, False])
async def test_other_points_clear_the_tables_first(streams: Streams, bet: bool) -> None:
    await streams.say("aya", "join", KURO)
    if bet:
        await streams.do("kuro/tournament", "open")
        await streams.say("aya", "bet 100", KURO)
    await streams.reopen()  # kuro plays for everybody's points from now on
    assert streams.seated("kuro/tournament") == []
    assert await streams.balances("kuro") == {"aya": 500}
    assert await streams.do("kuro/tournament", "undo") == "undo_too_far"
    assert await streams.do("kuro/tournament", "void") == "no_round"
    assert await streams.say("aya", "join", KURO) == ["seated"]
    assert await streams.balances("main") == {"aya": 500}
    await streams.reopen()  # and nobody gets up again
    assert streams.seated("kuro/tournament") == ["aya"]


async def test_a_round_of_a_channel_that_is_not_asked_for_comes_back_with_its_points(
    streams: Streams,
) -> None:
    await streams.say("aya", "join", KURO)
    await streams.do("kuro/tournament", "open")
    await streams.say("aya", "bet 100", KURO)
    await streams.reopen(("tournament",))
    assert streams.floor.tables() == ("tournament", "kuro/tournament")
    assert await streams.do("kuro/tournament", "void") == "done"
    assert await streams.balances("kuro") == {"aya": 500}
    assert await streams.balances("main") == {}


async def test_a_round_left_open_for_other_points_is_called_off_and_its_table_stays_away(
    streams: Streams,
) -> None:
    await streams.say("aya", "#2 join", KURO)
    await streams.do("kuro/switch", "open")
    await streams.say("aya", "bet 50", KURO)
    await streams.reopen(("kuro/tournament",))
    assert streams.floor.tables() == ("kuro/tournament",)
    assert await streams.balances("kuro") == {"aya": 500}


async def test_a_floor_opens_without_the_sheet_of_a_round_that_was_left(tmp_path: Path) -> None:
    sheets = tmp_path / "custom" / "tables"
    sheets.mkdir(parents=True)
    (sheets / "mine.toml").write_text('like = "tournament"\n', encoding="utf-8")
    streams = Streams(tmp_path / "chatjack.db", custom=tmp_path / "custom")
    await streams.open(("kuro/mine",))
    await streams.say("aya", "join", KURO)
    await streams.do("kuro/mine", "open")
    await streams.say("aya", "bet 50", KURO)
    (sheets / "mine.toml").rename(tmp_path / "mine.toml")
    await streams.reopen(("tournament",))
    assert streams.floor.tables() == ("tournament",)
    (tmp_path / "mine.toml").rename(sheets / "mine.toml")
    await streams.reopen(("tournament",))
    assert await streams.do("kuro/mine", "void") == "done"
    assert await streams.balances("main") == {"aya": 500}
    await streams.clean()
    await streams.close()


async def test_a_season_may_count_one_sheet_in_every_channel(tmp_path: Path) -> None:
    folder = tmp_path / "custom"
    folder.mkdir()
    (folder / "seasons.toml").write_text('tables = ["switch"]\nranking = "net"\n', encoding="utf-8")
    streams = Streams(tmp_path / "chatjack.db")
    streams.store = await Store.open(streams.path, clock=streams.now)
    settings = FloorSettings(language="en", delays={}, custom=folder)
    streams.floor = await Floor.open(streams.store, TABLES, settings, now=streams.now)
    streams.floor.call_channel("twitch", KURO, "kuro")
    streams.floor.subscribe(streams)
    await streams.floor.start()
    await streams.do("tournament", "season", "start", "Switch cup")
    won: dict[str, int] = {}
    for table, number in (("kuro/tournament", 1), ("kuro/switch", 2)):
        await streams.say("aya", f"#{number} join")
        await streams.do(table, "open")
        assert await streams.say("aya", f"#{number} bet 50") == ["bet_taken"]
        before = (await streams.balances("main"))["aya"]
        await streams.do(table, "deal")
        await play_out(streams, table)
        won[table] = (await streams.balances("main"))["aya"] - before - (50 if number == 1 else 100)
    await streams.do("tournament", "season", "end")
    (season,) = await streams.store.seasons("main")
    ((_, line),) = places(await streams.store.season_lines(season.id), "net")
    assert int(line.net) // 100 == won["kuro/switch"]
    await streams.clean()
    await streams.close()


@pytest.mark.parametrize("ranking", ["net", "best"])
async def test_a_season_ranks_nobody_who_plays_for_other_points(tmp_path: Path, ranking: str) -> None:
    folder = tmp_path / "custom"
    folder.mkdir()
    (folder / "seasons.toml").write_text(f'ranking = "{ranking}"\n', encoding="utf-8")
    streams = Streams(tmp_path / "chatjack.db", custom=folder)
    await streams.open(shiro="shiro")
    await streams.do("tournament", "season", "start", "Cup")
    for who, channel, table in (
        ("ben", SHIRO, "shiro/tournament"),
        ("aya", KURO, "kuro/tournament"),
    ):
        await streams.say(who, "join", channel)
        await streams.do(table, "open")
        assert await streams.say(who, "bet 50", channel) == ["bet_taken"]
        await streams.do(table, "deal")
        await play_out(streams, table)
    await streams.settle()
    shown = {table: streams.floor.frame(table).public["ranking"] for table in TABLES}
    assert [one["name"] for one in shown["tournament"]] == ["aya"]
    assert await streams.say("aya", "ranking", KURO) == [f"ranking_{ranking}"]
    assert "aya" in streams.replies[-1].text
    assert "2." not in streams.replies[-1].text
    await streams.clean()
    await streams.close()


async def play_out(streams: Streams, table: str) -> None:
    """Lets every wait run out until the round is over."""
    for _ in range(40):
        if streams.floor.frame(table).public["phase"] == "idle":
            return
        await streams.do(table, "timeout")
    raise AssertionError(streams.floor.frame(table).public["phase"])
