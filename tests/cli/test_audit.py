"""``chatjack audit``: do all transfers and balances agree? (design 4)"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest

from bot.points import MAIN_ECONOMY, RankTable, Store, Tx
from tests.cli.conftest import Chatjack


class Arrival:
    """A viewer is given their first points."""

    async def run(self, tx: Tx) -> None:
        await tx.viewer(MAIN_ECONOMY, "practice", "aya", "あや", RankTable.load().ranks[0])

    def rolled_back(self) -> None:
        pass


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "data" / "chatjack.db"
    path.parent.mkdir()

    async def create() -> None:
        async with await Store.open(path) as store:
            await store.writer.submit(Arrival())

    asyncio.run(create())
    return path


def test_an_untouched_ledger_is_clean(chatjack: Chatjack, database: Path):
    done = chatjack("audit")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["clean"], report["sum"], report["transfers"]) == (True, 0, 1)


def test_a_ledger_somebody_has_edited_is_not(chatjack: Chatjack, database: Path):
    with sqlite3.connect(database) as connection:
        for (trigger,) in connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            connection.execute(f"DROP TRIGGER {trigger}")
        connection.execute("UPDATE accounts SET balance = balance + 100 WHERE kind = 'viewer'")
    connection.close()
    done = chatjack("audit")
    assert done.returncode == 1
    assert json.loads(done.stdout)["clean"] is False
    assert "balance" in done.stderr


def test_there_may_be_no_ledger_yet(chatjack: Chatjack, tmp_path: Path):
    done = chatjack("audit")
    assert done.returncode == 1
    assert "chatjack.db" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "data").exists(), "looking must not make one"


def test_a_damaged_ledger_is_named_and_left_alone(chatjack: Chatjack, database: Path):
    database.write_bytes(b"not a database, however long one reads on" * 100)
    before = database.read_bytes()
    done = chatjack("audit")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert str(database) in done.stderr
    assert "damaged" in done.stderr
    assert database.read_bytes() == before
