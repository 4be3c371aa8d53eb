"""The command line as its users meet it: a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Chatjack = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An English computer without settings, and a data folder of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.upper().startswith("CHATJACK_")}
    locale = {"LC_ALL": "", "LC_MESSAGES": "", "LANG": "en_US.UTF-8"}
    return kept | locale | {"CHATJACK_DATA_DIR": str(tmp_path / "data"), "COLUMNS": "200"}


@pytest.fixture
def chatjack(tmp_path: Path, environment: dict[str, str]) -> Chatjack:
    """Runs ``python -m bot`` with arguments in an empty folder and waits for its end."""

    def run(*arguments: str | Path, stdin: bytes = b"", **variables: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "bot", *map(str, arguments)],
            cwd=tmp_path,
            env=environment | variables,
            input=stdin,
            capture_output=True,
            timeout=240,
            check=False,
        )
        # Always UTF-8, whatever the console would have liked.
        return subprocess.CompletedProcess(
            done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
        )

    return run
