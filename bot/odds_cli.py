"""``chatjack odds``: what a table returns to its players, as its sheet stands in the data folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from bot.console import explained, help_text, say, settings_of, write_json
from bot.texts import Language, text

if TYPE_CHECKING:
    from rich.table import Table

    from bot.odds import Bet, Report


def odds(
    context: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE", help=help_text("odds_table"), show_default=False)],
    machine: Annotated[bool, typer.Option("--json", help=help_text("odds_json"))] = False,
    rounds: Annotated[int, typer.Option(min=2, max=100_000_000, help=help_text("odds_rounds"))] = 100_000,
    seed: Annotated[int, typer.Option(help=help_text("odds_seed"))] = 1,
) -> None:
    """A table of its bets, or one JSON line."""
    from bot.games.registry import load_sheet
    from bot.odds import odds_of
    from bot.table_ids import sheet_of

    settings = settings_of(context.obj)
    with explained(settings):
        report = odds_of(load_sheet(sheet_of(table), folder=settings.custom_dir), rounds, seed)
    language = settings.spoken
    if machine:
        strategy = _strategy(report, language)
        write_json(json.dumps(report.to_json() | {"strategy": strategy}, ensure_ascii=False))
        return
    from rich.console import Console

    Console(highlight=False, emoji=False).print(_drawn(report, language))
    params = {"rounds": f"{report.rounds:,}", "seed": report.seed}
    say(text(f"odds.{report.method}", language, **params))
    if report.strategy:
        say(_strategy(report, language) or "")


def _strategy(report: Report, language: Language) -> str | None:
    return text(f"odds.strategy.{report.strategy}", language) if report.strategy else None


def _drawn(report: Report, language: Language) -> Table:
    from rich.table import Table

    simulated = report.method == "simulated"
    drawn = Table(title=report.table)
    for column in ("bet", "return", "edge", *(["error"] if simulated else [])):
        drawn.add_column(
            text(f"odds.column.{column}", language), justify="left" if column == "bet" else "right"
        )
    for bet in report.bets:
        share = float(bet.returns)
        figures = [f"{100 * share:.3f} %", f"{100 * (1 - share):.3f} %"]
        figures += [] if bet.error is None else [f"± {100 * bet.error:.3f} %"]
        drawn.add_row(_called(bet, language), *figures)
    return drawn


def _called(bet: Bet, language: Language) -> str:
    return text(f"odds.bet.{bet.name}", language, count=bet.count)
