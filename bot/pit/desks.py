"""The desk that takes a viewer's words at a table, by how viewers take part there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from bot.commands import Command
from bot.games.contract import PlayerId
from bot.games.sheet import TableSheet
from bot.pit.alone_desk import AloneDesk
from bot.pit.desk import Answer, Desk
from bot.pit.spot_desk import SpotDesk
from bot.pit.step import Step


class Takes(Protocol):
    """Takes one message's commands in order."""

    def take(self, commands: Sequence[Command]) -> list[Answer]:
        """What the viewer is told."""
        ...


def desk_at(step: Step, player: PlayerId, rank: str, delay_ms: int, sheet: Callable[[], TableSheet]) -> Takes:
    """The desk of the step's table.

    Args:
        rank: the viewer's rank now.
        delay_ms: how far the viewer's stream runs behind.
        sheet: reads the sheet that the next round begins with.
    """
    match step.table.style:
        case "spots":
            return SpotDesk(step, player, rank)
        case "alone":
            return AloneDesk(step, player, rank, sheet)
        case "seats":
            return Desk(step, player, rank, delay_ms)
