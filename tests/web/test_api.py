"""``POST /api/do``."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import pytest

from bot.web import Limits, Page, Tokens, WebServer
from tests.web.conftest import Pen, Start
from tests.web.fake_floor import FakeFloor


class Button:
    """A Stream Deck's button."""

    def __init__(self, http: aiohttp.ClientSession, token: str) -> None:
        self._http = http
        self._headers = {"Authorization": f"Bearer {token}"}

    async def press(self, server: WebServer, body: Any, **headers: str) -> tuple[int, dict[str, Any]]:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        url = f"http://127.0.0.1:{server.port}/api/do"
        async with self._http.post(url, data=data, headers=self._headers | headers) as answer:
            assert answer.content_type == "application/json"
            return answer.status, await answer.json()


@pytest.fixture
def button(http: aiohttp.ClientSession, tokens: Tokens) -> Button:
    return Button(http, tokens.dock)


async def test_a_command_is_done(server: WebServer, floor: FakeFloor, button: Button) -> None:
    body = {"id": "1", "verb": "act", "args": [3, "ht"], "expect": {"phase": "betting"}}
    assert await button.press(server, body) == (200, {"type": "done", "id": "1", "rev": 42})
    (table, command), *more = floor.done
    assert (table, command.verb, command.args, command.actor) == ("tournament", "act", (3, "ht"), "api")
    assert more == []


async def test_a_repeated_id_acts_once(server: WebServer, floor: FakeFloor, button: Button, pen: Pen) -> None:
    for _ in range(2):
        assert await button.press(server, {"id": "1", "verb": "deal"}) == (
            200,
            {"type": "done", "id": "1", "rev": 42},
        )
    dock = await pen.drawn(server, Page.DOCK)
    await dock.send_json({"type": "do", "id": "1", "verb": "deal", "args": []})
    assert await dock.receive_json() == {"type": "done", "id": "1", "rev": 42}
    assert len(floor.done) == 1


async def test_a_refusal_of_the_floor_brings_the_state(
    server: WebServer, floor: FakeFloor, button: Button
) -> None:
    status, answer = await button.press(server, {"id": "1", "verb": "next", "expect": {"phase": "playing"}})
    assert (status, answer["code"], answer["text"]) == (409, "stale", "状況が変わりました")
    assert (answer["rev"], answer["view"]) == (41, floor.frame(None).dealer)


async def test_a_table_may_be_named(server: WebServer, floor: FakeFloor, button: Button) -> None:
    assert (await button.press(server, {"id": "1", "verb": "deal", "table": "switch"}))[0] == 200
    status, answer = await button.press(server, {"id": "2", "verb": "deal", "table": "poker"})
    assert (status, answer["code"]) == (404, "unknown_table")
    assert [table for table, _ in floor.done] == ["switch"]


@pytest.mark.parametrize("header", [None, "", "Bearer", "Bearer ", "Basic ZG9jazp4", "{dock}"])
async def test_the_token_is_taken_from_the_bearer_header_only(
    server: WebServer, floor: FakeFloor, tokens: Tokens, http: aiohttp.ClientSession, header: str | None
) -> None:
    headers = {} if header is None else {"Authorization": header.format(dock=tokens.dock)}
    url = f"http://127.0.0.1:{server.port}/api/do?token={tokens.dock}"
    body = {"id": "1", "verb": "void", "token": tokens.dock}
    async with http.post(url, json=body, headers=headers) as answer:
        assert answer.status == 401
        assert answer.headers["WWW-Authenticate"] == "Bearer"
        assert (await answer.json())["code"] == "missing_token"
    assert floor.done == []


async def test_other_tokens_do_not_act(
    server: WebServer, floor: FakeFloor, tokens: Tokens, http: aiohttp.ClientSession
) -> None:
    for token in (tokens.overlay, tokens.chat, "x" * 32):
        status, answer = await Button(http, token).press(server, {"id": "1", "verb": "void"})
        assert (status, answer["code"]) == (403, "wrong_token")
    assert floor.done == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "malformed"),
        (b"\xff\xfe\x00", 400, "malformed"),
        (b"id=1&verb=void", 400, "malformed"),
        ({"id": "1"}, 400, "malformed"),
        ({"id": 1, "verb": "void"}, 400, "malformed"),
        ({"id": "1", "verb": "void", "type": "say"}, 400, "unknown_type"),
        ({"id": "1", "verb": "void", "table": 3}, 400, "malformed"),
        (b"x" * 9000, 413, "too_long"),
    ],
)
async def test_a_bad_request_is_answered_and_changes_nothing(
    server: WebServer,
    floor: FakeFloor,
    button: Button,
    caplog: pytest.LogCaptureFixture,
    body: Any,
    status: int,
    code: str,
) -> None:
    got, answer = await button.press(server, body)
    assert (got, answer["type"], answer["code"]) == (status, "refused", code)
    assert floor.done == []
    assert caplog.records == []


async def test_a_stuck_button_is_slowed_down(start: Start, floor: FakeFloor, button: Button) -> None:
    server = await start(limits=Limits(dock_rate=0.001, dock_burst=3))
    answers = [await button.press(server, {"id": str(number), "verb": "deal"}) for number in range(5)]
    assert [status for status, _ in answers] == [200, 200, 200, 429, 429]
    assert len(floor.done) == 3


async def test_our_own_bug_is_a_500_with_a_code(server: WebServer, button: Button) -> None:
    status, answer = await button.press(server, {"id": "1", "verb": "boom"})
    assert (status, answer["code"]) == (500, "internal")


async def test_get_does_not_act(server: WebServer, floor: FakeFloor, http: aiohttp.ClientSession) -> None:
    async with http.get(f"http://127.0.0.1:{server.port}/api/do?id=1&verb=void") as answer:
        assert answer.status == 405
    assert floor.done == []


async def test_a_button_without_an_id_acts_at_each_press(
    server: WebServer, floor: FakeFloor, button: Button
) -> None:
    for _ in range(2):
        status, answer = await button.press(server, {"verb": "deal"})
        assert (status, answer["type"]) == (200, "done")
    assert [command.verb for _, command in floor.done] == ["deal", "deal"]
    assert len({command.id for _, command in floor.done}) == 2


async def test_a_table_in_the_address_is_meant(
    server: WebServer, floor: FakeFloor, http: aiohttp.ClientSession, tokens: Tokens
) -> None:
    url = f"http://127.0.0.1:{server.port}/api/do?table=nope"
    headers = {"Authorization": f"Bearer {tokens.dock}"}
    async with http.post(url, json={"verb": "deal"}, headers=headers) as answer:
        assert (answer.status, (await answer.json())["code"]) == (404, "unknown_table")
    assert floor.done == []


async def test_a_page_of_a_table_that_is_not_open_says_so(
    server: WebServer, http: aiohttp.ClientSession, tokens: Tokens
) -> None:
    for page in (Page.OVERLAY, Page.DOCK):
        url = f"http://127.0.0.1:{server.port}/{page}?token={tokens.of(page)}&table=nope"
        async with http.get(url) as answer:
            assert answer.status == 404
            assert (await answer.text()).startswith("unknown_table")
