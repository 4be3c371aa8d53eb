"""What the writer knows without asking the database: balances, accounts, who is who, the next free numbers.

The store has one writer, so this memory is exact: it is changed together with the batch that will be written,
and put back together with it. Each change goes through :class:`Changes`, which remembers the old value.
"""

from __future__ import annotations

from collections.abc import MutableMapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import bindparam, func, select

from bot.points.queries import REBUYS
from bot.points.statements import Session, table
from bot.points.values import AccountId, AccountKind, Alias, HandRow, Posted, Silenced

_MISSING: Final = object()
_accounts, _viewers = table("accounts"), table("viewers")

ViewerKey = tuple[str, str, str]
"""(economy, platform, user id)."""


@dataclass(frozen=True, slots=True)
class Account:
    """What never changes about an account."""

    kind: AccountKind
    economy: str
    guarded: bool


@dataclass(frozen=True, slots=True)
class Known:
    """A viewer as stored, without the balance. ``former``: earlier names, newest first; ``rebuys``: restarts
    when this was read."""

    account: AccountId
    name: str
    rank: str
    former: tuple[str, ...] = ()
    rebuys: int = 0


class Changes:
    """What one unit changed in memory, so that it can be put back."""

    __slots__ = ("_old",)

    def __init__(self) -> None:
        self._old: list[tuple[MutableMapping[Any, Any], Any, Any]] = []

    def put(self, mapping: MutableMapping[Any, Any], key: Any, value: Any) -> None:
        """``mapping[key] = value``, remembered."""
        self._old.append((mapping, key, mapping.get(key, _MISSING)))
        mapping[key] = value

    def drop(self, mapping: MutableMapping[Any, Any], key: Any) -> None:
        """``del mapping[key]``, remembered."""
        self._old.append((mapping, key, mapping.pop(key)))

    def put_back(self) -> None:
        """Everything as it was, latest change first."""
        for mapping, key, old in reversed(self._old):
            if old is _MISSING:
                mapping.pop(key, None)
            else:
                mapping[key] = old
        self._old.clear()


class Seen:
    """Which message ids are surely new, so that most messages need no question to the database.

    Holds hashes: an absent one is surely not stored, a present one may be (two ids may share a hash). Beyond
    ``LIMIT`` entries it gives up and every answer is "maybe".
    """

    LIMIT = 300_000

    def __init__(self) -> None:
        self.hashes: dict[int, int] = {}
        self.complete = True

    @staticmethod
    def digest(key: tuple[str, str, str]) -> int:
        """A message's hash; good for this process only."""
        return hash(key)

    def maybe(self, key: tuple[str, str, str]) -> bool:
        """Whether the database has to be asked about this message."""
        return not self.complete or self.digest(key) in self.hashes

    def add(self, key: tuple[str, str, str], at: int, changes: Changes) -> None:
        """Notes a message that is being remembered."""
        if not self.complete:
            return
        if len(self.hashes) >= self.LIMIT:
            self.complete = False
            self.hashes.clear()
        else:
            changes.put(self.hashes, self.digest(key), at)

    def forget_before(self, at: int, changes: Changes) -> None:
        """Follows a purge of the stored ids."""
        for key in [key for key, seen in self.hashes.items() if seen < at]:
            changes.drop(self.hashes, key)


class Memory:
    """See the module. The mappings are read freely and changed only through :class:`Changes`."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.economies: dict[str, bool] = {}
        self.channels: dict[tuple[str, str], str] = {}
        self.tables: dict[str, bool] = {}
        self.accounts: dict[AccountId, Account] = {}
        self.balances: dict[AccountId, int] = {}
        self.systems: dict[tuple[AccountKind, str, str], AccountId] = {}
        self.viewers: dict[ViewerKey, Known] = {}
        self.keys: dict[AccountId, ViewerKey] = {}
        self.aliases: dict[ViewerKey, Alias] = {}
        self.silenced: dict[tuple[ViewerKey, str], Silenced] = {}
        self.next: dict[str, int] = {}
        self.seen = Seen()
        # What the group being written has added, not yet to be found in the database.
        self.base: dict[AccountId, int] = {}
        self.messages: dict[tuple[str, str, str], bool] = {}
        self.answers: dict[str, str] = {}
        self.posted: dict[int, Posted] = {}
        self.settled: dict[tuple[str, int, int], tuple[HandRow, ...]] = {}

    async def load(self) -> None:
        """Reads everything but the viewers, who are read when they first appear.

        Raises:
            StoreError: the file cannot be used.
        """
        for (economy,) in await self._session.read(_ECONOMIES, {}):
            self.economies[economy] = True
        for platform, channel, economy in await self._session.read(_CHANNELS, {}):
            self.channels[platform, channel] = economy
        for (table_id,) in await self._session.read(_TABLES, {}):
            self.tables[table_id] = True
        for row in await self._session.read(_SYSTEMS, {}):
            self._keep_account(*row[:3])
            self.systems[AccountKind(row[1]), row[2], row[3]] = AccountId(row[0])
            self.balances[AccountId(row[0])] = row[4]
        for row in await self._session.read(_ALIASES, {}):
            alias = Alias(*row)
            self.aliases[alias.economy, alias.platform, alias.user_id] = alias
        for row in await self._session.read(_SILENCED, {}):
            one = Silenced(*row)
            self.silenced[(one.economy, one.platform, one.user_id), one.why] = one
        seen = await self._session.read(_MESSAGES, {"most": Seen.LIMIT + 1})
        self.seen.complete = len(seen) <= Seen.LIMIT
        if self.seen.complete:
            self.seen.hashes = {
                Seen.digest((platform, channel, id_)): at for platform, channel, id_, at in seen
            }
        await self._number()

    async def _number(self) -> None:
        for name, query in _NEWEST.items():
            ((newest,),) = await self._session.read(query, {})
            self.next[name] = (newest or 0) + 1

    async def refresh(self) -> None:
        """Reads again what another program may have changed: after :class:`~bot.points.statements.Rejected`.

        Raises:
            StoreError: the file cannot be used.
        """
        self.viewers.clear()
        self.keys.clear()
        for mapping in (self.economies, self.channels, self.tables, self.accounts, self.systems):
            mapping.clear()
        self.aliases.clear()
        self.silenced.clear()
        loaded, self.balances = set(self.balances), {}
        await self.load()
        for account, kind, economy, balance in await self._session.read(_BALANCES, {}):
            if account in loaded:
                self._keep_account(account, kind, economy)
                self.balances[account] = balance

    async def want(self, account: AccountId) -> bool:
        """Makes sure the account's balance is in memory; False if there is no such account."""
        if account in self.balances:
            return True
        rows = await self._session.read(_ACCOUNT, {"of": account})
        if not rows:
            return False
        kind, economy, balance = rows[0]
        self._keep_account(account, kind, economy)
        self.balances[account] = balance
        return True

    async def viewer(self, key: ViewerKey) -> Known | None:
        """Who that is, if they have ever been seen."""
        known = self.viewers.get(key)
        if known is not None:
            return known
        rows = await self._session.read(
            _VIEWER, dict(zip(("economy", "platform", "user_id"), key, strict=True))
        )
        return self._keep_viewer(*rows[0]) if rows else None

    async def everyone(self, economy: str) -> list[Known]:
        """Every viewer of an economy, by account; all of them and their balances are in memory afterwards."""
        for row in await self._session.read(_EVERYONE, {"economy": economy}):
            if AccountId(row[0]) not in self.keys:
                self._keep_viewer(*row)
        return sorted(
            (known for key, known in self.viewers.items() if key[0] == economy), key=lambda it: it.account
        )

    async def viewer_of(self, account: AccountId) -> Known | None:
        """The viewer that holds the account."""
        if account in self.keys:
            return self.viewers[self.keys[account]]
        rows = await self._session.read(_VIEWER_OF, {"of": account})
        return self._keep_viewer(*rows[0]) if rows else None

    def _keep_viewer(
        self,
        account: int,
        economy: str,
        platform: str,
        user_id: str,
        name: str,
        rank: str,
        former: str,
        balance: int,
        rebuys: int,
    ) -> Known:
        who, key = AccountId(account), (economy, platform, user_id)
        known = Known(who, name, rank, tuple(former.split("\n")) if former else (), rebuys)
        self._keep_account(who, AccountKind.VIEWER, economy)
        self.viewers[key] = known
        self.keys[who] = key
        # The balance may already be in memory and ahead of the database, within a group.
        self.balances.setdefault(who, balance)
        return known

    def _keep_account(self, account: int, kind: str, economy: str) -> None:
        self.accounts[AccountId(account)] = account_of(AccountKind(kind), economy)

    def committed(self) -> None:
        """The group is in the database: nothing of it is pending any more."""
        for pending in (self.base, self.messages, self.answers, self.posted, self.settled):
            pending.clear()


def account_of(kind: AccountKind, economy: str) -> Account:
    """The unchanging half of an account."""
    return Account(kind, economy, kind in (AccountKind.VIEWER, AccountKind.ESCROW))


_ECONOMIES = select(table("economies").c.id)
_CHANNELS = select(*[table("channels").c[name] for name in ("platform", "channel", "economy")])
_TABLES = select(table("tables").c.id)
_MESSAGES = select(
    *[table("messages").c[name] for name in ("platform", "channel", "message_id", "at")]
).limit(bindparam("most"))
_SYSTEMS = select(*[_accounts.c[name] for name in ("id", "kind", "economy", "table_id", "balance")]).where(
    _accounts.c.kind != AccountKind.VIEWER.value
)
_ALIASES = select(
    *[
        table("aliases").c[
            {"account": "account_id", "own": "own_id", "transfer": "transfer_id"}.get(name, name)
        ]
        for name in Alias.__slots__
    ]
)
_SILENCED = select(*[table("silenced").c[name] for name in Silenced.__slots__])
_BALANCES = select(*[_accounts.c[name] for name in ("id", "kind", "economy", "balance")])
_ACCOUNT = select(_accounts.c.kind, _accounts.c.economy, _accounts.c.balance).where(
    _accounts.c.id == bindparam("of")
)
_WHO = select(
    _accounts.c.id,
    _accounts.c.economy,
    _accounts.c.platform,
    _accounts.c.user_id,
    _viewers.c.name,
    _viewers.c.rank,
    _viewers.c.former_names,
    _accounts.c.balance,
    REBUYS.label("rebuys"),
).join_from(_accounts, _viewers, _viewers.c.account_id == _accounts.c.id)
_VIEWER = _WHO.where(
    _accounts.c.economy == bindparam("economy"),
    _accounts.c.kind == AccountKind.VIEWER.value,
    _accounts.c.platform == bindparam("platform"),
    _accounts.c.user_id == bindparam("user_id"),
    _accounts.c.table_id == "",
)
_EVERYONE = _WHO.where(
    _accounts.c.economy == bindparam("economy"), _accounts.c.kind == AccountKind.VIEWER.value
)
_VIEWER_OF = _WHO.where(_accounts.c.id == bindparam("of"))
_NUMBERED = ("accounts", "transfers", "journal", "seasons")
_NEWEST = {name: select(func.max(table(name).c.id)) for name in _NUMBERED}
