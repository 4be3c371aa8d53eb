"""The side of the floor that the web server sees."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from bot.chat import FloorEar
from bot.pit.messages import DealerCommand, Done, Frame, Listener, LogLine, Refused


class WebFloor(FloorEar, Protocol):
    """Tables to show, and a dealer's hand on them."""

    @property
    def epoch(self) -> str:
        """New at each start; ``rev`` counts within it."""
        ...

    @property
    def focus(self) -> str:
        """The table shown to pages that name none."""
        ...

    def tables(self) -> Sequence[str]:
        """The ids of the open tables."""
        ...

    def frame(self, table: str | None) -> Frame:
        """The newest committed state of a table, without events."""
        ...

    def log(self, table: str | None) -> Sequence[LogLine]:
        """The last lines of a table's log, oldest first."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear of each committed step from now on; call the result to stop hearing."""
        ...

    async def do(self, table: str | None, command: DealerCommand) -> Done | Refused:
        """Carry out a dealer's command; a repeated id acts once and gets the first answer again."""
        ...

    def hears(self, table: str, platform: str, channel: str) -> bool:
        """Whether what is said in a channel is for the tables that stand with this one."""
        ...

    def practice_channel(self, table: str | None) -> str:
        """The practice chat's channel that speaks to a table and those that stand with it."""
        ...

    async def practice_viewers(self, channel: str) -> Sequence[Mapping[str, Any]]:
        """``{"id", "name", "points", "rank", "table", "seat"}`` of each viewer of a practice chat."""
        ...
