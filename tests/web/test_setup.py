"""The set-up page over HTTP: who may do what, and the whole way from keys to heard chat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from bot.chat.twitch.desk import Preset, TwitchDesk
from bot.chat.twitch.vault import Vault
from bot.web import Tokens, WebServer
from tests.chat.twitch.conftest import QUICK, Ear, until
from tests.fakes.twitch import CLIENT_ID, CLIENT_SECRET, FakeTwitch
from tests.web.conftest import Start


@pytest.fixture
async def twitch() -> AsyncIterator[FakeTwitch]:
    fake = FakeTwitch()
    await fake.start()
    yield fake
    await fake.stop()


@pytest.fixture
async def ear() -> Ear:
    return Ear()


@pytest.fixture
async def server(
    start: Start, pages: Path, tmp_path: Path, twitch: FakeTwitch, ear: Ear
) -> AsyncIterator[WebServer]:
    (pages / "setup").mkdir()
    (pages / "setup" / "index.html").write_text("<!doctype html><title>setup</title>", encoding="utf-8")
    servers: list[WebServer] = []
    desk = TwitchDesk(
        Vault(tmp_path / "twitch.json"),
        lambda: f"http://localhost:{servers[0].port}/oauth/twitch",
        Preset(service=twitch.base),
        timing=QUICK,
    )
    servers.append(await start(twitch=desk))
    await desk.start(ear)
    yield servers[0]
    await desk.stop()


def base(server: WebServer) -> str:
    return f"http://127.0.0.1:{server.port}"


class Hand:
    """What the page does."""

    def __init__(self, http: aiohttp.ClientSession, server: WebServer, token: str | None) -> None:
        self.http = http
        self.url = f"{base(server)}/api/setup/twitch?lang=en"
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    async def status(self) -> tuple[int, dict]:
        async with self.http.get(self.url, headers=self.headers) as answer:
            return answer.status, await answer.json()

    async def do(self, **wish: object) -> tuple[int, dict]:
        async with self.http.post(self.url, headers=self.headers, json=wish) as answer:
            return answer.status, await answer.json()


@pytest.fixture
def hand(http: aiohttp.ClientSession, server: WebServer, tokens: Tokens) -> Hand:
    return Hand(http, server, tokens.dock)


async def test_the_whole_way_from_keys_to_heard_chat(
    hand: Hand, http: aiohttp.ClientSession, server: WebServer, twitch: FakeTwitch, ear: Ear, tmp_path: Path
):
    twitch.user("sara", "サラ"), twitch.user("croupier")
    status, shown = await hand.status()
    assert (status, shown["state"]) == (200, "application")
    assert shown["redirect"] == f"http://localhost:{server.port}/oauth/twitch"
    await hand.do(do="application", client_id=CLIENT_ID, client_secret=CLIENT_SECRET)
    status, shown = await hand.do(do="names", channels=["sara"], bot="croupier")
    assert (status, shown["state"]) == (200, "authorise")
    for account in (shown["bot"], *shown["channels"]):
        _, answer = await hand.do(do="authorise", account=account["id"])
        twitch.logged_in = twitch.user(account["login"])
        async with http.get(answer["url"]) as page:  # a browser: through Twitch and back
            assert page.status == 200
            assert page.url.path == "/oauth/twitch"
            assert [step.status for step in page.history] == [302], "a 308 would be kept by the browser"
            assert account["name"] in await page.text()
            assert page.headers["Cache-Control"] == "no-store"
            assert page.headers["Referrer-Policy"] == "no-referrer"
    await until(lambda: twitch.hearing)
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), "参加")
    await until(lambda: ear.texts == ["参加"])
    _, shown = await hand.status()
    assert shown["state"] == "live"
    assert CLIENT_SECRET not in str(shown)
    status, shown = await hand.do(do="forget", account=shown["bot"]["id"])
    assert (status, shown["state"]) == (200, "authorise")


@pytest.mark.parametrize("whose", ["overlay", "chat", "none", "wrong"])
async def test_only_the_docks_token_sets_up(
    whose: str, http: aiohttp.ClientSession, server: WebServer, tokens: Tokens, tmp_path: Path
):
    token = {"overlay": tokens.overlay, "chat": tokens.chat, "none": None, "wrong": "x" * 32}[whose]
    hand = Hand(http, server, token)
    expected = 401 if token is None else 403
    assert (await hand.status())[0] == expected
    assert (await hand.do(do="application", client_id=CLIENT_ID, client_secret=CLIENT_SECRET))[0] == expected
    async with http.get(f"{base(server)}/setup?token={token or ''}&lang=en") as answer:
        assert answer.status == expected
    assert not (tmp_path / "twitch.json").exists()


async def test_the_docks_token_in_the_address_does_nothing(
    http: aiohttp.ClientSession, server: WebServer, tokens: Tokens
):
    url = f"{base(server)}/api/setup/twitch?token={tokens.dock}"
    async with http.post(url, json={"do": "forget", "account": "1"}) as answer:
        assert answer.status == 401


async def test_another_sites_page_is_turned_away(hand: Hand, twitch: FakeTwitch):
    hand.headers["Origin"] = "https://evil.example"
    async with hand.http.post(
        hand.url, headers=hand.headers, json={"do": "forget", "account": "1"}
    ) as answer:
        assert answer.status == 403


async def test_the_page_opens_with_the_docks_token(
    http: aiohttp.ClientSession, server: WebServer, tokens: Tokens
):
    async with http.get(f"{base(server)}/setup?token={tokens.dock}") as answer:
        assert answer.status == 200
        assert answer.url.query["lang"] == "ja"
        assert "setup" in await answer.text()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"1",
        b'{"do": "dance"}',
        b'{"do": "names", "channels": 1, "bot": ""}',
        b'{"do": "application"}',
    ],
)
async def test_a_wish_that_is_none_is_refused(body: bytes, hand: Hand):
    async with hand.http.post(hand.url, headers=hand.headers, data=body) as answer:
        assert answer.status == 400
        assert (await answer.json())["code"] == "malformed"


async def test_a_step_that_fails_says_why_in_the_pages_language(hand: Hand):
    status, answer = await hand.do(do="application", client_id="", client_secret="")
    assert (status, answer["code"]) == (409, "not_keys")
    assert "letters and digits" in answer["text"]


@pytest.mark.parametrize(
    "query",
    ["", "?state=x", "?code=abc&state=x", "?error=access_denied&error_description=%3Cscript%3E&state=x"],
)
async def test_a_stranger_at_the_return_address_gets_nowhere(
    query: str, http: aiohttp.ClientSession, server: WebServer, tmp_path: Path
):
    async with http.get(f"{base(server)}/oauth/twitch{query}") as answer:
        assert answer.status == 400
        page = await answer.text()
    assert "<script>" not in page
    assert "token" not in page
    assert not (tmp_path / "twitch.json").exists()


async def test_a_name_with_markup_stays_text(hand: Hand, http: aiohttp.ClientSession, twitch: FakeTwitch):
    twitch.user("sara", "<b>サラ</b>")
    await hand.do(do="application", client_id=CLIENT_ID, client_secret=CLIENT_SECRET)
    _, shown = await hand.do(do="names", channels=["sara"], bot="")
    _, answer = await hand.do(do="authorise", account=shown["bot"]["id"])
    twitch.logged_in = twitch.user("sara")
    async with http.get(answer["url"]) as page:
        assert "&lt;b&gt;サラ&lt;/b&gt;" in await page.text()


async def test_without_a_desk_there_is_no_set_up(start: Start, http: aiohttp.ClientSession, tokens: Tokens):
    server = await start()
    async with http.get(f"{base(server)}/setup?token={tokens.dock}") as answer:
        assert answer.status == 404
