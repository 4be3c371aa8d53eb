"""A floor of two tables that does what the tests tell it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.pit.messages import ChatMessage, DealerCommand, Done, Frame, Listener, LogLine, Refused, Reply


class FakeFloor:
    def __init__(self) -> None:
        self.epoch = "e1"
        self.focus = "tournament"
        self.listeners: list[Listener] = []
        self.heard: list[ChatMessage] = []
        self.asked: list[DealerCommand] = []
        self.done: list[tuple[str | None, DealerCommand]] = []
        self.viewers: list[dict[str, Any]] = []
        self.viewers_asked = 0
        self.padding = ""
        self.gate = asyncio.Event()
        self._answers: dict[str, asyncio.Future[Done | Refused]] = {}
        self._revs = {"tournament": 41, "switch": 7}
        self._logs: dict[str, list[LogLine]] = {"tournament": [], "switch": []}

    # --- what the web server calls ---

    def tables(self) -> tuple[str, ...]:
        return tuple(self._revs)

    def frame(self, table: str | None) -> Frame:
        return self._frame(table or self.focus, ())

    def log(self, table: str | None) -> Sequence[LogLine]:
        return self._logs[table or self.focus][-100:]

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    async def say(self, message: ChatMessage) -> None:
        self.heard.append(message)
        for listener in self.listeners:
            listener.said(message)

    def hears(self, table: str, platform: str, channel: str) -> bool:
        return True

    def practice_channel(self, table: str | None) -> str:
        return "practice"

    async def practice_viewers(self, channel: str) -> list[Mapping[str, Any]]:
        self.viewers_asked += 1
        return list(self.viewers)

    async def do(self, table: str | None, command: DealerCommand) -> Done | Refused:
        self.asked.append(command)
        if command.id not in self._answers:
            self._answers[command.id] = asyncio.ensure_future(self._first(table, command))
        return await asyncio.shield(self._answers[command.id])

    async def _first(self, table: str | None, command: DealerCommand) -> Done | Refused:
        if command.verb == "boom":
            raise ZeroDivisionError("our own bug")
        if command.verb == "wait":
            await self.gate.wait()
        table = table or self.focus
        if command.verb == "nonsense":
            return Refused(command.id, "unknown_verb", "そんな操作はありません", self._revs[table])
        if command.expect.get("phase", "betting") != "betting":
            return Refused(command.id, "stale", "状況が変わりました", self._revs[table])
        self.done.append((table, command))
        self.publish(table, {"type": command.verb})
        return Done(command.id, self._revs[table])

    # --- what the tests call ---

    def put(self, table: str) -> None:
        self._revs[table], self._logs[table] = 0, []

    def close(self, table: str) -> None:
        del self._revs[table]

    def publish(self, table: str, *events: Mapping[str, Any]) -> int:
        self._revs[table] += 1
        frame = self._frame(table, events)
        for listener in self.listeners:
            listener.frame(frame)
        return frame.rev

    def restart(self) -> None:
        self.epoch = "e2"
        self._revs = dict.fromkeys(self._revs, 0)

    def write(self, table: str, text: str) -> None:
        line = LogLine(1790000000.0 + len(self._logs[table]), "aya", text, 12, "bet")
        self._logs[table].append(line)
        for listener in self.listeners:
            listener.line(table, line)

    def answer(self, platform: str, user: str, text: str) -> None:
        for listener in self.listeners:
            listener.reply(Reply(platform, platform, user, user.title(), "short", text))

    def _frame(self, table: str, events: tuple[Mapping[str, Any], ...]) -> Frame:
        rev = self._revs[table]
        public = {"table": {"id": table}, "phase": "betting", "padding": self.padding, "rev": rev}
        return Frame(table, rev, events, public, public | {"undo": {"step": rev}})
