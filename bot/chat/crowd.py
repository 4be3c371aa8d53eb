"""Rehearsal viewers (design: rehearsal): they join, bet and play like people - slow, late, chatty, sometimes
wrong - so a streamer can practise alone. The same crowd is the load of the tests.

What a viewer types follows from the public view alone, as for a person watching the stream; :func:`line` is
pure, and only :class:`Crowd` knows the time.
"""

from __future__ import annotations

import asyncio
import random
import time
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import structlog

from bot import resources
from bot.chat.connector import FloorEar
from bot.pit.messages import ChatMessage, Frame

PLATFORM = "rehearsal"
Words = Mapping[str, Sequence[str]]
ALL_IN = 0.03


@dataclass(frozen=True, slots=True)
class Script:
    """``data/crowd.toml``: names, talk, slips, and the spellings of each word."""

    names: tuple[str, ...]
    chatter: tuple[str, ...]
    wrong: tuple[str, ...]
    words: Mapping[str, Sequence[str]]

    @classmethod
    def load(cls) -> Script:
        """The shipped one."""
        held = tomllib.loads((resources.data() / "crowd.toml").read_text(encoding="utf-8"))
        return cls(tuple(held["names"]), tuple(held["chatter"]), tuple(held["wrong"]), held["words"])


class RehearsalFloor(FloorEar, Protocol):
    """What a crowd needs of the floor: to be heard, and to see the table."""

    def frame(self, table: str | None) -> Frame:
        """The newest state of a table."""
        ...

    def practice_channel(self, table: str | None) -> str:
        """The practice chat's channel that speaks to a table."""
        ...


@dataclass(frozen=True, slots=True)
class Temper:
    """How a viewer is.

    Attributes:
        pace: seconds between looking up and typing, on average.
        chatty: how often something off the point is said.
        clumsy: how often it comes out wrong.
        absent: how often a turn is slept through.
    """

    pace: float
    chatty: float
    clumsy: float
    absent: float


@dataclass(slots=True)
class Viewer:
    """One of the crowd. ``answered`` is the last situation it has reacted to."""

    name: str
    temper: Temper
    answered: object = None


def crowd(size: int, script: Script, dice: random.Random) -> list[Viewer]:
    """So many viewers, all different."""
    made = []
    for number in range(size):
        again, which = divmod(number, len(script.names))
        name = script.names[which] + (str(again + 1) if again else "")
        pace, chatty = dice.uniform(0.8, 6.0), dice.uniform(0, 0.3)
        made.append(Viewer(name, Temper(pace, chatty, dice.uniform(0, 0.12), dice.uniform(0, 0.12))))
    return made


def line(viewer: Viewer, view: Mapping[str, Any], script: Script, dice: random.Random) -> str | None:
    """What a viewer types when looking at this table now; ``None`` for nothing."""
    seat = _seat(view, viewer.name)
    situation = (view["round"], view["phase"], _hands_text(seat), _waits_for(view, seat))
    if situation == viewer.answered:
        return dice.choice(script.chatter) if dice.random() < viewer.temper.chatty / 10 else None
    wanted = _wanted(viewer, view, seat, script.words, dice)
    asleep = seat is not None and view["phase"] != "betting" and dice.random() < viewer.temper.absent
    if wanted is None or asleep:
        viewer.answered = situation
        return dice.choice(script.chatter) if dice.random() < viewer.temper.chatty else None
    if dice.random() < viewer.temper.clumsy:
        return dice.choice(script.wrong)  # and tries again at the next look
    viewer.answered = situation
    return wanted


def _seat(view: Mapping[str, Any], name: str) -> Mapping[str, Any] | None:
    return next((one for one in view["seats"] if one["player"] and one["player"]["name"] == name), None)


def _hands_text(seat: Mapping[str, Any] | None) -> str:
    return "" if seat is None else "/".join(" ".join(hand["cards"]) for hand in seat["hands"])


def _waits_for(view: Mapping[str, Any], seat: Mapping[str, Any] | None) -> bool:
    return seat is not None and seat["seat"] in view["awaiting"]["seats"]


def _wanted(
    viewer: Viewer,
    view: Mapping[str, Any],
    seat: Mapping[str, Any] | None,
    words: Words,
    dice: random.Random,
) -> str | None:
    if seat is None:
        queued = any(one["name"] == viewer.name for one in view["queue"])
        return None if queued else dice.choice(words["join"])
    match view["phase"]:
        case "betting":
            return _bet(seat, words, dice)
        case "insurance":
            return dice.choice(words["insurance" if dice.random() < 0.3 else "no"])
        case "playing":
            return _move(view, seat, words, dice)
        case _:
            return None


def _bet(seat: Mapping[str, Any], words: Words, dice: random.Random) -> str:
    points = seat["player"]["points"]
    if points < 10:
        return dice.choice(words["rebuy"])
    if dice.random() < ALL_IN:
        return dice.choice(words["all_in"])
    amount = max(10, int(points * dice.choice((0.02, 0.05, 0.1, 0.2)) / 10) * 10)
    return dice.choice(words["bet"]).format(amount)


def _move(view: Mapping[str, Any], seat: Mapping[str, Any], words: Words, dice: random.Random) -> str | None:
    hand = next((one for one in seat["hands"] if one["open"]), None)
    if hand is None:
        return None
    upcard = view["dealer"]["cards"][0][:-1] if view["dealer"]["cards"] else ""
    strong = upcard in ("7", "8", "9", "T", "J", "Q", "K", "A")
    two = len(hand["cards"]) == 2
    if two and hand["cards"][0][:-1] == hand["cards"][1][:-1] and dice.random() < 0.5:
        return dice.choice(words["split"])
    if two and hand["total"] in (10, 11) and dice.random() < 0.7:
        return dice.choice(words["double"])
    if two and hand["total"] in (15, 16) and strong and dice.random() < 0.3:
        return dice.choice(words["surrender"])
    least = 17 if strong else 12
    return dice.choice(words["hit" if hand["total"] < least else "stand"])


_log = structlog.get_logger(__name__)


@dataclass
class Crowd:
    """The connector that brings the crowd to a table.

    Args:
        size: how many.
        seed: the same seed gives the same people and choices.
        haste: 1 is a natural pace; larger is faster.
        table: ``None`` is the focus.
    """

    size: int = 8
    seed: int | None = None
    haste: float = 1.0
    table: str | None = None
    now: Callable[[], float] = time.time
    name: str = field(default=PLATFORM, init=False)
    platforms: frozenset[str] = field(default=frozenset({PLATFORM}), init=False)
    writes: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)
        self.script = Script.load()
        self.viewers = crowd(self.size, self.script, self._dice)
        self._tasks: list[asyncio.Task[None]] = []
        self._said = 0

    async def start(self, floor: RehearsalFloor) -> None:
        """Everybody comes in, one after the other."""
        self._tasks = [
            asyncio.create_task(self._watch(floor, viewer, number), name=f"rehearsal {viewer.name}")
            for number, viewer in enumerate(self.viewers)
        ]

    async def stop(self) -> None:
        """Everybody goes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []

    def reply(self, reply: object) -> None:
        """They do not read replies."""

    async def _watch(self, floor: RehearsalFloor, viewer: Viewer, number: int) -> None:
        await asyncio.sleep(number * 0.7 / self.haste)
        while True:
            await asyncio.sleep(max(0.05, self._dice.expovariate(1 / viewer.temper.pace)) / self.haste)
            try:
                text = line(viewer, floor.frame(self.table).public, self.script, self._dice)
                if text is not None:
                    await floor.say(self.message(viewer, text, floor.practice_channel(self.table)))
            except Exception:  # noqa: BLE001 - a make-believe viewer must not end the rehearsal
                _log.exception("a rehearsal viewer stumbled", viewer=viewer.name)

    def message(self, viewer: Viewer, text: str, channel: str = PLATFORM) -> ChatMessage:
        """A chat line of one of them."""
        self._said += 1
        return ChatMessage(
            PLATFORM,
            channel,
            PLATFORM,
            f"{self.now():.6f}/{self._said}",
            viewer.name,
            viewer.name,
            viewer.name,
            text,
            sent_at=self.now(),
        )
