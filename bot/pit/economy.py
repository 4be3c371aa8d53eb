"""Whose points are one currency, and what is known of its people (design 5): a channel's own points, or those
that several channels share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.commands import Vocabulary
from bot.games.contract import PlayerId
from bot.pit.floor_settings import FloorSettings
from bot.pit.identity import Identity, ignored_bots
from bot.pit.jobs import Rules
from bot.pit.lines import Scribe
from bot.pit.people import People
from bot.pit.promotion import Ladder
from bot.pit.seasons import Seasons
from bot.pit.sheets import Sheets
from bot.pit.silences import Silences
from bot.points import RankTable, Store, load_rules
from bot.texts import text

if TYPE_CHECKING:
    from bot.pit.actor import TableActor

KNOWN_VIEWERS = 10_000
"""So many of the richest are known by name from the start; others when they first speak."""


class Economy:
    """The people who share one kind of points, wherever they play.

    Attributes:
        id: as accounts name it.
        silenced: whom a platform's moderators have silenced since the start, or for a time that still runs.

    Args:
        tables: every table of the floor.
    """

    def __init__(
        self,
        economy: str,
        settings: FloorSettings,
        vocabulary: Vocabulary,
        ranks: RankTable,
        sheets: Sheets,
        tables: Callable[[], Iterable[TableActor]],
    ) -> None:
        self.id = economy
        self._tables = tables
        self.silenced = Silences()
        self.people = People(
            lambda platform, user_id: self.identity.alias(platform, user_id),
            text("page.hidden_name", settings.language),
        )
        self.identity = Identity(
            economy,
            self.people,
            ranks,
            settings.language,
            self.at_stake,
            self.tables,
            ignored_bots(settings.custom),
        )
        self.seasons = Seasons(
            economy,
            ranks,
            self.people,
            lambda: load_rules(ranks, sheets.ids(), settings.custom),
            self.tables,
        )
        self.ladder = Ladder(
            ranks,
            self.people,
            lambda: [one.book for one in self.tables()],
            lambda: self.seasons.state.boundary,
        )
        self.rules = Rules(
            grammar=vocabulary.grammar,
            ranks=ranks,
            games=sheets.ids,
            language=settings.language,
            scribe=Scribe(self.people, settings.language, ranks),
            bots=settings.bots,
            dealers=settings.dealers,
            bang_accounts=settings.bang_accounts,
            rebuy_minutes=settings.rebuy_minutes,
            identity=self.identity,
        )

    async def load(self, store: Store, now: int) -> None:
        """Takes the store's word for the season that is on, who is whom and who is richest.

        Raises:
            SheetError: viewers hold a rank there is none of, or the seasons' rules cannot be used.
        """
        self.seasons.rules()
        await self.seasons.load(store)
        self.identity.load(store, now)
        self.rules.ranks.check_held(await store.ranks_held(self.id))
        for standing in await store.ranking(self.id, KNOWN_VIEWERS):
            self.people.meet(standing.viewer)

    def tables(self) -> list[TableActor]:
        """The tables that play for these points."""
        return [one for one in self._tables() if one.home.economy == self.id]

    def at_stake(self, player: PlayerId) -> bool:
        """Whether points of that player lie on any table."""
        lives = (one.book.table.live for one in self.tables())
        return any(player in live.staked for live in lives if live is not None)

    def answer_to(self, bots: Sequence[str], dealers: Sequence[str]) -> None:
        """By these names, too, the table is spoken to (rulings 5.14)."""
        self.rules = replace(self.rules, bots=tuple(bots), dealers=tuple(dealers))

    def close(self) -> None:
        """Waits for nobody any more."""
        self.silenced.close()
