"""A thousand messages while the connection breaks and mends fifty times: what the service delivered is acted
on exactly once, in order, and the connection always comes back. Once with an ear alone, to see that nothing
arrives that was not said, and once with the real floor, which is closed and opened again on the way."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from pathlib import Path

import pytest

from bot.chat.twitch.connector import TwitchConnector
from tests.chat.evening import Evening
from tests.chat.twitch.conftest import Ear, Make, until
from tests.fakes import twitch_messages as say
from tests.fakes.cuts import cut
from tests.fakes.twitch import FakeTwitch
from tests.fakes.twitch_messages import CLOSES, Json

MESSAGES = 1_000
BREAKS = 50


async def break_it(twitch: FakeTwitch, dice: random.Random) -> str:
    """One of the ways a connection breaks; some come back by themselves, some only by a watchdog."""
    kind = dice.choice(["close", "drop", "silence", "move", "bad move", "revoke", "refused", "expired"])
    if kind in ("refused", "expired"):
        if kind == "expired":
            twitch.expire()
        else:
            twitch.fail("subscribe", dice.choice([409, 429, 500, 502]), times=dice.randint(1, 3))
    match kind:
        case "close" | "refused" | "expired":
            await twitch.close(dice.choice(list(CLOSES)))
        case "drop":
            twitch.drop()
        case "silence":
            twitch.forget()
        case "move":
            await twitch.move()
        case "bad move":
            await twitch.move(f"{twitch.socket_url}?id=AgoQwrong&challenge=no")
        case "revoke":
            await twitch.revoke(twitch.user("sara"))
    return kind


async def test_a_thousand_messages_over_fifty_breaks(twitch: FakeTwitch, connect: Make, ear: Ear):
    dice = random.Random(20)
    twitch.keepalive_seconds = 0.02
    connector = await connect()
    sara, viewers = twitch.user("sara"), [twitch.user(f"viewer{number}") for number in range(20)]
    said: list[str] = []
    kinds: Counter[str] = Counter()
    # One message in 20 is followed by a break, at once or some messages after the connection is back.
    breaks = set(dice.sample(range(MESSAGES), BREAKS))
    await until(lambda: twitch.hearing)
    for number in range(MESSAGES):
        event = say.chat(sara, dice.choice(viewers), f"bet {number}")
        said.append(event["message_id"])
        await twitch.deliver(event)
        if dice.random() < 0.1:
            await twitch.deliver(event)  # the same message in another envelope
        if number in breaks:
            kinds[await break_it(twitch, dice)] += 1
            if dice.random() < 0.7:
                await until(lambda: twitch.hearing)
        elif dice.random() < 0.2:
            await asyncio.sleep(0)
    await until(lambda: twitch.hearing)
    last = await twitch.chat(sara, viewers[0], "the last")
    await until(lambda: bool(ear.heard) and ear.heard[-1].message_id == last)

    acted = [message.message_id for message in ear.heard]
    assert Counter(acted) == Counter(twitch.delivered), "delivered and acted on are not the same"
    assert acted == [one for one in [*said, last] if one in set(acted)], "out of order"
    assert len(twitch.delivered) > MESSAGES / 2, "too little was delivered for this to mean anything"
    assert sum(kinds.values()) == BREAKS
    assert len(kinds) == 8, "every kind of break was among them"
    assert connector.report().heard == {sara["id"]}


class Now:
    """The evening's floor as it is now; another after a restart."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening

    def __getattr__(self, name: str) -> object:
        return getattr(self._evening.hall.floor, name)


NASTY = ["in a frame", "before subscribing", "in a move, old", "in a move, new", "restart"]


@pytest.fixture
def evening(twitch: FakeTwitch, tmp_path: Path) -> Evening:
    viewers = [twitch.user(f"viewer{number}")["id"] for number in range(7)]
    return Evening(tmp_path, "twitch", twitch.user("sara")["id"], viewers, "twitch")


class Run:
    """The breaks of an evening on Twitch."""

    def __init__(self, twitch: FakeTwitch, connect: Make, evening: Evening, dice: random.Random) -> None:
        self.twitch = twitch
        self.connect = connect
        self.evening = evening
        self.dice = dice
        self.kinds: Counter[str] = Counter()
        self.by_id = {user["id"]: user for user in twitch.users.values()}
        self.connector: TwitchConnector

    def event(self) -> Json:
        """Somebody bets."""
        user_id, amount = self.evening.bet(self.dice)
        made = say.chat(self.twitch.user("sara"), self.by_id[user_id], f"bet {amount}")
        self.evening.said[made["message_id"]] = (user_id, amount)
        return made

    def delivered(self) -> list[str]:
        """The bets that went out; the bot's own answers did, too."""
        return [one for one in self.twitch.delivered if one in self.evening.said]

    async def one_break(self) -> None:
        """Any of the ways."""
        await until(lambda: self.twitch.hearing)
        if self.dice.random() < 0.6:
            kind = self.dice.choice(NASTY)
            await self._nasty(kind)
        else:
            kind = await break_it(self.twitch, self.dice)
        self.kinds[kind] += 1
        if self.dice.random() < 0.7:
            await until(lambda: self.twitch.hearing)

    async def _nasty(self, kind: str) -> None:
        match kind:
            case "in a frame":
                self.twitch.cut_in_a_frame(self.event())
            case "before subscribing":
                self.twitch.cuts_before_subscribing = self.dice.randint(1, 3)
                await self.twitch.close(4000)
            case "restart":
                for last in self.delivered()[-1:]:
                    await self.evening.heard(last)
                await self.connector.stop()
                await self.evening.restart()
                self.connector = await self.connect()
            case _:
                await self._in_a_move(0 if kind.endswith("old") else -1)

    async def _in_a_move(self, which: int) -> None:
        session = next(one for one in self.twitch.sessions if one.subscriptions)
        await self.twitch.move()
        with contextlib.suppress(TimeoutError):
            await until(lambda: len(session.sockets) == 2, 1.0)
        await self.twitch.deliver(self.event())  # on both
        cut(session.sockets[which])
        await self.twitch.deliver(self.event())


class TestWithAFloor:
    @pytest.fixture
    def ear(self, evening: Evening) -> object:
        return Now(evening)

    async def test_a_thousand_bets_over_fifty_breaks(
        self, twitch: FakeTwitch, connect: Make, evening: Evening
    ):
        dice = random.Random(21)
        twitch.keepalive_seconds = 0.05
        await evening.begin()
        run = Run(twitch, connect, evening, dice)
        run.connector = await connect()
        breaks = set(dice.sample(range(MESSAGES), BREAKS))
        await until(lambda: twitch.hearing)
        for number in range(MESSAGES):
            event = run.event()
            for _ in range(2 if dice.random() < 0.1 else 1):
                await twitch.deliver(event)
            if number in breaks:
                await run.one_break()
            elif dice.random() < 0.2:
                await asyncio.sleep(0)
        await until(lambda: twitch.hearing)
        await twitch.deliver(run.event())
        await evening.heard(run.delivered()[-1])
        assert await evening.taken() == [evening.said[one] for one in run.delivered()]
        assert len(run.delivered()) > MESSAGES / 2
        assert sum(run.kinds.values()) == BREAKS
        assert set(NASTY) <= set(run.kinds)
        await run.connector.stop()
        await evening.end()
