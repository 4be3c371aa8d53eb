"""A table that changes from one family of games to another and back (the dealer's ``game``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.pit.verify import verify
from tests.pit.rig import Hall

WHEEL, CARDS = "european-roulette", "tournament"


async def play(hall: Hall, game: str) -> None:
    """One round of a game, to its end."""
    if hall.table.game != game:
        assert await hall.do("game", game) == "done"
    assert await hall.do("open") == "done"
    match game:
        case "video-poker":
            assert await hall.say("aya", "deal 1") == []
            assert await hall.say("aya", "hold all") == []
        case "stud":
            assert await hall.say("aya", "ante 1") == []
            assert await hall.do("deal") == "done"
            assert await hall.say("aya", "pass") == []
        case "slots":
            assert await hall.say("aya", "spin") == []
        case "baccarat":
            assert await hall.say("aya", "player 1") == ["spots_taken"]
            assert await hall.do("deal") == "done"
        case "european-roulette":
            assert await hall.say("aya", "red 1") == ["spots_taken"]
            assert await hall.do("spin") == "done"
        case _:
            if hall.table.seat_of(hall.player("aya")) is None:  # type: ignore[arg-type]
                assert await hall.say("aya", "join") == ["seated"]
            assert (await hall.say("aya", "bet 10"))[0] == "bet_taken"
            assert await hall.do("deal") == "done"
            for _ in range(5):
                if hall.phase != "idle":
                    await hall.do("timeout")
    assert hall.phase == "idle", game


ORDERS = (
    ("tournament", "european-roulette", "tournament", "baccarat", "multihand"),
    ("european-roulette", "stud", "slots", "video-poker", "tournament"),
    ("tournament", "video-poker", "tournament", "stud", "european-roulette"),
    ("slots", "video-poker", "baccarat", "slots", "stud"),
    ("video-poker", "baccarat", "tournament", "video-poker", "slots"),
)


@pytest.mark.parametrize("order", ORDERS, ids="-".join)
@pytest.mark.parametrize("seed", [1, 2])
async def test_every_game_can_follow_every_other(tmp_path: Path, order: tuple[str, ...], seed: int) -> None:
    """Each on a shoe made for it, read back after a restart each time, and every shoe checked in the end."""
    path = tmp_path / "evening.db"
    async with Hall(path, table=CARDS, seed=seed) as hall:
        await hall.say("aya", "points")
        for game in order:
            await play(hall, game)
            before = hall.table.snapshot()
            await hall.reopen()
            assert hall.table.snapshot() == before, game
            await hall.assert_sound()
    for one in await verify(path):
        assert one["failures"] == []


async def test_a_spin_is_not_drawn_again_after_a_restart(tmp_path: Path) -> None:
    async with Hall(tmp_path / "evening.db", table=CARDS) as hall:
        await play_cards_then_wheel(hall)
        drawn = hall.table.shoe.rolls
        await hall.reopen()
        assert hall.table.shoe.rolls == drawn == 3
        assert hall.floor.frame(CARDS).public["play"]["history"] == hall.table.carried[WHEEL]["history"]


async def play_cards_then_wheel(hall: Hall) -> None:
    await hall.deal({"aya": 10})
    while hall.phase != "idle":
        await hall.do("timeout")
    await hall.do("game", WHEEL)
    for _ in range(3):
        await hall.do("open")
        await hall.say("aya", "red 1")
        await hall.do("spin")


async def test_an_undo_across_the_change_is_read_back(tmp_path: Path) -> None:
    """Back into the cards' round after the wheel was opened: its rows come after the wheel's opening."""
    async with Hall(tmp_path / "evening.db", table=CARDS, cards="KS 9C QD 8H") as hall:
        await hall.deal({"aya": 10})
        await hall.say("aya", "st")
        assert await hall.points() == {"aya": 510}
        await hall.do("game", WHEEL)
        await hall.do("open")
        for _ in range(3):
            assert await hall.do("undo") == "done"
        assert hall.phase == "playing"
        await hall.reopen()
        assert hall.phase == "playing"
        await hall.say("aya", "st")
        assert await hall.points() == {"aya": 510}
        await hall.assert_sound()
        await hall.reopen()
        assert await hall.points() == {"aya": 510}


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        ("european-roulette", "video-poker", "again"),
        ("baccarat", "stud", "again"),
        ("video-poker", "tournament", "again"),
        ("european-roulette", "baccarat", "again"),
    ],
)
async def test_again_is_of_the_same_family(tmp_path: Path, first: str, then: str, said: str) -> None:
    async with Hall(tmp_path / "evening.db", table=CARDS) as hall:
        await hall.say("aya", "join")
        await play(hall, first)
        await hall.do("game", then)
        await hall.do("open")
        assert await hall.say("aya", said) == ["no_last_bet"]
        await hall.assert_sound()


@pytest.mark.parametrize("game", ["video-poker", "stud", WHEEL, "baccarat", "slots"])
async def test_the_source_may_change_while_bets_are_open(tmp_path: Path, game: str) -> None:
    """From real cards to the table's own, which has no shoe yet."""
    async with Hall(tmp_path / "evening.db", table=game, source="hand") as hall:
        await hall.say("aya", "points")
        await hall.do("open")
        assert await hall.do("source", "shoe") == "done"
        match game:
            case "video-poker":
                await hall.say("aya", "deal 1")
                await hall.say("aya", "hold none")
            case "stud":
                await hall.say("aya", "ante 1")
                await hall.do("deal")
                await hall.say("aya", "pass")
            case "slots":
                await hall.say("aya", "spin")
            case _:
                await hall.say("aya", "player 1" if game == "baccarat" else "red 1")
                await hall.do("deal")
        assert hall.phase == "idle"
        await hall.assert_sound()
