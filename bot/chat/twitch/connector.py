"""Twitch as a connector: messages in, in order and each once; replies out (design 5)."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import structlog

from bot.chat.connector import FloorEar, RepliesTo
from bot.chat.outbox import Limits, Outbox, Outcome, Postman
from bot.chat.twitch.api import Sent, TwitchApi, TwitchError
from bot.chat.twitch.frames import PLATFORM, Chat
from bot.chat.twitch.line import Line, SubscribeRefused
from bot.chat.twitch.machine import Health, Machine, Timing
from bot.chat.twitch.vault import Held
from bot.pit.messages import ChatMessage, Reply

_log = structlog.get_logger(__name__)

VIEWER = Limits()
"""20 messages in 30 seconds, none of them twice (dev.twitch.tv/docs/chat)."""
MODERATOR = replace(VIEWER, most=100, repeat_after=0.0)
"""What a moderator and the broadcaster may."""

PRIVILEGED = frozenset({"broadcaster", "moderator"})
REMEMBERED = 20_000
"""Message ids kept to know a repetition; the floor knows them for a day, this spares it the work."""
VALIDATE_SECONDS = 3600.0
"""Twitch wants every token validated hourly (dev.twitch.tv/docs/authentication/validate-tokens)."""
PAUSES: Mapping[str, float] = {"too_many": 10.0, "unreachable": 2.0, "unauthorised": 15.0}
"""Seconds to wait before a reply is tried again, by what became of it; whatever else is refused for good."""
STOP_SECONDS = 2.0
"""For handing on what has arrived, at a stop."""
ECHO_SECONDS = 30.0
"""How long a message of ours whose answer got lost is known again by its text."""


@dataclass(frozen=True, slots=True)
class Report:
    """How the connector is doing.

    Attributes:
        heard: channels that are heard now, by user id.
        trouble: a code, empty when all is well.
        broken: accounts that a person has to authorise again, by user id.
        moderates: channels in which the bot is seen to be moderator or broadcaster.
        waiting: replies that wait to be said.
        dropped: replies that went stale.
        refused: why Twitch dropped the last reply that it dropped.
    """

    heard: frozenset[str] = frozenset()
    trouble: str = ""
    broken: frozenset[str] = frozenset()
    moderates: frozenset[str] = frozenset()
    waiting: int = 0
    dropped: int = 0
    refused: str = ""


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
        self._inbox: asyncio.Queue[Chat] = asyncio.Queue()
        self._seen: OrderedDict[tuple[str, str], None] = OrderedDict()
        self._ours: OrderedDict[str, None] = OrderedDict()
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
        )

    # --- in -----------------------------------------------------------------------------------------------

    def heard(self, chat: Chat) -> None:
        """The line delivers a message: one queue keeps the order."""
        self._inbox.put_nowait(chat)

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
            chat = await self._inbox.get()
            try:
                await self._hear(chat)
            except Exception:  # noqa: BLE001 - a fault of ours on one line; the others are heard
                _log.exception("a message from Twitch could not be handed on")
            finally:
                self._inbox.task_done()

    async def _hear(self, chat: Chat) -> None:
        message = chat.message
        if chat.copy or message.channel not in self._channels or self._known(message):
            return
        if message.user_id == self._bot:
            self._learn(message)
            if await self._is_ours(message):
                return
        if self._floor is not None:
            await self._floor.say(message)

    def _known(self, message: ChatMessage) -> bool:
        """Whether this message was here before: by its own id, whatever envelope it came in."""
        return _noted(self._seen, (message.channel, message.message_id))

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
            _noted(self._ours, sent.message_id)
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

    async def _keep_valid(self) -> None:
        while True:
            try:
                self._broken = await self._api.validate()
            except Exception:  # noqa: BLE001 - our own bug; the chat goes on
                _log.exception("tokens could not be validated")
            if self._broken:
                _log.warning("Twitch accounts must be authorised again", accounts=len(self._broken))
            await asyncio.sleep(VALIDATE_SECONDS)


def _noted(memory: OrderedDict[Any, None], key: object) -> bool:
    """Whether ``key`` was noted before; it is now."""
    if key in memory:
        return True
    memory[key] = None
    if len(memory) > REMEMBERED:
        memory.popitem(last=False)
    return False


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
