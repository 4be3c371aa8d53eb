"""How far this computer's clock is from a service's: bets are judged by time, and so are tokens."""

from __future__ import annotations

from collections import deque
from email.utils import parsedate_to_datetime

ANSWERS = 3
"""An answer that was held up on its way says little: the last so many are compared."""


class Skew:
    """Learns from the ``Date`` of a service's answers (RFC 9110, 6.6.1), which tells whole seconds.

    It is written at some moment between the question and the answer, so each answer leaves a range of what
    the difference may be. What is told is the end of it that is nearest to none: so much is certain.
    """

    def __init__(self) -> None:
        self._least: deque[float] = deque(maxlen=ANSWERS)

    def learn(self, date: str, asked: float, answered: float) -> None:
        """Take an answer's ``Date``; one that cannot be read is passed over.

        Args:
            asked: when the question went out, epoch seconds of this computer.
            answered: when the answer's head was here.
        """
        try:
            at = parsedate_to_datetime(date).timestamp()
        except (ValueError, TypeError):
            return
        behind, ahead = at - answered, at + 1.0 - asked
        self._least.append(behind if behind > 0 else min(ahead, 0.0))

    @property
    def seconds(self) -> float | None:
        """By how much this computer's clock is behind at least; negative where it is ahead; ``None`` if
        nothing is known."""
        return min(self._least, key=abs) if self._least else None
