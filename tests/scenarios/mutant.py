"""Plays scenarios with a copy of the program that has been changed in one place.

:func:`play_in` runs in a process of its own: nothing of ``bot`` may be imported before it has put the copy in
front of the path.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

PRELOAD = (
    "aiosqlite",
    "alembic.command",
    "alembic.runtime.migration",
    "pydantic",
    "sqlalchemy.dialects.sqlite.aiosqlite",
    "sqlalchemy.ext.asyncio",
    "sqlmodel",
    "structlog",
    "tests.scenarios.mutant",
)
"""What the changed copies have in common: imported once, before the processes part."""

EXPECTED = ("points.", "ranks.", "seats.", "phase ", "hands", "replies.", "refused: ")
"""How the sentence of an expectation that does not hold begins (``bot.pit.scenario.failures``)."""


@dataclass(frozen=True, slots=True)
class Change:
    """``old`` becomes ``new``; ``place`` is a file or a folder of the program."""

    place: str
    old: str
    new: str

    def files(self, root: Path) -> list[Path]:
        """The files that hold ``old``, one as often as it does."""
        place = root / self.place
        files = sorted((*place.rglob("*.py"), *place.rglob("*.toml"))) if place.is_dir() else [place]
        return [file for file in files for _ in range(file.read_text(encoding="utf-8").count(self.old))]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a scenario fared.

    Attributes:
        broken: the expectations that did not hold.
        trouble: why it was not played to its end.
    """

    broken: tuple[str, ...] = ()
    trouble: str | None = None


# --- in the process of the tests --------------------------------------------------------------------------


def copy_program(root: Path, to: Path) -> None:
    """The package and its data, without anybody's database."""
    shutil.copytree(root / "bot", to / "bot", ignore=shutil.ignore_patterns("__pycache__", "_bundled"))
    for file in (root / "data").rglob("*.toml"):
        target = to / "data" / file.relative_to(root / "data")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)
    shutil.copy2(root / "pyproject.toml", to)


def starter() -> Any:
    """How processes begin: parted from one that has imported all but the program, where that can be."""
    context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
    context.set_forkserver_preload(list(PRELOAD))
    return context


def verdicts_on(
    context: Any, program: Path, change: Change | None, scenarios: Sequence[Path]
) -> dict[str, Verdict]:
    """How the scenarios fare with ``program`` changed so; by the file's stem. Nobody else may use ``program``
    meanwhile; it is left as it was."""
    with _changed(program, change):
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(
            target=play_in, args=(sender, str(program), [str(one) for one in scenarios])
        )
        process.start()
        sender.close()
        try:
            found: dict[str, Verdict] = receiver.recv()
        except EOFError:
            found = {one.stem: Verdict(trouble="the process died") for one in scenarios}
        process.join()
        return found


@contextmanager
def _changed(program: Path, change: Change | None) -> Iterator[None]:
    if change is None:
        yield
        return
    (file,) = change.files(program)
    original = file.with_suffix(".original")
    file.rename(original)
    text = original.read_text(encoding="utf-8")
    file.write_text(text.replace(change.old, change.new), encoding="utf-8")
    os.utime(file, (0, 0))  # so that nobody takes the original's compiled form for it
    try:
        yield
    finally:
        original.replace(file)


# --- in the process of the copy ---------------------------------------------------------------------------


def play_in(answer: Connection, program: str, scenarios: Sequence[str]) -> None:
    """Plays scenarios with the program that lies there."""
    sys.dont_write_bytecode = True
    sys.path.insert(0, program)
    # Measuring coverage imports the program itself to see where it lies.
    for name in [name for name in sys.modules if name == "bot" or name.startswith("bot.")]:
        del sys.modules[name]
    try:
        answer.send(_play(program, scenarios))
    except Exception as error:  # noqa: BLE001 - a mutant may fail in any way at all
        trouble = f"it cannot be imported: {error!r}"
        answer.send({Path(one).stem: Verdict(trouble=trouble) for one in scenarios})


def _play(program: str, scenarios: Sequence[str]) -> dict[str, Verdict]:
    import structlog

    import bot
    from bot.pit.replay import replay_files

    assert Path(str(bot.__file__)).is_relative_to(program), f"not the copy: {bot.__file__}"
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory())
    verdicts: dict[str, Verdict] = {}
    for path in map(Path, scenarios):
        try:
            (report,) = replay_files([path])
        except Exception as error:  # noqa: BLE001 - a mutant may fail in any way at all
            verdicts[path.stem] = Verdict(trouble=repr(error))
        else:
            verdicts[path.stem] = _verdict(report)
    return verdicts


def _verdict(report: dict[str, Any]) -> Verdict:
    failures = report["failures"]
    broken = tuple(one for one in failures if one.startswith(EXPECTED))
    return Verdict(broken, next((one for one in failures if one not in broken), None))
