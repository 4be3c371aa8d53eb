"""What stands in the heads of Twitch's answers; twitchio keeps them to itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp

from bot.chat.clocks import Skew


class Heads:
    """Listens to a session's answers.

    Args:
        wall: epoch seconds.

    Attributes:
        requests: how many requests Twitch takes now, and how many at most
            (dev.twitch.tv/docs/api/guide#twitch-rate-limits); ``None`` until it has said so.
        skew: what its answers tell of this computer's clock.
    """

    def __init__(self, wall: Callable[[], float] = time.time) -> None:
        self._wall = wall
        self.requests: tuple[int, int] | None = None
        self.skew = Skew()

    def session(self) -> aiohttp.ClientSession:
        """A session that is listened to."""
        tracing = aiohttp.TraceConfig()
        tracing.on_request_start.append(self._begin)
        tracing.on_request_end.append(self._end)
        return aiohttp.ClientSession(trace_configs=[tracing])

    async def _begin(self, _: aiohttp.ClientSession, about: SimpleNamespace, __: object) -> None:
        about.asked = self._wall()

    async def _end(
        self, _: aiohttp.ClientSession, about: SimpleNamespace, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        heads = answer.response.headers
        self.skew.learn(heads.get("Date", ""), about.asked, self._wall())
        left, most = (heads.get(f"Ratelimit-{name}", "") for name in ("Remaining", "Limit"))
        if all(figure.isascii() and figure.isdigit() for figure in (left, most)):
            self.requests = int(left), int(most)
