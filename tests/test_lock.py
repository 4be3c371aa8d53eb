"""One running floor per data folder (design 3), with real processes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.lock import AlreadyRunning, FloorLock, running_at
from tests.patience import PATIENCE

ROOT = Path(__file__).parent.parent
HOLD = """
import sys
from pathlib import Path
from bot.lock import FloorLock
with FloorLock(Path(sys.argv[1])) as lock:
    lock.announce(sys.argv[2])
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def hold():
    """Starts another process that holds the lock until it is told to go, or killed."""
    running: list[subprocess.Popen[str]] = []

    def start(data_dir: Path, url: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-X", "utf8", "-c", HOLD, str(data_dir), url]
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        running.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        return process

    yield start
    for process in running:
        process.kill()
        process.communicate()


Hold = Callable[[Path, str], subprocess.Popen[str]]


def test_a_second_floor_is_told_where_the_first_one_is(tmp_path: Path, hold: Hold):
    hold(tmp_path / "データ", "http://127.0.0.1:7788/")
    with pytest.raises(AlreadyRunning) as caught, FloorLock(tmp_path / "データ"):
        pytest.fail("two floors on one folder")
    assert caught.value.url == "http://127.0.0.1:7788/"
    assert caught.value.data_dir == tmp_path / "データ"


def test_a_killed_floor_leaves_nothing_locked(tmp_path: Path, hold: Hold):
    process = hold(tmp_path, "http://127.0.0.1:1/")
    process.kill()
    process.wait()
    with FloorLock(tmp_path):
        assert not (tmp_path / "floor.url").exists(), "the dead floor's address"


def test_a_closed_floor_leaves_nothing_locked(tmp_path: Path, hold: Hold):
    process = hold(tmp_path, "http://127.0.0.1:1/")
    process.communicate()
    assert process.returncode == 0
    assert not (tmp_path / "floor.url").exists()
    with FloorLock(tmp_path):
        pass


def test_two_floors_on_two_folders(tmp_path: Path, hold: Hold):
    hold(tmp_path / "one", "http://127.0.0.1:1/")
    with FloorLock(tmp_path / "two"):
        assert (tmp_path / "two").is_dir()


def test_the_second_start_does_not_take_the_firsts_address_away(tmp_path: Path):
    with FloorLock(tmp_path) as lock:
        lock.announce("http://127.0.0.1:7788/")
        for _ in range(2):
            with pytest.raises(AlreadyRunning) as caught, FloorLock(tmp_path):
                pytest.fail("two floors on one folder")
            assert caught.value.url == "http://127.0.0.1:7788/"


def test_a_floor_still_starting_has_no_address_yet(tmp_path: Path):
    with FloorLock(tmp_path), pytest.raises(AlreadyRunning) as caught, FloorLock(tmp_path):
        pytest.fail("two floors on one folder")
    assert caught.value.url == ""


def test_a_folder_that_cannot_be_made_is_the_systems_own_error(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file") as caught, FloorLock(tmp_path / "file" / "data"):
        pytest.fail("no folder, no floor")
    assert caught.value.filename


def test_looking_whether_a_floor_runs_changes_nothing(hold, tmp_path):
    assert running_at(tmp_path / "none") is None
    assert not (tmp_path / "none").exists()
    process = hold(tmp_path, "http://127.0.0.1:7788/")
    assert running_at(tmp_path) == "http://127.0.0.1:7788/"
    process.communicate(timeout=PATIENCE)
    assert running_at(tmp_path) is None
    with FloorLock(tmp_path):
        pass
