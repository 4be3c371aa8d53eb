"""The practice chat's connectors: one for each room of tables that has been practised in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from bot.chat import PracticeChat
from bot.web import frames
from bot.web.client import Client
from bot.web.floor import WebFloor


class Practices:
    """Brings each practice page together with those that speak to the same tables.

    Attributes:
        chats: the connectors, by channel.

    Args:
        clients: the connected practice pages.
        shown_to: the table a page shows.
    """

    def __init__(
        self, floor: WebFloor, clients: Callable[[], Iterable[Client]], shown_to: Callable[[Client], str]
    ) -> None:
        self.chats: dict[str, PracticeChat] = {}
        self._floor = floor
        self._clients = clients
        self._shown_to = shown_to
        self._viewers: dict[str, bytes] = {}

    async def start(self) -> None:
        """Speak and listen to the floor."""
        await self._chat(self._floor.practice_channel(None))

    async def stop(self) -> None:
        """Stop listening."""
        for chat in self.chats.values():
            await chat.stop()
        self.chats.clear()

    async def of(self, client: Client) -> PracticeChat:
        """The practice chat of the tables that stand with the one a page shows."""
        return await self._chat(self._channel(client))

    async def _chat(self, channel: str) -> PracticeChat:
        chat = self.chats.get(channel)
        if chat is None:
            self.chats[channel] = chat = PracticeChat(
                lambda message: self._post(channel, message),
                lambda: self._floor.practice_viewers(channel),
                lambda: sum(1 for _ in self._on(channel)),
                channel=channel,
            )
            await chat.start(self._floor)
        return chat

    def viewers_of(self, client: Client) -> list[bytes]:
        """The newest list of viewers, for a page that may have missed it."""
        held = self._viewers.get(self._channel(client))
        return [] if held is None else [held]

    def _channel(self, client: Client) -> str:
        return self._floor.practice_channel(self._shown_to(client))

    def _on(self, channel: str) -> Iterable[Client]:
        return (client for client in self._clients() if self._channel(client) == channel)

    def _post(self, channel: str, message: Mapping[str, Any]) -> None:
        reached = list(self._on(channel))
        if reached:
            encoded = frames.encode(message)
            if message["type"] == "viewers":
                self._viewers[channel] = encoded
            for client in reached:
                client.post(encoded)
