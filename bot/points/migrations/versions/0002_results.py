"""Results: settled hands for histories, seasons and their final rankings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _number(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=False)


def _key(name: str) -> sa.Column[int]:
    return sa.Column(name, _KEY, nullable=False)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}"))


def upgrade() -> None:
    _hands()
    _seasons()


def _hands() -> None:
    op.create_table(
        "settlements",
        _text("table_id"),
        _number("round"),
        _number("step"),
        _number("at"),
        sa.PrimaryKeyConstraint("table_id", "round", "step", name=op.f("pk_settlements")),
    )
    op.create_table(
        "hands",
        _text("table_id"),
        _number("round"),
        _number("step"),
        _number("number"),
        _number("at"),
        _key("account_id"),
        _number("seat"),
        _number("hand"),
        _text("cards"),
        _text("outcome"),
        _text("premium"),
        _number("staked"),
        _number("returned"),
        sa.PrimaryKeyConstraint("table_id", "round", "step", "number", name=op.f("pk_hands")),
        _refers("hands", "account_id", "accounts"),
    )
    op.create_index(op.f("ix_hands_account_id_at"), "hands", ["account_id", "at"])


def _seasons() -> None:
    op.create_table(
        "seasons",
        _key("id"),
        _text("economy"),
        _text("name"),
        _text("rules"),
        _number("started_at"),
        _number("paused_at"),
        _number("ended_at"),
        _number("first_transfer"),
        _number("last_transfer"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sa.UniqueConstraint("economy", "name", name=op.f("uq_seasons_economy_name")),
        _refers("seasons", "economy", "economies"),
    )
    op.create_table(
        "standings",
        _key("season_id"),
        _key("account_id"),
        _text("name"),
        _text("rank"),
        _number("points"),
        _number("net"),
        _number("best"),
        _number("rebuys"),
        sa.PrimaryKeyConstraint("season_id", "account_id", name=op.f("pk_standings")),
        _refers("standings", "season_id", "seasons"),
        _refers("standings", "account_id", "accounts"),
    )
