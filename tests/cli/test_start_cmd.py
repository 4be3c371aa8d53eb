"""start.cmd, as far as it can be judged without Windows."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
BYTES = (ROOT / "start.cmd").read_bytes()
SCRIPT = BYTES.decode("ascii")  # any other letter would be read in the console's old code page


def test_lines_end_as_the_command_interpreter_wants_them():
    # With bare line feeds it misses labels.
    assert BYTES.count(b"\n") == BYTES.count(b"\r\n")


def test_every_label_it_jumps_to_exists():
    labels = set(re.findall(r"^:(\w+)", SCRIPT, re.MULTILINE))
    jumps = set(re.findall(r"(?:goto |call :)(\w+)", SCRIPT))
    assert jumps
    assert jumps == labels


def test_every_message_it_shows_exists_in_both_languages():
    shown = re.findall(r'type "([^"]+)"', SCRIPT)
    assert len(shown) == 3
    for name in shown:
        message = (ROOT / name.replace("\\", "/")).read_text("utf-8")
        assert re.search(r"[\u3040-\u30ff]", message), name
        assert any(line.isascii() and line for line in message.splitlines()), name


def test_its_own_folder_is_always_quoted():
    # 配信 (1)&co is a possible folder.
    assert SCRIPT.count('"%~dp0"') == SCRIPT.count("%~dp0")


def test_it_runs_the_command_the_readme_gives():
    assert re.search(r"^%UV% run --no-dev chatjack %\*\r$", SCRIPT, re.MULTILINE)
