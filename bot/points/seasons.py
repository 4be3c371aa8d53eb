"""Seasons and tournaments: a stretch of play with a name and a final ranking that stays (design 4).

What counts is read off the ledger: the net result is all that tables paid less all that was staked, gifts and
restarts aside; the biggest win is the best net result of one round. Moving points at the start or the end is
a transfer like any other (``season_start``, ``season_end``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.amounts import Amount, points
from bot.games.house import read_data
from bot.games.ranks import Rank
from bot.games.sheet import Problem, SheetError, explain
from bot.points.ranks import RankTable
from bot.points.values import AccountId
from bot.table_ids import sheet_of

Ranking = Literal["points", "net", "best"]
"""By what the places of a season go."""
MOST_NAME = 40


class SeasonRules(BaseModel):
    """How a season is run (``data/seasons.toml``).

    Attributes:
        tables: the tables that count; empty: all of them.
        begin, end: whether balances are carried over or set to the start points of each rank.
        ranks: at the end ranks are kept, or everybody goes back to the first.
        ranking: by what the places go.
        start_points: by rank, in whole points; a rank that is missing starts with its initial points.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tables: tuple[str, ...] = ()
    begin: Literal["carry", "start"] = "carry"
    end: Literal["carry", "start"] = "carry"
    ranks: Literal["keep", "first"] = "keep"
    ranking: Ranking = "points"
    start_points: Mapping[str, int] = Field(default_factory=dict)

    def starts_with(self, rank: Rank) -> Amount:
        """The start points of a rank."""
        whole = self.start_points.get(rank.id)
        return rank.initial if whole is None else points(whole)


def load_rules(ranks: RankTable, tables: Iterable[str], folder: Path | None = None) -> SeasonRules:
    """The rules that a season started now is run by.

    Args:
        ranks, tables: those there are.
        folder: the house's own rules, laid over the shipped ones.

    Raises:
        SheetError: the file cannot be used; the message names file, key and what is allowed.
    """
    held, source = read_data("seasons.toml", folder)
    try:
        rules = SeasonRules.model_validate(held)
    except ValidationError as error:
        raise explain(source, SeasonRules, error) from error
    known, ids = list(tables), [rank.id for rank in ranks.ranks]
    wrong = [
        Problem(f"{key}.{name}", "one_of", {"known": ", ".join(there)})
        for key, names, there in (("tables", rules.tables, known), ("start_points", rules.start_points, ids))
        for name in names
        if name not in there
    ]
    wrong += [
        Problem(f"start_points.{rank}", "greater_than_equal", {"ge": 0, "found": figure})
        for rank, figure in rules.start_points.items()
        if figure < 0
    ]
    if wrong:
        raise SheetError(source, wrong)
    return rules


@dataclass(frozen=True, slots=True)
class Season:
    """A season. Times are 0 until it happens; transfers from ``first_transfer`` to ``last_transfer`` (0: the
    newest) are its own."""

    id: int
    economy: str
    name: str
    rules: SeasonRules
    started_at: int
    first_transfer: int
    paused_at: int = 0
    ended_at: int = 0
    last_transfer: int = 0

    @property
    def state(self) -> Literal["running", "paused", "ended"]:
        """How it stands."""
        return "ended" if self.ended_at else "paused" if self.paused_at else "running"

    def counts(self, table: str) -> bool:
        """Whether what is played at that table counts."""
        return not self.rules.tables or sheet_of(table) in self.rules.tables


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A viewer in a season's ranking, the points as they were before the season's end moved any. ``best`` is
    0 without a won round; ``rebuys`` counts the restarts in the season."""

    account: AccountId
    name: str
    rank: str
    points: Amount
    net: Amount
    best: Amount
    rebuys: int = 0

    def figure(self, ranking: Ranking) -> Amount:
        """What its place goes by."""
        return {"points": self.points, "net": self.net, "best": self.best}[ranking]


def places(lines: Iterable[SeasonLine], ranking: Ranking) -> list[tuple[int, SeasonLine]]:
    """The lines with their places, best first; equal figures share a place."""
    ordered = sorted(lines, key=lambda line: (-line.figure(ranking), line.account))
    placed: list[tuple[int, SeasonLine]] = []
    for number, line in enumerate(ordered, start=1):
        tied = bool(placed) and placed[-1][1].figure(ranking) == line.figure(ranking)
        placed.append((placed[-1][0] if tied else number, line))
    return placed


class SeasonRefused(Exception):
    """What cannot be done to a season now.

    Attributes:
        code: the text's, ``reply.<code>``.
        params: its figures and names.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, object] = params


@dataclass(slots=True)
class Tally:
    """Net results since a transfer, kept up by reading only what is new.

    Attributes:
        seen: the last transfer that is in it.
        economy: whose points they are; what is played for others is in none of it.
        nets: each viewer's net result.
        rounds: the same by table and round.
        rebuys: restarts (rulings 3.5).
    """

    seen: int
    economy: str
    tables: frozenset[str] = frozenset()
    nets: dict[AccountId, int] = field(default_factory=dict)
    rounds: dict[AccountId, dict[tuple[str, int], int]] = field(default_factory=dict)
    rebuys: dict[AccountId, int] = field(default_factory=dict)

    @classmethod
    def of(cls, season: Season) -> Tally:
        """An empty one for that season."""
        return cls(season.first_transfer - 1, season.economy, frozenset(season.rules.tables))

    def add(self, account: AccountId, table: str, round_number: int, amount: int) -> None:
        """So much more came back in that round (or was staked, below zero)."""
        if self.tables and sheet_of(table) not in self.tables:
            return
        self.nets[account] = self.nets.get(account, 0) + amount
        rounds = self.rounds.setdefault(account, {})
        rounds[table, round_number] = rounds.get((table, round_number), 0) + amount

    def restart(self, account: AccountId, count: int) -> None:
        """So many restarts more."""
        self.rebuys[account] = self.rebuys.get(account, 0) + count

    def net(self, account: AccountId) -> Amount:
        """A viewer's net result."""
        return Amount(self.nets.get(account, 0))

    def best(self, account: AccountId) -> Amount:
        """A viewer's biggest win in one round; 0 without one."""
        return Amount(max(0, *self.rounds.get(account, {}).values(), 0))

    def top(self, ranking: Literal["net", "best"], count: int) -> Sequence[tuple[AccountId, Amount]]:
        """The best viewers by a figure."""
        figure = self.net if ranking == "net" else self.best
        ordered = sorted(self.nets, key=lambda account: (-figure(account), account))
        return [(account, figure(account)) for account in ordered[:count]]
