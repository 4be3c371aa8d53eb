"""The keys to the pages: one random token per kind of page, kept in the data folder (design 6).

The overlay's token only reads, the dock's acts, the chat's types as practice viewers. They appear in the
addresses shown at start and nowhere in a page's source.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

import structlog

FILE = "tokens.json"
_OURS = re.compile(r"[A-Za-z0-9_-]{24,128}", re.ASCII)
_log = structlog.get_logger(__name__)


class Page(StrEnum):
    """The kinds of page."""

    OVERLAY = "overlay"
    DOCK = "dock"
    CHAT = "chat"


@dataclass(frozen=True, slots=True, repr=False)
class Tokens:
    """The secrets of the pages. Has no readable ``repr``, so that none gets into a log."""

    overlay: str
    dock: str
    chat: str

    @classmethod
    def new(cls) -> Tokens:
        """Fresh random tokens of 192 bits each."""
        return cls(*(secrets.token_urlsafe(24) for _ in fields(cls)))

    def of(self, page: Page) -> str:
        """The page's own token."""
        return {Page.OVERLAY: self.overlay, Page.DOCK: self.dock, Page.CHAT: self.chat}[page]

    def opens(self, page: Page, token: str) -> bool:
        """Whether ``token`` opens ``page``: the page's own, and for the chat also the dock's.

        Takes the same time for every wrong token.
        """
        keys = (self.chat, self.dock) if page is Page.CHAT else (self.of(page),)
        given = token.encode("utf-8", "replace")
        fits = [hmac.compare_digest(given, key.encode()) for key in keys]  # all of them, whichever fits
        return any(fits)


def load(path: Path) -> Tokens:
    """The tokens in the file at ``path``, written first if there are none.

    A damaged file is replaced by new tokens, with a warning: old addresses stop working.

    Raises:
        OSError: the file can be neither read nor written.
    """
    try:
        raw = path.read_bytes()
    except FileNotFoundError:
        pass
    else:
        found = _parse(raw)
        if found is not None:
            _owner_only(path)
            return found
        _log.warning("tokens.json was damaged: new tokens made, the pages have new addresses", path=str(path))
    tokens = Tokens.new()
    _write(path, {field.name: getattr(tokens, field.name) for field in fields(tokens)})
    return tokens


def link_token(path: Path, name: str) -> str:
    """The key of a link that another program calls, kept beside the pages'; made when first asked for.

    Raises:
        OSError: the file can be neither read nor written.
    """
    load(path)
    held = json.loads(path.read_bytes())
    token = held.get(name)
    if not isinstance(token, str) or not _OURS.fullmatch(token) or list(held.values()).count(token) > 1:
        token = secrets.token_urlsafe(24)
        _write(path, {**held, name: token})
    return token


def _parse(raw: bytes) -> Tokens | None:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        return None
    names = [field.name for field in fields(Tokens)]
    if not isinstance(data, dict):
        return None
    values = [data.get(name) for name in names]
    whole = [value for value in values if isinstance(value, str) and _OURS.fullmatch(value)]
    if len(whole) != len(names) or len(set(whole)) != len(names):
        return None
    return Tokens(*whole)


def _write(path: Path, held: Mapping[str, object]) -> None:
    """Write beside the file and rename over it, so that a crash leaves the old file or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(prefix=".tokens-", dir=path.parent)  # mode 0600 where there are modes
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(held, file, indent=2)
            file.flush()
            os.fsync(file.fileno())
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def _owner_only(path: Path) -> None:
    """A file restored from a backup may have become readable to others."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        with contextlib.suppress(OSError):
            path.chmod(0o600)
