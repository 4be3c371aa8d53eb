"""What a desk answers a viewer, and when it says nothing."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Answer:
    """What the viewer is told; ``code`` is a text's code."""

    code: str
    params: dict[str, object] = field(default_factory=dict)
    important: bool = False


class Silent(Exception):
    """Nothing happens and nothing is said: a vote, a score, advice from the rail (rulings 5.11, 5.13)."""
