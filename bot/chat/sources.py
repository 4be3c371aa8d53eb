"""One source for each platform: the same comment brought by two would count twice (design 5).

Two programs do not always give a comment the same id, and rarely call its channel the same, so a platform's
comments are taken from one source alone. A connector made for the platform goes before a comment hub,
whichever came first; of two alike the first stays. What the other brings is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import structlog

from bot.chat.connector import Connector, FloorEar
from bot.pit.messages import ChatMessage, Listener

_log = structlog.get_logger(__name__)


class Sources:
    """Who brings which platform."""

    def __init__(self) -> None:
        self._owners: dict[str, tuple[str, bool]] = {}
        self._refused: set[tuple[str, str]] = set()

    def owner(self, platform: str) -> str | None:
        """The source of a platform's comments, if one has come forward."""
        owner = self._owners.get(platform)
        return owner[0] if owner is not None else None

    def ear(self, floor: FloorEar, source: str, *, hub: bool = False) -> FloorEar:
        """The floor as ``source`` may speak to it.

        Args:
            hub: it brings many platforms, and stands back where another is made for one.
        """
        return _Ear(self, floor, source, hub)

    def admits(self, platform: str, source: str, hub: bool) -> bool:
        """Whether ``source`` brings ``platform``; it does from now on if nobody else did."""
        owner = self._owners.get(platform)
        if owner is None or (owner[0] != source and owner[1] and not hub):
            self._owners[platform] = owner = (source, hub)
        if owner[0] == source:
            return True
        if (platform, source) not in self._refused:
            self._refused.add((platform, source))
            _log.warning(
                "a second source for a platform is refused", platform=platform, source=source, taken=owner[0]
            )
        return False


class _Ear:
    def __init__(self, sources: Sources, floor: FloorEar, source: str, hub: bool) -> None:
        self._sources = sources
        self._floor = floor
        self._source = source
        self._hub = hub

    async def say(self, message: ChatMessage) -> None:
        if self._sources.admits(message.platform, self._source, self._hub):
            await self._floor.say(message)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        return self._floor.subscribe(listener)

    def platform_away(self, platform: str, away: bool) -> None:
        owner = self._sources.owner(platform)
        if owner == self._source or (owner is None and self._hub):
            pass  # a hub that is merely missing claims nothing: it may never bring this platform
        elif self._hub or not self._sources.admits(platform, self._source, self._hub):
            return
        self._floor.platform_away(platform, away)

    def platform_banned(self, platform: str, channel: str, user_id: str, seconds: float | None) -> None:
        if self._sources.owner(platform) in (None, self._source):
            self._floor.platform_banned(platform, channel, user_id, seconds)

    def platform_cleared(self, platform: str, channel: str, user_id: str) -> None:
        if self._sources.owner(platform) in (None, self._source):
            self._floor.platform_cleared(platform, channel, user_id)

    async def platform_heard(self, platform: str, channel: str, user_id: str) -> None:
        if self._sources.owner(platform) in (None, self._source):
            await self._floor.platform_heard(platform, channel, user_id)


class Unanswered:
    """The platforms on which nobody can answer now: their comments come from sources that cannot write.

    It is asked for each reply, because a connector that writes may be set up while the floor is open.
    """

    def __init__(self, sources: Sources, connectors: Iterable[Connector]) -> None:
        self._sources = sources
        self._readers = [connector for connector in connectors if not connector.writes]

    def __contains__(self, platform: object) -> bool:
        if not isinstance(platform, str):
            return False
        owner = self._sources.owner(platform)
        return any(platform in one.platforms and owner in (None, one.name) for one in self._readers)
