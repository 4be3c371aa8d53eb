"""The practice chat: type as any viewer from a local page, without a platform (design 5).

It is a connector like any other, except that its screen is the program's own page: what a platform would show
is handed to ``post`` as messages of the web protocol, and the web server brings them to every open page.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

import structlog

from bot.chat.connector import FloorEar
from bot.pit.messages import ChatMessage, Frame, LogLine, Reply

PLATFORM = "practice"
"""Platform and source of every practice line; and the channel, unless tables of another are practised at."""

VIEWERS_EVERY = 0.5
"""Seconds between two lists of viewers at the most often."""

Post = Callable[[Mapping[str, Any]], None]
ListViewers = Callable[[], Awaitable[Sequence[Mapping[str, Any]]]]

_log = structlog.get_logger(__name__)


class PracticeChat:
    """The practice connector, and the floor's listener on behalf of its pages.

    Args:
        post: shows a message on every open practice page; must not block.
        list_viewers: the floor's practice viewers: ``{"id", "name", "points", "rank", "table", "seat"}``.
        open_pages: how many pages there are; with none, viewers are not looked up.
        channel: where its lines are said.
        viewers_every: seconds between two lists of viewers at the most often.
        now: the clock, in epoch seconds.
    """

    name = PLATFORM
    platforms = frozenset({PLATFORM})
    writes = True

    def __init__(
        self,
        post: Post,
        list_viewers: ListViewers,
        open_pages: Callable[[], int],
        *,
        channel: str = PLATFORM,
        viewers_every: float = VIEWERS_EVERY,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._post = post
        self._list_viewers = list_viewers
        self._open_pages = open_pages
        self._channel = channel
        self._viewers_every = viewers_every
        self._now = now
        self._floor: FloorEar | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._refresh: asyncio.Task[None] | None = None
        self._changed = False
        self._shown: Mapping[str, Any] | None = None

    async def start(self, floor: FloorEar) -> None:
        """Speak and listen to ``floor``."""
        if self._unsubscribe is None:
            self._floor = floor
            self._unsubscribe = floor.subscribe(self)

    async def stop(self) -> None:
        """Stop listening."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        self._floor = None
        if self._refresh is not None:
            self._refresh.cancel()
            await asyncio.gather(self._refresh, return_exceptions=True)

    async def say(self, message_id: str, user: str, name: str, text: str) -> None:
        """A viewer typed ``text``. The id makes a resend harmless. Raises RuntimeError when not started."""
        if self._floor is None:
            raise RuntimeError("the practice chat is not started")
        await self._floor.say(
            ChatMessage(
                platform=PLATFORM,
                channel=self._channel,
                source=PLATFORM,
                message_id=message_id,
                user_id=user,
                login=user,
                display_name=name,
                text=text,
                sent_at=self._now(),
            )
        )

    async def viewers(self) -> Mapping[str, Any]:
        """The list of viewers, to greet one page with."""
        self._shown = None  # this page sees a list the others have not seen: the next one goes to all
        return await self._listed()

    async def _listed(self) -> Mapping[str, Any]:
        return {"type": "viewers", "viewers": list(await self._list_viewers())}

    # --- what the floor tells -------------------------------------------------------------------------------

    def reply(self, reply: Reply) -> None:
        """Show an answer to a practice viewer."""
        if (reply.platform, reply.channel) == (PLATFORM, self._channel):
            self._post({"type": "reply", "to": reply.user_id, "text": reply.text, "at": self._now()})

    def said(self, message: ChatMessage) -> None:
        """Show what a practice viewer said; it may have been their first word."""
        if (message.platform, message.channel) == (PLATFORM, self._channel):
            self._post({"type": "said", "from": message.user_id, "text": message.text})
            self._look_again()

    def frame(self, frame: Frame) -> None:
        """Points, ranks and seats may have changed."""
        self._look_again()

    def line(self, table: str, line: LogLine) -> None:
        """The log is the dealer's."""

    def _look_again(self) -> None:
        self._changed = True
        if self._refresh is None and self._open_pages():
            self._refresh = asyncio.get_running_loop().create_task(self._keep_viewers_fresh())

    async def _keep_viewers_fresh(self) -> None:
        """Post the viewers at the start of a burst of changes, then every ``viewers_every`` until quiet."""
        try:
            while self._changed and self._open_pages():
                self._changed = False
                try:
                    viewers = await self._listed()
                except Exception:  # noqa: BLE001 - a list that could not be read must not end the practice chat
                    _log.exception("practice viewers could not be listed")
                else:
                    if viewers != self._shown:
                        self._shown = viewers
                        self._post(viewers)
                await asyncio.sleep(self._viewers_every)
        finally:
            self._refresh = None
