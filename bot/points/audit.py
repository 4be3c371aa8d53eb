"""The books, checked from the first transfer on (design 4; ``chatjack audit``)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from sqlalchemy import func, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.amounts import to_number, to_text
from bot.points.statements import table
from bot.points.values import GUARDED, AccountKind

_accounts, _transfers, _tables, _viewers = (
    table("accounts"),
    table("transfers"),
    table("tables"),
    table("viewers"),
)


class Wrong(StrEnum):
    """What an audit can find."""

    BALANCE = "balance"
    """An account's balance is not the sum of its transfers."""
    SUM = "sum"
    """The balances of an economy do not add up to zero."""
    NEGATIVE = "negative"
    """A viewer or an escrow is below zero."""
    REVERSAL = "reversal"
    """A correction does not mirror the transfer it names, or that transfer does not exist."""
    ESCROW = "escrow"
    """Stakes lie on a table, or belong to a round, that is over."""
    NAMELESS = "nameless"
    """A viewer's account without a viewer, or the other way round."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference. ``expected`` and ``found`` are amounts in hundredths where amounts are meant, else
    0."""

    wrong: Wrong
    about: str
    expected: int = 0
    found: int = 0

    def __str__(self) -> str:
        figures = f": expected {to_text(self.expected)}, found {to_text(self.found)}"
        return f"{self.wrong.value}: {self.about}" + (figures if self.expected != self.found else "")


@dataclass(frozen=True, slots=True)
class AuditReport:
    """What was looked at and what was found."""

    accounts: int
    transfers: int
    sum: int
    escrow: int
    findings: tuple[Finding, ...]

    @property
    def clean(self) -> bool:
        """Whether the books agree."""
        return not self.findings

    def to_json(self) -> dict[str, Any]:
        """For ``chatjack audit --json`` and scenario reports; amounts as numbers of points."""
        return {
            "clean": self.clean,
            "accounts": self.accounts,
            "transfers": self.transfers,
            "sum": to_number(self.sum),
            "escrow": to_number(self.escrow),
            "findings": [
                {
                    "wrong": it.wrong.value,
                    "about": it.about,
                    "expected": to_number(it.expected),
                    "found": to_number(it.found),
                }
                for it in self.findings
            ],
        }


async def audit(connection: AsyncConnection, open_tables: Collection[str] | None = None) -> AuditReport:
    """Checks everything in one snapshot.

    Args:
        connection: inside a read transaction.
        open_tables: the tables whose round is open, so that stakes may lie on them. ``None`` takes what the
            tables themselves say; a table that says nothing may hold the stakes of its newest round.
    """
    findings = [
        *await _balances(connection),
        *await _sums(connection),
        *await _negative(connection),
        *await _reversals(connection),
        *await _escrow(connection, open_tables),
        *await _nameless(connection),
    ]
    held = select(func.coalesce(func.sum(_accounts.c.balance), 0))
    return AuditReport(
        accounts=await _one(connection, select(func.count()).select_from(_accounts)),
        transfers=await _one(connection, select(func.count()).select_from(_transfers)),
        sum=await _one(connection, held),
        escrow=await _one(connection, held.where(_accounts.c.kind == AccountKind.ESCROW.value)),
        findings=tuple(findings),
    )


async def _one(connection: AsyncConnection, query: Any) -> int:
    return int((await connection.execute(query)).scalar_one())


def _called(row: Any) -> str:
    owner = (
        f" {row.platform}:{row.user_id}"
        if row.user_id
        else f" of table {row.table_id}"
        if row.table_id
        else ""
    )
    return f"account {row.id} ({row.economy} {row.kind}{owner})"


async def _balances(connection: AsyncConnection) -> list[Finding]:
    moves = union_all(
        select(_transfers.c.debit_id.label("account"), (-_transfers.c.amount).label("amount")),
        select(_transfers.c.credit_id, _transfers.c.amount),
    ).subquery()
    sums = (
        select(moves.c.account, func.sum(moves.c.amount).label("amount")).group_by(moves.c.account).subquery()
    )
    due = func.coalesce(sums.c.amount, 0)
    query = (
        select(_accounts, due.label("due"))
        .outerjoin_from(_accounts, sums, sums.c.account == _accounts.c.id)
        .where(_accounts.c.balance != due)
        .order_by(_accounts.c.id)
    )
    rows = await connection.execute(query)
    return [Finding(Wrong.BALANCE, _called(row), row.due, row.balance) for row in rows]


async def _sums(connection: AsyncConnection) -> list[Finding]:
    total = func.sum(_accounts.c.balance)
    query = select(_accounts.c.economy, total.label("total")).group_by(_accounts.c.economy).having(total != 0)
    return [
        Finding(Wrong.SUM, f"economy {row.economy}", 0, row.total) for row in await connection.execute(query)
    ]


async def _negative(connection: AsyncConnection) -> list[Finding]:
    guarded = [kind.value for kind in GUARDED]
    query = (
        select(_accounts)
        .where(_accounts.c.balance < 0, _accounts.c.kind.in_(guarded))
        .order_by(_accounts.c.id)
    )
    return [Finding(Wrong.NEGATIVE, _called(row), 0, row.balance) for row in await connection.execute(query)]


async def _reversals(connection: AsyncConnection) -> list[Finding]:
    back, old = _transfers.alias("back"), _transfers.alias("old")
    mirrored = (
        (old.c.amount == back.c.amount)
        & (old.c.debit_id == back.c.credit_id)
        & (old.c.credit_id == back.c.debit_id)
    )
    query = (
        select(back.c.id, back.c.reverses)
        .outerjoin_from(back, old, old.c.id == back.c.reverses)
        .where(back.c.reverses.is_not(None), old.c.id.is_(None) | ~mirrored | (old.c.id >= back.c.id))
        .order_by(back.c.id)
    )
    rows = await connection.execute(query)
    return [Finding(Wrong.REVERSAL, f"transfer {row.id} takes back {row.reverses}") for row in rows]


async def _escrow(connection: AsyncConnection, open_tables: Collection[str] | None) -> list[Finding]:
    findings = []
    says = {
        row.id: bool(row.round_open)
        for row in await connection.execute(select(_tables.c.id, _tables.c.round_open))
    }
    query = select(_accounts).where(_accounts.c.kind == AccountKind.ESCROW.value).order_by(_accounts.c.id)
    for row in (await connection.execute(query)).all():
        is_open = says.get(row.table_id, True) if open_tables is None else row.table_id in open_tables
        if not is_open and row.balance != 0:
            findings.append(Finding(Wrong.ESCROW, _called(row), 0, row.balance))
        findings += await _old_rounds(connection, row)
    return findings


async def _old_rounds(connection: AsyncConnection, escrow: Any) -> list[Finding]:
    """Each round but the one that runs, or the newest, leaves nothing on the table."""
    moves = union_all(
        select(_transfers.c.round, _transfers.c.amount).where(_transfers.c.credit_id == escrow.id),
        select(_transfers.c.round, -_transfers.c.amount).where(_transfers.c.debit_id == escrow.id),
    ).subquery()
    # An undo may have gone back into an earlier round: then that one is open, and later ones come to nothing.
    running = (
        select(_tables.c.round)
        .where(_tables.c.id == escrow.table_id, _tables.c.round_open != 0)
        .scalar_subquery()
    )
    newest = func.coalesce(running, select(func.max(moves.c.round)).scalar_subquery())
    total = func.sum(moves.c.amount)
    query = (
        select(moves.c.round, total.label("total"))
        .where(moves.c.round != newest)
        .group_by(moves.c.round)
        .having(total != 0)
        .order_by(moves.c.round)
    )
    rows = await connection.execute(query)
    return [Finding(Wrong.ESCROW, f"{_called(escrow)}, round {row.round}", 0, row.total) for row in rows]


async def _nameless(connection: AsyncConnection) -> list[Finding]:
    query = (
        select(_accounts)
        .outerjoin_from(_accounts, _viewers, _viewers.c.account_id == _accounts.c.id)
        .where((_accounts.c.kind == AccountKind.VIEWER.value) != _viewers.c.account_id.is_not(None))
        .order_by(_accounts.c.id)
    )
    return [Finding(Wrong.NAMELESS, _called(row)) for row in await connection.execute(query)]
