"""What the tests of the connectors that only read have in common."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.chat.bystanders import Bystanders
from bot.chat.handles import Handles
from bot.chat.intake import Intake
from bot.pit.messages import ChatMessage, Listener, LogLine, Reply
from tests.patience import PATIENCE


class Ear:
    """A floor that only listens."""

    def __init__(self) -> None:
        self.heard: list[ChatMessage] = []
        self.away: dict[str, list[bool]] = {}
        self.told: list[tuple[object, ...]] = []
        """What became of viewers at the hands of their platform's moderators."""
        self.listeners: list[Listener] = []
        self.gate: asyncio.Event | None = None

    async def say(self, message: ChatMessage) -> None:
        if self.gate is not None:
            await self.gate.wait()
        self.heard.append(message)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def platform_away(self, platform: str, away: bool) -> None:
        self.away.setdefault(platform, []).append(away)

    def platform_banned(self, platform: str, channel: str, user_id: str, seconds: float | None) -> None:
        self.told.append(("banned", platform, user_id, seconds))

    def platform_cleared(self, platform: str, channel: str, user_id: str) -> None:
        self.told.append(("cleared", platform, user_id))

    async def platform_heard(self, platform: str, channel: str, user_id: str) -> None:
        self.told.append(("heard", platform, user_id))

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.heard]

    @property
    def ids(self) -> list[str]:
        return [message.message_id for message in self.heard]

    def line(self, kind: str, text: str, table: str = "tournament") -> None:
        for listener in list(self.listeners):
            listener.line(table, LogLine(0.0, "", text, 1, kind))


class Desk:
    """What an intake is made of, and what it showed."""

    def __init__(self) -> None:
        self.shown: list[Reply] = []
        self.handles = Handles(None, "ja", lambda: ("chatjack", "dealer"))
        self.bystanders = Bystanders(self.shown.append, lambda said: said.startswith("bet"), "ja")

    def intake(self, source: str) -> Intake:
        return Intake(source, self.handles, self.bystanders)


async def until(condition: Callable[[], object], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.002)
