"""The command line. Without a command it opens the floor.

Each command loads what it needs when it runs: ``chatjack parse`` starts no web server and opens no database.
Results go to the standard output as plain JSON lines; what people read goes to the standard error.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer
from rich.console import Console

import bot
from bot.console import LANGUAGE as _LANGUAGE
from bot.console import database_of as _database
from bot.console import economy_of as _economy
from bot.console import explained as _explained
from bot.console import help_text as _help
from bot.console import say as _say
from bot.console import settings_of as _settings
from bot.console import write as _write
from bot.console import write_json as _write_json
from bot.lobby_cli import lobby
from bot.odds_cli import odds
from bot.texts import text

if TYPE_CHECKING:
    from bot.settings import Settings

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
    settings = _settings(options)
    with _explained(settings), contextlib.suppress(KeyboardInterrupt):
        from bot.app import run

        run(settings)


@cli.command(help=_help("parse"))
def parse(
    table: Annotated[str, typer.Option(help=_help("parse_table"), show_default=False)],
    texts: Annotated[list[str] | None, typer.Argument(help=_help("parse_texts"), show_default=False)] = None,
    phase: Annotated[str, typer.Option(help=_help("parse_phase"))] = "betting",
    file: Annotated[
        typer.FileBinaryRead | None, typer.Option(help=_help("parse_file"), show_default=False)
    ] = None,
) -> None:
    """One JSON line per message."""
    from bot.commands import Vocabulary, parse_lines, split_lines

    if bool(texts) == bool(file):
        raise typer.BadParameter(_help("parse_nothing"))
    with _explained():
        vocabulary = Vocabulary.load()
    if table not in vocabulary.tables:
        raise typer.BadParameter(text("cli.parse_no_table", _LANGUAGE, tables=", ".join(vocabulary.tables)))
    for line in parse_lines(table, phase, split_lines(file.read()) if file else texts or (), vocabulary):
        _write_json(line)


@cli.command(help=_help("replay"))
def replay(
    context: typer.Context,
    files: Annotated[
        list[Path] | None, typer.Argument(help=_help("replay_files"), show_default=False)
    ] = None,
    number: Annotated[
        int | None, typer.Option("--round", min=1, help=_help("replay_round"), show_default=False)
    ] = None,
    table: Annotated[str | None, typer.Option(help=_help("replay_table"), show_default=False)] = None,
) -> None:
    """One JSON report per file, or per table that played the round; 1 if something does not hold."""
    if bool(files) == (number is not None):
        raise typer.BadParameter(_help("replay_nothing"))
    with _explained():
        reports = _replay_round(context, number, table) if number is not None else _replay_files(files or [])
    for report in reports:
        _write_json(json.dumps(report, ensure_ascii=False))
        for failure in report["failures"]:
            _say(f"{report.get('file', report.get('table', ''))}: {failure}".removeprefix(": "))
    if any(report["failures"] for report in reports):
        raise typer.Exit(1)


def _replay_files(files: Sequence[Path]) -> list[dict[str, Any]]:
    from bot.pit.replay import replay_files

    return replay_files(files)


def _replay_round(context: typer.Context, number: int, table: str | None) -> list[dict[str, Any]]:
    import asyncio

    from bot.pit.stored import replay_round

    return asyncio.run(replay_round(_database(_settings(context.obj)), number, table))


@cli.command(help=_help("verify"))
def verify(
    context: typer.Context,
    table: Annotated[str | None, typer.Option(help=_help("replay_table"), show_default=False)] = None,
) -> None:
    """One JSON report per shoe; 1 if a card is not where the seeds say."""
    import asyncio

    from bot.pit.verify import verify as check

    settings = _settings(context.obj)
    database = _database(settings)
    with _explained(settings):
        reports = asyncio.run(check(database, table))
    for report in reports:
        _write_json(json.dumps(report, ensure_ascii=False))
        for failure in report["failures"]:
            _say(f"{report['table']} {report['shoe']}: {failure}")
    if any(report["failures"] for report in reports):
        raise typer.Exit(1)
    _say(text("cli.verify_clean", settings.spoken, count=len(reports)))


@cli.command(help=_help("rehearse"))
def rehearse(
    context: typer.Context,
    viewers: Annotated[int, typer.Option(min=1, max=200, help=_help("rehearse_viewers"))] = 8,
    haste: Annotated[float, typer.Option(min=0.1, max=50, help=_help("rehearse_haste"))] = 1.0,
) -> None:
    """The floor with make-believe viewers, on a database of its own."""
    settings = _settings(context.obj)
    with _explained(settings), contextlib.suppress(KeyboardInterrupt):
        from bot.app import for_rehearsal, run
        from bot.chat.crowd import Crowd

        run(for_rehearsal(settings), Crowd(viewers, haste=haste))


@cli.command(help=_help("audit"))
def audit(context: typer.Context) -> None:
    """One JSON report; 1 if the books do not agree."""
    settings = _settings(context.obj)
    database = _database(settings)

    import asyncio

    from bot.points import AuditReport, Store

    async def check() -> AuditReport:
        async with await Store.open(database) as store:
            return await store.audit()

    with _explained(settings):
        report = asyncio.run(check())
    _write_json(json.dumps(report.to_json(), ensure_ascii=False))
    for finding in report.findings:
        _say(str(finding))
    if not report.clean:
        raise typer.Exit(1)
    _say(text("cli.audit_clean", settings.spoken))


season = typer.Typer(no_args_is_help=True)
cli.add_typer(season, name="season", help=_help("season"))


@season.callback()
def season_of(
    context: typer.Context,
    points: Annotated[str | None, typer.Option(help=_help("season_points"), show_default=False)] = None,
) -> None:
    """Keeps whose points are meant for the command."""
    context.obj = {"options": context.obj, "points": points}


def _season_settings(context: typer.Context) -> tuple[Settings, str]:
    """The settings, and the economy that the command is about."""
    settings = _settings(context.obj["options"])
    return settings, _economy(settings, context.obj["points"])


rules = typer.Typer(no_args_is_help=True)
cli.add_typer(rules, name="rules", help=_help("rules"))
cli.add_typer(lobby, name="lobby", help=_help("lobby"))
cli.command(help=_help("odds"))(odds)


@season.command("start", help=_help("season_start"))
def season_start(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help=_help("season_name"), show_default=False)],
) -> None:
    """A new season."""
    _change_season(context, "start", name=name)


@season.command("pause", help=_help("season_pause"))
def season_pause(context: typer.Context) -> None:
    """No more bets for now."""
    _change_season(context, "pause")


@season.command("resume", help=_help("season_resume"))
def season_resume(context: typer.Context) -> None:
    """Bets again."""
    _change_season(context, "resume")


@season.command("end", help=_help("season_end"))
def season_end(
    context: typer.Context,
    reset: Annotated[
        bool | None, typer.Option("--reset/--carry", help=_help("season_reset"), show_default=False)
    ] = None,
) -> None:
    """The season is over."""
    _change_season(context, "end", reset=reset)


@season.command("list", help=_help("season_list"))
def season_list(context: typer.Context) -> None:
    """One JSON line per season."""
    import asyncio

    from bot.pit.offline import season_json, seasons

    settings, economy = _season_settings(context)
    database = _database(settings)
    with _explained(settings):
        found = asyncio.run(seasons(database, economy))
    for one in found:
        _write_json(json.dumps(season_json(one), ensure_ascii=False))
        _say(text(f"cli.season_{one.state}", settings.spoken, season=one.name))


@season.command("show", help=_help("season_show"))
def season_show(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help=_help("season_newest"), show_default=False)] = "",
) -> None:
    """A season's ranking in one JSON line."""
    import asyncio

    from bot.amounts import format_points
    from bot.pit.offline import ranking, ranking_json
    from bot.points import places

    settings, economy = _season_settings(context)
    database = _database(settings)
    with _explained(settings):
        found, lines = asyncio.run(ranking(database, name, economy))
    _write_json(json.dumps(ranking_json(found, lines), ensure_ascii=False))
    _say(text(f"cli.season_{found.state}", settings.spoken, season=found.name))
    for place, line in places(lines, found.rules.ranking):
        _say(f"{place:>4}. {line.name}  {format_points(line.figure(found.rules.ranking))}")


def _change_season(context: typer.Context, what: str, **given: Any) -> None:
    """On the data folder itself, so that no floor may be running on it."""
    import asyncio

    from bot.lock import AlreadyRunning, FloorLock
    from bot.pit.offline import change, season_json

    settings, economy = _season_settings(context)
    database = _database(settings)
    try:
        with _explained(settings), FloorLock(settings.data_dir):
            changed = asyncio.run(change(database, what, settings.custom_dir, economy=economy, **given))
    except typer.Exit as end:
        if isinstance(end.__cause__, AlreadyRunning):
            _say(text("cli.season_dock", settings.spoken))
        raise
    _write_json(json.dumps(season_json(changed), ensure_ascii=False))
    _say(text(f"cli.season_{changed.state}", settings.spoken, season=changed.name))


@rules.command("check", help=_help("rules_check"))
def rules_check(context: typer.Context) -> None:
    """One JSON line per file of the house's own rules; 1 if something is wrong with one."""
    from bot.pit.house_check import check

    settings = _settings(context.obj)
    with _explained(settings):
        found = check(settings.custom_dir)
    if not found:
        _say(text("cli.rules_none", settings.spoken, folder=settings.custom_dir))
    for one in found:
        _write_json(json.dumps(one.to_json(), ensure_ascii=False))
        for changed in one.changed:
            where = one.table or one.file.name
            params = {"key": changed["key"], "value": changed["value"], "default": changed["default"]}
            _say(text("cli.rules_changed", settings.spoken, where=where, **params))
        if (mistake := one.said(settings.spoken)) is not None:
            _say(mistake)
    if any(one.error is not None for one in found):
        raise typer.Exit(1)


@cli.command(help=_help("doctor"))
def doctor(
    context: typer.Context,
    machine: Annotated[bool, typer.Option("--json", help=_help("doctor_json"))] = False,
) -> None:
    """What is wrong and how to mend it, for people on the standard output too; 1 if anything is wrong."""
    from bot.lock import running_at
    from bot.settings import SettingsError, load_with_origins
    from bot.web import doctor as doctors

    language = _LANGUAGE
    try:
        settings, origins = load_with_origins(**context.obj)
    except SettingsError as error:
        language = error.language or language
        problem = {"problem": error.sentence(language)}
        found = [doctors.Finding("settings", doctors.Level.WRONG, "setting_wrong", problem)]
    else:
        language = settings.spoken
        places = {key: origin.describe(language) for key, origin in origins.items()}
        with _explained(settings):
            found = doctors.examine(settings, settings.model_dump(), places, running_at(settings.data_dir))
    if machine:
        _write_json(json.dumps(doctors.as_json(found, language), ensure_ascii=False))
    else:
        for level, line in doctors.as_lines(found, language):
            _show(line, "bold" if level is None else _STYLES.get(level.value, ""))
    if doctors.is_wrong(found):
        raise typer.Exit(1)


@cli.command(help=_help("forget"))
def forget(
    context: typer.Context,
    name: Annotated[str, typer.Argument(help=_help("forget_name"), show_default=False)],
    yes: Annotated[bool, typer.Option("--yes", help=_help("forget_yes"))] = False,
) -> None:
    """One JSON line for each account of what stands there instead; the ledger stays."""
    import asyncio

    from bot.lock import AlreadyRunning, FloorLock
    from bot.pit.forgetting import ForgetRefused, find
    from bot.pit.forgetting import forget as take_out

    settings = _settings(context.obj)
    database, language = _database(settings), settings.spoken
    try:
        with _explained(settings), FloorLock(settings.data_dir):
            try:
                accounts = asyncio.run(find(database, name))
                who = "{0.name} ({0.platform}:{0.user_id})".format(accounts[0])
                if not yes and not typer.confirm(text("cli.forget_sure", language, who=who), err=True):
                    raise typer.Exit(1)
                done = asyncio.run(take_out(database, accounts, language))
            except ForgetRefused as refusal:
                listed = ", ".join(f"{one.name} ({one.platform}:{one.user_id})" for one in refusal.found)
                _say(text(f"cli.{refusal.code}", language, name=name, found=listed))
                raise typer.Exit(1) from None
    except typer.Exit as end:
        if isinstance(end.__cause__, AlreadyRunning):
            _say(text("cli.forget_dock", language))
        raise
    for one in done:
        _write_json(json.dumps({"account": one.account, "name": one.name}, ensure_ascii=False))
    _say(text("cli.forgotten", language, name=done[0].name))


_STYLES = {"ok": "green", "warn": "yellow", "wrong": "bold red"}


def _show(line: str, style: str) -> None:
    console = Console(soft_wrap=True, highlight=False, markup=False, emoji=False)
    console.print(line, style=style)
