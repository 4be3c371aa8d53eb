"""How each connection is doing, in one shape for the dock and ``chatjack doctor``.

A connector may have a method ``status()`` that returns a :class:`ConnectionStatus`. Of one that has none, and
of the fields that are left empty, is told what can be seen from outside: whether the floor hears its
platform, and when the last line came.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

import structlog

from bot.pit.messages import ChatMessage, Frame, LogLine, Reply

_log = structlog.get_logger(__name__)

SKEW_LINES = 20
"""A source's clock is told by its last so many lines that came with a time."""
SKEW_SECONDS = 5.0
"""A line cannot arrive before it was written: this much earlier, and this computer's clock is wrong."""
EXPIRES_SOON = 24 * 3600.0
"""Seconds before its end from which a token that does not renew itself is worth a word."""


class ConnectionState(StrEnum):
    """Whether a connection can be relied on."""

    ONLINE = "online"
    CONNECTING = "connecting"
    """It tries, by itself, again and again."""
    OFF = "off"
    """It is not set up; nothing is wrong."""
    BROKEN = "broken"
    """It needs a person."""


@dataclass(frozen=True, slots=True)
class ConnectionStatus:
    """One connection. Times are epoch seconds; ``None`` is not known, or does not apply.

    Attributes:
        name: the connector's.
        platforms: the services it brings lines from.
        trouble: a code, empty when all is well: the text is ``doctor.trouble.<code>``.
        detail: what the text names.
        last_received: when anything was last heard from it.
        token_expires: when what it was authorised with ends.
        renews: whether that is renewed without a person.
        clock_skew: seconds by which this computer's clock is behind the service's, as far as can be told.
        rate_left, rate_most: messages that may be said now, and at most.
        requests_left, requests_most: requests of any kind that the service takes in its present window.
        waiting: replies that wait to be said.
        dropped: replies that went stale.
    """

    name: str
    platforms: tuple[str, ...] = ()
    state: ConnectionState = ConnectionState.ONLINE
    trouble: str = ""
    detail: str = ""
    last_received: float | None = None
    token_expires: float | None = None
    renews: bool = False
    clock_skew: float | None = None
    rate_left: int | None = None
    rate_most: int | None = None
    requests_left: int | None = None
    requests_most: int | None = None
    waiting: int = 0
    dropped: int = 0

    @property
    def skewed(self) -> bool:
        """Whether this computer's clock is wrong enough to matter."""
        return self.clock_skew is not None and abs(self.clock_skew) > SKEW_SECONDS

    def expires_soon(self, now: float) -> bool:
        """Whether what it was authorised with is about to end, and nothing renews it."""
        return not self.renews and self.token_expires is not None and self.token_expires < now + EXPIRES_SOON

    def healthy(self, now: float) -> bool:
        """Whether nobody needs to do anything."""
        good = self.state in (ConnectionState.ONLINE, ConnectionState.OFF)
        return good and not self.trouble and not self.skewed and not self.expires_soon(now)

    def to_json(self) -> dict[str, Any]:
        """For the wire; no secret is in it."""
        return {**asdict(self), "platforms": list(self.platforms), "state": self.state.value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> ConnectionStatus:
        """What :meth:`to_json` made, fields of another version left aside.

        Raises:
            TypeError, ValueError: it is not that.
        """
        known = {key: value for key, value in data.items() if key in cls.__slots__}
        state = ConnectionState(known.pop("state", "online"))
        platforms = tuple(str(one) for one in known.pop("platforms", ()))
        return cls(**known, state=state, platforms=platforms)


class Named(Protocol):
    """The little of a connector that is needed here."""

    @property
    def name(self) -> str: ...

    @property
    def platforms(self) -> frozenset[str]: ...


@runtime_checkable
class Reports(Protocol):
    """A connector that says how it is doing."""

    def status(self) -> ConnectionStatus:
        """How it is doing now; cheap, never raises."""
        ...


@dataclass(slots=True)
class _Heard:
    at: float
    early: deque[float] = field(default_factory=lambda: deque(maxlen=SKEW_LINES))


class Monitor:
    """Knows every connection; listens to the floor for what each brings.

    Args:
        away: the platforms that the floor cannot hear now.
        now: epoch seconds.
    """

    def __init__(
        self, away: Callable[[], Iterable[str]] = tuple, now: Callable[[], float] = time.time
    ) -> None:
        self._away = away
        self._now = now
        self._sources: list[Callable[[], Iterable[Named | ConnectionStatus]]] = []
        self._heard: dict[str, _Heard] = {}

    def watch(self, source: Callable[[], Iterable[Named | ConnectionStatus]]) -> None:
        """Tell of what ``source`` gives: connectors, or ready statuses of what is none. It is asked each
        time, since connections come and go while the floor is open."""
        self._sources.append(source)

    def statuses(self) -> list[ConnectionStatus]:
        """Every connection as it is now."""
        return [
            status
            for source in self._sources
            for one in source()
            for status in [self._status(one)]
            if status is not None
        ]

    def _status(self, one: Named | ConnectionStatus) -> ConnectionStatus | None:
        try:
            return self._seen(one)
        except Exception:  # noqa: BLE001 - one connector's fault must not hide the others
            _log.exception("a connection could not say how it is doing", connection=one.name)
            return None

    def _seen(self, one: Named | ConnectionStatus) -> ConnectionStatus:
        if isinstance(one, ConnectionStatus):
            status = one
        elif isinstance(one, Reports):
            status = one.status()
        else:
            deaf = set(one.platforms) & set(self._away())
            state = ConnectionState.CONNECTING if deaf else ConnectionState.ONLINE
            status = ConnectionStatus(one.name, tuple(sorted(one.platforms)), state)
        heard = self._heard.get(status.name)
        if heard is None:
            return status
        last = max(heard.at, status.last_received or 0.0)
        skew = status.clock_skew
        if skew is None and heard.early and max(heard.early) > 0:
            skew = round(max(heard.early), 1)
        return replace(status, last_received=last, clock_skew=skew)

    # --- what the floor tells -------------------------------------------------------------------------------

    def said(self, message: ChatMessage) -> None:
        """A line came: its source is alive, and its time tells of this computer's clock."""
        now = self._now()
        heard = self._heard.setdefault(message.source, _Heard(now))
        heard.at = now
        if message.sent_at > 0:
            heard.early.append(message.sent_at - now)

    def frame(self, frame: Frame) -> None:
        """Tables do not tell of connections."""

    def reply(self, reply: Reply) -> None:
        """What was answered is the connectors' business."""

    def line(self, table: str, line: LogLine) -> None:
        """The log is the dealer's."""


_TWITCH = {
    "application": ConnectionState.OFF,
    "names": ConnectionState.BROKEN,
    "authorise": ConnectionState.BROKEN,
    "connecting": ConnectionState.CONNECTING,
    "live": ConnectionState.ONLINE,
}
_STEPS = {"names": "half_set_up", "authorise": "unauthorised"}


def of_twitch(told: Mapping[str, Any]) -> ConnectionStatus:
    """The status of Twitch, from what its desk tells the set-up page."""
    state = _TWITCH.get(told["state"], ConnectionState.CONNECTING)
    trouble = _STEPS.get(told["state"], "") or str(told.get("trouble") or "")
    accounts = [told.get("bot"), *told.get("channels", ())]
    lapsed = [one["login"] for one in accounts[:1] if one and not one["authorised"]]
    if lapsed and state is ConnectionState.CONNECTING:
        state, trouble = ConnectionState.BROKEN, "unauthorised"
    if state is ConnectionState.OFF:
        trouble = ""
    return ConnectionStatus(
        "twitch",
        ("twitch",),
        state,
        trouble,
        token_expires=told.get("token_expires"),
        renews=bool(told.get("renews", True)),
        clock_skew=told.get("clock_skew"),
        rate_left=told.get("rate_left"),
        rate_most=told.get("rate_most"),
        requests_left=told.get("requests_left"),
        requests_most=told.get("requests_most"),
        waiting=int(told.get("waiting") or 0),
        dropped=int(told.get("dropped") or 0),
    )
