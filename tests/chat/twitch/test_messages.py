"""Whose messages count, and what the bot says itself."""

from __future__ import annotations

import asyncio

import pytest

from bot.chat.twitch import frames
from bot.pit.messages import Reply
from tests.chat.twitch.conftest import Ear, Make, until
from tests.fakes import twitch_messages as say
from tests.fakes.twitch import FakeTwitch


async def heard_next(twitch: FakeTwitch, ear: Ear) -> None:
    """All that was said before has been looked at."""
    await twitch.chat(twitch.user("sara"), twitch.user("marker"), "marker")
    await until(lambda: "marker" in ear.texts)


@pytest.mark.parametrize(
    ("badges", "roles"),
    [
        ((), set()),
        (("premium", "sub-gifter"), set()),
        (("moderator",), {"moderator"}),
        (("lead_moderator", "subscriber"), {"moderator", "subscriber"}),
        (("vip", "founder"), {"vip", "subscriber"}),
        (("broadcaster",), {"broadcaster"}),
    ],
)
def test_roles_come_from_badges(badges: tuple[str, ...], roles: set[str]):
    sara, aya = say.user("1", "sara", "Sara"), say.user("2", "aya", "Aya")
    subscribed = say.subscription("s", "1", "3")
    frame = frames._read(*say.notification(subscribed, say.chat(sara, aya, "x", badges=badges)).values())
    assert isinstance(frame, frames.Chat)
    assert frame.message.roles == roles


def test_the_broadcaster_is_known_without_a_badge():
    sara = say.user("1", "sara", "Sara")
    subscribed = say.subscription("s", "1", "3")
    frame = frames._read(*say.notification(subscribed, say.chat(sara, sara, "x")).values())
    assert isinstance(frame, frames.Chat)
    assert frame.message.roles == {"broadcaster"}


@pytest.mark.parametrize(
    "text", ["\x01ACTION bet 500\x01", " Ｂｅｔ５００ ", "ht \U000e0000", "サレ\u034f", ""]
)
async def test_the_text_arrives_as_it_was_typed(text: str, twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.hearing)
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), text)
    await until(lambda: bool(ear.heard))
    assert ear.texts == [text]


async def test_copies_from_a_shared_chat_do_not_play(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.hearing)
    sara, mika, aya = twitch.user("sara"), twitch.user("mika"), twitch.user("aya")
    await twitch.chat(sara, aya, "said at Mika's", source=mika)
    await twitch.chat(sara, aya, "said here in a shared chat", source=sara)
    await heard_next(twitch, ear)
    assert ear.texts == ["said here in a shared chat", "marker"]


async def test_a_separate_bot_account_never_plays(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.hearing)
    await twitch.chat(twitch.user("sara"), twitch.user("croupier"), "bet 500")
    ear.answer(twitch.user("sara"), twitch.user("aya"), "points", "残高 500ポイント")
    await until(lambda: bool(twitch.posted))
    await heard_next(twitch, ear)
    assert ear.texts == ["marker"]


@pytest.mark.parametrize("echo_first", [False, True])
async def test_a_streamer_with_one_account_plays_and_the_bots_own_words_do_not(
    echo_first: bool, twitch: FakeTwitch, connect: Make, ear: Ear
):
    twitch.echo_first = echo_first
    await connect(bot="sara", channels=("sara",))
    await until(lambda: twitch.hearing)
    sara = twitch.user("sara")
    await twitch.chat(sara, sara, "bet 500")
    await until(lambda: bool(ear.heard))
    ear.answer(sara, sara, "bet_taken", "ベット500 を受け付けました")
    await until(lambda: bool(twitch.posted))
    await twitch.chat(sara, sara, "ht")
    await heard_next(twitch, ear)
    assert ear.texts == ["bet 500", "ht", "marker"]
    assert ear.heard[0].roles == {"broadcaster"}


async def test_an_echo_whose_answer_got_lost_does_not_play(
    twitch: FakeTwitch, connect: Make, ear: Ear, monkeypatch: pytest.MonkeyPatch
):
    connector = await connect(bot="sara", channels=("sara",))
    await until(lambda: twitch.hearing)
    sara = twitch.user("sara")
    twitch.fail("send", 0, times=9)  # the connection is cut
    ear.answer(sara, twitch.user("aya"), "points", "残高 500ポイント")
    await until(lambda: connector.report().refused == "unreachable")
    await twitch.chat(sara, sara, "@aya 残高 500ポイント")  # it had been said all the same
    await heard_next(twitch, ear)
    assert ear.texts == ["marker"]


async def test_replies_go_to_the_channel_where_the_viewer_is(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect(channels=("sara", "mika"))
    await until(lambda: twitch.hearing)
    ear.answer(twitch.user("mika"), twitch.user("aya_22"), "points", "残高 500ポイント")
    other = Reply("niconico", "lv1", "1", "x", "points", "not ours")
    elsewhere = Reply("twitch", "999", "1", "x", "points", "not a channel of ours")
    for listener in ear.listeners:
        listener.reply(other)
        listener.reply(elsewhere)
    await until(lambda: bool(twitch.posted))
    await asyncio.sleep(0.02)
    assert [(one.channel, one.text) for one in twitch.posted] == [("mika", "@aya_22 残高 500ポイント")]


async def test_a_viewer_level_bot_keeps_to_twenty_in_thirty_seconds(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    connector = await connect()
    await until(lambda: twitch.hearing)
    for number in range(30):
        ear.answer(twitch.user("sara"), twitch.user("aya"), f"code{number}", f"answer {number}")
    await until(lambda: len(twitch.posted) >= 20)
    await asyncio.sleep(0.03)
    assert len(twitch.posted) == 20
    assert connector.report().waiting == 10
    assert connector.report().refused == ""


async def test_a_viewer_level_bot_never_says_the_same_twice(twitch: FakeTwitch, connect: Make, ear: Ear):
    connector = await connect()
    await until(lambda: twitch.hearing)
    for number in range(4):
        ear.answer(twitch.user("sara"), twitch.user("aya"), "points", "残高 500ポイント")
        await until(lambda number=number: len(twitch.posted) == number + 1)  # type: ignore[misc]
    assert connector.report().refused == ""
    assert len({one.text for one in twitch.posted}) == 4
    assert {one.text.rstrip("\U000e0000 ") for one in twitch.posted} == {"@aya 残高 500ポイント"}


async def test_the_bot_learns_from_its_badge_that_it_moderates(twitch: FakeTwitch, connect: Make, ear: Ear):
    connector = await connect()
    sara, bot = twitch.user("sara"), twitch.user("croupier")
    twitch.moderators.add((sara["id"], bot["id"]))
    await until(lambda: twitch.hearing)
    ear.answer(sara, twitch.user("aya"), "first", "hello")
    await until(lambda: connector.report().moderates == {sara["id"]})
    for number in range(60):
        ear.answer(sara, twitch.user("aya"), f"code{number}", f"answer {number}")
    await until(lambda: len(twitch.posted) == 61)
    assert connector.report().refused == ""


@pytest.mark.parametrize(("status", "times"), [(429, 1), (500, 2), (0, 1)])
async def test_a_reply_that_was_not_taken_is_tried_again(
    status: int, times: int, twitch: FakeTwitch, connect: Make, ear: Ear, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.chat.twitch.connector.PAUSES", {"too_many": 0.01, "unreachable": 0.01})
    await connect()
    await until(lambda: twitch.hearing)
    twitch.fail("send", status, times=times)
    ear.answer(twitch.user("sara"), twitch.user("aya"), "points", "残高 500ポイント")
    await until(lambda: bool(twitch.posted))
    assert [one.text.rstrip("\U000e0000 ") for one in twitch.posted] == ["@aya 残高 500ポイント"]


async def test_a_reply_refused_for_good_does_not_hold_up_the_others(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    connector = await connect()
    await until(lambda: twitch.hearing)
    twitch.fail("send", 403)
    ear.answer(twitch.user("sara"), twitch.user("aya"), "a", "one")
    ear.answer(twitch.user("sara"), twitch.user("aya"), "b", "two")
    await until(lambda: bool(twitch.posted))
    assert [one.text for one in twitch.posted] == ["@aya two"]
    assert connector.report().refused == "forbidden"


async def test_an_expired_token_is_refreshed_for_a_reply(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.hearing)
    twitch.expire()
    ear.answer(twitch.user("sara"), twitch.user("aya"), "a", "one")
    await until(lambda: bool(twitch.posted))
    assert twitch.refreshes == 1
