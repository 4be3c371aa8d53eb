"""Twitch's secrets on disk: one JSON file for the owner alone, written beside and renamed over.

Nothing is ever taken out of it because a request failed: only a person takes out an account.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import structlog

FILE = "twitch.json"
_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Account:
    """A Twitch user. ``login`` and ``display_name`` can change; ``user_id`` never does."""

    user_id: str
    login: str
    display_name: str


@dataclass(frozen=True, slots=True, repr=False)
class Grant:
    """What an account has authorised. Has no readable ``repr``, so that no token gets into a log."""

    access: str
    refresh: str
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, repr=False)
class Held:
    """All that is kept about Twitch.

    Attributes:
        client_id, client_secret: the streamer's own application.
        bot: the account that reads and writes.
        channels: where; the same account as ``bot`` may be among them.
        grants: by user id.
    """

    client_id: str = ""
    client_secret: str = ""
    bot: Account | None = None
    channels: tuple[Account, ...] = ()
    grants: Mapping[str, Grant] = field(default_factory=dict)

    @property
    def accounts(self) -> tuple[Account, ...]:
        """Bot and channels, each once."""
        found = {a.user_id: a for a in (*((self.bot,) if self.bot else ()), *self.channels)}
        return tuple(found.values())

    def allows(self, user_id: str) -> bool:
        """Whether this account may be authorised at all."""
        return any(account.user_id == user_id for account in self.accounts)


class Vault:
    """The file and what it holds. Every change is on disk before it is used."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._held = _read(path)

    @property
    def held(self) -> Held:
        """What is kept now."""
        return self._held

    def change(self, **changes: Any) -> Held:
        """Replace fields of :class:`Held`.

        Raises:
            OSError: it could not be written; the old is still in force, here and on disk.
        """
        held = replace(self._held, **changes)
        _write(self._path, held)
        self._held = held
        return held

    def grant(self, user_id: str, grant: Grant) -> None:
        """Keep a new or refreshed grant.

        A refreshed one is used even when the disk is full: the old one may be worth nothing any more.
        """
        held = replace(self._held, grants={**self._held.grants, user_id: grant})
        self._held = held
        try:
            _write(self._path, held)
        except OSError as error:
            _log.error(
                "a Twitch token could not be stored and will be lost at the stop", reason=error.strerror
            )

    def forget(self, user_id: str) -> None:
        """Take out an account's grant, by a person's wish.

        Raises:
            OSError: it could not be written, and is still there.
        """
        self.change(grants={key: grant for key, grant in self._held.grants.items() if key != user_id})


def _read(path: Path) -> Held:
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        return Held()
    try:
        held = _parse(json.loads(raw))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        aside = path.with_suffix(".damaged")
        path.replace(aside)
        _log.warning("twitch.json was damaged and put aside: set Twitch up again", kept=str(aside))
        return Held()
    if os.name == "posix" and path.stat().st_mode & 0o077:
        with contextlib.suppress(OSError):
            path.chmod(0o600)  # restored from a backup, it may have become readable to others
    return held


def _parse(data: dict[str, Any]) -> Held:
    def account(value: dict[str, Any]) -> Account:
        return Account(_text(value["user_id"]), _text(value["login"]), _text(value["display_name"]))

    def grant(value: dict[str, Any]) -> Grant:
        return Grant(_text(value["access"]), _text(value["refresh"]), tuple(map(_text, value["scopes"])))

    return Held(
        client_id=_text(data["client_id"]),
        client_secret=_text(data["client_secret"]),
        bot=account(data["bot"]) if data["bot"] is not None else None,
        channels=tuple(account(value) for value in data["channels"]),
        grants={_text(user_id): grant(value) for user_id, value in data["grants"].items()},
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _write(path: Path, held: Held) -> None:
    def account(value: Account) -> dict[str, str]:
        return {"user_id": value.user_id, "login": value.login, "display_name": value.display_name}

    data = {
        "client_id": held.client_id,
        "client_secret": held.client_secret,
        "bot": account(held.bot) if held.bot is not None else None,
        "channels": [account(value) for value in held.channels],
        "grants": {
            user_id: {"access": grant.access, "refresh": grant.refresh, "scopes": list(grant.scopes)}
            for user_id, grant in held.grants.items()
        },
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".twitch-", dir=path.parent)  # mode 0600 where there are modes
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(data, file, ensure_ascii=False, indent=2)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
