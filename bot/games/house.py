"""The house's own rules, laid over the shipped ones: ``custom/`` in the data folder, arranged like ``data/``.

A file there holds only what it changes and is never touched by an upgrade. Tables are laid over key by key,
lists of entries with an ``id`` (ranks) entry by entry; everything else is replaced.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeGuard

from bot import resources
from bot.games.sheet import Problem, SheetError


def read_toml(path: Path) -> dict[str, Any]:
    """The file's content.

    Raises:
        SheetError: it cannot be read, or is no TOML.
    """
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise SheetError(str(path), [Problem("(the whole file)", "not_toml", {"why": error})]) from error
    except (OSError, UnicodeDecodeError) as error:
        raise SheetError(str(path), [Problem("(the whole file)", "cannot_read", {"why": error})]) from error


def own_file(name: str, folder: Path | None) -> Path | None:
    """The streamer's own file of that name, if there is one."""
    path = None if folder is None else folder / name
    return path if path is not None and path.is_file() else None


def read_data(name: str, folder: Path | None = None) -> tuple[dict[str, Any], str]:
    """A data file with the streamer's own laid over, and the file to name when something is wrong with it.

    Raises:
        SheetError: one of the two cannot be read.
    """
    shipped = resources.data() / name
    own = own_file(name, folder)
    held = read_toml(shipped) if shipped.is_file() else {}
    if own is None:
        return held, shipped.name
    return lay_over(held, read_toml(own)), str(own)


def read_ranks(folder: Path | None = None) -> tuple[dict[str, Any], str]:
    """The ranks' file like :func:`read_data`; a rank of the streamer's own takes its place by
    ``promoted_at``."""
    held, source = read_data("ranks.toml", folder)
    if own_file("ranks.toml", folder) is not None and _entries(held.get("ranks")):
        held["ranks"] = sorted(held["ranks"], key=_promoted_at)
    return held, source


def _promoted_at(rank: Mapping[str, Any]) -> int:
    at = rank.get("promoted_at", 0)
    return at if isinstance(at, int) else 0


def lay_over(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """``base`` with ``own`` laid over it."""
    laid = dict(base)
    for key, value in own.items():
        under = base.get(key)
        if isinstance(value, Mapping) and isinstance(under, Mapping):
            laid[key] = lay_over(under, value)
        elif _entries(value) and _entries(under):
            laid[key] = _by_id(under, value)
        else:
            laid[key] = value
    return laid


def _entries(value: object) -> TypeGuard[Sequence[Mapping[str, Any]]]:
    return isinstance(value, list) and all(isinstance(one, Mapping) and "id" in one for one in value)


def _by_id(base: Sequence[Mapping[str, Any]], own: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    laid = {str(one["id"]): dict(one) for one in base}
    for one in own:
        laid[str(one["id"])] = lay_over(laid.get(str(one["id"]), {}), one)
    return list(laid.values())
