"""The page of rules is made of the sheets, and says every line of every one in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel

from bot.commands import Vocabulary
from bot.commands.model import Kind
from bot.games.blackjack.premiums import Premium
from bot.games.registry import GAMES, load_sheet, table_ids
from bot.games.sheet import TableSheet
from bot.pit.sheets import flat
from bot.points import RankTable
from bot.texts import LANGUAGES, Language, catalogue
from bot.web.lobby import rulebook as rules

WORDS = Vocabulary.load()


def rows(sheet: TableSheet) -> dict[str, dict[str, Any]]:
    book = rules.rulebook(sheet, WORDS)
    return {row["key"]: row for section in book["sections"] for row in section["rows"]}


def lines(model: type[BaseModel], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every line that a sheet of a model may have, and what it may hold."""
    for name, field in model.model_fields.items():
        inner = _model(field.annotation)
        if inner is None:
            yield f"{prefix}{name}", field.annotation
        else:
            yield from lines(inner, f"{prefix}{name}.")


def _model(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next((found for one in get_args(annotation) if (found := _model(one)) is not None), None)


def literals(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (one for one in get_args(annotation) if isinstance(one, str))
    for one in get_args(annotation):
        yield from literals(one)


ALL_LINES = [
    (key, held)
    for game in GAMES.values()
    for key, held in lines(game.sheet)
    if not rules._named(key, rules._arranged()["hidden"])
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", table_ids())
def test_every_line_of_every_sheet_has_a_label(table: str, language: Language):
    sheet = load_sheet(table)
    missing = [
        key for key, _ in rules._lines(sheet) if rules.label(key, language).startswith(("rules.", "page."))
    ]
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_that_a_sheet_may_have_has_a_label_and_words(language: Language):
    texts = catalogue(language)
    assert len(ALL_LINES) > 40
    assert not [key for key, _ in ALL_LINES if f"rules.key.{key}" not in texts]
    unsaid = [
        f"{key}.{value}"
        for key, held in ALL_LINES
        for value in literals(held)
        if f"rules.value.{key}.{value}" not in texts and f"rules.value.{value}" not in texts
    ]
    assert not unsaid


@pytest.mark.parametrize("table", table_ids())
def test_nothing_on_the_page_is_a_key_or_a_code(table: str):
    for key, row in rows(load_sheet(table, {"exit": "joker"})).items():
        for language in LANGUAGES:
            said = row["label"][language] + row["value"][language]
            assert not re.search(r"[a-z]+_[a-z]+|rules\.|page\.|\{|\}", said), (key, said)
        assert row["value"]["ja"], key


def test_no_label_is_left_over():
    """A text for a line that no sheet may have is a line that was renamed."""
    wanted = {key for key, _ in ALL_LINES}
    sections = {key.rpartition(".")[0] for key in wanted}
    written = {code.removeprefix("rules.key.") for code in catalogue("en") if code.startswith("rules.key.")}
    assert not {key for key in written if key not in wanted and key not in sections}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_premium_and_every_command_is_explained(language: Language):
    texts = catalogue(language)
    assert not [one for one in Premium if f"rules.premium.{one}" not in texts]
    shown = [kind for kind in Kind if WORDS.has("commands", kind.value)]
    assert not [kind for kind in shown if f"rules.word.{kind.value}" not in texts]


def test_figures_are_written_as_people_write_them():
    found = rows(load_sheet("switch"))
    assert found["pays.natural"]["value"]["ja"] == "×2.5"
    assert found["premiums.pays.flush_777"]["value"]["en"] == "×777"
    assert found["premiums.switched.pure_bj"]["value"]["en"] == "×3"
    assert found["side_bets.sm.pays.two_pair"]["label"]["ja"] == "スーパーマッチ：ツーペア"
    assert found["side_bets.sm.pays.two_pair"]["value"]["ja"] == "×10"
    assert found["one_rank_premiums"]["value"]["ja"] == "フラッシュスリーセブン"
    assert "スイッチ" in found["premiums.switched.678"]["label"]["ja"]
    die = rows(load_sheet("unknown-dealer"))["die.pays"]["value"]["ja"]
    assert die == "0人 ×0、1人 ×0.5、2人 ×1、3人 ×1.5、4人 ×2、5人 ×4"


def test_an_endless_fraction_stays_one():
    sheet = load_sheet("tournament", {"pays.natural": "7/3"})
    assert rows(sheet)["pays.natural"]["value"]["en"] == "×7/3"


def test_what_says_nothing_here_is_left_out():
    found = rows(load_sheet("tournament"))
    assert "seat_minutes" not in found
    assert not [key for key in found if key.startswith("joker.")]
    jokers = rows(load_sheet("tournament", {"exit": "joker"}))
    assert jokers["joker.player_times"]["value"]["ja"] == "5倍"
    assert jokers["joker.flat_from"]["value"]["ja"] == "クラブ"
    assert "insurance.cost" not in rows(load_sheet("unknown-dealer"))


def test_what_the_house_changed_is_marked(tmp_path: Path):
    (tmp_path / "tables").mkdir()
    (tmp_path / "tables" / "tournament.toml").write_text(
        'premiums = "switch"\n[pays]\nnatural = "6/5"\n', "utf-8"
    )
    sheet = load_sheet("tournament", folder=tmp_path)
    book = rules.rulebook(sheet, WORDS)
    found = rows(sheet)
    assert book["house"]
    assert found["pays.natural"]["value"]["ja"] == "×1.2"
    assert found["pays.natural"]["shipped"]["ja"] == "×2.5"
    assert found["premiums.pays.678"]["shipped"]["ja"] == "なし"
    assert "shipped" not in found["pays.win"]
    assert not rules.rulebook(load_sheet("tournament"), WORDS)["house"]


def test_what_the_house_took_away_is_marked_too():
    sheet = load_sheet("switch", {"premiums": "none", "side_bets": {}, "one_rank_premiums": []})
    found = rows(sheet)
    assert found["premiums"]["value"]["ja"] == "なし"
    assert found["premiums"]["shipped"]["ja"] == "あり"
    assert not [key for key in found if key.startswith("premiums.")]


def test_a_line_that_is_named_nowhere_is_shown_all_the_same(monkeypatch: pytest.MonkeyPatch):
    arranged = dict(rules._arranged())
    arranged["sections"] = {"pays": ["pays"]}
    monkeypatch.setattr(rules, "_arranged", lambda: arranged)
    book = rules.rulebook(load_sheet("switch"), WORDS)
    assert [section["name"]["en"] for section in book["sections"]] == ["Payouts", "More"]
    assert "decks" in rows(load_sheet("switch"))


def test_every_name_in_the_arrangement_is_a_line():
    arranged = rules._arranged()
    keys = {key for table in table_ids() for key, _ in flat(load_sheet(table))} | {k for k, _ in ALL_LINES}
    heads = {".".join(key.split(".")[:n]) for key in keys for n in range(1, 5)}
    named = {key for keys in arranged["sections"].values() for key in keys} | set(arranged["only_where"])
    named |= {where for where, _ in arranged["only_where"].values()}
    assert not named - heads


def test_the_words_of_the_chat_are_those_of_the_table_and_the_houses_own(tmp_path: Path):
    own = tmp_path / "words.toml"
    own.write_text('[commands]\nhit = ["もう一枚"]\n', "utf-8")
    book = rules.rulebook(load_sheet("switch"), Vocabulary.load(own))
    found = {one["label"]["en"]: one for one in book["words"]}
    assert "スイッチ" in found["exchange the second cards"]["words"]
    assert found["one more card"]["own"] == ["もう一枚"]
    assert "もう一枚" not in found["one more card"]["words"]
    tournament = rules.rulebook(load_sheet("tournament"), WORDS)["words"]
    assert "exchange the second cards" not in {one["label"]["en"] for one in tournament}


def test_ranks_say_what_the_house_changed():
    shipped = RankTable.load()
    first = shipped.ranks[0].model_copy(update={"initial_points": 700})
    found = rules.ladder(RankTable([first, *shipped.ranks[1:]]))
    assert [one["house"] for one in found] == [True, False, False, False, False]
    assert found[0]["initial_points"] == 700
    assert found[-1]["max_bet"] is None
