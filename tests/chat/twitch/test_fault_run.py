"""A thousand messages while the connection breaks and mends fifty times: what the service delivered is acted
on exactly once, in order, and the connection always comes back."""

from __future__ import annotations

import asyncio
import random
from collections import Counter

from tests.chat.twitch.conftest import Ear, Make, until
from tests.fakes import twitch_messages as say
from tests.fakes.twitch import FakeTwitch
from tests.fakes.twitch_messages import CLOSES

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
