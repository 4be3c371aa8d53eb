"""Identity: platform accounts that act as one viewer, and those whose words are not heard."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}"))


def upgrade() -> None:
    op.create_table(
        "aliases",
        _text("economy"),
        _text("platform"),
        _text("user_id"),
        sa.Column("account_id", _KEY, nullable=False),
        sa.Column("own_id", _KEY, nullable=True),
        sa.Column("transfer_id", _KEY, nullable=True),
        _text("name"),
        _number("linked_at"),
        _number("unlinked_at"),
        sa.PrimaryKeyConstraint("economy", "platform", "user_id", name=op.f("pk_aliases")),
        _refers("aliases", "economy", "economies"),
        _refers("aliases", "account_id", "accounts"),
        _refers("aliases", "own_id", "accounts"),
        _refers("aliases", "transfer_id", "transfers"),
    )
    op.create_index(op.f("ix_aliases_account_id"), "aliases", ["account_id"])
    op.create_table(
        "silenced",
        _text("economy"),
        _text("platform"),
        _text("user_id"),
        _text("why"),
        _text("name"),
        _number("since"),
        _number("until"),
        _number("lifted_at"),
        sa.PrimaryKeyConstraint("economy", "platform", "user_id", "why", name=op.f("pk_silenced")),
        sa.CheckConstraint("why IN ('banned', 'ignored')", name=op.f("ck_silenced_why")),
        _refers("silenced", "economy", "economies"),
    )
