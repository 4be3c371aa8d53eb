"""The lobby as files: a site that any web server or file host can serve, under any path (design 6)."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from bot import resources
from bot.web.lobby.docs import Doc
from bot.web.lobby.files import site
from bot.web.lobby.gather import Gatherer, Picture

MARK = "data/site.json"
"""By this file an earlier export is known: only such a folder is written over."""


class ExportRefused(Exception):
    """Nothing was written, or not all of it.

    Attributes:
        code: ``export_not_empty`` (the folder holds something else) or ``export_unwritable``.
        folder: where it should have gone.
        reason: what the system said.
    """

    def __init__(self, code: str, folder: Path, reason: str = "") -> None:
        super().__init__(f"{code}: {folder} {reason}")
        self.code = code
        self.folder = folder
        self.reason = reason


async def export(
    gatherer: Gatherer,
    folder: Path,
    *,
    wait: Callable[[float], Awaitable[None]] = asyncio.sleep,
    pages: Path | None = None,
) -> int:
    """Writes the site into ``folder``, which is new, empty or an earlier export; returns how many files.

    What has happened within the stream's delay is waited out, so that a site put online at once is not ahead
    of the video.

    Args:
        wait: waits for so many seconds.

    Raises:
        ExportRefused: the folder cannot be used.
        StoreError: the database cannot be read.
    """
    await asyncio.to_thread(_check, folder)
    picture = await gatherer.picture()
    docs = await asyncio.to_thread(site, pages or resources.overlays())
    docs |= {f"data/{name}.json": Doc.of(part) for name, part in picture.parts.items()}
    docs |= await _single(gatherer, picture)
    docs[MARK] = Doc.of({"live": False, "at": picture.at / 1000})
    behind = await gatherer.house.books.newest() / 1000 + gatherer.house.delay() - picture.at / 1000
    if behind > 0:
        await wait(min(behind, gatherer.house.delay()))
    await asyncio.to_thread(_write, folder, docs)
    return len(docs)


async def _single(gatherer: Gatherer, picture: Picture) -> dict[str, Doc]:
    """What the listener answers one by one."""
    found: dict[str, Doc] = {}
    for viewer in picture.viewers:
        found[f"data/viewers/{viewer}.json"] = Doc.of(await gatherer.viewer(viewer, picture))
    for number, season in picture.seasons.items():
        if season.ended_at:
            found[f"data/seasons/{number}.json"] = Doc.of(await gatherer.season(number, picture))
    for table, number in picture.shoes:
        found[f"data/shoes/{table}/{number}.json"] = Doc.of(await gatherer.shoe(table, number, picture))
    return found


def _check(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise ExportRefused("export_unwritable", folder, "not a folder")
    try:
        if folder.is_dir() and any(folder.iterdir()) and not (folder / MARK).is_file():
            raise ExportRefused("export_not_empty", folder)
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise ExportRefused("export_unwritable", folder, error.strerror or str(error)) from error


def _write(folder: Path, docs: dict[str, Doc]) -> None:
    """What an earlier export left goes first: a viewer who is forgotten by now must not stay online."""
    try:
        for old in ("data", "static", "texts"):
            if (folder / old).exists():
                shutil.rmtree(folder / old)
        for name, doc in docs.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(doc.body)
    except OSError as error:
        raise ExportRefused("export_unwritable", folder, error.strerror or str(error)) from error
