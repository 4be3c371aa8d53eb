"""The life of the EventSub connection, without I/O (dev.twitch.tv/docs/eventsub/handling-websocket-events).

:class:`Machine` is told what happened and when, and answers with commands; :mod:`~bot.chat.twitch.line` does
the rest. It is the watchdog too: every phase of a link has a deadline and what misses it is closed and begun
again, so no trouble, known or unknown, leaves the floor deaf for longer than the deadlines add up to.

A link's phases::

    OPENING ---welcome---> SUBSCRIBING ---one channel subscribed---> LIVE ---replaced---> LEAVING
       \\---welcome on a link that takes another's place----------->/

A move (``session_reconnect``) opens the new link beside the old one, which goes on delivering until the new
one is welcomed and for a moment longer; what comes twice is told apart by the message's own id. A move that
fails falls back to a new session, again beside the old one for as long as that lives.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from urllib.parse import urlsplit

from bot.chat.twitch.frames import Banned, Chat, Frame, Move, News, Revoked, Unbanned, Welcome


@dataclass(frozen=True, slots=True)
class Timing:
    """Patience in seconds."""

    opening: float = 15.0
    """From the first try to connect until the welcome."""
    subscribing: float = 10.0
    """From the welcome until a subscription: after ten Twitch closes the connection (4003)."""
    slack: float = 5.0
    """How much later than promised a keepalive may come."""
    moving: float = 30.0
    """How long a link that has been told to move goes on (then Twitch closes it, 4004)."""
    leaving: float = 2.0
    """How long the old link is still listened to after a move."""
    steady: float = 20.0
    """A connection that lasted so long starts the back-off anew."""
    first: float = 1.0
    most: float = 60.0
    """The second retry's and the longest back-off; the first retry comes at once."""


@dataclass(frozen=True, slots=True)
class Open:
    """Connect link ``link`` to ``url``."""

    link: int
    url: str


@dataclass(frozen=True, slots=True)
class Close:
    """Hang up; nothing of this link is wanted any more."""

    link: int


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Ask for these channels' messages in the session; answer with :meth:`Machine.subscribed`."""

    link: int
    session: str
    channels: frozenset[str]


@dataclass(frozen=True, slots=True)
class Deliver:
    """A chat message arrived, or other news of a channel."""

    news: News


@dataclass(frozen=True, slots=True)
class Health:
    """Which channels are heard now, and the last trouble (a code, empty when all is well)."""

    heard: frozenset[str]
    trouble: str


Command = Open | Close | Subscribe | Deliver | Health


class _Phase(Enum):
    OPENING = "opening"
    SUBSCRIBING = "subscribing"
    LIVE = "live"
    LEAVING = "leaving"


@dataclass(slots=True)
class _Link:
    phase: _Phase
    deadline: float
    replaces: int | None = None
    session: str = ""
    patience: float = 0.0
    since: float = 0.0


class Machine:
    """One connection for some channels.

    Args:
        url: of the service; a move must lead to the same service.
        channels: user ids of the broadcasters.
        jitter: a number from 0 to 1 that spreads retries out.
    """

    def __init__(
        self,
        url: str,
        channels: frozenset[str],
        timing: Timing | None = None,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self._url = url
        self._channels = channels
        self._timing = timing or Timing()
        self._jitter = jitter
        self._links: dict[int, _Link] = {}
        self._numbers = 0
        self._heard: frozenset[str] = frozenset()
        self._failures = 0
        """Connections lost or not made since the last steady one."""
        self._refusals = 0
        """Times in a row that a channel could not be subscribed on a connection that is well otherwise."""
        self._retry_at: float | None = None
        self._renew_at: float | None = None
        self._trouble = ""
        self._told: Health | None = None

    @property
    def deadline(self) -> float:
        """When :meth:`tick` is due at the latest; there always is such a time once started."""
        times = [link.deadline for link in self._links.values()]
        times += [at for at in (self._retry_at, self._renew_at) if at is not None]
        return min(times)

    # --- what happens -------------------------------------------------------------------------------------

    def start(self, now: float) -> list[Command]:
        """Begin."""
        return self._told_of([self._fresh(now)])

    def poke(self, now: float) -> list[Command]:
        """Something may have changed for the better (an account was authorised): retry now, not later."""
        self._failures = self._refusals = 0
        if self._retry_at is not None:
            self._retry_at = now
        if self._renew_at is not None:
            self._renew_at = now
        return self.tick(now)

    def frame(self, number: int, frame: Frame, now: float) -> list[Command]:
        """A link said something."""
        link = self._links.get(number)
        if link is None:
            return []
        if link.phase is _Phase.LIVE:
            link.deadline = max(link.deadline, now + link.patience)
            if now - link.since >= self._timing.steady:
                self._failures = 0
        match frame:
            case Welcome() if link.phase is _Phase.OPENING:
                return self._told_of(self._welcomed(number, link, frame, now))
            case Move() if link.phase is _Phase.LIVE:
                return self._told_of(self._move(number, link, frame.url, now))
            case Move() if link.phase is _Phase.SUBSCRIBING:
                return self.lost(number, "moved_too_soon", now)
            case Revoked() if link.phase in (_Phase.LIVE, _Phase.SUBSCRIBING):
                return self._told_of(self._revoked(number, frame, now))
            case Chat() | Banned() | Unbanned():
                return [Deliver(frame)]
        return []

    def lost(self, number: int, why: str, now: float) -> list[Command]:
        """A link is gone, could not be opened, or must be given up. ``why`` is a code."""
        link = self._links.pop(number, None)
        if link is None:
            return []
        commands: list[Command] = [Close(number)]
        if link.phase is not _Phase.LEAVING:
            self._trouble = why
        if link.replaces is not None and link.phase is _Phase.OPENING:
            commands += self._move_failed(link.replaces, now)
        elif link.phase is _Phase.LIVE and not self._successor(number):
            self._heard = frozenset()
            self._renew_at = None
        self._see_to_it(now)
        return self._told_of(commands)

    def subscribed(
        self, number: int, done: frozenset[str], refused: Mapping[str, str], now: float
    ) -> list[Command]:
        """The answer to :class:`Subscribe`: channels by outcome, the refused ones with a code."""
        link = self._links.get(number)
        if link is None or link.phase not in (_Phase.SUBSCRIBING, _Phase.LIVE):
            return []
        reason = next(iter(refused.values()), "not_subscribed")
        commands: list[Command] = []
        if link.phase is _Phase.SUBSCRIBING:
            if not done:
                return self.lost(number, reason, now)
            self._heard = frozenset()
            commands += self._live(number, link, now)
        self._heard |= done
        if self._channels - self._heard:
            self._trouble = reason
            self._renew(now)
        else:
            self._trouble, self._refusals = "", 0
            self._renew_at = None
        return self._told_of(commands)

    def tick(self, now: float) -> list[Command]:
        """Time has passed."""
        commands: list[Command] = []
        for number, link in list(self._links.items()):
            if link.deadline <= now and number in self._links:
                commands += self.lost(number, _OVERDUE[link.phase], now)
        if self._retry_at is not None and self._retry_at <= now:
            commands.append(self._fresh(now))
        current = self._current()
        if self._renew_at is not None and self._renew_at <= now and current is not None:
            # Asked again unless answered before; the answer sets another time or none.
            self._renew_at = now + self._timing.subscribing + self._timing.most
            missing = self._channels - self._heard
            commands.append(Subscribe(current, self._links[current].session, missing))
        return self._told_of(commands)

    # --- what is done -------------------------------------------------------------------------------------

    def _fresh(self, now: float) -> Command:
        self._retry_at = None
        return self._open(self._url, None, now)

    def _open(self, url: str, replaces: int | None, now: float) -> Command:
        self._numbers += 1
        self._links[self._numbers] = _Link(_Phase.OPENING, now + self._timing.opening, replaces)
        return Open(self._numbers, url)

    def _welcomed(self, number: int, link: _Link, welcome: Welcome, now: float) -> list[Command]:
        link.session = welcome.session
        link.patience = welcome.keepalive + self._timing.slack
        if link.replaces is not None:
            return self._live(number, link, now)  # the subscriptions came along
        link.phase, link.deadline = _Phase.SUBSCRIBING, now + self._timing.subscribing
        return [Subscribe(number, link.session, self._channels)]

    def _live(self, number: int, link: _Link, now: float) -> list[Command]:
        for other, old in self._links.items():
            if other != number and old.phase is _Phase.LIVE:
                old.phase = _Phase.LEAVING
            if other != number and old.phase is _Phase.LEAVING:
                old.deadline = min(old.deadline, now + self._timing.leaving)
        link.phase, link.deadline, link.since = _Phase.LIVE, now + link.patience, now
        self._retry_at = None
        self._renew_at = now if self._channels - self._heard and link.replaces is not None else None
        link.replaces = None
        if not self._channels - self._heard:
            self._trouble = ""
        return []

    def _move(self, number: int, link: _Link, url: str, now: float) -> list[Command]:
        if self._successor(number):
            return []
        link.deadline = now + self._timing.moving + self._timing.slack
        if not _same_service(url, self._url):
            self._trouble = "moved_elsewhere"
            return self._move_failed(number, now)
        return [self._open(url, number, now)]

    def _move_failed(self, old: int, now: float) -> list[Command]:
        """A session from scratch, beside the old link for as long as that delivers."""
        link = self._links.get(old)
        if link is None:
            self._heard = frozenset()
            self._renew_at = None
            return []
        link.phase = _Phase.LEAVING
        self._renew_at = None
        return [self._fresh(now)]

    def _revoked(self, number: int, frame: Revoked, now: float) -> list[Command]:
        self._heard -= {frame.channel}
        self._trouble = frame.status
        if self._links[number].phase is _Phase.LIVE:
            if not self._heard:
                return self.lost(number, frame.status, now)
            self._renew(now)
        return []

    def _see_to_it(self, now: float) -> None:
        """Whenever no link is live or on its way to be, another try is planned."""
        coming = any(link.phase is not _Phase.LEAVING for link in self._links.values())
        if not coming and self._retry_at is None:
            self._retry_at = now + self._back_off(self._failures)
            self._failures += 1

    def _renew(self, now: float) -> None:
        """The channels that are not heard are asked for again on the live link."""
        self._renew_at = now + self._back_off(self._refusals)
        self._refusals += 1

    def _back_off(self, failures: int) -> float:
        if failures == 0:
            return 0.0
        longest = min(self._timing.most, self._timing.first * 2.0 ** min(failures - 1, 16))
        return longest * (0.5 + 0.5 * self._jitter())

    def _current(self) -> int | None:
        return next((n for n, link in self._links.items() if link.phase is _Phase.LIVE), None)

    def _successor(self, number: int) -> bool:
        return any(link.replaces == number for link in self._links.values())

    def _told_of(self, commands: list[Command]) -> list[Command]:
        """The commands, and the health if it has changed. A link that is leaving still hears."""
        deaf = not any(link.phase in (_Phase.LIVE, _Phase.LEAVING) for link in self._links.values())
        moving = any(link.replaces is not None for link in self._links.values())
        health = Health(frozenset() if deaf and not moving else self._heard, self._trouble)
        if health != self._told:
            self._told = health
            commands.append(health)
        return commands


_OVERDUE: Mapping[_Phase, str] = {
    _Phase.OPENING: "no_welcome",
    _Phase.SUBSCRIBING: "subscribing_took_too_long",
    _Phase.LIVE: "silent",
    _Phase.LEAVING: "left",
}


def _same_service(url: str, base: str) -> bool:
    """Whether a move stays with the service: same scheme, and the same host or one beside it (cells)."""
    new, old = urlsplit(url), urlsplit(base)
    if new.scheme != old.scheme or not new.hostname or not old.hostname:
        return False
    domain = ".".join(old.hostname.split(".")[-2:])
    return new.hostname == old.hostname or (domain == "twitch.tv" and new.hostname.endswith("." + domain))
