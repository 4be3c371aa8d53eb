"""Deluxe Blackjack in the pit: the burn off a verifiable shoe, and players beside the seats (rulings 10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cards import parse_card
from bot.pit.entries import Burn
from bot.pit.replay import play
from bot.pit.scenario import parse
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


BEHIND = ("aya: bet 100", "ben: behind 1 50")


@pytest.mark.parametrize(
    ("cards", "steps", "phase", "points"),
    [
        pytest.param(
            "5S 6H 6S 9C 9H 9H AC 9C 7H 8H",
            ["@open", *BEHIND, "ben: follow", "ben: cancel", "ben: behind 1 50", "@deal", "aya: dd"],
            "following",
            {"aya": 800, "ben": 950},
            id="10.3 a word said in advance goes with the bet",
        ),
        pytest.param(
            "9S 6H 6S 9C 9H 9H AC 9C 7H 8H",
            ["@open", "aya: bet 100", "ben: pair 1 10", "aya: cancel", "aya: bet 100", "@deal"],
            "playing",
            {"aya": 900, "ben": 990},
            id="2.5 what others laid waits for a new bet until the close",
        ),
        pytest.param(
            "TS TC 5H 9S 9C TH 9H 9H AC 9C 7H 8H",
            [
                *("@open", "aya: bet 100", "ben: seat 5 bet 10", "@deal", "aya: st", "ben: st"),
                *("@open", *BEHIND, "@deal", "aya: no", "ben: leave"),
            ],
            "playing",
            None,
            id="2.2 nobody waits for a follower who has left their seat",
        ),
        pytest.param(
            "5S 6H 6S 9C 9H 9H AC 9C 7H 8H",
            ["@open", *BEHIND, "@deal", "ben: leave", "aya: dd"],
            "idle",
            None,
            id="2.2 nor for one who had none",
        ),
        pytest.param(
            "8H 5C 8S 9D 3H 4H 5H 6H 7H 8H 9H",
            ["@open", "ben: bet 100", "aya: behind 1 50", "@deal", "aya: no", "ben: sp"],
            "playing",
            {"aya": 950, "ben": 800},
            id="10.3 no is said in advance",
        ),
    ],
)
async def test_what_lies_behind(
    cards: str, steps: list[str], phase: str, points: dict[str, int] | None
) -> None:
    players = {"aya": {"points": 1000}, "ben": {"points": 1000}}
    expect = {"phase": phase} | ({"points": points} if points else {})
    held = {"table": "deluxe", "players": players, "cards": cards, "steps": steps, "expect": expect}
    report = await play(parse(held, "here"))
    assert report["failures"] == []
