"""The lobby's listener: read-only, alone on its port, cheap to ask."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.web import PortInUse, Tokens, WebServer
from bot.web.lobby import Gatherer, LobbyServer
from bot.web.lobby.pace import Pace
from tests.pit.rig import Hall
from tests.web.fake_floor import FakeFloor
from tests.web.lobby.evening import IDS, deal, gatherer, line, play, shoes

Start = Callable[..., Awaitable[LobbyServer]]


@pytest.fixture
async def gathers(hall: Hall) -> AsyncIterator[Gatherer]:
    found = gatherer(hall)
    yield found
    await found.house.books.close()


@pytest.fixture
async def start(gathers: Gatherer) -> AsyncIterator[Start]:
    started: list[LobbyServer] = []

    async def starter(**options: Any) -> LobbyServer:
        server = LobbyServer(gathers, language="en", **options)
        started.append(server)
        await server.start()
        await server.held.idle()
        return server

    yield starter
    for server in started:
        await server.stop()


async def get(http: aiohttp.ClientSession, server: LobbyServer, path: str, **options: Any) -> Any:
    async with http.get(server.url + path, **options) as answer:
        return answer, await answer.read()


# --- what there is -----------------------------------------------------------------------------------------


async def test_the_page_and_all_it_needs(start: Start, http: aiohttp.ClientSession):
    server = await start()
    for path in ("", "lobby"):
        answer, page = await get(http, server, path)
        assert answer.status == 200
        assert answer.content_type == "text/html"
        assert b'src="static/lobby/main.js"' in page
    for path in ("static/lobby/main.js", "static/shared/theme.css", "texts/ja.json", "data/site.json"):
        assert (await get(http, server, path))[0].status == 200, path
    for part in ("ranking", "seasons", "tables", "rules", "fairness"):
        answer, body = await get(http, server, f"data/{part}.json")
        assert answer.status == 200, part
        assert answer.content_type == "application/json"
        json.loads(body)


async def test_texts_are_those_the_page_shows_and_no_others(start: Start, http: aiohttp.ClientSession):
    server = await start()
    texts = json.loads((await get(http, server, "texts/ja.json"))[1])
    assert texts["lobby.nav.rules"] == "ルール"
    assert not [code for code in texts if code.startswith(("reply.", "log.", "startup.", "page.dock."))]


async def test_single_questions(hall: Hall, start: Start, http: aiohttp.ClientSession):
    await hall.do("season", "start", "A")
    await shoes(hall, "aya")
    await hall.do("season", "end")
    server = await start()
    ranking = json.loads((await get(http, server, "data/ranking.json"))[1])
    viewer = ranking["lines"][0]["id"]
    hands = json.loads((await get(http, server, f"data/viewers/{viewer}.json"))[1])
    assert (hands["name"], len(hands["hands"])) == ("aya", 6)
    shoe = json.loads((await get(http, server, "data/shoes/tournament/1.json"))[1])
    assert len(shoe["server_seed"]) == 64
    season = json.loads((await get(http, server, "data/seasons/1.json"))[1])
    assert [one["name"] for one in season["lines"]] == ["aya"]
    for path in (
        "data/shoes/tournament/2.json",
        "data/shoes/tournament/3.json",
        "data/shoes/switch/1.json",
        "data/shoes/nowhere/1.json",
        "data/seasons/2.json",
        f"data/viewers/{'0' * 16}.json",
        f"data/viewers/{IDS['aya']}.json",
        "data/viewers/1.json",
        "data/secrets.json",
        "data/ranking",
    ):
        answer, body = await get(http, server, path)
        assert answer.status == 404, path
        assert b"server_seed" not in body


async def test_a_shoe_of_a_channels_own_table(tmp_path: Path, http: aiohttp.ClientSession):
    async with Hall(tmp_path / "kuro.db", table="kuro/tournament") as hall:
        hall.floor.call_channel("twitch", "studio", "kuro")
        await shoes(hall, "aya")
        gathers = gatherer(hall)
        server = LobbyServer(gathers)
        await server.start()
        await server.held.idle()
        assert (await get(http, server, "data/shoes/kuro/tournament/1.json"))[0].status == 200
        for path in ("data/shoes/kuro/tournament/3.json", "data/shoes/..%2f..%2f/1.json"):
            assert (await get(http, server, path))[0].status == 404
        await server.stop()
        await gathers.house.books.close()


async def test_a_running_season_has_no_final_ranking(hall: Hall, start: Start, http: aiohttp.ClientSession):
    await hall.do("season", "start", "A")
    server = await start()
    assert (await get(http, server, "data/seasons/1.json"))[0].status == 404


# --- what there is not -------------------------------------------------------------------------------------


async def test_nothing_of_the_main_server_is_here(start: Start, http: aiohttp.ClientSession):
    server = await start()
    for path in (
        "overlay",
        "dock",
        "chat",
        "setup",
        "ws/overlay",
        "ws/dock",
        "api/do",
        "api/status",
        "healthz",
        "static/dock/main.js",
        "static/overlay/main.js",
        "static/lobby/index.html",
        "static/../dock/main.js",
        "static/lobby/..%2f..%2fdock%2fmain.js",
        "%2e%2e/pyproject.toml",
    ):
        assert (await get(http, server, path))[0].status == 404, path


async def test_nothing_of_the_lobby_is_on_the_main_server(http: aiohttp.ClientSession):
    server = WebServer(FakeFloor(), tokens=Tokens.new(), language="en", port=0)
    await server.start()
    try:
        for path in ("lobby", "data/ranking.json", "data/site.json"):
            async with http.get(f"http://127.0.0.1:{server.port}/{path}") as answer:
                assert answer.status == 404, path
    finally:
        await server.stop()


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"])
@pytest.mark.parametrize("path", ["", "data/ranking.json", "texts/ja.json", "api/do"])
async def test_it_can_only_be_read(start: Start, http: aiohttp.ClientSession, method: str, path: str):
    server = await start()
    async with http.request(method, server.url + path, data=None) as answer:
        assert answer.status in (404, 405)


async def test_head_is_get_without_a_body(start: Start, http: aiohttp.ClientSession):
    server = await start()
    async with http.head(server.url + "data/ranking.json") as answer:
        assert answer.status == 200
        assert int(answer.headers["Content-Length"]) > 100
        assert await answer.read() == b""


async def test_no_cookie_and_a_strict_policy(start: Start, http: aiohttp.ClientSession):
    server = await start()
    for path in ("", "data/ranking.json", "static/lobby/main.js", "nothing"):
        answer, _ = await get(http, server, path)
        assert "Set-Cookie" not in answer.headers
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "ws:" not in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert (await get(http, server, "data/ranking.json"))[0].headers["Cache-Control"] == "no-store"


# --- who may ask -------------------------------------------------------------------------------------------


async def test_only_under_its_own_names(start: Start, http: aiohttp.ClientSession):
    server = await start(allowed_hosts=["casino.example.com"])
    for host, status in (
        (f"127.0.0.1:{server.port}", 200),
        (f"localhost:{server.port}", 200),
        ("casino.example.com", 200),
        ("CASINO.example.com", 200),
        (f"casino.example.com:{server.port}", 200),
        ("evil.example.com", 403),
        ("127.0.0.1", 403),
        (f"127.0.0.1:{server.port + 1}", 403),
    ):
        answer, _ = await get(http, server, "data/ranking.json", headers={"Host": host})
        assert answer.status == status, host


async def test_behind_a_proxy_with_encryption(start: Start, http: aiohttp.ClientSession):
    server = await start(allowed_hosts=["casino.example.com"])
    told = {
        "Host": "casino.example.com",
        "Origin": "https://casino.example.com",
        "X-Forwarded-Proto": "https",
    }
    assert (await get(http, server, "data/ranking.json", headers=told))[0].status == 200
    foreign = told | {"Origin": "https://evil.example.com"}
    assert (await get(http, server, "data/ranking.json", headers=foreign))[0].status == 403


# --- cheap to ask ------------------------------------------------------------------------------------------


async def test_what_has_not_changed_is_not_sent_again(start: Start, http: aiohttp.ClientSession):
    server = await start()
    answer, _ = await get(http, server, "data/ranking.json")
    again, body = await get(
        http, server, "data/ranking.json", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert (again.status, body) == (304, b"")
    other, body = await get(http, server, "data/ranking.json", headers={"If-None-Match": 'W/"other"'})
    assert other.status == 200
    assert body


async def test_it_is_packed_for_who_can_unpack(hall: Hall, start: Start, http: aiohttp.ClientSession):
    server = await start()
    plain = await get(http, server, "data/rules.json", headers={"Accept-Encoding": "identity"})
    async with aiohttp.ClientSession(auto_decompress=False) as raw:
        packed = await get(raw, server, "data/rules.json", headers={"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain[0].headers
    assert packed[0].headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed[1]) == plain[1]
    assert len(packed[1]) < len(plain[1]) / 3


async def test_a_flood_asks_the_books_no_oftener(
    hall: Hall, gathers: Gatherer, start: Start, monkeypatch: pytest.MonkeyPatch
):
    await play(hall, "aya")
    server = await start()
    asked: list[str] = []
    real = gathers.viewer

    async def counted(viewer: str, picture: Any) -> Any:
        asked.append(viewer)
        return await real(viewer, picture)

    monkeypatch.setattr(gathers, "viewer", counted)
    ready = server.held.current()
    assert ready is not None
    viewer = line(ready.picture, "aya")["id"]
    async with aiohttp.ClientSession() as http:
        paths = [f"data/viewers/{viewer}.json", "data/ranking.json", f"data/viewers/{'f' * 16}.json"] * 40
        answers = await asyncio.gather(*(get(http, server, path) for path in paths))
    assert {answer.status for answer, _ in answers} == {200, 404}
    assert asked == [viewer]


async def test_who_comes_when_too_many_wait_is_told_so(start: Start, http: aiohttp.ClientSession):
    server = await start(pace=Pace(rate=0.001, burst=1, most=0))
    assert (await get(http, server, "data/site.json"))[0].status == 200
    answer, body = await get(http, server, "data/site.json")
    assert answer.status == 503
    assert body.decode().startswith("lobby_busy: ")


async def test_before_the_stream_has_caught_up(hall: Hall, start: Start, http: aiohttp.ClientSession):
    hall.floor.delays["youtube"] = 15.0
    server = await start()
    answer, body = await get(http, server, "data/ranking.json")
    assert answer.status == 503
    assert answer.headers["Retry-After"]
    assert body.decode().startswith("lobby_soon: ")
    assert (await get(http, server, ""))[0].status == 200, "the page itself waits with its visitor"
    hall.floor.delays["youtube"] = 0.0
    assert (await get(http, server, "data/ranking.json"))[0].status == 200


async def test_the_tables_go_on_beside_it(hall: Hall, start: Start, http: aiohttp.ClientSession):
    server = await start()
    hall.floor.subscribe(server.held)
    await deal(hall, "aya", "ben")
    assert (await get(http, server, "data/tables.json"))[0].status == 200
    await hall.do("void")
    await hall.assert_sound()


# --- the port ----------------------------------------------------------------------------------------------


async def test_a_port_that_is_taken_is_named(start: Start):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        with pytest.raises(PortInUse):
            await start(port=taken.getsockname()[1])


async def test_it_can_be_stopped_twice_and_without_a_start(gathers: Gatherer):
    server = LobbyServer(gathers)
    await server.stop()
    await server.start()
    await server.stop()
    await server.stop()
