"""What a table works on: jobs, what they leave to publish, and where the table stands (design 3)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from bot.games.contract import Event, PlayerId
from bot.pit.book import Mark
from bot.pit.calibration import Calibration
from bot.pit.identity import Identity
from bot.pit.identity import State as IdentityState
from bot.pit.lines import Scribe
from bot.pit.messages import Done, LogLine, Refused, Reply
from bot.pit.people import Before, People
from bot.pit.promotion import Ladder
from bot.pit.seasons import Seasons, State
from bot.points import NotCounted, Store, Tx

if TYPE_CHECKING:
    from bot.pit.actor import TableActor


@dataclass(slots=True)
class Outcome:
    """What a unit leaves to publish once it is committed."""

    events: list[Event] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    lines: list[LogLine] = field(default_factory=list)
    answer: Done | Refused | None = None
    changed: bool = False
    public: dict[str, Any] = field(default_factory=dict)
    dealer: dict[str, Any] = field(default_factory=dict)

    def clear(self) -> None:
        """Nothing happened."""
        self.events.clear()
        self.replies.clear()
        self.lines.clear()
        self.changed = False


Work = Callable[["TableActor", Tx, Outcome], Awaitable[None]]


@dataclass(slots=True)
class Job:
    """Something a table is asked to do; ``done`` gets the answer after the commit."""

    name: str
    work: Work
    done: asyncio.Future[Outcome] | None = None
    not_counted: Reply | None = None
    """Said when it could not be stored."""


def give_up(job: Job) -> None:
    """Whoever waits for the job hears that the table has stopped."""
    if job.done is not None and not job.done.done():
        job.done.set_exception(NotCounted("the table has stopped"))


@dataclass(frozen=True, slots=True)
class Savepoint:
    """What a unit may change beside the store, as it stood before."""

    book: Mark
    shoes: int
    people: list[Before]
    season: State
    identity: IdentityState


@dataclass(frozen=True, slots=True)
class Home:
    """Where a table stands.

    Attributes:
        channel: ``(platform, channel)`` it belongs to.
        at_stake: whether a player has points lying on any table of the floor.
        now: the time in milliseconds since the epoch.
        delay: seconds a platform's picture runs behind.
        away: platforms that cannot be heard now.
        channel_on: the channel of a platform through which its people are reached.
        games: the rule sheets a table may be played by, for the dealer to choose from.
    """

    id: str
    economy: str
    channel: tuple[str, str]
    store: Store
    people: People
    ladder: Ladder
    seasons: Seasons
    identity: Identity
    at_stake: Callable[[PlayerId], bool]
    scribe: Scribe
    now: Callable[[], int]
    delay: Callable[[str], float]
    away: AbstractSet[str]
    calibration: Calibration
    channel_on: Callable[[str], str]
    games: Callable[[], Sequence[Mapping[str, Any]]]
