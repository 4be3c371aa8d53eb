"""Seasons and tournaments at a running floor: started, paused and ended from the dock."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.amounts import Amount, to_number
from bot.pit.messages import Done
from bot.points import MAIN_ECONOMY, PRACTICE_CHANNEL, Season, SeasonLine, places
from bot.points.schema import backups_of
from tests.pit.rig import Hall

WIN = "TS 7D KH 9C KC"
"""One seat: twenty, and the dealer busts."""
LOSE = "TS 7D 5H TC"
"""One seat: fifteen, and the dealer stands on seventeen."""


def rules(folder: Path, text: str) -> Path:
    """The house's season rules; top-level keys come first."""
    folder.mkdir(exist_ok=True)
    (folder / "seasons.toml").write_text(text, "utf-8")
    return folder


async def play(hall: Hall, bet: int = 100, who: str = "aya") -> None:
    hall.now_ms += 1
    await hall.deal({who: bet})
    await hall.say(who, "st")
    assert hall.phase == "idle"


async def season(hall: Hall, *args: str) -> str:
    """The clock goes on before and after: undo knows a season's bounds by the time."""
    hall.now_ms += 1
    answer = await hall.do("season", *args)
    hall.now_ms += 1
    return answer


async def last(hall: Hall) -> tuple[Season, dict[str, SeasonLine]]:
    found = (await hall.store.seasons(MAIN_ECONOMY))[-1]
    return found, {line.name: line for line in await hall.store.season_lines(found.id)}


async def ranks(hall: Hall) -> dict[str, str]:
    viewers = await hall.store.viewers(PRACTICE_CHANNEL, MAIN_ECONOMY)
    assert {one.user_id: one.rank for one in hall.floor.main.people.all()} == {
        it.user_id: it.rank for it in viewers
    }
    return {one.user_id: one.rank for one in viewers}


class TestStarting:
    async def test_a_season_has_a_name_and_is_shown(self) -> None:
        async with Hall(table=("tournament", "switch")) as hall:
            assert hall.floor.frame(None).public["season"] is None
            assert await season(hall, "start", "夏の陣") == "done"
            await hall.settle()
            for table in ("tournament", "switch"):
                frame = [one for one in hall.frames if one.table == table][-1]
                assert frame.events == ({"type": "season_changed", "name": "夏の陣", "what": "started"},)
                assert frame.public["season"]["name"] == "夏の陣"
                assert frame.public["season"]["state"] == "running"
            assert hall.lines[-1].text == 'Season "夏の陣" starts'

    @pytest.mark.parametrize(
        ("args", "code"),
        [
            (("start",), "season_name"),
            (("start", "x" * 41), "season_name"),
            (("pause",), "no_season"),
            (("resume",), "no_season"),
            (("end",), "no_season"),
            ((), "bad_argument"),
            (("begin", "x"), "bad_argument"),
        ],
    )
    async def test_what_cannot_be_is_refused(self, args: tuple[str, ...], code: str) -> None:
        async with Hall() as hall:
            assert await season(hall, *args) == code
            assert await hall.store.seasons(MAIN_ECONOMY) == []

    async def test_one_at_a_time_and_each_name_once(self) -> None:
        async with Hall() as hall:
            assert await season(hall, "start", "A") == "done"
            assert await season(hall, "start", "B") == "season_running"
            assert await season(hall, "end") == "done"
            assert await season(hall, "start", "A") == "season_name_taken"
            assert await season(hall, "start", "B") == "done"

    async def test_a_repeated_command_acts_once(self) -> None:
        async with Hall() as hall:
            for _ in range(2):
                assert isinstance(await hall.press("season", "start", "A", key="same"), Done)
            assert len(await hall.store.seasons(MAIN_ECONOMY)) == 1

    async def test_with_start_points_everybody_begins_alike(self, tmp_path: Path) -> None:
        custom = rules(tmp_path / "c", 'begin = "start"\n[start_points]\nplain = 2000\n')
        async with Hall(custom=custom, cards=WIN) as hall:
            await play(hall, 500)
            await hall.seat("ben")
            assert await season(hall, "start", "A") == "done"
            assert await hall.points() == {"aya": 2000, "ben": 2000}
            assert {seat["player"]["points"] for seat in hall.frames[-1].public["seats"][:2]} == {2000}
            reasons = {one.transfer.reason for one in await hall.store.history(hall.player("aya"), 1)}
            assert reasons == {"season_start"}
            await hall.assert_sound()

    async def test_by_default_points_are_kept(self) -> None:
        async with Hall(cards=WIN) as hall:
            await play(hall)
            await season(hall, "start", "A")
            assert await hall.points() == {"aya": 600}

    async def test_not_while_a_round_is_running_at_any_table(self) -> None:
        async with Hall(table=("tournament", "switch")) as hall:
            await hall.do("open", table="switch")
            assert await season(hall, "start", "A") == "season_round_running"
            await hall.do("void", table="switch")
            assert await season(hall, "start", "A") == "done"
            await hall.do("open", table="switch")
            assert await season(hall, "end") == "season_round_running"

    async def test_a_wrong_file_of_rules_is_said(self, tmp_path: Path) -> None:
        for text, key in (
            ("begin = 1", "begin"),
            ('tables = ["x"]', "tables.x"),
            ("[start_points]\nking = 1", "king"),
        ):
            custom = rules(tmp_path / "c", "")
            async with Hall(custom=custom) as hall:
                rules(custom, text)
                answer = await hall.press("season", "start", "A")
                assert answer.code == "sheet_unusable"  # type: ignore[union-attr]
                assert key in answer.text  # type: ignore[union-attr]


class TestPausing:
    async def test_bets_are_refused_with_the_reason(self) -> None:
        async with Hall(cards=WIN) as hall:
            await hall.seat("aya")
            await season(hall, "start", "A")
            await hall.do("open")
            assert await season(hall, "pause") == "done"
            assert await hall.say("aya", "bet 100") == ["season_paused"]
            assert hall.replies[-1].text == 'The season "A" is paused. Bets are taken when it goes on'
            assert await hall.say("aya", "100") == [], "a bare number is no bet, so nothing is said"
            assert await hall.do("act", 1, "bet 100") == "season_paused"
            assert await hall.points() == {"aya": 500}
            assert hall.frames[-1].public["season"]["state"] == "paused"
            assert await season(hall, "resume") == "done"
            assert await hall.say("aya", "bet 100") == ["bet_taken"]

    async def test_a_bet_laid_before_stands_and_may_be_withdrawn(self) -> None:
        async with Hall(cards=WIN) as hall:
            await hall.seat("aya", "ben")
            await season(hall, "start", "A")
            await hall.do("open")
            await hall.say("aya", "bet 100")
            await hall.say("ben", "bet 100")
            await season(hall, "pause")
            assert await hall.say("ben", "cancel") == ["bet_withdrawn"]
            await hall.do("deal")
            await hall.say("aya", "st")
            assert await hall.points() == {"aya": 600, "ben": 500}

    async def test_only_at_the_tables_that_count(self, tmp_path: Path) -> None:
        custom = rules(tmp_path / "c", 'tables = ["switch"]')
        async with Hall(custom=custom) as hall:
            await hall.seat("aya")
            await season(hall, "start", "A")
            await season(hall, "pause")
            await hall.do("open")
            assert await hall.say("aya", "bet 100") == ["bet_taken"]

    async def test_twice_is_refused(self) -> None:
        async with Hall() as hall:
            await season(hall, "start", "A")
            assert await season(hall, "resume") == "season_not_paused"
            await season(hall, "pause")
            assert await season(hall, "pause") == "season_is_paused"

    async def test_it_outlives_a_restart(self, tmp_path: Path) -> None:
        async with Hall(tmp_path / "x.db") as hall:
            await hall.seat("aya")
            await season(hall, "start", "A")
            await season(hall, "pause")
            await hall.reopen()
            await hall.do("open")
            assert await hall.say("aya", "bet 100") == ["season_paused"]
            assert await season(hall, "resume") == "done"


class TestEnding:
    async def test_the_final_ranking_stays(self, tmp_path: Path) -> None:
        async with Hall(tmp_path / "x.db", cards=f"{WIN} {WIN} {LOSE} {WIN}") as hall:
            await play(hall, 300)  # before the season: no result of it
            await season(hall, "start", "A")
            await play(hall, 200)
            await play(hall, 50)
            await hall.do("give", "aya", 1000)  # a gift is no result
            await hall.seat("ben")  # sat, never played
            assert await season(hall, "end") == "done"
            ended, lines = await last(hall)
            assert (ended.name, ended.state) == ("A", "ended")
            assert list(lines) == ["aya"]
            line = lines["aya"]
            assert [to_number(it) for it in (line.points, line.net, line.best)] == [1950, 150, 200]
            await play(hall, 100)  # after it
            await hall.reopen()
            assert (await last(hall))[1]["aya"] == line
            assert hall.floor.frame(None).public["season"] is None

    async def test_points_are_carried_over_unless_said_otherwise(self) -> None:
        async with Hall(cards=WIN) as hall:
            await season(hall, "start", "A")
            await play(hall)
            await season(hall, "end")
            assert await hall.points() == {"aya": 600}

    @pytest.mark.parametrize(
        ("text", "args", "points", "rank"),
        [
            ("", ("reset",), 1000, "heart"),
            ('end = "start"', (), 1000, "heart"),
            ('end = "start"', ("carry",), 10_000, "heart"),
            ('end = "start"\nranks = "first"', (), 500, "plain"),
            ('ranks = "first"', (), 10_000, "plain"),
            ('end = "start"\nranks = "first"\n[start_points]\nplain = 700', (), 700, "plain"),
        ],
    )
    async def test_points_and_ranks_are_set_back(
        self, tmp_path: Path, text: str, args: tuple[str, ...], points: int, rank: str
    ) -> None:
        custom = rules(tmp_path / "c", text)
        async with Hall(custom=custom, cards=WIN) as hall:
            await hall.seat("aya")
            await hall.do("give", "aya", 9_000)
            await season(hall, "start", "A")
            await play(hall, 500)
            assert await season(hall, "end", *args) == "done"
            assert (await hall.points(), await ranks(hall)) == ({"aya": points}, {"aya": rank})
            assert hall.frames[-1].public["ranking"][0]["points"] == points
            _, lines = await last(hall)
            kept = (to_number(lines["aya"].points), lines["aya"].rank)
            assert kept == (10_000, "heart"), "the ranking is as it was"
            await hall.assert_sound()

    async def test_whoever_is_not_known_to_the_floor_is_set_back_too(self, tmp_path: Path) -> None:
        async with Hall(tmp_path / "x.db", cards=WIN) as hall:
            await play(hall)
            await season(hall, "start", "A")
            hall.floor.main.people.__init__()  # type: ignore[misc]  # as if thousands were richer
            await hall.say("ben", "points")
            assert await season(hall, "end", "reset") == "done"
            assert await hall.points() == {"aya": 500, "ben": 500}

    async def test_restarts_in_the_season_are_counted(self) -> None:
        bust = "TS 7D KH TC KC"
        async with Hall(cards=" ".join([bust] * 3), rebuy_minutes=0) as hall:

            async def lose_all() -> None:
                await hall.deal({"aya": 500})
                await hall.say("aya", "ht")
                await hall.say("aya", "rebuy")

            await lose_all()
            await season(hall, "start", "A")
            await lose_all()
            await lose_all()
            assert await hall.do("undo") == "done"
            await season(hall, "end")
            assert (await last(hall))[1]["aya"].rebuys == 1

    async def test_only_tables_of_the_season_count(self, tmp_path: Path) -> None:
        custom = rules(tmp_path / "c", 'tables = ["switch"]')
        async with Hall(custom=custom, cards=WIN) as hall:
            await season(hall, "start", "A")
            await play(hall)
            await season(hall, "end")
            assert (await last(hall))[1] == {}

    async def test_undone_rounds_do_not_count(self) -> None:
        async with Hall(cards=f"{WIN} {LOSE}") as hall:
            await season(hall, "start", "A")
            await play(hall, 200)
            await play(hall, 100)
            for _ in range(2):
                hall.now_ms += 1
                await hall.do("undo")
            await hall.do("void")
            await season(hall, "end")
            line = (await last(hall))[1]["aya"]
            assert [to_number(it) for it in (line.net, line.best)] == [200, 200]

    async def test_a_copy_of_the_database_is_kept_first(self, tmp_path: Path) -> None:
        path = tmp_path / "x.db"
        async with Hall(path) as hall:
            await season(hall, "start", "A")
            await season(hall, "end", "reset")
            names = [one.name for one in backups_of(path, tmp_path / "backups")]
            assert len(names) == 2
            assert all("before-season" in name for name in names)


class TestTakingBack:
    async def test_undo_does_not_reach_across_the_end(self) -> None:
        async with Hall(cards=f"{WIN} {WIN}") as hall:
            await season(hall, "start", "A")
            await play(hall)
            await season(hall, "end", "reset")
            for verb in ("undo", "void"):
                assert await hall.do(verb) == "season_between"
            assert await hall.points() == {"aya": 500}
            await play(hall)
            assert await hall.do("undo") == "done"
            await hall.assert_sound()

    async def test_redo_does_not_either(self) -> None:
        async with Hall(cards=WIN) as hall:
            await play(hall)
            await hall.do("undo")
            await hall.do("void")
            await hall.do("undo")
            await hall.do("undo")
            await hall.do("undo")
            await hall.do("undo")
            assert hall.phase == "idle"
            await season(hall, "start", "A")
            assert await hall.do("redo") == "season_between"

    async def test_a_rank_won_anew_after_the_end_falls_back_with_its_round(self, tmp_path: Path) -> None:
        custom = rules(tmp_path / "c", 'end = "start"\nranks = "first"')
        async with Hall(custom=custom, cards=f"{WIN} {WIN}") as hall:
            await hall.seat("aya")
            await hall.do("give", "aya", 9_000)
            await season(hall, "start", "A")
            await play(hall, 500)
            await season(hall, "end")
            hall.now_ms += 1
            await hall.do("give", "aya", 9_000)
            await play(hall, 500)
            assert await ranks(hall) == {"aya": "heart"}
            assert await hall.do("undo") == "done"
            assert await ranks(hall) == {"aya": "plain"}

    async def test_a_season_whose_commit_fails_has_not_begun(self, tmp_path: Path) -> None:
        async with Hall(tmp_path / "x.db", cards=WIN) as hall:
            await hall.seat("aya")

            def fail() -> None:
                raise OSError("no disk")

            hall.store.faults.before_commit = fail
            assert await season(hall, "start", "A") == "not_counted"
            hall.store.faults.before_commit = None
            assert hall.floor.main.seasons.state.current is None
            assert await season(hall, "start", "A") == "done"


class TestRanking:
    @pytest.mark.parametrize(
        ("ranking", "said"),
        [
            ("points", "Ranking 1. ben 1,400  2. aya 700"),
            ("net", "Ranking by net result 1. aya 200  2. ben -100"),
            ("best", "Ranking by the biggest win 1. aya 200  2. ben 0"),
        ],
    )
    async def test_chat_hears_the_seasons_ranking(self, tmp_path: Path, ranking: str, said: str) -> None:
        custom = rules(tmp_path / "c", f'ranking = "{ranking}"')
        async with Hall(custom=custom, cards=f"{WIN} {LOSE}") as hall:
            await season(hall, "start", "A")
            await play(hall, 200)
            await hall.do("kick", 1)
            await play(hall, 100, "ben")
            await hall.do("give", "ben", 1000)
            await hall.say("aya", "ランキング")
            assert hall.replies[-1].text == said

    @pytest.mark.parametrize(("ranking", "aya", "ben"), [("net", 200, -100), ("best", 200, 0)])
    async def test_the_pictures_rank_by_what_the_season_does(
        self, tmp_path: Path, ranking: str, aya: int, ben: int
    ) -> None:
        def shown(table: str = "tournament") -> list[tuple[str, int | float]]:
            held = hall.floor.frame(table).public["ranking"]
            return [(one["name"], one["points"]) for one in held]

        custom = rules(tmp_path / "c", f'ranking = "{ranking}"')
        hall = Hall(tmp_path / "x.db", custom=custom, cards=f"{WIN} {LOSE}", table=("tournament", "switch"))
        async with hall:
            await season(hall, "start", "A")
            assert shown() == []
            await play(hall, 200)
            await hall.settle()
            assert shown() == shown("switch") == [("aya", 200)]
            await hall.do("kick", 1)
            await play(hall, 100, "ben")
            await hall.settle()
            assert shown() == shown("switch") == [("aya", aya), ("ben", ben)]
            await hall.reopen()
            await hall.settle()
            assert shown() == shown("switch") == [("aya", aya), ("ben", ben)]
            await hall.do("void")
            await hall.settle()
            assert shown() == shown("switch") == [("aya", aya), ("ben", 0)]
            await season(hall, "end")
            assert [name for name, _ in shown()] == ["aya", "ben"]
            assert shown()[0][1] > 200

    async def test_an_end_that_could_not_be_stored_leaves_the_ranking_in_the_pictures(
        self, tmp_path: Path
    ) -> None:
        custom = rules(tmp_path / "c", 'ranking = "net"')
        async with Hall(custom=custom, cards=WIN, table=("tournament", "switch")) as hall:
            await season(hall, "start", "A")
            await play(hall, 200)
            await hall.settle()

            def broken() -> None:
                raise OSError("disk")

            hall.store.faults.before_commit = broken
            for words in (("pause",), ("end",)):
                assert await season(hall, *words) == "not_counted"
            hall.store.faults.before_commit = None
            await hall.do("give", "aya", 5, table="switch")  # another picture
            for table in hall.tables:
                held = hall.floor.frame(table).public
                assert held["season"]["state"] == "running"
                assert [(one["name"], one["points"]) for one in held["ranking"]] == [("aya", 200)]
            assert await season(hall, "end") == "done"
            assert (await last(hall))[1]["aya"].net == Amount(20_000)

    def test_places_are_shared_by_equals_and_ordered_by_the_figure(self) -> None:
        def line(account: int, points: int, net: int, best: int) -> SeasonLine:
            figures: Any = (Amount(points), Amount(net), Amount(best))
            return SeasonLine(account, f"v{account}", "plain", *figures)  # type: ignore[arg-type]

        lines = [line(1, 10, 5, 9), line(2, 30, -5, 1), line(3, 10, 7, 1)]

        def order(ranking: Any) -> list[tuple[int, int]]:
            return [(place, int(one.account)) for place, one in places(lines, ranking)]

        assert order("points") == [(1, 2), (2, 1), (2, 3)]
        assert order("net") == [(1, 3), (2, 1), (3, 2)]
        assert order("best") == [(1, 1), (2, 2), (2, 3)]


class TestWhatTheDealerIsTold:
    async def test_what_a_start_would_do_and_then_what_the_end_will(self, tmp_path: Path) -> None:
        """The end goes by the rules the season began with, whatever the file says meanwhile."""
        custom = rules(tmp_path / "c", 'begin = "start"\nend = "carry"\n')
        async with Hall(custom=custom) as hall:
            told = {"begin": "start", "end": "carry", "ranks": "keep"}
            assert hall.floor.frame(None).dealer["season_rules"] == told
            assert "season_rules" not in hall.floor.frame(None).public
            await season(hall, "start", "A")
            rules(custom, 'begin = "carry"\nend = "start"\nranks = "first"\n')
            hall.now_ms += 5000
            await hall.say("aya", "join")
            assert hall.frames[-1].dealer["season_rules"] == told
            await season(hall, "end")
            await hall.say("ben", "join")
            told = {"begin": "carry", "end": "start", "ranks": "first"}
            assert hall.frames[-1].dealer["season_rules"] == told
            rules(custom, "begin = 1")
            hall.now_ms += 5000
            await hall.say("cho", "join")
            assert hall.frames[-1].dealer["season_rules"] is None

    async def test_the_first_places_are_told_to_every_table(self) -> None:
        async with Hall(table=("tournament", "switch"), cards=f"{WIN} {WIN} {LOSE} {WIN}") as hall:
            await season(hall, "start", "A")
            for bet, who in ((100, "aya"), (300, "ben"), (100, "cho"), (10, "dai")):
                await play(hall, bet, who)
                await hall.say(who, "leave")
            assert await season(hall, "end") == "done"
            await hall.settle()
            for table in ("tournament", "switch"):
                first, *podium = [one for one in hall.frames if one.table == table][-1].events
                assert first == {"type": "season_changed", "name": "A", "what": "ended"}
                assert podium == [
                    {
                        "type": "season_placed",
                        "place": place,
                        "player": hall.player(who),
                        "name": who,
                        "rank": "plain",
                        "figure": points,
                    }
                    for place, who, points in ((1, "ben", 800), (2, "aya", 600), (3, "dai", 510))
                ]
