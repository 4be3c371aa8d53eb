"""What can be seen of a database from outside, without changing or locking it: for ``chatjack doctor``."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from bot.points.schema import MIGRATIONS, backups_of
from bot.points.tables import HEAD

Schema = Literal["current", "older", "newer", "foreign"]
_TIMED = ("transfers", "journal", "messages", "answers")
_REVISION = re.compile(r"(\d{4})_\w+\.py", re.ASCII)
_WAIT_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Health:
    """A database as it was found.

    Attributes:
        complaint: what SQLite's quick check says is wrong; empty when it is sound.
        schema: how its tables stand to those of this program.
        newest: the latest time of any row, epoch milliseconds; 0 in an empty one.
        size: bytes.
    """

    complaint: str
    schema: Schema
    newest: int
    size: int


def examine(path: Path) -> Health:
    """Looks at the database at ``path``, also while a floor writes to it. Blocking; reads the whole file.

    Raises:
        OSError: it cannot be read at all.
    """
    size = path.stat().st_size
    try:
        # A URI, so that it is opened for reading alone: looking must not make or mend anything.
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_WAIT_SECONDS)) as connection:
            return _look(connection, size)
    except sqlite3.DatabaseError as error:
        return Health(str(error), "foreign", 0, size)


def _look(connection: sqlite3.Connection, size: int) -> Health:
    complaints = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
    if complaints != ["ok"]:
        return Health("; ".join(complaints), "foreign", 0, size)
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not names:  # an empty file becomes ours at the next start
        return Health("", "older", 0, size)
    if "alembic_version" not in names or not names & {"economies", "accounts"}:
        return Health("", "foreign", 0, size)
    times = [
        connection.execute(f"SELECT max(at) FROM {name}").fetchone()[0] for name in _TIMED if name in names
    ]
    row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    schema = _schema(str(row[0])) if row is not None else "foreign"
    return Health("", schema, max((int(at) for at in times if at is not None), default=0), size)


def _schema(revision: str) -> Schema:
    if revision == HEAD:
        return "current"
    known = {
        found[1] for file in (MIGRATIONS / "versions").iterdir() if (found := _REVISION.match(file.name))
    }
    return "older" if revision in known else "newer"


def backups(path: Path) -> list[Path]:
    """The backups beside the database at ``path``, oldest first."""
    folder = path.parent / "backups"
    return backups_of(path, folder) if folder.is_dir() else []
