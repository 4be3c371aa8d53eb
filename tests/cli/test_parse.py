"""``chatjack parse``: one JSON line per message (design 7)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Chatjack

HEAVY = ("aiohttp", "sqlalchemy", "sqlmodel", "alembic", "aiosqlite", "twitchio", "pydantic_settings")


def rows(done: subprocess.CompletedProcess[str]) -> list[dict[str, object]]:
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_each_text_is_a_message(chatjack: Chatjack):
    found = rows(chatjack("parse", "--table", "switch", "Ｂｅｔ５００－ＳＭ３００", "hit song!", "bet abc"))
    assert [row["text"] for row in found] == ["Ｂｅｔ５００－ＳＭ３００", "hit song!", "bet abc"]
    assert found[0]["commands"] == [{"kind": "bet", "amount": 500, "super_match": 300}]
    assert found[1] == {"text": "hit song!", "commands": [], "hint": None}
    assert found[2]["hint"]


def test_the_phase_decides_whether_a_number_is_a_bet(chatjack: Chatjack):
    assert rows(chatjack("parse", "--table", "tournament", "500"))[0]["commands"]
    assert not rows(chatjack("parse", "--table", "tournament", "--phase", "playing", "500"))[0]["commands"]


def test_a_file_holds_one_message_a_line(chatjack: Chatjack, tmp_path: Path):
    # Blank lines, Windows' line ends and signs that only look like line ends are part of what chat sends.
    (tmp_path / "コメント.txt").write_bytes("サレ\r\n\nhit\u2028stand\x0cx\n最後".encode())
    found = rows(chatjack("parse", "--table", "tournament", "--file", "コメント.txt"))
    assert [row["text"] for row in found] == ["サレ", "", "hit\u2028stand\x0cx", "最後"]


def test_the_messages_may_come_from_the_standard_input(chatjack: Chatjack):
    found = rows(chatjack("parse", "--table", "tournament", "--file", "-", stdin="ヒット\nst\n".encode()))
    assert [row["commands"] for row in found] == [[{"kind": "hit"}], [{"kind": "stand"}]]


@pytest.mark.parametrize("encoding", ["cp932", "ascii"])
def test_output_is_utf_8_on_any_console(encoding: str, chatjack: Chatjack):
    # ♠ and 🂡 are in neither.
    found = rows(chatjack("parse", "--table", "tournament", "♠🂡 ヒット", PYTHONIOENCODING=encoding))
    assert found[0]["text"] == "♠🂡 ヒット"


def test_an_unknown_table_is_refused_with_those_there_are(chatjack: Chatjack):
    done = chatjack("parse", "--table", "nix", "hit")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "tournament" in done.stderr


@pytest.mark.parametrize("arguments", [[], ["hit", "--file", "-"]])
def test_either_texts_or_a_file(arguments: list[str], chatjack: Chatjack):
    done = chatjack("parse", "--table", "tournament", *arguments)
    assert done.returncode == 2
    assert "--file" in done.stderr


def test_a_missing_file_is_refused(chatjack: Chatjack):
    done = chatjack("parse", "--table", "tournament", "--file", "nix.txt")
    assert done.returncode == 2
    assert "nix.txt" in done.stderr


def test_it_loads_neither_server_nor_database():
    script = f"""
import sys
sys.argv = ["chatjack", "parse", "--table", "tournament", "hit"]
from bot.cli import main
try:
    main()
except SystemExit as end:
    assert not end.code
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    root = Path(__file__).parent.parent.parent
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
