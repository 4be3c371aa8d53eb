"""The first schema: economies, channels, accounts, viewers, the ledger, the journal, tables, shoes, message
ids."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_KEY = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _text(name: str, *, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=nullable)


def _number(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=nullable)


def _key(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, _KEY, nullable=nullable)


def _refers(table: str, column: str, other: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.id"], name=op.f(f"fk_{table}_{column}"))


def _index(table: str, *columns: str) -> None:
    op.create_index(op.f(f"ix_{table}_{'_'.join(columns)}"), table, list(columns))


def upgrade() -> None:
    _who()
    _ledger()
    _floor()
    _ids()
    if op.get_bind().dialect.name == "sqlite":
        _append_only("transfers", "id = NEW.id OR reverses = NEW.reverses")
        _append_only(
            "journal",
            "id = NEW.id "
            "OR (table_id = NEW.table_id AND round = NEW.round AND step = NEW.step AND seq = NEW.seq)",
        )
    op.execute("INSERT INTO economies (id, created_at) VALUES ('main', 0)")
    op.execute(
        "INSERT INTO channels (platform, channel, economy, created_at) "
        "VALUES ('practice', 'practice', 'main', 0)"
    )


def _who() -> None:
    op.create_table(
        "economies",
        _text("id"),
        _number("created_at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_economies")),
    )
    op.create_table(
        "channels",
        _text("platform"),
        _text("channel"),
        _text("economy"),
        _number("created_at"),
        sa.PrimaryKeyConstraint("platform", "channel", name=op.f("pk_channels")),
        _refers("channels", "economy", "economies"),
    )
    op.create_table(
        "accounts",
        _key("id"),
        _text("economy"),
        _text("kind"),
        _text("platform"),
        _text("user_id"),
        _text("table_id"),
        _number("balance"),
        _number("created_at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint(
            "economy",
            "kind",
            "platform",
            "user_id",
            "table_id",
            name=op.f("uq_accounts_economy_kind_platform_user_id_table_id"),
        ),
        sa.CheckConstraint(
            "kind IN ('corrections', 'escrow', 'gifts', 'house', 'jackpot', 'viewer')",
            name=op.f("ck_accounts_kind"),
        ),
        sa.CheckConstraint(
            "kind NOT IN ('escrow', 'viewer') OR balance >= 0", name=op.f("ck_accounts_not_below_zero")
        ),
        sa.CheckConstraint("balance = CAST(balance AS BIGINT)", name=op.f("ck_accounts_whole_hundredths")),
        sa.CheckConstraint("(kind = 'viewer') = (user_id <> '')", name=op.f("ck_accounts_viewer_has_user")),
        _refers("accounts", "economy", "economies"),
    )
    op.create_table(
        "viewers",
        _key("account_id"),
        _text("name"),
        _text("name_key"),
        _text("former_names"),
        _text("rank"),
        sa.PrimaryKeyConstraint("account_id", name=op.f("pk_viewers")),
        _refers("viewers", "account_id", "accounts"),
    )
    _index("viewers", "name_key")


def _ledger() -> None:
    op.create_table(
        "transfers",
        _key("id"),
        _number("at"),
        _key("debit_id"),
        _key("credit_id"),
        _number("amount"),
        _text("reason"),
        _text("table_id", nullable=True),
        _number("round", nullable=True),
        _number("step", nullable=True),
        _text("actor"),
        _key("reverses", nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfers")),
        sa.UniqueConstraint("reverses", name=op.f("uq_transfers_reverses")),
        sa.CheckConstraint(
            "amount > 0 AND amount = CAST(amount AS BIGINT)", name=op.f("ck_transfers_amount")
        ),
        sa.CheckConstraint("debit_id <> credit_id", name=op.f("ck_transfers_two_accounts")),
        _refers("transfers", "debit_id", "accounts"),
        _refers("transfers", "credit_id", "accounts"),
        _refers("transfers", "reverses", "transfers"),
    )
    _index("transfers", "debit_id")
    _index("transfers", "credit_id")
    _index("transfers", "table_id", "round")
    rebuys = sa.text("reason = 'rebuy'")
    op.create_index(
        "ix_transfers_rebuys", "transfers", ["credit_id"], sqlite_where=rebuys, postgresql_where=rebuys
    )


def _floor() -> None:
    op.create_table(
        "journal",
        _key("id"),
        _text("table_id"),
        _number("round"),
        _number("step"),
        _number("seq"),
        _number("at"),
        _text("actor"),
        _text("text"),
        _text("means"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
        sa.UniqueConstraint(
            "table_id", "round", "step", "seq", name=op.f("uq_journal_table_id_round_step_seq")
        ),
    )
    op.create_table(
        "tables",
        _text("id"),
        _text("game"),
        _text("platform"),
        _text("channel"),
        _text("economy"),
        _text("sheet"),
        _number("round"),
        sa.Column("round_open", sa.Integer, nullable=False),
        _number("closed_at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
        sa.CheckConstraint("round_open IN (0, 1)", name=op.f("ck_tables_round_open")),
        _refers("tables", "economy", "economies"),
    )
    op.create_table(
        "shoes",
        _text("table_id"),
        _text("id"),
        _text("version"),
        _text("server_seed"),
        _text("commitment"),
        _text("client_seed"),
        _number("created_at"),
        _number("revealed_at"),
        sa.PrimaryKeyConstraint("table_id", "id", name=op.f("pk_shoes")),
    )


def _ids() -> None:
    op.create_table(
        "messages",
        _text("platform"),
        _text("channel"),
        _text("message_id"),
        _number("at"),
        sa.PrimaryKeyConstraint("platform", "channel", "message_id", name=op.f("pk_messages")),
    )
    _index("messages", "at")
    op.create_table(
        "answers",
        _text("command_id"),
        _number("at"),
        _text("answer"),
        sa.PrimaryKeyConstraint("command_id", name=op.f("pk_answers")),
    )
    _index("answers", "at")


def _append_only(table: str, same: str) -> None:
    for change in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER tr_{table}_no_{change.lower()} BEFORE {change} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
    # INSERT OR REPLACE would delete the old row without asking the trigger above.
    op.execute(
        f"CREATE TRIGGER tr_{table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    )
