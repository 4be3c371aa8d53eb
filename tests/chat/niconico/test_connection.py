"""Niconico read directly: what counts, and that breaks leave no gap and double nothing."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import pytest

from bot.chat.niconico.connector import Niconico, Timing
from bot.chat.niconico.reader import Patience
from bot.chat.upkeep import Pauses
from tests.chat.listening import Desk, Ear, until
from tests.fakes import niconico_messages as pb
from tests.fakes.niconico import WINDOW, FakeNiconico

SPEED = 200.0
"""The fake's seconds in one of ours; the connector's clock runs as fast."""

PATIENCE = Patience(connect=1.0, silent=2.0, catch_up=36_000.0, pages=10_000)
"""A busy machine may not run this for seconds, which are hours here: nothing is too old or too far back."""
QUICK = Timing(opening=2.0, pauses=Pauses(first=1.0, most=4.0), reading=PATIENCE)
PATIENT = Timing(
    opening=60.0,
    silent=36_000.0,
    pauses=QUICK.pauses,
    reading=replace(PATIENCE, connect=60.0, silent=60.0),
)
"""For long runs, in which a break is always told. By the fast clock a seat is silent for 75 seconds while a
busy machine has not run this for a third of one; given up each time, nothing would ever be read."""


async def fast_sleep(seconds: float) -> None:
    await asyncio.sleep(seconds / SPEED)


@pytest.fixture
async def niconico() -> AsyncIterator[FakeNiconico]:
    fake = FakeNiconico(SPEED)
    await fake.start()
    yield fake
    await fake.stop()


@pytest.fixture
def ear() -> Ear:
    return Ear()


@pytest.fixture
def desk() -> Desk:
    return Desk()


Connect = Callable[..., Awaitable[Niconico]]


@pytest.fixture
async def connect(niconico: FakeNiconico, desk: Desk, ear: Ear) -> AsyncIterator[Connect]:
    started: list[Niconico] = []

    async def make(page: str = "", timing: Timing = QUICK) -> Niconico:
        made = Niconico(
            page or niconico.page,
            desk.intake("niconico"),
            timing=timing,
            now=niconico.clock,
            sleep=fast_sleep,
        )
        started.append(made)
        await made.start(ear)
        return made

    yield make
    for made in started:
        await made.stop()


async def live(niconico: FakeNiconico) -> None:
    """Until its comments are being read."""
    await until(lambda: niconico.listening > 0)


# -- comments ------------------------------------------------------------------------------------------------


async def test_comments_are_said_as_they_come(niconico, connect, ear):
    await connect()
    await live(niconico)
    niconico.comment("bet100", raw=12345, name="たろう", message_id="m1")
    niconico.comment("参加", hashed="a:Xy12zZ", message_id="m2")
    niconico.comment("ht", hashed="a:Xy12zZ", message_id="m3", overflowed=True)
    niconico.post(pb.gift("m4", niconico.now()))
    niconico.post(pb.statistics("m5", niconico.now()))
    niconico.post(pb.operator("m6", niconico.now(), "締切"))
    niconico.comment("ディーラーです", raw=int(niconico.owner), name="さら", message_id="m7")
    await until(lambda: len(ear.heard) == 5)
    told = [(m.message_id, m.user_id, m.display_name, m.text, set(m.roles)) for m in ear.heard]
    assert told == [
        ("m1", "12345", "たろう", "bet100", set()),
        ("m2", "a:Xy12zZ", "184さん（12zZ）", "参加", set()),
        ("m3", "a:Xy12zZ", "184さん（12zZ）", "ht", set()),
        ("m6", "broadcaster", "放送者", "締切", {"broadcaster"}),
        ("m7", niconico.owner, "さら", "ディーラーです", {"broadcaster"}),
    ]
    assert {(m.platform, m.channel, m.source) for m in ear.heard} == {("niconico", "niconico", "niconico")}


async def test_what_was_said_before_is_history(niconico, connect, ear):
    for number in range(60):
        niconico.comment(f"old {number}", raw=1)
    await asyncio.sleep(3 * WINDOW / SPEED)
    niconico.comment("old", raw=1)
    await asyncio.sleep(2 / SPEED)
    await connect()
    await live(niconico)
    niconico.comment("bet100", raw=1)
    await until(lambda: ear.heard)
    assert ear.texts == ["bet100"]


async def test_many_windows_pass_and_nothing_is_lost_or_doubled(niconico, connect, ear):
    await connect()
    await live(niconico)
    said = []
    for number in range(120):
        said.append(niconico.comment(f"bet {number}", raw=number % 5 + 1))
        await asyncio.sleep(1.5 / SPEED)
    await until(lambda: len(ear.ids) == 120)
    assert ear.ids == said
    assert len(niconico.views) > 3


async def test_a_comment_without_an_id_is_told_how_to_play(niconico, connect, desk, ear):
    await connect()
    await live(niconico)
    niconico.comment("bet100")
    niconico.comment("参加", raw=1)
    await until(lambda: ear.heard)
    assert ear.texts == ["参加"]
    assert [one.code for one in desk.shown] == ["no_id"]


async def test_one_comment_that_cannot_be_read_costs_that_one(niconico, connect, ear):
    await connect()
    await live(niconico)
    niconico.post(b"\x0a\x7f")
    niconico.comment("bet100", raw=1)
    await until(lambda: ear.heard)


# -- the NG list ---------------------------------------------------------------------------------------------


async def test_whom_a_moderator_silences_is_silenced_until_they_are_taken_off(niconico, connect, ear):
    await connect()
    await live(niconico)
    niconico.ng("a:rude")
    niconico.ng("12345")
    niconico.post(pb.ssng("w", niconico.now(), 900, source="spam", kind=1), "w")
    niconico.lift_ng("a:rude")
    niconico.post(pb.ssng("unknown", niconico.now(), 901), "unknown")  # put on before we came
    niconico.comment("bet100", raw=1)
    await until(lambda: ear.heard)
    assert ear.told == [
        ("banned", "niconico", "a:rude", None),
        ("banned", "niconico", "12345", None),
        ("cleared", "niconico", "a:rude"),
    ]


async def test_the_ng_list_too_is_read_without_gaps_or_doubles(niconico, connect, ear):
    await connect()
    await live(niconico)
    for number in range(20):
        niconico.ng(f"a:{number}")
        if number % 5 == 2:
            niconico.drop()
        await asyncio.sleep(1.5 / SPEED)
    niconico.comment("bet100", raw=1)
    await until(lambda: ear.heard)
    assert ear.told == [("banned", "niconico", f"a:{number}", None) for number in range(20)]


# -- the seat ------------------------------------------------------------------------------------------------


async def test_the_seat_is_kept(niconico, connect):
    niconico.keep_seconds = 5
    await connect()
    await until(lambda: sum(one["type"] == "keepSeat" for one in niconico.said) >= 3)
    assert niconico.said[0] == {"type": "startWatching", "data": {"reconnect": False}}
    await niconico.tell({"type": "ping"})
    await until(lambda: {"type": "pong"} in niconico.said)


async def test_a_seat_whose_server_has_gone_quiet_is_given_up(niconico, connect, ear):
    niconico.pings = False
    await connect()
    await until(lambda: sum(one["type"] == "startWatching" for one in niconico.said) >= 2)
    niconico.pings = True
    await live(niconico)
    niconico.comment("bet100", raw=1)
    await until(lambda: ear.heard)


async def test_a_broadcast_that_has_not_begun_is_waited_for(niconico, connect, ear):
    niconico.on_air = False
    await connect(f"{niconico.base}/watch/user/12345678")
    assert ear.away["niconico"] == [True]
    await asyncio.sleep(0.05)
    niconico.on_air = True
    await live(niconico)
    assert ear.away["niconico"][-1] is False
    niconico.comment("bet100", raw=1)
    await until(lambda: ear.heard)
    await niconico.end()
    await until(lambda: ear.away["niconico"][-1] is True)
    niconico.next_broadcast("lv345678902")
    await live(niconico)
    await until(lambda: ear.away["niconico"][-1] is False)
    niconico.comment("bet200", raw=1)
    await until(lambda: len(ear.heard) == 2)


async def test_a_seat_without_comments_is_given_up(niconico, connect):
    niconico.mute = True
    await connect(timing=Timing(opening=0.5, pauses=QUICK.pauses, reading=PATIENCE))
    await until(lambda: len(niconico.said) >= 2)
    niconico.mute = False
    await live(niconico)


async def test_another_comment_server_is_followed_from_the_same_place(niconico, connect, ear):
    await connect()
    await live(niconico)
    first = niconico.comment("bet100", raw=1)
    await until(lambda: ear.ids == [first])
    view = f"{niconico.base}/view/lv345678901?x=1"
    await niconico.tell({"type": "messageServer", "data": {"viewUri": view}})
    second = niconico.comment("bet200", raw=1)
    await until(lambda: ear.ids == [first, second])


# -- breaks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["views", "windows", "short", "errors", "seats"])
async def test_each_kind_of_fault_leaves_no_gap(niconico, connect, ear, fault):
    await connect()
    await live(niconico)
    said = []
    for number in range(60):
        if number % 15 == 5:
            setattr(niconico.faults, fault, 2)
            if fault in ("errors", "seats"):
                niconico.drop()
        said.append(niconico.comment(f"bet {number}", raw=1))
        await asyncio.sleep(1.5 / SPEED)
    await until(lambda: len(ear.ids) == 60)
    assert ear.ids == said


async def test_a_window_that_is_gone_costs_no_more_than_itself(niconico, connect, ear):
    await connect()
    await live(niconico)
    niconico.faults.gone = 1
    niconico.drop_answers()
    await until(lambda: niconico.faults.gone == 0)
    # What is said in a window that is gone is gone with it: the next one must be heard.
    lost = int(niconico.now()) // WINDOW
    await until(lambda: int(niconico.now()) // WINDOW > lost)
    await live(niconico)
    niconico.comment("bet100", raw=1)
    await until(lambda: ear.heard)


async def test_a_window_that_ended_early_is_asked_for_again_though_it_is_over_by_now(niconico, connect, ear):
    """A busy computer notices late; what was said in between is in no answer it has read."""
    await connect()
    await live(niconico)
    said = [niconico.comment("bet 0", raw=1)]
    await until(lambda: len(ear.ids) == 1)

    def late() -> None:
        said.append(niconico.comment("bet 2", raw=1))
        niconico.skip(WINDOW)

    niconico.faults.short = 1
    niconico.on_short = late
    said.append(niconico.comment("bet 1", raw=1))
    await until(lambda: len(said) == 3)
    said.append(niconico.comment("bet 3", raw=1))
    await until(lambda: said[-1] in ear.ids)
    assert ear.ids == said


async def test_a_long_break_is_caught_up_with_from_the_older_pages(niconico, connect, ear):
    await connect()
    await live(niconico)
    said = [niconico.comment("bet 0", raw=1)]
    await until(lambda: len(ear.ids) == 1)
    niconico.faults.seats = 10_000
    niconico.drop()
    for number in range(1, 61):
        said.append(niconico.comment(f"bet {number}", raw=1))
        await asyncio.sleep(3 / SPEED)
    niconico.faults.seats = 0
    await until(lambda: len(ear.ids) == 61)
    assert ear.ids == said
    assert niconico.packed_pages >= 3


async def test_whoever_was_silenced_in_a_break_of_half_an_hour_is(niconico, connect, ear):
    patience = Patience(connect=1.0, silent=2.0)
    await connect(timing=Timing(opening=2.0, pauses=QUICK.pauses, reading=patience))
    await live(niconico)
    niconico.faults.seats = 10_000
    niconico.drop()
    niconico.ng("a:rude")
    niconico.comment("stale", raw=1)
    for _ in range(60):  # each page of older comments has one
        niconico.skip(30)
        niconico.comment("stale", raw=1)
    niconico.skip(900)
    niconico.comment("fresh", raw=1)
    niconico.faults.seats = 0
    await until(lambda: ear.heard)
    assert ear.texts == ["fresh"]
    assert ear.told == [("banned", "niconico", "a:rude", None)]
    assert niconico.packed_pages > 50


async def test_what_is_too_old_after_a_break_is_not_acted_on(niconico, connect, ear):
    patience = Patience(connect=1.0, silent=2.0, catch_up=3_600.0)
    await connect(timing=Timing(opening=2.0, pauses=QUICK.pauses, reading=patience))
    await live(niconico)
    niconico.faults.seats = 10_000
    niconico.drop()
    niconico.comment("stale", raw=1)
    niconico.skip(4_000)
    niconico.comment("fresh", raw=1)
    niconico.faults.seats = 0
    await until(lambda: ear.heard)
    assert ear.texts == ["fresh"]


async def test_the_clocks_are_held_while_niconico_is_away(niconico, connect, ear):
    await connect()
    await live(niconico)
    await until(lambda: ear.away["niconico"] == [True, False])
    niconico.faults.seats = 3
    niconico.drop()
    await until(lambda: ear.away["niconico"] == [True, False, True, False])


MESSAGES = 1_000
BREAKS = 50


async def test_a_thousand_comments_over_fifty_breaks(niconico, connect, ear):
    """Every comment said after the beginning is acted on exactly once and in order, whatever broke."""
    dice = random.Random(20)
    await connect(timing=PATIENT)
    await live(niconico)
    said: list[str] = []
    kinds: Counter[str] = Counter()
    breaks = set(dice.sample(range(MESSAGES), BREAKS))
    for number in range(MESSAGES):
        said.append(niconico.comment(f"bet {number}", hashed=f"a:{dice.randrange(20)}"))
        if number in breaks:
            kind = dice.choice(
                ["seat", "answers", "all", "views", "windows", "short", "errors", "away", "reconnect"]
            )
            kinds[kind] += 1
            match kind:
                case "seat":
                    niconico.drop_seats()
                case "answers":
                    niconico.drop_answers()
                case "all":
                    niconico.drop()
                case "errors" | "away":
                    niconico.faults.errors = dice.randint(1, 4)
                    niconico.faults.seats = dice.randint(1, 4) if kind == "away" else 0
                    niconico.drop()
                case "reconnect":
                    data = {"audienceToken": "x", "waitTimeSec": 0}
                    await niconico.tell({"type": "reconnect", "data": data})
                case _:
                    setattr(niconico.faults, kind, dice.randint(1, 3))
        if dice.random() < 0.7:
            await asyncio.sleep(dice.random() * 0.8 / SPEED)
    await until(lambda: len(set(ear.ids)) == MESSAGES, 150)  # long, for a busy machine
    assert Counter(ear.ids) == Counter(said)
    assert sum(kinds.values()) == BREAKS
    assert len(kinds) == 9
    assert ear.ids == said
