"""The secrets' file: for the owner alone, whole or not at all, and never emptied."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from bot.chat.twitch.vault import Account, Grant, Held, Vault

SARA = Account("1", "sara", "サラ")
HELD = {"client_id": "id", "client_secret": "secret", "bot": SARA, "channels": (SARA,)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "twitch.json"


def test_without_a_file_nothing_is_held_and_none_is_made(path: Path):
    assert Vault(path).held == Held()
    assert not path.exists()


def test_what_is_kept_is_found_again(path: Path):
    vault = Vault(path)
    vault.change(**HELD)
    vault.grant("1", Grant("a", "r", ("user:bot",)))
    found = Vault(path).held
    assert found == vault.held
    assert found.accounts == (SARA,)
    assert found.allows("1")
    assert not found.allows("2")


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_only_the_owner_may_read_it(path: Path):
    vault = Vault(path)
    vault.change(**HELD)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    Vault(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("raw", ["", "{", "[]", "null", '{"client_id": 1}', "\x00", '{"grants": {}}'])
def test_a_damaged_file_is_put_aside_not_overwritten(path: Path, raw: str):
    path.parent.mkdir()
    path.write_text(raw)
    assert Vault(path).held == Held()
    assert path.with_suffix(".damaged").read_text() == raw


def test_a_write_that_fails_leaves_the_old_file(path: Path, monkeypatch: pytest.MonkeyPatch):
    vault = Vault(path)
    vault.change(**HELD)
    vault.grant("1", Grant("old", "r"))
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("bot.chat.twitch.vault.os.fsync", full)
    with pytest.raises(OSError, match="space"):
        vault.change(client_id="other")
    assert vault.held.client_id == "id"
    vault.grant("1", Grant("new", "r2"))  # refreshed: the old one may be worth nothing
    assert vault.held.grants["1"].access == "new"
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == ["twitch.json"]
    monkeypatch.undo()
    vault.change(client_id="id2")
    assert json.loads(path.read_text())["grants"]["1"]["access"] == "new"


def test_only_a_person_takes_a_grant_out(path: Path):
    vault = Vault(path)
    vault.change(**HELD)
    vault.grant("1", Grant("a", "r"))
    vault.grant("2", Grant("b", "r"))
    vault.change(client_id="another")
    assert set(Vault(path).held.grants) == {"1", "2"}
    vault.forget("1")
    assert set(Vault(path).held.grants) == {"2"}
