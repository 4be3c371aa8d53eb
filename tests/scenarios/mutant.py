"""Plays scenarios with a copy of the program that has been changed in one place.

A :class:`Copy` has a process that has imported the copy; it parts from itself one for each change, which
imports anew whatever may be another with it. Nothing of ``bot`` may be imported there before the copy is in
front of the path.
"""

from __future__ import annotations

import asyncio
import compileall
import multiprocessing
import os
import shutil
import sys
from collections.abc import Collection, Iterator, Sequence
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

_PARTING = sys.platform != "win32"
"""Whether a process can part in two here."""


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


class Copy:
    """The package and its data in a folder of their own, without anybody's database, and a process for them.

    One thing at a time is asked of it.
    """

    def __init__(self, context: Any, root: Path, to: Path) -> None:
        self._program = to
        shutil.copytree(root / "bot", to / "bot", ignore=shutil.ignore_patterns("__pycache__", "_bundled"))
        for file in (root / "data").rglob("*.toml"):
            target = to / "data" / file.relative_to(root / "data")
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)
        shutil.copy2(root / "pyproject.toml", to)
        compileall.compile_dir(to / "bot", quiet=2)
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(theirs, str(to)))
        self._process.start()
        theirs.close()

    def verdicts(self, change: Change | None, scenarios: Sequence[Path]) -> dict[str, Verdict]:
        """How the scenarios fare with the program changed so; by the file's stem. It is left as it was."""
        with _changed(self._program, change) as file:
            self._connection.send((_module(self._program, file), [str(one) for one in scenarios]))
            found: dict[str, Verdict] = self._connection.recv()
        return found

    def close(self) -> None:
        """Ends its process."""
        self._connection.close()
        self._process.join()


def starter() -> Any:
    """How processes begin: parted from one that has imported all but the program, where that can be."""
    context = multiprocessing.get_context("forkserver" if _PARTING else "spawn")
    if _PARTING:
        context.set_forkserver_preload(list(PRELOAD))
    return context


def _module(program: Path, file: Path | None) -> str | None:
    """The name of the module that a file of the program is; ``None`` for data."""
    if file is None or file.suffix != ".py":
        return None
    return ".".join(file.relative_to(program).with_suffix("").parts).removesuffix(".__init__")


@contextmanager
def _changed(program: Path, change: Change | None) -> Iterator[Path | None]:
    if change is None:
        yield None
        return
    (file,) = change.files(program)
    original = file.with_suffix(".original")
    file.rename(original)
    text = original.read_text(encoding="utf-8")
    file.write_text(text.replace(change.old, change.new), encoding="utf-8")
    os.utime(file, (0, 0))  # so that nobody takes the original's compiled form for it
    try:
        yield file
    finally:
        original.replace(file)


# --- in the process of the copy ---------------------------------------------------------------------------


def serve(asked: Connection, program: str) -> None:
    """Plays scenarios with the program that lies there, until nobody asks any more.

    What is asked for is the name of the changed module, if it is one, and the scenarios' paths.
    """
    _enter(program)
    import bot.points

    below = frozenset(sys.modules)
    import bot.pit.replay  # noqa: F401 - what is imported here need not be in each process

    asyncio.run(_open_once())
    parted = multiprocessing.get_context("fork" if _PARTING else "spawn")
    while True:
        try:
            module, scenarios = asked.recv()
        except EOFError:
            return
        answer, sender = parted.Pipe(duplex=False)
        process = parted.Process(target=play_in, args=(sender, program, module, below, scenarios))
        process.start()
        sender.close()
        try:
            found = answer.recv()
        except EOFError:
            found = {Path(one).stem: Verdict(trouble="the process died") for one in scenarios}
        process.join()
        asked.send(found)


def play_in(
    answer: Connection, program: str, module: str | None, below: Collection[str], scenarios: Sequence[str]
) -> None:
    """Plays scenarios with the program that lies there, in which a module may have been changed.

    Args:
        below: the modules that ``bot.points`` needs. They import nothing else of the program, so nothing of
            another can be in them, unless the changed one is among them.
    """
    _enter(program)
    if module is not None:
        _forget(() if module in below else below)
    try:
        answer.send(_play(program, scenarios))
    except Exception as error:  # noqa: BLE001 - a mutant may fail in any way at all
        trouble = f"it cannot be imported: {error!r}"
        answer.send({Path(one).stem: Verdict(trouble=trouble) for one in scenarios})


def _enter(program: str) -> None:
    """Imports from the copy from here on."""
    if program not in sys.path:
        sys.dont_write_bytecode = True
        sys.path.insert(0, program)
        _forget(())  # measuring coverage imports the program itself to see where it lies


def _forget(kept: Collection[str]) -> None:
    """Has the program's modules imported anew, but for some."""
    for name in [name for name in sys.modules if name == "bot" or name.startswith("bot.")]:
        if name not in kept:
            del sys.modules[name]
            package, _, last = name.rpartition(".")
            if package in sys.modules:
                vars(sys.modules[package]).pop(last, None)  # a package that stays must not lead there either


async def _open_once() -> None:
    """Everything that a store brings along is imported by then."""
    from bot.points import Store

    async with await Store.open(None):
        pass


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
