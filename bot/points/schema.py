"""Start-up: look at the file, back it up, bring its schema up to date (design 4)."""

from __future__ import annotations

import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

from bot.points import sqlite
from bot.points.tables import HEAD
from bot.points.values import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"
KEPT_BACKUPS = 5
_CHECKED_WHOLE = 256 * 1024 * 1024
"""Larger files are not read from end to end at start-up: the floor has to open within two seconds."""


def prepare(
    path: Path, backups: Path | None = None, *, migrations: Path = MIGRATIONS, head: str = HEAD
) -> Path | None:
    """Makes ``path`` a database of the current schema, creating it if need be. Blocking: call it in a thread.

    Args:
        path: the database file.
        backups: where to put the backup taken before a migration; ``<folder>/backups`` by default.
        migrations: the Alembic script folder, and ``head`` its newest revision (tests bring their own).

    Returns:
        The backup taken, if the file held an older schema.

    Raises:
        StoreError: the file cannot be used, is something else's, or was written by a newer version.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError("read_only", path) from error
    connection = sqlite.connect(path)
    try:
        with sqlite.speaking_plainly(path):
            _check(connection, path)
            # Now rather than at the first bet: can this file be written at all?
            connection.execute("BEGIN IMMEDIATE")
            connection.execute("ROLLBACK")
            found = _revision(connection, path)
        if found == head:
            return None
        backup = None
        if found is not None:
            backup = back_up(path, backups or path.parent / "backups", f"before-{head}")
        with sqlite.speaking_plainly(path):
            _upgrade(connection, path, migrations)
        return backup
    finally:
        connection.close()


def _check(connection: sqlite3.Connection, path: Path) -> None:
    if path.stat().st_size <= _CHECKED_WHOLE:
        complaints = connection.execute("PRAGMA quick_check(1)").fetchall()
        if complaints != [("ok",)]:
            raise StoreError("damaged", path)


def _revision(connection: sqlite3.Connection, path: Path) -> str | None:
    """The schema's revision; ``None`` for a file without any table."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names:
        return None
    if "alembic_version" not in names or not names & {"economies", "accounts"}:
        raise StoreError("foreign", path)
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if row is None:
        raise StoreError("foreign", path)
    return str(row[0])


def _upgrade(connection: sqlite3.Connection, path: Path, migrations: Path) -> None:
    """Runs the missing migrations, all or none."""
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError
    from sqlalchemy import create_engine, event
    from sqlalchemy.pool import StaticPool

    config = Config()
    # Alembic reads its options through configparser, to which a per cent sign in a path is a reference.
    config.set_main_option("script_location", str(migrations).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if (found := _revision(connection, path)) is not None and found not in known:
        raise StoreError("newer_schema", path)

    # Rebuilding a table drops the old one; with foreign keys on that would delete what refers to it.
    connection.execute("PRAGMA foreign_keys = OFF")
    engine = create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    event.listen(engine, "begin", lambda it: it.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as bind:
        config.attributes["connection"] = bind
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise StoreError("newer_schema", path) from error
        dangling = bind.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        if dangling:
            raise StoreError("damaged", path)


def back_up(path: Path, folder: Path, label: str) -> Path:
    """Copies the database with ``VACUUM INTO``, checks the copy, and keeps the newest five.

    Works while the floor is running. Blocking: call it in a thread.

    Raises:
        StoreError: the folder cannot be written, the disk is full, or the database (and so its copy) is
            damaged.
    """
    now = datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")
    target = folder / f"{path.stem}-{now}-{label}.db"
    draft = target.with_suffix(".part")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with sqlite.speaking_plainly(path):
            source = sqlite.connect(path)
            try:
                source.execute("VACUUM INTO ?", (str(draft),))
            finally:
                source.close()
            _check_copy(draft)
        draft.replace(target)
    except OSError as error:
        raise StoreError("read_only", folder) from error
    finally:
        draft.unlink(missing_ok=True)
    for old in backups_of(path, folder)[:-KEPT_BACKUPS]:
        old.unlink(missing_ok=True)
    return target


def _check_copy(draft: Path) -> None:
    copy = sqlite3.connect(draft)
    try:
        # A damaged copy must not push a good one out.
        if copy.execute("PRAGMA quick_check(1)").fetchall() != [("ok",)]:
            raise StoreError("damaged", draft)
    finally:
        copy.close()


def backups_of(path: Path, folder: Path) -> list[Path]:
    """The backups of that database, oldest first (their names sort by time)."""
    ours = re.compile(re.escape(path.stem) + r"-\d{8}-\d{6}-\d{6}-.*\.db")
    return sorted(it for it in folder.iterdir() if ours.fullmatch(it.name))
