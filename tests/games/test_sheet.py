"""Rule sheets: every mistake is one error that names the file, the key and what is allowed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.games.registry import load_sheet, parse_sheet, table_ids
from bot.games.sheet import SheetError


@pytest.mark.parametrize("table", table_ids())
def test_every_shipped_sheet_is_complete_and_survives_the_journal(table: str) -> None:
    sheet = load_sheet(table)
    assert parse_sheet(json.loads(json.dumps(sheet.model_dump(mode="json")))) == sheet


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"colour": "red"}, "tournament.toml: colour: unknown key; allowed here: id, game"),
        ({"pays": {"naturel": 2}}, "pays.naturel: unknown key; allowed here: win, push, natural"),
        ({"pays.win": "two"}, "pays.win: an exact number"),
        ({"pays.win": 2.5}, "pays.win: an exact number"),
        ({"pays.win": "1/0"}, "pays.win: an exact number"),
        ({"pays.win": "-1"}, "pays.win: Input should be greater than or equal to 0"),
        ({"order": "round"}, "order: must be 'passes' or 'hand_by_hand', not 'round'"),
        ({"exit": None}, "exit: must be 'joker', 'time' or 'none', not None"),
        ({"seats": "many"}, "seats: Input should be a valid integer"),
        ({"limits": {"min": 100, "max": 50}}, "limits: max must not be below min"),
        ({"jokers": 5}, "jokers: Input should be less than or equal to 4"),
        ({"game": "whist"}, "game: must be one of: blackjack"),
        ({"id": "other"}, "id: must be 'tournament'"),
        ({"ranks": []}, "ranks: "),
    ],
)
def test_a_mistake_names_file_key_and_what_is_allowed(rules: dict[str, Any], says: str) -> None:
    with pytest.raises(SheetError) as caught:
        load_sheet("tournament", rules)
    assert says in str(caught.value)
    assert "tournament.toml" in str(caught.value)


def test_a_missing_key_is_named() -> None:
    mapping = load_sheet("tournament").model_dump(mode="json")
    del mapping["pays"]["win"]
    with pytest.raises(SheetError, match=r"journal: pays\.win: missing"):
        parse_sheet(mapping)


def test_several_mistakes_are_said_together() -> None:
    with pytest.raises(SheetError) as caught:
        load_sheet("tournament", {"colour": 1, "pays.win": "x"})
    assert [key for key, _ in caught.value.problems] == ["pays.win", "colour"]


def test_an_unknown_table_lists_those_there_are() -> None:
    with pytest.raises(SheetError, match=r"whist\.toml: id: no such table; there are: .*tournament"):
        load_sheet("whist")


def test_rules_nested_and_dotted_are_the_same_and_leave_the_rest() -> None:
    nested = load_sheet("tournament", {"pays": {"natural": "11/5"}})
    assert nested == load_sheet("tournament", {"pays.natural": "2.2"})
    assert nested.model_dump(mode="json")["pays"]["win"] == "2"
    assert load_sheet("tournament") != nested


def test_a_sheet_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_sheet("tournament").seats = 3


def test_a_folder_of_ones_own_comes_before_the_shipped_one(tmp_path: Path) -> None:
    shipped = Path(__file__).parents[2] / "data" / "tables" / "tournament.toml"
    (tmp_path / "tables").mkdir()
    text = shipped.read_text("utf-8")
    (tmp_path / "tables" / "tournament.toml").write_text(text.replace("seats = 7", "seats = 5"), "utf-8")
    mine = text.replace('id = "tournament"', 'id = "mine"')
    (tmp_path / "tables" / "mine.toml").write_text(mine, "utf-8")
    assert load_sheet("tournament", folder=tmp_path).seats == 5
    assert load_sheet("mine", folder=tmp_path).id == "mine"
    assert {"mine", "tournament"} <= set(table_ids(tmp_path))
    assert "mine" not in table_ids()


def test_broken_toml_is_an_error_with_the_file(tmp_path: Path) -> None:
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "mine.toml").write_text("seats = = 7", "utf-8")
    with pytest.raises(SheetError, match=r"mine\.toml: \(the whole file\)"):
        load_sheet("mine", folder=tmp_path)


def test_2_3_jokers_are_in_the_shoe_with_the_joker_exit_only() -> None:
    assert load_sheet("tournament", {"exit": "none"}).jokers_in_shoe == 0
    assert load_sheet("tournament", {"exit": "joker", "jokers": 4}).jokers_in_shoe == 4


def test_3_3_limits_follow_rank_and_sheet() -> None:
    sheet = load_sheet("tournament")
    limits = sheet.limits_for("plain")
    assert (limits.low, limits.high, limits.step) == (1000, None, 1000)
    by_rank = load_sheet("tournament", {"limits": {"min": 1, "max": "rank", "step": 1, "cap": 6000}})
    assert by_rank.limits_for("plain").high == 500_000
    assert by_rank.limits_for("heart").high == 600_000
    assert by_rank.limits_for("spade").high == 600_000
    with pytest.raises(KeyError):
        sheet.limits_for("king")
