"""The practice connector, without a web server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.chat import Connector, PracticeChat, RepliesTo
from bot.pit.messages import ChatMessage, Frame, Listener, LogLine, Reply
from tests.patience import PATIENCE


class Ear:
    def __init__(self) -> None:
        self.heard: list[ChatMessage] = []
        self.listeners: list[Listener] = []

    async def say(self, message: ChatMessage) -> None:
        self.heard.append(message)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)


class Stage:
    """A practice chat whose pages only remember."""

    def __init__(self) -> None:
        self.posted: list[Mapping[str, Any]] = []
        self.viewers: list[Mapping[str, Any]] = []
        self.lookups = 0
        self.pages = 1
        self.broken = False
        self.ear = Ear()
        self.chat = PracticeChat(
            self.posted.append, self._look, lambda: self.pages, viewers_every=0.01, now=lambda: 1790000000.0
        )

    async def _look(self) -> list[Mapping[str, Any]]:
        self.lookups += 1
        if self.broken:
            raise OSError("the database is away")
        return list(self.viewers)

    async def quiet(self) -> None:
        while (refresh := self.chat._refresh) is not None:
            await asyncio.wait_for(asyncio.shield(refresh), PATIENCE)


@pytest.fixture
async def stage() -> Any:
    made = Stage()
    await made.chat.start(made.ear)
    yield made
    await made.chat.stop()


FRAME = Frame("tournament", 1, (), {}, {})
LINE = ChatMessage("practice", "practice", "practice", "m1", "aya", "aya", "Aya", "hit")


async def test_it_is_a_connector_and_a_listener(stage: Stage) -> None:
    connector: Connector = stage.chat
    listener: Listener = stage.chat
    assert (connector.name, connector.platforms, connector.writes) == ("practice", {"practice"}, True)
    assert stage.ear.listeners == [listener]


async def test_a_line_becomes_a_chat_message(stage: Stage) -> None:
    await stage.chat.say("m1", "aya", "Aya", "ﾋｯﾄ")
    assert stage.ear.heard == [
        ChatMessage(
            "practice", "practice", "practice", "m1", "aya", "aya", "Aya", "ﾋｯﾄ", sent_at=1790000000.0
        )
    ]


async def test_it_shows_its_own_platform_only(stage: Stage) -> None:
    for platform in ("practice", "twitch"):
        stage.chat.reply(Reply(platform, platform, "aya", "Aya", "short", f"to {platform}"))
        stage.chat.said(ChatMessage(platform, platform, platform, "m", "aya", "aya", "Aya", f"on {platform}"))
    stage.chat.line("tournament", LogLine(0.0, "aya", "hit", 1, "act"))
    assert [message for message in stage.posted if message["type"] != "viewers"] == [
        {"type": "reply", "to": "aya", "text": "to practice", "at": 1790000000.0},
        {"type": "said", "from": "aya", "text": "on practice"},
    ]


async def test_a_burst_of_changes_is_one_list_and_the_last_change_is_in_it(stage: Stage) -> None:
    for points in range(1000):
        stage.viewers = [{"id": "aya", "points": points}]
        stage.chat.frame(FRAME)
    await stage.quiet()
    assert stage.posted == [{"type": "viewers", "viewers": [{"id": "aya", "points": 999}]}]
    assert stage.lookups == 1


async def test_changes_during_a_pause_are_not_lost(stage: Stage) -> None:
    stage.chat.frame(FRAME)
    for _ in range(3):
        await asyncio.sleep(0)
    assert len(stage.posted) == 1
    stage.viewers = [{"id": "ben"}]
    stage.chat.frame(FRAME)  # the first list is out, the pause is running
    await stage.quiet()
    assert [message["viewers"] for message in stage.posted] == [[], [{"id": "ben"}]]


async def test_an_unchanged_list_is_not_sent_again(stage: Stage) -> None:
    for _ in range(3):
        stage.chat.frame(FRAME)
        await stage.quiet()
    assert len(stage.posted) == 1
    assert stage.lookups == 3


async def test_after_a_page_was_greeted_the_others_are_told_too(stage: Stage) -> None:
    stage.viewers = [{"id": "aya"}]
    stage.chat.frame(FRAME)
    await stage.quiet()
    stage.viewers = [{"id": "ben"}]
    assert await stage.chat.viewers() == {"type": "viewers", "viewers": [{"id": "ben"}]}
    stage.viewers = [{"id": "aya"}]  # as the others saw it last, and the new page did not
    stage.chat.frame(FRAME)
    await stage.quiet()
    assert [message["viewers"] for message in stage.posted] == [[{"id": "aya"}], [{"id": "aya"}]]


async def test_without_a_page_nobody_is_looked_up(stage: Stage) -> None:
    stage.pages = 0
    stage.chat.frame(FRAME)
    stage.chat.said(LINE)
    await asyncio.sleep(0.03)
    assert stage.lookups == 0


async def test_a_list_that_cannot_be_read_ends_nothing(stage: Stage) -> None:
    stage.broken = True
    with capture_logs() as logs:
        stage.chat.frame(FRAME)
        await stage.quiet()
    assert [entry["log_level"] for entry in logs] == ["error"]
    stage.broken = False
    stage.chat.frame(FRAME)
    await stage.quiet()
    assert stage.posted == [{"type": "viewers", "viewers": []}]


async def test_stopped_it_neither_listens_nor_speaks(stage: Stage) -> None:
    stage.chat.frame(FRAME)
    await stage.chat.stop()
    await stage.chat.stop()
    assert stage.ear.listeners == []
    with pytest.raises(RuntimeError, match="not started"):
        await stage.chat.say("m1", "aya", "Aya", "hit")


async def test_a_connector_gets_the_replies_of_its_platforms() -> None:
    class Hub:
        name = "onecomme"
        platforms = frozenset({"niconico", "youtube"})
        writes = False

        def __init__(self) -> None:
            self.told: list[str] = []

        async def start(self, floor: object) -> None: ...

        async def stop(self) -> None: ...

        def reply(self, reply: Reply) -> None:
            self.told.append(reply.platform)

    hub = Hub()
    listener: Listener = RepliesTo(hub)
    for platform in ("twitch", "niconico", "practice", "youtube"):
        listener.reply(Reply(platform, "c", "1", "Aya", "short", "text"))
    listener.frame(FRAME)
    listener.said(LINE)
    listener.line("tournament", LogLine(0.0, "aya", "hit", 1, "act"))
    assert hub.told == ["niconico", "youtube"]
