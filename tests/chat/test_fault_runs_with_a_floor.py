"""A thousand bets through each connector that reads, over fifty breaks, into a real floor that is closed and
opened again on the way: what the service delivered is acted on exactly once."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot.chat.nair import NAir, template
from bot.chat.niconico.connector import Niconico
from bot.chat.onecomme import OneComme
from bot.web import Limits, Tokens, WebServer
from tests.chat.evening import Evening
from tests.chat.listening import Desk, until
from tests.chat.niconico.test_connection import PATIENT, SPEED, fast_sleep
from tests.chat.test_onecomme import QUICK as ONECOMME_QUICK
from tests.fakes.cuts import cut_in_a_frame
from tests.fakes.nair import FakeNAir, chat
from tests.fakes.niconico import FakeNiconico
from tests.fakes.onecomme import FakeOneComme, niconama
from tests.web.fake_floor import FakeFloor

MESSAGES = 1_000
BREAKS = 50
VIEWERS = [f"a:viewer{number}" for number in range(7)]


def evening_of(folder: Path, source: str) -> Evening:
    return Evening(folder, "niconico", "niconico", VIEWERS, source)


class Run:
    """One evening: its dice, its breaks by kind.

    Args:
        ways: how a connection breaks, by kind.
    """

    def __init__(self, seed: int, ways: dict[str, Callable[[], Awaitable[object]]]) -> None:
        self.dice = random.Random(seed)
        self.ways = ways
        self.kinds: Counter[str] = Counter()
        self._breaks = set(self.dice.sample(range(10, MESSAGES), BREAKS))

    async def after(self, number: int) -> bool:
        """Break it, if this message's number says so."""
        if number not in self._breaks:
            return False
        kind = self.dice.choice(list(self.ways))
        self.kinds[kind] += 1
        await self.ways[kind]()
        return True

    def check(self) -> None:
        """Everything has happened."""
        assert sum(self.kinds.values()) == BREAKS
        assert set(self.kinds) == set(self.ways)


class AtOneComme:
    """An evening with OneComme, and the ways in which that breaks."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.fake = FakeOneComme()
        self.run = Run(
            31,
            {
                "drop": self.drop,
                "close": self.fake.close,
                "silence": self.silence,
                "restart": self.restart,
                "in a frame": self.in_a_frame,
                "floor": self.restart_the_floor,
            },
        )
        self.connector: OneComme

    async def connect(self) -> None:
        self.connector = OneComme(self.fake.address, Desk().intake("onecomme"), timing=ONECOMME_QUICK)
        await self.connector.start(self.evening.hall.floor)
        await until(lambda: self.fake.sockets)

    def bet(self) -> dict[str, Any]:
        user_id, amount = self.evening.bet(self.run.dice)
        comment = niconama(user_id, "", f"bet {amount}")
        self.evening.said[comment["data"]["id"]] = (user_id, amount)
        return comment

    async def edit(self, comment: dict[str, Any]) -> None:
        message_id = comment["data"]["id"]
        if message_id not in self.fake.delivered:  # nobody has seen it as it was first
            self.evening.said[message_id] = (self.evening.said[message_id][0], 10)
        await self.fake.edit(comment, "bet 10")

    async def drop(self) -> None:
        self.fake.drop()

    async def silence(self) -> None:
        for socket in self.fake.sockets:
            socket._autoping = False
        self.fake.sockets = []

    async def restart(self) -> None:
        await self.fake.stop()
        await self.fake.start()

    async def in_a_frame(self) -> None:
        comment = self.bet()
        self.fake.shown[comment["data"]["id"]] = comment  # it comes whole with the replay
        for socket in self.fake.sockets:
            cut_in_a_frame(socket, self.fake.frame("comments", {"comments": [comment]}))
        self.fake.sockets = []

    async def restart_the_floor(self) -> None:
        await until(lambda: self.fake.sockets)
        await self.evening.heard(self.fake.delivered[-1])
        await self.connector.stop()
        await self.evening.restart()
        await self.connect()


async def test_onecomme(tmp_path: Path):
    evening = evening_of(tmp_path, "onecomme")
    at = AtOneComme(evening)
    fake, run = at.fake, at.run
    await fake.start()
    await evening.begin()
    await at.connect()
    for number in range(MESSAGES):
        comment = at.bet()
        await fake.comment(comment)
        if run.dice.random() < 0.1:
            await at.edit(comment)
        if await run.after(number) and run.dice.random() < 0.8:
            await until(lambda: fake.sockets)
    await until(lambda: fake.sockets)
    last = at.bet()
    await fake.comment(last)
    await evening.heard(last["data"]["id"])
    assert set(fake.delivered) == set(evening.said), "a replay brings what was missed"
    assert await evening.taken() == [evening.said[one] for one in fake.delivered]
    run.check()
    await at.connector.stop()
    await fake.stop()
    await evening.end()


async def test_niconico(tmp_path: Path):
    evening, fake = evening_of(tmp_path, "niconico"), FakeNiconico(SPEED)
    await fake.start()
    await evening.begin()

    def connector_of() -> Niconico:
        intake = Desk().intake("niconico")
        return Niconico(fake.page, intake, timing=PATIENT, now=fake.clock, sleep=fast_sleep)

    connector = connector_of()
    await connector.start(evening.hall.floor)
    await until(lambda: fake.listening)

    def bet() -> str:
        user_id, amount = evening.bet(run.dice)
        # A long name, so that the length in front takes two bytes.
        message_id = fake.comment(f"bet {amount}", hashed=user_id, name="た" * 20)
        evening.said[message_id] = (user_id, amount)
        return message_id

    def fault(what: Callable[[], None] = lambda: None, **faults: int) -> Callable[[], Awaitable[None]]:
        async def begin() -> None:
            for name, most in faults.items():
                setattr(fake.faults, name, run.dice.randint(1, most))
            what()

        return begin

    async def reconnect() -> None:
        await fake.tell({"type": "reconnect", "data": {"audienceToken": "x", "waitTimeSec": 0}})

    async def in_a_frame() -> None:
        message = {"type": "statistics", "data": {"viewers": 12, "comments": 34, "adPoints": "0" * 200}}
        fake.cut_seats_in_a_frame(message)

    async def restart_the_floor() -> None:
        nonlocal connector
        await evening.heard(bet())
        await connector.stop()
        await evening.restart()
        connector = connector_of()
        began = len(fake.views)
        await connector.start(evening.hall.floor)
        # What is said before it has asked where to begin is history; dates are whole seconds.
        await until(lambda: len(fake.views) > began and fake.listening)
        await asyncio.sleep(2 / SPEED)

    run = Run(
        32,
        {
            "seat": fault(fake.drop_seats),
            "in a frame": in_a_frame,
            "answers": fault(fake.drop_answers),
            "all": fault(fake.drop),
            "errors": fault(fake.drop, errors=4),
            "away": fault(fake.drop, errors=4, seats=4),
            "reconnect": reconnect,
            "views": fault(views=3),
            "windows": fault(windows=3),
            "in a length": fault(lengths=3),
            "short": fault(short=3),
            "floor": restart_the_floor,
        },
    )
    for number in range(MESSAGES):
        bet()
        await run.after(number)
        if run.dice.random() < 0.7:
            await asyncio.sleep(run.dice.random() * 0.8 / SPEED)
    await evening.heard(bet())
    assert await evening.taken() == list(evening.said.values())
    assert fake.faults.lengths_cut > 0
    run.check()
    await connector.stop()
    await fake.stop()
    await evening.end()


async def test_n_air(tmp_path: Path):
    """It sends in no order, and what was cut off or refused again with the next reload."""
    evening, token, limits = evening_of(tmp_path, "nair"), "n" * 32, Limits(close=0.01)
    await evening.begin()
    clock = [0.0]

    async def open_the_door(port: int) -> tuple[NAir, WebServer]:
        link = NAir(Desk().intake("nair"))
        await link.start(evening.hall.floor)
        about = {"port": port, "tokens": Tokens.new(), "language": "ja", "pages": tmp_path, "limits": limits}
        server = WebServer(FakeFloor(), nair=link, nair_token=token, **about)  # type: ignore[arg-type]
        await server.start()
        return link, server

    link, server = await open_the_door(0)
    port = server.port
    program = FakeNAir(
        template(f"http://127.0.0.1:{port}", token), dice=random.Random(1), now=lambda: clock[0]
    )
    await program.start()

    async def cut() -> None:
        program.cut = run.dice.randint(1, 8)
        await program.flush()
        program.cut = 0
        program.reload()

    async def reload() -> None:
        program.reload()
        program.reload()

    async def restart_the_floor() -> None:
        nonlocal link, server
        await program.flush()  # the last of it has been heard and not yet been done
        await server.stop()
        await link.stop()
        await evening.restart()
        program.comment(bet())
        await program.flush()  # to nobody
        link, server = await open_the_door(port)
        program.reload()

    def bet() -> dict[str, str]:
        user_id, amount = evening.bet(run.dice)
        param = chat(f"bet {amount}", user_id)
        evening.said[param["id"]] = (user_id, amount)
        return param

    run = Run(33, {"cut": cut, "reload": reload, "floor": restart_the_floor})
    for number in range(MESSAGES):
        clock[0] += 1.0
        program.comment(bet())
        await run.after(number)
        if number % 8 == 0:
            await program.flush()
    await program.flush()
    await until(lambda: {one.message_id for one in evening.hall.heard} >= set(program.delivered))
    assert set(program.delivered) == set(evening.said), "a reload brings what did not get through"
    assert Counter(await evening.taken()) == Counter(evening.said.values())
    run.check()
    await program.stop()
    await server.stop()
    await link.stop()
    await evening.end()
