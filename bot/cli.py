"""The command line. Without a command it opens the floor.

Each command loads what it needs when it runs: ``chatjack parse`` starts no web server and opens no database.
Results go to the standard output as plain JSON lines; what people read goes to the standard error.
"""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.console import Console

import bot
from bot.locale import system_language
from bot.texts import text

if TYPE_CHECKING:
    from bot.settings import Settings

_LANGUAGE = system_language()


def _help(key: str) -> str:
    return text(f"cli.{key}", _LANGUAGE)


cli = typer.Typer(
    name="chatjack",
    help=_help("about"),
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,  # its tables of local variables would show tokens on stream
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> NoReturn:
    """Runs the command line; the process ends with 0, 1 (could not) or 2 (not understood)."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A Japanese Windows pipes cp932, which has no ♠ and no emoji.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    cli()
    sys.exit(0)


def _show_version(wanted: bool) -> None:
    if wanted:
        _write(f"chatjack {bot.__version__}")
        raise typer.Exit


@cli.callback()
def floor(
    context: typer.Context,
    data_dir: Annotated[Path | None, typer.Option(help=_help("data_dir"), show_default=False)] = None,
    language: Annotated[str | None, typer.Option(help=_help("language"), show_default=False)] = None,
    port: Annotated[str | None, typer.Option(help=_help("port"), show_default=False)] = None,
    version: Annotated[
        bool, typer.Option("--version", help=_help("version"), callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Opens the floor when no command is given; else keeps the options for the command."""
    context.obj = {"data_dir": data_dir, "language": language, "port": port}
    if context.invoked_subcommand is None:
        _run(context.obj)


def _run(options: Mapping[str, Any]) -> None:
    from bot.settings import load

    settings = None
    try:
        settings = load(**options)
        from bot.app import run

        run(settings)
    except KeyboardInterrupt:
        return
    except Exception as error:
        raise _failure(error, settings) from error


def _failure(error: Exception, settings: Settings | None = None) -> typer.Exit:
    """Says in one sentence why it did not work; a fault of our own keeps its traceback."""
    from bot.startup import explain

    language = settings.spoken if settings else _LANGUAGE
    sentence = explain(error, language, settings)
    if sentence is None:
        import traceback

        traceback.print_exception(error)
    _say(sentence or text("cli.fault", language))
    return typer.Exit(1)


@cli.command(help=_help("parse"))
def parse(
    table: Annotated[str, typer.Option(help=_help("parse_table"), show_default=False)],
    texts: Annotated[list[str] | None, typer.Argument(help=_help("parse_texts"), show_default=False)] = None,
    phase: Annotated[str | None, typer.Option(help=_help("parse_phase"), show_default=False)] = None,
    file: Annotated[
        typer.FileText | None,
        typer.Option(help=_help("parse_file"), encoding="utf-8-sig", errors="replace", show_default=False),
    ] = None,
) -> None:
    """One JSON line per message."""
    from bot.commands import parse_lines

    if bool(texts) == bool(file):
        raise typer.BadParameter(_help("parse_nothing"))
    # Only the file's own line ends count: a chat message may hold any other separator.
    lines = (line.rstrip("\n") for line in file) if file else texts or ()
    try:
        _write_json(parse_lines(table, phase, lines))
    except Exception as error:
        raise _failure(error) from error


def _write_json(rows: Iterable[object]) -> None:
    for row in rows:
        _write(json.dumps(row, ensure_ascii=False))


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")


def _say(sentence: str) -> None:
    Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False).print(
        sentence, style="bold"
    )
