"""The ladder of ranks (階級, rulings 3), read from ``data/ranks.toml``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot.amounts import Amount, points
from bot.games.house import read_ranks, read_toml
from bot.games.ranks import Rank
from bot.games.sheet import Problem, SheetError, explain


class RankError(SheetError):
    """The rank file is wrong; the message names the file, the key and what is allowed."""


class RankTable:
    """All ranks, low to high. Ranks never fall (rulings 3.4)."""

    def __init__(self, ranks: Sequence[Rank]) -> None:
        self.ranks: tuple[Rank, ...] = tuple(ranks)
        self._index = {rank.id: index for index, rank in enumerate(self.ranks)}

    @classmethod
    def load(cls, path: Path | None = None, *, folder: Path | None = None) -> RankTable:
        """Reads the file; the shipped one by default.

        Args:
            path: this one and nothing else.
            folder: the house's own rules, laid over the shipped file (:mod:`bot.games.house`).

        Raises:
            RankError: it cannot be read, or does not make a ladder.
        """
        try:
            raw, source = (read_toml(path), str(path)) if path is not None else read_ranks(folder)
        except SheetError as error:
            raise RankError(error.source, error.problems) from error
        return cls(_ladder(source, raw))

    @property
    def first(self) -> Rank:
        """The rank everyone starts with."""
        return self.ranks[0]

    def get(self, rank: str) -> Rank:
        """The rank of that id.

        Raises:
            KeyError: no such rank.
        """
        return self.ranks[self._index[rank]]

    def check_held(self, held: Iterable[str]) -> None:
        """Raises :class:`RankError` if a rank that viewers hold is not on this ladder."""
        gone = sorted(set(held) - set(self._index))
        if gone:
            raise RankError("ranks.toml", [Problem(rank, "rank_held", {"rank": repr(rank)}) for rank in gone])

    def below(self, rank: str, other: str) -> bool:
        """Whether ``rank`` is lower than ``other``.

        Raises:
            KeyError: no such rank.
        """
        return self._index[rank] < self._index[other]

    def for_balance(self, current: str, balance: Amount, *, jumps: bool = True) -> Rank:
        """The rank of a viewer of rank ``current`` who now has ``balance`` (rulings 3.4).

        A large win may jump several ranks (飛び級); with ``jumps`` off, one at most (Flush777 at Switch).
        Never lower than ``current``.

        Raises:
            KeyError: no such rank.
        """
        here = self._index[current]
        reached = here
        for index in range(here + 1, len(self.ranks)):
            needed = self.ranks[index].promoted_at
            if needed is not None and balance >= points(needed):
                reached = index
        return self.ranks[reached if jumps else min(reached, here + 1)]


def _ladder(source: str, raw: dict[str, Any]) -> list[Rank]:
    for key in raw:
        if key != "ranks":
            raise RankError(source, [Problem(key, "ranks_only", {})])
    entries = raw.get("ranks")
    if not isinstance(entries, list) or not entries:
        raise RankError(source, [Problem("ranks", "ranks_none", {})])
    ranks = [_rank(source, number, entry) for number, entry in enumerate(entries, start=1)]
    _ascending(source, ranks)
    return ranks


def _rank(source: str, number: int, entry: Any) -> Rank:
    try:
        return Rank.model_validate(entry, strict=True)
    except ValidationError as error:
        found = explain(source, Rank, error).problems
        raise RankError(source, [it._replace(key=f"ranks[{number}].{it.key}") for it in found]) from error


def _ascending(source: str, ranks: Sequence[Rank]) -> None:
    seen: set[str] = set()
    before = 0
    for number, rank in enumerate(ranks, start=1):
        where = f"ranks[{number}]"
        wrong: Problem | None = None
        if rank.id in seen:
            wrong = Problem(f"{where}.id", "rank_twice", {"rank": repr(rank.id)})
        elif number == 1 and rank.promoted_at is not None:
            wrong = Problem(f"{where}.promoted_at", "rank_first", {})
        elif number > 1 and (rank.promoted_at is None or rank.promoted_at <= before):
            wrong = Problem(f"{where}.promoted_at", "rank_ascending", {"before": before})
        elif rank.max_bet is not None and rank.max_bet < rank.min_bet:
            wrong = Problem(f"{where}.max_bet", "rank_max", {"least": rank.min_bet})
        if wrong is not None:
            raise RankError(source, [wrong])
        seen.add(rank.id)
        before = rank.promoted_at or 0
