"""A real floor for the browser tests: in this process with listed cards, or as the streamer's command."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.cards import parse_card
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.supply import FixedSupply
from bot.points import Store
from bot.texts import Language
from bot.web import WebServer
from bot.web.tokens import Tokens
from tests.patience import PATIENCE


@dataclass(frozen=True)
class House:
    """A floor in this process, its pages, and the file its points lie in."""

    floor: Floor
    urls: Mapping[str, str]
    database: Path

    def points(self) -> dict[str, float]:
        """Every viewer's committed balance, read from the file as anybody could."""
        return points_in(self.database)


def points_in(database: Path) -> dict[str, float]:
    """Balances by user id, in points."""
    connection = sqlite3.connect(f"file:{database.as_posix()}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT user_id, balance FROM accounts WHERE kind = 'viewer'").fetchall()
    finally:
        connection.close()
    return {user: balance / 100 for user, balance in rows}


@asynccontextmanager
async def opened(
    folder: Path,
    cards: str = "",
    language: Language = "ja",
    source: str = "shoe",
    *,
    tables: Sequence[str] = ("tournament",),
    dice: Sequence[int] = (),
    rules: Mapping[str, Any] | None = None,
) -> AsyncIterator[House]:
    """A tournament table, or others, dealing these cards; ``rules`` are laid over every sheet."""
    database = folder / "chatjack.db"
    supply = FixedSupply([parse_card(card) for card in cards.split()], dice)
    async with await Store.open(database) as store:
        laid = {table: rules or {} for table in tables}
        settings = FloorSettings(language=language, source=source, rules=laid)
        floor = await Floor.open(store, tables, settings, supply=lambda _table: supply)
        server = WebServer(floor, port=0, tokens=Tokens.new(), language=language)
        await server.start()
        await floor.start()
        try:
            yield House(floor, server.urls(), database)
        finally:
            await server.stop()
            await floor.close()


class Command:
    """``python -m bot`` in a process of its own, which a test may kill."""

    def __init__(self, folder: Path, port: int, options: Sequence[str] = ()) -> None:
        self.folder = folder
        self.port = port
        self.options = options
        self.urls: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None

    async def start(self) -> None:
        """Starts it and waits for its addresses."""
        await asyncio.to_thread(self._start)

    def _start(self) -> None:
        environment = dict(os.environ, CHATJACK_DATA_DIR=str(self.folder), CHATJACK_PORT=str(self.port))
        environment["CHATJACK_LANGUAGE"] = "ja"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot", *self.options],
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment,
        )
        self._read_urls()

    def _read_urls(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        for line in self._process.stderr:
            found = re.search(r"http://\S+/(overlay|dock|chat)\?\S+", line)
            if found:
                self.urls[found[1]] = found[0]
            if len(self.urls) == 3:
                return
        raise AssertionError("the floor ended before it said its addresses")

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(PATIENCE)

    def stop(self) -> int:
        """As Ctrl-C would; returns the exit code."""
        assert self._process is not None
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
        return self._process.wait(PATIENCE)
