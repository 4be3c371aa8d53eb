from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.points import Store, writer


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which units share a commit must not depend on how busy the machine is."""
    monkeypatch.setattr(writer, "GROUP_SECONDS", 600.0)


@pytest.fixture
async def store() -> AsyncIterator[Store]:
    """An empty store in memory."""
    async with await Store.open(None) as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database file may go: a folder as people really name them."""
    return tmp_path / "配信 データ" / "ちゃっと 100%#?&'.db"


@pytest.fixture
async def filed(path: Path) -> AsyncIterator[Store]:
    """An empty store in a file."""
    async with await Store.open(path) as opened:
        yield opened
