"""``chatjack rules check``: what the house's own files change, and what is wrong with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Chatjack


def write(tmp_path: Path, name: str, text: str) -> Path:
    path = tmp_path / "data" / "custom" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_nothing_is_changed(chatjack: Chatjack):
    done = chatjack("rules", "check")
    assert (done.returncode, done.stdout) == (0, "")
    assert "custom" in done.stderr


def test_every_change_is_listed_with_what_was_shipped(chatjack: Chatjack, tmp_path: Path):
    sheet = write(tmp_path, "tables/tournament.toml", 'seats = 5\n[pays]\nnatural = "6/5"\n')
    write(tmp_path, "ranks.toml", '[[ranks]]\nid = "heart"\npromoted_at = 20000\n')
    write(tmp_path, "seasons.toml", 'ranking = "net"\n')
    write(tmp_path, "words.toml", '[commands]\nhit = ["おかわり"]\n')
    write(tmp_path, "premiums.toml", "[switch.pays]\n777 = 8\n")
    write(tmp_path, "machine.toml", '[night-parade]\nreturns = "93.72"\nscatter.most = 16\n')
    done = chatjack("rules", "check")
    assert done.returncode == 0, done.stderr
    found = {
        (Path(one["file"]).name, one["table"]): {
            it["key"]: (it["value"], it["default"]) for it in one["changed"]
        }
        for one in map(json.loads, done.stdout.splitlines())
    }
    assert found == {
        (sheet.name, "tournament"): {"seats": (5, 7), "pays.natural": ("6/5", "5/2")},
        ("premiums.toml", "switch"): {"premiums.pays.777": ("8", "7")},
        ("machine.toml", "slots"): {
            "machine.returns": ("93.72", "93.98"),
            "machine.scatter.most": (16, 100),
        },
        ("ranks.toml", None): {"heart.promoted_at": (20_000, 10_000)},
        ("seasons.toml", None): {"ranking": ("net", "points")},
        ("words.toml", None): {"commands.hit": (["おかわり"], None)},
    }
    assert "tournament: pays.natural = 6/5 (shipped: 5/2)" in done.stderr


@pytest.mark.parametrize(
    ("name", "text", "key", "ja"),
    [
        ("tables/tournament.toml", "seats = 99", "seats", "12 以下にしてください"),
        ("tables/tournament.toml", "seat = 5", "seat", "このキーはありません"),
        ("tables/mine.toml", "seats = 5", "id", "ファイル名と同じ"),
        ("ranks.toml", '[[ranks]]\nid = "heart"\nstep = 0', "ranks[2].step", "1 以上にしてください"),
        ("seasons.toml", "tables = 5", "tables", "並び"),
        ("tables/turnament.txt", "seats = 5", "(the whole file)", "このファイルは使われません"),
        ("words.toml", "[commands]\nhit = 5", "[commands] hit", "言葉の並び"),
        ("premiums.toml", '[switch.pays]\n777 = "x"', "premiums.pays.777", "使えません"),
        ("machine.toml", "[night-parade.pays]\nlemon = { 3 = 6 }", "machine", "リールから計算した還元率は"),
    ],
)
def test_a_mistake_names_file_key_and_what_is_allowed(
    chatjack: Chatjack, tmp_path: Path, name: str, text: str, key: str, ja: str
):
    path = write(tmp_path, name, text)
    done = chatjack("rules", "check", LANG="ja_JP.UTF-8")
    assert done.returncode == 1
    assert str(path) in done.stderr
    assert key in done.stderr
    assert ja in done.stderr
    assert len(done.stdout.splitlines()) == 1
    assert json.loads(done.stdout)["error"]


def test_a_mistake_stops_the_start_with_the_same_words(chatjack: Chatjack, tmp_path: Path):
    path = write(tmp_path, "tables/tournament.toml", "seats = 99")
    done = chatjack("--port", "0")
    assert done.returncode == 1
    assert f"{path}: seats: must be 12 or less, not 99" in done.stderr
    assert "Traceback" not in done.stderr
