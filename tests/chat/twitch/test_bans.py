"""Bans and time-outs of Twitch's moderators: what is asked for, what of it counts, and what fails alone."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.twitch.api import BAN_SCOPE
from bot.chat.twitch.bans import Bans, NotSubscribed
from bot.chat.twitch.frames import BAN, CLEARED, UNBAN, Banned, Unbanned
from bot.chat.twitch.vault import Grant, Vault
from bot.pit.messages import ChatMessage
from tests.chat.twitch.conftest import Ear, Make, until
from tests.chat.twitch.test_connection import works
from tests.fakes import twitch_messages as say
from tests.fakes.twitch import FakeTwitch
from tests.patience import PATIENCE


async def test_whoever_reads_a_chat_asks_for_no_more_than_it_may(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.followed == {CLEARED})
    sara, aya = twitch.user("sara"), twitch.user("aya")
    await twitch.ban(sara, aya, 60)
    await until(lambda: bool(ear.told))
    assert ear.told == [("banned", sara["id"], aya["id"], None)]


async def test_a_streamer_who_granted_it_is_told_how_long(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect(bot="sara", bans=True)
    await until(lambda: twitch.followed == {BAN, UNBAN})
    sara, aya = twitch.user("sara"), twitch.user("aya")
    await twitch.ban(sara, aya, 60)
    await twitch.ban(sara, aya)
    await twitch.unban(sara, aya)
    await until(lambda: len(ear.told) == 3)
    (_, *who, seconds), forever, lifted = ear.told
    assert who == [sara["id"], aya["id"]]
    assert seconds == pytest.approx(60)
    assert forever == ("banned", sara["id"], aya["id"], None)
    assert lifted == ("cleared", sara["id"], aya["id"])


async def test_without_the_grant_one_account_for_both_is_told_no_lengths(twitch: FakeTwitch, connect: Make):
    await connect(bot="sara")
    await until(lambda: twitch.followed == {CLEARED})


async def test_a_withdrawn_grant_falls_back_to_what_everybody_may_know(
    twitch: FakeTwitch, connect: Make, ear: Ear, vault: Vault
):
    connector = await connect(bot="sara")
    sara = twitch.user("sara")["id"]
    held = vault.held.grants[sara]  # the file says more than Twitch grants
    vault.grant(sara, Grant(held.access, held.refresh, (*held.scopes, BAN_SCOPE)))
    await twitch.close(4000)
    await works(twitch, ear, "after")
    await until(lambda: twitch.followed == {CLEARED})
    assert connector.report().trouble == ""


@pytest.mark.parametrize("status", [0, 400, 401, 403, 429, 500])
async def test_a_subscription_that_fails_costs_no_chat(
    status: int, twitch: FakeTwitch, connect: Make, ear: Ear
):
    twitch.fail("news", status, times=1_000)
    connector = await connect()
    await works(twitch, ear, "heard")
    await until(lambda: twitch.failures["news"].times < 1_000)
    await works(twitch, ear, "still heard")
    assert (twitch.connects, connector.report().trouble) == (1, "")
    twitch.fail("news", status, times=0)
    await twitch.close(4000)
    await until(lambda: twitch.followed == {CLEARED})


async def test_what_fails_for_a_while_is_asked_for_again():
    answers = [("unreachable", True), ("too_many", True), None]
    asked = []

    async def subscribe(session: str, channel: str, kind: str) -> None:
        asked.append((session, channel, kind))
        if (answer := answers[len(asked) - 1]) is not None:
            raise NotSubscribed(answer[0], passing=answer[1])

    bans = Bans(subscribe, lambda _: False, pauses=(0.001, 0.001))
    bans.follow("s", "1")
    await until(lambda: len(asked) == 3)
    assert set(asked) == {("s", "1", CLEARED)}
    await bans.stop()


async def test_a_new_session_asks_anew_and_the_old_one_no_more():
    asked: list[str] = []

    async def subscribe(session: str, channel: str, kind: str) -> None:
        asked.append(session)
        raise NotSubscribed("unreachable", passing=True)

    bans = Bans(subscribe, lambda _: False, pauses=(0.001, 3600.0))
    bans.follow("old", "1")
    await until(lambda: len(asked) == 2)
    bans.follow("new", "1")
    await until(lambda: asked.count("new") == 2)
    assert asked.count("old") == 2
    await bans.stop()


async def test_the_same_news_twice_is_told_once(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.followed == {CLEARED})
    sara, aya = twitch.user("sara"), twitch.user("aya")
    subscribed = twitch.sessions[0].news[CLEARED, sara["id"]]
    message = say.notification(subscribed, say.cleared(sara, aya))
    for _ in range(3):
        await twitch.tell(CLEARED, sara, {}, message)
    await twitch.chat(sara, twitch.user("ben"), "next")
    await until(lambda: ear.texts == ["next"])
    assert [one[0] for one in ear.told if one[2] == aya["id"]] == ["banned"]


async def test_news_during_a_move_is_told_once(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.followed == {CLEARED})
    sara, ben = twitch.user("sara"), twitch.user("ben")
    session = twitch.sessions[0]
    await twitch.move()
    await until(lambda: len(session.sockets) == 2)
    message = say.notification(session.news[CLEARED, sara["id"]], say.cleared(sara, ben))
    await twitch.tell(CLEARED, sara, {}, message)
    await works(twitch, ear, "next")
    assert [one for one in ear.told if one[0] == "banned"] == [("banned", sara["id"], ben["id"], None)]
    assert twitch.followed == {CLEARED}, "it moved along"


async def test_what_was_written_before_the_ban_and_comes_after_it_is_not_acted_on(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect()
    await until(lambda: twitch.followed == {CLEARED})
    sara, aya = twitch.user("sara"), twitch.user("aya")
    await twitch.ban(sara, aya)
    await twitch.deliver(say.chat(sara, aya, "bet 100"))  # had been on its way
    await twitch.chat(sara, twitch.user("ben"), "next")
    await until(lambda: ear.texts == ["next"])
    assert [one[0] for one in ear.told if one[2] == aya["id"]] == ["banned"]


async def test_whoever_is_heard_again_is_not_banned_any_more(
    twitch: FakeTwitch, connect: Make, ear: Ear, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.chat.twitch.bans.LEAST_SECONDS", 0.0)
    await connect()
    await until(lambda: twitch.followed == {CLEARED})
    sara, aya = twitch.user("sara"), twitch.user("aya")
    await twitch.ban(sara, aya, 0.01)
    await until(lambda: not twitch._is_banned(sara, aya))
    await twitch.chat(sara, aya, "bet 100")
    await until(lambda: ear.texts == ["bet 100"])
    assert ear.told == [
        ("banned", sara["id"], aya["id"], None),
        ("heard", sara["id"], aya["id"]),
    ]


async def test_the_floor_is_told_in_which_channel_somebody_was_heard(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect(channels=("sara", "mika"))
    await until(lambda: twitch.hearing and len(twitch.sessions[0].news) == 2)
    sara, mika, aya = (twitch.user(name) for name in ("sara", "mika", "aya"))
    await twitch.ban(sara, aya)
    await twitch.chat(mika, aya, "elsewhere")
    await until(lambda: ear.texts == ["elsewhere"])
    assert ear.told == [("banned", sara["id"], aya["id"], None), ("heard", mika["id"], aya["id"])]


async def test_deleting_a_message_and_clearing_the_chat_are_nobodys_ban(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect()
    await until(lambda: twitch.followed == {CLEARED})
    sara, aya = twitch.user("sara"), twitch.user("aya")
    session = twitch.sessions[0]
    for kind in (say.DELETED, "channel.chat.clear"):  # though neither is asked for
        session.news[kind, sara["id"]] = say.subscription(session.id, sara["id"], "1", kind)
    message_id = await twitch.chat(sara, aya, "bet 100")
    await twitch.delete(sara, aya, message_id)
    await twitch.tell("channel.chat.clear", sara, say._of("broadcaster_", sara))
    await works(twitch, ear, "next")
    assert ear.texts == ["bet 100", "next"]
    assert {one[0] for one in ear.told} <= {"heard"}


@pytest.mark.parametrize("event", [{}, {"broadcaster_user_id": "1"}, {"target_user_id": None}])
async def test_news_that_cannot_be_read_harms_nobody(
    event: say.Json, twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect()
    await until(lambda: twitch.followed == {CLEARED})
    await twitch.tell(CLEARED, twitch.user("sara"), event)
    await works(twitch, ear, "still here")
    assert (twitch.connects, [one for one in ear.told if one[0] == "banned"]) == (1, [])


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.chat.twitch.bans.REMEMBERED", 3)

    async def subscribe(session: str, channel: str, kind: str) -> None:
        raise AssertionError

    bans = Bans(subscribe, lambda _: False)
    for number in range(5):
        assert bans.begin(Banned(f"k{number}", "1", f"u{number}", float(number)))
    assert len(bans._silenced) == 3


async def test_a_stop_ends_the_asking(twitch: FakeTwitch, connect: Make):
    twitch.fail("news", 500, times=1_000)
    connector = await connect()
    await until(lambda: twitch.failures.get("news") is not None and twitch.failures["news"].times < 1_000)
    async with asyncio.timeout(PATIENCE):
        await connector.stop()


def test_an_unban_told_again_lifts_no_later_ban():
    bans = Bans(NotImplemented, lambda _: True)
    lifted = Unbanned("lifted", "1", "aya")
    assert bans.begin(Banned("first", "1", "aya", 100.0))
    assert bans.end(lifted)
    assert bans.begin(Banned("second", "1", "aya", 200.0))
    assert not bans.end(lifted)
    late = ChatMessage("twitch", "1", "twitch", "m", "aya", "aya", "aya", "bet 100", sent_at=150.0)
    assert not bans.over(late)
