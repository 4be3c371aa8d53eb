"""The composition root: what it does beside putting the parts together."""

from __future__ import annotations

import os
import time
from pathlib import Path

from bot.app import DAY_S, back_up_once_a_day
from bot.points import Store


async def test_a_backup_is_made_once_a_day(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "chatjack.db") as store:
        await back_up_once_a_day(store)
        await back_up_once_a_day(store)
        (first,) = (tmp_path / "backups").glob("*.db")
        yesterday = time.time() - DAY_S - 60
        os.utime(first, (yesterday, yesterday))
        await back_up_once_a_day(store)
        assert len(list((tmp_path / "backups").glob("*daily*.db"))) == 2


async def test_a_backup_that_cannot_be_made_ends_nothing(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "chatjack.db") as store:
        (tmp_path / "backups").write_text("a file in the folder's place")
        await back_up_once_a_day(store)
