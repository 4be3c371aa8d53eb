"""Rooms: which channels' chat speaks to which tables (design 5).

A table called ``kuro/switch`` stands in the room ``kuro``: it hears that channel alone, and that channel
speaks to no other. All other channels share the room without a name.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.pit.actor import TableActor
from bot.pit.economy import Economy
from bot.pit.messages import ChatMessage
from bot.pit.routing import table_for
from bot.points import PRACTICE_CHANNEL
from bot.table_ids import room_of


@dataclass(slots=True)
class Room:
    """Tables that stand together.

    Attributes:
        name: the channel's; empty is the room of all channels that have none of their own.
        actors: its tables, in the order they were opened.
        focus: the table that chat speaks to where nothing else decides.
    """

    name: str
    economy: Economy
    actors: dict[str, TableActor] = field(default_factory=dict)
    focus: str = ""

    @property
    def practice(self) -> str:
        """The channel of its practice chat."""
        return self.name or PRACTICE_CHANNEL

    def table_for(self, message: ChatMessage) -> TableActor | None:
        """The table a line is for; see :func:`bot.pit.routing.table_for`.

        Raises:
            WhichTable: it fits several.
        """
        return table_for(message, self.actors, self.focus, self.economy.rules, self.economy.people)

    def remove(self, table_id: str) -> None:
        """A table is taken off the floor."""
        del self.actors[table_id]
        if self.focus == table_id:
            self.focus = next(iter(self.actors), "")


class Rooms:
    """All rooms of a floor, and which channel is called what."""

    def __init__(self) -> None:
        self._rooms: dict[str, Room] = {}
        self._called: dict[tuple[str, str], str] = {}

    def add(self, room: Room) -> Room:
        """Another room."""
        self._rooms[room.name] = room
        return room

    def get(self, name: str) -> Room | None:
        """The room of that name."""
        return self._rooms.get(name)

    def of(self, table_id: str) -> Room:
        """The room in which a table stands.

        Raises:
            KeyError: there is none.
        """
        return self._rooms[room_of(table_id)]

    def call(self, platform: str, channel: str, name: str) -> None:
        """A platform's channel, known to it by an id, is called ``name`` by people."""
        self._called[platform, channel] = name

    def hearing(self, platform: str, channel: str) -> Room | None:
        """The room that hears a channel: its own if tables stand there, else the one of all others."""
        own = self._rooms.get(self._called.get((platform, channel), channel))
        room = own if own is not None and own.actors else self._rooms.get("")
        return room if room is not None and room.actors else None

    def channel_on(self, room: Room, platform: str) -> str:
        """The channel of a platform through which a room's people are reached, as far as it is known."""
        heard = [
            channel for on, channel in self._called if on == platform and self.hearing(on, channel) is room
        ]
        return heard[0] if heard else room.practice if platform == PRACTICE_CHANNEL else platform
