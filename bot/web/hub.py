"""The connected pages, and what each of them is sent: the floor's listener."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Container, Iterable, Mapping
from typing import Any

from aiohttp import WSCloseCode

from bot.pit.messages import ChatMessage, Frame, LogLine, Reply
from bot.table_ids import room_of
from bot.web import frames
from bot.web.client import Client, Position
from bot.web.floor import WebFloor
from bot.web.practices import Practices
from bot.web.tokens import Page


class Hub:
    """Brings each committed step to the pages that show its table.

    Its listener methods only queue; a message is put into bytes once for each kind of page, however many
    pages there are, and not at all without one.

    Args:
        floor: what the pages show.
        read_only: the platforms whose replies cannot be said there and are shown on the overlay.
    """

    def __init__(self, floor: WebFloor, read_only: Container[str] = ()) -> None:
        self._floor = floor
        self._read_only = read_only
        self._clients: dict[Page, set[Client]] = {page: set() for page in Page}
        self._states: dict[Page, tuple[str, Frame, bytes]] = {}
        self._notices = 0
        self.practices = Practices(floor, lambda: self._clients[Page.CHAT], self.shown_to)

    def clients(self, page: Page) -> tuple[Client, ...]:
        """The connected pages of a kind."""
        return tuple(self._clients[page])

    def count(self, page: Page) -> int:
        """How many pages of a kind are connected."""
        return len(self._clients[page])

    def add(self, client: Client) -> None:
        """A page has connected. Its pump greets it with the newest state."""
        self._clients[client.page].add(client)

    def remove(self, client: Client) -> None:
        """A page is gone."""
        self._clients[client.page].discard(client)

    async def close(self, within: float) -> None:
        """Say goodbye to every page at once."""
        clients = [client for group in self._clients.values() for client in group]
        await asyncio.gather(*(client.close(WSCloseCode.GOING_AWAY, within) for client in clients))

    def shown_to(self, client: Client) -> str:
        """The table a page shows: what it was last brought to, so that a click means what the dealer sees."""
        if client.wanted is not None:
            return client.wanted
        return client.position.table if client.position is not None else self._floor.focus

    def show(self, client: Client, table: str) -> bool:
        """Bring a page to another table that stands with the one it shows; false if there is none of that id.

        Nothing that waits for the page is lost by it, as it would be by a new connection.
        """
        if table not in self._floor.tables() or room_of(table) != room_of(self.shown_to(client)):
            return False
        client.wanted = table
        if not client.stale:
            for message in self.newest(client):
                client.post(message)
        return True

    def newest(self, client: Client) -> Iterable[bytes]:
        """The messages that bring a page up to date."""
        table = client.wanted if client.wanted is not None else self._floor.focus
        if table not in self._floor.tables():
            client.abort()  # it has been closed: the page comes back, and is told so
            return ()
        frame = self._floor.frame(table)
        if client.position is not None and client.position.table != table:
            client.last_line = None
        client.position = Position(self._floor.epoch, table, frame.rev)
        messages = [self._state(client.page, frame)]
        if client.page is Page.DOCK:
            messages += self._unsent_log(client, table)
        if client.page is Page.CHAT and client.skips:
            messages += self.practices.viewers_of(client)
        return messages

    def _state(self, page: Page, frame: Frame) -> bytes:
        """The state message, once per frame object: clocks in a view run on, so its revision is no key."""
        epoch = self._floor.epoch
        kept = self._states.get(page)
        if kept is not None and kept[0] == epoch and kept[1] is frame:
            return kept[2]
        message = frames.state(epoch, frame, _view(page, frame), **self._beside(page, frame))
        self._states[page] = (epoch, frame, message)
        return message

    def _unsent_log(self, client: Client, table: str) -> list[bytes]:
        lines = list(self._floor.log(table))
        if client.last_line in lines:
            last = len(lines) - 1 - lines[::-1].index(client.last_line)
            lines = lines[last + 1 :]
        if not lines:
            return []
        client.last_line = lines[-1]
        return [frames.log(lines)]

    # --- what the floor tells; called between two steps of the table, so nothing here waits -----------------

    def frame(self, frame: Frame) -> None:
        """A step was committed."""
        position = Position(self._floor.epoch, frame.table, frame.rev)
        for page, clients in self._clients.items():
            message: bytes | None = None
            for client in clients:
                if self._is_next(client, frame):
                    message = message or frames.events(
                        self._floor.epoch, frame, _view(page, frame), **self._beside(page, frame)
                    )
                    if client.post(message):
                        client.position = position

    def _beside(self, page: Page, frame: Frame) -> dict[str, Any]:
        """What a frame brings beside its view: the tables one may change to; for the practice chat only those
        that stand together."""
        if page is Page.OVERLAY:
            return {}
        listed: list[dict[str, Any]] = []
        rooms: Counter[str] = Counter()
        for one in self._floor.tables():
            room = room_of(one)
            rooms[room] += 1
            if page is Page.CHAT and room != room_of(frame.table):
                continue
            name = self._floor.frame(one).public["table"].get("name")
            listed.append({"id": one, "number": rooms[room], "name": name, "room": room})
        return {"tables": listed}

    def _is_next(self, client: Client, frame: Frame) -> bool:
        """Whether the page is to be sent the step; one left on another table or epoch is brought over."""
        if client.stale or client.position is None:
            return False
        at = client.position
        table = client.wanted if client.wanted is not None else self._floor.focus
        if (at.epoch, at.table) != (self._floor.epoch, table):
            client.skip()
            return False
        return frame.table == table and frame.rev > at.rev

    def line(self, table: str, line: LogLine) -> None:
        """A line was added to the dealer's log."""
        message: bytes | None = None
        for client in self._clients[Page.DOCK]:
            if self.shown_to(client) == table:
                message = message or frames.log([line])
                client.post(message, line)

    def reply(self, reply: Reply) -> None:
        """A viewer was answered; where the platform cannot say it, the overlay does."""
        if reply.platform in self._read_only:
            self.notice(reply)

    def notice(self, reply: Reply) -> None:
        """Show a reply on the overlays of the tables that the viewer speaks to."""
        self._notices += 1
        message = frames.notice(self._notices, reply.display_name, reply.text)
        for client in self._clients[Page.OVERLAY]:
            if self._floor.hears(self.shown_to(client), reply.platform, reply.channel):
                client.post(message)

    def said(self, message: ChatMessage) -> None:
        """What viewers say is shown by their platform; the practice chat listens for itself."""


def _view(page: Page, frame: Frame) -> Mapping[str, Any]:
    return frame.dealer if page is Page.DOCK else frame.public
