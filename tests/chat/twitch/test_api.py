"""Tokens and requests over HTTP, and what happens when Twitch fails."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bot.chat.twitch.api import BOT_SCOPES, Endpoints, TwitchApi, TwitchError
from bot.chat.twitch.vault import Grant, Vault
from tests.chat.twitch.conftest import account
from tests.fakes.twitch import CLIENT_ID, CLIENT_SECRET, FakeTwitch


@pytest.fixture
async def api(twitch: FakeTwitch, vault: Vault) -> AsyncIterator[TwitchApi]:
    sara, bot = twitch.user("sara"), twitch.user("croupier")
    grant = Grant(*twitch.tokens(bot, BOT_SCOPES), BOT_SCOPES)
    vault.change(
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
        bot=account(bot),
        channels=(account(sara),),
        grants={bot["id"]: grant},
    )
    one = TwitchApi(vault, Endpoints.at(twitch.base))
    yield one
    await one.close()


async def failed(work: object) -> TwitchError:
    with pytest.raises(TwitchError) as caught:
        await work  # type: ignore[misc]
    return caught.value


async def test_a_message_is_sent(api: TwitchApi, twitch: FakeTwitch):
    sent = await api.send(twitch.user("sara")["id"], "こんにちは")
    [posted] = twitch.posted
    assert (posted.channel, posted.text, posted.message_id) == ("sara", "こんにちは", sent.message_id)


async def test_many_requests_with_an_expired_token_refresh_it_once(api: TwitchApi, twitch: FakeTwitch):
    twitch.expire()
    sara = twitch.user("sara")["id"]
    await asyncio.gather(*(api.send(sara, f"{number}") for number in range(5)))
    assert len(twitch.posted) == 5
    assert twitch.refreshes == 1


async def test_a_new_token_is_on_disk_before_it_is_used(
    api: TwitchApi, twitch: FakeTwitch, vault: Vault, tmp_path
):
    twitch.expire()
    seen = []
    bot = twitch.user("croupier")["id"]
    twitch.on_posted = lambda _: seen.append(Vault(tmp_path / "twitch.json").held.grants[bot].access)
    await api.send(twitch.user("sara")["id"], "x")
    assert seen == [vault.held.grants[bot].access]


@pytest.mark.parametrize("status", [0, 500, 502])
async def test_a_refresh_that_twitch_cannot_do_now_costs_nothing(
    status: int, api: TwitchApi, twitch: FakeTwitch, vault: Vault
):
    before = vault.held.grants
    twitch.expire()
    twitch.fail("token", status)
    error = await failed(api.send(twitch.user("sara")["id"], "x"))
    assert (error.code, error.passing) == ("unreachable", True)
    assert vault.held.grants == before
    await api.send(twitch.user("sara")["id"], "x")


async def test_a_refused_refresh_needs_a_person_and_costs_nothing(
    api: TwitchApi, twitch: FakeTwitch, vault: Vault
):
    before = vault.held.grants
    twitch.expire()
    twitch.refuses_refresh = True
    error = await failed(api.send(twitch.user("sara")["id"], "x"))
    assert (error.code, error.passing, error.detail) == ("unauthorised", False, "Invalid refresh token")
    assert await api.validate() == {twitch.user("croupier")["id"]: "unauthorised"}
    assert vault.held.grants == before


async def test_the_hourly_look_refreshes_what_has_expired(api: TwitchApi, twitch: FakeTwitch, vault: Vault):
    assert await api.validate() == {}
    assert twitch.refreshes == 0
    twitch.expire()
    assert await api.validate() == {}
    assert twitch.refreshes == 1
    twitch.fail("validate", 500)
    assert await api.validate() == {}, "a Twitch that cannot be asked says nothing about a grant"


async def test_a_token_that_will_not_last_is_refreshed_before_it_ends(
    api: TwitchApi, twitch: FakeTwitch, vault: Vault
):
    bot, now = twitch.user("croupier")["id"], time.time()
    assert await api.validate() == {}
    assert api.expires[bot] == pytest.approx(now + twitch.expires_in, abs=30)
    assert twitch.refreshes == 0
    twitch.expires_in = 600
    before = vault.held.grants[bot]
    assert await api.validate() == {}
    assert twitch.refreshes == 1
    assert vault.held.grants[bot] != before
    assert api.expires[bot] == pytest.approx(now + 600, abs=30)
    assert api.failing == set()


@pytest.mark.parametrize("how", ["twitch cannot", "twitch will not"])
async def test_a_refresh_that_fails_is_known_until_it_works(how: str, api: TwitchApi, twitch: FakeTwitch):
    bot = twitch.user("croupier")["id"]
    twitch.expires_in = 600
    twitch.refuses_refresh = how == "twitch will not"
    twitch.fail("token", 500, times=0 if twitch.refuses_refresh else 1)
    broken = await api.validate()
    assert broken == ({bot: "unauthorised"} if twitch.refuses_refresh else {})
    assert api.failing == {bot}
    twitch.refuses_refresh, twitch.expires_in = False, 14_124
    assert await api.validate() == {}
    assert api.failing == set()


async def test_what_twitch_says_in_the_heads_of_its_answers_is_kept(api: TwitchApi, twitch: FakeTwitch):
    assert (api.heads.requests, api.heads.skew.seconds) == (None, None)
    await api.validate()
    assert api.heads.requests is None, "signing in has no such limit"
    await api.send(twitch.user("sara")["id"], "x")
    assert api.heads.requests == (799, 800)
    assert api.heads.skew.seconds == pytest.approx(0, abs=2)
    twitch.clock_ahead = -300.0
    for _ in range(3):
        await api.validate()
    assert api.heads.skew.seconds == pytest.approx(-300, abs=5)


@pytest.mark.parametrize(
    ("status", "code"),
    [
        (400, "rejected"),
        (401, "unauthorised"),
        (403, "forbidden"),
        (409, "conflict"),
        (429, "too_many"),
        (500, "unreachable"),
    ],
)
async def test_each_status_has_its_code(status: int, code: str, api: TwitchApi, twitch: FakeTwitch):
    twitch.fail("send", status, times=2, message="because")
    error = await failed(api.send(twitch.user("sara")["id"], "x"))
    assert (error.code, error.detail) == (code, "because")


async def test_a_503_is_tried_once_more_as_twitch_asks(
    api: TwitchApi, twitch: FakeTwitch, monkeypatch: pytest.MonkeyPatch
):
    real = asyncio.sleep

    async def soon(seconds: float) -> None:
        await real(min(seconds, 0.01))

    monkeypatch.setattr("twitchio.http.asyncio.sleep", soon)
    twitch.fail("send", 503)
    await api.send(twitch.user("sara")["id"], "x")
    assert len(twitch.posted) == 1


async def test_no_error_carries_a_secret(api: TwitchApi, twitch: FakeTwitch, vault: Vault):
    twitch.expire()
    errors = []
    for prepare in (lambda: twitch.fail("token", 400), lambda: twitch.fail("token", 500)):
        prepare()
        errors.append(await failed(api.send(twitch.user("sara")["id"], "x")))
        errors.append(await failed(api.users(["sara"])) if twitch.failures["token"].times else errors[-1])
    grant = next(iter(vault.held.grants.values()))
    for error in errors:
        shown = f"{error!r} {error} {error.__cause__!r} {error.__suppress_context__}"
        for secret in (CLIENT_SECRET, grant.access, grant.refresh):
            assert secret not in shown
        assert error.__suppress_context__, "a traceback would print the request's address"


async def test_a_dropped_message_says_why(api: TwitchApi, twitch: FakeTwitch):
    sara = twitch.user("sara")["id"]
    await api.send(sara, "same")
    assert (await api.send(sara, "same")).dropped == "msg_duplicate"


async def test_accounts_are_found_by_their_names(api: TwitchApi, twitch: FakeTwitch):
    found = await api.users(["sara", "nobody", "croupier"])
    assert found == {name: account(twitch.user(name)) for name in ("sara", "croupier")}


def test_a_stand_in_answers_for_all_of_twitch():
    there = Endpoints.at("http://127.0.0.1:9/")
    assert (there.api, there.login, there.socket) == (
        "http://127.0.0.1:9/helix/",
        "http://127.0.0.1:9/",
        "ws://127.0.0.1:9/ws",
    )
    assert Endpoints.at("") == Endpoints()
