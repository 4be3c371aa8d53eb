"""N Air's HTTP link: who may call it, what counts, and a run over breaks."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from bot.chat.nair import NAir, read, template
from bot.chat.status import ConnectionState
from bot.web import Limits, Tokens, WebServer
from bot.web.tokens import link_token, load
from tests.chat.listening import Desk, Ear, until
from tests.fakes.nair import FakeNAir, chat, filled_in, notice, trial
from tests.web.fake_floor import FakeFloor

TOKEN = "n" * 32


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
async def nair(desk: Desk, ear: Ear) -> AsyncIterator[NAir]:
    link = NAir(desk.intake("nair"))
    await link.start(ear)
    yield link
    await link.stop()


Serve = Callable[..., Awaitable[WebServer]]


@pytest.fixture
async def serve(nair: NAir, tmp_path: Path) -> AsyncIterator[Serve]:
    started: list[WebServer] = []
    tokens = Tokens.new()

    async def make(port: int = 0) -> WebServer:
        server = WebServer(
            FakeFloor(),
            port=port,
            tokens=tokens,
            language="ja",
            pages=tmp_path,
            nair=nair,
            nair_token=TOKEN,
            limits=Limits(close=0.01),
        )
        started.append(server)
        await server.start()
        return server

    yield make
    for server in started:
        await server.stop()


@pytest.fixture
async def program(serve: Serve) -> AsyncIterator[FakeNAir]:
    server = await serve()
    address = server.nair_address()
    assert address is not None
    fake = FakeNAir(address)
    await fake.start()
    yield fake
    await fake.stop()


# -- what counts ---------------------------------------------------------------------------------------------


async def test_a_comment_is_said_as_niconicos(program, ear):
    program.comment(chat("bet100", "12345", name="たろう", message_id="EhgK1"))
    await program.flush()
    await until(lambda: ear.heard)
    m = ear.heard[0]
    told = (m.platform, m.channel, m.source, m.message_id, m.user_id, m.display_name, m.text)
    assert told == ("niconico", "niconico", "nair", "EhgK1", "12345", "たろう", "bet100")
    assert program.statuses == [200]


@pytest.mark.parametrize(
    "text",
    [
        "ｂｅｔ　１００",
        'a\\b"c',
        "50% & more = ?",
        "bet+100",
        "{comment}",
        "%E3%81",
        "#2 ht",
        "改\n行",
        "🎲🎲",
        "a/b?c;d",
    ],
)
async def test_every_sign_arrives_as_it_was_typed(program, ear, text):
    program.comment(chat(text, "1"))
    await program.flush()
    await until(lambda: ear.heard)
    assert ear.texts == [text]


async def test_the_broadcaster_is_known_and_has_an_account_though_no_id_comes(program, ear):
    program.comment(chat("締切", None, owner=True))
    await program.flush()
    await until(lambda: ear.heard)
    assert (ear.heard[0].user_id, ear.heard[0].roles) == ("broadcaster", {"broadcaster"})
    assert ear.heard[0].display_name == "放送者"


async def test_gifts_notices_and_the_test_button_do_not_play(program, desk, ear):
    program.comment(
        notice("gift", "ギフト bet100"),
        notice("nicoad", "bet100"),
        trial(),
        chat("bet100", "1", message_id="x") | {"type": "system"},
        chat("", "1"),
    )
    await program.flush()
    program.comment(chat("bet100", None), chat("参加", "1"))
    await program.flush()
    await until(lambda: ear.heard)
    assert set(program.statuses) == {200}
    assert ear.texts == ["参加"]
    assert [reply.code for reply in desk.shown] == ["no_id"]


async def test_a_reload_resends_and_nothing_counts_twice(program, ear):
    said = [chat(f"bet {number}", f"a:{number % 3}") for number in range(30)]
    program.comment(*said)
    await program.flush()
    program.reload()
    program.reload()
    program.comment(chat("bet 30", "a:1"))
    await program.flush()
    await until(lambda: len(ear.heard) == 31)
    assert Counter(ear.ids) == Counter(
        {one["id"]: 1 for one in said} | {ear.ids[-1]: 1} | dict.fromkeys(ear.ids, 1)
    )
    assert sorted(ear.texts) == sorted(f"bet {number}" for number in range(31))


def test_an_address_that_asks_for_less_still_works():
    said = read({"id": "1", "comment": "bet100", "userId": "5"})
    assert said is not None
    assert (said.user_id, said.name, said.roles) == ("5", "", frozenset())
    assert read({"comment": "bet100", "userId": "5"}) is None
    assert read({"id": "x" * 256, "comment": "bet100"}) is None


async def test_before_the_start_and_after_the_stop_nothing_is_heard(desk):
    link, ear = NAir(desk.intake("nair")), Ear()
    assert link.hear(chat("bet100", "1")) is False
    await link.start(ear)
    assert link.hear(chat("bet100", "1")) is True
    await link.stop()
    assert ear.texts == ["bet100"]
    assert link.hear(chat("bet200", "1")) is False


async def test_it_says_whether_it_was_ever_called(nair):
    assert (nair.status().state, nair.status().trouble) == (ConnectionState.OFF, "not_called")
    nair.hear(trial())
    assert (nair.status().state, nair.status().trouble) == (ConnectionState.ONLINE, "")


# -- who may call --------------------------------------------------------------------------------------------


async def get(server: WebServer, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
    async with (
        aiohttp.ClientSession() as http,
        http.get(f"http://127.0.0.1:{server.port}{path}", headers=headers) as response,
    ):
        return response.status, await response.text(), dict(response.headers)


async def test_the_link_needs_its_own_token(serve, ear):
    server = await serve()
    query = filled_in(template("", "{token}"), chat("bet100", "1")).replace("%7Btoken%7D", "")
    assert (await get(server, query))[0] == 401
    for wrong in ("x" * 32, server._tokens.dock, server._tokens.overlay, "ほ"):
        assert (await get(server, filled_in(template("", wrong), chat("bet100", "1"))))[0] == 403
    assert ear.heard == []
    assert (await get(server, filled_in(template("", TOKEN), chat("bet100", "1"))))[0] == 200
    await until(lambda: ear.heard)


async def test_the_links_token_opens_no_page(serve):
    server = await serve()
    for page in ("overlay", "dock", "chat"):
        assert (await get(server, f"/{page}?token={TOKEN}"))[0] == 403


@pytest.mark.parametrize("origin", ["file://", "null", "https://example.com"])
async def test_its_window_may_call_the_link_and_nothing_else(serve, origin):
    server = await serve()
    status, _, headers = await get(server, filled_in(template("", TOKEN), chat("bet100", "1")), Origin=origin)
    assert (status, headers["Access-Control-Allow-Origin"]) == (200, "*")
    assert (await get(server, "/healthz", Origin=origin))[0] == 403


async def test_a_foreign_host_may_not_call_it(serve):
    server = await serve()
    status, _, _ = await get(server, filled_in(template("", TOKEN), chat("x", "1")), Host="evil.example")
    assert status == 403


async def test_only_get_is_taken_since_bodies_break(serve):
    server = await serve()
    async with aiohttp.ClientSession() as http:
        url = server.nair_address() or ""
        response = await http.post(filled_in(url, chat("bet100", "1")), json={"comment": "bet100"})
        assert response.status == 405


async def test_there_is_no_link_unless_it_was_asked_for(tmp_path):
    server = WebServer(FakeFloor(), port=0, tokens=Tokens.new(), language="ja", pages=tmp_path)
    await server.start()
    try:
        assert server.nair_address() is None
        assert (await get(server, filled_in(template("", ""), chat("x", "1"))))[0] == 404
    finally:
        await server.stop()


def test_the_links_token_is_kept_beside_the_pages_and_leaves_theirs_alone(tmp_path):
    path = tmp_path / "tokens.json"
    pages = load(path)
    token = link_token(path, "nair")
    assert len(token) >= 32
    assert link_token(path, "nair") == token
    assert load(path) == pages
    assert token not in (pages.overlay, pages.dock, pages.chat)


@pytest.mark.parametrize("bad", [None, 5, "", "short", "x" * 31 + "&"])
def test_a_damaged_link_token_is_made_anew_and_the_pages_keep_theirs(tmp_path, bad):
    path = tmp_path / "tokens.json"
    pages = load(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"nair": bad}))
    assert link_token(path, "nair") != bad
    path.write_text(json.dumps(json.loads(path.read_text()) | {"nair": pages.dock}))
    assert link_token(path, "nair") != pages.dock
    assert load(path) == pages


# -- a run over breaks ---------------------------------------------------------------------------------------

MESSAGES = 1_000
BREAKS = 50


async def test_a_thousand_comments_over_fifty_breaks(serve, ear):
    """Calls cut off before their answer, floors that close and open again, reloads: what got through is acted
    on exactly once, and a reload brings what did not."""
    dice = random.Random(20)
    server = await serve()
    port = server.port
    clock = [0.0]
    program = FakeNAir(server.nair_address() or "", dice=dice, now=lambda: clock[0])
    await program.start()
    said: list[str] = []
    breaks = set(dice.sample(range(10, MESSAGES), BREAKS))
    kinds: Counter[str] = Counter()
    try:
        for number in range(MESSAGES):
            clock[0] += 1.0
            param = chat(f"bet {number}", f"a:{dice.randrange(20)}")
            said.append(param["id"])
            program.comment(param)
            if number in breaks:
                kind = dice.choice(["cut", "closed", "reload"])
                kinds[kind] += 1
                if kind == "closed":
                    await server.stop()
                program.cut = dice.randint(1, 8) if kind == "cut" else 0
                await program.flush()
                program.cut = 0
                if kind == "closed":
                    server = await serve(port)
                program.reload()
            if number % 8 == 0:
                await program.flush()
        await program.flush()
        await until(lambda: len(ear.ids) == MESSAGES)
    finally:
        await program.stop()
    assert Counter(ear.ids) == Counter(said)
    assert set(program.delivered) == set(said)
    assert set(kinds) == {"cut", "closed", "reload"}
