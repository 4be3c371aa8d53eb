"""``chatjack forget``: one person, for good, and only while no floor runs."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from bot.lock import FloorLock
from bot.points import MAIN_ECONOMY, RankTable, Store, Tx
from tests.cli.conftest import Chatjack


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two viewers of one name, and another."""

    async def create() -> None:
        async with await Store.open(tmp_path / "data" / "chatjack.db") as store:

            async def arrive(tx: Tx) -> None:
                first = RankTable.load().first
                for platform, user, name in (
                    ("twitch", "1", "さら"),
                    ("niconico", "2", "サラ"),
                    ("twitch", "3", "さら"),
                ):
                    await tx.viewer(MAIN_ECONOMY, platform, user, name, first)

            await store.do(arrive)

    asyncio.run(create())
    return tmp_path / "data" / "chatjack.db"


def users(database: Path) -> list[str]:
    connection = sqlite3.connect(database)
    try:
        return [
            row[0]
            for row in connection.execute("SELECT user_id FROM accounts WHERE kind = 'viewer' ORDER BY id")
        ]
    finally:
        connection.close()


def test_the_name_goes_and_the_ledger_stays(chatjack: Chatjack, database: Path):
    done = chatjack("forget", "サラ", "--yes")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["name"].startswith("somebody #")
    assert users(database)[0] == "1"
    assert users(database)[1].startswith("forgotten-")
    assert json.loads(chatjack("audit").stdout)["clean"] is True


def test_of_one_name_one_is_picked_by_id(chatjack: Chatjack, database: Path):
    done = chatjack("forget", "さら", "--yes")
    assert done.returncode == 1
    assert "twitch:1" in done.stderr
    assert "twitch:3" in done.stderr
    assert chatjack("forget", "twitch:3", "--yes").returncode == 0
    assert users(database)[2].startswith("forgotten-")


def test_it_asks_first(chatjack: Chatjack, database: Path):
    assert chatjack("forget", "サラ", stdin=b"n\n").returncode == 1
    assert users(database) == ["1", "2", "3"]
    assert chatjack("forget", "サラ", stdin=b"y\n").returncode == 0


def test_somebody_is_forgotten_with_all_their_points(chatjack: Chatjack, database: Path):
    async def play_elsewhere() -> None:
        async with await Store.open(database) as store:
            first = RankTable.load().first
            await store.do(lambda tx: tx.viewer("kuro", "niconico", "2", "サラちゃん", first))

    asyncio.run(play_elsewhere())
    done = chatjack("forget", "サラちゃん", "--yes")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2
    assert [user for user in users(database) if not user.startswith("forgotten-")] == ["1", "3"]


def test_nobody_is_nobody(chatjack: Chatjack, database: Path):
    done = chatjack("forget", "だれか", "--yes")
    assert done.returncode == 1
    assert "だれか" in done.stderr


def test_a_running_floor_does_it_itself(chatjack: Chatjack, database: Path):
    with FloorLock(database.parent):
        done = chatjack("forget", "サラ", "--yes")
    assert done.returncode == 1
    assert "dock" in done.stderr
    assert users(database) == ["1", "2", "3"]
