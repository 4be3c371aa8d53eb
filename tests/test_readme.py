"""The READMEs promise the same in both languages, and what they promise exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.commands import Vocabulary, parse
from bot.commands.lines import cli_context
from bot.texts import Language, text

ROOT = Path(__file__).parent.parent
READMES = {
    language: (ROOT / name).read_text("utf-8")
    for language, name in (("en", "README.md"), ("ja", "README.ja.md"))
}
TYPED = re.compile(r"\| [^|]+ \| (.*`.*) \|")


def commands_of(readme: str) -> list[list[str]]:
    blocks = re.findall(r"```\n(.*?)```", readme, re.DOTALL)
    return [[re.split(r"\s{2,}", line)[0] for line in block.splitlines()] for block in blocks]


def test_the_first_commands_are_on_the_first_screen():
    for readme in READMES.values():
        assert commands_of(readme)[0] == ["pip install uv", "uv run chatjack"]
        assert readme.index("uv run chatjack") < 800


def test_both_languages_give_the_same_commands():
    japanese, english = commands_of(READMES["ja"]), commands_of(READMES["en"])
    assert [block for block in japanese if "bot/" not in block[0]] == [
        b for b in english if "bot/" not in b[0]
    ]


@pytest.mark.parametrize("name", ["README.md", "README.ja.md", "CONTRIBUTING.md"])
def test_every_file_they_name_exists(name: str):
    page = (ROOT / name).read_text("utf-8")
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", page) if "://" not in link]
    paths = re.findall(r"`((?:bot|data|tests|docs|\.ci)/[\w./-]+)`", page)
    missing = [path for path in [*links, *paths] if not (ROOT / path).exists()]
    assert not missing


@pytest.mark.parametrize("language", READMES)
@pytest.mark.parametrize("button", ["open", "deal", "undo"])
def test_the_buttons_are_called_as_in_the_dock(button: str, language: Language):
    assert f"**{text(f'page.dock.{button}', language)}**" in READMES[language]


@pytest.mark.parametrize("language", READMES)
def test_every_word_viewers_are_told_to_type_is_understood(language: str):
    heading = {"en": "## What viewers type", "ja": "## 視聴者が打つ言葉"}[language]
    section = READMES[language].partition(heading)[2].partition("\n## ")[0]
    told = [word for row in TYPED.findall(section) for word in re.findall(r"`([^`]+)`", row)]
    assert len(told) > 30
    vocabulary = Vocabulary.load()
    bets, plays = (cli_context("switch", phase, vocabulary) for phase in ("betting", "playing"))
    not_understood = [
        word
        for word in told
        # An amount word says how much after "bet" and is nothing by itself.
        if not any(
            parse(said, context).commands for said in (word, f"bet {word}") for context in (bets, plays)
        )
    ]
    assert not not_understood
