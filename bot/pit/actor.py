"""One running table: its inbox, its units of work, its clock, and what it publishes (design 3).

Each job - a chat message, a dealer command, the clock - becomes a unit of the one writer: it folds in memory,
journals and posts in one savepoint, and nothing is published before the commit. A unit that fails puts the
table back as it stood.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bot.amounts import Amount
from bot.games.contract import Event, PlayerId
from bot.games.sheet import SheetError, TableSheet
from bot.games.text import event_json
from bot.pit.book import Book
from bot.pit.cashier import Cashier, Label
from bot.pit.clock import Clock, Wait
from bot.pit.entries import Entry, Void
from bot.pit.history import redoable
from bot.pit.messages import Done, Frame
from bot.pit.results import Came, came_to, keep
from bot.pit.step import Step
from bot.pit.supply import FixedSupply, VerifiableSupply
from bot.pit.view import TOP, Surroundings, table_views
from bot.pit.work import Home, Job, Outcome, Savepoint, Work, give_up
from bot.points import (
    AccountId,
    JournalRow,
    NotCounted,
    Posted,
    Shoe,
    TableRow,
    Tx,
)

log = structlog.get_logger(__name__)

GROUP = 128
"""Jobs handed to the writer at once: enough to share a commit in a flood, few enough to answer a dealer
soon."""

STOP_SECONDS = 4.0
"""For doing what was asked before the stop: a viewer's words that have arrived are not lost by it."""
CLOCK_RETRY_S = 2.0
"""A clock whose time-out could not be stored rings again."""

SLEPT_MS = 5_000
"""A timer that rings this late did not ring late: the computer was asleep."""


class TableActor:
    """A table and everything that happens to it, one thing at a time."""

    def __init__(
        self,
        home: Home,
        book: Book,
        supply: VerifiableSupply | FixedSupply,
        sheet: Callable[[], tuple[TableSheet, SheetError | None]],
        ring: Callable[[Wait], Job],
        publish: Callable[[TableActor, Outcome], None],
    ) -> None:
        self.home = home
        self.book = book
        self.supply = supply
        self.sheet = sheet
        self.ring = ring
        self.publish = publish
        self.clock = Clock()
        self.rev = 0
        self.failures: list[BaseException] = []
        self.touched: set[PlayerId] = set()
        """Players whose balance may have moved since it was last shown."""
        self._shown: Outcome | None = None
        self._savepoint: Savepoint | None = None
        self._stopped = False
        self._stored: TableRow | None = None
        self._inbox: asyncio.Queue[Job] = asyncio.Queue()
        self._timer: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    # --- life ---------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begins to take jobs; a running wait gets its full time again (design 3)."""
        self.restart_clock()
        self._task = asyncio.create_task(self._run(), name=f"table {self.home.id}")

    async def stop(self) -> None:
        """Does what was asked so far, in the time there is; whoever still waits then hears that it was not
        counted."""
        if self._task is not None and not self._stopped:
            with suppress(NotCounted, TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await self.ask("what was asked so far", _nothing)
        if self._timer is not None:
            self._timer.cancel()
        if self._task is not None and not self._stopped:
            self._inbox.put_nowait(Job("stop", _nothing))  # wakes it
        self._stopped = True
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        while not self._inbox.empty():
            give_up(self._inbox.get_nowait())

    def submit(self, job: Job) -> None:
        """Queues a job."""
        if self._stopped:
            give_up(job)
        else:
            self._inbox.put_nowait(job)

    async def ask(self, name: str, work: Work) -> Outcome:
        """Queues a job and waits until it is committed.

        Raises:
            NotCounted: it could not be stored.
        """
        job = Job(name, work, asyncio.get_running_loop().create_future())
        self.submit(job)
        assert job.done is not None
        return await job.done

    def tell(self, name: str, work: Work) -> None:
        """Queues a job nobody waits for."""
        self.submit(Job(name, work))

    def restart_clock(self) -> None:
        """Gives whoever is awaited the full time again."""
        self.clock.restart(self.book.table, self.home.now(), self.delay, held=self.held)
        self._set_timer()

    @property
    def held(self) -> bool:
        """Whether the clocks stand: the dealer pauses, or the platform of somebody at the table is away."""
        table, away = self.book.table, self.home.away
        if table.paused or not away:
            return table.paused
        people = map(self.home.people.get, table.players)
        return any(one is not None and one.platform in away for one in people)

    def delay(self) -> float:
        """Seconds: the largest delay among the platforms of those who take part (design 3)."""
        people = map(self.home.people.get, self.book.table.players)
        return max((self.home.delay(one.platform) for one in people if one is not None), default=0.0)

    async def _run(self) -> None:
        while True:
            jobs = [await self._inbox.get()]
            while len(jobs) < GROUP and not self._inbox.empty():
                jobs.append(self._inbox.get_nowait())
            if self._stopped:
                for job in jobs:
                    give_up(job)
                return
            committed: list[tuple[Job, Outcome]] = []
            try:
                submitted = [(job, self.home.store.writer.submit(_TableUnit(self, job))) for job in jobs]
                for job, future in submitted:
                    outcome = await self._outcome(job, future)
                    if outcome is not None:
                        committed.append((job, outcome))
            finally:  # if the writer is gone, the rest will get no other answer
                self._conclude(committed)
                for job in jobs:
                    give_up(job)

    async def _outcome(self, job: Job, future: asyncio.Future[Outcome]) -> Outcome | None:
        """What a unit left, once it is committed; ``None`` if it failed, which has been told."""
        try:
            return await future
        except asyncio.CancelledError:
            raise
        except Exception as error:  # noqa: BLE001 - one bad unit must not end the table
            self._failed(job, error)
            return None

    def _conclude(self, committed: Sequence[tuple[Job, Outcome]]) -> None:
        """Publishes what was committed together: one picture with all that happened, then the words.

        No unit of this table is running now, so the table in memory is the committed one.
        """
        changes = [outcome for _, outcome in committed if outcome.changed]
        if changes:
            self.rev += 1
            self._set_timer()
            self._tell(self._picture([event for one in changes for event in one.events]))
        for job, outcome in committed:
            outcome.changed = False  # that has been shown
            if isinstance(outcome.answer, Done):
                outcome.answer = replace(outcome.answer, rev=self.rev)
            self._tell(outcome)
            if job.done is not None and not job.done.done():
                job.done.set_result(outcome)

    def _picture(self, events: list[Event]) -> Outcome:
        public, dealer = self.views(self.home.now())
        self._shown = Outcome(events=events, changed=True, public=public, dealer=dealer)
        return self._shown

    def _tell(self, outcome: Outcome) -> None:
        try:
            self.publish(self, outcome)
        except Exception:
            log.exception("publishing failed", table=self.home.id)

    def _failed(self, job: Job, error: Exception) -> None:
        log.error("not counted", table=self.home.id, job=job.name, error=repr(error), exc_info=error)
        self.failures.append(error)
        del self.failures[:-20]
        said = [job.not_counted] if job.not_counted is not None else []
        self._tell(Outcome(replies=said, lines=[self.home.scribe.failed(self.home.now(), job.name)]))
        if self._timer is None:  # it was the clock's, or came just then: the table must not wait for ever
            self._set_timer(CLOCK_RETRY_S)
        if job.done is not None and not job.done.done():
            job.done.set_exception(error if isinstance(error, NotCounted) else NotCounted(repr(error)))

    # --- the clock ----------------------------------------------------------------------------------------

    def _set_timer(self, least: float = 0.0) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self.clock.deadline is not None:
            seconds = max(least, (self.clock.deadline - self.home.now()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.clock.wait is not None and self.clock.deadline is not None:
            late = self.home.now() - self.clock.deadline
            if late < 0:
                self._set_timer()
            elif late > SLEPT_MS:
                # The computer slept: nobody could have answered, so the table waits again.
                log.warning("clock restarted after a sleep", table=self.home.id, late_ms=late)
                self.submit(Job("wake", _wake))
            else:
                self.submit(self.ring(self.clock.wait))

    # --- inside a unit ------------------------------------------------------------------------------------

    def savepoint(self) -> Savepoint:
        """Where the table stands before a unit. A table that could not be put back takes none."""
        self.book.refold()
        self._savepoint = Savepoint(
            self.book.mark(),
            self.supply.mark(),
            self.home.people.begin(),
            self.home.seasons.state,
            self.home.identity.state,
        )
        return self._savepoint

    def back_to(self, savepoint: Savepoint) -> None:
        """As if the unit had never run."""
        self.home.people.put_back(savepoint.people)
        self.home.seasons.back_to(savepoint.season)
        self.home.identity.back_to(savepoint.identity)
        self.supply.back_to(savepoint.shoes)
        self.book.back_to(savepoint.book)
        self.touched.clear()
        self._stored = None  # what was written last may not have been committed
        self.clock.see(self.book.table, self.home.now(), self.delay, held=self.held)

    def start_over(self, tx: Tx, outcome: Outcome) -> None:
        """In a unit: what was refused half-way has done nothing at all."""
        assert self._savepoint is not None
        tx.roll_back()
        self.back_to(self._savepoint)
        outcome.clear()

    def begin(self, tx: Tx, actor: str, number: int | None = None) -> Step:
        """A new step at this table, or more of step ``number``."""

        def balance(player: PlayerId) -> Amount:
            return tx.balance(AccountId(int(player))) if player else Amount(0)

        number = self.book.next_step if number is None else number
        paused = self.home.seasons.paused_at(self.home.id)
        return Step(self.book.table, number, tx.now, actor, balance, self.supply, paused)

    def cashier(self, tx: Tx) -> Cashier:
        """The ledger's side of this unit."""
        return Cashier(tx, self.book, self.home.id, self.home.economy, self.touched)

    async def finish(self, tx: Tx, step: Step, outcome: Outcome, first: int = 0) -> None:
        """Writes what a step gathered; nothing if it did nothing. ``first``: entries the step has already."""
        if not step.entries:
            return
        if step.settled:
            self.home.ladder.rise(step)
        cashier, label = self.cashier(tx), Label(step.table.number, step.number, step.actor)
        posted: list[Posted] = []
        voids = any(isinstance(entry.thing, Void) for entry in step.entries)
        if step.money or step.settled:
            posted += await cashier.post(step.money, label, settled=step.settled)
        if voids:
            posted += await cashier.void(step.table.number, label)
        await self._save_shoes(tx)
        await self.write(tx, step.entries, step.number, first)
        before = list(self.book.entries) if voids else []
        self.book.take(step.entries, posted)
        await self.home.ladder.keep(tx, step)
        if voids:
            await self.home.ladder.follow(tx, before, self.book.entries)
        if not first:  # else it goes on where a correction began, which sees to it
            await self.keep_results(tx, step.number, step.before)
        self.book.next_step = max(self.book.next_step, step.number + 1)
        self.report(tx, cashier, outcome)
        outcome.events += step.events
        outcome.changed = True

    async def write(
        self, tx: Tx, entries: Sequence[Entry], number: int, first: int = 0, round_number: int = 0
    ) -> None:
        """Journals entries of step ``number``, counted from ``first``.

        Args:
            round_number: the round they belong to, if it is later than the table's: what undid an opening is
                kept with it.
        """
        table = self.book.table
        of = max(table.number, round_number)
        await tx.journal(
            JournalRow(self.home.id, of, number, seq, entry.at, entry.actor, str(entry.thing))
            for seq, entry in enumerate(entries, start=first)
        )
        platform, channel = self.home.channel
        live = table.live is not None
        about = (self.home.id, table.sheet.game, platform, channel, self.home.economy, table.sheet.id)
        closed_at = tx.now if table.closed else 0
        row = TableRow(*about, round=table.number, round_open=live, closed_at=closed_at)
        if row != self._stored:
            await tx.put_table(row)
            self._stored = row

    async def keep_results(self, tx: Tx, step: int, before: Came) -> None:
        """Stores what the round has come to with this step, if that is not what it was ``before``."""
        now = came_to(self.book.table)
        await keep(tx, self.home.id, step, before, now)
        if now != before:
            self.home.seasons.recount(self)

    async def _save_shoes(self, tx: Tx) -> None:
        for seeds in self.supply.unsaved:
            await tx.add_shoe(
                Shoe(
                    str(seeds.shoe), self.home.id, seeds.version, seeds.server, seeds.commitment, seeds.client
                )
            )
        self.supply.unsaved.clear()

    def report(self, tx: Tx, cashier: Cashier, outcome: Outcome) -> None:
        """Tells the dealer whose winnings were spent before they were taken back."""
        for account, amount in cashier.covered.items():
            name = self.home.people.name(PlayerId(int(account)))
            outcome.lines.append(self.home.scribe.cover(tx.now, name, amount))

    def look(self, tx: Tx) -> None:
        """Takes note of the balances and of whose time runs, for the picture after the commit."""
        self._refresh_points(tx)
        self.clock.see(self.book.table, tx.now, self.delay, held=self.held)

    def views(self, now: int) -> tuple[dict[str, Any], dict[str, Any]]:
        """The table for everybody, and for the dealer."""
        last = self.book.last
        undo = (last, self._said(last)) if last is not None else None
        around = Surroundings(
            self.home.people,
            self.clock,
            now,
            self._commitment(),
            undo,
            self._redo(),
            self.home.calibration,
            self.home.games(),
            self.home.seasons.heads(TOP),
            self.home.seasons.view(),
            self.home.seasons.rules_shown(now),
            self.home.identity.view(now),
        )
        return table_views(self.book.table, around)

    def _redo(self) -> tuple[int, str] | None:
        step = redoable(self.book.log)
        return None if step is None else (step, self._said(step))

    def _said(self, step: int) -> str:
        return self.home.scribe.thing(self.book.first_entry(step).thing)

    def _commitment(self) -> str | None:
        number = self.book.table.shoe.number
        seeds = self.supply.seeds.get(number) if isinstance(self.supply, VerifiableSupply) else None
        return None if seeds is None else seeds.commitment

    def _refresh_points(self, tx: Tx) -> None:
        """Shown balances are the ledger's (rulings 1.2)."""
        people = self.home.people
        for player in self.touched | {seat.player for seat in self.book.table.seats.values()}:
            if people.get(player) is not None:
                people.show(player, tx.balance(AccountId(int(player))))
        self.touched.clear()

    def frame(self, outcome: Outcome | None = None) -> Frame:
        """The state after an outcome with its events; without one the newest committed state."""
        if outcome is not None:
            events = tuple(event_json(event) for event in outcome.events)
            return Frame(self.home.id, self.rev, events, outcome.public, outcome.dealer)
        if self._shown is None:
            public, dealer = self.views(self.home.now())
        else:  # the table in memory may be ahead, in a unit that is not committed yet
            public, dealer = map(self._on_time, (self._shown.public, self._shown.dealer))
        return Frame(self.home.id, self.rev, (), public, dealer)

    def _on_time(self, view: dict[str, Any]) -> dict[str, Any]:
        """The view with what is left on the clock now."""
        left = self.clock.left(self.home.now())
        return {**view, "awaiting": {**view["awaiting"], "left": left}}


async def _nothing(_actor: TableActor, _tx: Tx, _outcome: Outcome) -> None:
    """A job that only wakes."""


async def _wake(actor: TableActor, _tx: Tx, outcome: Outcome) -> None:
    actor.clock.restart(actor.book.table, actor.home.now(), actor.delay, held=actor.held)
    outcome.changed = True


@dataclass(slots=True)
class _TableUnit:
    """A job as the writer runs it."""

    actor: TableActor
    job: Job
    savepoint: Savepoint | None = None

    async def run(self, tx: Tx) -> Outcome:
        self.savepoint = self.actor.savepoint()
        outcome = Outcome()
        try:
            await self.job.work(self.actor, tx, outcome)
            if outcome.changed:
                self.actor.look(tx)
        finally:
            self.actor.home.people.end()
        return outcome

    def rolled_back(self) -> None:
        if self.savepoint is not None:
            self.actor.back_to(self.savepoint)
