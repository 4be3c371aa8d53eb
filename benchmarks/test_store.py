"""How fast the store commits, beside bare aiosqlite commits of the same rows.

The unit is a chat message as the pit stores it: its id, three journal rows, two transfers, two balances.
Every commit reaches the disk (WAL, synchronous=FULL), so one at a time the disk decides, and in a burst the
units that wait share a commit.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import aiosqlite
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bot.amounts import points
from bot.points import AccountId, AccountKind, JournalRow, RankTable, Store, Transfer, Tx, Viewer

PLAIN = RankTable.load().first
VIEWERS = 200
_number = count()


class Message:
    """One message's worth of storing."""

    def __init__(self) -> None:
        self._number = next(_number)

    async def run(self, tx: Tx) -> list[int]:
        number = self._number
        assert await tx.remember("twitch", "channel", f"0d7f4d3c-{number}")
        user = f"u{number % VIEWERS}"
        viewer = await tx.viewer("main", "twitch", user, user, PLAIN)
        escrow = await tx.system(AccountKind.ESCROW, "main", "tournament")
        await tx.journal(
            [
                JournalRow("tournament", 1, number, seq, tx.now, user, "seat 1: bet 100", "{}")
                for seq in range(3)
            ]
        )
        return await tx.post([_bet(viewer, escrow, number), _back(viewer, escrow, number)])

    def rolled_back(self) -> None:
        raise AssertionError


def _bet(viewer: Viewer, escrow: AccountId, step: int) -> Transfer:
    return Transfer(viewer.account, escrow, points(1), "stake", "tournament", 1, step, viewer.user_id)


def _back(viewer: Viewer, escrow: AccountId, step: int) -> Transfer:
    return Transfer(escrow, viewer.account, points(1), "withdrawn", "tournament", 1, step, viewer.user_id)


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture
def store(loop: asyncio.AbstractEventLoop, tmp_path: Path) -> Iterator[Store]:
    opened = loop.run_until_complete(Store.open(tmp_path / "chatjack.db"))
    yield opened
    assert loop.run_until_complete(opened.audit()).clean
    loop.run_until_complete(opened.close())


def test_a_message_at_a_time(
    benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, store: Store
) -> None:
    """Each waits for its own commit: what one viewer alone would notice."""

    async def one() -> None:
        await store.writer.submit(Message())

    benchmark(lambda: loop.run_until_complete(one()))


@pytest.mark.parametrize("burst", [100, 5000])
def test_a_burst_of_messages(
    benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, store: Store, burst: int
) -> None:
    """All at once: the flood."""

    async def many() -> None:
        await asyncio.gather(*[store.writer.submit(Message()) for _ in range(burst)])

    benchmark.pedantic(lambda: loop.run_until_complete(many()), rounds=5, warmup_rounds=1)


def test_bare_aiosqlite_one_commit_per_message(
    benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, tmp_path: Path
) -> None:
    """The same rows through aiosqlite alone: eight calls, no ledger, no rules, no memory."""
    connection = loop.run_until_complete(_bare(tmp_path / "bare.db"))

    async def one() -> None:
        number = next(_number)
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute("INSERT INTO messages VALUES (?, ?)", (f"0d7f4d3c-{number}", number))
        rows = [(None, "tournament", 1, number, seq, 0, "u", "seat 1: bet 100", "{}") for seq in range(3)]
        await connection.executemany("INSERT INTO journal VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        moves: list[Any] = [(None, 0, 1, 2, 100, "stake", "tournament", 1, number)] * 2
        await connection.executemany("INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", moves)
        await connection.executemany("UPDATE accounts SET balance = balance + 0 WHERE id = ?", [(1,), (2,)])
        await connection.execute("COMMIT")

    benchmark(lambda: loop.run_until_complete(one()))
    loop.run_until_complete(connection.close())


async def _bare(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    await connection.execute("PRAGMA journal_mode = WAL")
    await connection.execute("PRAGMA synchronous = FULL")
    await connection.executescript(
        """
        CREATE TABLE messages (id TEXT PRIMARY KEY, at INTEGER);
        CREATE TABLE journal (id INTEGER PRIMARY KEY, t TEXT, r INTEGER, s INTEGER, q INTEGER, at INTEGER,
                              a TEXT, x TEXT, m TEXT, UNIQUE (t, r, s, q));
        CREATE TABLE transfers (id INTEGER PRIMARY KEY, at INTEGER, d INTEGER, c INTEGER, n INTEGER, w TEXT,
                                t TEXT, r INTEGER, s INTEGER);
        CREATE INDEX d ON transfers (d); CREATE INDEX c ON transfers (c); CREATE INDEX t ON transfers (t, r);
        CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER CHECK (balance >= 0));
        INSERT INTO accounts VALUES (1, 100), (2, 100);
        """
    )
    return connection


def test_opening_in_memory(benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop) -> None:
    """What every scenario pays first."""

    async def once() -> None:
        await (await Store.open(None)).close()

    benchmark(lambda: loop.run_until_complete(once()))


def test_settling_ten_thousand_bets(
    benchmark: BenchmarkFixture, loop: asyncio.AbstractEventLoop, store: Store
) -> None:
    """One roulette spin that everybody played: one unit, 20,000 transfers."""

    class Settle:
        async def run(self, tx: Tx) -> int:
            escrow = await tx.system(AccountKind.ESCROW, "main", "european-roulette")
            transfers = []
            for number in range(10_000):
                user = f"u{number % VIEWERS}"
                viewer = await tx.viewer("main", "twitch", user, user, PLAIN)
                transfers += [_bet(viewer, escrow, number), _back(viewer, escrow, number)]
            return len(await tx.post(transfers))

        def rolled_back(self) -> None:
            raise AssertionError

    async def once() -> None:
        assert await store.writer.submit(Settle()) == 20_000

    benchmark.pedantic(lambda: loop.run_until_complete(once()), rounds=3, warmup_rounds=1)
