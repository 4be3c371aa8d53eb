"""Whose answer a table waits for, and until when (rulings 2.4, design 3)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from bot.games.contract import Await
from bot.pit.rounds import AloneRound
from bot.pit.table import Table

LATE_TURN_SECONDS = 8
"""A turn reached late in its pass gets at least the stream's delay and this much (design 3)."""


@dataclass(frozen=True, slots=True)
class Wait:
    """One wait. ``key`` tells it from the waits before; ``turn`` changes inside a pass, whose clock goes
    on; ``since`` is when it began, epoch milliseconds, where several run side by side."""

    kind: str
    key: tuple[Any, ...]
    turn: tuple[int, int] | None = None
    since: int = 0


def waiting(table: Table) -> Wait | None:
    """What the table waits for that a clock can end; ``None`` when only the dealer can."""
    live = table.live
    if live is None:
        return None
    if live.phase == "betting":
        return Wait("closing", (table.number, "closing")) if table.closing else None
    if live.awaiting.what is not Await.PLAYERS:
        return None
    if table.style == "alone":
        game = cast(AloneRound, live).waiting[0]
        return Wait("game", (table.number, "game", game), since=table.asked_at[game])
    if live.turn is None:
        return Wait("offer", (table.number, "offer", live.phase, len(table.dealt)))
    if table.passes:
        return Wait("pass", (table.number, "pass", live.pass_number), live.turn)
    return Wait("turn", (table.number, "turn", live.turn, len(table.dealt)), live.turn)


class Clock:
    """The deadline of a table's wait, in milliseconds since the epoch."""

    def __init__(self) -> None:
        self.wait: Wait | None = None
        self.deadline: int | None = None
        self.total = 0
        self._stood = 0
        """Until when the clocks stood: no time ran before."""
        self._held = False

    def see(self, table: Table, now: int, delay: Callable[[], float], *, held: bool = False) -> None:
        """Takes note of the table after a step.

        Args:
            delay: seconds that the slowest stream of those who take part runs behind; asked for only when a
            wait begins.
            held: the dealer pauses, or a seated player's platform is away: nobody's time runs, and when it
            runs again it is the full time.
        """
        wait = None if held else waiting(table)
        if held or self._held:
            self._stood = now
        self._held = held
        if wait is None:
            self.wait, self.deadline = None, None
        elif self.wait is None or wait.key != self.wait.key:
            seconds = delay() if wait.kind == "closing" else table.sheet.clock + delay()
            self._start(wait, max(wait.since, self._stood) if wait.since else now, seconds)
        elif wait.turn != self.wait.turn:
            seconds = delay() + LATE_TURN_SECONDS
            if self.deadline is not None and now + int(seconds * 1000) > self.deadline:
                self._start(wait, now, seconds)
            self.wait = wait

    def back(self, now: int) -> None:
        """Something was taken back: whoever is asked again has the full time."""
        self._stood = now
        if self.wait is not None and self.wait.since:
            self.wait = None

    def restart(self, table: Table, now: int, delay: Callable[[], float], *, held: bool = False) -> None:
        """The full time again: after a restart nobody's clock is shorter than before."""
        self.wait, self._stood = None, now
        self.see(table, now, delay, held=held)

    def left(self, now: int) -> float | None:
        """Seconds left, or ``None`` without a clock."""
        return None if self.deadline is None else max(0.0, (self.deadline - now) / 1000)

    def _start(self, wait: Wait, now: int, seconds: float) -> None:
        self.wait, self.total = wait, round(seconds)
        self.deadline = now + int(seconds * 1000)
