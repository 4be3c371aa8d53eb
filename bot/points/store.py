"""The store: the one door to everything that is kept (design 4)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from sqlalchemy import Select, func, select

from bot.amounts import Amount
from bot.points import audit as books
from bot.points import schema
from bot.points.memory import Memory
from bot.points.names import name_key
from bot.points.public import PublicBooks
from bot.points.queries import HANDS, REBUYS, SEASONS, TRANSFERS, posted, season
from bot.points.seasons import Season, SeasonLine
from bot.points.sqlite import SqliteReaders, SqliteSession
from bot.points.statements import table
from bot.points.tx import Tx
from bot.points.values import (
    AccountId,
    AccountKind,
    Alias,
    Faults,
    HandRow,
    JournalRow,
    Posted,
    Shoe,
    Silenced,
    Standing,
    TableRow,
    Viewer,
)
from bot.points.writer import Writer

T = TypeVar("T")

_accounts, _viewers, _transfers = table("accounts"), table("viewers"), table("transfers")
_hands, _seasons, _standings = table("hands"), table("seasons"), table("standings")
_journal, _tables, _shoes, _channels = table("journal"), table("tables"), table("shoes"), table("channels")


def epoch_ms() -> int:
    """The wall clock in epoch milliseconds."""
    return time.time_ns() // 1_000_000


class Store:
    """An open database. Reads see what is committed; all writing goes through :attr:`writer`.

    Attributes:
        writer: the one writer.
        path: the file, or ``None`` in memory.
        backup: the copy taken before migrating at this start, if there was one.
        faults: hooks for tests.
    """

    def __init__(
        self,
        path: Path | None,
        session: SqliteSession,
        memory: Memory,
        faults: Faults,
        clock: Callable[[], int],
    ) -> None:
        self.path = path
        self.faults = faults
        self.backup: Path | None = None
        self._session = session
        self._memory = memory
        self._readers = SqliteReaders(path, session)
        self.writer = Writer(session, memory, clock)
        self._closed = False

    @classmethod
    async def open(
        cls, path: Path | None, *, backups: Path | None = None, clock: Callable[[], int] = epoch_ms
    ) -> Store:
        """Opens the database at ``path``, creating or migrating it (after a backup); ``None`` is a new one in
        memory.

        Args:
            path: the file.
            backups: where backups go; ``<folder>/backups`` by default.
            clock: epoch milliseconds, for the times written into rows.

        Raises:
            StoreError: the file cannot be used; its code says why.
        """
        backup = None
        if path is not None:
            path = await asyncio.to_thread(path.absolute)
            backup = await asyncio.to_thread(schema.prepare, path, backups)
        faults = Faults()
        session = await SqliteSession.open(path, faults)
        try:
            memory = Memory(session)
            await memory.load()
        except BaseException:
            await session.close()
            raise
        store = cls(path, session, memory, faults, clock)
        store.backup = backup
        return store

    async def close(self) -> None:
        """Finishes the queued units and closes the file. Harmless the second time."""
        if self._closed:
            return
        self._closed = True
        await self.writer.close()
        await self._readers.close()
        await self._session.close()

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def make_backup(self, folder: Path | None = None, label: str = "manual") -> Path:
        """A checked copy of the database as it stands, while the floor runs; the newest five are kept.

        Raises:
            StoreError: it cannot be written.
            ValueError: a database in memory.
        """
        if self.path is None:
            raise ValueError("a database in memory has no backups")
        return await asyncio.to_thread(
            schema.back_up, self.path, folder or self.path.parent / "backups", label
        )

    async def do(self, work: Callable[[Tx], Awaitable[T]]) -> T:
        """Runs a function as a unit of its own and waits for its commit.

        Raises:
            NotCounted: it could not be committed; or the function's own exception.
        """
        return await self.writer.submit(_Work(work))

    # --- viewers --------------------------------------------------------------------------------------------

    async def balance(self, account: AccountId) -> Amount:
        """The committed balance.

        Raises:
            KeyError: no such account.
        """
        rows = await self._rows(select(_accounts.c.balance).where(_accounts.c.id == account))
        if not rows:
            raise KeyError(account)
        return Amount(rows[0][0])

    async def viewer(self, account: AccountId) -> Viewer | None:
        """The viewer that holds the account."""
        rows = await self._rows(_VIEWERS.where(_accounts.c.id == account))
        return _viewer(rows[0]) if rows else None

    async def viewer_by_id(self, economy: str, platform: str, user_id: str) -> Viewer | None:
        """The viewer with that platform user id."""
        query = _VIEWERS.where(
            _accounts.c.economy == economy, _accounts.c.platform == platform, _accounts.c.user_id == user_id
        )
        rows = await self._rows(query)
        return _viewer(rows[0]) if rows else None

    async def viewers_by_name(self, economy: str | None, name: str) -> list[Viewer]:
        """Everyone of that display name today, width and case disregarded, in one economy or in all; names
        are not unique."""
        query = _VIEWERS.where(_viewers.c.name_key == name_key(name))
        if economy is not None:
            query = query.where(_accounts.c.economy == economy)
        return [_viewer(row) for row in await self._rows(query.order_by(_accounts.c.id))]

    async def viewers_of_user(self, platform: str, user_id: str) -> list[Viewer]:
        """The accounts of a platform user, one for each kind of points they have played for."""
        query = _VIEWERS.where(_accounts.c.platform == platform, _accounts.c.user_id == user_id)
        return [_viewer(row) for row in await self._rows(query.order_by(_accounts.c.id))]

    async def viewers(self, platform: str, economy: str | None = None, limit: int = 1000) -> list[Viewer]:
        """The viewers of a platform, oldest first."""
        query = _VIEWERS.where(_accounts.c.platform == platform)
        if economy is not None:
            query = query.where(_accounts.c.economy == economy)
        return [_viewer(row) for row in await self._rows(query.order_by(_accounts.c.id).limit(limit))]

    async def ranks_held(self, economy: str) -> set[str]:
        """The ranks that viewers hold."""
        query = (
            select(_viewers.c.rank)
            .distinct()
            .join_from(_viewers, _accounts, _viewers.c.account_id == _accounts.c.id)
        )
        return {str(row.rank) for row in await self._rows(query.where(_accounts.c.economy == economy))}

    async def ranking(self, economy: str, limit: int = 100) -> list[Standing]:
        """The richest viewers; equal balances share a place. Restarts are counted beside them (rulings
        3.5)."""
        query = (
            _VIEWERS.add_columns(REBUYS.label("rebuys"))
            .where(_accounts.c.economy == economy)
            .order_by(_accounts.c.balance.desc(), _accounts.c.id)
            .limit(limit)
        )
        standings: list[Standing] = []
        for index, row in enumerate(await self._rows(query), start=1):
            viewer = replace(_viewer(row), rebuys=row.rebuys)
            tied = bool(standings) and standings[-1].viewer.balance == viewer.balance
            standings.append(Standing(standings[-1].place if tied else index, viewer, row.rebuys))
        return standings

    async def place(self, account: AccountId) -> int | None:
        """The viewer's place in the ranking."""
        mine = await self.viewer(account)
        if mine is None:
            return None
        richer = select(func.count()).where(
            _accounts.c.economy == mine.economy,
            _accounts.c.kind == AccountKind.VIEWER.value,
            _accounts.c.balance > mine.balance,
        )
        return int((await self._rows(richer))[0][0]) + 1

    async def rebuys(self, account: AccountId) -> int:
        """How often the viewer has restarted (and that was not taken back)."""
        return int((await self._rows(select(REBUYS).where(_accounts.c.id == account)))[0][0])

    # --- who is whom --------------------------------------------------------------------------------------

    def alias(self, economy: str, platform: str, user_id: str) -> Alias | None:
        """The link in force of a platform account that acts as another's viewer; as the writer knows it."""
        found = self._memory.aliases.get((economy, platform, user_id))
        return found if found is not None and not found.unlinked_at else None

    def aliases(self, economy: str) -> list[Alias]:
        """Every link in force, oldest first."""
        held = [one for one in self._memory.aliases.values() if one.economy == economy]
        return sorted((one for one in held if not one.unlinked_at), key=lambda one: one.linked_at)

    def is_silent(self, economy: str, platform: str, user_id: str, now: int) -> bool:
        """Whether a platform account is not heard at ``now`` (epoch ms)."""
        key = (economy, platform, user_id)
        held = (self._memory.silenced.get((key, why)) for why in ("banned", "ignored"))
        return any(one is not None and one.holds(now) for one in held)

    def silenced(self, economy: str) -> list[Silenced]:
        """Everybody who was silenced and not let speak again, oldest first."""
        held = [one for one in self._memory.silenced.values() if one.economy == economy]
        return sorted((one for one in held if not one.lifted_at), key=lambda one: one.since)

    # --- seasons ------------------------------------------------------------------------------------------

    async def seasons(self, economy: str) -> list[Season]:
        """All seasons, oldest first."""
        return [season(row) for row in await self._rows(SEASONS.where(_seasons.c.economy == economy))]

    async def season_lines(self, season_id: int) -> list[SeasonLine]:
        """The final ranking of a season that is over, by account; see
        :func:`bot.points.seasons.places`."""
        names = ["account_id" if name == "account" else name for name in SeasonLine.__slots__]
        query = select(*[_standings.c[name] for name in names]).where(_standings.c.season_id == season_id)
        return [SeasonLine(*row) for row in await self._rows(query.order_by(_standings.c.account_id))]

    # --- the ledger -----------------------------------------------------------------------------------------

    async def history(self, account: AccountId, limit: int = 20, before: int | None = None) -> list[Posted]:
        """The account's transfers, newest first; ``before`` a transfer number pages on."""
        query = TRANSFERS.where((_transfers.c.debit_id == account) | (_transfers.c.credit_id == account))
        if before is not None:
            query = query.where(_transfers.c.id < before)
        return [posted(row) for row in await self._rows(query.order_by(_transfers.c.id.desc()).limit(limit))]

    async def transfers(
        self,
        table: str,
        round: int,  # noqa: A002 - the word for it, here as in Transfer
        step: int | None = None,
    ) -> list[Posted]:
        """A round's (or one step's) transfers in the order of posting, reversals included."""
        query = TRANSFERS.where(_transfers.c.table_id == table, _transfers.c.round == round)
        if step is not None:
            query = query.where(_transfers.c.step == step)
        return [posted(row) for row in await self._rows(query.order_by(_transfers.c.id))]

    async def system_account(
        self, kind: AccountKind, economy: str, table: str | None = None
    ) -> AccountId | None:
        """A system account, if it has been used yet."""
        query = select(_accounts.c.id).where(
            _accounts.c.kind == kind.value,
            _accounts.c.economy == economy,
            _accounts.c.table_id == (table or ""),
        )
        rows = await self._rows(query)
        return AccountId(rows[0][0]) if rows else None

    async def audit(self, open_tables: Collection[str] | None = None) -> books.AuditReport:
        """Checks the books; see :func:`bot.points.audit.audit`."""
        async with self._readers.snapshot() as connection:
            return await books.audit(connection, open_tables)

    async def hands(self, account: AccountId, limit: int = 20) -> list[HandRow]:
        """The viewer's last settled hands, newest first; undone and voided ones are not among them."""
        query = HANDS.where(_hands.c.account_id == account).limit(limit)
        return [HandRow(*row) for row in await self._rows(query)]

    # --- tables, journal, shoes -----------------------------------------------------------------------------

    async def journal(
        self, table: str, since_round: int = 0, until_round: int | None = None
    ) -> list[JournalRow]:
        """The table's journal from ``since_round`` (to ``until_round``, included) in the order it was
        written."""
        query = select(
            *[
                _journal.c[name]
                for name in ("table_id", "round", "step", "seq", "at", "actor", "text", "means", "id")
            ]
        ).where(_journal.c.table_id == table, _journal.c.round >= since_round)
        if until_round is not None:
            query = query.where(_journal.c.round <= until_round)
        return [JournalRow(*row) for row in await self._rows(query.order_by(_journal.c.id))]

    async def tables(self, *, closed: bool = False) -> list[TableRow]:
        """The tables on the floor; ``closed`` also those that were taken off it."""
        query = select(*[_tables.c[name] for name in TableRow.__slots__]).order_by(_tables.c.id)
        if not closed:
            query = query.where(_tables.c.closed_at == 0)
        return [replace(TableRow(*row), round_open=bool(row.round_open)) for row in await self._rows(query)]

    async def shoes(self, table: str) -> list[Shoe]:
        """The table's shoes, oldest first. The caller keeps an unrevealed ``server_seed`` to itself."""
        names = ["table_id" if name == "table" else name for name in Shoe.__slots__]
        query = select(*[_shoes.c[name] for name in names]).where(_shoes.c.table_id == table)
        return [Shoe(*row) for row in await self._rows(query.order_by(_shoes.c.created_at, _shoes.c.id))]

    async def shoe(self, table: str, shoe: str) -> Shoe | None:
        """One shoe."""
        return next((it for it in await self.shoes(table) if it.id == shoe), None)

    def public(self, economy: str) -> PublicBooks:
        """What anybody may see of an economy; with a connection of its own, so that its readers never wait
        for each other. Close it."""
        if self.path is None:
            return PublicBooks(self._readers, economy, owned=False)
        return PublicBooks(SqliteReaders(self.path, size=1), economy, owned=True)

    async def economy_of(self, platform: str, channel: str) -> str | None:
        """The economy a channel plays in."""
        query = select(_channels.c.economy).where(
            _channels.c.platform == platform, _channels.c.channel == channel
        )
        rows = await self._rows(query)
        return str(rows[0][0]) if rows else None

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        async with self._readers.snapshot() as connection:
            rows: Sequence[Any] = (await connection.execute(query)).all()
            return rows


class _Work(Generic[T]):
    """A unit made of a function that changes nothing but the store."""

    def __init__(self, work: Callable[[Tx], Awaitable[T]]) -> None:
        self._work = work

    async def run(self, tx: Tx) -> T:
        return await self._work(tx)

    def rolled_back(self) -> None:
        """Nothing in memory to put back."""


def _viewer(row: Any) -> Viewer:
    return Viewer(
        AccountId(row.id),
        row.economy,
        row.platform,
        row.user_id,
        row.name,
        row.rank,
        Amount(row.balance),
        False,
    )


_VIEWERS = select(
    _accounts.c.id,
    _accounts.c.economy,
    _accounts.c.platform,
    _accounts.c.user_id,
    _accounts.c.balance,
    _viewers.c.name,
    _viewers.c.rank,
).join_from(_accounts, _viewers, _viewers.c.account_id == _accounts.c.id)
