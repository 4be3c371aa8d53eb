"""Links, silence and forgetting, in the store and through a restart."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.amounts import points
from bot.points import (
    MAIN_ECONOMY,
    AccountId,
    BadReversal,
    SeasonLine,
    SeasonRules,
    Silenced,
    Store,
    Tx,
)
from tests.points.helpers import PLAIN, do, raw, seen, stake

ECONOMY = MAIN_ECONOMY


async def linked(store: Store) -> tuple[int, int]:
    """aya, and her second account, which acts as her now."""
    aya, other = await seen(store, "aya", "綾"), await seen(store, "other", "aya_tw")
    await do(store, lambda tx: tx.link(ECONOMY, "practice", "other", "aya_tw", aya.account, "dock"))
    return aya.account, other.account


async def speak(store: Store, user: str, name: str) -> int:
    viewer = await do(store, lambda tx: tx.viewer(ECONOMY, "practice", user, name, PLAIN))
    return viewer.account


async def test_the_second_accounts_points_go_over_and_it_acts_as_the_first(path: Path):
    async with await Store.open(path) as store:
        aya, other = await linked(store)
        assert await speak(store, "other", "aya_tw2") == aya
    async with await Store.open(path) as store:
        assert (await store.balance(aya), await store.balance(other)) == (2 * PLAIN.initial, 0)
        everyone = await do(store, lambda tx: tx.everyone(ECONOMY))
        assert [one.account for one in everyone] == [aya], "who acts as another takes no part of their own"
        assert await speak(store, "other", "aya_tw3") == aya, "after a restart, too"
        viewer = await store.viewer(aya)
        assert viewer is not None
        assert viewer.name == "綾", "an alias does not give its name"
        (transfer,) = [one.transfer for one in await store.history(aya) if one.transfer.reason == "merge"]
        assert (transfer.debit, transfer.credit, transfer.amount) == (other, aya, PLAIN.initial)
        assert (await store.audit()).clean


async def test_one_without_an_account_is_linked_without_points(path: Path):
    async with await Store.open(path) as store:
        aya = await seen(store, "aya")
        alias = await do(store, lambda tx: tx.link(ECONOMY, "twitch", "77", "aya", aya.account, "dock"))
        assert (alias.own, alias.transfer) == (None, None)
        viewer = await do(store, lambda tx: tx.viewer(ECONOMY, "twitch", "77", "aya", PLAIN))
        assert (viewer.account, viewer.created) == (aya.account, False)
        assert await store.balance(aya.account) == PLAIN.initial


async def test_links_do_not_form_chains(path: Path):
    async with await Store.open(path) as store:
        aya, _ = await linked(store)
        third = await seen(store, "third")
        with pytest.raises(ValueError, match="cannot act"):
            await do(store, lambda tx: tx.link(ECONOMY, "practice", "other", "x", third.account, "dock"))
        with pytest.raises(ValueError, match="cannot act"):
            await do(store, lambda tx: tx.link(ECONOMY, "practice", "aya", "x", aya, "dock"))
        await do(store, lambda tx: tx.link(ECONOMY, "practice", "aya", "x", third.account, "dock"))
        assert await speak(store, "other", "x") == third.account, "who acted as aya acts as the third now"
        assert await store.balance(third.account) == 3 * PLAIN.initial


async def test_unlinking_leaves_the_points_or_brings_them_back(path: Path):
    async with await Store.open(path) as store:
        aya, other = await linked(store)
        (alias,) = store.aliases(ECONOMY)
        await do(store, lambda tx: tx.unlink(alias, "dock"))
        assert await speak(store, "other", "o") == other
        assert (await store.balance(aya), await store.balance(other)) == (2 * PLAIN.initial, 0)
        again = await do(store, lambda tx: tx.link(ECONOMY, "practice", "other", "o", aya, "dock"))
        assert again.transfer is None, "there was nothing to bring"
        await do(store, lambda tx: tx.unlink(alias, "dock", back=True))
        assert (await store.balance(aya), await store.balance(other)) == (PLAIN.initial, PLAIN.initial)
        with pytest.raises(BadReversal):
            await do(store, lambda tx: tx.unlink(alias, "dock", back=True))
        assert (await store.audit()).clean


async def test_what_was_spent_meanwhile_is_covered(path: Path):
    async with await Store.open(path) as store:
        aya, other = await linked(store)
        (alias,) = store.aliases(ECONOMY)
        spent = points(900)
        await do(store, lambda tx: stake(tx, aya, spent))
        await do(store, lambda tx: tx.unlink(alias, "dock", back=True))
        assert (await store.balance(aya), await store.balance(other)) == (0, PLAIN.initial)
        assert (await store.audit({"tournament"})).clean


async def test_a_link_that_fails_half_way_never_was(path: Path):
    async with await Store.open(path) as store:
        aya, other = await seen(store, "aya"), await seen(store, "other")

        async def fail(tx: Tx) -> None:
            await tx.link(ECONOMY, "practice", "other", "o", aya.account, "dock")
            raise RuntimeError("no")

        with pytest.raises(RuntimeError):
            await do(store, fail)
        assert store.aliases(ECONOMY) == []
        assert await speak(store, "other", "o") == other.account


async def test_the_forgotten_leave_nothing_that_tells_who_they_were(path: Path):
    async with await Store.open(path) as store:
        aya, other = await linked(store)
        await speak(store, "aya", "新しい綾")
        assert await do(store, lambda tx: tx.forget(aya, "名無し")) == f"名無し{aya}"
        viewer = await store.viewer(aya)
        assert viewer is not None
        assert viewer.user_id.startswith("forgotten-")
        assert viewer.balance == 2 * PLAIN.initial, "the ledger stays"
        fresh = await speak(store, "aya", "綾")
        assert fresh not in (aya, other), "whoever it was is a stranger"
        assert await speak(store, "other", "o") not in (aya, other)
        assert (await store.audit()).clean
    with raw(path) as file:
        held = [row for name in ("viewers", "aliases") for row in file.execute(f"SELECT * FROM {name}")]
        ids = [
            user for (user,) in file.execute("SELECT user_id FROM accounts WHERE id IN (?, ?)", (aya, other))
        ]
    assert "綾" not in repr([row for row in held if row[0] in (aya, other)])
    assert all(user.startswith("forgotten-") for user in ids)
    assert ["aya_tw" in repr(held)] == [False]
    async with await Store.open(path) as store:
        assert await speak(store, "aya", "綾") == fresh


async def test_final_rankings_forget_too(path: Path):
    line = SeasonLine(AccountId(0), "綾", "plain", points(5), points(5), points(5))
    async with await Store.open(path) as store:
        aya = await seen(store, "aya", "綾")
        season = await do(store, lambda tx: tx.add_season(ECONOMY, "春", SeasonRules()))
        await do(store, lambda tx: tx.add_lines(season, [replace(line, account=aya.account)]))
        await do(store, lambda tx: tx.forget(aya.account, "名無し"))
        (kept,) = await store.season_lines(season.id)
        assert kept.name == f"名無し{aya.account}"


async def test_the_silenced_are_known_after_a_restart_until_they_are_let_speak(path: Path):
    one = Silenced(ECONOMY, "twitch", "5", "banned", "spam", since=10, until=20)
    async with await Store.open(path) as store:

        async def both(tx: Tx) -> None:
            tx.silence(one)
            tx.silence(Silenced(ECONOMY, "twitch", "5", "ignored", "spam", since=11))

        await do(store, both)
    async with await Store.open(path) as store:
        banned, ignored = store.silenced(ECONOMY)
        assert banned == one
        assert (banned.holds(19), banned.holds(20), ignored.holds(10**15)) == (True, False, True)

        async def lift(tx: Tx) -> None:
            tx.silence(Silenced(ECONOMY, "twitch", "5", "ignored", "spam", since=11, lifted_at=30))

        await do(store, lift)
    async with await Store.open(path) as store:
        assert store.silenced(ECONOMY) == [one]


async def test_0003_keeps_a_database_of_the_version_before(path: Path, tmp_path: Path):
    import shutil

    from bot.points.schema import MIGRATIONS, prepare

    old = tmp_path / "old"
    shutil.copytree(MIGRATIONS, old)
    (old / "versions" / "0003_identity.py").unlink()
    prepare(path, migrations=old, head="0002")
    with raw(path) as file:
        file.execute("INSERT INTO accounts VALUES (1, 'main', 'viewer', 'twitch', '7', '', 0, 5)")
        file.execute("INSERT INTO viewers VALUES (1, '綾', '綾', 'あや', 'plain')")
    async with await Store.open(path) as store:
        alias = await do(store, lambda tx: tx.link(ECONOMY, "niconico", "9", "n", 1, "dock"))
        assert store.aliases(ECONOMY) == [alias]
