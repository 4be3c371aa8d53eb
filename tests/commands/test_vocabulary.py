"""Ruling 5.2: the words are data, and a channel adds its own without code."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import texts
from bot.commands import HintCode, Kind, Vocabulary, VocabularyError, cli_context, parse
from bot.games.registry import table_ids

TABLES = {
    *(
        "tournament",
        "unknown-dealer",
        "switch",
        "deluxe",
        "classic",
        "multihand",
        "atlantic-city",
        "french",
        "multihand-vip",
    ),
    *(
        "reno",
        "super7-multihand",
        "vip",
        "european-roulette",
        "american-roulette",
        "progressive-roulette",
        "slots",
    ),
    *("baccarat", "video-poker", "stud"),
}


def load(folder: Path, text: str) -> Vocabulary:
    path = folder / "channel.toml"
    path.write_text(text, "utf-8")
    return Vocabulary.load(path)


def test_design_7_there_is_a_grammar_for_every_table(vocabulary):
    assert set(vocabulary.tables) >= TABLES | set(table_ids())
    with pytest.raises(KeyError):
        vocabulary.grammar("craps")


def test_every_kind_is_spoken_at_some_table(vocabulary):
    spoken = {kind for table in TABLES for kind in vocabulary.grammar(table).rules.kinds}
    assert spoken == set(Kind)


@pytest.mark.parametrize("table", sorted(TABLES))
def test_5_2_every_account_word_works_at_every_table(table, read):
    assert [
        read(word, table, "betting").commands[0].kind
        for word in ("残高", "rank", "ランキング", "履歴", "help", "復活")
    ] == [*("points", "rank", "ranking", "history", "help", "rebuy")]


@pytest.mark.parametrize(
    "name", ["red", "black", "even", "odd", "low", "high", "dozen-1", "dozen-3", "column-1", "column-3"]
)
def test_every_spot_word_reads_back(name, vocabulary, orders):
    for word in vocabulary.words("spots", name):
        assert orders(f"{word} 100", "european-roulette", "betting") == [
            ("spot", {"spot": name, "amount": 100})
        ]


@pytest.mark.parametrize("name", ["player", "banker", "tie"])
def test_every_baccarat_word_reads_back(name, vocabulary, orders):
    for word in vocabulary.words("spots", name):
        assert orders(f"{word}100", "baccarat", "betting") == [("spot", {"spot": name, "amount": 100})]


def test_5_2_a_channel_adds_words(tmp_path):
    own = load(
        tmp_path,
        """
        [commands]
        hit = ["もう一枚", "gimme", "hit", "ｋｉｔａ"]
        stand = ["とまれ", "no more"]

        [laughter]
        words = ["kek", "(^_^)"]
        """,
    )
    context = cli_context("tournament", "playing", own)
    for text in (
        "もう一枚",
        "モウ一枚！",
        "GIMME",
        "gimme please",
        "kita",
        "hit",
        "ヒット",
        "ヒットkek",
        "ヒット(^_^)",
        "ヒット（＾＿＾）",
    ):
        assert [command.kind for command in parse(text, context).commands] == ["hit"], text
    for text in ("とまれ", "とまれー", "no more", "NO MORE!"):
        assert [command.kind for command in parse(text, context).commands] == ["stand"], text
    assert parse("もう一枚欲しい", context).commands == ()


def test_5_2_a_channels_words_are_not_everybodys(tmp_path, read):
    load(tmp_path, '[commands]\nhit = ["gimme"]')
    assert read("gimme").commands == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[commands]\nhitt = ["x2"]', ["channel.toml", "[commands] hitt", "hit", "surrender"]),
        ('[comands]\nhit = ["x2"]', ["channel.toml", "[comands]", "commands", "amounts"]),
        ("commands = 3", ["channel.toml", "commands", "[commands]"]),
        ('[commands]\nhit = "gimme"', ["channel.toml", "[commands] hit", "list of words"]),
        ("[commands]\nhit = []", ["channel.toml", "[commands] hit", "list of words"]),
        ("[commands]\nhit = [3]", ["channel.toml", "[commands] hit", "3", "text"]),
        ('[commands]\nhit = [""]', ["channel.toml", "[commands] hit", "visible"]),
        ('[commands]\nhit = ["\u200b"]', ["channel.toml", "[commands] hit", "visible"]),
        ('[commands]\nhit = ["hit?"]', ["channel.toml", "[commands] hit", "question"]),
        ('[commands]\nhit = ["500"]', ["channel.toml", "[commands] hit", "number"]),
        ('[commands]\nhit = ["!!"]', ["channel.toml", "[commands] hit", "only letters"]),
        ('[commands]\nhit = ["h"]', ["channel.toml", "[commands] hit", "single letter"]),
        ('[commands]\nhit = ["@me"]', ["channel.toml", "[commands] hit"]),
        ('[commands]\nhit = ["' + "x" * 41 + '"]', ["channel.toml", "[commands] hit", "40"]),
        (
            '[commands]\nhit = ["スタンド"]',
            ["channel.toml", "[commands] hit", "スタンド", "[commands] stand"],
        ),
        ('[commands]\nhit = ["all"]', ["channel.toml", "[amounts] all", "[commands] hit"]),
        ("[commands\nhit = 1", ["channel.toml", "TOML"]),
    ],
)
def test_5_2_a_mistake_names_the_file_the_key_and_what_is_allowed(text, named, tmp_path):
    with pytest.raises(VocabularyError) as mistake:
        load(tmp_path, text)
    for part in named:
        assert part in str(mistake.value)


def test_a_file_that_is_no_utf_8_is_named(tmp_path):
    path = tmp_path / "sjis.toml"
    path.write_bytes('[commands]\nhit = ["ヒット"]'.encode("shift_jis"))
    with pytest.raises(VocabularyError, match=r"sjis\.toml"):
        Vocabulary.load(path)


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_5_6_every_hint_and_refused_amount_has_its_text(language):
    known = texts.catalogue(language)
    assert not [code for code in HintCode if f"reply.hint_{code}" not in known]
    for code in ("below_minimum", "off_step", "above_maximum", "above_available"):
        assert f"reply.{code}" in known
