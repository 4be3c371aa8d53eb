"""Design 3: the units waiting share one commit; nothing is told before it; a failing unit fails alone."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.amounts import Amount, points
from bot.points import AccountId, NotCounted, Store, StoreError, Tx, writer
from bot.points.writer import GROUP_UNITS
from tests.patience import PATIENCE
from tests.points.helpers import FIRST, PLAIN, Job, do, raw, seen, stake


class Boom(Exception):
    pass


async def test_units_that_wait_share_one_commit(filed: Store) -> None:
    before = filed.writer.tally.commits
    await asyncio.gather(*[seen(filed, f"u{i}") for i in range(20)])
    assert filed.writer.tally.commits == before + 1


async def test_units_run_in_the_order_of_submission(store: Store) -> None:
    order: list[int] = []

    async def note(i: int) -> None:
        order.append(i)

    await asyncio.gather(*[do(store, lambda tx, i=i: note(i)) for i in range(500)])
    assert order == list(range(500))


async def test_a_group_is_bounded(store: Store) -> None:
    await asyncio.gather(*[do(store, lambda tx, i=i: tx.remember("p", "c", str(i))) for i in range(1000)])
    assert 1 < store.writer.tally.largest_group <= GROUP_UNITS


async def test_a_failing_unit_in_the_middle_takes_nobody_along(filed: Store) -> None:
    viewer = await seen(filed)
    commits = filed.writer.tally.commits
    notes: list[str] = []

    async def fails(tx: Tx) -> None:
        await stake(tx, viewer.account, points(77))
        await tx.viewer("main", "practice", "ghost", "ghost", PLAIN)
        raise Boom

    first = filed.writer.submit(
        Job(lambda tx: stake(tx, viewer.account, points(10)), notes=notes, name="first")
    )
    bad = filed.writer.submit(Job(fails, notes=notes, name="bad"))
    last = filed.writer.submit(Job(lambda tx: stake(tx, viewer.account, points(5)), notes=notes, name="last"))
    results = await asyncio.gather(first, bad, last, return_exceptions=True)
    assert results[0] == [2]
    assert isinstance(results[1], Boom)
    assert results[2] == [3], "the number the failed unit had taken is free again"
    assert notes == ["bad"]
    assert filed.writer.tally.commits == commits + 1
    assert await filed.balance(viewer.account) == FIRST - points(15)
    assert await filed.viewer_by_id("main", "practice", "ghost") is None
    assert (await filed.audit()).clean


async def test_what_an_earlier_unit_of_the_group_did_is_seen_by_the_next(store: Store) -> None:
    viewer = await seen(store)

    async def look(tx: Tx) -> Amount:
        return tx.balance(viewer.account)

    _, left = await asyncio.gather(
        do(store, lambda tx: stake(tx, viewer.account, points(10))), do(store, look)
    )
    assert left == FIRST - points(10)


async def test_nothing_is_told_or_seen_before_the_commit(filed: Store) -> None:
    viewer = await seen(filed)
    reached, go_on = threading.Event(), threading.Event()

    def wait() -> None:
        reached.set()
        assert go_on.wait(PATIENCE)

    filed.faults.before_commit = wait
    future = filed.writer.submit(Job(lambda tx: stake(tx, viewer.account, points(10))))
    await asyncio.to_thread(reached.wait, PATIENCE)
    assert not future.done()
    assert await filed.balance(viewer.account) == FIRST
    go_on.set()
    await future
    assert await filed.balance(viewer.account) == FIRST - points(10)


async def test_a_commit_that_fails_once_is_made_good_unit_by_unit(filed: Store) -> None:
    viewer = await seen(filed)
    notes: list[str] = []

    def once() -> None:
        filed.faults.before_commit = None
        raise Boom

    jobs = [
        Job(lambda tx, i=i: stake(tx, viewer.account, points(10), step=i), notes=notes, name=str(i))
        for i in range(5)
    ]
    filed.faults.before_commit = once
    results = await asyncio.gather(*[filed.writer.submit(job) for job in jobs])
    assert results == [[2], [3], [4], [5], [6]]
    assert notes == ["4", "3", "2", "1", "0"], "put back latest first"
    assert [(job.runs, job.backs) for job in jobs] == [(2, 1)] * 5
    assert await filed.balance(viewer.account) == FIRST - points(50)
    assert (await filed.audit()).clean


async def test_a_unit_that_failed_by_itself_is_tried_again_with_its_group(store: Store) -> None:
    """It may have failed because of what now never happened."""
    viewer = await seen(store)
    failures = iter([True, True])

    def twice() -> None:
        if next(failures, False):
            raise Boom

    store.faults.before_commit = twice
    first = store.writer.submit(Job(lambda tx: stake(tx, viewer.account, FIRST)))
    job = Job(lambda tx: stake(tx, viewer.account, points(1)))
    second = store.writer.submit(job)
    with pytest.raises(NotCounted):
        await first
    await second
    assert (job.runs, job.backs) == (2, 1)
    assert await store.balance(viewer.account) == FIRST - points(1)


async def test_a_commit_that_keeps_failing_is_not_counted(filed: Store) -> None:
    viewer = await seen(filed)

    def always() -> None:
        raise Boom

    filed.faults.before_commit = always
    jobs = [Job(lambda tx: stake(tx, viewer.account, points(10))) for _ in range(3)]
    results = await asyncio.gather(*[filed.writer.submit(job) for job in jobs], return_exceptions=True)
    assert all(isinstance(it, NotCounted) and isinstance(it.__cause__, Boom) for it in results)
    assert [(job.runs, job.backs) for job in jobs] == [(2, 2)] * 3
    assert filed.faults.fired["before_commit"] == 4
    filed.faults.before_commit = None
    assert await do(filed, lambda tx: stake(tx, viewer.account, points(1))) == [2]
    assert await filed.balance(viewer.account) == FIRST - points(1)
    assert (await filed.audit()).clean


async def test_an_error_after_the_commit_takes_nothing_back(filed: Store) -> None:
    viewer = await seen(filed)

    def late() -> None:
        raise Boom

    filed.faults.after_commit = late
    await do(filed, lambda tx: stake(tx, viewer.account, points(10)))
    assert await filed.balance(viewer.account) == FIRST - points(10)


@pytest.mark.parametrize("error", [Boom(), AssertionError(), asyncio.CancelledError(), GeneratorExit()])
async def test_no_exception_of_a_unit_ends_the_writer(store: Store, error: BaseException) -> None:
    async def fails(tx: Tx) -> None:
        raise error

    with pytest.raises(type(error)):
        await store.writer.submit(Job(fails))
    assert (await seen(store)).balance == FIRST


async def test_a_unit_that_cannot_put_its_memory_back_does_not_end_the_writer(store: Store) -> None:
    class Clumsy(Job):
        def rolled_back(self) -> None:
            raise Boom

    async def fails(tx: Tx) -> None:
        raise KeyError

    with pytest.raises(KeyError):
        await store.writer.submit(Clumsy(fails))
    assert (await seen(store)).balance == FIRST


async def test_who_stops_waiting_does_not_stop_the_unit(store: Store) -> None:
    viewer = await seen(store)
    future = store.writer.submit(Job(lambda tx: stake(tx, viewer.account, points(10))))
    future.cancel()
    await do(store, lambda tx: tx.remember("p", "c", "m"))
    assert await store.balance(viewer.account) == FIRST - points(10)


async def test_close_finishes_what_was_submitted(path: Path) -> None:
    store = await Store.open(path)
    futures = [
        store.writer.submit(Job(lambda tx, i=i: tx.viewer("main", "p", f"u{i}", "", PLAIN)))
        for i in range(700)
    ]
    await store.close()
    assert all(future.done() and future.exception() is None for future in futures)
    with pytest.raises(RuntimeError, match="closed"):
        store.writer.submit(Job(lambda tx: tx.remember("p", "c", "m")))
    async with await Store.open(path) as again:
        assert len(await again.viewers("p")) == 700
        assert (await again.audit()).clean


async def test_a_cancelled_writer_leaves_what_was_told_and_cancels_the_rest(path: Path) -> None:
    store = await Store.open(path)
    viewer = await seen(store)
    reached = threading.Event()
    store.faults.before_commit = reached.set
    written = store.writer.submit(Job(lambda tx: stake(tx, viewer.account, points(10))))
    await asyncio.to_thread(reached.wait, PATIENCE)
    left = store.writer.submit(Job(lambda tx: stake(tx, viewer.account, points(5))))
    store.writer._task.cancel()
    assert await written == [2], "its commit was under way and went through"
    with pytest.raises(asyncio.CancelledError):
        await left
    await store.close()
    async with await Store.open(path) as again:
        assert await again.balance(viewer.account) == FIRST - points(10)


async def test_a_writer_cancelled_in_mid_unit_takes_the_unit_back(path: Path) -> None:
    store = await Store.open(path)
    viewer = await seen(store)
    reached = asyncio.Event()

    async def waits(tx: Tx) -> None:
        await stake(tx, viewer.account, points(10))
        reached.set()
        await asyncio.sleep(600)

    before, job = Job(lambda tx: stake(tx, viewer.account, points(5))), Job(waits)
    futures = [store.writer.submit(before), store.writer.submit(job)]
    await reached.wait()
    store.writer._task.cancel()
    results = await asyncio.wait_for(asyncio.gather(*futures, return_exceptions=True), PATIENCE)
    assert all(isinstance(it, asyncio.CancelledError) for it in results)
    assert (before.backs, job.backs) == (1, 1)
    await store.close()
    async with await Store.open(path) as again:
        assert await again.balance(viewer.account) == FIRST


async def test_a_unit_that_only_looks_costs_no_commit(store: Store) -> None:
    viewer = await seen(store)
    before = store.writer.tally.commits

    async def look(tx: Tx) -> Amount:
        return tx.balance(viewer.account)

    assert await do(store, look) == FIRST
    assert store.writer.tally.commits == before


async def test_a_lock_that_stays_is_told_once_and_for_all(
    filed: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten units do not each wait for the same lock."""
    viewer = await seen(filed)
    assert filed.path is not None
    await filed._session.read(text("PRAGMA busy_timeout = 20"), {})
    other = raw(filed.path)
    other.execute("BEGIN IMMEDIATE")
    jobs = [Job(lambda tx: stake(tx, viewer.account, points(1))) for _ in range(10)]
    results = await asyncio.gather(*[filed.writer.submit(job) for job in jobs], return_exceptions=True)
    for it in results:
        assert isinstance(it, NotCounted)
        assert isinstance(it.__cause__, StoreError)
        assert it.__cause__.code == "locked"
    assert filed.writer.tally.failed_commits == 2
    assert [job.runs - job.backs for job in jobs] == [0] * 10
    other.execute("ROLLBACK")
    other.close()
    await do(filed, lambda tx: stake(tx, viewer.account, points(1)))
    assert await filed.balance(viewer.account) == FIRST - points(1)


async def test_a_full_disk_is_told_and_survived(filed: Store) -> None:
    viewer = await seen(filed)
    ((pages,),) = await filed._session.read(text("PRAGMA page_count"), {})
    await filed._session.read(text(f"PRAGMA max_page_count = {pages}"), {})

    async def much(tx: Tx) -> None:
        for i in range(1000):
            await tx.remember("p", "c", f"message {i}")

    with pytest.raises(NotCounted) as failed:
        await do(filed, much)
    assert isinstance(failed.value.__cause__, StoreError)
    assert failed.value.__cause__.code == "full"
    await filed._session.read(text("PRAGMA max_page_count = 1000000"), {})
    await do(filed, much)
    assert await filed.balance(viewer.account) == FIRST


async def test_five_thousand_units_at_once_all_count(filed: Store) -> None:
    viewers = [(await seen(filed, f"u{i}")).account for i in range(50)]

    async def bet(tx: Tx, i: int) -> bool:
        assert await tx.remember("p", "c", f"m{i}")
        await stake(tx, AccountId(viewers[i % 50]), points(1), step=i)
        return True

    results = await asyncio.gather(*[do(filed, lambda tx, i=i: bet(tx, i)) for i in range(5000)])
    assert all(results)
    assert {await filed.balance(it) for it in viewers} == {FIRST - points(100)}
    assert (await filed.audit()).clean


async def test_a_group_does_not_keep_the_loop_for_long(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many units wait, after the time allowed the first ones are committed."""
    clock = iter(range(1000))
    monkeypatch.setattr(writer, "GROUP_SECONDS", 3.5)
    monkeypatch.setattr(writer, "perf_counter", lambda: next(clock))
    await asyncio.gather(*[do(store, lambda tx, i=i: tx.remember("p", "c", str(i))) for i in range(10)])
    assert store.writer.tally.largest_group == 4


async def test_a_unit_may_begin_anew(store: Store) -> None:
    viewer = await seen(store)

    async def changes_its_mind(tx: Tx) -> list[int]:
        await tx.remember("p", "c", "m")
        await stake(tx, viewer.account, points(400))
        tx.roll_back()
        assert tx.balance(viewer.account) == FIRST
        return await stake(tx, viewer.account, points(300))

    assert await do(store, changes_its_mind) == [2]
    assert await store.balance(viewer.account) == FIRST - points(300)
    assert await do(store, lambda tx: tx.remember("p", "c", "m"))
    assert (await store.audit()).clean


async def test_a_unit_that_began_anew_and_failed_leaves_nothing(store: Store) -> None:
    viewer = await seen(store)

    async def fails(tx: Tx) -> None:
        await stake(tx, viewer.account, points(400))
        tx.roll_back()
        await stake(tx, viewer.account, points(300))
        raise Boom

    with pytest.raises(Boom):
        await do(store, fails)
    assert await store.balance(viewer.account) == FIRST
    assert await do(store, lambda tx: stake(tx, viewer.account, points(1))) == [2]
