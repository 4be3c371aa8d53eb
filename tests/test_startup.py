"""Each way a start can fail is one sentence, in both languages, that says what to do."""

from __future__ import annotations

import asyncio
import errno
import socket
from pathlib import Path
from typing import get_args

import pytest

from bot.games.sheet import SheetError
from bot.lock import AlreadyRunning
from bot.points import StoreError
from bot.points.values import Trouble
from bot.settings import Settings
from bot.startup import explain
from bot.texts import LANGUAGES, catalogue

FOLDER = Path("データ")
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


async def bind(host: str, port: int) -> None:
    server = await asyncio.get_running_loop().create_server(asyncio.Protocol, host, port)
    server.close()


async def test_a_port_in_use():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(OSError, match="address") as caught:
            await bind("127.0.0.1", taken.getsockname()[1])
    assert both(caught.value).count("7799") == 2
    assert "CHATJACK_PORT" in both(caught.value)


async def test_an_address_of_another_computer():
    with pytest.raises(OSError, match="address") as caught:
        await bind("192.0.2.1", 0)
    assert both(caught.value).count("CHATJACK_HOST") == 2


@pytest.mark.parametrize("number", [errno.EACCES, 10013])
def test_a_port_the_system_keeps(number: int):
    # Windows reserves ranges of ports for itself; 10013 is how its sockets say so.
    assert both(OSError(number, "error while attempting to bind on address")).count("CHATJACK_PORT") == 2


def test_a_port_in_use_on_windows():
    assert "7799" in both(OSError(10048, "error while attempting to bind on address"))


def test_a_host_name_nobody_knows():
    assert both(socket.gaierror(socket.EAI_NONAME, "Name or service not known")).count("127.0.0.1") >= 2


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM, errno.EROFS])
def test_a_read_only_data_folder(number: int):
    sentences = both(OSError(number, "Permission denied", "データ/floor.lock"))
    assert sentences.count("データ/floor.lock") == 2
    assert sentences.count("CHATJACK_DATA_DIR") == 2


def test_a_file_where_the_data_folder_should_be(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file") as caught:
        (tmp_path / "file").mkdir()
    assert both(caught.value).count("CHATJACK_DATA_DIR") == 2


@pytest.mark.parametrize("filename", [None, "データ/floor.lock"])
def test_a_full_disk(filename: str | None):
    assert both(OSError(errno.ENOSPC, "No space left on device", filename)).count(str(FOLDER)) >= 2


def test_any_other_trouble_with_the_folder_names_the_file_and_the_systems_reason():
    sentences = both(OSError(errno.EIO, "Input/output error", "データ/floor.lock"))
    assert sentences.count("データ/floor.lock") == sentences.count("Input/output error") == 2


@pytest.mark.parametrize("code", get_args(Trouble))
def test_each_trouble_with_the_database(code: Trouble):
    assert both(StoreError(code, FOLDER / "chatjack.db")).count("chatjack.db") == 2


def test_no_sentence_for_a_trouble_that_does_not_exist():
    written = {code.removeprefix("startup.database_") for code in catalogue("en") if "database_" in code}
    assert written == set(get_args(Trouble))


def test_a_second_start():
    assert both(AlreadyRunning(FOLDER, "http://127.0.0.1:7788/")).count("http://127.0.0.1:7788/") == 2
    assert both(AlreadyRunning(FOLDER, "")).count(str(FOLDER)) == 2


def test_a_rule_sheet_that_cannot_be_played():
    assert both(SheetError("switch.toml", [("seats", "1 to 7")])).count("switch.toml: seats: 1 to 7") == 2


@pytest.mark.parametrize("error", [RuntimeError("x"), KeyError("x"), OSError(errno.EPIPE, "Broken pipe")])
def test_a_fault_of_our_own_is_not_explained_away(error: Exception):
    assert explain(error, "en", SETTINGS) is None
