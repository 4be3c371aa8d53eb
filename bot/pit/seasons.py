"""The season at the tables: the dealer starts, pauses and ends it; bets and undo heed it (design 4).

``season start NAME``, ``season pause``, ``season resume``, ``season end [carry|reset]``. It belongs to the
floor, not to a table, so it is no step: undo does not reach across its start or its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import structlog

from bot.amounts import Amount
from bot.games.contract import Event, IllegalAction, PlayerId
from bot.games.sheet import SheetError
from bot.pit.events import SeasonChanged, SeasonPlaced
from bot.pit.people import People
from bot.points import (
    AccountId,
    RankTable,
    Season,
    SeasonLine,
    SeasonRefused,
    SeasonRules,
    Store,
    StoreError,
    Tally,
    Tx,
    places,
    season_book,
)
from bot.points.seasons import Ranking

log = structlog.get_logger(__name__)

SHOWN_HEADS = 20
"""So many heads of a ranking are kept for the pictures."""
PODIUM = 3
"""So many lines of a final ranking are told to everybody."""
RULES_KEPT_MS = 1000
"""The rules' file is not read for every picture."""

if TYPE_CHECKING:
    from bot.pit.actor import TableActor
    from bot.pit.jobs import Rules
    from bot.pit.messages import DealerCommand
    from bot.pit.work import Outcome


@dataclass(frozen=True, slots=True)
class State:
    """The season that is on, when (epoch ms) one was last started or ended, and for the pictures the heads of
    a ranking that goes by rounds."""

    current: Season | None = None
    boundary: int = 0
    heads: Sequence[tuple[PlayerId, Amount]] = ()


Change = tuple[Season, str, Sequence[SeasonPlaced]]
"""The season, what became of it, and the first places if it is over."""


class Seasons:
    """The seasons of a floor's economy.

    Args:
        rules: those a season started now is run by; raises :class:`SheetError`.
        tables: the floor's tables.
    """

    def __init__(
        self,
        economy: str,
        ranks: RankTable,
        people: People,
        rules: Callable[[], SeasonRules],
        tables: Callable[[], Iterable[TableActor]],
    ) -> None:
        self.economy = economy
        self.ranks = ranks
        self.people = people
        self.rules = rules
        self.tables = tables
        self.state = State()
        self._tally: Tally | None = None
        self._rules_at = 0
        self._rules: SeasonRules | None = None

    async def load(self, store: Store) -> None:
        """Finds the season that is on."""
        seasons = await store.seasons(self.economy)
        current = next((one for one in seasons if not one.ended_at), None)
        self.state = State(current, max((max(one.started_at, one.ended_at) for one in seasons), default=0))

    def back_to(self, state: State) -> None:
        """As if the unit had never run."""
        if self.state != state:
            self.state, self._tally = state, None

    # --- what the tables ask ------------------------------------------------------------------------------

    def paused_at(self, table: str) -> str | None:
        """The season's name, if it is paused and counts there: then no bets are taken."""
        season = self.state.current
        return season.name if season is not None and season.paused_at and season.counts(table) else None

    def check_reach(self, at: int) -> None:
        """Raises :class:`IllegalAction` ``season_between`` if a season started or ended since ``at`` (epoch
        ms): what was played before it stands."""
        if 0 < at <= self.state.boundary:
            raise IllegalAction("season_between")

    def view(self) -> Mapping[str, Any] | None:
        """The season for the pages."""
        season = self.state.current
        if season is None:
            return None
        return {
            "name": season.name,
            "state": season.state,
            "since": season.started_at / 1000,
            "ranking": season.rules.ranking,
            "tables": list(season.rules.tables),
        }

    def rules_shown(self, now: int) -> Mapping[str, Any] | None:
        """What the season's end does to everybody's points and ranks, or, without one, what the start of the
        next would; ``None`` while the rules' file cannot be used."""
        rules = self.state.current.rules if self.state.current is not None else self._next_rules(now)
        return None if rules is None else {"begin": rules.begin, "end": rules.end, "ranks": rules.ranks}

    def _next_rules(self, now: int) -> SeasonRules | None:
        if not self._rules_at <= now < self._rules_at + RULES_KEPT_MS:
            self._rules_at = now
            try:
                self._rules = self.rules()
            except SheetError:
                self._rules = None
        return self._rules

    @property
    def ranking(self) -> Ranking:
        """By what the ranking goes now."""
        return "points" if self.state.current is None else self.state.current.rules.ranking

    async def top(self, tx: Tx, count: int) -> list[tuple[PlayerId, Amount]]:
        """The ranking's heads as committed, with what they are ranked by."""
        season, ranking = self.state.current, self.ranking
        if season is None or ranking == "points":
            return [(one.player, one.points) for one in self.people.top(count)]
        if self._tally is None:
            self._tally = Tally.of(season)
        await tx.catch_up(self._tally)
        return [(PlayerId(int(account)), figure) for account, figure in self._tally.top(ranking, count)]

    def heads(self, count: int) -> list[tuple[PlayerId, Amount]]:
        """The same for a picture: as it was after the last round."""
        if self.ranking == "points":
            return [(one.player, one.points) for one in self.people.top(count)]
        return list(self.state.heads[:count])

    def recount(self, acting: TableActor) -> None:
        """A round has come to something else. A ranking that goes by rounds is read anew once that is
        committed, and shown at every table."""
        if self.ranking == "points":
            return

        async def read(_actor: TableActor, tx: Tx, outcome: Outcome) -> None:
            heads = tuple(await self.top(tx, SHOWN_HEADS))
            if heads != self.state.heads:
                self.state, outcome.changed = replace(self.state, heads=heads), True
                self._redraw(acting, ())

        acting.tell("ranking", read)

    # --- what the dealer does -----------------------------------------------------------------------------

    async def change(
        self, rules: Rules, actor: TableActor, tx: Tx, command: DealerCommand, outcome: Outcome
    ) -> None:
        """Carries out a ``season`` command.

        Raises:
            IllegalAction: why it cannot be now.
        """
        what, *args = [str(arg).strip() for arg in command.args] or [""]
        verbs = {"start": self._start, "pause": self._pause, "resume": self._resume, "end": self._end}
        handler = verbs.get(what)
        if handler is None:
            raise IllegalAction("bad_argument", argument=what, allowed="start NAME, pause, resume, end")
        try:
            season, done, podium = await handler(tx, args)
        except SeasonRefused as refusal:
            raise IllegalAction(refusal.code, **refusal.params) from refusal
        outcome.events += [SeasonChanged(season.name, done), *podium]
        outcome.lines.append(rules.scribe.season(tx.now, season.name, done))
        outcome.changed = True

    async def keep_copy(self, store: Store, command: DealerCommand) -> None:
        """A backup before a season's start or end, which may move everybody's points."""
        if command.verb != "season" or store.path is None or command.args[:1] not in (("start",), ("end",)):
            return
        try:
            await store.make_backup(label="before-season")
        except StoreError as error:
            log.warning("no backup before the season", error=str(error))

    def show(self, outcome: Outcome, acting: TableActor) -> None:
        """After the commit: every other table shows the season, too."""
        changed = [event for event in outcome.events if isinstance(event, SeasonChanged | SeasonPlaced)]
        if changed:
            self._redraw(acting, changed)
            self.recount(acting)

    def _redraw(self, acting: TableActor, events: Sequence[Event]) -> None:
        async def redraw(_actor: TableActor, _tx: Tx, told: Outcome) -> None:
            told.events += events
            told.changed = True

        for table in self.tables():
            if table is not acting:
                table.tell("season", redraw)

    async def _start(self, tx: Tx, args: list[str]) -> Change:
        self._no_round()
        if self.state.current is not None:
            raise SeasonRefused("season_running", season=self.state.current.name)
        try:
            rules = self.rules()
        except SheetError as error:
            raise IllegalAction("sheet_unusable", problem=error) from error
        season = await season_book.start(tx, self.economy, " ".join(args), rules, self.ranks)
        await self._changed(tx, State(season, tx.now), moved=rules.begin == "start")
        return season, "started", ()

    async def _pause(self, tx: Tx, _args: list[str]) -> Change:
        season = await season_book.pause(tx, self._current(), on=True)
        self.state = replace(self.state, current=season)
        return season, "paused", ()

    async def _resume(self, tx: Tx, _args: list[str]) -> Change:
        season = await season_book.pause(tx, self._current(), on=False)
        self.state = replace(self.state, current=season)
        return season, "resumed", ()

    async def _end(self, tx: Tx, args: list[str]) -> Change:
        season = self._current()
        if args not in ([], ["carry"], ["reset"]):
            raise IllegalAction("bad_argument", argument=" ".join(args), allowed="carry, reset")
        self._no_round()
        reset = args == ["reset"] if args else None
        ended, ranking = await season_book.end(tx, season, self.ranks, reset=reset)
        await self._changed(tx, State(None, tx.now), moved=True)
        return ended, "ended", self._podium(ended, ranking)

    def _podium(self, season: Season, ranking: Sequence[SeasonLine]) -> tuple[SeasonPlaced, ...]:
        by = season.rules.ranking
        heads = places(ranking, by)[:PODIUM]
        return tuple(
            SeasonPlaced(
                place, (who := PlayerId(int(line.account))), self.people.name(who), line.rank, line.figure(by)
            )
            for place, line in heads
        )

    def _current(self) -> Season:
        if self.state.current is None:
            raise SeasonRefused("no_season")
        return self.state.current

    def _no_round(self) -> None:
        """Stakes on a table belong to the season they were bet in."""
        for table in self.tables():
            if table.book.table.live is not None:
                raise SeasonRefused("season_round_running", table=table.home.id)

    async def _changed(self, tx: Tx, state: State, *, moved: bool) -> None:
        """A season starts or ends; with ``moved`` anybody's points and rank may have changed."""
        self.state, self._tally = state, None
        for person in self.people.all() if moved else ():
            viewer = await tx.holder(AccountId(int(person.player)))
            self.people.show(person.player, viewer.balance)
            self.people.give_rank(person.player, viewer.rank)
