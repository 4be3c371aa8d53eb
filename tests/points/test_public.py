"""What of the books anybody may see: nobody who is hidden, linked away or forgotten, and no ids."""

from __future__ import annotations

import dataclasses
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.amounts import points
from bot.points import (
    MAIN_ECONOMY,
    AccountId,
    PublicBooks,
    RankTable,
    Seen,
    Silenced,
    Store,
    StoreError,
    Tally,
    Tx,
    season_book,
)
from bot.points.seasons import SeasonRules

FIRST = RankTable.load().first
NOW = 1_000_000


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with await Store.open(tmp_path / "chatjack.db", clock=lambda: NOW) as opened:
        yield opened


@pytest.fixture
async def books(store: Store) -> AsyncIterator[PublicBooks]:
    found = store.public(MAIN_ECONOMY)
    yield found
    await found.close()


async def arrive(store: Store, *names: str, platform: str = "twitch") -> dict[str, AccountId]:
    async def work(tx: Tx) -> dict[str, AccountId]:
        return {
            name: (await tx.viewer(MAIN_ECONOMY, platform, f"id-{name}", name, FIRST)).account
            for name in names
        }

    return await store.do(work)


async def silence(store: Store, name: str, until: int = 0, lifted: int = 0) -> None:
    async def work(tx: Tx) -> None:
        tx.silence(Silenced(MAIN_ECONOMY, "twitch", f"id-{name}", "banned", name, 1, until, lifted))

    await store.do(work)


async def seen(books: PublicBooks, now: int = NOW) -> list[str]:
    return [one.name for one in await books.richest(now, 100)]


async def test_who_is_banned_or_ignored_is_not_seen_until_it_is_over(store: Store, books: PublicBooks):
    accounts = await arrive(store, "aya", "ben", "chie")
    await silence(store, "aya")
    await silence(store, "ben", until=NOW + 1)
    assert await seen(books) == ["chie"]
    assert await seen(books, NOW + 1) == ["ben", "chie"]
    assert set(await books.viewers(accounts.values(), NOW)) == {accounts["chie"]}
    await silence(store, "aya", lifted=NOW)
    assert await seen(books) == ["aya", "chie"]


async def test_who_acts_as_somebody_else_is_not_seen_twice(store: Store, books: PublicBooks):
    accounts = await arrive(store, "aya", "aya2")

    async def link(tx: Tx) -> None:
        await tx.link(MAIN_ECONOMY, "twitch", "id-aya2", "aya2", accounts["aya"], "dealer")

    await store.do(link)
    assert await seen(books) == ["aya"]


async def test_who_is_forgotten_is_not_seen_in_final_rankings_either(store: Store, books: PublicBooks):
    accounts = await arrive(store, "aya", "ben")

    async def play(tx: Tx) -> int:
        season = await season_book.start(tx, MAIN_ECONOMY, "A", SeasonRules(), RankTable.load())
        return season.id

    number = await store.do(play)
    await win(store, accounts)

    async def end(tx: Tx) -> None:
        (season,) = await tx.seasons(MAIN_ECONOMY)
        await season_book.end(tx, season, RankTable.load())

    await store.do(end)
    assert [one.name for one in await books.season_lines(number, NOW)] == ["aya", "ben"]

    async def forget(tx: Tx) -> None:
        await tx.forget(accounts["ben"], "somebody")

    await store.do(forget)
    assert await seen(books) == ["aya"]
    assert [one.name for one in await books.season_lines(number, NOW)] == ["aya"]
    await silence(store, "aya")
    assert await books.season_lines(number, NOW) == []


async def win(store: Store, accounts: dict[str, AccountId]) -> None:
    from bot.points import AccountKind, Transfer

    async def work(tx: Tx) -> None:
        escrow = await tx.system(AccountKind.ESCROW, MAIN_ECONOMY, "tournament")
        house = await tx.system(AccountKind.HOUSE, MAIN_ECONOMY)
        for account in accounts.values():
            where = ("tournament", 1, 1, "x")
            await tx.post(
                [
                    Transfer(account, escrow, points(100), "stake", *where),
                    Transfer(house, escrow, points(150), "bank", *where),
                    Transfer(escrow, account, points(250), "win", *where),
                ]
            )

    await store.do(work)


@pytest.mark.parametrize("piece", [1, 3, 1000])
async def test_a_tally_caught_up_by_a_reader_is_the_writers(
    store: Store, books: PublicBooks, piece: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.points.public.PIECE", piece)
    accounts = await arrive(store, "aya", "ben")
    mine, theirs = Tally(0, MAIN_ECONOMY), Tally(0, MAIN_ECONOMY)
    await books.catch_up(mine)
    for _ in range(2):
        await win(store, accounts)
        await books.catch_up(mine)
    await store.do(lambda tx: tx.catch_up(theirs))
    assert mine == theirs
    assert mine.net(accounts["aya"]) == points(300)
    assert mine.best(accounts["aya"]) == points(300), "both were round 1"


async def test_a_name_that_is_the_platforms_id_is_not_told(store: Store, books: PublicBooks):
    async def work(tx: Tx) -> None:
        await tx.viewer(MAIN_ECONOMY, "niconico", "12345678", "12345678", FIRST)
        await tx.viewer(MAIN_ECONOMY, "practice", "aya", "aya", FIRST)

    await store.do(work)
    assert sorted(await seen(books)) == ["", "aya"]


def test_no_field_could_hold_an_id_or_a_seed():
    assert {field.name for field in dataclasses.fields(Seen)} == {"account", "name", "rank", "points"}


async def test_another_economy_is_another_house(store: Store, books: PublicBooks):
    await arrive(store, "aya")

    async def work(tx: Tx) -> None:
        await tx.viewer("other", "twitch", "id-ben", "ben", FIRST)

    await store.do(work)
    assert await seen(books) == ["aya"]
    other = store.public("other")
    assert [one.name for one in await other.richest(NOW, 10)] == ["ben"]
    await other.close()


async def test_a_store_in_memory_has_a_public_side_too():
    async with await Store.open(None) as store:
        await arrive(store, "aya")
        books = store.public(MAIN_ECONOMY)
        assert await seen(books) == ["aya"]
        await books.close()
        assert await seen(books) == ["aya"], "the connection is the store's"


# --- opened by itself, to be read --------------------------------------------------------------------------


async def test_a_database_is_read_beside_a_running_floor(store: Store):
    await arrive(store, "aya")
    assert store.path is not None
    books = await PublicBooks.open(store.path, MAIN_ECONOMY)
    assert await seen(books) == ["aya"]
    await arrive(store, "ben")
    assert await seen(books) == ["aya", "ben"]
    await books.close()


async def test_reading_changes_nothing_and_cannot(tmp_path: Path):
    path = tmp_path / "chatjack.db"
    async with await Store.open(path) as store:
        await arrive(store, "aya")
    before = path.read_bytes()
    books = await PublicBooks.open(path, MAIN_ECONOMY)
    await seen(books)
    async with books._readers.snapshot() as connection:
        with pytest.raises(Exception, match="readonly"):
            await connection.exec_driver_sql("DELETE FROM viewers")
    await books.close()
    assert path.read_bytes() == before


async def test_an_older_database_is_not_migrated(tmp_path: Path):
    path = tmp_path / "chatjack.db"
    async with await Store.open(path):
        pass
    _revision(path, "0001")
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        await PublicBooks.open(path, MAIN_ECONOMY)
    assert caught.value.code == "older_schema"
    assert path.read_bytes() == before
    _revision(path, "9999")
    with pytest.raises(StoreError) as caught:
        await PublicBooks.open(path, MAIN_ECONOMY)
    assert caught.value.code == "newer_schema"


def _revision(path: Path, revision: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@pytest.mark.parametrize(
    ("content", "code"), [(b"no database at all, this is text" * 40, "damaged"), (b"", "foreign")]
)
async def test_what_is_no_database_is_named(tmp_path: Path, content: bytes, code: str):
    path = tmp_path / "chatjack.db"
    path.write_bytes(content)
    with pytest.raises(StoreError) as caught:
        await PublicBooks.open(path, MAIN_ECONOMY)
    assert caught.value.code == code
    assert path.read_bytes() == content


async def test_a_database_that_is_not_there_is_not_made(tmp_path: Path):
    path = tmp_path / "none.db"
    with pytest.raises(StoreError):
        await PublicBooks.open(path, MAIN_ECONOMY)
    assert not path.is_file()
