"""The database itself refuses what must not be, whoever asks (design 4)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.points.schema import prepare
from tests.points.helpers import raw

_ACCOUNT = "INSERT INTO accounts VALUES (?, 'main', ?, ?, ?, ?, ?, 0)"
_TRANSFER = (
    "INSERT INTO transfers (id, at, debit_id, credit_id, amount, reason, actor, reverses) "
    "VALUES (?, 0, ?, ?, ?, 'x', 'y', ?)"
)


@pytest.fixture
def file(path: Path) -> Iterator[sqlite3.Connection]:
    """Accounts 1 aya, 2 the house, 3 an escrow; transfer 1, and 2 that takes it back; a journal row."""
    prepare(path)
    with closing(raw(path)) as connection:
        connection.execute(_ACCOUNT, [1, "viewer", "p", "aya", "", 100])
        connection.execute(_ACCOUNT, [2, "house", "", "", "", -105])
        connection.execute(_ACCOUNT, [3, "escrow", "", "", "t", 5])
        connection.execute(_TRANSFER, [1, 2, 1, 100, None])
        connection.execute(_TRANSFER, [2, 1, 2, 100, 1])
        connection.execute("INSERT INTO journal VALUES (1, 't', 1, 1, 0, 0, 'aya', 'x', '')")
        yield connection


@pytest.mark.parametrize(
    ("sql", "says"),
    [
        ("UPDATE accounts SET balance = -1 WHERE id = 1", "not_below_zero"),
        ("UPDATE accounts SET balance = balance - 6 WHERE id = 3", "not_below_zero"),
        ("UPDATE accounts SET balance = 0.5 WHERE id = 1", "whole_hundredths"),
        ("UPDATE accounts SET balance = 'many' WHERE id = 1", "whole_hundredths"),
        ("UPDATE accounts SET kind = 'friend' WHERE id = 2", "kind"),
        ("UPDATE accounts SET user_id = '' WHERE id = 1", "viewer_has_user"),
        ("UPDATE accounts SET economy = 'nowhere' WHERE id = 1", "FOREIGN KEY"),
        ("INSERT INTO accounts VALUES (4, 'main', 'viewer', 'p', 'aya', '', 0, 0)", "UNIQUE"),
        ("INSERT INTO accounts VALUES (4, 'main', 'house', '', '', '', 0, 0)", "UNIQUE"),
        ("DELETE FROM accounts WHERE id = 1", "FOREIGN KEY"),
        ("INSERT INTO viewers VALUES (9, 'a', 'a', '', 'plain')", "FOREIGN KEY"),
        ("UPDATE transfers SET amount = 1 WHERE id = 1", "append-only"),
        ("DELETE FROM transfers WHERE id = 2", "append-only"),
        ("UPDATE journal SET text = 'y'", "append-only"),
        ("DELETE FROM journal", "append-only"),
        ("INSERT OR REPLACE INTO journal VALUES (1, 't', 9, 9, 9, 0, 'aya', 'y', '')", "append-only"),
        ("INSERT OR REPLACE INTO journal VALUES (9, 't', 1, 1, 0, 0, 'aya', 'y', '')", "append-only"),
        ("INSERT INTO messages VALUES ('p', 'c', 'm', 0), ('p', 'c', 'm', 1)", "UNIQUE"),
        ("INSERT INTO answers VALUES ('id', 0, '1'), ('id', 0, '2')", "UNIQUE"),
    ],
)
def test_what_must_not_be_is_refused(file: sqlite3.Connection, sql: str, says: str) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=says):
        file.execute(sql)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ([3, 1, 1, 5, None], "two_accounts"),
        ([3, 1, 2, 0, None], "amount"),
        ([3, 1, 2, -5, None], "amount"),
        ([3, 1, 2, 1.5, None], "amount"),
        ([3, 1, 9, 5, None], "FOREIGN KEY"),
        ([3, 1, 2, 5, 99], "FOREIGN KEY"),
        ([3, 1, 2, 100, 1], "append-only|UNIQUE"),
        ([1, 1, 2, 100, None], "append-only|UNIQUE"),
    ],
)
def test_a_transfer_that_makes_no_sense_is_refused(
    file: sqlite3.Connection, row: list[object], says: str
) -> None:
    with pytest.raises(sqlite3.IntegrityError, match=says):
        file.execute(_TRANSFER, row)
    with pytest.raises(sqlite3.IntegrityError):
        file.execute(_TRANSFER.replace("INSERT", "INSERT OR REPLACE"), row)
    assert file.execute("SELECT count(*), sum(amount) FROM transfers").fetchone() == (2, 200)


def test_the_house_may_owe(file: sqlite3.Connection) -> None:
    file.execute("UPDATE accounts SET balance = -1000000 WHERE id = 2")
    assert file.execute("SELECT balance FROM accounts WHERE id = 2").fetchone() == (-1000000,)
