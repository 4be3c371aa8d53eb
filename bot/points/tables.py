"""The tables, as SQLModel classes: portable, named by one convention, changed only together with a migration.

Amounts are integers of hundredths (``BIGINT``), times epoch milliseconds. ``tests/points/test_migrations.py``
holds this module and the migrations to the same schema.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, Index, Integer, MetaData, Text, UniqueConstraint, text
from sqlalchemy.orm import registry
from sqlmodel import Field, SQLModel

from bot.points.values import GUARDED, AccountKind

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}
"""So that every constraint has a name a later migration can drop."""

_KEY: Any = BigInteger().with_variant(Integer, "sqlite")
"""SQLite makes only an ``INTEGER`` key the row's own number."""
_WORD: Any = Text
_REBUY = text("reason = 'rebuy'")


def _listed(kinds: frozenset[AccountKind] | type[AccountKind]) -> str:
    return ", ".join(f"'{kind}'" for kind in sorted(kinds))


class Base(SQLModel, registry=registry(metadata=MetaData(naming_convention=NAMING))):
    """What all tables share: their own metadata, apart from any other SQLModel in the process."""


class EconomyRecord(Base, table=True):
    """Whose points are one currency: a channel's own, or several channels' shared ones."""

    __tablename__ = "economies"

    id: str = Field(primary_key=True, sa_type=_WORD)
    created_at: int = Field(sa_type=BigInteger)


class ChannelRecord(Base, table=True):
    """A channel and the economy its viewers play in."""

    __tablename__ = "channels"

    platform: str = Field(primary_key=True, sa_type=_WORD)
    channel: str = Field(primary_key=True, sa_type=_WORD)
    economy: str = Field(foreign_key="economies.id", sa_type=_WORD)
    created_at: int = Field(sa_type=BigInteger)


class AccountRecord(Base, table=True):
    """An account and its balance. ``platform`` and ``user_id`` name a viewer, ``table_id`` a table's escrow
    or jackpot; the others are empty."""

    __tablename__ = "accounts"
    __table_args__ = (
        UniqueConstraint("economy", "kind", "platform", "user_id", "table_id"),
        CheckConstraint(f"kind IN ({_listed(AccountKind)})", name="kind"),
        CheckConstraint(f"kind NOT IN ({_listed(GUARDED)}) OR balance >= 0", name="not_below_zero"),
        CheckConstraint("balance = CAST(balance AS BIGINT)", name="whole_hundredths"),
        CheckConstraint("(kind = 'viewer') = (user_id <> '')", name="viewer_has_user"),
    )

    id: int = Field(primary_key=True, sa_type=_KEY)
    economy: str = Field(foreign_key="economies.id", sa_type=_WORD)
    kind: str = Field(sa_type=_WORD)
    platform: str = Field(sa_type=_WORD)
    user_id: str = Field(sa_type=_WORD)
    table_id: str = Field(sa_type=_WORD)
    balance: int = Field(sa_type=BigInteger)
    created_at: int = Field(sa_type=BigInteger)


class ViewerRecord(Base, table=True):
    """What a viewer is called and which rank they hold. Never a key: names change and are not unique."""

    __tablename__ = "viewers"

    account_id: int = Field(primary_key=True, foreign_key="accounts.id", sa_type=_KEY)
    name: str = Field(sa_type=_WORD)
    name_key: str = Field(sa_type=_WORD, index=True)
    former_names: str = Field(sa_type=_WORD)
    rank: str = Field(sa_type=_WORD)


class TransferRecord(Base, table=True):
    """The ledger. Rows are added, never changed or deleted (SQLite: by triggers)."""

    __tablename__ = "transfers"
    __table_args__ = (
        UniqueConstraint("reverses"),
        CheckConstraint("amount > 0 AND amount = CAST(amount AS BIGINT)", name="amount"),
        CheckConstraint("debit_id <> credit_id", name="two_accounts"),
        Index(None, "table_id", "round"),
        Index("ix_transfers_rebuys", "credit_id", sqlite_where=_REBUY, postgresql_where=_REBUY),
    )

    id: int = Field(primary_key=True, sa_type=_KEY)
    at: int = Field(sa_type=BigInteger)
    debit_id: int = Field(foreign_key="accounts.id", sa_type=_KEY, index=True)
    credit_id: int = Field(foreign_key="accounts.id", sa_type=_KEY, index=True)
    amount: int = Field(sa_type=BigInteger)
    reason: str = Field(sa_type=_WORD)
    table_id: str | None = Field(sa_type=_WORD, nullable=True)
    round: int | None = Field(sa_type=BigInteger, nullable=True)
    step: int | None = Field(sa_type=BigInteger, nullable=True)
    actor: str = Field(sa_type=_WORD)
    reverses: int | None = Field(foreign_key="transfers.id", sa_type=_KEY, nullable=True)


class JournalRecord(Base, table=True):
    """Every table's accepted messages and controls, in order. Append-only like the ledger."""

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("table_id", "round", "step", "seq"),)

    id: int = Field(primary_key=True, sa_type=_KEY)
    table_id: str = Field(sa_type=_WORD)
    round: int = Field(sa_type=BigInteger)
    step: int = Field(sa_type=BigInteger)
    seq: int = Field(sa_type=BigInteger)
    at: int = Field(sa_type=BigInteger)
    actor: str = Field(sa_type=_WORD)
    text: str = Field(sa_type=_WORD)
    means: str = Field(sa_type=_WORD)


class TableRecord(Base, table=True):
    """The tables of the floor."""

    __tablename__ = "tables"
    __table_args__ = (CheckConstraint("round_open IN (0, 1)", name="round_open"),)

    id: str = Field(primary_key=True, sa_type=_WORD)
    game: str = Field(sa_type=_WORD)
    platform: str = Field(sa_type=_WORD)
    channel: str = Field(sa_type=_WORD)
    economy: str = Field(foreign_key="economies.id", sa_type=_WORD)
    sheet: str = Field(sa_type=_WORD)
    round: int = Field(sa_type=BigInteger)
    round_open: int = Field(sa_type=Integer)
    closed_at: int = Field(sa_type=BigInteger)


class ShoeRecord(Base, table=True):
    """Commitments and seeds, so that every card dealt can be checked later."""

    __tablename__ = "shoes"

    table_id: str = Field(primary_key=True, sa_type=_WORD)
    id: str = Field(primary_key=True, sa_type=_WORD)
    version: str = Field(sa_type=_WORD)
    server_seed: str = Field(sa_type=_WORD)
    commitment: str = Field(sa_type=_WORD)
    client_seed: str = Field(sa_type=_WORD)
    created_at: int = Field(sa_type=BigInteger)
    revealed_at: int = Field(sa_type=BigInteger)


class MessageRecord(Base, table=True):
    """Message ids seen in the last day: a message delivered twice acts once."""

    __tablename__ = "messages"

    platform: str = Field(primary_key=True, sa_type=_WORD)
    channel: str = Field(primary_key=True, sa_type=_WORD)
    message_id: str = Field(primary_key=True, sa_type=_WORD)
    at: int = Field(sa_type=BigInteger, index=True)


class AnswerRecord(Base, table=True):
    """The first answer to each dealer command id, given again when the id comes again."""

    __tablename__ = "answers"

    command_id: str = Field(primary_key=True, sa_type=_WORD)
    at: int = Field(sa_type=BigInteger, index=True)
    answer: str = Field(sa_type=_WORD)


class SettlementRecord(Base, table=True):
    """A round's results came to be, or (after an undo or a void, with no hands) ceased to be: of a round's
    settlements the one with the highest step counts. Rows are only added."""

    __tablename__ = "settlements"

    table_id: str = Field(primary_key=True, sa_type=_WORD)
    round: int = Field(primary_key=True, sa_type=BigInteger)
    step: int = Field(primary_key=True, sa_type=BigInteger)
    at: int = Field(sa_type=BigInteger)


class HandRecord(Base, table=True):
    """A settled hand of a viewer, for histories. ``number`` counts within the settlement; ``premium`` is
    empty without one."""

    __tablename__ = "hands"
    __table_args__ = (Index(None, "account_id", "at"),)

    table_id: str = Field(primary_key=True, sa_type=_WORD)
    round: int = Field(primary_key=True, sa_type=BigInteger)
    step: int = Field(primary_key=True, sa_type=BigInteger)
    number: int = Field(primary_key=True, sa_type=BigInteger)
    at: int = Field(sa_type=BigInteger)
    account_id: int = Field(foreign_key="accounts.id", sa_type=_KEY)
    seat: int = Field(sa_type=BigInteger)
    hand: int = Field(sa_type=BigInteger)
    cards: str = Field(sa_type=_WORD)
    outcome: str = Field(sa_type=_WORD)
    premium: str = Field(sa_type=_WORD)
    staked: int = Field(sa_type=BigInteger)
    returned: int = Field(sa_type=BigInteger)


class SeasonRecord(Base, table=True):
    """A season of an economy. ``rules`` is JSON. What was posted from ``first_transfer`` to ``last_transfer``
    belongs to it; times and ``last_transfer`` are 0 until it happens."""

    __tablename__ = "seasons"
    __table_args__ = (UniqueConstraint("economy", "name"),)

    id: int = Field(primary_key=True, sa_type=_KEY)
    economy: str = Field(foreign_key="economies.id", sa_type=_WORD)
    name: str = Field(sa_type=_WORD)
    rules: str = Field(sa_type=_WORD)
    started_at: int = Field(sa_type=BigInteger)
    paused_at: int = Field(sa_type=BigInteger)
    ended_at: int = Field(sa_type=BigInteger)
    first_transfer: int = Field(sa_type=BigInteger)
    last_transfer: int = Field(sa_type=BigInteger)


class StandingRecord(Base, table=True):
    """A line of a season's final ranking, with the name and the rank as they were then."""

    __tablename__ = "standings"

    season_id: int = Field(primary_key=True, foreign_key="seasons.id", sa_type=_KEY)
    account_id: int = Field(primary_key=True, foreign_key="accounts.id", sa_type=_KEY)
    name: str = Field(sa_type=_WORD)
    rank: str = Field(sa_type=_WORD)
    points: int = Field(sa_type=BigInteger)
    net: int = Field(sa_type=BigInteger)
    best: int = Field(sa_type=BigInteger)
    rebuys: int = Field(sa_type=BigInteger)


class AliasRecord(Base, table=True):
    """A platform account that acts as another's viewer since ``linked_at``; ``unlinked_at`` is 0 while it
    does. ``own_id`` is the account it had before, whose balance went over by ``transfer_id``; none where it
    had none."""

    __tablename__ = "aliases"

    economy: str = Field(primary_key=True, foreign_key="economies.id", sa_type=_WORD)
    platform: str = Field(primary_key=True, sa_type=_WORD)
    user_id: str = Field(primary_key=True, sa_type=_WORD)
    account_id: int = Field(foreign_key="accounts.id", sa_type=_KEY, index=True)
    own_id: int | None = Field(foreign_key="accounts.id", sa_type=_KEY, nullable=True)
    transfer_id: int | None = Field(foreign_key="transfers.id", sa_type=_KEY, nullable=True)
    name: str = Field(sa_type=_WORD)
    linked_at: int = Field(sa_type=BigInteger)
    unlinked_at: int = Field(sa_type=BigInteger)


class SilencedRecord(Base, table=True):
    """A platform account whose words are not heard: ``ignored`` by the dealer, or ``banned`` by its platform
    until ``until`` (0: for ever). ``lifted_at`` is 0 while that is so."""

    __tablename__ = "silenced"
    __table_args__ = (CheckConstraint("why IN ('banned', 'ignored')", name="why"),)

    economy: str = Field(primary_key=True, foreign_key="economies.id", sa_type=_WORD)
    platform: str = Field(primary_key=True, sa_type=_WORD)
    user_id: str = Field(primary_key=True, sa_type=_WORD)
    why: str = Field(primary_key=True, sa_type=_WORD)
    name: str = Field(sa_type=_WORD)
    since: int = Field(sa_type=BigInteger)
    until: int = Field(sa_type=BigInteger)
    lifted_at: int = Field(sa_type=BigInteger)


METADATA = Base.metadata
HEAD = "0003"
"""The migration that makes these tables."""
