"""Rulings 1 and design 4: exact points, double entry, viewers keyed by platform and user id."""

from __future__ import annotations

import asyncio

import pytest

from bot.amounts import Amount, points
from bot.points import AccountId, AccountKind, InsufficientPoints, JournalRow, NotCounted, Store, Transfer, Tx
from tests.points.helpers import FIRST, PLAIN, Job, do, payout, raw, seen, stake


async def test_3_2_a_new_viewer_gets_the_first_ranks_points_from_the_gifts_account(store: Store) -> None:
    viewer = await seen(store)
    assert viewer.created
    assert (viewer.rank, viewer.balance) == ("plain", FIRST)
    gifts = await store.system_account(AccountKind.GIFTS, "main")
    assert gifts is not None
    assert await store.balance(gifts) == -FIRST
    (only,) = await store.history(viewer.account)
    assert (only.transfer.debit, only.transfer.credit, only.transfer.reason) == (
        gifts,
        viewer.account,
        "first_points",
    )


async def test_seen_again_is_not_new(store: Store) -> None:
    first, again = await seen(store), await seen(store)
    assert (again.account, again.balance, again.created) == (first.account, FIRST, False)


async def test_1_2_a_stake_lies_in_escrow(store: Store) -> None:
    viewer = await seen(store)
    await do(store, lambda tx: stake(tx, viewer.account, points(120)))
    escrow = await store.system_account(AccountKind.ESCROW, "main", "tournament")
    assert escrow is not None
    assert await store.balance(escrow) == points(120)
    assert await store.balance(viewer.account) == FIRST - points(120)


async def test_1_2_nobody_goes_below_zero_and_the_shortfall_is_named(store: Store) -> None:
    viewer = await seen(store)
    with pytest.raises(InsufficientPoints) as short:
        await do(store, lambda tx: stake(tx, viewer.account, Amount(FIRST + 1)))
    assert (short.value.account, short.value.shortfall) == (viewer.account, 1)
    assert await store.balance(viewer.account) == FIRST
    assert len(await store.history(viewer.account)) == 1


async def test_a_unit_may_catch_the_shortfall_and_go_on(store: Store) -> None:
    viewer = await seen(store)

    async def all_or_something(tx: Tx) -> Amount:
        try:
            await stake(tx, viewer.account, Amount(FIRST * 2))
        except InsufficientPoints:
            await stake(tx, viewer.account, FIRST)
        return tx.balance(viewer.account)

    assert await do(store, all_or_something) == 0
    assert (await store.audit()).clean


async def test_an_escrow_cannot_pay_what_does_not_lie_on_it(store: Store) -> None:
    viewer = await seen(store)

    async def pay(tx: Tx) -> None:
        escrow = await tx.system(AccountKind.ESCROW, "main", "tournament")
        await tx.post([Transfer(escrow, viewer.account, points(1), "payout")])

    with pytest.raises(InsufficientPoints):
        await do(store, pay)


async def test_a_post_is_judged_on_its_net(store: Store) -> None:
    """The house's winnings may be listed before what pays for them."""
    viewer = await seen(store)

    async def settle(tx: Tx) -> None:
        escrow = await tx.system(AccountKind.ESCROW, "main", "tournament")
        house = await tx.system(AccountKind.HOUSE, "main")
        await tx.post(
            [
                Transfer(escrow, viewer.account, points(50), "payout"),
                Transfer(house, escrow, points(50), "funding"),
            ]
        )

    await do(store, settle)
    assert await store.balance(viewer.account) == FIRST + points(50)


async def test_a_refused_post_leaves_nothing_of_its_transfers(store: Store) -> None:
    aya, ben = await seen(store, "aya"), await seen(store, "ben")

    async def both(tx: Tx) -> None:
        escrow = await tx.system(AccountKind.ESCROW, "main", "tournament")
        with pytest.raises(InsufficientPoints):
            await tx.post(
                [
                    Transfer(aya.account, escrow, points(10), "stake"),
                    Transfer(ben.account, escrow, points(501), "stake"),
                ]
            )
        assert tx.balance(aya.account) == FIRST

    await do(store, both)
    assert await store.balance(aya.account) == FIRST


@pytest.mark.parametrize("amount", [0, -1, 2**63, True, 1.5])
async def test_1_1_only_positive_integers_are_moved(store: Store, amount: Amount) -> None:
    aya, ben = await seen(store, "aya"), await seen(store, "ben")
    with pytest.raises(ValueError, match="not an amount"):
        await do(store, lambda tx: tx.post([Transfer(aya.account, ben.account, amount, "gift")]))
    assert await store.balance(ben.account) == FIRST


async def test_nobody_pays_themselves(store: Store) -> None:
    aya = await seen(store)
    with pytest.raises(ValueError, match="itself"):
        await do(store, lambda tx: tx.post([Transfer(aya.account, aya.account, points(1), "gift")]))


async def test_points_do_not_cross_economies(store: Store) -> None:
    here, there = await seen(store, "aya"), await seen(store, "aya", economy="elsewhere")
    assert here.account != there.account
    with pytest.raises(ValueError, match="economies"):
        await do(store, lambda tx: tx.post([Transfer(here.account, there.account, points(1), "gift")]))


async def test_no_account_outgrows_64_bits(store: Store) -> None:
    viewer = await seen(store)
    most = Amount(2**62)

    async def twice(tx: Tx) -> None:
        await payout(tx, viewer.account, Amount(most - FIRST))
        await payout(tx, viewer.account, most)

    with pytest.raises(ValueError, match="too much"):
        await do(store, twice)
    assert await store.balance(viewer.account) == FIRST


async def test_an_unknown_account_is_an_error(store: Store) -> None:
    viewer = await seen(store)
    with pytest.raises(KeyError):
        await do(store, lambda tx: tx.post([Transfer(viewer.account, AccountId(99), points(1), "gift")]))


async def test_a_renamed_viewer_keeps_the_points(store: Store) -> None:
    before = await seen(store, "u1", "綾")
    await do(store, lambda tx: stake(tx, before.account, points(100)))
    after = await seen(store, "u1", "あや☆配信中")
    assert (after.account, after.name, after.balance) == (before.account, "あや☆配信中", FIRST - points(100))
    assert [it.account for it in await store.viewers_by_name("main", "あや☆配信中")] == [before.account]
    assert await store.viewers_by_name("main", "綾") == []


async def test_two_viewers_of_one_name_are_two_viewers(store: Store) -> None:
    one, two = await seen(store, "u1", "名無し"), await seen(store, "u2", "名無し")
    assert one.account != two.account
    assert len(await store.viewers_by_name("main", "名無し")) == 2


async def test_the_same_user_id_on_two_platforms_is_two_viewers(store: Store) -> None:
    one = await do(store, lambda tx: tx.viewer("main", "twitch", "1", "aya", PLAIN))
    two = await do(store, lambda tx: tx.viewer("main", "niconico", "1", "aya", PLAIN))
    assert one.account != two.account


@pytest.mark.parametrize("asked", ["Ａｙａ", "@aya", "AYA", " aya "])
async def test_names_are_found_whatever_their_width_and_case(store: Store, asked: str) -> None:
    viewer = await seen(store, "u1", "Aya")
    assert [it.account for it in await store.viewers_by_name("main", asked)] == [viewer.account]


async def test_a_name_with_half_a_character_is_stored_readably(store: Store) -> None:
    viewer = await seen(store, "u1", "bad\ud83dname\n")
    assert viewer.name == "bad?name"
    assert (await store.viewers("practice"))[0].name == "bad?name"


async def test_a_name_of_nothing_becomes_the_user_id(store: Store) -> None:
    assert (await seen(store, "u1", " \n ")).name == "u1"


async def test_five_former_names_are_kept(filed: Store) -> None:
    for number in range(8):
        await seen(filed, "u1", f"name{number}")
    await seen(filed, "u1", "name6")
    assert filed.path is not None
    with raw(filed.path) as file:
        ((former,),) = file.execute("SELECT former_names FROM viewers")
    assert former.split("\n") == ["name7", "name5", "name4", "name3", "name2"]


@pytest.mark.parametrize("user_id", ["", "\udc00"])
async def test_a_user_id_that_cannot_be_a_key_harms_nobody_else(store: Store, user_id: str) -> None:
    good = store.writer.submit(Job(lambda tx: tx.viewer("main", "p", "good", "good", PLAIN)))
    bad = store.writer.submit(Job(lambda tx: tx.viewer("main", "p", user_id, "bad", PLAIN)))
    assert (await good).balance == FIRST
    with pytest.raises(ValueError, match=r"empty key|surrogates"):
        await bad
    assert store.writer.tally.failed_commits == 0


async def test_text_that_cannot_be_stored_fails_before_it_reaches_the_database(store: Store) -> None:
    row = JournalRow("t", 1, 1, 0, 0, "aya", "half \ud83d")
    with pytest.raises(UnicodeEncodeError):
        await do(store, lambda tx: tx.journal([row]))
    assert store.writer.tally.failed_commits == 0


async def test_fifty_read_modify_writes_all_count(filed: Store) -> None:
    """The lost update: read a balance, think, write it back. All at once, and each must count."""
    viewer = await seen(filed)
    await do(filed, lambda tx: payout(tx, viewer.account, points(10_000)))

    async def half(tx: Tx) -> int:
        await asyncio.sleep(0)
        amount = Amount(tx.balance(viewer.account) // 50)
        await stake(tx, viewer.account, amount)
        return amount

    taken = await asyncio.gather(*[do(filed, half) for _ in range(50)])
    expected = FIRST + points(10_000)
    for amount in taken:
        assert amount == expected // 50
        expected -= amount
    assert await filed.balance(viewer.account) == expected
    assert (await filed.audit()).clean


async def test_two_at_once_cannot_spend_the_same_points(filed: Store) -> None:
    viewer = await seen(filed)
    jobs = [filed.writer.submit(Job(lambda tx: stake(tx, viewer.account, FIRST))) for _ in range(2)]
    first, second = await asyncio.gather(*jobs, return_exceptions=True)
    assert isinstance(first, list)
    assert isinstance(second, InsufficientPoints)
    assert await filed.balance(viewer.account) == 0


async def test_another_program_that_changes_a_balance_is_noticed(filed: Store) -> None:
    """Nothing may be decided on a balance that is not the stored one."""
    viewer = await seen(filed)
    assert filed.path is not None
    with raw(filed.path) as file:
        file.execute("UPDATE accounts SET balance = 100 WHERE id = ?", [viewer.account])
    with pytest.raises(InsufficientPoints):
        await do(filed, lambda tx: stake(tx, viewer.account, points(400)))
    assert filed.writer.tally.failed_commits == 1
    assert await filed.balance(viewer.account) == 100
    assert not (await filed.audit()).clean


async def test_another_program_that_posts_takes_no_number_from_us(filed: Store) -> None:
    viewer = await seen(filed)
    gifts = await filed.system_account(AccountKind.GIFTS, "main")
    assert filed.path is not None
    with raw(filed.path) as file:
        file.execute("BEGIN IMMEDIATE")
        file.execute(
            "INSERT INTO transfers (id, at, debit_id, credit_id, amount, reason, actor) "
            "VALUES (2, 0, ?, ?, 5, 'x', '')",
            [gifts, viewer.account],
        )
        file.execute("UPDATE accounts SET balance = balance + 5 WHERE id = ?", [viewer.account])
        file.execute("UPDATE accounts SET balance = balance - 5 WHERE id = ?", [gifts])
        file.execute("COMMIT")
    assert await do(filed, lambda tx: stake(tx, viewer.account, points(1))) == [3]
    assert await filed.balance(viewer.account) == FIRST + 5 - points(1)
    assert (await filed.audit()).clean


async def test_a_rule_only_the_database_knows_fails_that_unit_alone(store: Store) -> None:
    row = JournalRow("t", 1, 1, 0, 0, "aya", "seat 1: bet 100")
    await do(store, lambda tx: tx.journal([row]))
    jobs = [Job(lambda tx, i=i: tx.viewer("main", "p", f"u{i}", "", PLAIN)) for i in range(3)]
    futures = [store.writer.submit(jobs[0]), store.writer.submit(Job(lambda tx: tx.journal([row])))]
    futures += [store.writer.submit(job) for job in jobs[1:]]
    results = await asyncio.gather(*futures, return_exceptions=True)
    assert [type(it) for it in results] == [type(results[0]), NotCounted, type(results[0]), type(results[0])]
    assert len(await store.viewers("p")) == 3
    assert len(await store.journal("t")) == 1
