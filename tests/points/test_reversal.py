"""Design 3 and 4: a correction is a new transfer that names the one it takes back."""

from __future__ import annotations

import asyncio

import pytest

from bot.amounts import points
from bot.points import AccountId, AccountKind, BadReversal, InsufficientPoints, Reversal, Store, Transfer, Tx
from tests.points.helpers import FIRST, TABLE, do, payout, seen, stake


async def _escrow(store: Store) -> AccountId:
    account = await store.system_account(AccountKind.ESCROW, "main", TABLE)
    assert account is not None
    return account


async def test_a_stake_is_taken_back(store: Store) -> None:
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(100)))
    done = await do(store, lambda tx: tx.reverse(ids, "dealer", table=TABLE, round=1, step=2))
    assert done.covered == {}
    assert await store.balance(viewer.account) == FIRST
    assert await store.balance(await _escrow(store)) == 0
    (back,) = await store.transfers(TABLE, 1, 2)
    assert back.id == done.transfers[0]
    assert back.transfer == Transfer(
        await _escrow(store), viewer.account, points(100), "undo", TABLE, 1, 2, "dealer", reverses=ids[0]
    )
    assert (await store.audit()).clean


async def test_the_original_stays_as_it_was(store: Store) -> None:
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(100)))
    before = await store.transfers(TABLE, 1)
    await do(store, lambda tx: tx.reverse(ids, "dealer", table=TABLE, round=1, step=2))
    assert (await store.transfers(TABLE, 1))[:1] == before


async def test_the_newest_is_taken_back_first(store: Store) -> None:
    viewer = await seen(store)
    first = await do(store, lambda tx: stake(tx, viewer.account, points(100)))
    second = await do(store, lambda tx: payout(tx, viewer.account, points(50)))
    done = await do(store, lambda tx: tx.reverse([*first, *second], "dealer", table=TABLE, round=1, step=3))
    named = [it.transfer.reverses for it in await store.transfers(TABLE, 1, 3)]
    assert named == [*reversed(second), *first]
    assert len(done.transfers) == 3
    assert await store.balance(viewer.account) == FIRST


async def test_spent_winnings_are_covered_and_reported(store: Store) -> None:
    """Won 1,000, spent 1,200 of 1,500 at another table; then the win is taken back."""
    viewer = await seen(store)
    won = await do(store, lambda tx: payout(tx, viewer.account, points(1000)))

    async def spend(tx: Tx) -> None:
        other = await tx.system(AccountKind.ESCROW, "main", "switch")
        await tx.post([Transfer(viewer.account, other, points(1200), "stake", "switch", 1, 1)])

    await do(store, spend)
    done = await do(store, lambda tx: tx.reverse(won, "dealer", table=TABLE, round=1, step=5))
    assert done.covered == {viewer.account: points(700)}
    assert await store.balance(viewer.account) == 0
    corrections = await store.system_account(AccountKind.CORRECTIONS, "main")
    assert corrections is not None
    assert await store.balance(corrections) == -points(700)
    reasons = [it.transfer.reason for it in await store.transfers(TABLE, 1, 5)]
    assert reasons == ["correction_cover", "undo", "undo"]
    (cover, *_) = await store.transfers(TABLE, 1, 5)
    assert done.covers == ((cover.id, cover.transfer),)
    audit = await store.audit(open_tables=["switch"])
    assert audit.clean, audit.to_json()


async def test_only_what_is_missing_after_everything_is_covered(store: Store) -> None:
    """The stake comes back in the same undo, and pays for part of the lost win."""
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(400)))
    ids += await do(store, lambda tx: payout(tx, viewer.account, points(800)))

    async def spend(tx: Tx) -> None:
        house = await tx.system(AccountKind.HOUSE, "main")
        await tx.post([Transfer(viewer.account, house, points(900), "spent")])

    await do(store, spend)
    done = await do(store, lambda tx: tx.reverse(ids, "dealer"))
    assert done.covered == {viewer.account: points(400)}
    assert (await store.audit()).clean


async def test_nothing_is_taken_back_twice(store: Store) -> None:
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(100)))
    await do(store, lambda tx: tx.reverse(ids, "dealer"))
    with pytest.raises(BadReversal) as bad:
        await do(store, lambda tx: tx.reverse(ids, "dealer"))
    assert (bad.value.code, bad.value.transfer) == ("already_reversed", ids[0])
    assert await store.balance(viewer.account) == FIRST


async def test_nothing_is_taken_back_twice_by_a_double_click(store: Store) -> None:
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(100)))
    first, second = await asyncio.gather(
        *[do(store, lambda tx: tx.reverse(ids, "dealer")) for _ in range(2)], return_exceptions=True
    )
    assert isinstance(first, Reversal)
    assert isinstance(second, BadReversal)


async def test_a_reversal_can_be_taken_back(store: Store) -> None:
    """Redo."""
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(100)))
    undone = await do(store, lambda tx: tx.reverse(ids, "dealer"))
    await do(store, lambda tx: tx.reverse(undone.transfers, "dealer"))
    assert await store.balance(viewer.account) == FIRST - points(100)
    assert (await store.audit()).clean


async def test_a_transfer_of_the_same_unit_can_be_taken_back(store: Store) -> None:
    viewer = await seen(store)

    async def both(tx: Tx) -> None:
        await tx.reverse(await stake(tx, viewer.account, points(100)), "dealer")

    await do(store, both)
    assert await store.balance(viewer.account) == FIRST
    assert (await store.audit()).clean


async def test_a_transfer_that_never_was_cannot_be_taken_back(store: Store) -> None:
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(100)))
    with pytest.raises(BadReversal) as bad:
        await do(store, lambda tx: tx.reverse([*ids, 99], "dealer"))
    assert (bad.value.code, bad.value.transfer) == ("unknown_transfer", 99)
    assert await store.balance(viewer.account) == FIRST - points(100)


async def test_a_stake_that_was_already_paid_out_is_not_given_back_by_the_table(store: Store) -> None:
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(100)))

    async def lose(tx: Tx) -> None:
        house = await tx.system(AccountKind.HOUSE, "main")
        escrow = await tx.system(AccountKind.ESCROW, "main", TABLE)
        await tx.post([Transfer(escrow, house, points(100), "lost", TABLE, 1, 2)])

    await do(store, lose)
    with pytest.raises(InsufficientPoints) as short:
        await do(store, lambda tx: tx.reverse(ids, "dealer"))
    assert short.value.account == await _escrow(store)
    assert (await store.audit()).clean


async def test_transfers_far_apart_are_found(store: Store) -> None:
    viewer = await seen(store)
    ids = await do(store, lambda tx: stake(tx, viewer.account, points(1)))
    for _ in range(3):
        await do(store, _many(viewer.account))
    ids += await do(store, lambda tx: stake(tx, viewer.account, points(2)))
    await do(store, lambda tx: tx.reverse(ids, "dealer"))
    assert await store.balance(viewer.account) == FIRST - 300


def _many(account: AccountId):  # type: ignore[no-untyped-def]
    async def post(tx: Tx) -> None:
        for step in range(100):
            await stake(tx, account, points(0) + 1, step=step)  # type: ignore[arg-type]

    return post


class TestRebuys:
    """Rulings 3.5."""

    @staticmethod
    async def _rebuy(store: Store, account: AccountId) -> list[int]:
        async def give(tx: Tx) -> list[int]:
            gifts = await tx.system(AccountKind.GIFTS, "main")
            return await tx.post([Transfer(gifts, account, points(500), "rebuy")])

        return await do(store, give)

    async def test_3_5_restarts_are_counted_on_the_ranking(self, store: Store) -> None:
        aya, ben = await seen(store, "aya"), await seen(store, "ben")
        await self._rebuy(store, aya.account)
        await self._rebuy(store, aya.account)
        ranking = await store.ranking("main")
        assert [(it.viewer.name, it.rebuys) for it in ranking] == [("aya", 2), ("ben", 0)]
        assert await store.rebuys(ben.account) == 0

    async def test_3_5_the_last_restart_is_known_also_within_the_group(self, store: Store) -> None:
        aya = await seen(store)
        assert await do(store, lambda tx: tx.last_credit(aya.account, "rebuy")) is None

        async def twice(tx: Tx) -> tuple[int | None, int]:
            gifts = await tx.system(AccountKind.GIFTS, "main")
            await tx.post([Transfer(gifts, aya.account, points(500), "rebuy")])
            return await tx.last_credit(aya.account, "rebuy"), tx.now

        within, at = await do(store, twice)
        assert within == at
        assert await do(store, lambda tx: tx.last_credit(aya.account, "rebuy")) == at

    async def test_3_5_a_restart_that_was_taken_back_does_not_count(self, store: Store) -> None:
        aya = await seen(store)
        ids = await self._rebuy(store, aya.account)

        async def undo(tx: Tx) -> int | None:
            await tx.reverse(ids, "dealer")
            return await tx.last_credit(aya.account, "rebuy")

        assert await do(store, undo) is None
        assert await do(store, lambda tx: tx.last_credit(aya.account, "rebuy")) is None
        assert await store.rebuys(aya.account) == 0
