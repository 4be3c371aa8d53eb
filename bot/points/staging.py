"""What a unit has changed so far and how it is taken back: the writer's savepoint."""

from __future__ import annotations

from bot.points.memory import Changes, Memory
from bot.points.statements import Batch, Session, Write


class Staging:
    """A unit's writes, collected in the group's batch and already visible in memory."""

    __slots__ = ("_batch", "_changes", "_mark", "_memory", "_session", "now")

    def __init__(self, session: Session, memory: Memory, batch: Batch, now: int) -> None:
        self._session = session
        self._memory = memory
        self._batch = batch
        self._mark = batch.mark()
        self._changes = Changes()
        self.now = now

    def roll_back(self) -> None:
        """Takes back all this unit has done. The writer calls it when the unit failed, the latest of a group
        first; a unit may, to begin anew."""
        self._batch.back_to(self._mark)
        self._changes.put_back()

    def _add(self, write: Write, **values: object) -> None:
        self._batch.rows[write].append(values)

    def _number(self, name: str) -> int:
        number = self._memory.next[name]
        self._changes.put(self._memory.next, name, number + 1)
        return number
