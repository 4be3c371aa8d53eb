"""One running floor per data folder.

The lock is the operating system's, on an open file, so it dies with the process however that ends. Where the
running floor answers is kept in a second file, since Windows lets nobody read a locked one.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Self

from filelock import FileLock, Timeout


class AlreadyRunning(Exception):
    """Another floor runs on this data folder.

    Attributes:
        data_dir: the folder.
        url: where it answers; empty while that is not known.
    """

    def __init__(self, data_dir: Path, url: str) -> None:
        super().__init__(data_dir, url)
        self.data_dir = data_dir
        self.url = url


class FloorLock:
    """Held for as long as a floor runs: ``with FloorLock(settings.data_dir) as lock: ...``.

    Entering makes the folder if there is none.

    Raises:
        AlreadyRunning: on entering.
        OSError: the folder cannot be made or written to.
    """

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._url = data_dir / "floor.url"
        self._lock = FileLock(data_dir / "floor.lock", thread_local=False)

    def __enter__(self) -> Self:
        self._data_dir.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise AlreadyRunning(self._data_dir, self._announced()) from None
        self._url.unlink(missing_ok=True)  # of a floor that was killed
        return self

    def announce(self, url: str) -> None:
        """Leaves word where this floor answers; ``url`` carries no token."""
        self._url.write_text(url, encoding="utf-8")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._url.unlink(missing_ok=True)
        self._lock.release()

    def _announced(self) -> str:
        return _announced(self._url)


def running_at(data_dir: Path) -> str | None:
    """Where a floor on this folder answers, empty while that is not known; ``None`` if none runs.

    Makes nothing, and holds nothing for longer than a moment.
    """
    held = data_dir / "floor.lock"
    if not held.exists():
        return None
    try:
        with FileLock(held, thread_local=False).acquire(timeout=0):
            return None
    except Timeout:
        return _announced(data_dir / "floor.url")
    except OSError:
        return None  # what may not be written to is not being written to


def _announced(url: Path) -> str:
    try:
        return url.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
