"""A process that bets as fast as it can until it is killed, and says each acknowledged bet on its standard
output.

Arguments: the database, the number of its first message, and the point at which to kill itself: ``-`` for
none, else ``before_commit:5`` for the fifth time it gets there.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from bot.amounts import points
from bot.points import JournalRow, Store, Tx
from tests.points.helpers import PLAIN, Job, payout, stake

VIEWERS = 7
TOGETHER = 12


async def bet(tx: Tx, number: int) -> None:
    """One message: remembered, journalled, a stake moved, and now and then a payout."""
    assert await tx.remember("p", "c", f"m{number}")
    viewer = await tx.viewer("main", "p", f"u{number % VIEWERS}", f"視聴者{number % VIEWERS}", PLAIN)
    await tx.journal(
        [JournalRow("tournament", 1, number, seq, tx.now, "x", f"bet {number}") for seq in range(3)]
    )
    await payout(tx, viewer.account, points(2), step=number)
    await stake(tx, viewer.account, points(1), step=number)


def _die_at(times: int) -> Callable[[], None]:
    left = [None] * times

    def hook() -> None:
        left.pop()
        if not left:
            os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))

    return hook


async def main(path: Path, first: int, point: str) -> None:
    store = await Store.open(path)
    if point != "-":
        name, times = point.split(":")
        setattr(store.faults, name, _die_at(int(times)))
    print("open", flush=True)

    async def submit(number: int) -> None:
        await store.writer.submit(Job(lambda tx: bet(tx, number)))
        os.write(1, f"{number}\n".encode())

    for start in range(first, first + 1_000_000, TOGETHER):
        await asyncio.gather(*[submit(start + i) for i in range(TOGETHER)])


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), sys.argv[3]))
