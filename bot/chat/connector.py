"""What a chat platform's connector is, and the little it needs of the floor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from bot.pit.messages import ChatMessage, Frame, Listener, LogLine, Reply


class FloorEar(Protocol):
    """The side of the floor that connectors speak to."""

    async def say(self, message: ChatMessage) -> None:
        """Queue a chat line; returns at once and never raises for what the line says."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear of each committed step from now on; call the result to stop hearing."""
        ...

    def platform_away(self, platform: str, away: bool) -> None:
        """A platform's viewers cannot be heard now, or can again: the clocks of their tables are held."""
        ...

    def platform_banned(self, platform: str, channel: str, user_id: str, seconds: float | None) -> None:
        """A viewer was banned there (``seconds`` is ``None``) or timed out; a deleted message is neither."""
        ...

    def platform_cleared(self, platform: str, channel: str, user_id: str) -> None:
        """The ban or the time-out was lifted."""
        ...

    async def platform_heard(self, platform: str, channel: str, user_id: str) -> None:
        """A viewer wrote where nobody can who is banned or timed out: it is over, once this returns. To be
        called before :meth:`say` where the platform does not always say that it is over."""
        ...


class Connector(Protocol):
    """One way in and out of a platform's chat (design 5)."""

    @property
    def name(self) -> str:
        """The ``source`` of its messages: ``twitch``, ``onecomme``, ``practice``."""
        ...

    @property
    def platforms(self) -> frozenset[str]:
        """The services it brings lines from; a comment hub brings several."""
        ...

    @property
    def writes(self) -> bool:
        """Whether it can say replies. Those of a read-only platform are shown on the overlay instead."""
        ...

    async def start(self, floor: FloorEar) -> None:
        """Connect, and go on reconnecting until :meth:`stop`. Returns when under way, connected or not."""
        ...

    async def stop(self) -> None:
        """Disconnect; harmless when not started."""
        ...

    def reply(self, reply: Reply) -> None:
        """Take a reply to be said. Called from the floor's loop: queue it, never block or raise."""
        ...


class RepliesTo:
    """A floor :class:`~bot.pit.messages.Listener` that hands a connector the replies of its own platforms.

    Use it in ``start``: ``self._unsubscribe = floor.subscribe(RepliesTo(self))``.
    """

    def __init__(self, connector: Connector) -> None:
        self._connector = connector

    def reply(self, reply: Reply) -> None:
        """Pass on what this connector's viewers are told."""
        if reply.platform in self._connector.platforms:
            self._connector.reply(reply)

    def frame(self, frame: Frame) -> None:
        """Connectors do not draw tables."""

    def said(self, message: ChatMessage) -> None:
        """Connectors have already seen what was said."""

    def line(self, table: str, line: LogLine) -> None:
        """The log is the dealer's."""
