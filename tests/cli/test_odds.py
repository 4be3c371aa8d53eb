"""``chatjack odds``: what a table returns, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Chatjack


def test_one_json_line(chatjack: Chatjack):
    done = chatjack("odds", "european-roulette", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    report = json.loads(line)
    assert (report["table"], report["game"], report["method"]) == ("european-roulette", "roulette", "exact")
    assert {one["exact"] for one in report["bets"]} == {"36/37"}


def test_a_table_for_people(chatjack: Chatjack):
    done = chatjack("odds", "american-roulette", LANG="ja_JP.UTF-8")
    assert done.returncode == 0
    assert "5つの数字" in done.stdout
    assert "92.105 %" in done.stdout
    assert "正確に" in done.stderr


def test_a_simulation_says_how_it_was_played(chatjack: Chatjack):
    done = chatjack("odds", "tournament", "--rounds", "50", "--seed", "3")
    assert done.returncode == 0
    assert "±" in done.stdout
    assert "50 rounds played (seed 3)" in done.stderr
    assert "Strategy: basic" in done.stderr
    report = json.loads(chatjack("odds", "tournament", "--rounds", "50", "--seed", "3", "--json").stdout)
    assert (report["rounds"], report["seed"], report["method"]) == (50, 3, "simulated")
    assert report["strategy"].startswith("Strategy: basic")
    assert report["bets"][0]["standard_error"] > 0


def test_the_houses_own_rules_count(chatjack: Chatjack, tmp_path: Path):
    sheet = tmp_path / "data" / "custom" / "tables" / "slots.toml"
    sheet.parent.mkdir(parents=True)
    sheet.write_text('machine = "fruit-parlour"\n', "utf-8")
    report = json.loads(chatjack("odds", "slots", "--json").stdout)
    assert f"{100 * report['bets'][0]['return']:.2f}" == "93.93"


def test_no_such_table_is_one_sentence(chatjack: Chatjack):
    done = chatjack("odds", "whist")
    assert done.returncode == 1
    assert "no such table; there are: " in done.stderr
    assert "Traceback" not in done.stderr
