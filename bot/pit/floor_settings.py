"""How a floor is run: what the composition root hands to the pit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.texts import Language

DELAYS: Mapping[str, float] = {"practice": 0.0, "twitch": 4.0, "youtube": 15.0, "niconico": 12.0}
"""Seconds a platform's picture runs behind (design 3); a setting may say otherwise."""


@dataclass(frozen=True, slots=True)
class FloorSettings:
    """How a floor is run."""

    language: Language = "ja"
    points: Mapping[str, str] = field(default_factory=dict)
    """The economy by channel, for those whose tables do not play for everybody's points (design 5)."""
    delays: Mapping[str, float] = field(default_factory=lambda: DELAYS)
    rules: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """Overrides of rule sheets by their id."""
    custom: Path | None = None
    """The streamer's own sheets and ranks, laid out like the shipped ``data``."""
    bots: tuple[str, ...] = ("chatjack",)
    dealers: tuple[str, ...] = ("dealer",)
    bang_accounts: bool = False
    source: str = "shoe"
    rebuy_minutes: int = 10
    """How long a viewer waits between two restarts (rulings 3.5)."""
    save_delays: Callable[[Mapping[str, float]], None] | None = None
    """Keeps measured delays for the next start."""
