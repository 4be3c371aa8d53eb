"""What the lobby needs to know of a house: one economy, its tables and its books."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bot.commands import Vocabulary
from bot.games.sheet import TableSheet
from bot.pit.actor import TableActor
from bot.pit.floor import Floor
from bot.points import PublicBooks, RankTable


@dataclass(frozen=True, slots=True)
class House:
    """One economy as the lobby sees it.

    Attributes:
        books: its public books.
        ranks: its ranks.
        vocabulary: the words its chats know.
        sheets: the rule sheets of its open tables by the table's id, as they are played now.
        views: the public views of those tables by the table's id; none without a running floor.
        delays: seconds each source's picture runs behind.
        rebuy_minutes: how long a viewer waits between two restarts.
        now: epoch ms.
    """

    books: PublicBooks
    ranks: RankTable
    vocabulary: Vocabulary
    sheets: Callable[[], Mapping[str, TableSheet]]
    views: Callable[[], Mapping[str, Mapping[str, Any]]] | None = None
    delays: Callable[[], Mapping[str, float]] = field(default=dict)
    rebuy_minutes: int = 10
    now: Callable[[], int] = lambda: time.time_ns() // 1_000_000

    def delay(self) -> float:
        """How long everything is held back, in seconds: as long as the slowest picture takes."""
        return max(0.0, *self.delays().values(), 0.0)


def of_floor(floor: Floor) -> House:
    """The house of a running floor: its main economy and that one's tables. Its books are the caller's to
    close."""
    economy = floor.main

    def tables() -> dict[str, TableActor]:
        return {name: one for name, one in floor.actors.items() if one.home.economy == economy.id}

    return House(
        floor.store.public(economy.id),
        floor.ranks,
        floor.vocabulary,
        lambda: {name: actor.book.table.sheet for name, actor in tables().items()},
        lambda: {name: actor.frame().public for name, actor in tables().items()},
        lambda: floor.delays,
        floor.settings.rebuy_minutes,
        floor.now,
    )
