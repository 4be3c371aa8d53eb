"""Setting Twitch up: keys, names, authorisation, and what is refused."""

from __future__ import annotations

import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from bot.chat.twitch.desk import STATE_SECONDS, Preset, SetupError, TwitchDesk
from bot.chat.twitch.vault import Vault
from bot.texts import LANGUAGES, catalogue
from tests.chat.twitch.conftest import QUICK, Ear, until
from tests.fakes.twitch import CLIENT_ID, CLIENT_SECRET, FakeTwitch

REDIRECT = "http://localhost:7788/oauth/twitch"
MakeDesk = Callable[..., Awaitable[TwitchDesk]]


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
async def desk_of(twitch: FakeTwitch, vault: Vault, ear: Ear) -> AsyncIterator[MakeDesk]:
    started: list[TwitchDesk] = []

    async def make(preset: Preset | None = None, **options: object) -> TwitchDesk:
        preset = preset or Preset(service=twitch.base)
        desk = TwitchDesk(vault, lambda: REDIRECT, preset, timing=QUICK, **options)  # type: ignore[arg-type]
        started.append(desk)
        await desk.start(ear)
        return desk

    yield make
    for desk in started:
        await desk.stop()


async def at_twitch(url: str) -> dict[str, str]:
    """What a browser that opens the address is sent back with."""
    async with aiohttp.ClientSession() as http, http.get(url, allow_redirects=False) as answer:
        assert answer.status == 302
        back = answer.headers["Location"]
    assert back.startswith(REDIRECT + "?")
    return {key: values[0] for key, values in parse_qs(urlsplit(back).query).items()}


async def named(desk: TwitchDesk, twitch: FakeTwitch, bot: str = "croupier", *channels: str) -> None:
    for name in (bot, *(channels or ("sara",))):
        twitch.user(name, name.title())
    await desk.keep_application(CLIENT_ID, CLIENT_SECRET)
    await desk.keep_names(bot, channels or ("sara",))


async def authorised(desk: TwitchDesk, twitch: FakeTwitch, login: str) -> None:
    twitch.logged_in = twitch.user(login)
    await desk.finish(await at_twitch(await desk.authorise(twitch.user(login)["id"])))


async def refused(work: Awaitable[object]) -> SetupError:
    with pytest.raises(SetupError) as caught:
        await work
    for language in LANGUAGES:
        assert f"setup.error.{caught.value.code}" in catalogue(language)
    return caught.value


async def test_from_nothing_to_heard_chat(desk_of: MakeDesk, twitch: FakeTwitch, ear: Ear):
    desk = await desk_of()
    assert desk.status()["state"] == "application"
    assert desk.status()["redirect"] == REDIRECT
    twitch.user("sara"), twitch.user("croupier")
    await desk.keep_application(f" {CLIENT_ID} ", CLIENT_SECRET)
    assert desk.status()["state"] == "names"
    await desk.keep_names("Croupier", ["https://www.twitch.tv/Sara/"])
    assert desk.status()["state"] == "authorise"
    await authorised(desk, twitch, "croupier")
    await until(lambda: desk.status()["state"] == "live")
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), "参加")
    await until(lambda: ear.texts == ["参加"])
    shown = desk.status()
    assert shown["bot"]["authorised"]
    assert [(one["login"], one["authorised"], one["heard"]) for one in shown["channels"]] == [
        ("sara", False, True)
    ]
    await authorised(desk, twitch, "sara")
    assert desk.status()["channels"][0]["authorised"]
    assert twitch.connects == 1, "a channel's authorisation does not interrupt the chat"


async def test_one_account_for_both(desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault):
    desk = await desk_of()
    twitch.user("sara")
    await desk.keep_application(CLIENT_ID, CLIENT_SECRET)
    await desk.keep_names("", ["sara"])
    url = await desk.authorise(twitch.user("sara")["id"])
    asked = parse_qs(urlsplit(url).query)
    assert set(asked["scope"][0].split()) == {"user:read:chat", "user:write:chat", "user:bot", "channel:bot"}
    assert asked["force_verify"] == ["true"]
    twitch.logged_in = twitch.user("sara")
    await desk.finish(await at_twitch(url))
    await until(lambda: desk.status()["state"] == "live")
    assert len(vault.held.grants) == 1


async def test_the_lengths_of_time_outs_are_asked_for_only_where_they_are_wanted_and_can_be_had(
    desk_of: MakeDesk, twitch: FakeTwitch
):
    async def asked(desk: TwitchDesk, login: str) -> set[str]:
        url = await desk.authorise(twitch.user(login)["id"])
        return set(parse_qs(urlsplit(url).query)["scope"][0].split())

    desk = await desk_of(Preset(service=twitch.base, timeouts=True))
    await named(desk, twitch)
    for login in ("sara", "croupier"):
        assert "channel:moderate" not in await asked(desk, login)
    await desk.keep_names("", ["sara"])
    assert await asked(desk, "sara") == {
        "user:read:chat",
        "user:write:chat",
        "user:bot",
        "channel:bot",
        "channel:moderate",
    }


async def test_nothing_secret_is_shown(desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault):
    desk = await desk_of()
    await named(desk, twitch)
    await authorised(desk, twitch, "croupier")
    shown = (
        f"{desk.status()} {vault.held!r} {list(vault.held.grants.values())!r} {Preset('a', CLIENT_SECRET)!r}"
    )
    for secret in (CLIENT_SECRET, *(g.access for g in vault.held.grants.values())):
        assert secret not in shown


async def test_wrong_keys_change_nothing(desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault):
    desk = await desk_of()
    assert (await refused(desk.keep_application("", ""))).code == "not_keys"
    assert (await refused(desk.keep_application(CLIENT_ID, "x" * 30))).code == "wrong_keys"
    twitch.fail("token", 500)
    assert (await refused(desk.keep_application(CLIENT_ID, CLIENT_SECRET))).code == "unreachable"
    assert vault.held.client_id == ""
    await desk.keep_application(CLIENT_ID, CLIENT_SECRET)
    assert (await refused(desk.keep_application(CLIENT_ID, "x" * 30))).code == "wrong_keys"
    assert vault.held.client_secret == CLIENT_SECRET


async def test_names_that_are_none(desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault):
    desk = await desk_of()
    twitch.user("sara")
    await desk.keep_application(CLIENT_ID, CLIENT_SECRET)
    for names in ([], ["さら"], ["sara!"], ["a"], ["https://example.com/sara"]):
        assert (await refused(desk.keep_names("", names))).code == "not_names"
    unknown = await refused(desk.keep_names("nobody_here", ["sara", "nor_here"]))
    assert (unknown.code, unknown.detail) == ("unknown_names", "nobody_here, nor_here")
    assert vault.held.channels == ()


@pytest.mark.parametrize("trick", ["none", "wrong", "twice", "late"])
async def test_a_state_counts_once_and_soon(trick: str, desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault):
    clock = Clock()
    desk = await desk_of(now=clock)
    await named(desk, twitch)
    twitch.logged_in = twitch.user("croupier")
    back = await at_twitch(await desk.authorise(twitch.user("croupier")["id"]))
    match trick:
        case "none":
            del back["state"]
        case "wrong":
            back["state"] = "x" + back["state"]
        case "twice":
            await desk.finish(back)
        case _:
            clock.now += STATE_SECONDS
    before = dict(vault.held.grants)
    assert (await refused(desk.finish(back))).code == "state"
    assert vault.held.grants == before


async def test_only_the_chosen_account_is_taken(desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault):
    desk = await desk_of()
    await named(desk, twitch)
    for login in ("stranger", "sara"):  # the second is allowed, but not asked for
        twitch.logged_in = twitch.user(login)
        back = await at_twitch(await desk.authorise(twitch.user("croupier")["id"]))
        error = await refused(desk.finish(back))
        assert (error.code, error.detail) == ("other_account", login)
    assert (await refused(desk.authorise(twitch.user("stranger")["id"]))).code == "not_allowed"
    assert vault.held.grants == {}


async def test_a_refusal_at_twitch(desk_of: MakeDesk, twitch: FakeTwitch):
    desk = await desk_of()
    await named(desk, twitch)
    twitch.denies = True
    back = await at_twitch(await desk.authorise(twitch.user("croupier")["id"]))
    assert (await refused(desk.finish(back))).code == "denied"


@pytest.mark.parametrize(
    ("kind", "status", "code"), [("token", 502, "unreachable"), ("token", 400, "rejected")]
)
async def test_twitch_failing_in_the_middle(
    kind: str, status: int, code: str, desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault
):
    desk = await desk_of()
    await named(desk, twitch)
    twitch.logged_in = twitch.user("croupier")
    back = await at_twitch(await desk.authorise(twitch.user("croupier")["id"]))
    twitch.fail(kind, status)
    assert (await refused(desk.finish(back))).code == code
    assert vault.held.grants == {}


async def test_a_withdrawn_account_is_authorised_again_without_a_restart(
    desk_of: MakeDesk, twitch: FakeTwitch, ear: Ear
):
    desk = await desk_of()
    await named(desk, twitch)
    await authorised(desk, twitch, "croupier")
    await until(lambda: desk.status()["state"] == "live")
    twitch.expire()
    twitch.refuses_refresh = True
    await twitch.close(4000)
    await until(lambda: desk.status()["trouble"] == "unauthorised")
    await authorised(desk, twitch, "croupier")
    await until(lambda: desk.status()["state"] == "live" and not desk.status()["trouble"])


async def test_forgetting_an_account_disconnects_it(
    desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault, ear: Ear
):
    desk = await desk_of()
    await named(desk, twitch)
    await authorised(desk, twitch, "croupier")
    await until(lambda: twitch.hearing)
    await desk.forget(twitch.user("croupier")["id"])
    await until(lambda: not twitch.hearing)
    assert desk.status()["state"] == "authorise"
    assert vault.held.grants == {}
    assert ear.listeners == []


async def test_another_channel_is_heard_instead(desk_of: MakeDesk, twitch: FakeTwitch, ear: Ear):
    desk = await desk_of()
    await named(desk, twitch, "croupier", "sara")
    await authorised(desk, twitch, "croupier")
    await until(lambda: twitch.hearing)
    twitch.user("mika")
    await desk.keep_names("croupier", ["mika", "sara"])
    await until(lambda: len([one for one in desk.status()["channels"] if one["heard"]]) == 2)
    await twitch.chat(twitch.user("mika"), twitch.user("aya"), "hello")
    await until(lambda: ear.texts == ["hello"])


async def test_the_settings_win_and_a_twitch_that_is_away_at_the_start_is_waited_for(
    desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.chat.twitch.desk.FIRST_WAIT", 0.01)
    for name in ("sara", "mika", "croupier"):
        twitch.user(name)
    twitch.fail("token", 500, times=2)
    desk = await desk_of(Preset(CLIENT_ID, CLIENT_SECRET, ("sara", "mika"), "croupier", twitch.base))
    await until(lambda: desk.status()["state"] == "authorise")
    assert (await refused(desk.keep_names("sara", ["sara"]))).code == "from_settings"
    assert (await refused(desk.keep_application(CLIENT_ID, CLIENT_SECRET))).code == "from_settings"
    await authorised(desk, twitch, "croupier")
    await until(lambda: desk.status()["state"] == "live")
    assert [one.login for one in vault.held.channels] == ["sara", "mika"]


async def test_a_twitch_that_answers_500_at_the_start_costs_no_token(
    desk_of: MakeDesk, twitch: FakeTwitch, vault: Vault, tmp_path: Path
):
    desk = await desk_of()
    await named(desk, twitch)
    await authorised(desk, twitch, "croupier")
    await desk.stop()
    kept = vault.held.grants
    for kind in ("token", "validate", "subscribe"):
        twitch.fail(kind, 500, times=3)
    twitch.expire()
    again = await desk_of()
    await until(lambda: again.status()["state"] == "live")
    await again.stop()
    on_disk = Vault(tmp_path / "twitch.json")
    assert set(on_disk.held.grants) == set(kept)
    assert stat.S_IMODE((tmp_path / "twitch.json").stat().st_mode) == 0o600


def test_every_text_of_the_page_exists_in_both_languages():
    ja, en = ({key for key in catalogue(one) if key.startswith("setup.")} for one in LANGUAGES)
    assert ja == en
