"""The connection against a service that fails in every way it is known to."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from bot.chat.twitch.vault import Vault
from tests.chat.twitch.conftest import QUICK, Ear, Make, until
from tests.fakes.twitch import FakeTwitch
from tests.fakes.twitch_messages import CLOSES


async def works(twitch: FakeTwitch, ear: Ear, words: str) -> None:
    """Somebody says something and it arrives once."""
    await until(lambda: twitch.hearing)
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), words)
    await until(lambda: words in ear.texts)
    assert ear.texts.count(words) == 1


async def test_a_message_arrives_with_all_that_the_floor_asks_for(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect()
    await until(lambda: twitch.hearing)
    aya = twitch.user("aya_22", "アヤ")
    message_id = await twitch.chat(
        twitch.user("sara"), aya, "Bet500", badges=("vip", "subscriber", "premium")
    )
    await until(lambda: bool(ear.heard))
    [heard] = ear.heard
    assert (heard.platform, heard.source) == ("twitch", "twitch")
    assert heard.channel == twitch.user("sara")["id"]
    assert (heard.user_id, heard.login, heard.display_name) == (aya["id"], "aya_22", "アヤ")
    assert (heard.message_id, heard.text) == (message_id, "Bet500")
    assert heard.roles == {"vip", "subscriber"}
    assert heard.sent_at > 1_600_000_000


async def test_the_clocks_are_held_until_chat_is_heard_and_while_it_is_not(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect()
    assert ear.away == [True]
    await until(lambda: ear.away == [True, False])
    twitch.welcomes = False
    await twitch.close(4000)
    await until(lambda: ear.away == [True, False, True])
    twitch.welcomes = True
    await until(lambda: ear.away == [True, False, True, False])


@pytest.mark.parametrize("code", sorted(CLOSES))
async def test_every_close_code_is_survived(code: int, twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await works(twitch, ear, "before")
    await twitch.close(code)
    await works(twitch, ear, "after")


async def test_a_cut_connection(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await works(twitch, ear, "before")
    twitch.drop()
    await works(twitch, ear, "after")


async def test_a_service_that_falls_silent(twitch: FakeTwitch, connect: Make, ear: Ear):
    twitch.keepalive_seconds = 0.02
    await connect()
    await works(twitch, ear, "before")
    twitch.quiet = True
    twitch.forget()
    await works(twitch, ear, "after")


async def test_what_has_arrived_counts_though_this_computer_was_busy(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    twitch.keepalive_seconds = 0.02
    await connect()
    await until(lambda: twitch.hearing)
    for number in range(20):
        await twitch.chat(twitch.user("sara"), twitch.user("aya"), f"bet {number}")
        time.sleep(0.3 if number % 5 == 4 else 0)  # noqa: ASYNC251 - longer than the patience of these tests
    await until(lambda: len(ear.texts) == 20)
    assert ear.texts == [f"bet {number}" for number in range(20)]
    assert twitch.connects == 1


async def test_keepalives_keep_a_quiet_connection_alive(twitch: FakeTwitch, connect: Make, ear: Ear):
    twitch.keepalive_seconds = 0.02
    await connect(timing=replace(QUICK, slack=1.0))
    await until(lambda: twitch.hearing)
    await asyncio.sleep(2.1)  # twice its patience
    assert twitch.connects == 1


async def test_no_welcome(twitch: FakeTwitch, connect: Make, ear: Ear):
    twitch.welcomes = False
    await connect()
    await until(lambda: twitch.connects >= 2)
    twitch.welcomes = True
    await works(twitch, ear, "at last")


async def test_a_move_takes_the_subscriptions_along_and_loses_nothing(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect(timing=replace(QUICK, opening=5.0, moving=5.0))  # a busy machine must not make it give up
    await works(twitch, ear, "before")
    session = twitch.sessions[0]
    await twitch.move()
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), "on the old socket")
    await until(lambda: len(session.sockets) == 2)
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), "on both")
    await until(lambda: len(session.sockets) == 1)
    await works(twitch, ear, "after")
    assert ear.texts == ["before", "on the old socket", "on both", "after"]
    assert twitch.connects == 2
    assert ear.away == [True, False]


@pytest.mark.parametrize("place", ["no welcome", "invalid", "nobody there", "another service"])
async def test_a_move_that_fails_begins_a_new_session(
    place: str, twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect()
    await works(twitch, ear, "before")
    if place == "no welcome":
        twitch.welcomes = False
        await twitch.move()
        await until(lambda: twitch.connects == 2)
        twitch.welcomes = True
    else:
        wrong = {
            "invalid": f"{twitch.socket_url}?id=AgoQwrong&challenge=no",
            "nobody there": "ws://127.0.0.1:1/ws",
            "another service": "ws://elsewhere.example/ws",
        }
        await twitch.move(wrong[place])
    first = twitch.sessions[0]
    await until(lambda: any(one is not first and one.subscriptions for one in twitch.sessions))
    await works(twitch, ear, "after")


async def test_the_last_subscription_revoked(twitch: FakeTwitch, connect: Make, ear: Ear):
    connector = await connect()
    await works(twitch, ear, "before")
    twitch.fail("subscribe", 403, times=3)
    await twitch.revoke(twitch.user("sara"))
    await until(lambda: twitch.failures["subscribe"].times == 0)
    assert connector.report().trouble == "forbidden"
    await works(twitch, ear, "after")
    assert connector.report().trouble == ""


async def test_one_of_two_subscriptions_revoked(twitch: FakeTwitch, connect: Make, ear: Ear):
    connector = await connect(channels=("sara", "mika"))
    await until(lambda: len(connector.report().heard) == 2)
    twitch.fail("subscribe", 403, times=3)
    await twitch.revoke(twitch.user("mika"), "user_removed")
    await works(twitch, ear, "the other goes on")
    await until(lambda: len(connector.report().heard) == 2)
    assert twitch.connects == 1
    await twitch.chat(twitch.user("mika"), twitch.user("aya"), "back")
    await until(lambda: "back" in ear.texts)


@pytest.mark.parametrize("status", [0, 400, 409, 429, 500, 502])
async def test_a_subscription_refused_is_asked_for_again(
    status: int, twitch: FakeTwitch, connect: Make, ear: Ear
):
    twitch.fail("subscribe", status, times=3)
    await connect()
    await works(twitch, ear, "heard")
    assert twitch.failures["subscribe"].times == 0


async def test_a_subscription_refused_after_a_drop(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await works(twitch, ear, "before")
    twitch.fail("subscribe", 500, times=2)
    await twitch.close(4006)
    await works(twitch, ear, "after")


async def test_nothing_is_ever_said_on_the_socket(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await works(twitch, ear, "before")
    await twitch.move()
    await works(twitch, ear, "after")
    assert twitch.inbound == []


async def test_the_same_message_in_another_envelope_is_the_same_message(
    twitch: FakeTwitch, connect: Make, ear: Ear
):
    await connect()
    await until(lambda: twitch.hearing)
    from tests.fakes.twitch_messages import chat

    event = chat(twitch.user("sara"), twitch.user("aya"), "bet 100")
    for _ in range(3):
        await twitch.deliver(event)
    await works(twitch, ear, "next")
    assert ear.texts == ["bet 100", "next"]


async def test_a_frame_that_cannot_be_read_harms_nobody(twitch: FakeTwitch, connect: Make, ear: Ear):
    await connect()
    await until(lambda: twitch.hearing)
    for socket in twitch.sessions[0].sockets:
        for raw in (
            "",
            "{",
            "[]",
            '{"metadata": {}}',
            '{"metadata": {"message_type": "party"}, "payload": {}}',
        ):
            await socket.send_str(raw)
        await socket.send_bytes(b"\x00\xff")
    await works(twitch, ear, "still here")
    assert twitch.connects == 1


async def test_an_expired_token_is_refreshed_once_and_kept(
    twitch: FakeTwitch, connect: Make, ear: Ear, vault: Vault, tmp_path
):
    await connect()
    await works(twitch, ear, "before")
    before = vault.held.grants
    twitch.expire()
    await twitch.close(4000)
    await works(twitch, ear, "after")
    assert twitch.refreshes == 1
    bot = twitch.user("croupier")["id"]
    kept = Vault(tmp_path / "twitch.json").held.grants[bot]
    assert kept.access != before[bot].access
    assert kept.access == vault.held.grants[bot].access


async def test_a_withdrawn_authorisation_waits_for_a_person_and_is_never_thrown_away(
    twitch: FakeTwitch, connect: Make, ear: Ear, vault: Vault, tmp_path
):
    connector = await connect()
    await works(twitch, ear, "before")
    twitch.expire()
    twitch.refuses_refresh = True
    await twitch.close(4000)
    await until(lambda: connector.report().trouble == "unauthorised")
    assert set(Vault(tmp_path / "twitch.json").held.grants) == set(vault.held.grants)
    assert len(vault.held.grants) == 2
    twitch.refuses_refresh = False  # as if a person had authorised it again
    connector.retry()
    await works(twitch, ear, "after")


async def test_messages_keep_their_order_while_the_floor_is_slow(twitch: FakeTwitch, connect: Make, ear: Ear):
    async def slow() -> None:
        await asyncio.sleep(0.001 if len(ear.heard) % 2 else 0)

    ear.slow = slow
    await connect()
    await until(lambda: twitch.hearing)
    said = [f"{number}" for number in range(100)]
    for words in said:
        await twitch.chat(twitch.user("sara"), twitch.user("aya"), words)
    await until(lambda: len(ear.heard) == len(said))
    assert ear.texts == said


async def test_what_has_arrived_is_handed_on_at_the_stop(twitch: FakeTwitch, connect: Make, ear: Ear):
    connector = await connect()
    await until(lambda: twitch.hearing)
    gate = asyncio.Event()

    async def wait() -> None:
        await gate.wait()

    ear.slow = wait
    for words in "abc":
        await twitch.chat(twitch.user("sara"), twitch.user("aya"), words)
    await until(lambda: connector._inbox.qsize() == 2)
    stopping = asyncio.create_task(connector.stop())
    await asyncio.sleep(0.01)
    gate.set()
    await stopping
    assert ear.texts == ["a", "b", "c"]
    assert ear.listeners == []


async def test_a_fault_of_our_own_does_not_end_the_connection(
    twitch: FakeTwitch, connect: Make, ear: Ear, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.chat.twitch.line.RESTART_SECONDS", 0.01)
    connector = await connect()
    await works(twitch, ear, "before")
    heard = connector.heard

    def breaks(chat: object) -> None:
        monkeypatch.setattr(connector, "heard", heard)
        raise RuntimeError("a mistake")

    monkeypatch.setattr(connector, "heard", breaks)
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), "lost to the mistake")
    await until(lambda: twitch.connects == 2)
    await works(twitch, ear, "after")
