"""Killed with SIGKILL at random moments and at named points, a floor comes back with everything it had
acknowledged, once, and the round goes on (design 3, 10).

``CHATJACK_KILLS`` sets how many times each of the evenings is killed (a few by default).
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from bot.pit.messages import DealerCommand, Done
from tests.pit import crashing
from tests.pit.rig import Hall
from tests.pit.test_random_evenings import canonical

pytestmark = [
    pytest.mark.crash,
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here"),
]

KILLS = int(os.environ.get("CHATJACK_KILLS", "2"))
LONGEST_S = 60
TABLES = ("tournament", "switch", "unknown-dealer")
EVENINGS = [
    (TABLES[n % len(TABLES)], point) for n, point in enumerate(["", *crashing.POINTS]) if point != "insurance"
]
EVENINGS += [("tournament", "insurance"), ("switch", "settling"), ("tournament", "")]


@pytest.fixture(scope="module")
def processes() -> Any:
    """Processes that start fast: a server that has imported everything forks them."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.pit.crashing"])
    return context


class Ruins:
    """One database and one file of acknowledgements, through any number of lives."""

    def __init__(self, processes: Any, folder: Path, table: str, seed: int) -> None:
        self.processes = processes
        self.database = folder / "chatjack.db"
        self.acks = folder / "acknowledged.jsonl"
        self.table = table
        self.seed = seed
        self.random = random.Random(seed)
        self.read_to = 0
        self.seen: list[dict[str, Any]] = []
        self.compared = 0

    def live_and_die(self, point: str = "") -> list[dict[str, Any]]:
        """Starts a floor, lets it play, and kills it; returns what this life acknowledged."""
        self.seed += 1
        count = self.random.randint(1, 12 if point else 1)
        process = self.processes.Process(
            target=crashing.run,
            args=(str(self.database), str(self.acks), self.seed, self.table, point, count),
            daemon=True,
        )
        process.start()
        until = time.monotonic() + LONGEST_S
        while process.is_alive() and not self.is_up():
            assert time.monotonic() < until, "the floor did not open"
            time.sleep(0.005)
        if point:
            process.join(LONGEST_S)
            if process.is_alive():  # this evening never came to that point
                os.kill(process.pid, signal.SIGKILL)
        else:
            time.sleep(self.random.uniform(0.0, 0.6))
            if process.is_alive():
                os.kill(process.pid, signal.SIGKILL)
        process.join()
        assert process.exitcode == -signal.SIGKILL, "it fell over by itself"
        return self.acknowledged()

    def is_up(self) -> bool:
        """Whether it plays; only a first life is sure to acknowledge something before it dies."""
        sign = b'"up"' if self.seen else b'"step"'
        return self.acks.exists() and sign in self.acks.read_bytes()[self.read_to :]

    def acknowledged(self) -> list[dict[str, Any]]:
        data = self.acks.read_bytes()[self.read_to :]
        whole = data[: data.rfind(b"\n") + 1]
        self.read_to += len(data)
        acks = [json.loads(line) for line in whole.splitlines()]
        self.seen += acks
        return acks

    # --- looking at the ruins -------------------------------------------------------------------------------

    async def look(self, acks: list[dict[str, Any]]) -> None:
        assert not [ack for ack in acks if "trouble" in ack]
        self.nothing_is_lost()
        async with Hall(self.database, table=self.table, fresh_seeds=True) as hall:
            await hall.assert_sound()
            self.the_picture_is_the_same(hall, acks)
            await self.nothing_acts_twice(hall)
            if self.random.random() < 0.5:
                await self.goes_on(hall)

    def nothing_is_lost(self) -> None:
        """Every acknowledged step, transfer, message and command is in the file."""
        with sqlite3.connect(self.database) as file:
            steps = {step for (step,) in file.execute("SELECT step FROM journal")}
            texts = {text for (text,) in file.execute("SELECT text FROM journal WHERE text LIKE '%do %'")}
            moved = file.execute("SELECT id, debit_id, credit_id, amount FROM transfers")
            transfers = {row[0]: list(row) for row in moved}
            messages = {key for (key,) in file.execute("SELECT message_id FROM messages")}
            answers = {key for (key,) in file.execute("SELECT command_id FROM answers")}
            (sound,) = file.execute("PRAGMA integrity_check").fetchone()
        file.close()
        assert sound == "ok"
        for ack in self.seen:
            if ack.get("step"):
                assert ack["step"] in steps, ack
                assert all(transfers.get(one[0]) == one for one in ack["moved"]), ack
                assert all(f"undo {n}" in texts or f"redo {n}" in texts for n in ack["undone"]), ack
            if "said" in ack:
                assert ack["said"] in messages, ack
            if "done" in ack:
                assert ack["done"] in answers, ack

    def the_picture_is_the_same(self, hall: Hall, acks: list[dict[str, Any]]) -> None:
        """Where nothing was committed after the last published picture, the table stands as it was shown."""
        shown = [ack for ack in acks if "view" in ack]
        written = hall.actor.book.log
        if shown and written and shown[-1]["step"] == written[-1].step:
            now = json.loads(json.dumps(crashing.still(hall.floor.frame(None).dealer)))
            assert now == shown[-1]["view"]
            self.compared += 1

    async def nothing_acts_twice(self, hall: Hall) -> None:
        """Whatever was acknowledged and is delivered again does nothing."""
        before, had, step = canonical(hall.table), await hall.balances(), hall.actor.book.next_step
        for ack in self.seen[-60:]:
            if "said" in ack:
                assert await hall.say(ack["who"], ack["text"], ack["said"]) == []
            if "done" in ack:
                command = DealerCommand(ack["done"], ack["verb"], tuple(ack["args"]), "dealer")
                assert isinstance(await hall.floor.do(self.table, command), Done)
        assert canonical(hall.table) == before
        assert await hall.balances() == had
        assert hall.actor.book.next_step == step

    async def goes_on(self, hall: Hall) -> None:
        """The round that was running can be played to its end."""
        await hall.do("resume")
        await hall.do("auto", "on")
        for _ in range(300):
            live = hall.table.live
            if live is None:
                break
            if await hall.do("next") != "done" and await hall.do("void") != "done":
                break
            if hall.table.source == "hand":
                await hall.do("void")
        assert hall.table.live is None
        await hall.assert_sound()
        assert (await hall.audit()).escrow == 0
        await hall.say("aya", "join")
        assert await hall.do("open") == "done"


@pytest.mark.parametrize(("table", "point"), EVENINGS, ids=lambda word: word or "whenever")
def test_killed(processes: Any, tmp_path: Path, table: str, point: str) -> None:
    """Rulings 1.2, design 3: what was acknowledged counts, once, whenever the power goes."""
    ruins = Ruins(processes, tmp_path, table, seed=hash_of(table, point))
    for _ in range(KILLS):
        acks = ruins.live_and_die(point)
        asyncio.run(ruins.look(acks))
    assert any("step" in ack for ack in ruins.seen), "nothing was ever acknowledged"
    if point in ("before_commit", "after_publishing", "between_rounds", "insurance", "betting"):
        assert ruins.compared, "no picture was ever the last thing committed"


def hash_of(*words: str) -> int:
    """The same number for the same words in every run."""
    return sum(ord(letter) * (n + 7) for n, letter in enumerate("".join(words))) * 1000
