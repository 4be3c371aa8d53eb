"""Replies waiting to be said on a platform that limits how often, how long and how alike (design 5).

:class:`Outbox` decides what is said next and when; it has no clock and sends nothing. :class:`Postman` does,
for any connector that writes.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

import structlog

from bot.pit.messages import Reply

_log = structlog.get_logger(__name__)

BALANCES = frozenset({"points", "rank"})
"""Answers that say one viewer's figures: several go into one line."""

SEPARATOR = " ／ "
INVISIBLE = "\U000e0000"
"""Added to a text that would repeat one said just before; it is shown by nothing and read by nobody."""

_BREAKS = "。、！？!?,， \u3000"


@dataclass(frozen=True, slots=True)
class Limits:
    """A platform's limits on one channel; times in seconds.

    Attributes:
        most: messages per ``window``, counted over all channels of the account.
        length: of a message, in UTF-16 units, the strictest way there is to count.
        repeat_after: how long the same text may not be said again; 0 where it may.
        fresh: how long a reply is worth saying; ``important_fresh`` for an important one.
        waiting: replies kept for a channel; beyond that the oldest of the less important are dropped.
    """

    most: int = 20
    window: float = 30.0
    length: int = 500
    repeat_after: float = 30.0
    fresh: float = 20.0
    important_fresh: float = 60.0
    waiting: int = 100


@dataclass(frozen=True, slots=True)
class Line:
    """One message to say. ``until`` is when it is stale; ``tries`` counts those that failed."""

    channel: str
    text: str
    until: float
    important: bool = False
    tries: int = 0


@dataclass(slots=True, eq=False)
class _Waiting:
    reply: Reply
    until: float


@dataclass(slots=True)
class _Channel:
    waiting: list[_Waiting] = field(default_factory=list)
    ready: deque[Line] = field(default_factory=deque)
    """Further parts of a long message, and lines to be tried again: before anything else."""
    said: dict[str, float] = field(default_factory=dict)


class Outbox:
    """What waits to be said.

    Args:
        limits: of a channel; asked each time, since the bot may become its moderator.
    """

    def __init__(self, limits: Callable[[str], Limits]) -> None:
        self._limits = limits
        self._channels: dict[str, _Channel] = {}
        self._sent: deque[float] = deque()
        self._pause = 0.0
        self.dropped = 0
        """Replies that went stale or found no room."""

    def __len__(self) -> int:
        return sum(len(one.waiting) + len(one.ready) for one in self._channels.values())

    def put(self, reply: Reply, now: float) -> None:
        """Take a reply. A newer one of the same kind to the same viewer takes the older one's place."""
        limits = self._limits(reply.channel)
        until = now + (limits.important_fresh if reply.important else limits.fresh)
        channel = self._channels.setdefault(reply.channel, _Channel())
        for waiting in channel.waiting:
            if (waiting.reply.user_id, waiting.reply.code) == (reply.user_id, reply.code):
                important = reply.important or waiting.reply.important
                waiting.reply = replace(reply, important=important)
                waiting.until = max(waiting.until, until)
                return
        channel.waiting.append(_Waiting(reply, until))
        if len(channel.waiting) > limits.waiting:
            channel.waiting.remove(min(channel.waiting, key=lambda one: one.reply.important))
            self.dropped += 1

    def take(self, now: float) -> Line | None:
        """The next message, if one may be said now. It counts as said."""
        self._forget(now)
        for key in sorted(self._channels, key=self._urgency):
            if self._free_at(key, now) <= now and (line := self._next(key, now)) is not None:
                line = self._varied(line, now)
                self._sent.append(now)
                return line
        return None

    def wait(self, now: float) -> float | None:
        """Seconds until :meth:`take` may have something; ``None`` when nothing waits."""
        self._forget(now)
        waiting = [key for key, one in self._channels.items() if one.waiting or one.ready]
        if not waiting:
            return None
        return max(0.0, min(self._free_at(key, now) for key in waiting) - now)

    def left(self, channels: Iterable[str], now: float) -> tuple[int, int]:
        """How many messages may be said now, and how many at most, in that of the channels where it is the
        fewest."""
        strictest = min(map(self._limits, channels), key=lambda one: one.most)
        recent = sum(at > now - strictest.window for at in self._sent)
        return max(0, strictest.most - recent), strictest.most

    def again(self, line: Line, now: float, after: float, *, vary: bool = False) -> None:
        """A message was not taken: try it again, nothing before ``after`` seconds have passed.

        Args:
            vary: the platform called it a repetition.
        """
        self._pause = max(self._pause, now + after)
        channel = self._channels.setdefault(line.channel, _Channel())
        if not vary:
            channel.said.pop(line.text, None)
        channel.ready.appendleft(replace(line, tries=line.tries + 1))

    # --- when ---------------------------------------------------------------------------------------------

    def _free_at(self, key: str, now: float) -> float:
        limits = self._limits(key)
        recent = [at for at in self._sent if at > now - limits.window]
        room = recent[-limits.most] + limits.window if len(recent) >= limits.most else now
        return max(room, self._pause)

    def _forget(self, now: float) -> None:
        """Drop what is stale, and what was said too long ago to matter."""
        longest = max((self._limits(key).window for key in self._channels), default=0.0)
        while self._sent and self._sent[0] <= now - longest:
            self._sent.popleft()
        for key, channel in self._channels.items():
            before = len(channel.waiting) + len(channel.ready)
            channel.waiting = [one for one in channel.waiting if one.until > now]
            channel.ready = deque(line for line in channel.ready if line.until > now)
            self.dropped += before - len(channel.waiting) - len(channel.ready)
            after = self._limits(key).repeat_after
            channel.said = {text: at for text, at in channel.said.items() if at > now - after}

    # --- what ---------------------------------------------------------------------------------------------

    def _urgency(self, key: str) -> tuple[bool, float]:
        """Important ones first, then whoever has waited longest."""
        channel = self._channels[key]
        important = any(line.important for line in channel.ready)
        important = important or any(one.reply.important for one in channel.waiting)
        untils = [line.until for line in channel.ready] + [one.until for one in channel.waiting]
        return (not important, min(untils, default=float("inf")))

    def _next(self, key: str, now: float) -> Line | None:
        channel, limits = self._channels[key], self._limits(key)
        if channel.ready:
            return channel.ready.popleft()
        if not channel.waiting:
            return None
        first = next((one for one in channel.waiting if one.reply.important), channel.waiting[0])
        text, taken = self._merged(channel, first, limits)
        channel.waiting = [one for one in channel.waiting if one not in taken]
        until = max(one.until for one in taken)
        lines = [Line(key, part, until, first.reply.important) for part in split(text, limits.length)]
        channel.ready.extend(lines[1:])
        return lines[0] if lines else None

    def _merged(self, channel: _Channel, first: _Waiting, limits: Limits) -> tuple[str, list[_Waiting]]:
        """The text of a reply together with others that fit into the same message, and whose it is."""
        room = limits.length - 2  # for being told apart
        taken, text = [first], _addressed([first.reply], first.reply.text)
        for other in channel.waiting:
            if other is not first and other.reply.text == first.reply.text:
                longer = _addressed([one.reply for one in (*taken, other)], first.reply.text)
                if units(longer) <= room:
                    taken, text = [*taken, other], longer
        if first.reply.code in BALANCES:
            for other in channel.waiting:
                if other not in taken and other.reply.code in BALANCES:
                    longer = text + SEPARATOR + _addressed([other.reply], other.reply.text)
                    if units(longer) <= room:
                        taken, text = [*taken, other], longer
        return text, taken

    def _varied(self, line: Line, now: float) -> Line:
        """The line, told apart from those said just before. The same words mean the same to a reader."""
        if self._limits(line.channel).repeat_after <= 0:
            return line
        said = self._channels[line.channel].said
        text = line.text
        while text in said:
            text += INVISIBLE if text.endswith(INVISIBLE) else " " + INVISIBLE
        said[text] = now
        return replace(line, text=text)


def _addressed(replies: list[Reply], text: str) -> str:
    """The text with whom it is for in front; on one line, and never a command of the platform's."""
    names = " ".join(dict.fromkeys(f"@{reply.display_name}" for reply in replies if reply.display_name))
    text = " ".join(f"{names} {text}".split())
    return f"\u200b{text}" if text[:1] in ("/", ".") else text


def units(text: str) -> int:
    """The length in UTF-16 units."""
    return len(text.encode("utf-16-le", "replace")) // 2


def split(text: str, length: int) -> list[str]:
    """The text in parts of at most ``length`` units, cut after a pause in it where there is one."""
    parts = []
    while units(text) > length:
        at = _cut(text, length)
        parts.append(text[:at].rstrip())
        text = text[at:].lstrip()
    return [part for part in (*parts, text) if part]


def _cut(text: str, length: int) -> int:
    """Where to cut: the last pause in the second half of what fits, else where it is full."""
    used, full = 0, 0
    for sign in text:
        used += units(sign)
        if used > length:
            break
        full += 1
    pause = max(text.rfind(sign, 0, full) for sign in _BREAKS) + 1
    return pause if pause > full // 2 else max(1, full)


# --- the one who carries it --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a message.

    Attributes:
        kind: ``said``; ``refused``: it never will be; ``again``: not now; ``repeated``: taken for a
            repetition.
        after: seconds to leave the platform alone, for ``again``.
    """

    kind: Literal["said", "refused", "again", "repeated"]
    after: float = 0.0


class Postman:
    """Says what is in an outbox, one message at a time.

    Args:
        send: says a text in a channel; must not raise.
        now: seconds that never go back.
        tries: how often a message is tried.
    """

    def __init__(
        self,
        outbox: Outbox,
        send: Callable[[str, str], Awaitable[Outcome]],
        now: Callable[[], float],
        tries: int = 4,
    ) -> None:
        self._outbox = outbox
        self._send = send
        self._now = now
        self._tries = tries
        self._wake = asyncio.Event()

    def put(self, reply: Reply) -> None:
        """Take a reply; never blocks or raises."""
        self._outbox.put(reply, self._now())
        self._wake.set()

    async def run(self) -> None:
        """Say what comes, for ever; ends by cancellation."""
        while True:
            self._wake.clear()
            line = self._outbox.take(self._now())
            if line is None:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._outbox.wait(self._now())):
                        await self._wake.wait()
                continue
            await self._say(line)

    async def _say(self, line: Line) -> None:
        try:
            outcome = await self._send(line.channel, line.text)
        except Exception:  # noqa: BLE001 - our own bug: the other replies still go out
            _log.exception("a reply could not be sent")
            return
        if outcome.kind in ("again", "repeated") and line.tries + 1 < self._tries:
            repeated = outcome.kind == "repeated"
            self._outbox.again(line, self._now(), outcome.after, vary=repeated)
