"""Units made of functions, and a store with the shipped ranks."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from bot.amounts import Amount, points
from bot.games.ranks import Rank
from bot.points import AccountId, AccountKind, RankTable, Store, Transfer, Tx, Viewer
from bot.points.sqlite import connect

T = TypeVar("T")
PLAIN: Rank = RankTable.load().first
TABLE = "tournament"


class Job:
    """A unit that runs a function and notes what happened to it."""

    def __init__(
        self, work: Callable[[Tx], Awaitable[Any]], *, notes: list[str] | None = None, name: str = ""
    ) -> None:
        self._work = work
        self._notes = notes if notes is not None else []
        self._name = name
        self.runs = 0
        self.backs = 0

    async def run(self, tx: Tx) -> Any:
        self.runs += 1
        return await self._work(tx)

    def rolled_back(self) -> None:
        self.backs += 1
        self._notes.append(self._name)


async def do(store: Store, work: Callable[[Tx], Awaitable[T]]) -> T:
    """Runs one unit and waits for its commit."""
    result: T = await store.writer.submit(Job(work))
    return result


async def seen(store: Store, user: str = "aya", name: str | None = None, economy: str = "main") -> Viewer:
    """That viewer, made if need be."""
    return await do(store, lambda tx: tx.viewer(economy, "practice", user, name or user, PLAIN))


async def stake(tx: Tx, viewer: AccountId, amount: Amount, round_no: int = 1, step: int = 1) -> list[int]:
    """Moves points from the viewer to the table."""
    escrow = await tx.system(AccountKind.ESCROW, "main", TABLE)
    return await tx.post([Transfer(viewer, escrow, amount, "stake", TABLE, round_no, step, "aya")])


async def payout(tx: Tx, viewer: AccountId, amount: Amount, round_no: int = 1, step: int = 2) -> list[int]:
    """The house puts ``amount`` on the table and the table gives it to the viewer."""
    escrow = await tx.system(AccountKind.ESCROW, "main", TABLE)
    house = await tx.system(AccountKind.HOUSE, "main")
    return await tx.post(
        [
            Transfer(house, escrow, amount, "funding", TABLE, round_no, step, "house"),
            Transfer(escrow, viewer, amount, "payout", TABLE, round_no, step, "house"),
        ]
    )


def raw(path: Path) -> sqlite3.Connection:
    """The file as any other program sees it."""
    return connect(path)


FIRST = points(PLAIN.initial_points)
