"""The ladder of ranks (階級, rulings 3), read from ``data/ranks.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from bot import resources
from bot.amounts import Amount, points
from bot.games.ranks import Rank


class RankError(ValueError):
    """The rank file is wrong; the message names the file, the key and what is allowed."""


class RankTable:
    """All ranks, low to high. Ranks never fall (rulings 3.4)."""

    def __init__(self, ranks: Sequence[Rank]) -> None:
        self.ranks: tuple[Rank, ...] = tuple(ranks)
        self._index = {rank.id: index for index, rank in enumerate(self.ranks)}

    @classmethod
    def load(cls, path: Path | None = None) -> RankTable:
        """Reads the file; the shipped one by default.

        Raises:
            RankError: it cannot be read, or does not make a ladder.
        """
        path = path or resources.data() / "ranks.toml"
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise RankError(f"{path}: cannot be read: {error}") from error
        return cls(_ladder(path, raw))

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


def _ladder(path: Path, raw: dict[str, Any]) -> list[Rank]:
    for key in raw:
        if key != "ranks":
            raise RankError(f"{path}: {key}: unknown; allowed is only [[ranks]]")
    entries = raw.get("ranks")
    if not isinstance(entries, list) or not entries:
        raise RankError(f"{path}: ranks: at least one [[ranks]] is needed")
    ranks = [_rank(path, number, entry) for number, entry in enumerate(entries, start=1)]
    _ascending(path, ranks)
    return ranks


def _rank(path: Path, number: int, entry: Any) -> Rank:
    try:
        return Rank.model_validate(entry, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"]) or "(entry)"
        allowed = (
            f"allowed are {', '.join(Rank.model_fields)}"
            if first["type"] == "extra_forbidden"
            else first["msg"]
        )
        raise RankError(f"{path}: ranks[{number}].{key}: {allowed}") from error


def _ascending(path: Path, ranks: Sequence[Rank]) -> None:
    seen: set[str] = set()
    before = 0
    for number, rank in enumerate(ranks, start=1):
        where = f"{path}: ranks[{number}]"
        if rank.id in seen:
            raise RankError(f"{where}.id: {rank.id!r} is there twice")
        seen.add(rank.id)
        if number == 1:
            if rank.promoted_at is not None:
                raise RankError(f"{where}.promoted_at: not allowed at the first rank, everyone starts there")
        elif rank.promoted_at is None or rank.promoted_at <= before:
            raise RankError(f"{where}.promoted_at: must be given and more than {before}, the rank's below")
        before = rank.promoted_at or 0
        if rank.max_bet is not None and rank.max_bet < rank.min_bet:
            raise RankError(
                f"{where}.max_bet: must be min_bet ({rank.min_bet}) or more, or left out for no limit"
            )
