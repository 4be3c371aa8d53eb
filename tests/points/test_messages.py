"""Design 3: a message delivered twice acts once. Design 6: a repeated command gets its first answer."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.points import Store, Tx
from bot.points.memory import Seen
from tests.points.helpers import Job, do


async def test_a_message_is_new_once(store: Store) -> None:
    assert await do(store, lambda tx: tx.remember("twitch", "ch", "m1"))
    assert not await do(store, lambda tx: tx.remember("twitch", "ch", "m1"))


async def test_a_message_that_comes_twice_in_one_group_is_new_once(store: Store) -> None:
    answers = await asyncio.gather(
        *[do(store, lambda tx: tx.remember("twitch", "ch", "m1")) for _ in range(5)]
    )
    assert answers == [True, False, False, False, False]
    assert store.writer.tally.failed_commits == 0


async def test_the_id_counts_per_platform_and_channel(store: Store) -> None:
    keys = [("twitch", "a"), ("twitch", "b"), ("niconico", "a")]
    assert all([await do(store, lambda tx, key=key: tx.remember(*key, "m1")) for key in keys])


async def test_a_message_is_known_after_a_restart(path: Path) -> None:
    async with await Store.open(path) as store:
        await do(store, lambda tx: tx.remember("twitch", "ch", "m1"))
    async with await Store.open(path) as store:
        assert not await do(store, lambda tx: tx.remember("twitch", "ch", "m1"))
        assert await do(store, lambda tx: tx.remember("twitch", "ch", "m2"))


async def test_a_message_of_a_unit_that_failed_may_come_again(store: Store) -> None:
    async def fails(tx: Tx) -> None:
        assert await tx.remember("twitch", "ch", "m1")
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await do(store, fails)
    assert await do(store, lambda tx: tx.remember("twitch", "ch", "m1"))


async def test_old_ids_are_forgotten_and_young_ones_are_not(path: Path) -> None:
    async with await Store.open(path) as store:
        await do(store, lambda tx: tx.remember("p", "c", "old", 1_000))
        await do(store, lambda tx: tx.remember("p", "c", "young", 2_000))
        await do(store, lambda tx: tx.forget_before(2_000))
        assert not await do(store, lambda tx: tx.remember("p", "c", "young"))
        assert await do(store, lambda tx: tx.remember("p", "c", "old"))


async def test_a_purge_that_was_taken_back_forgets_nothing(store: Store) -> None:
    await do(store, lambda tx: tx.remember("p", "c", "m", 1_000))

    async def fails(tx: Tx) -> None:
        await tx.forget_before(2_000)
        raise RuntimeError

    with pytest.raises(RuntimeError):
        await do(store, fails)
    assert not await do(store, lambda tx: tx.remember("p", "c", "m"))


async def test_ids_of_one_hash_are_told_apart(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seen, "digest", staticmethod(lambda key: 7))
    assert await do(store, lambda tx: tx.remember("p", "c", "m1"))
    assert await do(store, lambda tx: tx.remember("p", "c", "m2"))
    assert not await do(store, lambda tx: tx.remember("p", "c", "m1"))


async def test_more_ids_than_memory_holds_are_still_known(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Seen, "LIMIT", 10)
    async with await Store.open(path) as store:
        for i in range(25):
            assert await do(store, lambda tx, i=i: tx.remember("p", "c", f"m{i}"))
        for i in range(25):
            assert not await do(store, lambda tx, i=i: tx.remember("p", "c", f"m{i}"))
    async with await Store.open(path) as store:
        assert not await do(store, lambda tx: tx.remember("p", "c", "m3"))
        assert await do(store, lambda tx: tx.remember("p", "c", "new"))


async def test_a_unit_that_fails_while_memory_overflows_loses_no_id(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Seen, "LIMIT", 3)

    async def fails(tx: Tx) -> None:
        for i in range(6):
            await tx.remember("p", "c", f"f{i}")
        raise RuntimeError

    await do(store, lambda tx: tx.remember("p", "c", "kept"))
    with pytest.raises(RuntimeError):
        await do(store, fails)
    assert not await do(store, lambda tx: tx.remember("p", "c", "kept"))
    assert await do(store, lambda tx: tx.remember("p", "c", "f0"))


async def test_a_command_keeps_its_first_answer(path: Path) -> None:
    async def act(tx: Tx) -> str | None:
        before = await tx.answer("uuid")
        if before is None:
            await tx.keep_answer("uuid", '{"rev": 1}')
        return before

    async with await Store.open(path) as store:
        both = await asyncio.gather(store.writer.submit(Job(act)), store.writer.submit(Job(act)))
        assert both == [None, '{"rev": 1}']
    async with await Store.open(path) as store:
        assert await do(store, act) == '{"rev": 1}'
        await do(store, lambda tx: tx.forget_before(tx.now + 1))
        assert await do(store, act) is None
