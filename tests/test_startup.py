"""Each way a start can fail is one sentence, in both languages, that says what to do."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import get_args

import pytest

from bot.commands.vocabulary import VocabularyError
from bot.games.sheet import Problem, SheetError
from bot.lock import AlreadyRunning
from bot.points import StoreError
from bot.points.values import Trouble
from bot.settings import Settings
from bot.startup import explain
from bot.texts import LANGUAGES, catalogue
from bot.web import CannotListen, PortDenied, PortInUse

FOLDER = Path("客の台帳")
SETTINGS = Settings(data_dir=FOLDER, port=7799, host="127.0.0.1")


def both(error: Exception, settings: Settings | None = SETTINGS) -> str:
    """The sentences in Japanese and English, each found to be a finished one."""
    sentences = [explain(error, language, settings) for language in LANGUAGES]
    for sentence in sentences:
        assert sentence
        assert not sentence.startswith("startup."), "no text"
        assert "{" not in sentence, "an unfilled text"
        assert "\n" not in sentence
    assert len(set(sentences)) == len(LANGUAGES)
    return "\n".join(filter(None, sentences))


def test_a_port_in_use():
    assert both(PortInUse(7799)).count("7799") == both(PortInUse(7799)).count("CHATJACK_PORT") == 2


def test_a_port_the_system_keeps():
    assert both(PortDenied(7799)).count("7799") == both(PortDenied(7799)).count("CHATJACK_PORT") == 2


def test_an_address_of_another_computer():
    assert both(CannotListen(7799, "cannot assign requested address")).count("CHATJACK_HOST") == 2


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_read_only_data_folder(number: int):
    sentences = both(OSError(number, "Permission denied", "客の台帳/floor.lock"))
    assert sentences.count("客の台帳/floor.lock") == 2
    assert sentences.count("CHATJACK_DATA_DIR") == 2


def test_a_file_where_the_data_folder_should_be(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file") as caught:
        (tmp_path / "file").mkdir()
    assert both(caught.value).count("CHATJACK_DATA_DIR") == 2


@pytest.mark.parametrize("filename", [None, "客の台帳/floor.lock"])
def test_a_full_disk(filename: str | None):
    assert both(OSError(errno.ENOSPC, "No space left on device", filename)).count(str(FOLDER)) >= 2


def test_any_other_trouble_with_the_folder_names_the_file_and_the_systems_reason():
    sentences = both(OSError(errno.EIO, "Input/output error", "客の台帳/floor.lock"))
    assert sentences.count("客の台帳/floor.lock") == sentences.count("Input/output error") == 2


@pytest.mark.parametrize("code", get_args(Trouble))
def test_each_trouble_with_the_database(code: Trouble):
    assert both(StoreError(code, FOLDER / "chatjack.db")).count("chatjack.db") == 2


def test_no_sentence_for_a_trouble_that_does_not_exist():
    place = "startup.database_"
    written = {code.removeprefix(place) for code in catalogue("en") if code.startswith(place)}
    assert written == set(get_args(Trouble))


def test_a_second_start():
    assert both(AlreadyRunning(FOLDER, "http://127.0.0.1:7788/")).count("http://127.0.0.1:7788/") == 2
    assert both(AlreadyRunning(FOLDER, "")).count(str(FOLDER)) == 2


def test_a_rule_sheet_that_cannot_be_played():
    assert (
        both(SheetError("switch.toml", [Problem("seats", "plain", {"what": "1 to 7"})])).count(
            "switch.toml: seats: 1 to 7"
        )
        == 2
    )


def test_a_vocabulary_that_cannot_be_used():
    assert (
        both(VocabularyError("words.toml", "hit", "plain", what="twice")).count("words.toml: hit: twice") == 2
    )


@pytest.mark.parametrize("error", [RuntimeError("x"), KeyError("x"), OSError(errno.EPIPE, "Broken pipe")])
def test_a_fault_of_our_own_is_not_explained_away(error: Exception):
    assert explain(error, "en", SETTINGS) is None
