"""SQLite's half of the store: connections, transactions, triggers, backups and what its errors mean.

All of it was measured on two slow cores. Every call to aiosqlite is a visit to its thread (60-100 us), and
SQLAlchemy makes three or four of them per statement, so a transaction of four statements cost 2.1 ms; the
same statements, compiled once and executed in one visit, cost 0.3 ms. So the writer's statements are
SQLAlchemy Core, but a whole group of units is written in one visit (:class:`SqliteSession`). Reads, which are
rare, go through SQLAlchemy's own async engine.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import aiosqlite
from sqlalchemy import event
from sqlalchemy.dialects.sqlite import dialect as sqlite_dialect
from sqlalchemy.engine import URL, Connection
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool
from sqlalchemy.schema import CreateIndex, CreateTable

from bot.points.statements import DELETES, STATEMENTS, Batch, Params, Rejected, Session, Write
from bot.points.tables import HEAD, METADATA
from bot.points.values import MAIN_ECONOMY, PRACTICE_CHANNEL, Faults, StoreError, Trouble

P = ParamSpec("P")
R = TypeVar("R")

log = logging.getLogger(__name__)

BUSY_MS = 5_000
"""How long a connection waits for another program's lock."""

_APPEND_ONLY = {
    "transfers": "id = NEW.id OR reverses = NEW.reverses",
    "journal": (
        "id = NEW.id OR (table_id = NEW.table_id AND round = NEW.round AND step = NEW.step AND seq = NEW.seq)"
    ),
}
"""The tables whose rows never change, and when a new row would be in another's place."""


def triggers() -> list[str]:
    """What keeps the ledger and the journal append-only, whoever asks."""
    made = []
    for table, same in _APPEND_ONLY.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for change in ("UPDATE", "DELETE"):
            made.append(f"CREATE TRIGGER tr_{table}_no_{change.lower()} BEFORE {change} ON {table} {refuse}")
        # INSERT OR REPLACE would delete the old row without asking the trigger above.
        made.append(
            f"CREATE TRIGGER tr_{table}_no_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) {refuse}"
        )
    return made


# --- connections --------------------------------------------------------------------------------------------


def _pragmas(path: Path | None, *, writes: bool) -> list[str]:
    pragmas = [f"busy_timeout = {BUSY_MS}", "foreign_keys = ON", "trusted_schema = OFF"]
    if path is not None and writes:
        # FULL: in WAL mode anything less may lose committed points when the power goes.
        pragmas += ["journal_mode = WAL", "synchronous = FULL", "journal_size_limit = 67108864"]
    if path is not None and not writes:
        pragmas.append("query_only = ON")
    return pragmas


def _connect(path: Path | None, *, writes: bool) -> sqlite3.Connection:
    # isolation_level None: the standard library would otherwise guess where transactions begin, as DEFERRED,
    # and two of those that read and then write lose one of the writes or fail as locked whatever the timeout.
    connection = sqlite3.connect(
        ":memory:" if path is None else path,
        isolation_level=None,
        timeout=BUSY_MS / 1000,
        check_same_thread=False,
    )
    try:
        for pragma in _pragmas(path, writes=writes):
            connection.execute(f"PRAGMA {pragma}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def connect(path: Path | None, *, writes: bool = True) -> sqlite3.Connection:
    """A plain connection, set up like all others; for start-up work and tests.

    Raises:
        StoreError: the file cannot be used.
    """
    with speaking_plainly(path):
        return _connect(path, writes=writes)


async def _open(path: Path | None, *, writes: bool) -> aiosqlite.Connection:
    connection = aiosqlite.Connection(lambda: _connect(path, writes=writes), iter_chunk_size=64)
    # As SQLAlchemy does: a floor that dies before it could close must not be kept from ending by this thread.
    connection._thread.daemon = True
    return await connection


async def _visit(
    connection: aiosqlite.Connection, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
) -> R:
    """Runs ``work`` in the connection's thread. aiosqlite has no public call for several statements in one
    visit; this is the one all its own methods are made of."""
    done: R = await connection._execute(work, *args, **kwargs)  # type: ignore[no-untyped-call]
    return done


class SqliteSession(Session):
    """The writing connection."""

    def __init__(self, connection: aiosqlite.Connection, path: Path | None, faults: Faults) -> None:
        self._connection = connection
        self._path = path
        self._faults = faults
        # In memory there is only this connection, so readers and the writer take turns.
        self.turn: asyncio.Lock | None = asyncio.Lock() if path is None else None

    @classmethod
    async def open(cls, path: Path | None, faults: Faults) -> SqliteSession:
        """Connects; in memory also makes the tables.

        Raises:
            StoreError: the file cannot be used.
        """
        with speaking_plainly(path):
            session = cls(await _open(path, writes=True), path, faults)
            if path is None:
                await _visit(session._connection, session._connection._conn.executescript, schema_script())
        return session

    async def write(self, batch: Batch) -> None:
        """See :meth:`Session.write`; one BEGIN IMMEDIATE ... COMMIT in one visit."""
        work = [(write, rows) for write, rows in batch.rows.items() if rows]
        async with self.turn or nullcontext():
            with speaking_plainly(self._path):
                await _visit(self._connection, self._write, work)

    def _write(self, work: Iterable[tuple[Write, list[Params]]]) -> None:
        connection, statements = self._connection._conn, compiled()
        connection.execute("BEGIN IMMEDIATE")
        try:
            for write, rows in work:
                touched = connection.executemany(statements[write], rows).rowcount
                if touched != len(rows) and write not in DELETES:
                    raise Rejected(f"{write.value}: {touched} of {len(rows)} rows")
            self._faults.fire("before_commit")
            connection.execute("COMMIT")
        except BaseException as error:
            # Some failures (a full disk, an I/O error) have rolled back already.
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if isinstance(error, sqlite3.IntegrityError):
                raise Rejected(str(error)) from error
            raise
        try:
            self._faults.fire("after_commit")
        except Exception:
            log.exception("after a commit")

    async def read(self, query: Any, params: Params) -> list[tuple[Any, ...]]:
        """See :meth:`Session.read`."""
        sql, fixed = _compiled_query(query)
        async with self.turn or nullcontext():
            with speaking_plainly(self._path):
                return await _visit(self._connection, self._read, sql, {**fixed, **params})

    def _read(self, sql: str, params: Params) -> list[tuple[Any, ...]]:
        return self._connection._conn.execute(sql, params).fetchall()

    async def close(self) -> None:
        """See :meth:`Session.close`; the last connection to go folds the WAL into the file."""
        await self._connection.close()


class SqliteReaders:
    """The reading side: an SQLAlchemy async engine whose transactions are DEFERRED and cannot write.

    Args:
        path: the file; ``None`` reads in memory, by the writer's ``session``.
        size: how many connections at most.
    """

    def __init__(self, path: Path | None, session: SqliteSession | None = None, *, size: int = 2) -> None:
        self._path = path
        self._turn = None if session is None else session.turn
        url = URL.create("sqlite+aiosqlite", database=None if path is None else str(path))
        if path is None:
            assert session is not None, "in memory there is only the writer's connection"
            only = session._connection

            async def shared() -> aiosqlite.Connection:
                return only

            self._engine: AsyncEngine = create_async_engine(url, poolclass=StaticPool, async_creator=shared)
        else:
            # Few connections: SQLite before 3.51.3 has a rare fault when several write the WAL; these never
            # do.
            self._engine = create_async_engine(
                url, pool_size=size, max_overflow=0, async_creator=lambda: _open(path, writes=False)
            )
        event.listen(self._engine.sync_engine, "begin", _begin_deferred)

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[AsyncConnection]:
        """One consistent look at what is committed.

        Raises:
            StoreError: the file cannot be used.
        """
        async with self._turn or nullcontext():
            with speaking_plainly(self._path):
                async with self._engine.begin() as connection:
                    yield connection

    async def close(self) -> None:
        """Closes the connections (in memory the writer's session does)."""
        if self._path is not None:
            await self._engine.dispose()


def _begin_deferred(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN DEFERRED")


# --- statements ---------------------------------------------------------------------------------------------

_DIALECT = sqlite_dialect(paramstyle="named")


@cache
def compiled() -> Mapping[Write, str]:
    """The writer's statements as SQL with named parameters."""
    return {write: str(statement.compile(dialect=_DIALECT)) for write, statement in STATEMENTS.items()}


@cache
def _compiled_query(query: Any) -> tuple[str, Mapping[str, object]]:
    made = query.compile(dialect=_DIALECT)
    return str(made), {key: value for key, value in made.params.items() if value is not None}


@cache
def schema_script() -> str:
    """The whole schema as one script, made from the table classes: what a database in memory starts with."""
    statements: list[str] = []
    for table in METADATA.sorted_tables:
        statements.append(str(CreateTable(table).compile(dialect=_DIALECT)))
        statements += [str(CreateIndex(index).compile(dialect=_DIALECT)) for index in table.indexes]
    statements += triggers()
    statements += [
        (
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, "
            "CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        ),
        f"INSERT INTO alembic_version VALUES ('{HEAD}')",
        f"INSERT INTO economies (id, created_at) VALUES ('{MAIN_ECONOMY}', 0)",
        (
            "INSERT INTO channels (platform, channel, economy, created_at) "
            f"VALUES ('{PRACTICE_CHANNEL}', '{PRACTICE_CHANNEL}', '{MAIN_ECONOMY}', 0)"
        ),
    ]
    return ";\n".join(statements) + ";"


# --- what SQLite's errors mean ------------------------------------------------------------------------------

_TROUBLE: Mapping[int, Trouble] = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "read_only",
    sqlite3.SQLITE_PERM: "read_only",
    sqlite3.SQLITE_FULL: "full",
}


def trouble(error: BaseException) -> Trouble | None:
    """Which trouble with the file ``error`` tells of; ``None`` for any other error."""
    original = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(original, "sqlite_errorcode", None)
    return _TROUBLE.get(code & 0xFF) if isinstance(code, int) else None


@contextmanager
def speaking_plainly(path: Path | None) -> Iterator[None]:
    """Turns SQLite's errors about the file into :class:`StoreError`."""
    try:
        yield
    except (sqlite3.Error, DBAPIError) as error:
        code = trouble(error)
        if code is None:
            raise
        raise StoreError(code, path) from error
