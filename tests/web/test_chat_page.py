"""The practice chat's socket."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from aiohttp import ClientWebSocketResponse
from structlog.testing import capture_logs

from bot.web import Limits, Page, WebServer
from tests.patience import PATIENCE
from tests.web.conftest import Pen, Start
from tests.web.fake_floor import FakeFloor

AYA = {"id": "aya", "name": "Aya", "points": 500, "rank": "plain", "seat": 1}


def say(message_id: str, user: str, text: str, **more: object) -> dict[str, object]:
    return {"type": "say", "id": message_id, "as": user, "text": text} | more


async def until(socket: ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    while True:
        message: dict[str, Any] = await asyncio.wait_for(socket.receive_json(), PATIENCE)
        if message["type"] == kind:
            return message


async def test_a_line_reaches_the_floor_and_every_page(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    one, two = await pen.open(server, Page.CHAT), await pen.open(server, Page.CHAT)
    for socket in (one, two):
        assert await until(socket, "viewers") == {"type": "viewers", "viewers": []}
    await one.send_json(say("m1", "aya", "Ｂｅｔ１００", name="ほしの　アヤ 👩‍🚀"))
    for socket in (one, two):
        assert await until(socket, "said") == {"type": "said", "from": "aya", "text": "Ｂｅｔ１００"}
    (message,) = floor.heard
    assert (message.platform, message.channel, message.source) == ("practice", "practice", "practice")
    assert (message.message_id, message.user_id, message.login) == ("m1", "aya", "aya")
    assert (message.display_name, message.text) == ("ほしの　アヤ 👩‍🚀", "Ｂｅｔ１００")
    assert message.sent_at > 1_700_000_000


async def test_a_viewer_without_a_name_is_called_by_the_id(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    socket = await pen.open(server, Page.CHAT)
    for number, more in enumerate(({}, {"name": ""}, {"name": None})):
        await socket.send_json(say(str(number), "aya", "hit", **more))
        await until(socket, "said")
    assert [message.display_name for message in floor.heard] == ["aya"] * 3


async def test_replies_to_practice_viewers_are_shown(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    socket = await pen.open(server, Page.CHAT)
    await until(socket, "viewers")
    floor.answer("twitch", "aya", "not here")
    floor.answer("practice", "aya", "あと100ポイント足りません")
    message = await until(socket, "reply")
    assert message.pop("at") > 1_700_000_000
    assert message == {"type": "reply", "to": "aya", "text": "あと100ポイント足りません"}


async def test_viewers_are_sent_on_connect_and_after_changes(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    floor.viewers = [AYA]
    socket = await pen.open(server, Page.CHAT)
    assert await until(socket, "viewers") == {"type": "viewers", "viewers": [AYA]}
    floor.viewers = [AYA | {"points": 400}]
    floor.publish("tournament")
    assert await until(socket, "viewers") == {"type": "viewers", "viewers": floor.viewers}


async def test_the_dock_token_opens_the_chat_too(server: WebServer, pen: Pen) -> None:
    dock = pen.url(server, Page.DOCK).replace("/ws/dock", "/ws/chat")
    socket = await pen._http.ws_connect(dock)
    assert (await until(socket, "viewers"))["viewers"] == []


async def test_the_chat_follows_the_focus_table_as_everybody_sees_it(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    socket = await pen.open(server, Page.CHAT)
    first = await until(socket, "state")
    assert (first["table"], first["rev"], first["view"]) == ("tournament", 41, floor.frame(None).public)
    rev = floor.publish("tournament", {"type": "dealt"})
    step = await until(socket, "events")
    assert (step["rev"], step["view"]) == (rev, floor.frame(None).public)
    floor.publish("switch")
    assert floor.publish("tournament") == (await until(socket, "events"))["rev"]


async def test_the_chat_changes_to_another_table_of_its_room(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    socket = await pen.open(server, Page.CHAT, lang="en")
    first = await until(socket, "state")
    assert [(one["id"], one["number"]) for one in first["tables"]] == [("tournament", 1), ("switch", 2)]
    await socket.send_json({"type": "show", "id": "s1", "table": "switch"})
    second = await until(socket, "state")
    assert (second["table"], second["rev"], second["tables"]) == ("switch", 7, first["tables"])
    floor.publish("tournament")
    rev = floor.publish("switch")
    assert (await until(socket, "events"))["rev"] == rev
    await socket.send_json(say("m1", "aya", "hit"))  # it is still the same connection
    await until(socket, "said")
    await socket.send_json({"type": "show", "id": "s2", "table": "nowhere"})
    refusal = await until(socket, "refused")
    assert (refusal["id"], refusal["code"]) == ("s2", "unknown_table")


async def test_the_chat_is_told_nothing_of_another_channels_tables(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    floor.put("kuro/switch")
    floor.put("kuro/tournament")
    of_all = await pen.open(server, Page.CHAT)
    assert [one["id"] for one in (await until(of_all, "state"))["tables"]] == ["tournament", "switch"]
    await of_all.send_json({"type": "show", "id": "s1", "table": "kuro/switch"})
    assert (await until(of_all, "refused"))["code"] == "unknown_table"
    of_kuro = await pen.open(server, Page.CHAT, table="kuro/tournament")
    listed = (await until(of_kuro, "state"))["tables"]
    assert [(one["id"], one["number"]) for one in listed] == [("kuro/switch", 1), ("kuro/tournament", 2)]


async def test_a_page_without_the_list_still_works(
    server: WebServer, pen: Pen, floor: FakeFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken() -> list[Any]:
        raise OSError("the database is away")

    monkeypatch.setattr(server.hub.practices.chats["practice"], "_list_viewers", broken)
    with capture_logs() as logs:
        socket = await pen.open(server, Page.CHAT)
        await socket.send_json(say("m1", "aya", "hit"))
        assert (await until(socket, "said"))["text"] == "hit"
    assert {entry["log_level"] for entry in logs} == {"error"}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ({"type": "do", "id": "1", "verb": "deal", "args": []}, "unknown_type"),
        (say("", "aya", "hit"), "malformed"),
        (say("1", "", "hit"), "malformed"),
        (say("1", "   ", "hit"), "malformed"),
        (say("1", "a\x00b", "hit"), "malformed"),
        (say("1", "x" * 65, "hit"), "malformed"),
        (say("1", "aya", ""), "malformed"),
        (say("1", "aya", "x" * 501), "malformed"),
        (say("1", "aya", "hit", name="x" * 65), "malformed"),
        (say("1", "aya", "hit", name=7), "malformed"),
        ({"type": "say", "id": "1", "as": ["aya"], "text": "hit"}, "malformed"),
        ({"type": "show", "id": "1", "table": None}, "malformed"),
        ({"type": "show", "id": "1", "table": "x" * 141}, "malformed"),
        ({"type": "show", "id": "1", "table": "nowhere"}, "unknown_table"),
        ({"type": "say", "id": "1", "as": "aya", "text": 100}, "malformed"),
    ],
)
async def test_a_bad_line_is_refused(
    server: WebServer, pen: Pen, floor: FakeFloor, message: dict[str, object], code: str
) -> None:
    socket = await pen.open(server, Page.CHAT, lang="en")
    await until(socket, "viewers")
    await socket.send_json(message)
    answer = await until(socket, "refused")
    assert answer["code"] == code
    assert answer["id"] == (message["id"] or None)
    assert answer["text"].isascii()
    assert floor.heard == []


async def test_half_a_surrogate_pair_is_no_text(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    socket = await pen.open(server, Page.CHAT)
    await until(socket, "viewers")
    await socket.send_json(say("1", "aya", "\ud83d"))
    assert (await until(socket, "refused"))["code"] == "malformed"
    assert floor.heard == []


async def test_a_skipped_page_gets_the_last_viewers(start: Start, pen: Pen, floor: FakeFloor) -> None:
    server = await start(limits=Limits(outbox=4))
    socket = await pen.open(server, Page.CHAT)
    await until(socket, "viewers")
    floor.viewers = [AYA]
    floor.publish("tournament")
    await until(socket, "viewers")
    for number in range(50):  # at once, so that the page cannot keep up
        floor.answer("practice", "aya", f"reply {number}")
    assert await until(socket, "viewers") == {"type": "viewers", "viewers": [AYA]}
