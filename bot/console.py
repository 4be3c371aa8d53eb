"""What every command of the command line does alike: settings in, sentences and JSON lines out."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.console import Console

from bot.locale import system_language
from bot.texts import LANGUAGES, Language, text

if TYPE_CHECKING:
    from bot.settings import Settings

LANGUAGE: Language = next(
    (one for one in LANGUAGES if one == os.environ.get("CHATJACK_LANGUAGE", "").strip().lower()),
    system_language(),
)
"""Of helps, and of what is said before the settings are read."""
_LINE_ENDS = {number: f"\\u{number:04x}" for number in (0x85, 0x2028, 0x2029)}


def help_text(key: str) -> str:
    """A command's or an option's help."""
    return text(f"cli.{key}", LANGUAGE)


def settings_of(options: Mapping[str, Any]) -> Settings:
    """The settings in force."""
    from bot.settings import load

    with explained():
        return load(**options)


def database_of(settings: Settings) -> Path:
    """The database, which must be there."""
    if not settings.database.exists():
        say(text("cli.audit_no_database", settings.spoken, file=settings.database))
        raise typer.Exit(1)
    return settings.database


def economy_of(settings: Settings, points: str | None) -> str:
    """The economy that a command is about: everybody's points, or those it names."""
    from bot.points import MAIN_ECONOMY

    known = dict.fromkeys((MAIN_ECONOMY, *settings.points.values()))
    economy = points or MAIN_ECONOMY
    if economy not in known:
        say(text("cli.season_no_points", settings.spoken, points=economy, known=", ".join(known)))
        raise typer.Exit(1)
    return economy


@contextlib.contextmanager
def explained(settings: Settings | None = None) -> Iterator[None]:
    """Turns what fails inside into one sentence and exit code 1; a fault of our own keeps its traceback."""
    try:
        yield
    except typer.Exit:
        raise  # it has been told
    except Exception as error:
        from bot.startup import explain

        language = settings.spoken if settings else getattr(error, "language", None) or LANGUAGE
        sentence = explain(error, language, settings)
        if sentence is None:
            traceback.print_exception(error)
        say(sentence or text("cli.fault", language))
        raise typer.Exit(1) from error


def write_json(line: str) -> None:
    """A result for programs. Readers that cut at every kind of line end must not find one inside: JSON knows
    all three by number too."""
    write(line.translate(_LINE_ENDS))


def write(line: str) -> None:
    """A line on the standard output."""
    sys.stdout.write(line + "\n")


def say(sentence: str) -> None:
    """A sentence for people, on the standard error."""
    console = Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)
    console.print(sentence, style="bold")
