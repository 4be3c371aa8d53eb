"""Ten thousand roulette bets, settled by one spin through the real floor (bar: 1 s), beside bare sqlite3
writing the rows that this comes to.

Run: ``pytest benchmarks/test_roulette.py -s``. Figures are of one run on one machine; ratios count.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

from bot.app import settle_memory
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand, Done
from bot.points import Store

TABLE = "european-roulette"
VIEWERS, SPOTS = 2_500, ("17 1", "red 1", "1st12 1", "4-5 1")


async def spin(folder: Path) -> tuple[float, float]:
    """Seconds that the bets and the spin took."""
    async with await Store.open(folder / "chatjack.db") as store:
        floor = await Floor.open(store, [TABLE], FloorSettings(delays={}))
        await floor.start()
        settle_memory()
        await floor.do(None, DealerCommand("open", "open", (), "dealer"))
        begun = time.perf_counter()
        for number in range(VIEWERS):
            name = f"viewer{number}"
            said = ", ".join(SPOTS)
            place = ("practice",) * 3
            await floor.say(ChatMessage(*place, f"m{number}", name, name, name, said))
        await floor.actors[TABLE].ask("wait", _nothing)
        bets = time.perf_counter() - begun
        begun = time.perf_counter()
        answer = await floor.do(None, DealerCommand("spin", "spin", (), "dealer"))
        took = time.perf_counter() - begun
        assert isinstance(answer, Done)
        settled = floor.actors[TABLE].book.table.round
        assert settled is not None
        assert len(settled.results) == VIEWERS * len(SPOTS)
        assert (await store.audit()).clean
        await floor.close()
    return bets, took


async def _nothing(*_: object) -> None:
    """Waits for those before it."""


def bare(folder: Path) -> float:
    """Seconds for as many result rows, transfers and balances in one bare transaction."""
    books = sqlite3.connect(folder / "bare.db")
    books.execute("PRAGMA journal_mode = WAL")
    books.execute("PRAGMA synchronous = FULL")
    books.execute("CREATE TABLE hands (round, step, number, player, outcome, spot, staked, returned)")
    books.execute("CREATE TABLE transfers (debit, credit, amount, reason, at)")
    books.execute("CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance)")
    books.executemany("INSERT INTO accounts VALUES (?, 0)", ((n,) for n in range(VIEWERS)))
    books.commit()
    count = VIEWERS * len(SPOTS)
    begun = time.perf_counter()
    books.executemany(
        "INSERT INTO hands VALUES (1, 2, ?, ?, 'lose', 'red', 100, 0)", ((n, n) for n in range(count))
    )
    books.executemany("INSERT INTO transfers VALUES (1, ?, 100, 'win', 0)", ((n,) for n in range(count)))
    books.executemany("UPDATE accounts SET balance = 1 WHERE id = ?", ((n,) for n in range(VIEWERS)))
    books.commit()
    return time.perf_counter() - begun


def test_ten_thousand_bets(tmp_path: Path) -> None:
    """Prints what a spin takes that settles them."""
    reference = bare(tmp_path)
    bets, took = asyncio.run(spin(tmp_path))
    print(f"\n{VIEWERS} messages with {VIEWERS * len(SPOTS):,} bets taken in {bets:.2f} s")
    print(f"settled in {took:.2f} s; the bare rows {reference:.2f} s: ratio {took / reference:.1f}")
