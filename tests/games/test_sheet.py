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
        ({"pays.win": "-1"}, "pays.win: must be 0 or more"),
        ({"order": "round"}, "order: must be 'passes' or 'hand_by_hand', not 'round'"),
        ({"exit": None}, "exit: must be 'joker', 'time' or 'none', not None"),
        ({"seats": "many"}, "seats: must be a whole number"),
        ({"limits": {"min": 100, "max": 50}}, "limits: max must not be below min"),
        ({"jokers": 5}, "jokers: must be 4 or less"),
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
    assert [one.key for one in caught.value.problems] == ["pays.win", "colour"]


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
    mine = text.replace('id = "tournament"', 'id = "mine"\nlike = "tournament"')
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


class TestHouseRules:
    """The streamer's own files, laid over the shipped ones."""

    @staticmethod
    def write(folder: Path, name: str, text: str) -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def test_a_sheet_may_hold_only_what_it_changes(self, tmp_path: Path) -> None:
        self.write(tmp_path, "tables/tournament.toml", 'seats = 5\n[pays]\nnatural = "6/5"\n[limits]\n')
        mine, shipped = load_sheet("tournament", folder=tmp_path), load_sheet("tournament")
        assert (mine.seats, mine.model_dump(mode="json")["pays"]["natural"]) == (5, "6/5")
        held = mine.model_dump(mode="json")
        held |= {"seats": 7, "pays": held["pays"] | {"natural": "5/2"}}
        assert parse_sheet(held) == shipped, "and nothing else has changed"

    def test_a_key_inside_a_named_set_may_be_changed_alone(self, tmp_path: Path) -> None:
        self.write(tmp_path, "tables/switch.toml", "[premiums.pays]\n777 = 8\n")
        pays = load_sheet("switch", folder=tmp_path).model_dump(mode="json")["premiums"]["pays"]
        assert (pays["777"], pays["a_to_6"]) == ("8", "50")

    def test_a_shared_set_may_be_changed_for_every_table(self, tmp_path: Path) -> None:
        self.write(tmp_path, "premiums.toml", "[switch.pays]\n777 = 8\n")
        pays = load_sheet("switch", folder=tmp_path).model_dump(mode="json")["premiums"]["pays"]
        assert (pays["777"], pays["a_to_6"]) == ("8", "50")

    def test_ranks_are_laid_over_rank_by_rank(self, tmp_path: Path) -> None:
        self.write(tmp_path, "ranks.toml", '[[ranks]]\nid = "heart"\npromoted_at = 20000\n')
        ranks = load_sheet("tournament", folder=tmp_path).rank_by_id
        assert list(ranks) == ["plain", "heart", "diamond", "club", "spade"]
        assert (ranks["heart"].promoted_at, ranks["heart"].max_bet) == (20_000, 10_000)

    def test_a_rank_of_ones_own_takes_its_place(self, tmp_path: Path) -> None:
        own = (
            'id = "joker"\nja = "J"\nen = "J"\ninitial_points = 1\nmin_bet = 1\nstep = 1\npromoted_at = 90000'
        )
        self.write(tmp_path, "ranks.toml", f"[[ranks]]\n{own}\n")
        ranks = load_sheet("tournament", folder=tmp_path).rank_by_id
        assert list(ranks) == ["plain", "heart", "diamond", "joker", "club", "spade"]

    def test_a_table_of_ones_own_may_begin_with_a_shipped_one(self, tmp_path: Path) -> None:
        text = 'id = "late-night"\nlike = "switch"\nseats = 3\n'
        self.write(tmp_path, "tables/late-night.toml", text)
        sheet = load_sheet("late-night", folder=tmp_path)
        assert (sheet.id, sheet.seats, sheet.decks, sheet.words) == ("late-night", 3, 6, "switch")
        assert load_sheet("switch").words == "switch"
        self.write(tmp_path, "tables/late-night.toml", text.replace("switch", "poker"))
        with pytest.raises(SheetError, match=r"like: names no shipped table; there are: .*switch"):
            load_sheet("late-night", folder=tmp_path)
        self.write(tmp_path, "tables/late-night.toml", text.replace('like = "switch"', ""))
        with pytest.raises(SheetError, match=r"like: is missing: .* there are: .*switch"):
            load_sheet("late-night", folder=tmp_path)

    @pytest.mark.parametrize(
        ("name", "text", "key", "ja", "en"),
        [
            ("tables/tournament.toml", "seat = 5", "seat", "使えるのは", "allowed here"),
            ("tables/tournament.toml", "seats = 99", "seats", "12 以下", "12 or less"),
            (
                "tables/tournament.toml",
                'exit = "door"',
                "exit",
                "joker、time か none",
                "must be 'joker', 'time' or",
            ),
            ("tables/tournament.toml", "[pays]\nwin = 2.5", "pays.win", '"5/2"', '"5/2"'),
            ("tables/tournament.toml", "[pays\n", "(the whole file)", "TOML の書き方", "not written as TOML"),
            ("tables/tournament.toml", 'premiums = "x"', "premiums", "none、switch", "none, switch"),
            ("premiums.toml", "[switch]\ncolour = 1", "premiums.colour", "使えるのは", "allowed here"),
        ],
    )
    def test_a_mistake_is_said_in_both_languages(
        self, tmp_path: Path, name: str, text: str, key: str, ja: str, en: str
    ) -> None:
        path = self.write(tmp_path, name, text)
        table = "switch" if name == "premiums.toml" else "tournament"
        with pytest.raises(SheetError) as caught:
            load_sheet(table, folder=tmp_path)
        for language, part in (("ja", ja), ("en", en)):
            sentence = caught.value.sentence(language)  # type: ignore[arg-type]
            assert f"{key}: " in sentence
            assert part in sentence
            assert name != "tables/tournament.toml" or str(path) in sentence

    def test_a_byte_order_mark_of_an_editor_does_not_matter(self, tmp_path: Path) -> None:
        path = self.write(tmp_path, "tables/tournament.toml", "")
        path.write_text("seats = 5", "utf-8-sig")
        assert load_sheet("tournament", folder=tmp_path).seats == 5
