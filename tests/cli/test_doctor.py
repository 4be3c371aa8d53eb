"""``chatjack doctor``: with and without a running floor, and with everything that can be wrong."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.points import MAIN_ECONOMY, RankTable, Store, Tx
from tests.cli.conftest import Chatjack
from tests.cli.test_floor import Running
from tests.ports import free_port

JAPANESE = re.compile(r"[\u3040-\u30ff]")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def database(data: Path) -> Path:
    """One with a viewer in it."""

    async def create() -> None:
        async with await Store.open(data / "chatjack.db") as store:

            async def arrive(tx: Tx) -> None:
                await tx.viewer(MAIN_ECONOMY, "practice", "aya", "あや", RankTable.load().ranks[0])

            await store.do(arrive)

    asyncio.run(create())
    return data / "chatjack.db"


@pytest.fixture
def port() -> str:
    return str(free_port())


@pytest.fixture
def running(tmp_path: Path, environment: dict[str, str], database: Path) -> Iterator[Running]:
    floor = Running(tmp_path, environment, free_port())
    try:
        floor.wait_until_open()
        yield floor
    finally:
        floor.process.kill()
        floor.process.wait()


def report(chatjack: Chatjack, port: str, **variables: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The exit code, and the findings by code."""
    done = chatjack("doctor", "--json", CHATJACK_PORT=port, **variables)
    assert done.stderr == "", done.stderr
    found = json.loads(done.stdout)
    assert found["ok"] is (done.returncode == 0)
    assert not [one for one in found["findings"] if one["text"].startswith("doctor.")]
    return done.returncode, {one["code"]: one for one in found["findings"]}


def test_before_the_first_start_nothing_is_wrong_and_nothing_is_made(chatjack: Chatjack, data, port):
    code, found = report(chatjack, port)
    assert code == 0
    assert {"folder_new", "database_none", "floor_closed", "port_free", "twitch_off"} <= found.keys()
    assert not data.exists()


def test_people_are_told_in_their_language(chatjack: Chatjack, port):
    english = chatjack("doctor", CHATJACK_PORT=port)
    japanese = chatjack("doctor", CHATJACK_PORT=port, LANG="ja_JP.UTF-8")
    assert english.returncode == japanese.returncode == 0
    assert not JAPANESE.search(english.stdout)
    assert "カジノは閉まっています" in japanese.stdout


def test_a_sound_database_stays_as_it_is(chatjack: Chatjack, database, port):
    before = database.read_bytes()
    code, found = report(chatjack, port)
    assert code == 0
    assert {"database_good", "clock_good", "backups_none"} <= found.keys()
    assert database.read_bytes() == before


def test_a_damaged_database_is_wrong(chatjack: Chatjack, database, port):
    database.write_bytes(b"not a database, however long one reads on" * 100)
    code, found = report(chatjack, port)
    assert code == 1
    assert "backups" in found["database_damaged"]["mend"]


def test_a_database_of_something_else_is_wrong(chatjack: Chatjack, data, port):
    data.mkdir()
    connection = sqlite3.connect(data / "chatjack.db")
    connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    assert report(chatjack, port)[0] == 1


@pytest.mark.parametrize(("revision", "code", "expected"), [("0001", 0, "older"), ("9999", 1, "newer")])
def test_a_database_of_another_version_is_told_apart(
    chatjack: Chatjack, database, port, revision, code, expected
):
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()
    found_code, found = report(chatjack, port)
    assert (found_code, f"database_{expected}" in found) == (code, True)


def test_a_clock_that_went_back_is_seen_in_the_database(chatjack: Chatjack, database, port):
    tomorrow = int((time.time() + 86_400) * 1000)
    with sqlite3.connect(database) as connection:
        connection.execute("INSERT INTO messages VALUES ('p', 'c', 'm', ?)", (tomorrow,))
    connection.close()
    code, found = report(chatjack, port)
    assert code == 1
    assert "23 hours" in found["clock_back"]["text"] or "24 hours" in found["clock_back"]["text"]


def test_backups_are_counted(chatjack: Chatjack, database, port):
    async def copy() -> None:
        async with await Store.open(database) as store:
            await store.make_backup()

    asyncio.run(copy())
    assert report(chatjack, port)[1]["backups"]["text"].startswith("Backups: 1,")


def test_a_port_that_another_program_has_is_wrong(chatjack: Chatjack):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        code, found = report(chatjack, str(other.getsockname()[1]))
    assert code == 1
    assert "CHATJACK_PORT" in found["port_taken"]["mend"]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_keys_that_others_may_read_are_worth_a_warning(chatjack: Chatjack, data, port):
    data.mkdir()
    for name, mode in (("tokens.json", 0o600), ("twitch.json", 0o644)):
        (data / name).write_text("{}")
        (data / name).chmod(mode)
    code, found = report(chatjack, port)
    assert code == 0
    assert "twitch.json" in found["keys_open"]["text"]
    assert "tokens.json" in found["keys_good"]["text"]


def test_a_setting_that_cannot_be_used_is_the_finding(chatjack: Chatjack, port):
    code, found = report(chatjack, port, CHATJACK_HOST="example.com")
    assert code == 1
    assert "CHATJACK_HOST" in found["setting_wrong"]["text"]


def test_settings_are_told_with_their_place_and_never_their_value(chatjack: Chatjack, port):
    done = chatjack("doctor", CHATJACK_PORT=port, CHATJACK_TWITCH_CLIENT_SECRET="hush0123456789hush")
    assert "twitch_client_secret: The environment" in done.stdout
    assert "hush" not in done.stdout + done.stderr


def test_programs_that_are_not_there_yet_are_named(chatjack: Chatjack, port):
    nobody = free_port()
    code, found = report(chatjack, port, CHATJACK_OBS_URL=f"ws://127.0.0.1:{nobody}")
    assert code == 0
    assert str(nobody) in found["program_missing"]["text"]


def test_a_running_floor_is_asked(chatjack: Chatjack, running: Running):
    code, found = report(chatjack, str(running.port))
    assert code == 0, found
    assert {"floor_runs", "overlay_missing", "connection_off", "database_good"} <= found.keys()
    assert "port_taken" not in found, "it is our own"
    text = chatjack("doctor", CHATJACK_PORT=str(running.port)).stdout
    tokens = json.loads((running.output.parent / "data" / "tokens.json").read_text())
    assert not [token for token in tokens.values() if token in text]


@pytest.mark.skipif(sys.platform == "win32", reason="a process is stopped by POSIX's signals")
def test_a_floor_that_hangs_is_wrong(chatjack: Chatjack, running: Running):
    import signal

    running.process.send_signal(signal.SIGSTOP)
    try:
        code, found = report(chatjack, str(running.port))
    finally:
        running.process.send_signal(signal.SIGCONT)
    assert code == 1
    assert "floor_silent" in found
