"""Alembic's environment: the connection is handed in by :mod:`bot.points.schema`, inside a transaction."""

from __future__ import annotations

from alembic import context

from bot.points.tables import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    # SQLite cannot alter most of a table: batches make a new one, copy and rename.
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
