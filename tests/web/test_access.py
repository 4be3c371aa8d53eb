"""Who is let in: names, origins, tokens, paths, and the headers of every answer."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import aiohttp
import pytest
from yarl import URL

from bot.texts import catalogue
from bot.web import Page, Tokens, WebServer
from tests.patience import PATIENCE
from tests.web.conftest import Start
from tests.web.fake_floor import FakeFloor

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


async def raw(server: WebServer, request: str) -> str:
    """Sends bytes that no well-behaved client sends; returns the answer's head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request.encode())
    answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    writer.close()
    return answer.decode()


async def get(server: WebServer, http: aiohttp.ClientSession, path: str, **headers: str) -> tuple[int, str]:
    url = URL(f"http://127.0.0.1:{server.port}{path}", encoded=True)
    async with http.get(url, headers=headers) as answer:
        return answer.status, await answer.text()


def every_path(tokens: Tokens) -> list[str]:
    return [
        "/",
        "/healthz",
        "/texts/ja.json",
        "/static/shared/main.js",
        *(f"/{page}?token={tokens.of(page)}" for page in Page),
        *(f"/ws/{page}?token={tokens.of(page)}" for page in Page),
    ]


# --- Host -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "127.0.0.1:1", "localhost.evil.example", ""])
async def test_a_foreign_host_is_refused_everywhere(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession, host: str
) -> None:
    for path in every_path(tokens):
        status, text = await get(server, http, path, Host=host, **UPGRADE)
        assert (status, text.split(":")[0]) == (403, "foreign_host"), path


async def test_dns_rebinding_with_the_right_port_is_refused(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession
) -> None:
    status, _ = await get(server, http, f"/dock?token={tokens.dock}", Host=f"evil.example:{server.port}")
    assert status == 403


async def test_a_request_without_host_or_with_two_is_refused(server: WebServer) -> None:
    assert " 403 " in await raw(server, "GET /healthz HTTP/1.0\r\n\r\n")
    two = f"Host: 127.0.0.1:{server.port}\r\nHost: evil.example\r\n"
    assert " 200 " not in await raw(server, f"GET /healthz HTTP/1.1\r\n{two}\r\n")


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
async def test_the_servers_own_names_are_served(
    server: WebServer, http: aiohttp.ClientSession, name: str
) -> None:
    assert await get(server, http, "/healthz", Host=f"{name}:{server.port}") == (200, "ok")


async def test_a_further_name_is_served_when_allowed(start: Start, http: aiohttp.ClientSession) -> None:
    server = await start(allowed_hosts=["Studio.local"])
    assert (await get(server, http, "/healthz", Host=f"studio.local:{server.port}"))[0] == 200
    assert (await get(server, http, "/healthz", Host="studio.local"))[0] == 200  # behind a proxy
    assert (await get(server, http, "/healthz", Host="studio.local:1"))[0] == 403
    assert (await get(server, http, "/healthz", Host="other.local"))[0] == 403
    assert (await get(server, http, "/healthz", Host="127.0.0.1"))[0] == 403


# --- Origin ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "file://", "http://[", ""],
)
async def test_a_foreign_origin_is_refused_everywhere(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession, origin: str
) -> None:
    for path in every_path(tokens):
        status, text = await get(server, http, path, Origin=origin, **UPGRADE)
        assert (status, text.split(":")[0]) == (403, "foreign_origin"), path
    async with http.post(
        f"http://127.0.0.1:{server.port}/api/do",
        json={"id": "1", "verb": "open"},
        headers={"Authorization": f"Bearer {tokens.dock}", "Origin": origin},
    ) as answer:
        assert answer.status == 403


async def test_a_foreign_page_cannot_act(
    server: WebServer, floor: FakeFloor, tokens: Tokens, http: aiohttp.ClientSession
) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await http.ws_connect(
            f"http://127.0.0.1:{server.port}/ws/dock?token={tokens.dock}", origin="https://evil.example"
        )
    assert refused.value.status == 403
    assert server.hub.count(Page.DOCK) == 0
    assert floor.done == []


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_its_own_page_and_a_program_may_connect(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession, name: str
) -> None:
    url = f"http://127.0.0.1:{server.port}/ws/overlay?token={tokens.overlay}"
    for origin in (f"http://{name}:{server.port}", None):
        async with http.ws_connect(url, origin=origin) as socket:
            assert (await socket.receive_json())["type"] == "state"


async def test_no_preflight_is_granted(server: WebServer, http: aiohttp.ClientSession) -> None:
    for origin in ("https://evil.example", f"http://127.0.0.1:{server.port}"):
        headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
        async with http.options(f"http://127.0.0.1:{server.port}/api/do", headers=headers) as answer:
            assert answer.status in (403, 405)
            assert not [name for name in answer.headers if name.lower().startswith("access-control")]


# --- tokens ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("prefix", ["/", "/ws/"])
async def test_each_page_opens_with_its_own_token_only(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession, prefix: str
) -> None:
    for page in Page:
        for key in (*Page, "stranger"):
            token = tokens.of(key) if isinstance(key, Page) else "x" * 32
            fits = key is page or (page is Page.CHAT and key is Page.DOCK)
            status, text = await get(server, http, f"{prefix}{page}?token={token}", **UPGRADE)
            if prefix == "/":
                assert status == (200 if fits else 403), (page, key)
            elif fits:
                assert status == 101, (page, key)
            if not fits:
                assert (status, text.split(":")[0]) == (403, "wrong_token")


@pytest.mark.parametrize("prefix", ["/", "/ws/"])
@pytest.mark.parametrize("query", ["", "?token=", "?Token=x"])
async def test_without_a_token_nothing_opens(
    server: WebServer, http: aiohttp.ClientSession, prefix: str, query: str
) -> None:
    for page in Page:
        status, text = await get(server, http, f"{prefix}{page}{query}", **UPGRADE)
        assert (status, text.split(":")[0]) == (401, "missing_token")


async def test_no_answer_contains_a_token(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession
) -> None:
    for path in every_path(tokens)[:-3]:
        text = (await get(server, http, path))[1]
        assert not any(tokens.of(page) in text for page in Page), path


async def test_refusals_speak_the_language_asked_for(server: WebServer, http: aiohttp.ClientSession) -> None:
    for query, language in (("?lang=en", "en"), ("?lang=ja", "ja"), ("?lang=xx", "ja"), ("", "ja")):
        text = (await get(server, http, f"/dock{query}"))[1]
        assert text == f"missing_token: {catalogue(language)['web.missing_token']}\n"


def test_every_refusal_has_its_text_in_both_languages() -> None:
    for language in ("ja", "en"):
        keys = {key for key in catalogue(language) if key.startswith("web.")}
        assert keys == {key for key in catalogue("ja") if key.startswith("web.")}
        assert {f"web.{code}" for code in CODES} <= keys


CODES = """index missing_token wrong_token foreign_host foreign_origin not_found unknown_table
    too_many_clients malformed unknown_type too_long too_fast read_only busy internal""".split()


# --- the pages ------------------------------------------------------------------------------------------


async def test_a_page_without_a_language_gets_the_floors(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession
) -> None:
    base = f"http://127.0.0.1:{server.port}/overlay?token={tokens.overlay}&table=switch"
    for asked, got in (("", "ja"), ("&lang=en", "en"), ("&lang=fr", "ja")):
        async with http.get(base + asked) as answer:
            assert answer.status == 200
            assert dict(answer.url.query) == {"token": tokens.overlay, "table": "switch", "lang": got}
            assert answer.content_type == "text/html"
            assert "<title>overlay</title>" in await answer.text()


def policy(headers: Mapping[str, str]) -> dict[str, list[str]]:
    parts = [part.split() for part in headers["Content-Security-Policy"].split(";")]
    return {part[0]: part[1:] for part in parts}


async def test_every_answer_carries_the_policy(
    server: WebServer, tokens: Tokens, http: aiohttp.ClientSession
) -> None:
    own = f"127.0.0.1:{server.port}"
    paths = [*every_path(tokens), "/nothing", "/static/nothing.js", "/dock", "/dock?token=x", "/api/do"]
    for path in paths:
        async with http.get(f"http://{own}{path}") as answer:
            found = policy(answer.headers)
            assert found["default-src"] == ["'none'"], path
            assert found["script-src"] == found["style-src"] == ["'self'"], path
            assert found["connect-src"] == ["'self'", f"ws://{own}"], path
            assert found["frame-ancestors"] == found["base-uri"] == found["form-action"] == ["'none'"], path
            assert "unsafe" not in answer.headers["Content-Security-Policy"]
            assert answer.headers["Cache-Control"] == "no-store", path
            assert answer.headers["X-Content-Type-Options"] == "nosniff", path
            assert answer.headers["Referrer-Policy"] == "no-referrer", path


async def test_a_foreign_host_is_not_written_into_the_policy(
    server: WebServer, http: aiohttp.ClientSession
) -> None:
    async with http.get(f"http://127.0.0.1:{server.port}/", headers={"Host": "evil.example"}) as answer:
        assert policy(answer.headers)["connect-src"] == ["'self'"]


# --- files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "mime_type"),
    [("shared/main.js", "text/javascript"), ("shared/card.svg", "image/svg+xml")],
)
async def test_files_have_their_type_whatever_the_system_thinks(
    server: WebServer, http: aiohttp.ClientSession, path: str, mime_type: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from aiohttp import web_fileresponse

    monkeypatch.setattr(web_fileresponse, "CONTENT_TYPES", None)  # as useless as Windows' registry may be
    async with http.get(f"http://127.0.0.1:{server.port}/static/{path}") as answer:
        assert (answer.status, answer.content_type) == (200, mime_type)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../secret.js",
        "/static/shared/../../../secret.js",
        "/static/..%2f..%2fsecret.js",
        "/static/%2e%2e/%2e%2e/secret.js",
        "/static/..%5c..%5csecret.js",
        "/static//etc/passwd.js",
        "/static/%2fetc%2fpasswd.js",
        "/static/C:%5cWindows%5cwin.js",
        "/static/shared/main.js::$DATA.js",
        "/static/shared/main.js%00.js",
        "/static/shared/.hidden.js",
        "/static/shared/notes.txt",
        "/static/overlay/index.html",
        "/static/shared/",
        "/static/shared",
        "/static/",
        "/static",
        "/overlay/index.html",
        "/texts/..%2fja.json",
        "/texts/fr.json",
    ],
)
async def test_nothing_else_is_served(server: WebServer, path: str) -> None:
    head = await raw(server, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n")
    assert head.split()[1] in ("400", "404")


async def test_a_link_out_of_the_folder_is_not_followed(
    server: WebServer, pages: object, http: aiohttp.ClientSession, tmp_path: object
) -> None:
    from pathlib import Path

    assert isinstance(pages, Path)
    try:
        (pages / "shared" / "link.js").symlink_to(pages.parent / "secret.js")
    except OSError:
        pytest.skip("no links here")
    assert (await get(server, http, "/static/shared/link.js"))[0] == 404


async def test_only_the_pages_texts_are_served(
    server: WebServer, http: aiohttp.ClientSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {
        "page.say.hit": "ヒット",
        "event.dealt": "d",
        "phase.idle": "i",
        "outcome.win": "w",
        "web.busy": "b",
    }
    monkeypatch.setattr("bot.web.pages.catalogue", lambda language: texts)
    async with http.get(f"http://127.0.0.1:{server.port}/texts/ja.json") as answer:
        assert await answer.json() == {key: said for key, said in texts.items() if key != "web.busy"}


async def test_a_loader_page_may_look_whether_the_server_is_up(
    server: WebServer, http: aiohttp.ClientSession
) -> None:
    async with http.get(f"http://127.0.0.1:{server.port}/healthz") as answer:
        assert await answer.text() == "ok"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    async with http.get(f"http://127.0.0.1:{server.port}/") as answer:
        assert "Chatjack" in await answer.text()
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
