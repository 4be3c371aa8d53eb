"""Seats that are given up: rounds on a seat while others wait, and what the dealer sees (rulings 2.3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.pit.rig import Hall

ROUND = "TS 7D KH 9C KC"
"""One seat: twenty, the dealer busts."""
TWO = {"seats": 1, "rounds_per_seat": 2}


async def play(hall: Hall, who: str) -> None:
    """A round that only ``who`` plays."""
    assert await hall.do("open") == "done"
    assert await hall.say(who, "bet 10") == ["bet_taken"]
    assert await hall.do("deal") == "done"
    await hall.say(who, "st")
    assert hall.phase == "idle"


def seated(hall: Hall) -> list[str]:
    return [hall.floor.main.people.name(seat.player) for _, seat in sorted(hall.table.seats.items())]


def waiting(hall: Hall) -> list[str]:
    return [hall.floor.main.people.name(player) for player in hall.table.queue]


async def test_2_after_so_many_rounds_whoever_waits_gets_the_seat() -> None:
    async with Hall(cards=" ".join([ROUND] * 2), rules=TWO) as hall:
        await hall.seat("aya")
        assert await hall.say("ben", "join") == ["queued"]
        assert await hall.say("cho", "join") == ["queued"]
        await play(hall, "aya")
        assert (seated(hall), waiting(hall)) == (["aya"], ["ben", "cho"])
        await play(hall, "aya")
        assert (seated(hall), waiting(hall)) == (["ben"], ["cho", "aya"])
        assert hall.replies[-1].code == "made_room"
        assert hall.replies[-1].text == "Time to make room for others. You are number 2 in line"
        freed = {"type": "seat_freed", "seat": 1, "player": hall.player("aya"), "why": "rounds"}
        assert freed in hall.frames[-1].events


async def test_2_nobody_goes_while_nobody_waits_and_the_next_to_come_gets_the_seat() -> None:
    async with Hall(cards=" ".join([ROUND] * 4), rules=TWO) as hall:
        await hall.seat("aya")
        for _ in range(3):
            await play(hall, "aya")
        assert seated(hall) == ["aya"]
        await hall.say("ben", "join")
        await play(hall, "aya")
        assert (seated(hall), waiting(hall)) == (["ben"], ["aya"])


async def test_2_as_many_go_as_wait_the_longest_seated_first() -> None:
    cards = "TS TD 7D KH KD 9C KC " * 2
    async with Hall(cards=ROUND + " " + cards, rules={"seats": 2, "rounds_per_seat": 1}) as hall:
        await hall.seat("aya")
        await play(hall, "aya")
        await hall.seat("ben")
        await hall.say("cho", "join")
        await hall.deal({"aya": 10, "ben": 10})
        for who in ("aya", "ben"):
            await hall.say(who, "st")
        assert (seated(hall), waiting(hall)) == (["cho", "ben"], ["aya"])


async def test_2_a_round_sat_out_counts_too() -> None:
    rules = {"seats": 2, "rounds_per_seat": 2, "sit_out_rounds": 9}
    async with Hall(cards=" ".join([ROUND] * 2), rules=rules) as hall:
        await hall.seat("aya", "ben")
        await hall.say("cho", "join")
        for _ in range(2):
            await play(hall, "aya")
        assert (seated(hall), waiting(hall)) == (["cho", "ben"], ["aya"])
        assert hall.table.seats[2].rounds == 2


@pytest.mark.parametrize("rules", [{"seats": 1}, {"seats": 1, "rounds_per_seat": 0}])
async def test_2_no_limit_unless_the_sheet_sets_one(rules: dict[str, int]) -> None:
    async with Hall(cards=" ".join([ROUND] * 4), rules=rules) as hall:
        await hall.seat("aya")
        await hall.say("ben", "join")
        for _ in range(4):
            await play(hall, "aya")
        assert seated(hall) == ["aya"]


async def test_2_a_voided_round_does_not_count() -> None:
    async with Hall(cards=" ".join([ROUND] * 3), rules=TWO) as hall:
        await hall.seat("aya")
        await hall.say("ben", "join")
        await play(hall, "aya")
        await hall.do("open")
        await hall.do("void")
        assert seated(hall) == ["aya"]
        await play(hall, "aya")
        assert seated(hall) == ["ben"]


@pytest.mark.parametrize("crash", [False, True])
async def test_2_undo_gives_the_seat_back(tmp_path: Path, crash: bool) -> None:
    async with Hall(tmp_path / "x.db", cards=" ".join([ROUND] * 3), rules=TWO) as hall:
        await hall.seat("aya")
        await hall.say("ben", "join")
        await play(hall, "aya")
        await play(hall, "aya")
        assert seated(hall) == ["ben"]
        if crash:
            await hall.reopen()
        assert await hall.do("undo") == "done"
        assert (seated(hall), waiting(hall)) == (["aya"], ["ben"])
        await hall.say("aya", "st")
        assert (seated(hall), waiting(hall)) == (["ben"], ["aya"])
        await hall.assert_sound()


async def test_2_3_the_dealer_sees_minutes_rounds_and_sit_outs() -> None:
    rules = {"exit": "time", "seat_minutes": 30, "sit_out_rounds": 5}
    async with Hall(cards=" ".join([ROUND] * 2), rules=rules) as hall:
        await hall.seat("aya", "ben")
        hall.now_ms += 10 * 60_000 + 1
        await play(hall, "aya")
        mine, theirs = hall.frames[-1].dealer["seats"][:2]
        assert (mine["minutes_left"], mine["rounds"], mine["sat_out"]) == (20, 1, 0)
        assert (theirs["minutes_left"], theirs["rounds"], theirs["sat_out"]) == (20, 1, 1)
        assert hall.frames[-1].dealer["seats"][2]["minutes_left"] is None
        assert "minutes_left" not in hall.frames[-1].public["seats"][0]


async def test_2_3_a_seat_without_a_time_shows_none() -> None:
    async with Hall() as hall:
        await hall.seat("aya")
        assert hall.frames[-1].dealer["seats"][0]["minutes_left"] is None


async def test_2_3_the_round_in_which_the_time_ran_out_is_the_last() -> None:
    async with Hall(cards=ROUND, rules={"exit": "time", "seat_minutes": 30}) as hall:
        await hall.deal({"aya": 10})
        hall.now_ms += 30 * 60_000
        await hall.do("auto", "on")
        assert hall.frames[-1].dealer["seats"][0]["minutes_left"] == 0
        assert seated(hall) == ["aya"]
        await hall.say("aya", "st")
        assert seated(hall) == []


async def test_2_2_who_was_sent_off_cannot_stay_by_joining() -> None:
    """A viewer who leaves may change their mind; one the dealer sends off may not."""
    async with Hall(cards="TS 5C 9C 6D 6H 8H") as hall:
        await hall.seat("aya", "ben")
        assert await hall.do("open") == "done"
        await hall.say("aya", "bet 10")
        await hall.say("ben", "bet 10")
        assert await hall.do("deal") == "done"
        await hall.say("ben", "退席")
        assert await hall.say("ben", "参加") == ["stays"]
        assert await hall.do("kick", 2) == "done"
        assert await hall.say("ben", "参加") == ["already_leaving"]


async def test_2_5_a_voided_round_is_nobodys_to_sit_out() -> None:
    async with Hall(cards="TS 9C 6D 8H " * 3) as hall:
        await hall.seat("aya", "ben")
        for ending in ("void", "void", "void"):
            assert await hall.do("open") == "done"
            await hall.say("aya", "bet 10")
            assert await hall.do("deal") == "done"
            assert await hall.do(ending) == "done"
        assert seated(hall) == ["aya", "ben"]


async def test_3_undo_reaches_back_several_rounds_after_a_restart(tmp_path: Path) -> None:
    async with Hall(tmp_path / "hall.db", cards=" ".join([ROUND] * 3)) as hall:
        await hall.seat("aya")
        before = await hall.points()
        for _ in range(3):
            await play(hall, "aya")
        await hall.reopen()
        for _ in range(12):
            assert await hall.do("undo") == "done"
        assert hall.phase == "idle"
        assert await hall.points() == before


async def test_a_newcomer_is_not_shown_the_last_players_hand() -> None:
    async with Hall(cards=ROUND, rules={"seats": 1}) as hall:
        await hall.seat("aya")
        await play(hall, "aya")
        await hall.say("aya", "退席")
        left = hall.floor.frame(None).public["seats"][0]
        assert (left["state"], left["player"]["name"], len(left["hands"])) == ("empty", "aya", 1)
        await hall.say("ben", "参加")
        taken = hall.floor.frame(None).public["seats"][0]
        assert (taken["player"]["name"], taken["bet"], taken["hands"]) == ("ben", 0, [])


async def test_5_what_a_viewer_is_told_later_is_told_where_they_spoke() -> None:
    """Not in the table's own channel: the viewer may be on another platform."""
    async with Hall(cards=ROUND, rules={"seats": 1, "rounds_per_seat": 1}) as hall:
        await hall.seat("aya")
        await hall.say("ben", "参加")
        assert await hall.do("open") == "done"
        await hall.floor.say(replace(hall.message("aya", "bet 10"), channel="elsewhere"))
        await hall.settle()
        assert await hall.do("deal") == "done"
        assert await hall.do("next") == "done"
        (told,) = [reply for reply in hall.replies if reply.code == "made_room"]
        assert (told.user_id, told.channel) == ("aya", "elsewhere")
