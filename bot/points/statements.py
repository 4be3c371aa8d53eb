"""Every statement the writer uses, as portable SQLAlchemy Core, in the order a group is written.

A :class:`Batch` collects the rows of a group of units; the database's own half (:mod:`bot.points.sqlite`)
writes it in one transaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from sqlalchemy import Table, bindparam, delete, insert, or_, update
from sqlalchemy.sql.dml import Delete, Insert, Update

from bot.points.tables import METADATA

Params = Mapping[str, object]


def table(name: str) -> Table:
    """The table of that name."""
    return METADATA.tables[name]


_accounts, _viewers, _tables, _shoes = table("accounts"), table("viewers"), table("tables"), table("shoes")
_messages, _answers, _seasons = table("messages"), table("answers"), table("seasons")
_aliases, _silenced, _standings = table("aliases"), table("silenced"), table("standings")


class Write(Enum):
    """A statement of the writer. The order here is the order of execution: what is referred to comes
    first."""

    ECONOMY = "new economy"
    CHANNEL = "new channel"
    ACCOUNT = "new account"
    VIEWER = "new viewer"
    VIEWER_CHANGE = "viewer's name or rank"
    FORGET_MESSAGES = "old message ids"
    FORGET_ANSWERS = "old answers"
    MESSAGE = "message id"
    ANSWER = "answer"
    TABLE = "new table"
    TABLE_CHANGE = "table"
    SHOE = "new shoe"
    SHOE_CHANGE = "shoe's seeds"
    SEASON = "new season"
    SEASON_CHANGE = "season"
    STANDING = "line of a final ranking"
    SETTLEMENT = "settlement"
    HAND = "settled hand"
    JOURNAL = "journal row"
    TRANSFER = "transfer"
    ALIAS = "new alias"
    ALIAS_CHANGE = "alias"
    SILENCED = "new silence"
    SILENCED_CHANGE = "silence"
    FORGET_ALIASES = "aliases of a forgotten viewer"
    FORGET_NAMES = "names of a forgotten viewer in final rankings"
    ACCOUNT_OWNER = "whose a viewer's account is"
    BALANCE = "balance"

    # By identity: the rows of a batch are looked up by these thousands of times a second, and Enum's own hash
    # is a Python call.
    __hash__ = object.__hash__


STATEMENTS: Mapping[Write, Insert | Update | Delete] = {
    Write.ECONOMY: insert(table("economies")),
    Write.CHANNEL: insert(table("channels")),
    Write.ACCOUNT: insert(_accounts),
    Write.VIEWER: insert(_viewers),
    Write.VIEWER_CHANGE: update(_viewers)
    .where(_viewers.c.account_id == bindparam("of"))
    .values(
        name=bindparam("name"),
        name_key=bindparam("name_key"),
        former_names=bindparam("former_names"),
        rank=bindparam("rank"),
    ),
    Write.FORGET_MESSAGES: delete(_messages).where(_messages.c.at < bindparam("before")),
    Write.FORGET_ANSWERS: delete(_answers).where(_answers.c.at < bindparam("before")),
    Write.MESSAGE: insert(_messages),
    Write.ANSWER: insert(_answers),
    Write.TABLE: insert(_tables),
    Write.TABLE_CHANGE: update(_tables)
    .where(_tables.c.id == bindparam("of"))
    .values({it.name: bindparam(it.name) for it in _tables.c if it.name != "id"}),
    Write.SHOE: insert(_shoes),
    Write.SHOE_CHANGE: update(_shoes)
    .where(_shoes.c.table_id == bindparam("of_table"), _shoes.c.id == bindparam("of"))
    .values(client_seed=bindparam("client_seed"), revealed_at=bindparam("revealed_at")),
    Write.SEASON: insert(_seasons),
    Write.SEASON_CHANGE: update(_seasons)
    .where(_seasons.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in ("paused_at", "ended_at", "last_transfer")}),
    Write.STANDING: insert(table("standings")),
    Write.SETTLEMENT: insert(table("settlements")),
    Write.HAND: insert(table("hands")),
    Write.JOURNAL: insert(table("journal")),
    Write.TRANSFER: insert(table("transfers")),
    Write.ALIAS: insert(_aliases),
    Write.ALIAS_CHANGE: update(_aliases)
    .where(_aliases.c.economy == bindparam("of_economy"), _aliases.c.platform == bindparam("of_platform"))
    .where(_aliases.c.user_id == bindparam("of_user"))
    .values(
        {
            name: bindparam(name)
            for name in ("account_id", "own_id", "transfer_id", "name", "linked_at", "unlinked_at")
        }
    ),
    Write.SILENCED: insert(_silenced),
    Write.SILENCED_CHANGE: update(_silenced)
    .where(_silenced.c.economy == bindparam("of_economy"), _silenced.c.platform == bindparam("of_platform"))
    .where(_silenced.c.user_id == bindparam("of_user"), _silenced.c.why == bindparam("of_why"))
    .values({name: bindparam(name) for name in ("name", "since", "until", "lifted_at")}),
    Write.FORGET_ALIASES: delete(_aliases).where(
        or_(_aliases.c.account_id == bindparam("of"), _aliases.c.own_id == bindparam("of"))
    ),
    Write.FORGET_NAMES: update(_standings)
    .where(_standings.c.account_id == bindparam("of"))
    .values(name=bindparam("name")),
    Write.ACCOUNT_OWNER: update(_accounts)
    .where(_accounts.c.id == bindparam("of"))
    .values(user_id=bindparam("user_id")),
    # Compare and set: the balance must still be the one the unit decided on. A row less means that somebody
    # else wrote it, and then nothing of the group counts (the CHECK alone would let a changed balance pass).
    Write.BALANCE: update(_accounts)
    .where(_accounts.c.id == bindparam("of"), _accounts.c.balance == bindparam("was"))
    .values(balance=bindparam("becomes")),
}

DELETES = frozenset({Write.FORGET_MESSAGES, Write.FORGET_ANSWERS, Write.FORGET_ALIASES, Write.FORGET_NAMES})
"""The statements that may touch any number of rows; all others touch one row each."""


class Batch:
    """The rows one group of units wants written."""

    __slots__ = ("rows",)

    def __init__(self) -> None:
        self.rows: dict[Write, list[Params]] = {write: [] for write in Write}

    def __bool__(self) -> bool:
        return any(self.rows.values())

    def mark(self) -> tuple[int, ...]:
        """Where the batch stands, for :meth:`back_to`."""
        return tuple([len(rows) for rows in self.rows.values()])

    def back_to(self, mark: tuple[int, ...]) -> None:
        """Forgets every row added since ``mark``: the unit's savepoint."""
        for rows, length in zip(self.rows.values(), mark, strict=True):
            del rows[length:]


class Rejected(Exception):
    """The database refused a write: a constraint, or it does not hold what the store's memory says (which is
    what another program writing to it looks like)."""


class Session:
    """The one connection that writes. Each call is one visit to the database's thread.

    This is the interface a database's half implements; :class:`bot.points.sqlite.SqliteSession` is SQLite's.
    """

    async def write(self, batch: Batch) -> None:
        """Writes the batch in one transaction of its own.

        Raises:
            Rejected: a constraint, or memory and database differ; nothing was written.
            StoreError: the file cannot be used; nothing was written.
            Exception: whatever else failed; nothing was written.
        """
        raise NotImplementedError

    async def read(self, query: Any, params: Params) -> list[tuple[Any, ...]]:
        """The rows of a Core SELECT with these bound values."""
        raise NotImplementedError

    async def close(self) -> None:
        """Closes the connection."""
        raise NotImplementedError
