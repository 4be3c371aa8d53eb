"""Opening the floor for real, and every way that can fail: one sentence, exit code 1, nothing lost."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Chatjack
from tests.ports import free_port

PATIENCE = 120  # seconds until a start counts as hung; how fast it must be is the benchmarks' business


def answer(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as response:
            return response.read().decode()
    except (urllib.error.URLError, OSError):
        return ""


class Running:
    """A floor in a process of its own."""

    def __init__(self, folder: Path, environment: dict[str, str], port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}/"
        self.output = folder / "output.txt"
        with self.output.open("wb") as file:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "bot", "--port", str(port)],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                creationflags=subprocess.CREATE_NEW_PROCESS_GROUP if sys.platform == "win32" else 0,
            )

    @property
    def said(self) -> str:
        return self.output.read_text("utf-8")

    def wait_until_open(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while answer(self.url + "healthz") != "ok":
            assert self.process.poll() is None, self.said
            assert time.monotonic() < deadline, self.said
            time.sleep(0.05)

    def press_ctrl_c(self) -> int:
        self.process.send_signal(signal.CTRL_BREAK_EVENT if sys.platform == "win32" else signal.SIGINT)
        return self.process.wait(PATIENCE)


Open = Callable[[], Running]


@pytest.fixture
def open_floor(tmp_path: Path, environment: dict[str, str]) -> Iterator[Open]:
    running: list[Running] = []

    def start() -> Running:
        floor = Running(tmp_path, environment, free_port())
        running.append(floor)
        floor.wait_until_open()
        return floor

    yield start
    for floor in running:
        floor.process.kill()
        floor.process.wait()


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a start that failed."""
    assert done.returncode == 1, done.stderr
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


def test_the_floor_opens_shows_where_its_pages_are_and_closes(open_floor: Open, tmp_path: Path):
    floor = open_floor()
    for page in ("overlay", "dock", "chat"):
        assert f"{floor.url}{page}?" in floor.said.replace("\n", ""), "a page's address"
    assert (tmp_path / "data" / "chatjack.db").is_file()
    if sys.platform != "win32":
        assert floor.press_ctrl_c() == 0, floor.said
        assert "Traceback" not in floor.said
        assert not (tmp_path / "data" / "floor.url").exists()


@pytest.mark.parametrize("language", ["en_US.UTF-8", "ja_JP.UTF-8"])
def test_a_second_start_on_the_same_folder_names_the_first(
    language: str, open_floor: Open, chatjack: Chatjack
):
    floor = open_floor()
    sentence = refused(chatjack("--port", str(free_port()), LANG=language))
    assert floor.url in sentence
    assert answer(floor.url + "healthz") == "ok"


def test_a_killed_floor_does_not_stand_in_the_way(open_floor: Open):
    floor = open_floor()
    floor.process.kill()
    floor.process.wait()
    open_floor()


def test_a_port_in_use(open_floor: Open, chatjack: Chatjack, tmp_path: Path):
    floor = open_floor()
    sentence = refused(chatjack("--port", str(floor.port), "--data-dir", tmp_path / "other"))
    assert str(floor.port) in sentence
    assert "CHATJACK_PORT" in sentence


def test_an_address_of_another_computer(chatjack: Chatjack):
    # 192.0.2.0/24 is kept for examples: no computer has it.
    assert "192.0.2.1" in refused(chatjack(CHATJACK_HOST="192.0.2.1"))


def test_a_damaged_database_is_left_as_it_is(chatjack: Chatjack, tmp_path: Path):
    database = tmp_path / "data" / "chatjack.db"
    database.parent.mkdir()
    database.write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    assert str(database) in refused(chatjack("--port", "0"))
    assert database.read_bytes() == b"SQLite format 3\0" + b"\xff" * 9000


def test_a_file_where_the_data_folder_should_be(chatjack: Chatjack, tmp_path: Path):
    (tmp_path / "data").write_text("mine", "utf-8")
    assert "CHATJACK_DATA_DIR" in refused(chatjack("--port", "0"))
    assert (tmp_path / "data").read_text("utf-8") == "mine"


@pytest.mark.skipif(sys.platform == "win32", reason="folders have no read-only bit there that matters")
def test_a_read_only_data_folder(tmp_path: Path, environment: dict[str, str]):
    (tmp_path / "data").mkdir(mode=0o555)
    done = subprocess.run(
        [sys.executable, "-m", "bot", "--port", "0"],
        cwd=tmp_path,
        env=environment,
        preexec_fn=_obey_permissions,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert str(tmp_path / "data") in refused(done)
    assert list((tmp_path / "data").iterdir()) == []


def _obey_permissions() -> None:
    """Root may write anywhere; without this power (CAP_DAC_OVERRIDE) it is a user like any other."""
    if os.geteuid() == 0:
        drop_from_bounding_set, dac_override = 24, 1
        ctypes.CDLL(None).prctl(drop_from_bounding_set, dac_override, 0, 0, 0)
