"""``chatjack season``: seasons while no floor runs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from bot.amounts import points
from bot.lock import FloorLock
from bot.points import MAIN_ECONOMY, AccountKind, RankTable, Store, TableRow, Transfer, Tx
from tests.cli.conftest import Chatjack

TABLE = "tournament"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two viewers; what they win is up to :func:`play`."""
    path = tmp_path / "data" / "chatjack.db"
    path.parent.mkdir()

    async def arrive(tx: Tx) -> None:
        for name in ("aya", "ben"):
            await tx.viewer(MAIN_ECONOMY, "practice", name, name, RankTable.load().first)

    _do(path, arrive)
    return path


def _do(path: Path, work: Any) -> Any:
    async def run() -> Any:
        async with await Store.open(path) as store:
            return await store.do(work)

    return asyncio.run(run())


def test_each_kind_of_points_has_its_own_seasons(chatjack: Chatjack, database: Path, tmp_path: Path):
    settings = 'tables = ["tournament", "kuro/switch"]\npoints = { kuro = "club" }\n'
    (database.parent / "settings.toml").write_text(settings, encoding="utf-8")
    assert chatjack("season", "--points", "club", "start", "Night").returncode == 0
    assert chatjack("season", "start", "Day").returncode == 0
    names = {
        options: [
            json.loads(line)["season"] for line in chatjack("season", *options, "list").stdout.splitlines()
        ]
        for options in ((), ("--points", "club"), ("--points", "main"))
    }
    assert names == {(): ["Day"], ("--points", "club"): ["Night"], ("--points", "main"): ["Day"]}
    wrong = chatjack("season", "--points", "clbu", "start", "Night")
    assert (wrong.returncode, "main, club" in wrong.stderr) == (1, True)


def play(path: Path, number: int, **won: int) -> None:
    """A round in which each viewer staked 100 and got that much back."""

    async def settle(tx: Tx) -> None:
        escrow = await tx.system(AccountKind.ESCROW, MAIN_ECONOMY, TABLE)
        house = await tx.system(AccountKind.HOUSE, MAIN_ECONOMY)
        for name, back in won.items():
            viewer = await tx.viewer(MAIN_ECONOMY, "practice", name, name, RankTable.load().first)
            of = (TABLE, number, 1, name)
            await tx.post(
                [
                    Transfer(viewer.account, escrow, points(100), "bet", *of),
                    Transfer(house, escrow, points(1000), "bank", *of),
                    *([Transfer(escrow, viewer.account, points(back), "win", *of)] if back else []),
                    Transfer(escrow, house, points(1100 - back), "sweep", *of),
                ]
            )

    _do(path, settle)


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def balances(path: Path) -> dict[str, int]:
    async def run() -> dict[str, int]:
        async with await Store.open(path) as store:
            return {one.name: int(one.balance) // 100 for one in await store.viewers("practice")}

    return asyncio.run(run())


def test_a_season_from_start_to_end(chatjack: Chatjack, database: Path):
    play(database, 1, aya=700)
    started = chatjack("season", "start", "夏の陣")
    assert started.returncode == 0, started.stderr
    assert lines(started.stdout)[0]["state"] == "running"
    play(database, 2, aya=200, ben=0)
    play(database, 3, ben=250)
    shown = lines(chatjack("season", "show").stdout)[0]
    assert [(it["place"], it["name"], it["points"]) for it in shown["ranking"]] == [
        (1, "aya", 1200),
        (2, "ben", 550),
    ]
    assert [(it["net"], it["best"]) for it in shown["ranking"]] == [(100, 100), (50, 150)]
    assert lines(chatjack("season", "pause").stdout)[0]["state"] == "paused"
    assert lines(chatjack("season", "resume").stdout)[0]["state"] == "running"
    ended = chatjack("season", "end", "--reset", LANG="ja_JP.UTF-8")
    assert lines(ended.stdout)[0]["state"] == "ended"
    assert "シーズン「夏の陣」は終わりました。" in ended.stderr
    assert balances(database) == {"aya": 500, "ben": 500}
    again = lines(chatjack("season", "show", "夏の陣").stdout)[0]
    assert again["ranking"] == shown["ranking"], "the ranking stays as it was"
    assert [it["season"] for it in lines(chatjack("season", "list").stdout)] == ["夏の陣"]
    assert chatjack("audit").returncode == 0
    assert len(list((database.parent / "backups").glob("*before-season*"))) == 2


def test_the_ranking_goes_by_the_seasons_own_figure(chatjack: Chatjack, database: Path):
    custom = database.parent / "custom"
    custom.mkdir()
    (custom / "seasons.toml").write_text('ranking = "best"', "utf-8")
    chatjack("season", "start", "A")
    play(database, 1, aya=150, ben=0)
    play(database, 2, aya=150, ben=180)
    shown = chatjack("season", "show")
    assert [it["name"] for it in lines(shown.stdout)[0]["ranking"]] == ["ben", "aya"]
    assert "1. ben  80" in shown.stderr


def test_what_cannot_be_is_said(chatjack: Chatjack, database: Path):
    for arguments, part in (
        (("pause",), "No season is on"),
        (("end",), "No season is on"),
        (("show", "B"), 'no season "B"'),
        (("start", " "), "1 to 40"),
    ):
        done = chatjack("season", *arguments)
        assert done.returncode == 1
        assert part in done.stderr
        assert "Traceback" not in done.stderr
    assert chatjack("season", "list").stdout == ""


def test_while_a_floor_runs_the_dock_is_the_place(chatjack: Chatjack, database: Path):
    with FloorLock(database.parent):
        done = chatjack("season", "start", "A")
        assert done.returncode == 1
        assert "dock" in done.stderr
        assert chatjack("season", "list").returncode == 0, "looking is allowed"
    assert chatjack("season", "list").stdout == ""


def test_not_with_a_round_left_open(chatjack: Chatjack, database: Path):
    row = TableRow(TABLE, "blackjack", "practice", "practice", MAIN_ECONOMY, TABLE, 1, round_open=True)
    _do(database, lambda tx: tx.put_table(row))
    done = chatjack("season", "start", "A")
    assert done.returncode == 1
    assert TABLE in done.stderr


def test_there_may_be_no_database_yet(chatjack: Chatjack, tmp_path: Path):
    for what in (("list",), ("start", "A")):
        assert chatjack("season", *what).returncode == 1
    assert not (tmp_path / "data").exists()
