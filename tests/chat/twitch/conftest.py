from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from bot.chat.twitch.api import BAN_SCOPE, BOT_SCOPES, CHANNEL_SCOPES, Endpoints, TwitchApi
from bot.chat.twitch.connector import TwitchConnector
from bot.chat.twitch.machine import Timing
from bot.chat.twitch.vault import Account, Grant, Vault
from bot.pit.messages import ChatMessage, Listener, Reply
from tests.fakes.twitch import CLIENT_ID, CLIENT_SECRET, FakeTwitch
from tests.fakes.twitch_messages import Json
from tests.patience import PATIENCE

QUICK = Timing(
    opening=0.5,
    subscribing=0.5,
    slack=0.2,
    moving=0.5,
    leaving=0.05,
    steady=0.05,
    first=0.005,
    most=0.02,
)
"""Patience for a Twitch on the same machine."""


class Ear:
    """A floor that only listens."""

    def __init__(self) -> None:
        self.heard: list[ChatMessage] = []
        self.away: list[bool] = []
        self.told: list[tuple[object, ...]] = []
        """What became of viewers at the hands of the platform's moderators."""
        self.listeners: list[Listener] = []
        self.slow: Callable[[], Awaitable[None]] | None = None

    async def say(self, message: ChatMessage) -> None:
        if self.slow is not None:
            await self.slow()
        self.heard.append(message)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def platform_away(self, platform: str, away: bool) -> None:
        assert platform == "twitch"
        self.away.append(away)

    def platform_banned(self, platform: str, channel: str, user_id: str, seconds: float | None) -> None:
        self.told.append(("banned", channel, user_id, seconds))

    def platform_cleared(self, platform: str, channel: str, user_id: str) -> None:
        self.told.append(("cleared", channel, user_id))

    async def platform_heard(self, platform: str, channel: str, user_id: str) -> None:
        self.told.append(("heard", channel, user_id))

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.heard]

    def answer(self, channel: Json, to: Json, code: str, text: str, *, important: bool = False) -> None:
        reply = Reply("twitch", channel["id"], to["id"], to["display_name"], code, text, important)
        for listener in list(self.listeners):
            listener.reply(reply)


async def until(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - nothing tells us
            await asyncio.sleep(0.002)


@pytest.fixture
async def twitch() -> AsyncIterator[FakeTwitch]:
    fake = FakeTwitch()
    await fake.start()
    yield fake
    await fake.stop()


def account(user: Json) -> Account:
    return Account(user["id"], user["login"], user["display_name"])


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path / "twitch.json")


@pytest.fixture
def ear() -> Ear:
    return Ear()


Make = Callable[..., Awaitable[TwitchConnector]]


@pytest.fixture
async def connect(twitch: FakeTwitch, vault: Vault, ear: Ear) -> AsyncIterator[Make]:
    """Starts a connector for a bot account in some channels."""
    started: list[TwitchConnector] = []

    async def make(
        bot: str = "croupier",
        channels: tuple[str, ...] = ("sara",),
        bans: bool = False,
        **options: object,
    ) -> TwitchConnector:
        where = tuple(account(twitch.user(name)) for name in channels)
        grants = {}
        for one in {account(twitch.user(bot)), *where}:
            scopes = [*(BOT_SCOPES if one.login == bot else ()), *(CHANNEL_SCOPES if one in where else ())]
            scopes += [BAN_SCOPE] if bans else []
            grants[one.user_id] = Grant(*twitch.tokens(twitch.users[one.login], scopes), tuple(scopes))
        vault.change(
            client_id=CLIENT_ID,
            client_secret=CLIENT_SECRET,
            bot=account(twitch.user(bot)),
            channels=where,
            grants=grants,
        )
        endpoints = Endpoints.at(twitch.base)
        options.setdefault("timing", QUICK)
        connector = TwitchConnector(
            TwitchApi(vault, endpoints),
            vault.held,
            endpoints.socket,
            now=time.monotonic,
            **options,  # type: ignore[arg-type]
        )
        started.append(connector)
        await connector.start(ear)
        return connector

    yield make
    for connector in started:
        await connector.stop()
