"""The OBS link against an OBS of our own: scenes, passwords, losing it and finding it again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from bot.chat.obs import Moment, ObsLink, authentication, moments
from bot.chat.status import ConnectionState
from bot.chat.upkeep import Pauses
from bot.pit.messages import ChatMessage, Frame, Listener
from tests.fakes.obs import SESSION_INVALIDATED, FakeObs
from tests.patience import PATIENCE

SCENES = {Moment.TABLE: "table", Moment.OPEN: "game", Moment.PREMIUM: "party", Moment.END: "pause"}
QUICK = Pauses(0.01, 0.02, 0.0)

OPENED = {"type": "round_opened", "number": 1}
PREMIUM = {"type": "hand_settled", "seat": 1, "hand": 1, "outcome": "win", "returned": 5, "premium": "777"}
PLAIN = {**PREMIUM, "premium": None}
SETTLED = {"type": "round_settled"}


class Floor:
    def __init__(self) -> None:
        self.listeners: list[Listener] = []

    async def say(self, message: ChatMessage) -> None:
        raise AssertionError("OBS says nothing")

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def platform_away(self, platform: str, away: bool) -> None:
        raise AssertionError("OBS is no platform")

    def step(self, *events: dict[str, Any], table: str = "switch") -> None:
        for listener in self.listeners:
            listener.frame(Frame(table, 1, events, {}, {}))


async def eventually(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.005)


@pytest.fixture
def floor() -> Floor:
    return Floor()


@pytest.fixture
async def obs() -> AsyncIterator[FakeObs]:
    fake = FakeObs(SCENES.values(), "himitsu")
    await fake.start()
    yield fake
    await fake.stop()


Linked = Callable[..., Awaitable[ObsLink]]


@pytest.fixture
async def linked(obs: FakeObs, floor: Floor) -> AsyncIterator[Linked]:
    links: list[ObsLink] = []

    async def link(password: str = "himitsu", **options: Any) -> ObsLink:
        scenes = options.pop("scenes", SCENES)
        made = ObsLink(obs.url, password, scenes, pauses=QUICK, **{"hold": 0.0, **options})
        links.append(made)
        await made.start(floor)
        return made

    yield link
    for one in links:
        await one.stop()


def online(link: ObsLink) -> bool:
    return link.status().state is ConnectionState.ONLINE


async def test_scenes_follow_the_game(obs, floor, linked):
    link = await linked()
    await eventually(lambda: online(link))
    floor.step({"type": "table_opened", "on": True})
    assert await obs.wait_for(1) == ["table"]
    floor.step(OPENED)
    assert await obs.wait_for(2) == ["table", "game"]
    floor.step(PLAIN, PREMIUM, PREMIUM)
    assert (await obs.wait_for(3))[2:] == ["party"]
    floor.step(SETTLED)
    assert (await obs.wait_for(4))[3:] == ["pause"]
    floor.step({"type": "round_voided", "number": 1, "why": "dealer"})
    assert (await obs.wait_for(5))[4:] == ["pause"]


async def test_a_premium_hand_is_shown_before_the_round_it_ended_and_held(obs, floor, linked):
    link = await linked(hold=0.3)
    await eventually(lambda: online(link))
    floor.step(PREMIUM, SETTLED)
    await obs.wait_for(1)
    floor.step(OPENED)
    assert obs.shown == ["party"]
    assert await obs.wait_for(2) == ["party", "game"], "the end of the round is over by then"


async def test_other_tables_and_unset_moments_switch_nothing(obs, floor, linked):
    link = await linked(shown=lambda table: table == "switch", scenes={Moment.OPEN: "game"})
    await eventually(lambda: online(link))
    floor.step(OPENED, table="deluxe")
    floor.step(SETTLED, {"type": "table_opened", "on": False})
    floor.step(OPENED)
    assert await obs.wait_for(1) == ["game"]


async def test_a_wrong_password_is_said_and_tried_again_only_after_a_while(obs, floor, linked):
    link = await linked(password="wrong")
    await eventually(lambda: link.status().trouble == "wrong_password")
    assert link.status().state is ConnectionState.BROKEN
    floor.step(OPENED)
    await asyncio.sleep(0.1)
    assert (obs.refused, obs.shown) == (1, [])


async def test_an_obs_without_a_password_asks_for_none(obs, floor, linked):
    obs.password = ""
    link = await linked(password="whatever")
    await eventually(lambda: online(link))


async def test_a_lost_obs_is_found_again(obs, floor, linked):
    link = await linked()
    await eventually(lambda: online(link))
    await obs.drop()
    await eventually(lambda: obs.connects == 2 and online(link))
    await obs.stop()
    await eventually(lambda: link.status().trouble == "unreachable")
    floor.step(OPENED)
    await obs.start()
    assert await obs.wait_for(1) == ["game"], "what was wished for a moment ago is still worth showing"


async def test_what_could_not_be_shown_in_time_is_not_shown(obs, floor, linked):
    clock = [0.0]
    await obs.stop()
    link = await linked(now=lambda: clock[0])
    await eventually(lambda: link.status().trouble == "unreachable")
    floor.step(OPENED)
    clock[0] = 60.0
    await obs.start()
    await eventually(lambda: online(link))
    floor.step(SETTLED)
    assert await obs.wait_for(1) == ["pause"]


async def test_one_that_does_not_answer_is_connected_anew(obs, floor, linked, monkeypatch):
    monkeypatch.setattr("bot.chat.obs.ANSWER_SECONDS", 0.2)
    obs.silent = True
    link = await linked()
    await eventually(lambda: online(link))
    floor.step(OPENED)
    await eventually(lambda: obs.connects > 1)
    obs.silent = False
    assert await obs.wait_for(1) == ["game"]


async def test_an_unknown_scene_is_named_and_the_others_still_work(obs, floor, linked):
    link = await linked(scenes={**SCENES, Moment.OPEN: "gone"})
    await eventually(lambda: online(link))
    floor.step(OPENED)
    await eventually(lambda: link.status().trouble == "unknown_scene")
    assert link.status().detail == "gone"
    floor.step(SETTLED)
    assert await obs.wait_for(1) == ["pause"]
    obs.scenes.append("gone")
    floor.step(OPENED)
    await obs.wait_for(2)
    await eventually(lambda: link.status().trouble == "")


async def test_being_sent_away_waits_before_coming_back(obs, floor, linked):
    link = await linked()
    await eventually(lambda: online(link))
    await obs.drop(SESSION_INVALIDATED)
    await eventually(lambda: link.status().trouble == "sent_away")
    await asyncio.sleep(0.1)
    assert obs.connects == 1


async def test_an_old_obs_is_said(obs, floor, linked):
    obs.rpc_versions = {2}
    link = await linked()
    await eventually(lambda: link.status().trouble == "old_obs")
    assert link.status().state is ConnectionState.BROKEN


async def test_stopping_leaves_nothing_behind(obs, floor, linked):
    link = await linked()
    await eventually(lambda: online(link))
    await link.stop()
    await link.stop()
    await eventually(lambda: obs.identified == 0)
    assert floor.listeners == []


def test_the_answer_to_the_challenge_is_the_documented_one():
    """Worked by hand from the protocol's recipe with another tool (openssl)."""
    password, salt, challenge = (
        "supersecretpassword",
        "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=",
        "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY=",
    )
    assert authentication(password, salt, challenge) == "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4="


def test_a_step_is_told_once_and_in_order():
    assert moments(Frame("t", 1, (OPENED, OPENED, PLAIN, PREMIUM, SETTLED), {}, {})) == [
        Moment.OPEN,
        Moment.PREMIUM,
        Moment.END,
    ]
