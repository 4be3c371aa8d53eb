"""What broke in other stream games: each once here, at the tournament table, typed and pressed for real."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.pit.messages import ChatMessage
from bot.points import MAIN_ECONOMY
from tests.pit.rig import Hall

WIN = "TC 9S 7H 8D 9H TH 5C 5D"
"""Both players 18, the dealer 17."""


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "evening.db", cards=WIN) as opened:
        yield opened


def dealt(tmp_path: Path, cards: str) -> Hall:
    return Hall(tmp_path / "evening.db", cards=cards)


# --- stakes -----------------------------------------------------------------------------------------------


async def test_no_bet_is_accepted_once_the_bets_are_closed(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 100})
    assert await hall.say("aya", "bet 500") == ["bets_closed"]
    await hall.say("aya", "st")
    await hall.say("ben", "st")
    assert await hall.say("aya", "bet 500") == ["bets_not_open"]
    assert await hall.points() == {"aya": 600, "ben": 600}


async def test_no_pot_is_paid_twice(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 100})
    await hall.say("aya", "st")
    await hall.say("ben", "st")
    paid = await hall.points()
    for verb in ("next", "timeout", "roll", "deal", "act"):
        await hall.do(verb, *((1, "st") if verb == "act" else ()))
    await hall.say("aya", "st")
    assert await hall.points() == paid
    await hall.reopen()
    assert await hall.points() == paid


async def test_a_second_bet_returns_the_first(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("open")
    for bet, left in ((100, 400), (300, 200), (50, 450), (500, 0), (20, 480)):
        assert await hall.say("aya", f"bet {bet}") == ["bet_taken"]
        assert await hall.points() == {"aya": left}
        assert (await hall.audit()).escrow == bet * 100


async def test_a_lone_starters_stake_is_not_lost(tmp_path: Path) -> None:
    async with dealt(tmp_path, "TC 7H 8D TH") as hall:
        await hall.deal({"aya": 100})
        await hall.say("aya", "st")
        assert await hall.points() == {"aya": 600}


async def test_a_starter_who_goes_before_the_deal_has_everything_back(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("open")
    await hall.say("aya", "bet 100")
    assert await hall.say("aya", "退席") == ["left"]
    assert await hall.points() == {"aya": 500}
    assert await hall.do("deal") == "done"
    assert hall.phase == "idle"


async def test_a_stake_and_its_hand_survive_a_restart(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 100})
    hands = hall.hands()
    await hall.reopen()
    assert hall.hands() == hands
    await hall.say("aya", "st")
    await hall.reopen()
    await hall.say("ben", "st")
    assert await hall.points() == {"aya": 600, "ben": 600}


async def test_the_announced_balance_is_the_stored_one(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("open")
    await hall.say("aya", "bet 130")
    await hall.say("aya", "points")
    assert "370" in hall.replies[-1].text
    assert await hall.store.balance(hall.player("aya")) == 37000
    shown = hall.floor.frame(None).public["seats"][0]["player"]["points"]
    assert shown == 370


# --- amounts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        *(
            "bet 0",
            "bet -50",
            "bet 5abc",
            "bet 9e999",
            "bet ١٠٠",
            "bet ①",
            "bet 0x10",
            "bet 1_000",
            "bet nan",
        ),
        *(
            "bet inf",
            "bet 1e2",
            "bet ²",
            "bet 10.5",
            "bet 1.000",
            "bet 9999999999999999",
            "bet 10 000",
            "500円",
        ),
    ],
)
async def test_what_is_no_amount_stakes_nothing(hall: Hall, text: str) -> None:
    await hall.seat("aya")
    await hall.do("open")
    await hall.say("aya", text)
    assert await hall.points() == {"aya": 500}
    assert hall.floor.frame(None).public["seats"][0]["bet"] == 0
    await hall.assert_sound()


@pytest.mark.parametrize(
    "amount", ["-50", -50, 0, "0", "0.001", "1e9", "nan", "ten", "٥٠", "99999999999999", ""]
)
async def test_a_gift_gives_or_is_refused(hall: Hall, amount: str | int) -> None:
    await hall.seat("aya")
    assert await hall.do("give", "aya", amount) != "done"
    assert await hall.points() == {"aya": 500}
    await hall.assert_sound()


async def test_viewers_cannot_give(hall: Hall) -> None:
    await hall.seat("aya", "ben")
    for text in ("give aya 100", "!give aya 100", "@aya 100", "give ben -50", "!undo", "!open"):
        await hall.say("aya", text)
    assert await hall.points() == {"aya": 500, "ben": 500}
    assert hall.phase == "idle"


async def test_two_gifts_at_once_are_two_gifts_and_one_sent_twice_is_one(hall: Hall) -> None:
    await hall.seat("aya")
    await asyncio.gather(
        *(hall.press("give", "aya", 10, key=key) for key in ("g-1", "g-2", "g-1", "g-2", "g-1"))
    )
    assert await hall.points() == {"aya": 520}


async def test_two_bets_at_once_cannot_both_pass_on_one_balance(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("open")
    await asyncio.gather(*(hall.floor.say(hall.message("aya", "bet 400")) for _ in range(2)))
    await hall.settle()
    assert await hall.points() == {"aya": 100}


async def test_repeating_a_bet_does_not_get_round_the_limits(tmp_path: Path) -> None:
    async with Hall(tmp_path / "m.db", cards=WIN, rules={"limits.max": 200}) as hall:
        await hall.deal({"aya": 200, "ben": 100})
        await hall.say("aya", "st")
        await hall.say("ben", "st")
        await hall.do("open")
        for text in ("again", "again", "bet 200", "again"):
            await hall.say("aya", text)
        assert hall.floor.frame(None).public["seats"][0]["bet"] == 200
        assert await hall.say("aya", "bet 210") == ["above_maximum"]
        await hall.assert_sound()


async def test_a_repeated_bet_needs_the_points_for_it(tmp_path: Path) -> None:
    async with dealt(tmp_path, "TC 9S TH 8D TD 9H") as hall:
        await hall.deal({"aya": 400, "ben": 10})
        await hall.say("aya", "st")
        await hall.say("ben", "st")
        assert (await hall.points())["aya"] == 100
        await hall.do("open")
        assert await hall.say("aya", "again") == ["short"]
        assert (await hall.points())["aya"] == 100
        await hall.assert_sound()


# --- hands ------------------------------------------------------------------------------------------------


async def test_ace_ace_ten_is_twelve(tmp_path: Path) -> None:
    async with dealt(tmp_path, "AC 7H AD TH TC 9C") as hall:
        await hall.deal({"aya": 100})
        await hall.say("aya", "ht")
        hand = hall.floor.frame(None).public["seats"][0]["hands"][0]
        assert (hand["total"], hand["outcome"]) == (12, None)


async def test_a_natural_against_a_natural_is_a_push(tmp_path: Path) -> None:
    async with dealt(tmp_path, "AC TH KD AH") as hall:
        await hall.deal({"aya": 100})
        assert hall.phase == "idle"
        assert await hall.points() == {"aya": 500}


async def test_a_push_returns_the_stake(tmp_path: Path) -> None:
    async with dealt(tmp_path, "TC 7H 7D TH") as hall:
        await hall.deal({"aya": 100})
        await hall.say("aya", "st")
        assert await hall.points() == {"aya": 500}


async def test_both_split_hands_are_dealt_and_settled(tmp_path: Path) -> None:
    async with dealt(tmp_path, "8C 7H 8D TH TC 9C") as hall:
        await hall.deal({"aya": 100})
        assert await hall.say("aya", "sp") == []
        assert [h["cards"] for h in hall.floor.frame(None).public["seats"][0]["hands"]] == [
            ["8C", "TC"],
            ["8D", "9C"],
        ]
        await hall.say("aya", "st st")
        assert await hall.points() == {"aya": 600}, "18 wins, 17 pushes"


async def test_no_split_after_a_hit(tmp_path: Path) -> None:
    async with dealt(tmp_path, "2C 7H 2D TH 2S 9C") as hall:
        await hall.deal({"aya": 100})
        await hall.say("aya", "ht")
        assert await hall.say("aya", "sp") == ["no_pair"]
        assert await hall.points() == {"aya": 400}


async def test_a_round_that_is_over_at_the_deal_does_not_block_the_table(tmp_path: Path) -> None:
    async with dealt(tmp_path, "AC 9H KD 8H 2C 3C 4C 5C") as hall:
        await hall.deal({"aya": 100})
        assert hall.phase == "idle"
        assert await hall.points() == {"aya": 650}
        assert await hall.do("open") == "done"
        assert await hall.do("deal") == "done"
        assert hall.phase == "idle", "nobody bet, and that is no block either"


# --- viewers ----------------------------------------------------------------------------------------------


async def test_a_viewer_who_went_away_does_not_block_the_table(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 100})
    assert await hall.say("aya", "leave") == ["leaving"]
    assert hall.table.live is not None
    assert hall.table.live.turn == (2, 1), "the hand is played by the auto rule, without waiting"
    await hall.say("ben", "st")
    assert await hall.points() == {"aya": 600, "ben": 600}, "and nobody loses a stake by leaving"
    assert hall.table.seat_of(hall.floor.main.people.named("aya")[0].player) is None


async def test_a_viewer_who_is_silent_at_the_settlement_is_paid(hall: Hall) -> None:
    await hall.deal({"aya": 100, "ben": 100})
    assert await hall.do("timeout") == "done"
    assert await hall.do("timeout") == "done"
    assert hall.phase == "idle"
    assert await hall.points() == {"aya": 600, "ben": 600}


async def test_a_renamed_viewer_keeps_points_and_seat(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.do("give", "aya", 77)
    await hall.say("aya", "points", name="あや☆改")
    assert "577" in hall.replies[-1].text
    assert hall.floor.frame(None).public["seats"][0]["player"]["name"] == "あや☆改"
    assert await hall.do("give", "あや☆改", 3) == "done"
    assert await hall.points() == {"aya": 580}


async def test_two_viewers_of_one_name_are_two_people(hall: Hall) -> None:
    await hall.say("user-1", "join", name="さくら")
    await hall.say("user-2", "join", name="さくら")
    assert await hall.points() == {"user-1": 500, "user-2": 500}
    assert await hall.do("give", "さくら", 10) == "viewer_ambiguous"
    assert await hall.do("give", "user-2", 10) == "done"
    assert await hall.points() == {"user-1": 500, "user-2": 510}


async def test_the_same_id_on_another_platform_is_somebody_else(hall: Hall) -> None:
    await hall.seat("aya")
    await hall.floor.say(ChatMessage("twitch", "c", "twitch", "1", "aya", "aya", "aya", "join"))
    await hall.settle()
    assert len(await hall.store.viewers("twitch", MAIN_ECONOMY)) == 1
    assert list(hall.table.seats) == [1, 2]


@pytest.mark.parametrize("name", ["ずんだもん", "Ｆｕｌｌ　Ｗｉｄｔｈ", "🎰🎰", "a b", "100", "名無し 3"])
async def test_a_name_can_be_looked_up_as_it_is_shown(hall: Hall, name: str) -> None:
    await hall.say("u1", "join", name=name)
    shown = hall.floor.frame(None).public["seats"][0]["player"]["name"]
    assert await hall.do("give", *shown.split(), 10) == "done"
    assert await hall.points() == {"u1": 510}


async def test_a_name_is_text_and_stays_text(hall: Hall) -> None:
    name = "<img src=x onerror=alert(1)>{0}{points}%s"
    await hall.say("u1", "join", name=name)
    await hall.say("u1", "bet 5", name=name)
    assert hall.floor.frame(None).public["seats"][0]["player"]["name"] == name
    assert any(name in line.text for line in hall.lines)
    await hall.assert_sound()
