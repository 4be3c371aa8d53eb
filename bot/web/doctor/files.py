"""The data folder: whether it can be used, the ledger in it, its copies, and who may read the keys."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path

from bot.chat.twitch.vault import FILE as TWITCH_FILE
from bot.points.health import Health, backups, examine
from bot.web.doctor.findings import Finding, Level, Premises, Said
from bot.web.tokens import FILE as TOKENS_FILE

LOW_SPACE = 1024**3
NO_SPACE = 50 * 1024**2
"""Bytes free on the disk below which a warning is given, and below which the next evening is at risk."""
CLOCK_BACK_MS = 60_000
"""A row this far in the future was written by a clock that has been put back since."""
_DAY = 24 * 3600.0
_READABLE_BY_OTHERS = 0o077


def folder(premises: Premises) -> Iterator[Finding]:
    """The folder itself."""
    where = premises.data_dir
    if not where.exists():
        yield Finding("folder", Level.NOTE, "folder_new", {"folder": where})
        return
    if not where.is_dir():
        yield Finding("folder", Level.WRONG, "folder_is_file", {"folder": where})
        return
    if not os.access(where, os.W_OK | os.X_OK):
        yield Finding("folder", Level.WRONG, "folder_read_only", {"folder": where})
    else:
        yield Finding("folder", Level.OK, "folder_good", {"folder": where})
    free = shutil.disk_usage(where).free
    level = Level.WRONG if free < NO_SPACE else Level.WARN if free < LOW_SPACE else Level.OK
    code = "space" if level is Level.OK else "space_low"
    yield Finding("folder", level, code, {"free": amount_of_bytes(free)})


def database(premises: Premises, now_ms: int) -> Iterator[Finding]:
    """The ledger and its copies."""
    path = premises.database
    if not path.exists():
        yield Finding("database", Level.NOTE, "database_none", {"file": path})
        return
    try:
        health = examine(path)
    except OSError as error:
        reason = error.strerror or str(error)
        yield Finding("database", Level.WRONG, "database_unreadable", {"file": path, "reason": reason})
        return
    yield _soundness(path, health)
    if health.newest:
        yield _clock(health.newest, now_ms)
    yield _copies(path, now_ms)


def _soundness(path: Path, health: Health) -> Finding:
    params = {"file": path, "size": amount_of_bytes(health.size)}
    if health.complaint:
        return Finding("database", Level.WRONG, "database_damaged", {**params, "reason": health.complaint})
    match health.schema:
        case "foreign":
            return Finding("database", Level.WRONG, "database_foreign", params)
        case "newer":
            return Finding("database", Level.WRONG, "database_newer", params)
        case "older":
            return Finding("database", Level.NOTE, "database_older", params)
        case _:
            return Finding("database", Level.OK, "database_good", params)


def _clock(newest: int, now_ms: int) -> Finding:
    ahead = newest - now_ms
    if ahead > CLOCK_BACK_MS:
        return Finding("clock", Level.WRONG, "clock_back", {"ahead": span(ahead / 1000)})
    return Finding("clock", Level.OK, "clock_good", {"ago": span(-ahead / 1000)})


def _copies(path: Path, now_ms: int) -> Finding:
    copies = backups(path)
    if not copies:
        return Finding("database", Level.NOTE, "backups_none", {})
    age = now_ms / 1000 - copies[-1].stat().st_mtime
    params = {"count": len(copies), "ago": span(age), "folder": copies[-1].parent}
    return Finding("database", Level.OK, "backups", params)


def keys(premises: Premises) -> Iterator[Finding]:
    """The files that hold secrets."""
    for name in (TOKENS_FILE, TWITCH_FILE):
        path = premises.data_dir / name
        if not path.exists():
            continue
        if os.name == "posix" and path.stat().st_mode & _READABLE_BY_OTHERS:
            yield Finding("keys", Level.WARN, "keys_open", {"file": path})
        else:
            yield Finding("keys", Level.OK, "keys_good", {"file": path})


def amount_of_bytes(size: int) -> str:
    """A size for people."""
    if size >= 10 * 1024**3:
        return f"{size / 1024**3:,.0f} GB"
    return f"{size / 1024**2:,.0f} MB" if size >= 10 * 1024**2 else f"{size / 1024**2:,.1f} MB"


def span(seconds: float) -> Said:
    """A stretch of time for people."""
    seconds = max(0.0, seconds)
    for unit, length in (("days", _DAY), ("hours", 3600.0), ("minutes", 60.0)):
        if seconds >= 2 * length:
            return Said(f"doctor.span_{unit}", {"count": int(seconds // length)})
    return Said("doctor.span_seconds", {"count": int(seconds)})


def wall_ms() -> int:
    """Now, in epoch milliseconds."""
    return time.time_ns() // 1_000_000
