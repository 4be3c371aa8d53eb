"""How the connector is doing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Report:
    """How the connector is doing.

    Attributes:
        heard: channels that are heard now, by user id.
        trouble: a code, empty when all is well.
        broken: accounts that a person has to authorise again, by user id.
        moderates: channels in which the bot is seen to be moderator or broadcaster.
        waiting: replies that wait to be said.
        dropped: replies that went stale.
        refused: why Twitch dropped the last reply that it dropped.
        token_expires: when the first of the tokens ends, epoch seconds; ``None`` if that is not known.
        renews: whether they are renewed without a person, as far as that has worked.
        clock_skew: seconds by which this computer's clock is behind Twitch's.
        rate: messages that may be said now, and at most.
        requests: requests that Twitch takes now, and at most.
    """

    heard: frozenset[str] = frozenset()
    trouble: str = ""
    broken: frozenset[str] = frozenset()
    moderates: frozenset[str] = frozenset()
    waiting: int = 0
    dropped: int = 0
    refused: str = ""
    token_expires: float | None = None
    renews: bool = True
    clock_skew: float | None = None
    rate: tuple[int, int] | None = None
    requests: tuple[int, int] | None = None

    def facts(self) -> dict[str, Any]:
        """The connection's means, JSON-ready."""
        rate, requests = self.rate or (None, None), self.requests or (None, None)
        return {
            "token_expires": self.token_expires,
            "renews": self.renews,
            "clock_skew": self.clock_skew,
            "rate_left": rate[0],
            "rate_most": rate[1],
            "requests_left": requests[0],
            "requests_most": requests[1],
        }
