"""Measuring how far each platform's picture runs behind (design 3): a code is shown, viewers type what they
see, and the median of how long that took is the platform's delay."""

from __future__ import annotations

import secrets
from statistics import median

from bot.pit.messages import ChatMessage

LONGEST_S = 120.0
"""A code typed later than this was not typed from the picture."""
LETTERS = "ACEFHJKLMNPRTUVWXY"
"""Letters that cannot be taken for digits or for each other on a small screen."""


class Calibration:
    """One measurement at a time."""

    def __init__(self) -> None:
        self.code: str | None = None
        self._shown_at = 0
        self._heard: dict[str, dict[str, float]] = {}

    @property
    def running(self) -> bool:
        """Whether a code is shown."""
        return self.code is not None

    def start(self, now: int) -> None:
        """Shows a new code."""
        self.code = "".join(secrets.choice(LETTERS) for _ in range(3))
        self._shown_at = now
        self._heard = {}

    def hear(self, message: ChatMessage, now: int) -> None:
        """Takes the first time that each viewer types the code."""
        if self.code is None or message.text.strip().upper() != self.code:
            return
        seconds = (now - self._shown_at) / 1000
        if 0 <= seconds <= LONGEST_S:
            self._heard.setdefault(message.platform, {}).setdefault(message.user_id, seconds)

    def medians(self) -> dict[str, float]:
        """The delays measured so far, in seconds, by platform."""
        return {platform: round(median(heard.values()), 1) for platform, heard in self._heard.items()}

    def stop(self) -> dict[str, float]:
        """Hides the code; what was measured."""
        self.code = None
        return self.medians()
