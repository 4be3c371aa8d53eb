"""Twitch's moderators and the real floor: a name hidden, words dropped, a hand played, a seat given up."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.twitch.frames import BAN, CLEARED, UNBAN
from bot.pit.messages import ChatMessage
from bot.points import MAIN_ECONOMY
from tests.chat.twitch.conftest import Make, until
from tests.fakes.twitch import FakeTwitch
from tests.fakes.twitch_messages import Json
from tests.patience import PATIENCE
from tests.pit.rig import Hall

CARDS = "5S 9S 6H 6D 8C 7H TC 9D 2C TS"
RUDE = "rude name"


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with Hall(tmp_path / "chatjack.db", cards=CARDS) as made:
        yield made
        report = await made.store.audit()
        assert report.clean, report.findings


class Now:
    """The hall's floor as it is now; another after a restart."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall

    def __getattr__(self, name: str) -> object:
        return getattr(self._hall.floor, name)


@pytest.fixture
def ear(hall: Hall) -> object:
    """The connector of these tests speaks to the floor itself."""
    return Now(hall)


@pytest.fixture(autouse=True)
def no_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.twitch.bans.LEAST_SECONDS", 0.0)


class Room:
    """Sara's chat, in which aya has a name nobody wants to see."""

    def __init__(self, twitch: FakeTwitch, hall: Hall) -> None:
        self.twitch = twitch
        self.hall = hall
        self.sara = twitch.user("sara")
        self.aya = twitch.user("aya", RUDE)
        self.ben = twitch.user("ben")

    async def say(self, who: Json, words: str, answer: str = "") -> str:
        """Somebody types, and is answered with a reply of this code."""
        before = len(self.hall.replies)
        message_id = await self.twitch.chat(self.sara, who, words)
        if answer:
            await until(lambda: answer in [one.code for one in self.hall.replies[before:]])
        return message_id

    async def both_bet(self) -> None:
        for who in (self.aya, self.ben):
            await self.say(who, "join", "seated")
        await self.hall.do("open")
        for who in (self.aya, self.ben):
            await self.say(who, "bet 100", "bet_taken")

    def shown(self) -> str:
        frame = self.hall.floor.frame(None)
        return repr((frame.public, frame.dealer))

    def player(self, seat: int) -> dict[str, object] | None:
        found: dict[str, object] | None = self.hall.floor.frame(None).public["seats"][seat - 1]["player"]
        return found

    async def balance(self, who: Json, platform: str = "twitch") -> int:
        viewer = await self.hall.store.viewer_by_id(MAIN_ECONOMY, platform, who["id"])
        assert viewer is not None
        return int(viewer.balance) // 100


@pytest.fixture(params=["everybody may know", "the streamer knows"])
async def room(request: pytest.FixtureRequest, twitch: FakeTwitch, hall: Hall, connect: Make) -> Room:
    knows = request.param == "the streamer knows"
    await connect(**({"bot": "sara", "bans": True} if knows else {}))
    await until(lambda: twitch.hearing and twitch.followed == ({BAN, UNBAN} if knows else {CLEARED}))
    return Room(twitch, hall)


async def test_a_ban_gives_an_open_bet_back_and_hides_the_name(room: Room):
    await room.both_bet()
    await room.twitch.ban(room.sara, room.aya)
    await until(lambda: room.player(1) is None)
    assert RUDE not in room.shown()
    assert await room.balance(room.aya) == 500
    assert room.player(2) is not None


async def test_a_dealt_hand_plays_by_the_auto_rule_without_the_words_kept_for_it(room: Room):
    await room.both_bet()
    await room.hall.do("deal")
    await room.say(room.ben, "ht", "order_kept")
    await room.twitch.ban(room.sara, room.ben)
    await until(lambda: "(hidden)" in room.shown())
    await room.say(room.aya, "st")
    await until(lambda: 2 not in room.hall.table.seats)
    await room.hall.settle()
    assert room.hall.table.live is None
    last = [one.public["seats"][1]["hands"] for one in room.hall.frames if one.public["seats"][1]["hands"]]
    assert [len(hand["cards"]) for hand in last[-1]] == [2], "17 stands; the hit that was kept is gone"
    assert (await room.hall.store.audit()).escrow == 0


async def test_a_banned_viewer_leaves_the_queue(room: Room):
    await room.both_bet()
    await room.hall.do("deal")
    for number in range(7):
        await room.say(room.twitch.user(f"viewer{number}"), "join")
    await until(lambda: len(room.hall.table.queue) == 2)
    last = room.hall.floor.main.people.get(room.hall.table.queue[-1])
    assert last is not None
    who = next(user for user in room.twitch.users.values() if user["id"] == last.user_id)
    await room.twitch.ban(room.sara, who)
    await until(lambda: len(room.hall.table.queue) == 1)
    assert last.player not in room.hall.table.queue


async def test_a_ban_outlives_a_restart_and_whoever_is_heard_again_plays(room: Room, hall: Hall):
    await room.both_bet()
    await room.twitch.ban(room.sara, room.aya)
    await until(lambda: room.player(1) is None)
    await hall.reopen()
    assert RUDE not in room.shown()
    assert hall.store.is_silent(MAIN_ECONOMY, "twitch", room.aya["id"], hall.now_ms)
    await room.say(room.aya, "join")  # which Twitch does not deliver
    await room.say(room.ben, "points", "points")
    assert room.player(1) is None
    room.twitch.banned.clear()  # lifted while nobody listened
    await room.say(room.aya, "join", "seated")
    await until(lambda: RUDE in room.shown())
    assert not hall.store.is_silent(MAIN_ECONOMY, "twitch", room.aya["id"], hall.now_ms)


async def test_a_time_out_is_over_when_they_are_heard_again(room: Room):
    await room.both_bet()
    await room.twitch.ban(room.sara, room.aya, 0.05)
    await until(lambda: room.player(1) is None)
    await until(lambda: not room.twitch._is_banned(room.sara, room.aya))
    await room.say(room.aya, "join", "seated")
    await until(lambda: RUDE in room.shown())


async def test_a_time_out_whose_length_is_known_ends_by_itself(twitch: FakeTwitch, hall: Hall, connect: Make):
    await connect(bot="sara", bans=True)
    await until(lambda: twitch.hearing and twitch.followed == {BAN, UNBAN})
    room = Room(twitch, hall)
    await room.both_bet()
    await twitch.ban(room.sara, room.aya, 0.05)
    await until(lambda: room.player(1) is None)
    await until(lambda: not hall.floor.main.people.hides("twitch", room.aya["id"]))
    assert not hall.floor.main.silenced
    await hall.settle()
    assert RUDE in [one.name for one in hall.floor.main.people.all()]


async def test_a_ban_that_is_lifted_shows_the_name_again(twitch: FakeTwitch, hall: Hall, connect: Make):
    await connect(bot="sara", bans=True)
    await until(lambda: twitch.hearing and twitch.followed == {BAN, UNBAN})
    room = Room(twitch, hall)
    await room.both_bet()
    await twitch.ban(room.sara, room.aya)
    await until(lambda: room.player(1) is None)
    await twitch.unban(room.sara, room.aya)
    await until(lambda: RUDE in [one.name for one in hall.floor.main.people.all()])
    await room.say(room.aya, "join", "seated")


async def test_a_stranger_who_was_timed_out_may_play_afterwards(room: Room):
    await room.twitch.ban(room.sara, room.aya, 0.05)
    await until(lambda: room.hall.floor.main.people.hides("twitch", room.aya["id"]))
    await until(lambda: not room.twitch._is_banned(room.sara, room.aya))
    await room.say(room.aya, "join", "seated")
    await until(lambda: RUDE in room.shown())


async def test_a_deleted_message_undoes_nothing(room: Room):
    await room.both_bet()
    message_id = await room.say(room.aya, "points", "points")
    await room.twitch.delete(room.sara, room.aya, message_id)
    await room.say(room.ben, "points", "points")
    assert await room.balance(room.aya) == 400
    assert RUDE in room.shown()


# --- of one who is linked -----------------------------------------------------------------------------------


async def niconico(hall: Hall, words: str) -> None:
    await hall.floor.say(
        ChatMessage("niconico", "niconico", "nair", f"n{len(hall.heard)}", "n1", "綾", "綾", words)
    )
    await hall.settle()


async def linked(room: Room, *, first: str) -> None:
    """aya of Twitch and 綾 of Niconico are one; the points are where they were ``first``."""
    ways = {
        "niconico": (lambda words: niconico(room.hall, words), lambda words: room.say(room.aya, words)),
        "twitch": (lambda words: room.say(room.aya, words), lambda words: niconico(room.hall, words)),
    }
    here, there = ways[first]

    def codes() -> list[str]:
        return [one.text for one in room.hall.replies if one.code == "link_code"]

    await here("link account")
    await until(lambda: bool(codes()))
    found = re.search(r"\d{6}", codes()[-1])
    assert found is not None
    await there(f"link account {found[0]}")
    dealer = room.hall.floor
    await until(lambda: bool(dealer.frame(None).dealer["identity"]["requests"]))
    assert await room.hall.do("link", "approve", 1) == "done"


async def test_a_linked_account_is_silenced_and_its_viewer_goes_on_elsewhere(room: Room):
    await linked(room, first="niconico")
    await room.both_bet()
    await room.hall.do("deal")
    await room.say(room.ben, "st", "order_kept")
    await room.twitch.ban(room.sara, room.aya)
    await until(lambda: room.hall.floor.main.people.hides("twitch", room.aya["id"]))
    await room.hall.settle()
    assert room.player(1) is not None
    assert room.hall.table.live is not None, "their hand is theirs to play, from Niconico"
    await niconico(room.hall, "st")
    await until(lambda: room.hall.table.live is None)
    assert room.player(1) is not None


async def test_words_kept_by_a_linked_account_that_is_banned_are_dropped(room: Room):
    await linked(room, first="niconico")
    await room.say(room.ben, "join", "seated")  # seat 1, so that aya waits for a turn
    await room.say(room.aya, "join", "seated")
    await room.hall.do("open")
    for who in (room.aya, room.ben):
        await room.say(who, "bet 100", "bet_taken")
    await room.hall.do("deal")
    await room.say(room.aya, "ht", "order_kept")
    assert room.hall.table.orders.of(2) == ("hit",)
    await room.twitch.ban(room.sara, room.aya)
    await until(lambda: room.hall.table.orders.of(2) == ())
    await niconico(room.hall, "st")
    await room.say(room.ben, "st")
    await until(lambda: room.hall.table.live is None)


async def test_who_is_banned_where_their_points_are_gives_up_the_seat(room: Room):
    await linked(room, first="twitch")
    await room.both_bet()
    await room.hall.do("deal")
    await room.say(room.ben, "st", "order_kept")
    await room.twitch.ban(room.sara, room.aya)
    await until(lambda: 1 not in room.hall.table.seats)
    await room.hall.settle()
    assert room.hall.table.live is None
    assert RUDE not in room.shown()
    await niconico(room.hall, "join")  # where they are not banned they may come back, under no name
    seated = room.player(1)
    assert seated is not None
    assert seated["name"] == "(hidden)"


async def test_the_floor_stops_while_a_ban_is_being_lifted(room: Room):
    await room.both_bet()
    await room.twitch.ban(room.sara, room.aya, 0.01)
    await until(lambda: room.player(1) is None)
    await until(lambda: not room.twitch._is_banned(room.sara, room.aya))
    lifting = asyncio.create_task(room.hall.floor.platform_heard("twitch", room.sara["id"], room.aya["id"]))
    await asyncio.sleep(0)
    async with asyncio.timeout(PATIENCE):
        await room.hall.floor.close()
        await lifting
