"""What anybody may know of a table's shoes: a seed only when its shoe is over (design 8)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cards import Card
from bot.cards.shoe import cards_of, roll, shuffled
from bot.pit.shoes import ROUNDS_AFTER, Brought, ShoeLine, dealt
from bot.points import MAIN_ECONOMY, PublicBooks
from tests.pit.rig import TABLE, Hall
from tests.web.lobby.evening import play


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "evening.db", fresh_seeds=True) as opened:
        yield opened


@pytest.fixture
async def books(hall: Hall) -> AsyncIterator[PublicBooks]:
    found = hall.store.public(MAIN_ECONOMY)
    yield found
    await found.close()


async def state(hall: Hall, books: PublicBooks, line: ShoeLine) -> list[Brought]:
    await line.catch_up(books)
    return line.brought(hall.table.number)


async def test_a_shoe_is_over_two_rounds_into_the_next(hall: Hall, books: PublicBooks) -> None:
    line = ShoeLine(TABLE, "blackjack")
    assert await state(hall, books, line) == []
    await play(hall, "aya")
    await hall.do("shuffle")
    assert [one.over for one in await state(hall, books, line)] == [False]
    await play(hall, "aya")
    assert [one.over for one in await state(hall, books, line)] == [False, False]
    for _ in range(ROUNDS_AFTER):
        await play(hall, "aya")
    found = await state(hall, books, line)
    assert [(one.made.shoe, one.over) for one in found] == [(1, True), (2, False)]
    anew = ShoeLine(TABLE, "blackjack")
    assert await state(hall, books, anew) == found, "read at once or bit by bit"


async def test_a_shoe_that_undo_brings_back_is_in_use_again(hall: Hall, books: PublicBooks) -> None:
    line = ShoeLine(TABLE, "blackjack")
    await play(hall, "aya")
    await hall.do("shuffle")
    assert await hall.do("open") == "done"
    assert [one.made.shoe for one in await state(hall, books, line)] == [1, 2]
    assert await hall.do("undo") == "done"
    assert [(one.made.shoe, one.until) for one in await state(hall, books, line)] == [(1, None)]
    assert await hall.do("redo") == "done"
    assert [one.made.shoe for one in await state(hall, books, line)] == [1, 2]


async def test_what_was_dealt_is_what_the_seed_says(hall: Hall, books: PublicBooks) -> None:
    line = ShoeLine(TABLE, "blackjack")
    await play(hall, "aya", "ben")
    await play(hall, "aya", "ben")
    await hall.do("open")
    await hall.do("undo")
    await hall.do("shuffle")
    for _ in range(1 + ROUNDS_AFTER):
        await play(hall, "aya", "ben")
    first = (await state(hall, books, line))[0]
    rounds = await dealt(books, TABLE, "blackjack", first)
    assert [one["round"] for one in rounds] == [1, 2]
    seed = await books.seed(TABLE, "1")
    assert seed is not None
    order: list[Card] = list(shuffled(cards_of(6), seed, "", 1))
    cards = [card for one in rounds for card in one["cards"]]
    assert len(cards) >= 10
    assert cards == [card.text for card in order[: len(cards)]]


async def test_the_cards_of_a_shoe_in_use_are_never_told(hall: Hall, books: PublicBooks) -> None:
    await play(hall, "aya")
    (shoe,) = await state(hall, books, ShoeLine(TABLE, "blackjack"))
    with pytest.raises(AssertionError):
        await dealt(books, TABLE, "blackjack", shoe)


async def test_dice_are_among_what_was_dealt(tmp_path: Path) -> None:
    async with Hall(tmp_path / "die.db", table="unknown-dealer", fresh_seeds=True) as hall:
        books = hall.store.public(MAIN_ECONOMY)
        for seat in range(2, 7):
            await hall.do("house", seat)
        await play(hall, "aya")
        await hall.do("shuffle")
        for _ in range(1 + ROUNDS_AFTER):
            await play(hall, "aya")
        line = ShoeLine("unknown-dealer", "blackjack")
        first = (await state(hall, books, line))[0]
        rounds = await dealt(books, "unknown-dealer", "blackjack", first)
        seed = await books.seed("unknown-dealer", "1")
        assert seed is not None
        assert rounds[0]["rolls"] == [roll(seed, "", 1, 0)]
        await books.close()
