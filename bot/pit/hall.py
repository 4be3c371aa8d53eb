"""Putting tables on the floor and taking them off, while it runs: ``table open ID``, ``table close``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.games.contract import IllegalAction
from bot.games.registry import table_ids
from bot.games.sheet import SheetError
from bot.pit import bringing
from bot.pit.actor import TableActor
from bot.pit.entries import TableOpen
from bot.pit.messages import DealerCommand, Done, Refused
from bot.pit.work import Outcome
from bot.points import NotCounted, Tx
from bot.table_ids import table_id

if TYPE_CHECKING:
    from bot.pit.floor import Floor


async def change(floor: Floor, actor: TableActor, command: DealerCommand) -> Done | Refused:
    """Opens another table in the same room, or closes the one the command is for; who sits there gets up.

    Repeating either is refused with what is so already, so a repeated command changes nothing. One at a time:
    two docks may press at once.
    """
    what = str(command.args[0]) if command.args else ""
    async with floor.hall:
        try:
            if what == "open" and len(command.args) > 1:
                return await _open(floor, actor, command, str(command.args[1]))
            if what == "close":
                return await _close(floor, actor, command)
        except NotCounted:
            return floor.refused(command, "not_counted", actor.rev)
    return floor.refused(command, "table_open_or_close", actor.rev)


async def _open(floor: Floor, actor: TableActor, command: DealerCommand, sheet: str) -> Done | Refused:
    room = floor.rooms.of(actor.home.id)
    made = table_id(room.name, sheet)
    if made in floor.actors:
        return floor.refused(command, "table_is_open", floor.actors[made].rev)
    if sheet not in table_ids(floor.settings.custom):
        return floor.refused(command, "no_such_table", 0)
    try:
        await bringing.bring(floor, made)
    except SheetError:
        return floor.refused(command, "no_such_table", 0)
    try:
        await floor.start_table(made)
    except NotCounted:
        await _take_off(floor, floor.actors[made])  # it could not go on: the next try begins anew
        raise
    return Done(command.id, floor.actors[made].rev)


async def _close(floor: Floor, actor: TableActor, command: DealerCommand) -> Done | Refused:
    if floor.actors.get(actor.home.id) is not actor:
        return floor.refused(command, "table_is_closed", actor.rev)
    if len(floor.rooms.of(actor.home.id).actors) == 1:
        return floor.refused(command, "last_table", actor.rev)

    async def work(actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        step = actor.begin(tx, command.actor)
        try:
            step.do(TableOpen(on=False))
        except IllegalAction as refusal:
            outcome.answer = floor.refused(command, refusal.code, actor.rev)
            return
        await actor.finish(tx, step, outcome)
        outcome.answer = Done(command.id, actor.rev)

    outcome = await actor.ask("close the table", work)
    answer = outcome.answer
    assert answer is not None
    if isinstance(answer, Done):
        await _take_off(floor, actor)
    return answer


async def _take_off(floor: Floor, actor: TableActor) -> None:
    await actor.stop()
    del floor.actors[actor.home.id]
    floor.rooms.of(actor.home.id).remove(actor.home.id)
