"""Which channels' moderators have silenced a viewer, and until when: each lifts what is its own alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

User = tuple[str, str]
"""Platform and user id."""

SOMEWHERE = ""
"""In place of a channel: after a restart nobody knows any more which one it was."""


@dataclass(frozen=True, slots=True)
class Held:
    """Epoch ms, 0 for ever; ``ends`` rings then."""

    until: int
    ends: asyncio.TimerHandle | None


class Silences:
    """The bans and time-outs that hold among those who share points."""

    def __init__(self) -> None:
        self._held: dict[User, dict[str, Held]] = {}

    def __len__(self) -> int:
        return len(self._held)

    def begin(
        self, who: User, channel: str, now: int, seconds: float | None, over: Callable[[User, str], None]
    ) -> None:
        """Silenced in a channel for ``seconds`` or for ever, whatever held there before; then ``over``."""
        self._drop(who, channel)
        if seconds is None:
            held = Held(0, None)
        else:
            ends = asyncio.get_running_loop().call_later(seconds, over, who, channel)
            held = Held(now + max(1, int(seconds * 1000)), ends)
        self._held.setdefault(who, {})[channel] = held

    def end(self, who: User, *channels: str) -> bool:
        """No more in these channels. Whether another still silences them."""
        for channel in channels:
            self._drop(who, channel)
        return who in self._held

    def channels(self, who: User) -> tuple[str, ...]:
        """Where they are silenced."""
        return tuple(self._held.get(who, ()))

    def until(self, who: User) -> int:
        """When the last of them ends (epoch ms); 0 for never."""
        ends = [held.until for held in self._held[who].values()]
        return 0 if 0 in ends else max(ends)

    def close(self) -> None:
        """Rings no more."""
        for channels in self._held.values():
            for held in channels.values():
                if held.ends is not None:
                    held.ends.cancel()

    def _drop(self, who: User, channel: str) -> None:
        channels = self._held.get(who, {})
        held = channels.pop(channel, None)
        if held is not None and held.ends is not None:
            held.ends.cancel()
        if not channels:
            self._held.pop(who, None)
