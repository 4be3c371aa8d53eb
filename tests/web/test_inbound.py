"""Whatever bytes arrive: a value of known types, or a coded refusal."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs

from bot.web import Limits, Page, inbound
from bot.web.inbound import BadMessage, Do, Say, Show, message_id, parse_chat, parse_do
from tests.patience import PATIENCE
from tests.web.conftest import Pen, Start

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(alphabet=st.characters(exclude_categories=()), max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)

NEARLY_DO = st.fixed_dictionaries(
    {},
    optional={
        "type": st.just("do") | JSON,
        "id": st.text(min_size=1, max_size=70) | JSON,
        "verb": st.sampled_from(["deal", "act", "card", "say it"]) | JSON,
        "args": st.lists(st.integers() | st.text(max_size=5), max_size=3) | JSON,
        "expect": st.fixed_dictionaries({}, optional={"step": JSON, "phase": JSON, "slot": JSON}) | JSON,
        "table": st.text(max_size=5) | JSON,
    },
)

NEARLY_SAY = st.fixed_dictionaries(
    {},
    optional={
        "type": st.just("say") | JSON,
        "id": st.text(min_size=1, max_size=70) | JSON,
        "as": st.text(max_size=70) | JSON,
        "name": st.text(max_size=70) | JSON,
        "text": st.text(max_size=520) | JSON,
    },
)


def outcome(parse: Callable[[], Do | Say]) -> Do | Say | None:
    """What was understood; ``None`` after a refusal that is as it should be. Anything else fails the test."""
    try:
        return parse()
    except BadMessage as error:
        refusal = error
    assert refusal.code in ("malformed", "unknown_type")
    assert refusal.message_id is None or 0 < len(refusal.message_id) <= 64
    return None


def check_do(raw: str, *, typed: bool) -> None:
    wish = outcome(lambda: parse_do(raw, typed=typed))
    if wish is None:
        return
    assert isinstance(wish, Do)
    assert type(wish.id) is str
    assert 0 < len(wish.id) <= 64
    assert type(wish.verb) is str
    assert wish.verb.isascii()
    assert all(type(arg) in (str, int) for arg in wish.args)
    assert set(wish.expect) <= {"step", "phase", "slot"}
    assert wish.table is None or type(wish.table) is str
    whole = json.dumps({"args": wish.args, "expect": wish.expect, "id": wish.id}, ensure_ascii=False)
    whole.encode()  # it can be stored, and said again


def check_say(raw: str) -> None:
    said = outcome(lambda: parse_chat(raw))
    if said is None:
        return
    if isinstance(said, Show):
        assert len(said.table) <= 140
        return
    assert isinstance(said, Say)
    for part, most in ((said.id, 64), (said.user, 64), (said.name, 64), (said.text, 500)):
        assert type(part) is str
        assert 0 < len(part) <= most
        part.encode()


@given(st.text() | JSON.map(json.dumps))
@example('{"type":"do","id":"1","verb":"deal","args":[' + "9" * 5000 + "]}")
@example("[" * 100_000)
@example('{"type":"do","id":"\\ud800","verb":"deal"}')
@example('{"id":"1","type":"do","verb":"deal","args":[NaN]}')
def test_any_text_is_parsed_or_refused(raw: str) -> None:
    check_do(raw, typed=True)
    check_do(raw, typed=False)
    check_say(raw)
    message_id(raw)


@given(NEARLY_DO)
def test_any_near_miss_of_a_command_is_parsed_or_refused(data: dict[str, Any]) -> None:
    check_do(json.dumps(data), typed=True)


@given(NEARLY_SAY)
def test_any_near_miss_of_a_line_is_parsed_or_refused(data: dict[str, Any]) -> None:
    check_say(json.dumps(data))


@settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=NEARLY_DO | NEARLY_SAY | JSON)
async def test_a_socket_answers_whatever_arrives(
    start: Start, pen: Pen, caplog: pytest.LogCaptureFixture, data: Any
) -> None:
    server = await start(limits=Limits())
    dock = await pen.drawn(server, Page.DOCK)
    with capture_logs() as logs:
        await dock.send_str(json.dumps(data))
        answer = await asyncio.wait_for(dock.receive_json(), PATIENCE)
        if answer["type"] == "events":  # it was a command after all
            answer = await asyncio.wait_for(dock.receive_json(), PATIENCE)
    assert answer["type"] in ("done", "refused")
    assert logs == []
    assert caplog.records == []
    await dock.close()
    await server.stop()


def test_a_command_is_read_whole() -> None:
    raw = (
        '{"type":"do","id":"u-1","verb":"card","args":["KS",3],"expect":{"slot":{"seat":1,"index":2}},"x":1}'
    )
    assert parse_do(raw) == Do("u-1", "card", ("KS", 3), {"slot": {"seat": 1, "index": 2}})
    assert parse_do('{"id":"1","verb":"deal","table":"switch"}', typed=False) == Do(
        "1", "deal", (), {}, "switch"
    )
    longest = f"{'k' * 64}/{'s' * 64}"  # a channel's name and a sheet's
    assert parse_do(json.dumps({"id": "1", "verb": "deal", "table": longest}), typed=False).table == longest
    assert parse_do('{"type":"do","id":"1","verb":"auto","args":["on"],"expect":null}').expect == {}


def test_a_line_is_read_whole() -> None:
    raw = '{"type":"say","id":"m1","as":"aya","name":"Aya","text":"bet 100"}'
    assert parse_chat(raw) == Say("m1", "aya", "Aya", "bet 100")
    assert parse_chat('{"type":"show","id":"m2","table":"kuro/switch"}') == Show("m2", "kuro/switch")


@pytest.mark.parametrize(("size", "fits"), [(1, True), (64, True), (0, False), (65, False)])
def test_an_id_has_1_to_64_characters(size: int, fits: bool) -> None:
    raw = json.dumps({"type": "do", "id": "x" * size, "verb": "deal"})
    assert (message_id(raw) is not None) is fits
    if fits:
        assert parse_do(raw).id == "x" * size
    else:
        with pytest.raises(BadMessage):
            parse_do(raw)


def test_the_largest_number_is_what_javascript_can_count() -> None:
    for number, fits in ((inbound.MAX_NUMBER, True), (-inbound.MAX_NUMBER, True), (2**53, False)):
        raw = json.dumps({"type": "do", "id": "1", "verb": "give", "args": ["aya", number]})
        if fits:
            assert parse_do(raw).args == ("aya", number)
        else:
            with pytest.raises(BadMessage):
                parse_do(raw)
