"""``chatjack audit``: every kind of difference is found, and nothing else."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest

from bot.amounts import points
from bot.points import AccountKind, Store, TableRow, Transfer, Tx
from bot.points.audit import Wrong
from tests.points.helpers import FIRST, TABLE, do, raw, seen, stake

ROW = TableRow(TABLE, "blackjack", "practice", "practice", "main", "{}", round=1, round_open=True)


@pytest.fixture
def forger(filed: Store) -> Iterator[sqlite3.Connection]:
    """Somebody with the file, an SQL shell and no scruples."""
    assert filed.path is not None
    with closing(raw(filed.path)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("PRAGMA foreign_keys = OFF")
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection


async def _wrongs(store: Store) -> set[Wrong]:
    return {it.wrong for it in (await store.audit()).findings}


async def test_an_empty_floor_is_clean(store: Store) -> None:
    report = await store.audit()
    assert report.clean
    assert json.loads(json.dumps(report.to_json())) == {
        "clean": True,
        "accounts": 0,
        "transfers": 0,
        "sum": 0,
        "escrow": 0,
        "findings": [],
    }


async def test_play_is_clean(filed: Store) -> None:
    viewer = await seen(filed)
    await do(filed, lambda tx: stake(tx, viewer.account, points(12) + 50))  # type: ignore[arg-type]
    report = await filed.audit()
    assert report.clean
    assert (report.accounts, report.transfers, report.to_json()["escrow"]) == (3, 2, 12.5)


async def test_a_changed_balance_is_found_with_both_figures(filed: Store, forger: sqlite3.Connection) -> None:
    viewer = await seen(filed, "綾")
    forger.execute("UPDATE accounts SET balance = balance + 100 WHERE id = ?", [viewer.account])
    report = await filed.audit()
    assert not report.clean
    wrong, total = report.findings
    assert (wrong.wrong, wrong.expected, wrong.found) == (Wrong.BALANCE, FIRST, FIRST + 100)
    assert "practice:綾" in str(wrong)
    assert (total.wrong, total.found) == (Wrong.SUM, 100)
    assert report.to_json()["findings"][0]["found"] == 501


async def test_two_changed_balances_that_cancel_out_are_found(
    filed: Store, forger: sqlite3.Connection
) -> None:
    aya, ben = await seen(filed, "aya"), await seen(filed, "ben")
    forger.execute("UPDATE accounts SET balance = balance + 100 WHERE id = ?", [aya.account])
    forger.execute("UPDATE accounts SET balance = balance - 100 WHERE id = ?", [ben.account])
    assert [it.wrong for it in (await filed.audit()).findings] == [Wrong.BALANCE, Wrong.BALANCE]


async def test_a_deleted_transfer_is_found(filed: Store, forger: sqlite3.Connection) -> None:
    viewer = await seen(filed)
    await do(filed, lambda tx: stake(tx, viewer.account, points(1)))
    forger.execute("DELETE FROM transfers WHERE id = 2")
    assert await _wrongs(filed) == {Wrong.BALANCE}


async def test_a_viewer_below_zero_is_found(filed: Store, forger: sqlite3.Connection) -> None:
    viewer = await seen(filed)
    forger.execute("UPDATE accounts SET balance = -1 WHERE id = ?", [viewer.account])
    assert Wrong.NEGATIVE in await _wrongs(filed)


@pytest.mark.parametrize(
    "change", ["amount = amount + 1", "debit_id = credit_id, credit_id = debit_id", "reverses = 99"]
)
async def test_a_reversal_that_does_not_mirror_its_original_is_found(
    filed: Store, forger: sqlite3.Connection, change: str
) -> None:
    viewer = await seen(filed)
    ids = await do(filed, lambda tx: stake(tx, viewer.account, points(1)))
    await do(filed, lambda tx: tx.reverse(ids, "dealer"))
    assert (await filed.audit()).clean
    forger.execute(f"UPDATE transfers SET {change} WHERE reverses IS NOT NULL")
    assert Wrong.REVERSAL in await _wrongs(filed)


async def test_stakes_on_a_table_whose_round_is_over_are_found(filed: Store) -> None:
    viewer = await seen(filed)
    await do(filed, lambda tx: tx.put_table(ROW))
    await do(filed, lambda tx: stake(tx, viewer.account, points(1)))
    assert (await filed.audit()).clean
    assert [it.wrong for it in (await filed.audit(open_tables=[])).findings] == [Wrong.ESCROW]
    await do(filed, lambda tx: tx.put_table(replace(ROW, round_open=False)))
    assert await _wrongs(filed) == {Wrong.ESCROW}
    assert (await filed.audit(open_tables=[TABLE])).clean


async def test_stakes_left_behind_by_an_earlier_round_are_found(filed: Store) -> None:
    """The table's total looks right because the next round paid too little."""
    viewer = await seen(filed)

    async def rounds(tx: Tx) -> None:
        escrow = await tx.system(AccountKind.ESCROW, "main", TABLE)
        await stake(tx, viewer.account, points(10), round_no=1)
        await stake(tx, viewer.account, points(10), round_no=2)
        await tx.post([Transfer(escrow, viewer.account, points(20), "payout", TABLE, 2, 9)])

    await do(filed, rounds)
    (finding,) = (await filed.audit()).findings
    assert (finding.wrong, finding.found) == (Wrong.ESCROW, points(10))
    assert "round 1" in finding.about


async def test_an_account_without_a_viewer_is_found(filed: Store, forger: sqlite3.Connection) -> None:
    viewer = await seen(filed)
    forger.execute("DELETE FROM viewers WHERE account_id = ?", [viewer.account])
    assert await _wrongs(filed) == {Wrong.NAMELESS}
