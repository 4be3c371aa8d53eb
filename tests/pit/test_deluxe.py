"""Deluxe Blackjack in the pit: the burn off a verifiable shoe, and players beside the seats (rulings 10)."""

from __future__ import annotations

from pathlib import Path

from bot.cards import parse_card
from bot.pit.entries import Burn
from bot.pit.shoes import ShoeLine, dealt
from bot.pit.verify import verify
from bot.points import MAIN_ECONOMY
from tests.pit.rig import Hall


async def a_round(hall: Hall) -> None:
    await hall.do("open")
    await hall.say("aya", "bet 10")
    await hall.do("deal")
    while hall.table.live is not None:
        await hall.do("next")


async def test_10_1_the_burn_is_part_of_the_shoe_that_is_verified(tmp_path: Path) -> None:
    path = tmp_path / "chatjack.db"
    async with Hall(path, seed=3, table="deluxe") as hall:
        await a_round(hall)
        (burn,) = [entry.thing for entry in hall.actor.book.log if isinstance(entry.thing, Burn)]
        assert len(burn.cards) == 1 + burn.cards[0].value
        (burnt,) = [event for frame in hall.frames for event in frame.events if event["type"] == "burnt"]
        assert burnt == {"type": "burnt", "card": burn.cards[0].text, "count": burn.cards[0].value}
        for _ in range(3):
            await hall.do("shuffle")
            await a_round(hall)
        books = hall.store.public(MAIN_ECONOMY)
        line = ShoeLine("deluxe", "blackjack")
        await line.catch_up(books)
        first = line.brought(hall.table.number)[0]
        assert first.over
        rounds = await dealt(books, "deluxe", "blackjack", first)
        await books.close()
        assert [parse_card(text) for text in rounds[0]["cards"][: len(burn.cards)]] == list(burn.cards)
    reports = await verify(path)
    assert len(reports) == 4
    assert all(report["failures"] == [] for report in reports)


async def test_10_1_real_cards_are_burnt_by_hand() -> None:
    async with Hall(table="deluxe", source="hand") as hall:
        await hall.do("open")
        assert not [entry for entry in hall.actor.book.log if isinstance(entry.thing, Burn)]


async def test_10_3_the_view_names_who_is_behind_and_who_is_asked() -> None:
    async with Hall(table="deluxe", cards="5S 9D 6S 8D TH") as hall:
        await hall.do("open")
        await hall.say("aya", "bet 100")
        await hall.say("ben", "behind 1 50")
        await hall.say("ben", "pair 1 10")
        await hall.do("deal")
        await hall.say("aya", "dd")
        view = hall.floor.frame(None).public
        seat = view["seats"][0]
        assert seat["behind"][0]["player"]["name"] == "ben"
        assert (seat["pairs"][0]["result"], seat["pairs"][0]["returned"]) == ("lose", 0)
        assert [(one["seat"], one["player"]["name"]) for one in view["asked_behind"]] == [(1, "ben")]
        assert (view["phase"], view["say"]) == ("following", ["follow", "no"])


async def test_10_3_follow_is_heard_though_nobody_waits_at_the_follower_s_own_table() -> None:
    async with Hall(table=("tournament", "deluxe"), cards="5S 9D 6S 8D TH") as hall:
        await hall.say("ben", "#1 join")
        await hall.do("open", table="deluxe")
        await hall.say("aya", "#2 bet 100")
        await hall.say("ben", "#2 behind 1 50")
        await hall.do("deal", table="deluxe")
        await hall.say("aya", "dd")
        await hall.say("ben", "フォロー")
        assert (await hall.balances())["ben"] == 60_000
