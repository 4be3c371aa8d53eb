"""What each page is sent, and what the dock may do."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import pytest
from aiohttp import ClientWebSocketResponse, WSMsgType
from structlog.testing import capture_logs

from bot.web import Limits, Page, WebServer
from tests.patience import PATIENCE
from tests.web.conftest import Pen, Start, eventually
from tests.web.fake_floor import FakeFloor


async def until(socket: ClientWebSocketResponse, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = await asyncio.wait_for(socket.receive_json(), PATIENCE)
        if message["type"] == kind:
            return message


def do(message_id: str, verb: str, *args: object, **more: object) -> dict[str, object]:
    return {"type": "do", "id": message_id, "verb": verb, "args": list(args)} | more


async def nothing_more(floor: FakeFloor, table: str, *sockets: ClientWebSocketResponse) -> None:
    """Nothing waits for the pages: the next thing they hear is the next step."""
    rev = floor.publish(table)
    for socket in sockets:
        assert (await socket.receive_json())["rev"] == rev


# --- state, then steps ----------------------------------------------------------------------------------


async def test_a_page_gets_the_state_then_each_step(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    socket = await pen.open(server, Page.OVERLAY)
    first = await socket.receive_json()
    assert first == {
        "type": "state",
        "epoch": "e1",
        "table": "tournament",
        "rev": 41,
        "view": floor.frame(None).public,
    }
    for name in ("dealt", "turned"):
        rev = floor.publish("tournament", {"type": name})
        assert await socket.receive_json() == {
            "type": "events",
            "epoch": "e1",
            "table": "tournament",
            "rev": rev,
            "events": [{"type": name}],
            "view": floor.frame(None).public,
        }


async def test_the_overlay_never_sees_the_dealers_view(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    overlay, dock = await pen.open(server, Page.OVERLAY), await pen.open(server, Page.DOCK)
    floor.publish("tournament")
    for _ in range(2):
        assert "undo" not in (await overlay.receive_json())["view"]
        assert "undo" in (await dock.receive_json())["view"]


async def test_a_page_whose_table_was_closed_is_cut_off_and_told(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    dock = await pen.open(server, Page.DOCK, table="switch")
    await dock.receive_json()
    floor.close("switch")
    with capture_logs() as logs:
        await dock.send_json({"type": "do", "id": "1", "verb": "deal", "args": "what"})
        assert (await dock.receive_json())["code"] == "malformed"
        await dock.send_json({"type": "do", "id": "2", "verb": "deal", "args": []})
        assert (await dock.receive_json())["code"] == "unknown_table"
        next(iter(server.hub.clients(Page.DOCK))).skip()
        assert (await dock.receive()).type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR)
    assert [entry for entry in logs if entry["log_level"] == "error"] == []


async def test_the_dock_is_told_which_tables_are_open(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    tables = [
        {"id": "tournament", "number": 1, "name": None, "room": ""},
        {"id": "switch", "number": 2, "name": None, "room": ""},
    ]
    dock = await pen.open(server, Page.DOCK, table="switch")
    first = await dock.receive_json()
    assert (first["table"], first["tables"]) == ("switch", tables)
    floor.publish("switch")
    assert (await dock.receive_json())["tables"] == tables
    assert "tables" not in await (await pen.open(server, Page.OVERLAY)).receive_json()


async def test_a_page_that_comes_back_draws_the_newest_state(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    socket = await pen.drawn(server, Page.OVERLAY)
    await socket.close()
    for _ in range(3):
        floor.publish("tournament")
    message = await (await pen.open(server, Page.OVERLAY)).receive_json()
    assert (message["type"], message["epoch"], message["rev"]) == ("state", "e1", 44)


async def test_a_new_epoch_arrives_as_a_state(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    socket = await pen.drawn(server, Page.OVERLAY)
    floor.restart()
    floor.publish("tournament")
    message = await socket.receive_json()
    assert (message["type"], message["epoch"], message["rev"]) == ("state", "e2", 1)
    floor.publish("tournament")
    message = await socket.receive_json()
    assert (message["type"], message["epoch"], message["rev"]) == ("events", "e2", 2)


async def test_a_step_already_in_the_state_is_not_sent_again(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    socket = await pen.drawn(server, Page.OVERLAY)
    server.hub.frame(floor.frame("tournament"))
    await nothing_more(floor, "tournament", socket)


async def test_a_page_sees_its_own_table_only(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    socket = await pen.open(server, Page.OVERLAY, table="switch")
    assert (await socket.receive_json())["view"]["table"]["id"] == "switch"
    floor.publish("tournament")
    floor.focus = "tournament"
    await nothing_more(floor, "switch", socket)


async def test_a_page_without_a_table_follows_the_focus(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    socket = await pen.drawn(server, Page.OVERLAY)
    floor.focus = "switch"
    floor.publish("switch")
    message = await socket.receive_json()
    assert (message["type"], message["rev"], message["view"]["table"]["id"]) == ("state", 8, "switch")
    floor.publish("tournament")
    await nothing_more(floor, "switch", socket)


async def test_an_unknown_table_is_refused(server: WebServer, pen: Pen) -> None:
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await pen.open(server, Page.OVERLAY, table="poker")
    assert refused.value.status == 404


async def test_a_frame_is_put_into_bytes_once_per_kind_of_page(
    server: WebServer, pen: Pen, floor: FakeFloor, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.web import frames

    made: list[dict[str, Any]] = []
    encode = frames.encode
    monkeypatch.setattr(frames, "encode", lambda message: made.append(message) or encode(message))
    sockets = [await pen.drawn(server, page) for page in (Page.OVERLAY, Page.DOCK) for _ in range(5)]
    made.clear()
    floor.publish("tournament")
    for socket in sockets:
        assert (await socket.receive_json())["type"] == "events"
    assert len(made) == 2


async def test_half_a_surrogate_pair_in_a_name_breaks_nothing(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    socket = await pen.drawn(server, Page.OVERLAY)
    floor.publish("tournament", {"type": "joined", "name": "\ud83d"})
    assert (await socket.receive_json())["events"] == [{"type": "joined", "name": "?"}]


# --- log and notices ------------------------------------------------------------------------------------


async def test_the_dock_gets_the_log_and_each_new_line(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    for number in range(120):
        floor.write("tournament", f"line {number}")
    overlay, dock = await pen.drawn(server, Page.OVERLAY), await pen.drawn(server, Page.DOCK)
    other = await pen.drawn(server, Page.DOCK, table="switch")
    first = await dock.receive_json()
    assert first["type"] == "log"
    assert [line["text"] for line in first["lines"]] == [f"line {number}" for number in range(20, 120)]
    floor.write("tournament", "line 120")
    assert await dock.receive_json() == {
        "type": "log",
        "lines": [{"at": 1790000120.0, "who": "aya", "text": "line 120", "step": 12, "kind": "bet"}],
    }
    await nothing_more(floor, "tournament", overlay)
    await nothing_more(floor, "switch", other)


async def test_replies_of_a_read_only_platform_are_shown_on_the_overlay(
    start: Start, pen: Pen, floor: FakeFloor
) -> None:
    server = await start(read_only={"niconico"})
    overlay, dock = await pen.drawn(server, Page.OVERLAY), await pen.drawn(server, Page.DOCK)
    floor.answer("twitch", "ben", "said there")
    floor.answer("practice", "ben", "said there")
    floor.answer("niconico", "aya", "ポイントが足りません")
    floor.answer("niconico", "aya", "もう一度")
    first, second = await overlay.receive_json(), await overlay.receive_json()
    assert first == {"type": "notice", "id": 1, "to": "Aya", "text": "ポイントが足りません", "seconds": 6}
    assert second["id"] == 2
    await nothing_more(floor, "tournament", overlay, dock)


# --- commands -------------------------------------------------------------------------------------------


async def test_a_command_is_done_and_both_docks_see_it(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    one, two = await pen.drawn(server, Page.DOCK), await pen.drawn(server, Page.DOCK)
    await one.send_json(do("a", "act", 3, "ht", expect={"phase": "betting", "step": 512}))
    assert await until(one, "done") == {"type": "done", "id": "a", "rev": 42}
    table, command = floor.done[0]
    assert (table, command.id, command.verb, command.args) == ("tournament", "a", "act", (3, "ht"))
    assert (command.actor, dict(command.expect)) == ("dock", {"phase": "betting", "step": 512})
    assert (await two.receive_json())["rev"] == 42


async def test_a_repeated_id_acts_once_and_is_answered_again(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    one, two = await pen.drawn(server, Page.DOCK), await pen.drawn(server, Page.DOCK)
    for socket in (one, one, two):
        await socket.send_json(do("same", "deal"))
    answers = [await until(one, "done"), await until(one, "done"), await until(two, "done")]
    assert answers == [{"type": "done", "id": "same", "rev": 42}] * 3
    assert len(floor.done) == 1


async def test_a_refusal_brings_the_newest_state(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    dock = await pen.drawn(server, Page.DOCK)
    await dock.send_json(do("a", "next", expect={"phase": "playing"}))
    assert await dock.receive_json() == {
        "type": "refused",
        "id": "a",
        "code": "stale",
        "text": "状況が変わりました",
        "rev": 41,
        "view": floor.frame(None).dealer,
    }


async def test_commands_of_a_dock_are_carried_out_in_order(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    dock, other = await pen.drawn(server, Page.DOCK), await pen.drawn(server, Page.DOCK)
    await dock.send_json(do("1", "wait"))
    for number in range(2, 6):
        await dock.send_json(do(str(number), "deal"))
    await other.send_json(do("other", "auto", "on"))
    await until(other, "done")  # another dock does not wait
    assert [command.id for _, command in floor.done] == ["other"]
    floor.gate.set()
    assert [(await until(dock, "done"))["id"] for _ in range(5)] == ["1", "2", "3", "4", "5"]
    assert [command.id for _, command in floor.done] == ["other", "1", "2", "3", "4", "5"]


async def test_a_command_goes_on_when_its_page_closes(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    dock, other = await pen.drawn(server, Page.DOCK), await pen.drawn(server, Page.DOCK)
    await dock.send_json(do("1", "wait"))
    await dock.send_json(do("2", "deal"))
    await asyncio.sleep(0.05)
    await dock.close()
    floor.gate.set()
    while [command.id for _, command in floor.done] != ["1", "2"]:
        assert (await until(other, "events"))["rev"] <= 43


async def test_a_command_goes_to_the_table_the_dock_shows(
    server: WebServer, pen: Pen, floor: FakeFloor
) -> None:
    dock = await pen.drawn(server, Page.DOCK)
    floor.focus = "switch"  # the dock has not been brought there yet
    await dock.send_json(do("1", "void"))
    await until(dock, "done")
    await dock.send_json(do("2", "void", table="switch"))
    await until(dock, "done")
    await dock.send_json(do("3", "void", table="poker"))
    assert (await until(dock, "refused"))["code"] == "unknown_table"
    assert [table for table, _ in floor.done] == ["tournament", "switch"]


async def test_too_many_waiting_commands_are_refused(start: Start, pen: Pen, floor: FakeFloor) -> None:
    server = await start(limits=Limits(pending=3))
    dock = await pen.drawn(server, Page.DOCK)
    for number in range(5):
        await dock.send_json(do(str(number), "wait"))
    refused = [await dock.receive_json(), await dock.receive_json()]
    assert [(answer["id"], answer["code"]) for answer in refused] == [("3", "busy"), ("4", "busy")]
    floor.gate.set()
    assert [(await until(dock, "done"))["id"] for _ in range(3)] == ["0", "1", "2"]


async def test_our_own_bug_is_answered_and_logged_once(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    dock = await pen.drawn(server, Page.DOCK, lang="en")
    with capture_logs() as logs:
        await dock.send_json(do("a", "boom"))
        answer = await dock.receive_json()
    assert (answer["id"], answer["code"], answer["rev"]) == ("a", "internal", 41)
    assert answer["text"].startswith("Something went wrong")
    assert [entry["log_level"] for entry in logs] == ["error"]
    await dock.send_json(do("b", "deal"))
    assert (await until(dock, "done"))["id"] == "b"


# --- messages that are not ------------------------------------------------------------------------------

BAD = [
    ("", "malformed"),
    ("{", "malformed"),
    ("[]", "malformed"),
    ("7", "malformed"),
    ("NaN", "malformed"),
    ("[" * 8000, "malformed"),
    ('{"type": "do"}', "malformed"),
    ('{"type": 1}', "malformed"),
    ('{"type": "state", "rev": 99, "view": {}}', "unknown_type"),
    ('{"type": "say", "id": "1", "as": "aya", "text": "x"}', "unknown_type"),
    (json.dumps(do("", "deal")), "malformed"),
    (json.dumps(do("x" * 65, "deal")), "malformed"),
    (json.dumps(do("a\nb", "deal")), "malformed"),
    ('{"type": "do", "id": 5, "verb": "deal"}', "malformed"),
    ('{"type": "do", "id": "1", "verb": ["deal"]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "DROP TABLE"}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": "3"}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": [1.5]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": [true]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": [null]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": [[3]]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": [1e999]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": [99999999999999999999]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "act", "args": ["\\ud800"]}', "malformed"),
    (json.dumps(do("1", "act", "x" * 201)), "malformed"),
    (json.dumps(do("1", "act", *range(17))), "malformed"),
    ('{"type": "do", "id": "1", "verb": "deal", "expect": [1]}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "deal", "expect": {"rev": 1}}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "deal", "expect": {"slot": {"a": {"b": 1}}}}', "malformed"),
    ('{"type": "do", "id": "1", "verb": "deal", "table": 3}', "malformed"),
    ("x" * 8193, "too_long"),
    ("ほ" * 2731, "too_long"),
]


@pytest.mark.parametrize(("raw", "code"), BAD)
async def test_a_bad_message_is_answered_and_changes_nothing(
    server: WebServer, pen: Pen, floor: FakeFloor, caplog: pytest.LogCaptureFixture, raw: str, code: str
) -> None:
    dock = await pen.drawn(server, Page.DOCK)
    with capture_logs() as logs:
        await dock.send_str(raw)
        answer = await dock.receive_json()
    assert (answer["type"], answer["code"]) == ("refused", code)
    assert answer["text"] != f"web.{code}"
    assert floor.done == []
    assert logs == []
    assert caplog.records == []
    await dock.send_json(do("good", "deal"))
    assert (await until(dock, "done"))["id"] == "good"


async def test_a_refused_command_with_an_id_can_be_matched(server: WebServer, pen: Pen) -> None:
    dock = await pen.drawn(server, Page.DOCK)
    await dock.send_str('{"type": "do", "id": "7", "verb": 7}')
    answer = await dock.receive_json()
    assert (answer["id"], answer["rev"], answer["view"]["phase"]) == ("7", 41, "betting")


async def test_a_binary_message_is_answered(server: WebServer, pen: Pen) -> None:
    dock = await pen.drawn(server, Page.DOCK)
    await dock.send_bytes(json.dumps(do("1", "deal")).encode())
    assert (await dock.receive_json())["code"] == "malformed"


@pytest.mark.parametrize("payload", [b"x" * 70_000])
async def test_a_huge_message_closes_the_socket(server: WebServer, pen: Pen, payload: bytes) -> None:
    dock = await pen.drawn(server, Page.DOCK)
    await dock.send_str(payload.decode())
    message = await asyncio.wait_for(dock.receive(), PATIENCE)
    assert message.type in (WSMsgType.CLOSE, WSMsgType.CLOSED, WSMsgType.ERROR)
    assert dock.close_code in (1009, 1006)  # the rest of the message may still be on its way in


async def test_an_unknown_verb_is_the_floors_to_refuse(server: WebServer, pen: Pen) -> None:
    dock = await pen.drawn(server, Page.DOCK)
    await dock.send_json(do("1", "nonsense"))
    answer = await dock.receive_json()
    assert (answer["code"], answer["text"]) == ("unknown_verb", "そんな操作はありません")


async def test_the_overlay_cannot_act(server: WebServer, pen: Pen, floor: FakeFloor) -> None:
    overlay = await pen.drawn(server, Page.OVERLAY)
    await overlay.send_json(do("1", "void"))
    answer = await overlay.receive_json()
    assert (answer["type"], answer["id"], answer["code"]) == ("refused", "1", "read_only")
    assert "view" not in answer
    assert floor.done == []


async def test_a_flood_is_refused_then_cut_off(start: Start, pen: Pen, floor: FakeFloor) -> None:
    server = await start(limits=Limits(dock_rate=0.001, dock_burst=5, strikes=20, answers=100))
    dock, other = await pen.drawn(server, Page.DOCK), await pen.drawn(server, Page.DOCK)
    for number in range(100):
        await dock.send_json(do(str(number), "deal"))
    codes: list[str] = []
    async for message in dock:
        answer = json.loads(message.data)
        if answer["type"] == "refused":
            codes.append(answer["code"])
            assert answer["id"] == str(4 + len(codes))
    assert codes == ["too_fast"] * 20
    assert dock.close_code == 1008
    await other.send_json(do("other", "deal"))
    assert (await until(other, "done"))["id"] == "other"
    await eventually("the first five are done", lambda: len(floor.done) == 6)
    assert {command.id for _, command in floor.done} == {"0", "1", "2", "3", "4", "other"}


async def test_the_number_of_pages_is_limited_for_each_kind(start: Start, pen: Pen) -> None:
    server = await start(limits=Limits(clients_per_page=3))
    overlays = [await pen.drawn(server, Page.OVERLAY) for _ in range(3)]
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await pen.open(server, Page.OVERLAY)
    assert refused.value.status == 503
    await pen.drawn(server, Page.DOCK)  # a runaway overlay does not lock the dealer out
    await overlays[0].close()
    await eventually("it is gone", lambda: server.hub.count(Page.OVERLAY) == 2)
    await pen.drawn(server, Page.OVERLAY)
