"""Twitch as a connector: messages in, in order and each once; replies out (design 5)."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from dataclasses import replace

import structlog

from bot.chat.connector import FloorEar, RepliesTo
from bot.chat.outbox import Limits, Outbox, Outcome, Postman
from bot.chat.seen import Seen
from bot.chat.twitch.api import Sent, TwitchApi, TwitchError
from bot.chat.twitch.bans import Bans, NotSubscribed
from bot.chat.twitch.frames import PLATFORM, Banned, Chat, News, Unbanned
from bot.chat.twitch.line import Line, SubscribeRefused
from bot.chat.twitch.machine import Health, Machine, Timing
from bot.chat.twitch.report import Report
from bot.chat.twitch.vault import Held
from bot.pit.messages import ChatMessage, Reply

_log = structlog.get_logger(__name__)

VIEWER = Limits()
"""20 messages in 30 seconds, none of them twice (dev.twitch.tv/docs/chat)."""
MODERATOR = replace(VIEWER, most=100, repeat_after=0.0)
"""What a moderator and the broadcaster may."""

PRIVILEGED = frozenset({"broadcaster", "moderator"})
VALIDATE_SECONDS = 3600.0
"""Twitch wants every token validated hourly (dev.twitch.tv/docs/authentication/validate-tokens)."""
AGAIN_SECONDS = 120.0
"""Until a token that could not be refreshed is looked at again."""
PAUSES: Mapping[str, float] = {"too_many": 10.0, "unreachable": 2.0, "unauthorised": 15.0}
"""Seconds to wait before a reply is tried again, by what became of it; whatever else is refused for good."""
STOP_SECONDS = 2.0
"""For handing on what has arrived, at a stop."""
ECHO_SECONDS = 30.0
"""How long a message of ours whose answer got lost is known again by its text."""


class TwitchConnector:
    """One bot account in some channels.

    Args:
        api: with the accounts' tokens; closed at the stop.
        held: the accounts; there is a bot and at least one channel.
        url: EventSub's WebSocket.
        timing: patience with it.
        now: seconds that never go back.
    """

    name = PLATFORM
    platforms = frozenset({PLATFORM})
    writes = True

    def __init__(
        self,
        api: TwitchApi,
        held: Held,
        url: str,
        *,
        timing: Timing | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        if held.bot is None or not held.channels:
            raise ValueError("Twitch needs a bot account and a channel")
        self._api = api
        self._bot = held.bot.user_id
        self._channels = frozenset(channel.user_id for channel in held.channels)
        self._now = now
        self._moderates = {self._bot} & self._channels
        self._outbox = Outbox(lambda channel: MODERATOR if channel in self._moderates else VIEWER)
        self._postman = Postman(self._outbox, self._send, now)
        self._line = Line(lambda: Machine(url, self._channels, timing), self._subscribe, self, now)
        self._bans = Bans(self._follow, api.knows_bans)
        self._inbox: asyncio.Queue[News] = asyncio.Queue()
        self._seen = Seen()
        self._ours = Seen()
        self._unsure: dict[tuple[str, str], float] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        self._floor: FloorEar | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._health = Health(frozenset(), "connecting")
        self._broken: Mapping[str, str] = {}
        self._refused = ""

    # --- life ---------------------------------------------------------------------------------------------

    async def start(self, floor: FloorEar) -> None:
        """Connect, and stay connected until :meth:`stop`; returns at once."""
        if self._floor is not None:
            return
        self._floor = floor
        floor.platform_away(PLATFORM, True)
        self._unsubscribe = floor.subscribe(RepliesTo(self))
        for work in (self._line.run(), self._hand_on(), self._postman.run(), self._keep_valid()):
            self._tasks.append(asyncio.create_task(work))

    async def stop(self) -> None:
        """Disconnect. What had arrived is handed on first."""
        if self._floor is None:
            return
        if self._unsubscribe is not None:
            self._unsubscribe()
        line, *others = self._tasks
        await _end([line])
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(STOP_SECONDS):
                await self._inbox.join()
        await _end(others)
        await self._bans.stop()
        self._tasks = []
        self._floor = None
        await self._api.close()

    def retry(self) -> None:
        """An account has been authorised: connect now, not after the back-off."""
        self._broken = {}
        self._line.poke()

    def report(self) -> Report:
        """How it is doing."""
        return Report(
            heard=self._health.heard,
            trouble=self._health.trouble,
            broken=frozenset(self._broken),
            moderates=frozenset(self._moderates),
            waiting=len(self._outbox),
            dropped=self._outbox.dropped,
            refused=self._refused,
            token_expires=min(self._api.expires.values(), default=None),
            renews=not self._api.failing,
            clock_skew=self._api.heads.skew.seconds,
            rate=self._outbox.left(self._channels, self._now()),
            requests=self._api.heads.requests,
        )

    # --- in -----------------------------------------------------------------------------------------------

    def heard(self, news: News) -> None:
        """The line delivers a message or other news: one queue keeps the order."""
        self._inbox.put_nowait(news)

    def health(self, health: Health) -> None:
        """The line has come up or gone down."""
        was, self._health = self._health, health
        if health.trouble and health.trouble != was.trouble:
            _log.warning("trouble with Twitch", trouble=health.trouble, heard=len(health.heard))
        if bool(was.heard) != bool(health.heard):
            _log.info("Twitch chat", heard=bool(health.heard))
            if self._floor is not None:
                self._floor.platform_away(PLATFORM, not health.heard)

    async def _hand_on(self) -> None:
        while True:
            news = await self._inbox.get()
            try:
                if self._floor is not None and news.channel in self._channels:
                    await self._take(news, self._floor)
            except Exception:  # noqa: BLE001 - a fault of ours on one line; the others are heard
                _log.exception("a message from Twitch could not be handed on")
            finally:
                self._inbox.task_done()

    async def _take(self, news: News, floor: FloorEar) -> None:
        match news:
            case Chat():
                await self._hear(news, floor)
            case Banned(channel=channel, user_id=user_id, seconds=seconds):
                if self._bans.begin(news):
                    floor.platform_banned(PLATFORM, channel, user_id, seconds)
            case Unbanned(channel=channel, user_id=user_id):
                if self._bans.end(news):
                    floor.platform_cleared(PLATFORM, channel, user_id)

    async def _hear(self, chat: Chat, floor: FloorEar) -> None:
        message = chat.message
        # A message is known by its own id, whatever envelope it came in.
        if chat.copy or not self._seen.first((message.channel, message.message_id)):
            return
        if message.user_id == self._bot:
            self._learn(message)
            if await self._is_ours(message):
                return
        if self._bans.over(message):
            await floor.platform_heard(PLATFORM, message.channel, message.user_id)
            await floor.say(message)

    def _learn(self, message: ChatMessage) -> None:
        """The bot's own badges tell what it may."""
        if message.roles & PRIVILEGED:
            self._moderates.add(message.channel)
        else:
            self._moderates.discard(message.channel)

    async def _is_ours(self, message: ChatMessage) -> bool:
        """Whether the bot's account said this by this program.

        A streamer who has one account for both types with it too, so only what was sent from here is dropped.
        A separate bot account is nobody's: what other programs say with it must not play.
        """
        if self._bot not in self._channels:
            return True
        await self._idle.wait()  # it may have come faster than the answer with its id
        if message.message_id in self._ours:
            return True
        at = self._unsure.get((message.channel, message.text))
        return at is not None and self._now() - at < ECHO_SECONDS

    # --- out ----------------------------------------------------------------------------------------------

    def reply(self, reply: Reply) -> None:
        """Take a reply to be said."""
        if reply.channel in self._channels:
            self._postman.put(reply)

    async def _send(self, channel: str, text: str) -> Outcome:
        key = (channel, text)
        self._unsure = {k: at for k, at in self._unsure.items() if self._now() - at < ECHO_SECONDS}
        self._unsure[key] = self._now()
        self._idle.clear()
        try:
            sent = await self._api.send(channel, text)
        except TwitchError as error:
            if error.code != "unreachable":
                self._unsure.pop(key, None)  # it was refused, so there will be no echo
            return self._failed(error)
        finally:
            self._idle.set()
        self._unsure.pop(key, None)
        return self._took(sent)

    def _took(self, sent: Sent) -> Outcome:
        if not sent.dropped:
            self._ours.first(sent.message_id)
            return Outcome("said")
        self._refused = sent.dropped
        _log.warning("Twitch dropped a reply", why=sent.dropped)
        return Outcome("repeated" if sent.dropped == "msg_duplicate" else "refused", after=1.0)

    def _failed(self, error: TwitchError) -> Outcome:
        self._refused = error.code
        _log.warning("a reply could not be said on Twitch", why=error.code, detail=error.detail)
        pause = PAUSES.get(error.code)
        return Outcome("refused") if pause is None else Outcome("again", after=pause)

    # --- the account --------------------------------------------------------------------------------------

    async def _subscribe(self, session: str, channel: str) -> None:
        try:
            await self._api.subscribe(session, channel)
        except TwitchError as error:
            _log.warning("no chat from Twitch", channel=channel, why=error.code, detail=error.detail)
            raise SubscribeRefused(error.code) from None
        self._bans.follow(session, channel)

    async def _follow(self, session: str, channel: str, kind: str) -> None:
        try:
            await self._api.subscribe(session, channel, kind)
        except TwitchError as error:
            raise NotSubscribed(error.code, passing=error.passing) from None

    async def _keep_valid(self) -> None:
        while True:
            try:
                self._broken = await self._api.validate()
            except Exception:  # noqa: BLE001 - our own bug; the chat goes on
                _log.exception("tokens could not be validated")
            if self._broken:
                _log.warning("Twitch accounts must be authorised again", accounts=len(self._broken))
            await asyncio.sleep(AGAIN_SECONDS if self._api.failing else VALIDATE_SECONDS)


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
