"""Each change of the schema, run on a database that the version before it filled."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.amounts import points
from bot.points import HandRow, Store
from bot.points.schema import MIGRATIONS, prepare
from bot.points.tables import HEAD
from tests.points.helpers import TABLE, do, raw, seen

_EVENING = """
INSERT INTO accounts VALUES (1, 'main', 'viewer', 'niconico', 'u1', '', 40000, 5);
INSERT INTO accounts VALUES (2, 'main', 'gifts', '', '', '', -50000, 5);
INSERT INTO accounts VALUES (3, 'main', 'escrow', '', '', 'tournament', 10000, 6);
INSERT INTO viewers VALUES (1, '綾', '綾', 'あや', 'heart');
INSERT INTO transfers VALUES (1, 5, 2, 1, 50000, 'first_points', NULL, NULL, NULL, 'house', NULL);
INSERT INTO transfers VALUES (2, 6, 1, 3, 10000, 'bet', 'tournament', 1, 2, '1', NULL);
INSERT INTO journal VALUES (1, 'tournament', 0, 1, 0, 5, '1', 'join 1', '');
INSERT INTO tables VALUES ('tournament', 'blackjack', 'practice', 'practice', 'main', 'tournament', 1, 1, 0);
INSERT INTO messages VALUES ('niconico', 'co1', 'm1', 6);
"""
_KEPT = ("accounts", "viewers", "transfers", "journal", "tables", "messages", "economies", "channels")


@pytest.fixture
def first(path: Path, tmp_path: Path) -> Path:
    """A database of schema 0001, in the middle of an evening."""
    old = tmp_path / "first"
    shutil.copytree(MIGRATIONS, old)
    for script in (old / "versions").glob("0*.py"):
        if not script.name.startswith("0001"):
            script.unlink()
    prepare(path, migrations=old, head="0001")
    with closing(raw(path)) as file:
        file.executescript(_EVENING)
    return path


def _rows(file: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    return {name: file.execute(f"SELECT * FROM {name}").fetchall() for name in _KEPT}


async def test_0002_keeps_all_there_was(first: Path) -> None:
    with closing(raw(first)) as file:
        before = _rows(file)
    async with await Store.open(first) as store:
        assert store.backup is not None
        assert f"before-{HEAD}" in store.backup.name
        report = await store.audit()
        assert (report.clean, report.escrow) == (True, points(100))
        assert (await store.viewers_by_name("main", "綾"))[0].rank == "heart"
    with closing(raw(first)) as file, closing(sqlite3.connect(store.backup)) as backup:
        assert _rows(file) == before == _rows(backup)
        tables = {name for (name,) in backup.execute("SELECT name FROM sqlite_master")}
        assert not tables & {"hands", "settlements", "seasons", "standings"}


async def test_0002_the_ledger_stays_append_only(first: Path) -> None:
    async with await Store.open(first):
        pass
    with closing(raw(first)) as file:
        for change in ("UPDATE transfers SET amount = 1", "DELETE FROM journal"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                file.execute(change)


async def test_0002_the_new_tables_are_used_at_once(first: Path) -> None:
    async with await Store.open(first) as store:
        viewer = await seen(store)
        hand = HandRow(TABLE, 1, 3, 1, viewer.account, 1, 1, "KS 9D", "win", "", points(10), points(20))
        await do(store, lambda tx: tx.settle(TABLE, 1, 3, [hand]))
        (kept,) = await store.hands(viewer.account)
        assert (kept.cards, kept.net) == ("KS 9D", points(10))


class TestHands:
    """What the store makes of settlements."""

    async def test_the_newest_settlement_of_a_round_counts(self, store: Store) -> None:
        viewer = await seen(store)

        def hand(step: int, outcome: str, round_number: int = 1) -> HandRow:
            money = (points(10), points(0))
            return HandRow(TABLE, round_number, step, 1, viewer.account, 1, 1, "KS 9D", outcome, "", *money)

        await do(store, lambda tx: tx.settle(TABLE, 1, 3, [hand(3, "lose")]))
        await do(store, lambda tx: tx.settle(TABLE, 2, 9, [hand(9, "bust", 2)]))
        assert [one.outcome for one in await store.hands(viewer.account)] == ["bust", "lose"]
        await do(store, lambda tx: tx.settle(TABLE, 1, 10, []))
        assert [one.outcome for one in await store.hands(viewer.account)] == ["bust"]
        await do(store, lambda tx: tx.settle(TABLE, 1, 11, [hand(11, "win")]))
        assert {one.outcome for one in await store.hands(viewer.account)} == {"bust", "win"}
        assert len(await store.hands(viewer.account, limit=1)) == 1

    async def test_a_unit_sees_what_its_group_has_settled(self, store: Store) -> None:
        viewer = await seen(store)
        hand = HandRow(TABLE, 1, 3, 1, viewer.account, 1, 1, "KS 9D", "win", "", points(10), points(20))

        async def settle_and_look(tx):  # type: ignore[no-untyped-def]
            await tx.settle(TABLE, 1, 3, [hand])
            first = await tx.hands(viewer.account, 5)
            await tx.settle(TABLE, 1, 4, [])
            return len(first), len(await tx.hands(viewer.account, 5))

        assert await do(store, settle_and_look) == (1, 0)

    async def test_a_unit_that_fails_leaves_no_hand(self, store: Store) -> None:
        viewer = await seen(store)
        hand = HandRow(TABLE, 1, 3, 1, viewer.account, 1, 1, "KS 9D", "win", "", points(10), points(20))

        async def settle_and_fail(tx):  # type: ignore[no-untyped-def]
            await tx.settle(TABLE, 1, 3, [hand])
            raise RuntimeError

        with pytest.raises(RuntimeError):
            await do(store, settle_and_fail)
        assert await store.hands(viewer.account) == []
        assert await do(store, lambda tx: tx.hands(viewer.account, 5)) == []
