"""``chatjack lobby export``, and the lobby of a floor that is open."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bot.lock import FloorLock
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import DealerCommand
from bot.points import MAIN_ECONOMY, RankTable, Store, Tx
from tests.cli.conftest import Chatjack
from tests.cli.test_floor import PATIENCE, Running, answer
from tests.ports import free_port


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two viewers of Twitch."""
    path = tmp_path / "data" / "chatjack.db"
    path.parent.mkdir()

    async def arrive(tx: Tx) -> None:
        for name in ("aya", "ほしの"):
            await tx.viewer(MAIN_ECONOMY, "twitch", f"uid-{name}", name, RankTable.load().first)

    async def run() -> None:
        async with await Store.open(path) as store:
            await store.do(arrive)

    asyncio.run(run())
    return path


def data(folder: Path, name: str) -> Any:
    return json.loads((folder / "data" / f"{name}.json").read_text("utf-8"))


def test_it_writes_a_site(chatjack: Chatjack, database: Path, tmp_path: Path):
    before = database.read_bytes()
    done = chatjack("lobby", "export", tmp_path / "my site", CHATJACK_TABLES="switch,tournament")
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["files"] > 20
    assert str(tmp_path / "my site") in done.stderr
    ranking = data(tmp_path / "my site", "ranking")
    assert [one["name"] for one in ranking["lines"]] == ["aya", "ほしの"]
    assert [one["id"] for one in data(tmp_path / "my site", "rules")["tables"]] == ["switch", "tournament"]
    assert database.read_bytes() == before
    assert not (database.parent / "backups").exists()
    again = chatjack("lobby", "export", tmp_path / "my site")
    assert again.returncode == 0
    assert [one["id"] for one in data(tmp_path / "my site", "ranking")["lines"]] == [
        one["id"] for one in ranking["lines"]
    ], "addresses that were passed on still lead there"


def test_tables_that_were_played_at_are_on_it(chatjack: Chatjack, database: Path, tmp_path: Path):
    async def evening() -> None:
        async with await Store.open(database) as store:
            floor = await Floor.open(store, ["switch"], FloorSettings(delays={}))
            await floor.start()
            await floor.do("switch", DealerCommand("1", "open", (), "dealer"))
            await floor.close()

    asyncio.run(evening())
    done = chatjack("lobby", "export", tmp_path / "site")
    assert done.returncode == 0, done.stderr
    assert [one["id"] for one in data(tmp_path / "site", "rules")["tables"]] == ["tournament", "switch"]


def test_it_is_written_beside_a_running_floor(chatjack: Chatjack, database: Path, tmp_path: Path):
    with FloorLock(database.parent):
        done = chatjack("lobby", "export", tmp_path / "site")
    assert done.returncode == 0, done.stderr


def test_house_rules_are_on_it(chatjack: Chatjack, database: Path, tmp_path: Path):
    tables = database.parent / "custom" / "tables"
    tables.mkdir(parents=True)
    (tables / "tournament.toml").write_text("[pays]\nnatural = '6/5'\n", "utf-8")
    assert chatjack("lobby", "export", tmp_path / "site").returncode == 0
    (table,) = data(tmp_path / "site", "rules")["tables"]
    assert table["house"]
    (tables / "tournament.toml").write_text("nonsense = 1", "utf-8")
    broken = chatjack("lobby", "export", tmp_path / "site")
    assert broken.returncode == 1
    assert "nonsense" in broken.stderr
    assert "Traceback" not in broken.stderr


def test_the_site_of_a_channels_own_points(chatjack: Chatjack, database: Path, tmp_path: Path):
    own = {"CHATJACK_TABLES": "tournament,kuro/switch", "CHATJACK_POINTS": "kuro=kuropoints"}
    assert chatjack("lobby", "export", tmp_path / "kuro", "--points", "kuropoints", **own).returncode == 0
    assert data(tmp_path / "kuro", "ranking")["lines"] == []
    assert [one["id"] for one in data(tmp_path / "kuro", "rules")["tables"]] == ["switch"]
    one_sentence(chatjack("lobby", "export", tmp_path / "x", "--points", "nothing", **own), "nothing")


def one_sentence(done: Any, *parts: str) -> None:
    assert done.returncode == 1
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    for part in parts:
        assert part in done.stderr


def test_without_a_database(chatjack: Chatjack, tmp_path: Path):
    one_sentence(chatjack("lobby", "export", tmp_path / "site"), "chatjack.db")
    assert not (tmp_path / "data" / "chatjack.db").exists()


def test_an_older_database_is_left_as_it_is(chatjack: Chatjack, database: Path, tmp_path: Path):
    connection = sqlite3.connect(database)
    connection.execute("UPDATE alembic_version SET version_num = '0001'")
    connection.commit()
    connection.close()
    one_sentence(chatjack("lobby", "export", tmp_path / "site"), "chatjack.db", "earlier")
    found = sqlite3.connect(database).execute("SELECT version_num FROM alembic_version").fetchone()
    assert found == ("0001",)


def test_a_folder_of_something_else(chatjack: Chatjack, database: Path, tmp_path: Path):
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_bytes(b"cat")
    one_sentence(chatjack("lobby", "export", tmp_path / "photos"), "photos")
    done = chatjack("lobby", "export", tmp_path / "photos", LANG="ja_JP.UTF-8")
    assert "ほかのファイル" in done.stderr


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written(chatjack: Chatjack, database: Path, tmp_path: Path):
    (tmp_path / "shut").mkdir(mode=0o500)
    one_sentence(chatjack("lobby", "export", tmp_path / "shut" / "site"), "site")


def test_a_file_in_its_place(chatjack: Chatjack, database: Path, tmp_path: Path):
    (tmp_path / "file").write_text("x", "utf-8")
    one_sentence(chatjack("lobby", "export", tmp_path / "file"), "file")


def test_the_command_explains_itself(chatjack: Chatjack):
    assert "export" in chatjack("lobby").stdout + chatjack("lobby").stderr
    assert chatjack("lobby", "export").returncode == 2
    assert "DIR" in chatjack("lobby", "export", "--help").stdout.upper()


# --- with a floor ------------------------------------------------------------------------------------------


def test_a_floor_opens_its_lobby_on_a_port_of_its_own(tmp_path: Path, environment: dict[str, str]):
    port = free_port()
    running = Running(tmp_path, environment | {"CHATJACK_LOBBY": str(port)}, free_port())
    try:
        running.wait_until_open()
        url = f"http://127.0.0.1:{port}/"
        deadline = time.monotonic() + PATIENCE
        while not answer(url):
            assert running.process.poll() is None, running.said
            assert time.monotonic() < deadline, running.said
            time.sleep(0.05)
        assert "static/lobby/main.js" in answer(url)
        assert answer(url + "dock") == ""
        assert answer(running.url + "lobby") == ""
        while url not in running.said:
            assert time.monotonic() < deadline, running.said
            time.sleep(0.05)
    finally:
        running.press_ctrl_c()


def test_a_lobby_whose_port_is_taken_is_named(
    tmp_path: Path, environment: dict[str, str], chatjack: Chatjack
):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = chatjack("--port", "0", CHATJACK_LOBBY=str(port))
    assert done.returncode == 1
    assert str(port) in done.stderr
    assert "Traceback" not in done.stderr
