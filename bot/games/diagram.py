"""State diagrams for the developers' docs, drawn from the games' transition tables."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

P = TypeVar("P", bound=StrEnum)


def mermaid(transitions: Mapping[tuple[P, str], frozenset[P]]) -> str:
    """The diagram as Mermaid text, several actions on one arrow.

    Args:
        transitions: ``(phase, kind of action)`` to the phases that may follow; it begins with the first phase
            and ends with those that lead nowhere.
    """
    first = next(phase for phase, _ in transitions)
    last = set().union(*transitions.values()) - {phase for phase, _ in transitions}
    arrows: dict[tuple[P, P], list[str]] = {}
    for (source, kind), targets in transitions.items():
        for target in type(first):
            if target in targets:
                arrows.setdefault((source, target), []).append(str(kind))
    lines = ["stateDiagram-v2", f"    [*] --> {first}"]
    lines += [f"    {source} --> {target}: {', '.join(kinds)}" for (source, target), kinds in arrows.items()]
    lines += [f"    {phase} --> [*]" for phase in type(first) if phase in last]
    return "\n".join(lines) + "\n"
