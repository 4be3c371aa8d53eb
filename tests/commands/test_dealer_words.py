"""The dealer's words in chat (design 3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.commands import VocabularyError
from bot.commands.dealer import DealerWord, DealerWords
from bot.pit.controls import VERBS

WORDS = DealerWords.load()


@pytest.mark.parametrize(
    ("typed", "verb", "args"),
    [
        ("!open", "open", ()),
        ("！ＯＰＥＮ", "open", ()),
        ("受付開始", "open", ()),
        ("受付開始！", "open", ()),
        ("!締切", "deal", ()),
        ("締切", "deal", ()),
        ("!next", "next", ()),
        ("!undo", "undo", ()),
        ("!void", "void", ()),
        ("!kick 3", "kick", ("3",)),
        ("!act 3 ht", "act", ("3", "ht")),
        ("!give ほしの 100 おめでとう", "give", ("ほしの", "100", "おめでとう")),
    ],
)
def test_a_word_of_the_dealer(typed: str, verb: str, args: tuple[str, ...]) -> None:
    assert WORDS.read(typed) == DealerWord(verb, args)


@pytest.mark.parametrize(
    "typed",
    [
        "open",
        "deal",
        "next",
        "void",
        "受付開始します？",
        "締切 まだ",
        "openしてください",
        "!unknown",
        "!",
        "",
        "!a b c d e f g h i j",
    ],
)
def test_talk_of_the_dealer_is_talk(typed: str) -> None:
    assert WORDS.read(typed) is None


def test_every_word_means_a_verb_the_floor_knows() -> None:
    assert set(WORDS.verbs) <= set(VERBS)


def test_one_word_cannot_mean_two_things(tmp_path: Path) -> None:
    path = tmp_path / "dealer.toml"
    path.write_text('open = ["go"]\ndeal = ["ＧＯ"]\n', encoding="utf-8")
    with pytest.raises(VocabularyError):
        DealerWords.load(path)
