"""What every read-only connector does with a comment: each once, in order, under the right name."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass

import structlog

from bot.chat.bystanders import Bystanders
from bot.chat.connector import FloorEar
from bot.chat.handles import OWNER, Handles
from bot.chat.seen import Seen
from bot.pit.messages import ChatMessage

_log = structlog.get_logger(__name__)

STOP_SECONDS = 2.0
"""For handing on what has arrived, at a stop."""

NICONICO = "niconico"
"""Platform and channel of every Niconico comment, whichever way it comes: a streamer has one broadcast at a
time, and not every way says which."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment as a service tells it.

    Attributes:
        message_id: the service's; the same comment has the same one whenever it comes.
        user_id: the service's, hashed for a 184 comment; empty where there is none.
        name: as the service shows it; may be empty.
        sent_at: epoch seconds, 0 when unknown.
    """

    platform: str
    message_id: str
    user_id: str
    name: str
    text: str
    roles: frozenset[str] = frozenset()
    sent_at: float = 0.0


@dataclass(frozen=True, slots=True)
class Silence:
    """A platform's moderators have silenced a viewer for good, or let them speak again.

    Attributes:
        key: of this piece of news, which may come twice.
    """

    platform: str
    key: str
    user_id: str
    on: bool


class Intake:
    """Hands comments to the floor.

    Args:
        source: the connector's name.
        handles: names that viewers gave themselves.
        bystanders: who answers comments without an id.
    """

    def __init__(self, source: str, handles: Handles, bystanders: Bystanders) -> None:
        self._source = source
        self._handles = handles
        self._bystanders = bystanders
        self._seen = Seen()
        self._waiting: asyncio.Queue[Comment | Silence] = asyncio.Queue()
        self._deleted = Seen(1_000)
        self._floor: FloorEar | None = None
        self._task: asyncio.Task[None] | None = None
        self._away: bool | None = None

    def start(self, floor: FloorEar) -> None:
        """Hand on to ``floor`` from now on."""
        self._floor = floor
        self._task = asyncio.create_task(self._hand_on())

    async def stop(self, *tasks: asyncio.Task[None]) -> None:
        """End ``tasks``, which bring comments, then hand on what has arrived, then stop."""
        await _end(*tasks)
        if self._task is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(STOP_SECONDS):
                    await self._waiting.join()
            await _end(self._task)
        self._task = self._floor = self._away = None

    def away(self, platforms: Iterable[str], away: bool) -> None:
        """These platforms cannot be heard now, or can again: the clocks of their tables are held."""
        if self._floor is not None and away != self._away:
            self._away = away
            for platform in platforms:
                self._floor.platform_away(platform, away)

    def hear(self, comment: Comment) -> bool:
        """Take a comment; never blocks. Whether it is new: repeated or edited it counts as it first was."""
        if not self._seen.first((comment.platform, comment.message_id)):
            return False
        self._waiting.put_nowait(comment)
        return True

    def silence(self, news: Silence) -> None:
        """Take news of a platform's moderators, in its place among the comments; never blocks."""
        if self._seen.first((news.platform, news.key)):
            self._waiting.put_nowait(news)

    def pass_over(self, platform: str, message_id: str) -> None:
        """A comment of before: it is not acted on, now or later."""
        self._seen.first((platform, message_id))

    def knows(self, platform: str, message_id: str) -> bool:
        """Whether this comment was taken or passed over."""
        return (platform, message_id) in self._seen

    def delete(self, message_id: str) -> None:
        """A comment is gone. What it did stays done; one that still waits does nothing."""
        self._deleted.first(message_id)

    async def _hand_on(self) -> None:
        while True:
            one = await self._waiting.get()
            try:
                if isinstance(one, Silence):
                    self._tell(one)
                else:
                    await self._say(one)
            except Exception:  # noqa: BLE001 - a fault of ours on one comment; the others are heard
                _log.exception("a comment could not be handed on", source=self._source)
            finally:
                self._waiting.task_done()

    def _tell(self, news: Silence) -> None:
        if self._floor is None:
            return
        if news.on:
            self._floor.platform_banned(news.platform, news.platform, news.user_id, None)
        else:
            self._floor.platform_cleared(news.platform, news.platform, news.user_id)

    async def _say(self, comment: Comment) -> None:
        if self._floor is None or comment.message_id in self._deleted:
            return
        user_id = comment.user_id or (OWNER if "broadcaster" in comment.roles else "")
        if not user_id:
            self._bystanders.spoke(comment.platform, comment.platform, comment.name, comment.text)
            return
        name = comment.name
        if comment.platform == NICONICO:
            self._handles.hear(user_id, comment.text)
            name = self._handles.name(user_id, name)
            if self._handles.changed:
                await asyncio.to_thread(self._handles.save)
        await self._floor.say(
            ChatMessage(
                platform=comment.platform,
                channel=comment.platform,
                source=self._source,
                message_id=comment.message_id,
                user_id=user_id,
                login=name,
                display_name=name,
                text=comment.text,
                roles=comment.roles,
                sent_at=comment.sent_at,
            )
        )


async def _end(*tasks: asyncio.Task[None]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
