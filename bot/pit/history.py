"""Which entries of a journal stand: undo, redo and corrections are entries themselves (design 3).

A journal is only ever appended to. What was taken back, brought again or corrected follows from reading it
from the front, so the evening can always be read as it was played and as it counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.games.contract import DealCard, Reveal
from bot.pit.entries import Act, Correct, Entry, Place, Promote, Redo, Undo


def standing(log: Sequence[Entry]) -> list[Entry]:
    """The entries that count, in order: undone steps left out, corrected cards put in."""
    gone = undone(log)
    kept: list[Entry] = []
    for entry in log:
        if isinstance(entry.thing, Undo | Redo) or entry.step in gone:
            continue
        if isinstance(entry.thing, Correct):
            kept = corrected(kept, entry.thing)
        else:
            kept.append(entry)
    return kept


def undone(log: Sequence[Entry]) -> set[int]:
    """The steps that were taken back and not brought again."""
    gone: set[int] = set()
    for entry in log:
        if isinstance(entry.thing, Undo):
            gone.add(entry.thing.step)
        elif isinstance(entry.thing, Redo):
            gone.discard(entry.thing.step)
    return gone


def last_step(log: Sequence[Entry]) -> int | None:
    """The last step that counts: what undo takes back."""
    gone = undone(log)
    return next(
        (e.step for e in reversed(log) if not isinstance(e.thing, Undo | Redo) and e.step not in gone), None
    )


def places(entries: Sequence[Entry]) -> list[Place]:
    """The place of each entry: its step, and which of the step's entries it is, from 0."""
    made: list[Place] = []
    for entry in entries:
        again = made and made[-1].step == entry.step
        made.append(Place(entry.step, made[-1].seq + 1 if again else 0))
    return made


def corrected(entries: Sequence[Entry], correction: Correct) -> list[Entry]:
    """The entries with the card put right, up to the last one that still fits."""
    kept: list[Entry] = []
    for entry, place in zip(entries, places(entries), strict=True):
        if place > correction.until:
            break
        if isinstance(entry.thing, Promote) and place > correction.place:
            continue  # it followed from how the round ended, which is judged anew
        if place == correction.place:
            assert isinstance(entry.thing, Act)
            old = entry.thing.action
            right = Reveal(correction.card) if isinstance(old, Reveal) else DealCard(correction.card)
            entry = replace(entry, thing=replace(entry.thing, action=right))
        kept.append(entry)
    return kept


def redoable(log: Sequence[Entry]) -> int | None:
    """The step that redo brings again: the one undone last, if nothing new has happened since."""
    stack: list[int] = []
    tail = len(log)
    while tail > 0 and isinstance(log[tail - 1].thing, Undo | Redo):
        tail -= 1
    for entry in log[tail:]:
        if isinstance(entry.thing, Undo):
            stack.append(entry.thing.step)
        elif isinstance(entry.thing, Redo) and entry.thing.step in stack:
            stack.remove(entry.thing.step)
    return stack[-1] if stack else None
