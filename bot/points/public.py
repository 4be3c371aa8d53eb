"""What of the books anybody may see: rankings, settled hands, shoes. The lobby reads nothing else.

Privacy is made here, in the queries: no platform user id is selected, a seed only where it is asked for by
name, and whoever is silenced, linked to another account or forgotten is in none of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Select, and_, case, or_, select

from bot.amounts import Amount
from bot.points.identities import FORGOTTEN
from bot.points.queries import (
    GAVE,
    GOT,
    HANDS,
    NEWEST_TRANSFER,
    RESTARTED,
    RESTARTS_TAKEN_BACK,
    SEASONS,
    season,
)
from bot.points.seasons import Season, SeasonLine, Tally
from bot.points.sqlite import SqliteReaders
from bot.points.statements import table
from bot.points.tables import HEAD
from bot.points.values import (
    PRACTICE_CHANNEL,
    AccountId,
    AccountKind,
    HandRow,
    JournalRow,
    StoreError,
)

_accounts, _viewers, _transfers = table("accounts"), table("viewers"), table("transfers")
_hands, _seasons, _standings = table("hands"), table("seasons"), table("standings")
_journal, _tables, _shoes = table("journal"), table("tables"), table("shoes")
_aliases, _silenced = table("aliases"), table("silenced")
_SHOE_WORDS = ("new-shoe %", "undo %", "redo %")
"""Journal lines by which one knows which shoes were on the table."""
_AT_ONCE = 500
PIECE = 2_000
"""So many transfers are added to a tally at a time."""
_JOURNAL = [
    _journal.c[name] for name in ("table_id", "round", "step", "seq", "at", "actor", "text", "means", "id")
]


@dataclass(frozen=True, slots=True)
class Seen:
    """A viewer as anybody may see them; ``name`` is empty where it would be the platform's own id."""

    account: AccountId
    name: str
    rank: str
    points: Amount


@dataclass(frozen=True, slots=True)
class ShownShoe:
    """A shoe's commitment, without its seed. ``revealed``: the store itself says that the seed is out."""

    id: str
    version: str
    commitment: str
    client_seed: str
    created_at: int
    revealed: bool


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table on the floor: its last rule sheet, by id, and the number of its last round."""

    id: str
    game: str
    sheet: str
    round: int


class PublicBooks:
    """One economy's public side. Reads see what is committed and cannot write."""

    def __init__(self, readers: SqliteReaders, economy: str, *, owned: bool) -> None:
        self.economy = economy
        self._readers = readers
        self._owned = owned

    @classmethod
    async def open(cls, path: Path, economy: str) -> PublicBooks:
        """Opens a database to be read, beside a running floor or without one; nothing of it is changed.

        Raises:
            StoreError: there is none, it is not of this version (it is not migrated here), or it cannot be
                read.
        """
        if not await asyncio.to_thread(path.is_file):
            raise StoreError("read_only", path)
        books = cls(SqliteReaders(path, size=1), economy, owned=True)
        try:
            found = await books._schema()
            if found != HEAD:
                raise StoreError("foreign" if found is None else _age(found), path)
        except BaseException:
            await books.close()
            raise
        return books

    async def close(self) -> None:
        """Closes the connection, if it is its own."""
        if self._owned:
            await self._readers.close()

    # --- viewers ------------------------------------------------------------------------------------------

    async def richest(self, now: int, limit: int) -> list[Seen]:
        """The richest viewers, best first.

        Args:
            now: epoch ms; by it a time-out is over or not.
        """
        query = _SEEN.where(self._shown(now)).order_by(_accounts.c.balance.desc(), _accounts.c.id)
        return [_seen(row) for row in await self._rows(query.limit(limit))]

    async def viewers(self, accounts: Collection[AccountId], now: int) -> dict[AccountId, Seen]:
        """Those of these accounts that may be seen."""
        found: dict[AccountId, Seen] = {}
        wanted = sorted(accounts)
        for start in range(0, len(wanted), _AT_ONCE):
            query = _SEEN.where(self._shown(now), _accounts.c.id.in_(wanted[start : start + _AT_ONCE]))
            found |= {AccountId(row.id): _seen(row) for row in await self._rows(query)}
        return found

    async def hands(self, account: AccountId, until: int, limit: int) -> list[HandRow]:
        """The viewer's last hands settled by ``until`` (epoch ms), newest first."""
        query = HANDS.where(_hands.c.account_id == account, _hands.c.at <= until).limit(limit)
        return [HandRow(*row) for row in await self._rows(query)]

    # --- seasons ------------------------------------------------------------------------------------------

    async def seasons(self) -> list[Season]:
        """All seasons, newest first."""
        query = SEASONS.where(_seasons.c.economy == self.economy)
        return [season(row) for row in await self._rows(query)][::-1]

    async def season_lines(self, season_id: int, now: int) -> list[SeasonLine]:
        """The final ranking of a season that is over, by account, with the names as they were then."""
        columns = [_standings.c[name] for name in ("rank", "points", "net", "best", "rebuys")]
        query = (
            select(_standings.c.account_id, _public_name(_standings.c.name), *columns)
            .join_from(_standings, _accounts, _accounts.c.id == _standings.c.account_id)
            .where(_standings.c.season_id == season_id, self._shown(now))
        )
        return [SeasonLine(*row) for row in await self._rows(query.order_by(_standings.c.account_id))]

    async def catch_up(self, tally: Tally) -> None:
        """Adds to the tally what was committed since it was kept up last; in pieces, so that a whole year's
        ledger holds nobody up."""
        newest = (await self._rows(NEWEST_TRANSFER))[0][0] or 0
        while tally.seen < newest:
            await self._add(tally, min(newest, tally.seen + PIECE))

    async def _add(self, tally: Tally, last: int) -> None:
        span = {"low": tally.seen + 1, "high": last, "economy": tally.economy}
        async with self._readers.snapshot() as connection:
            for query in (GOT, GAVE):
                for account, at, number, amount in await connection.execute(query, span):
                    tally.add(account, at, number, amount)
            for restarts, sign in ((RESTARTED, 1), (RESTARTS_TAKEN_BACK, -1)):
                for account, count in await connection.execute(restarts, span):
                    tally.restart(account, sign * count)
        tally.seen = last

    async def newest(self) -> int:
        """When something was last written (epoch ms); 0 for an empty database."""
        found = 0
        for one in (_journal, _transfers):
            rows = await self._rows(select(one.c.at).order_by(one.c.id.desc()).limit(1))
            found = max(found, *(row.at for row in rows), 0)
        return found

    # --- tables and shoes ---------------------------------------------------------------------------------

    async def tables(self) -> list[ShownTable]:
        """The tables on the floor."""
        query = select(*[_tables.c[name] for name in ShownTable.__slots__])
        query = query.where(_tables.c.economy == self.economy, _tables.c.closed_at == 0)
        return [ShownTable(*row) for row in await self._rows(query.order_by(_tables.c.id))]

    async def shoes(self, table_id: str) -> list[ShownShoe]:
        """The table's shoes, oldest first."""
        names = ("id", "version", "commitment", "client_seed", "created_at")
        query = select(*[_shoes.c[name] for name in names], _shoes.c.revealed_at > 0)
        query = query.where(_shoes.c.table_id == table_id).order_by(_shoes.c.created_at, _shoes.c.id)
        return [ShownShoe(*row) for row in await self._rows(query)]

    async def seed(self, table_id: str, shoe: str) -> str | None:
        """The seed of a shoe that is over. Only who knows that it is may ask."""
        query = select(_shoes.c.server_seed).where(_shoes.c.table_id == table_id, _shoes.c.id == shoe)
        rows = await self._rows(query)
        return str(rows[0][0]) if rows else None

    async def shoe_journal(self, table_id: str, after: int = 0) -> list[JournalRow]:
        """The lines that say which shoes were brought and what was taken back, after journal line
        ``after``."""
        words = or_(*[_journal.c.text.like(word) for word in _SHOE_WORDS])
        query = select(*_JOURNAL).where(_journal.c.table_id == table_id, _journal.c.id > after, words)
        return [JournalRow(*row) for row in await self._rows(query.order_by(_journal.c.id))]

    async def journal(self, table_id: str, since: int, until: int) -> list[JournalRow]:
        """The table's journal from one round to another, both included."""
        query = select(*_JOURNAL).where(
            _journal.c.table_id == table_id, _journal.c.round.between(since, until)
        )
        return [JournalRow(*row) for row in await self._rows(query.order_by(_journal.c.id))]

    # --- how ----------------------------------------------------------------------------------------------

    def _shown(self, now: int) -> Any:
        """Whether an account is a viewer that may be seen."""
        silenced = (
            select(_silenced.c.user_id)
            .where(
                *[_silenced.c[name] == _accounts.c[name] for name in ("economy", "platform", "user_id")],
                _silenced.c.lifted_at == 0,
                or_(_silenced.c.until == 0, _silenced.c.until > now),
            )
            .correlate(_accounts)
            .exists()
        )
        linked = (
            select(_aliases.c.user_id)
            .where(_aliases.c.own_id == _accounts.c.id, _aliases.c.unlinked_at == 0)
            .correlate(_accounts)
            .exists()
        )
        return and_(
            _accounts.c.economy == self.economy,
            _accounts.c.kind == AccountKind.VIEWER.value,
            ~_accounts.c.user_id.startswith(FORGOTTEN, autoescape=True),
            ~silenced,
            ~linked,
        )

    async def _schema(self) -> str | None:
        """The schema's revision; ``None`` for a file that is no database of ours."""
        async with self._readers.snapshot() as connection:
            wanted = ("accounts", "alembic_version")
            named = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name IN (?, ?)"
            if (await connection.exec_driver_sql(named, wanted)).scalar() != len(wanted):
                return None
            found = (await connection.exec_driver_sql("SELECT version_num FROM alembic_version")).scalar()
            return None if found is None else str(found)

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        async with self._readers.snapshot() as connection:
            rows: Sequence[Any] = (await connection.execute(query)).all()
            return rows


def _age(revision: str) -> Any:
    return "older_schema" if revision < HEAD else "newer_schema"


def _seen(row: Any) -> Seen:
    return Seen(AccountId(row.id), row.name, row.rank, Amount(row.balance))


def _public_name(name: Any) -> Any:
    """A viewer whose platform gave no name is called by their id; that is nobody's business. In the practice
    chat the id is a name that was typed."""
    own = and_(name == _accounts.c.user_id, _accounts.c.platform != PRACTICE_CHANNEL)
    return case((own, ""), else_=name)


_SEEN = select(
    _accounts.c.id, _public_name(_viewers.c.name).label("name"), _viewers.c.rank, _accounts.c.balance
).join_from(_accounts, _viewers, _viewers.c.account_id == _accounts.c.id)
