"""Pictures held back until the stream shows the same (design 6): the lobby is never ahead of the video.

A picture is made when somebody asks and something has changed, one at a time and not oftener than every few
seconds, so that a crowd of visitors costs the tables no more than one.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import structlog

from bot.pit.messages import ChatMessage, Frame, LogLine, Reply
from bot.web.lobby.docs import Doc, made_ready
from bot.web.lobby.gather import Picture

log = structlog.get_logger(__name__)

EVERY_S = 5.0
"""A new picture is made no sooner after the last."""
AT_LEAST_S = 60.0
"""While the tables are played a picture is made this often, asked for or not: the first visitor of the
evening shall not see yesterday."""


@dataclass(frozen=True, slots=True)
class Ready:
    """A picture and its parts ready to be sent; ``since``: when it was complete."""

    since: float
    picture: Picture
    docs: Mapping[str, Doc]


class HeldBack:
    """The pictures made so far that may matter still. Hears of the tables' steps as a listener of the floor.

    Args:
        make: makes a picture.
        delay: seconds to hold one back.
        clock: a clock that only goes forward, in seconds.
    """

    def __init__(
        self,
        make: Callable[[], Awaitable[Picture]],
        delay: Callable[[], float],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._make = make
        self._delay = delay
        self._clock = clock
        self._held: deque[Ready] = deque()
        self._changed = True
        self._begun = float("-inf")
        self._making: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins with the first picture; does not wait for it."""
        self._wake()

    async def idle(self) -> None:
        """Waits until no picture is being made."""
        if self._making is not None:
            await asyncio.wait([self._making])

    async def stop(self) -> None:
        """Makes no more."""
        making, self._making = self._making, None
        if making is not None:
            making.cancel()
            await asyncio.gather(making, return_exceptions=True)

    def current(self) -> Ready | None:
        """The newest picture that the stream has caught up with; ``None`` before there is one."""
        now = self._clock()
        if self._is_due(now):
            self._wake()
        old_enough = now - self._delay()
        while len(self._held) > 1 and self._held[1].since <= old_enough:
            self._held.popleft()
        return self._held[0] if self._held and self._held[0].since <= old_enough else None

    def _is_due(self, now: float) -> bool:
        wait = EVERY_S if self._changed else AT_LEAST_S
        return now - self._begun >= wait

    def _wake(self) -> None:
        if self._making is None or self._making.done():
            self._begun, self._changed = self._clock(), False
            self._making = asyncio.get_running_loop().create_task(self._new(), name="lobby picture")

    async def _new(self) -> None:
        try:
            picture = await self._make()
            docs = await asyncio.to_thread(made_ready, picture.parts)
        except Exception:
            log.exception("the lobby has no new picture")
            self._changed = True
            return
        self._held.append(Ready(self._clock(), picture, docs))

    # --- what it hears of the floor -------------------------------------------------------------------------

    def frame(self, frame: Frame) -> None:
        """Something has changed."""
        self._changed = True
        if self._clock() - self._begun >= AT_LEAST_S:
            self._wake()

    def reply(self, reply: Reply) -> None:
        """Nobody's business."""

    def said(self, message: ChatMessage) -> None:
        """Nobody's business."""

    def line(self, table: str, line: LogLine) -> None:
        """Nobody's business."""
