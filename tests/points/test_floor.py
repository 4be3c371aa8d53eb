"""What the floor keeps beside the ledger: journal, tables, shoes, channels; and the ranking."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.amounts import points
from bot.points import MAIN_ECONOMY, PRACTICE_CHANNEL, JournalRow, Shoe, Store, TableRow, Tx
from tests.points.helpers import PLAIN, do, payout, seen, stake

ROW = JournalRow("tournament", 1, 1, 0, 1_700_000_000_000, "practice:aya", "seat 1: bet 100", '{"1": 50000}')
TABLE = TableRow("tournament", "blackjack", "practice", "practice", "main", '{"id": "tournament"}')
SHOE = Shoe("1", "tournament", "hmac-1", "5eed", "c0ffee", created_at=5)


async def test_the_journal_is_read_back_in_the_order_it_was_written(path: Path) -> None:
    rows = [
        ROW,
        replace(ROW, seq=1, text="ヒット"),
        replace(ROW, round=2, step=2),
        replace(ROW, round=1, step=3, text="@undo"),
    ]
    async with await Store.open(path) as store:
        await do(store, lambda tx: tx.journal(rows[:2]))
        await do(store, lambda tx: tx.journal(rows[2:]))
        await do(store, lambda tx: tx.journal([replace(ROW, table="switch")]))
    async with await Store.open(path) as store:
        got = await store.journal("tournament")
        assert [replace(it, id=0) for it in got] == rows
        assert [it.id for it in got] == [1, 2, 3, 4]
        assert [it.round for it in await store.journal("tournament", 2)] == [2]
        assert [it.step for it in await store.journal("tournament", 1, 1)] == [1, 1, 3]
        await do(store, lambda tx: tx.journal([replace(ROW, step=9)]))
        assert (await store.journal("tournament"))[-1].id == 6


async def test_a_table_is_stored_changed_and_closed(path: Path) -> None:
    async with await Store.open(path) as store:
        await do(store, lambda tx: tx.put_table(TABLE))
        assert await store.tables() == [TABLE]
    async with await Store.open(path) as store:
        playing = replace(TABLE, round=7, round_open=True, sheet="{}")
        await do(store, lambda tx: tx.put_table(playing))
        assert await store.tables() == [playing]
        closed = replace(playing, round_open=False, closed_at=99)
        await do(store, lambda tx: tx.put_table(closed))
        assert await store.tables() == []
        assert await store.tables(closed=True) == [closed]


async def test_a_table_of_a_failed_unit_was_never_there(store: Store) -> None:
    async def fails(tx: Tx) -> None:
        await tx.put_table(TABLE)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await do(store, fails)
    await do(store, lambda tx: tx.put_table(TABLE))
    assert await store.tables() == [TABLE]


async def test_a_shoe_gets_its_client_seed_and_is_revealed(store: Store) -> None:
    await do(store, lambda tx: tx.add_shoe(SHOE))
    assert await store.shoes("tournament") == [SHOE]
    played = replace(SHOE, client_seed="たこ焼き", revealed_at=77)
    await do(store, lambda tx: tx.change_shoe(played))
    assert await store.shoe("tournament", "1") == played
    assert await store.shoe("tournament", "2") is None


async def test_a_shoes_commitment_never_changes(store: Store) -> None:
    await do(store, lambda tx: tx.add_shoe(SHOE))
    await do(store, lambda tx: tx.change_shoe(replace(SHOE, commitment="another", server_seed="another")))
    assert await store.shoes("tournament") == [SHOE]


async def test_the_practice_channel_plays_in_the_main_economy_from_the_start(store: Store) -> None:
    assert await store.economy_of(PRACTICE_CHANNEL, PRACTICE_CHANNEL) == MAIN_ECONOMY


async def test_a_channel_keeps_the_economy_it_joined(store: Store) -> None:
    assert await do(store, lambda tx: tx.channel("twitch", "aya", "shared")) == "shared"
    assert await do(store, lambda tx: tx.channel("twitch", "aya", "main")) == "shared"
    assert await store.economy_of("twitch", "aya") == "shared"
    assert await store.economy_of("twitch", "ben") is None


async def test_equal_balances_share_a_place(store: Store) -> None:
    users = {name: (await seen(store, name)).account for name in "abcd"}
    await do(store, lambda tx: payout(tx, users["c"], points(10)))
    await do(store, lambda tx: stake(tx, users["a"], points(10)))
    ranking = await store.ranking("main")
    assert [(it.place, it.viewer.name) for it in ranking] == [(1, "c"), (2, "b"), (2, "d"), (4, "a")]
    assert [await store.place(users[name]) for name in "abcd"] == [4, 2, 1, 2]
    assert len(await store.ranking("main", 2)) == 2
    assert await store.ranking("elsewhere") == []


async def test_a_rank_is_kept(path: Path) -> None:
    async with await Store.open(path) as store:
        viewer = await seen(store)
        await do(store, lambda tx: tx.set_rank(viewer.account, "club"))
        again = await seen(store, name="renamed")
        assert (again.rank, again.name) == ("club", "renamed")
    async with await Store.open(path) as store:
        assert (await seen(store, name="renamed")).rank == "club"
        assert (await do(store, lambda tx: tx.holder(viewer.account))).rank == "club"


async def test_an_account_of_before_the_restart_is_made_known_by_its_number(path: Path) -> None:
    async with await Store.open(path) as store:
        viewer = await seen(store)
    async with await Store.open(path) as store:

        async def look(tx: Tx) -> int:
            with pytest.raises(KeyError):
                tx.balance(viewer.account)
            await tx.load([viewer.account])
            return tx.balance(viewer.account)

        assert await do(store, look) == viewer.balance


async def test_who_is_met_after_their_account_moved_has_the_moved_balance(path: Path) -> None:
    """Recovery pays by account number before the viewer says a word."""
    async with await Store.open(path) as store:
        viewer = await seen(store)
    async with await Store.open(path) as store:

        async def pay_then_meet(tx: Tx) -> int:
            await payout(tx, viewer.account, points(10))
            return (await tx.viewer("main", "practice", "aya", "aya", PLAIN)).balance

        assert await do(store, pay_then_meet) == viewer.balance + points(10)
        assert (await store.audit()).clean


async def test_history_is_paged_from_the_newest(store: Store) -> None:
    viewer = await seen(store)
    for step in range(5):
        await do(store, lambda tx, step=step: stake(tx, viewer.account, points(1), step=step))
    newest = await store.history(viewer.account, 2)
    assert [it.transfer.step for it in newest] == [4, 3]
    assert [it.transfer.step for it in await store.history(viewer.account, 2, before=newest[-1].id)] == [2, 1]


async def test_reading_does_not_wait_for_a_writer_that_is_stuck(filed: Store) -> None:
    import threading

    viewer = await seen(filed)
    go_on = threading.Event()
    filed.faults.before_commit = lambda: go_on.wait(20) and None
    future = filed.writer.submit(_Stake(viewer.account))
    try:
        assert len(await filed.ranking(MAIN_ECONOMY)) == 1
        assert PLAIN.id == (await filed.viewers("practice"))[0].rank
        assert not future.done()
    finally:
        go_on.set()
    await future


class _Stake:
    def __init__(self, account: int) -> None:
        self._account = account

    async def run(self, tx: Tx) -> None:
        await stake(tx, self._account, points(1))  # type: ignore[arg-type]

    def rolled_back(self) -> None:
        raise AssertionError
