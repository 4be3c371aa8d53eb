"""Whom a channel has banned or timed out, as far as the bot may know.

Whoever reads a chat is told that somebody's messages were cleared, which comes with each ban and time-out,
but not for how long. The length, and that a ban was lifted, is the broadcaster's to know, and a WebSocket
session holds subscriptions of one account alone (Twitch answers 400, "websocket transport cannot have
subscriptions created by different users"). So these are asked for where bot and broadcaster are one account
that has granted ``channel:moderate``. Everywhere else a viewer is silenced until they are heard again: who
can write is not banned any more.

All of this is an extra: chat is heard without it.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import structlog

from bot.chat.seen import Seen
from bot.chat.twitch.frames import BAN, CLEARED, UNBAN, Banned, Unbanned
from bot.pit.messages import ChatMessage

_log = structlog.get_logger(__name__)

LEAST_SECONDS = 1.0
"""The shortest time-out: what arrives sooner after one was on its way before it
(dev.twitch.tv/docs/api/reference#ban-user)."""
PAUSES = (2.0, 10.0, 60.0)
"""Seconds before a subscription that could not be made is tried again; then only in the next session."""
REMEMBERED = 10_000


class NotSubscribed(Exception):
    """A subscription could not be made.

    Attributes:
        code: why.
        passing: whether it may work later.
    """

    def __init__(self, code: str, *, passing: bool) -> None:
        super().__init__(code)
        self.code = code
        self.passing = passing


class Bans:
    """Asks for the news of bans, and knows who is silenced where.

    Args:
        subscribe: asks for a kind of news (session, channel, kind); raises :class:`NotSubscribed`.
        knows_lengths: whether the bot may know a channel's bans and their lengths.
        pauses: see :data:`PAUSES`.
    """

    def __init__(
        self,
        subscribe: Callable[[str, str, str], Awaitable[None]],
        knows_lengths: Callable[[str], bool],
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self._subscribe = subscribe
        self._knows_lengths = knows_lengths
        self._pauses = pauses
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._news = Seen(REMEMBERED)
        self._silenced: OrderedDict[tuple[str, str], float] = OrderedDict()
        """When, in Twitch's epoch seconds, by channel and user id."""

    # --- asking -------------------------------------------------------------------------------------------

    def follow(self, session: str, channel: str) -> None:
        """Ask for a channel's news of bans in this session; returns at once."""
        if (before := self._asking.get(channel)) is not None:
            before.cancel()
        self._asking[channel] = asyncio.create_task(self._ask(session, channel))

    async def stop(self) -> None:
        """Ask no more."""
        for task in self._asking.values():
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)
        self._asking = {}

    async def _ask(self, session: str, channel: str) -> None:
        try:
            if self._knows_lengths(channel) and await self._ask_for(session, channel, BAN):
                await self._ask_for(session, channel, UNBAN)
            else:
                await self._ask_for(session, channel, CLEARED)
        except Exception:  # noqa: BLE001 - our own bug; the chat goes on
            _log.exception("bans of a channel cannot be followed", channel=channel)

    async def _ask_for(self, session: str, channel: str, kind: str) -> bool:
        for pause in (*self._pauses, None):
            try:
                await self._subscribe(session, channel, kind)
            except NotSubscribed as refusal:
                if refusal.code == "conflict":
                    return True  # it is there already
                if pause is None or not refusal.passing:
                    _log.warning("bans are not told", channel=channel, kind=kind, why=refusal.code)
                    return False
                await asyncio.sleep(pause)
            else:
                return True
        raise AssertionError("unreachable")

    # --- who is silenced ----------------------------------------------------------------------------------

    def begin(self, news: Banned) -> bool:
        """Somebody was banned or timed out. Whether that is news."""
        if not self._news.first(news.key):
            return False
        who = (news.channel, news.user_id)
        self._silenced[who] = max(news.at, self._silenced.pop(who, 0.0))
        if len(self._silenced) > REMEMBERED:
            self._silenced.popitem(last=False)
        return True

    def end(self, news: Unbanned) -> bool:
        """A ban was lifted. Whether that is news."""
        if not self._news.first(news.key):
            return False  # told again, perhaps of a ban before the one that holds
        self._silenced.pop((news.channel, news.user_id), None)
        return True

    def over(self, message: ChatMessage) -> bool:
        """Somebody wrote this: no ban of theirs holds there. Not so if it was written before the ban."""
        who = (message.channel, message.user_id)
        at = self._silenced.get(who)
        if at is not None and message.sent_at and message.sent_at < at + LEAST_SECONDS:
            return False
        self._silenced.pop(who, None)
        return True
