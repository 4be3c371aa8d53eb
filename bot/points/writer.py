"""The one writer: units in, commits out (design 3).

The units waiting share one transaction. Each runs against memory and a batch of collected writes; one that
raises is taken back alone (its savepoint is the batch's length and the old values in memory). Then the whole
batch is written in one ``BEGIN IMMEDIATE ... COMMIT``, and only after it does any future resolve. When that
fails, everything is taken back in reverse order and each unit is tried once more alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, Protocol, TypeVar

from bot.points.memory import Memory
from bot.points.statements import Batch, Rejected, Session, Write
from bot.points.tx import Tx
from bot.points.values import NotCounted, StoreError

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

log = logging.getLogger(__name__)

GROUP_UNITS = 200
"""At most this many units share a commit ..."""
GROUP_SECONDS = 0.004
"""... and none is begun after this long, so that the event loop gets its turn and the first of them is not
kept waiting for the last."""


class Unit(Protocol[T_co]):
    """A piece of work that counts whole or not at all.

    ``run`` may be called twice (when a commit fails) and must begin anew each time. It must not wait for
    anything but its ``tx``: everybody else's work waits for it.
    """

    async def run(self, tx: Tx) -> T_co:
        """Does the work and returns what its future resolves to once it is committed."""
        ...

    def rolled_back(self) -> None:
        """This unit's effects have left the store: put memory back. Called once for every ``run`` that does
        not end in a commit, the one that raised included; in reverse order for a group."""
        ...


@dataclass(slots=True, eq=False)
class _Job(Generic[T]):
    unit: Unit[T]
    future: asyncio.Future[T]
    tx: Tx | None = None
    """Set while its effects are in memory and not committed."""
    result: Any = None
    error: BaseException | None = None
    settled: bool = False


@dataclass(slots=True)
class Tally:
    """What the writer has done, for the curious and for tests."""

    units: int = 0
    commits: int = 0
    failed_commits: int = 0
    largest_group: int = 0


class Writer:
    """Owns the writing connection and the task that uses it. Made by :class:`~bot.points.store.Store`."""

    def __init__(self, session: Session, memory: Memory, clock: Callable[[], int]) -> None:
        self._session = session
        self._memory = memory
        self._clock = clock
        self._jobs: deque[_Job[Any]] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._cancelled = False
        self.tally = Tally()
        self._task = asyncio.create_task(self._work(), name="chatjack writer")

    @property
    def waiting(self) -> int:
        """How many units are queued."""
        return len(self._jobs)

    def submit(self, unit: Unit[T]) -> asyncio.Future[T]:
        """Queues the unit. Units run in the order of submission, whether or not anyone waits for them.

        Returns:
            A future that resolves to the unit's result, only after COMMIT; or raises the unit's own
            exception, or :class:`NotCounted` when it could not be committed.

        Raises:
            RuntimeError: the writer is closed.
        """
        if self._closing or self._task.done():
            raise RuntimeError("the writer is closed")
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.append(_Job(unit, future))
        self._wake.set()
        return future

    async def close(self) -> None:
        """Finishes what was submitted, then stops."""
        self._closing = True
        self._wake.set()
        await asyncio.wait([self._task])

    # --- the task -------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        try:
            while True:
                while self._jobs:
                    await self._group()
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
        finally:
            self._closing = True
            for job in self._jobs:
                job.future.cancel()
            self._jobs.clear()

    async def _group(self) -> None:
        group = list[_Job[Any]]()
        try:
            batch, until = Batch(), perf_counter() + GROUP_SECONDS
            while self._jobs and len(group) < GROUP_UNITS and (not group or perf_counter() < until):
                job = self._jobs.popleft()
                group.append(job)
                await self._run(job, batch)
            self.tally.largest_group = max(self.tally.largest_group, len(group))
            try:
                await self._commit(batch)
            except Exception as error:  # noqa: BLE001 - whatever it was, each unit is tried alone
                await self._retry(group, error)
            self._settle(group)
        except asyncio.CancelledError:
            self._abandon(group, None)
            raise
        except Exception as error:
            log.exception("the writer stumbled over a group of %d units", len(group))
            self._abandon(group, error)
        if self._cancelled:
            raise asyncio.CancelledError

    def _abandon(self, group: list[_Job[Any]], error: Exception | None) -> None:
        """What was committed has been settled; the rest of the group never happened."""
        self._take_back(group)
        self._memory.committed()
        for job in group:
            if not job.future.done():
                if error is None:
                    job.future.cancel()
                else:
                    job.future.set_exception(_not_counted(error))

    async def _run(self, job: _Job[Any], batch: Batch) -> None:
        job.result = job.error = None
        job.tx = tx = Tx(self._session, self._memory, batch, self._clock())
        try:
            job.result = await job.unit.run(tx)
        except BaseException as error:
            if isinstance(error, asyncio.CancelledError) and _being_cancelled():
                raise
            if isinstance(error, (KeyboardInterrupt, SystemExit)):
                raise
            job.error = error
            self._undo(job)

    async def _commit(self, batch: Batch) -> None:
        for account, was in self._memory.base.items():
            becomes = self._memory.balances.get(account, was)
            if becomes != was:
                batch.rows[Write.BALANCE].append({"of": account, "was": was, "becomes": becomes})
        if batch:
            await self._to_the_end(self._session.write(batch))
            self.tally.commits += 1
        self._memory.committed()

    async def _to_the_end(self, writing: Coroutine[Any, Any, None]) -> None:
        """A transaction in the database's thread cannot be called back, so a cancellation waits for its
        outcome."""
        task = asyncio.ensure_future(writing)
        while not task.done():
            try:
                await asyncio.shield(task)
            except asyncio.CancelledError:
                self._cancelled = True
            except Exception:  # noqa: BLE001 - raised again below
                break
        task.result()

    async def _retry(self, group: list[_Job[Any]], error: Exception) -> None:
        """Each unit once alone, after the commit of all of them failed."""
        log.warning("a group of %d units was not committed: %r", len(group), error)
        self.tally.failed_commits += 1
        self._take_back(group)
        await self._see_again(error)
        hopeless: StoreError | None = None
        for job in group:
            if hopeless is not None:
                job.error = _not_counted(hopeless)
                continue
            batch = Batch()
            await self._run(job, batch)
            try:
                await self._commit(batch)
            except Exception as again:  # noqa: BLE001 - told to the one who waits
                self.tally.failed_commits += 1
                self._take_back([job])
                job.error = _not_counted(again)
                await self._see_again(again)
                # It is the disk, not the unit: the others need not each wait for the same lock.
                hopeless = again if isinstance(again, StoreError) else None
            else:
                self._settle([job])

    async def _see_again(self, error: Exception) -> None:
        """If memory may differ from the database, memory is wrong."""
        self._memory.committed()
        if isinstance(error, Rejected):
            try:
                await self._memory.refresh()
            except StoreError as trouble:
                log.error("the store could not be read again: %s", trouble)

    def _take_back(self, group: list[_Job[Any]]) -> None:
        for job in reversed(group):
            if job.tx is not None:
                self._undo(job)

    def _undo(self, job: _Job[Any]) -> None:
        assert job.tx is not None
        job.tx.roll_back()
        job.tx = None
        try:
            job.unit.rolled_back()
        except Exception:
            log.exception("a unit could not put its memory back")

    def _settle(self, group: list[_Job[Any]]) -> None:
        for job in group:
            if job.settled:
                continue
            job.tx, job.settled = None, True
            self.tally.units += 1
            if job.future.done():  # nobody waits for it any more
                continue
            if job.error is not None:
                job.future.set_exception(job.error)
            else:
                job.future.set_result(job.result)


def _not_counted(cause: Exception) -> NotCounted:
    error = NotCounted(str(cause))
    error.__cause__ = cause
    return error


def _being_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
