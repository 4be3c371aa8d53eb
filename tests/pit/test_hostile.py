"""Nothing that a viewer types or a page sends is our own mistake: it counts, is refused, or is talk."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.text import event_json
from bot.pit import events
from bot.pit.controls import VERBS
from bot.pit.messages import ChatMessage, DealerCommand, Done, Refused
from tests.pit.rig import Hall
from tests.pit.test_random_evenings import canonical

SURROGATE = "\ud83d"
odd_text = st.one_of(
    st.text(max_size=60),
    st.text(st.characters(categories=["Cs", "Cc", "Cf", "Zl", "Zp", "So", "Nd"]), max_size=12),
    st.sampled_from(
        [
            *(
                "",
                " ",
                "\0",
                "\n",
                "bet 100",
                "bet " + "9" * 400,
                "ht" * 3000,
                "w" * 10_000,
                "#2 ht",
                "#99999999 ht",
            ),
            *(
                "１００",
                "{0}",
                "%s",
                "bet 100\nbet 200",
                "参加" * 200,
                "  bet   100  ",
                "@aya join",
                "‮bet 100",
            ),
            *(
                SURROGATE,
                f"bet 100{SURROGATE}",
                "1ht 2st 3dd",
                "bet 1k",
                "points",
                "join",
                "#1 join",
                "!bet 100",
            ),
        ]
    ),
)
ids = st.one_of(st.sampled_from(["aya", "ben", "", SURROGATE, "x" * 300, "\0", "あ"]), st.text(max_size=5))
scalars = st.one_of(
    odd_text,
    st.integers(),
    st.sampled_from(
        [-1, 0, 1, 3, 7, 8, 10**30, 10**6000, "3", "-3", "1e3", "KS", "JK", "?", "on", "off", "no"]
    ),
)
wrong = st.one_of(
    scalars, st.none(), st.floats(), st.booleans(), st.binary(max_size=4), st.lists(st.integers())
)


@pytest.mark.parametrize("verb", sorted({*VERBS, "season", "link", "forget", "ignore", "table", "calibrate"}))
async def test_half_a_character_in_a_command_is_malformed(verb: str) -> None:
    async with await hall_in_play() as hall:
        for args in ((SURROGATE,), ("open", SURROGATE), (1, f"bet {SURROGATE}")):
            assert await hall.do(verb, *args) == "malformed"
        assert hall.actor.failures == []


async def hall_in_play() -> Hall:
    """A table in the middle of a round, with an order and a queue of wishes."""
    hall = Hall(cards="TC 9S 7H 8D 9H TH " + "2C 3D 4H 5S " * 40)
    await hall.open()
    await hall.deal({"aya": 100, "ben": 100})
    await hall.say("ben", "st")
    return hall


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    lines=st.lists(
        st.builds(
            ChatMessage,
            platform=st.one_of(st.just("practice"), ids),
            channel=st.one_of(st.just("practice"), ids),
            source=ids,
            message_id=ids | st.uuids().map(str),
            user_id=ids,
            login=odd_text,
            display_name=odd_text,
            text=odd_text,
            roles=st.sampled_from([frozenset(), frozenset({"moderator"}), frozenset({"broadcaster"})]),
            sent_at=st.sampled_from([0.0, -1.0, 1e18]),
        ),
        min_size=1,
        max_size=12,
    )
)
def test_any_line_of_chat(lines: list[ChatMessage]) -> None:
    async def go() -> None:
        hall = await hall_in_play()
        for line in lines:
            await hall.floor.say(line)
        await hall.settle()
        assert hall.actor.failures == []
        await hall.assert_sound()
        for frame in (*hall.frames, hall.floor.frame(None)):
            json.dumps([frame.events, frame.public, frame.dealer], ensure_ascii=False).encode()
        for said in (*hall.replies, *hall.lines):
            said.text.encode()
        await hall.close()

    asyncio.run(go())


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    commands=st.lists(
        st.tuples(
            st.one_of(st.sampled_from([*VERBS, "calibrate"]), st.sampled_from(VERBS), odd_text, wrong),
            st.one_of(st.lists(scalars, max_size=5), st.lists(wrong, max_size=4)),
            st.one_of(
                st.just({}),
                st.dictionaries(st.sampled_from(["step", "phase", "slot", "x"]), wrong, max_size=3),
                st.none(),
            ),
            st.one_of(st.uuids().map(str), ids),
        ),
        min_size=1,
        max_size=10,
    )
)
def test_any_control(commands: list[tuple[Any, list[Any], Any, str]]) -> None:
    async def go() -> None:
        hall = await hall_in_play()
        for verb, args, expect, key in commands:
            before = canonical(hall.table)
            answer = await hall.floor.do(None, DealerCommand(key, verb, tuple(args), "dealer", expect))
            assert isinstance(answer, Done | Refused)
            assert hall.actor.failures == []
            if isinstance(answer, Refused):
                assert answer.text
                assert not answer.text.startswith("reply."), "every refusal has a text"
                assert canonical(hall.table) == before
        await hall.assert_sound()
        for frame in (*hall.frames, hall.floor.frame(None)):
            json.dumps([frame.events, frame.public, frame.dealer], ensure_ascii=False).encode()
        await hall.close()

    asyncio.run(go())


@pytest.mark.parametrize("table", [None, "", "nowhere", "tournament "])
async def test_a_table_that_is_not_there(table: str | None) -> None:
    async with Hall() as hall:
        answer = await hall.floor.do(table, DealerCommand("x", "open", (), "dealer"))
        if table in (None, ""):
            assert isinstance(answer, Done), "the focus"
        else:
            assert isinstance(answer, Refused)
            assert answer.code == "no_such_table"


def test_every_event_of_the_pit_has_a_json_form() -> None:
    """Pages get them all."""
    kinds = [
        kind
        for kind in vars(events).values()
        if isinstance(kind, type) and kind.__module__ == events.__name__
    ]
    assert len(kinds) > 20
    for kind in kinds:
        values = {name: _some(field.type) for name, field in kind.__dataclass_fields__.items()}
        shown = event_json(kind(**values))
        assert set(shown) == {"type", *values}
        json.dumps(shown)


def _some(annotation: Any) -> Any:
    return {"int": 3, "str": "why not", "bool": True, "PlayerId": 4, "Amount": 1250, "Card": None}.get(
        annotation
    )


async def test_a_line_with_a_broken_id_is_dropped_and_the_next_one_counts() -> None:
    async with Hall() as hall:
        for key in ("", SURROGATE):
            await hall.floor.say(hall.message("aya", "join", key))
        await hall.floor.say(hall.message("", "join"))
        assert await hall.say("aya", "join") == ["seated"]
        assert len(hall.heard) == 1
        await hall.assert_sound()


async def test_a_very_long_line_is_talk() -> None:
    async with Hall() as hall:
        assert await hall.say("aya", "join" + " " * 600) == []
        assert await hall.say("aya", "ヒット" * 3000) == []
        assert await hall.points() == {}
        await hall.assert_sound()
