"""A floor that is going to be killed: it plays a seeded, crowded evening on a database file and tells all
that it has acknowledged to a file outside, line by line, after it was published.

Runs in a process of its own (see ``test_crash.py``).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bot.pit.cashier import Cashier
from bot.pit.messages import ChatMessage, DealerCommand, Done, Frame, LogLine, Reply
from tests.pit import gambler
from tests.pit.gambler import Pressed, Said
from tests.pit.rig import Hall

AMENDING = frozenset({"undo", "redo", "correct", "void"})
CROWD = 4
"""So many things are said or pressed at once."""

POINTS = (
    *("before_commit", "after_commit", "before_publishing", "after_publishing", "settling", "before_settled"),
    *("after_settled", "insurance", "between_rounds", "betting"),
)
"""Where a run may be told to die, beside "whenever"."""


def die() -> None:
    """The power is cut."""
    os.kill(os.getpid(), signal.SIGKILL)


class Doomed:
    """Plays until it is killed.

    Args:
        acks: the file that outlives this process.
        point: where to die by itself, and the how-manyeth time; empty: the parent kills.
    """

    def __init__(self, hall: Hall, acks: Path, seed: int, point: str, count: int) -> None:
        self.hall = hall
        self.random = random.Random(seed)
        self.seed = seed
        self.point = point
        self.count = count
        self.waiting: dict[str, ChatMessage] = {}
        self._out = os.open(acks, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def tell(self, **ack: Any) -> None:
        """Acknowledged, for whoever looks at the ruins."""
        os.write(self._out, (json.dumps(ack, ensure_ascii=True) + "\n").encode())

    def reached(self, point: str) -> None:
        """Dies here if it was told to."""
        if point == self.point:
            self.count -= 1
            if self.count <= 0:
                die()

    def lay_the_fuse(self) -> None:
        """Hooks the named points."""
        faults = self.hall.store.faults
        faults.before_commit = lambda: self.reached("before_commit")
        faults.after_commit = lambda: self.reached("after_commit")
        doomed, original = self, Cashier.post

        async def post(self: Cashier, *args: Any, settled: bool, **more: Any) -> Any:
            if settled:
                doomed.reached("settling")
                if doomed.point == "before_settled":
                    faults.before_commit = lambda: doomed.reached("before_settled")
                if doomed.point == "after_settled":
                    faults.after_commit = lambda: doomed.reached("after_settled")
            return await original(self, *args, settled=settled, **more)

        Cashier.post = post  # type: ignore[method-assign]

    # --- the evening ----------------------------------------------------------------------------------------

    async def play(self) -> None:
        self.lay_the_fuse()
        self.hall.floor.subscribe(self)
        number = 0
        self.tell(up=True)
        while True:
            gambler.NAMES.update({one.player: one.user_id for one in self.hall.floor.main.people.all()})
            tasks = []
            for _ in range(self.random.randint(1, CROWD)):
                number += 1
                step = gambler.anything(self.random.choice, self.hall.table)
                if isinstance(step, Said):
                    await self.say(f"{self.seed}-{number}", step)
                elif step.verb in AMENDING:
                    # What it takes back must be published before, and what it did before anything else.
                    await asyncio.gather(*tasks)
                    await self.hall.settle()
                    await self.press(f"{self.seed}-{number}", step)
                else:
                    tasks.append(asyncio.create_task(self.press(f"{self.seed}-{number}", step)))
            await asyncio.gather(*tasks)
            await self.hall.settle()
            self.waiting.clear()

    async def say(self, key: str, step: Said) -> None:
        if step.who in self.waiting:
            return  # one line at a time, so that an answer tells which line it answers
        message = self.hall.message(step.who, step.text, key)
        self.waiting[step.who] = message
        await self.hall.floor.say(message)

    async def press(self, key: str, step: Pressed) -> None:
        command = DealerCommand(key, step.verb, step.args, "dealer")
        answer = await self.hall.floor.do(self.hall.tables[0], command)
        if isinstance(answer, Done):
            self.tell(done=key, verb=step.verb, args=step.args)
        elif answer.code == "not_counted":
            self.tell(trouble=repr(self.hall.actor.failures[-1:]))

    # --- a floor's listener ---------------------------------------------------------------------------------

    def frame(self, frame: Frame) -> None:
        self.reached("before_publishing")
        step = frame.dealer["step"]
        moved = self.hall.actor.book.posted.get(step, ())
        self.tell(
            rev=frame.rev,
            step=step,
            moved=[[one.id, one.transfer.debit, one.transfer.credit, one.transfer.amount] for one in moved],
            undone=[event["step"] for event in frame.events if event["type"] in ("undone", "redone")],
            view=still(frame.dealer),
        )
        self.reached("after_publishing")
        if frame.public["phase"] == "insurance":
            self.reached("insurance")
        elif frame.public["phase"] == "betting":
            self.reached("betting")
        elif frame.public["phase"] == "idle" and frame.public["round"]:
            self.reached("between_rounds")

    def reply(self, reply: Reply) -> None:
        if reply.code == "not_counted":
            self.tell(trouble=repr(self.hall.actor.failures[-1:]))
            return
        message = self.waiting.get(reply.user_id)
        if message is not None and not reply.code.startswith("hint_"):
            self.tell(said=message.message_id, who=message.user_id, text=message.text, code=reply.code)

    def said(self, message: ChatMessage) -> None:
        """Nothing is acknowledged by hearing it."""

    def line(self, table: str, line: LogLine) -> None:
        """The log is for people."""


def still(view: Mapping[str, Any]) -> dict[str, Any]:
    """What of a view must be the same after a restart: all but the clock and the list of the richest."""
    awaiting = {key: value for key, value in view["awaiting"].items() if key not in ("left", "total")}
    left_out = ("ranking", "awaiting", "redo", "undo", "delays", "calibrate")
    return {**{key: value for key, value in view.items() if key not in left_out}, "awaiting": awaiting}


def run(database: str, acks: str, seed: int, table: str, point: str, count: int) -> None:
    """What the doomed process does."""

    async def evening() -> None:
        hall = Hall(Path(database), table=table, fresh_seeds=True)
        await hall.open()
        await Doomed(hall, Path(acks), seed, point, count).play()

    asyncio.run(evening())
