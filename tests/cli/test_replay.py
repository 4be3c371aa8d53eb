"""``chatjack replay``: one report per scenario, and 1 if an expectation fails (design 7)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Chatjack

DEAL = {
    "about": "aya stands on 20 against 19",
    "table": "tournament",
    "players": {"aya": {"points": 1000}},
    "cards": "KS TC QH 9D",
    "steps": ["aya: 参加", "@open", "aya: Ｂｅｔ１００", "@deal", "aya: スタンド"],
    "expect": {"points": {"aya": 1100}, "phase": "idle"},
}


@pytest.fixture
def scenario(tmp_path: Path):
    def write(name: str, **changes: object) -> Path:
        (tmp_path / name).write_text(json.dumps(DEAL | changes, ensure_ascii=False), "utf-8")
        return tmp_path / name

    return write


def test_a_scenario_that_holds(chatjack: Chatjack, scenario):
    done = chatjack("replay", scenario("勝ち.json"))
    report = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert report["failures"] == []
    assert report["points"] == {"aya": 1100}
    assert done.stderr == ""


def test_an_expectation_that_fails_is_named(chatjack: Chatjack, scenario):
    done = chatjack("replay", scenario("ok.json"), scenario("wrong.json", expect={"points": {"aya": 1}}))
    assert done.returncode == 1
    assert [bool(json.loads(line)["failures"]) for line in done.stdout.splitlines()] == [False, True]
    assert "wrong.json" in done.stderr
    assert "ok.json" not in done.stderr


@pytest.mark.parametrize("content", [None, "{", "[]", '{"table": "nix"}'])
def test_a_file_that_is_no_scenario_is_named(content: str | None, chatjack: Chatjack, tmp_path: Path):
    if content is not None:
        (tmp_path / "broken.json").write_text(content, "utf-8")
    done = chatjack("replay", "broken.json")
    assert done.returncode == 1
    assert "broken.json" in done.stderr
    assert "Traceback" not in done.stderr
    assert json.loads(done.stdout)["failures"]


def test_a_round_where_nothing_was_played_yet_is_one_sentence(chatjack: Chatjack):
    done = chatjack("replay", "--round", "1", CHATJACK_LANGUAGE="ja")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_it_leaves_the_streamers_data_alone(chatjack: Chatjack, scenario, tmp_path: Path):
    chatjack("replay", scenario("ok.json"))
    assert not (tmp_path / "data").exists()
