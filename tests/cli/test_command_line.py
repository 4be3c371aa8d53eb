"""What all commands have in common."""

from __future__ import annotations

import re
from importlib.metadata import entry_points

import pytest

import bot
from bot.cli import main
from tests.cli.conftest import Chatjack


def test_chatjack_and_python_m_bot_are_one_command():
    (script,) = [it for it in entry_points(group="console_scripts") if it.name == "chatjack"]
    assert script.load() is main


def test_the_version(chatjack: Chatjack):
    done = chatjack("--version")
    assert (done.returncode, done.stdout) == (0, f"chatjack {bot.__version__}\n")


def test_help_is_in_the_computers_language(chatjack: Chatjack):
    english, japanese = chatjack("--help"), chatjack("--help", LANG="ja_JP.UTF-8")
    assert english.returncode == japanese.returncode == 0
    assert "Play money only" in english.stdout
    assert not re.search(r"[\u3040-\u30ff]", english.stdout)
    assert "コメント" in japanese.stdout


@pytest.mark.parametrize("command", ["parse", "replay", "audit"])
def test_each_command_says_what_it_does(command: str, chatjack: Chatjack):
    assert command in chatjack("--help").stdout
    done = chatjack(command, "--help")
    assert done.returncode == 0
    assert "cli." not in done.stdout, "a text is missing"


def test_help_is_in_the_language_that_is_set(chatjack: Chatjack):
    for language, part in (("ja", "シーズン"), ("en", "season")):
        assert part in chatjack("season", "--help", LANG="C", CHATJACK_LANGUAGE=language).stdout


def test_an_unknown_command_is_not_understood(chatjack: Chatjack):
    assert chatjack("roll-over").returncode == 2


def test_a_wrong_setting_ends_with_one_sentence(chatjack: Chatjack, tmp_path):
    (tmp_path / "data").mkdir()
    file = tmp_path / "data" / "settings.toml"
    file.write_text("port = 700000", "utf-8")
    for language, part in (("en_US.UTF-8", "allowed:"), ("ja_JP.UTF-8", "使える値")):
        done = chatjack(LANG=language)
        assert done.returncode == 1
        assert done.stdout == ""
        assert len(done.stderr.splitlines()) == 1
        assert str(file) in done.stderr
        assert "port" in done.stderr
        assert "65535" in done.stderr
        assert part in done.stderr
    assert list((tmp_path / "data").iterdir()) == [file], "nothing was started"
