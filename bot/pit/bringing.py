"""Bringing tables onto the floor: each into its room, from the store or new."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import structlog

from bot.games.sheet import SheetError
from bot.pit.actor import TableActor
from bot.pit.economy import Economy
from bot.pit.entries import RECOVERY, TableOpen, Void
from bot.pit.jobs import clock_job
from bot.pit.recovery import players_of, recover
from bot.pit.rooms import Room
from bot.pit.supply import FixedSupply, Seeds, VerifiableSupply
from bot.pit.work import Home, Outcome
from bot.points import MAIN_ECONOMY, PRACTICE_CHANNEL, AccountId, TableRow, Tx
from bot.table_ids import room_of, sheet_of

if TYPE_CHECKING:
    from bot.pit.floor import Floor

log = structlog.get_logger(__name__)

Supply = VerifiableSupply | FixedSupply


async def bring_all(
    floor: Floor, table_ids: Sequence[str], supply: Callable[[str], Supply] | None = None
) -> None:
    """The tables that are asked for; then those of an earlier evening that are not, but still hold a round:
    nobody's stake is left behind because a setting was changed.

    Raises:
        SheetError: a rule sheet of those asked for is wrong, or viewers hold a rank there is none of.
    """
    for table_id in table_ids:
        name = room_of(table_id)
        await _room(floor, name, floor.settings.points.get(name, MAIN_ECONOMY))
        await bring(floor, table_id, supply(table_id) if supply is not None else None)
    for row in await floor.store.tables():
        if row.round_open and row.id not in table_ids:
            try:
                await _bring_left(floor, row, supply)
            except SheetError as error:
                log.error(
                    "a round stays open: its table cannot be played any more", table=row.id, why=str(error)
                )


async def _bring_left(floor: Floor, row: TableRow, supply: Callable[[str], Supply] | None) -> None:
    room = await _room(floor, room_of(row.id), row.economy)
    if room.economy.id == row.economy:
        await bring(floor, row.id, supply(row.id) if supply is not None else None)
    else:
        await _move_out(floor, row)


async def _room(floor: Floor, name: str, points: str) -> Room:
    """The room of that name; one that is new plays for these points."""
    return floor.rooms.get(name) or floor.rooms.add(Room(name, await _economy(floor, points)))


async def bring(floor: Floor, table_id: str, supply: Supply | None = None) -> None:
    """Brings a table into its room, from the store or new; it does not go on yet.

    Raises:
        SheetError: its rule sheet is wrong.
    """
    room = floor.rooms.of(table_id)
    row = await _row(floor, table_id)
    if row is not None and row.economy != room.economy.id:
        await _move_out(floor, row)
        row = await _row(floor, table_id)
    actor = await _actor(floor, room, table_id, row, supply)
    floor.actors[table_id] = room.actors[table_id] = actor
    room.focus = room.focus or table_id


async def _row(floor: Floor, table_id: str) -> TableRow | None:
    return next((one for one in await floor.store.tables(closed=True) if one.id == table_id), None)


async def _economy(floor: Floor, name: str) -> Economy:
    if name not in floor.economies:
        await floor.make_economy(name).load(floor.store, floor.now())
    return floor.economies[name]


async def _actor(
    floor: Floor, room: Room, table_id: str, row: TableRow | None, supply: Supply | None
) -> TableActor:
    economy = room.economy
    found = await recover(floor.store, row, floor.sheets.read(sheet_of(table_id)))
    home = Home(
        id=table_id,
        economy=economy.id,
        channel=(PRACTICE_CHANNEL, room.practice),
        store=floor.store,
        people=economy.people,
        ladder=economy.ladder,
        seasons=economy.seasons,
        identity=economy.identity,
        at_stake=economy.at_stake,
        scribe=economy.rules.scribe,
        now=floor.now,
        delay=lambda platform: floor.delays.get(platform, 0.0),
        away=floor.away,
        calibration=floor.calibration,
        channel_on=lambda platform: floor.rooms.channel_on(room, platform),
        games=floor.sheets.listed,
    )
    actor = TableActor(
        home,
        found.book,
        supply or await _supply(floor, table_id),
        lambda: floor.sheets.next(actor.book.table.game),
        lambda wait: clock_job(economy.rules, wait),
        floor.publish,
    )
    await _know_players(floor, actor)
    if found.trouble is not None:
        log.error("the running round will be voided", table=table_id, why=found.trouble)
        floor.troubles[table_id] = found.trouble
    return actor


async def _supply(floor: Floor, table_id: str) -> VerifiableSupply:
    shoes = await floor.store.shoes(table_id)
    return VerifiableSupply(Seeds(int(s.id), s.server_seed, s.client_seed, s.version) for s in shoes)


async def _know_players(floor: Floor, actor: TableActor) -> None:
    """Everybody at the table is known by name, and their balances to the writer, before it goes on."""
    people = actor.home.people

    async def load(tx: Tx) -> None:
        for account in sorted(players_of(actor.book)):
            people.meet(await tx.holder(account))
        for person in people.all():
            await tx.load([AccountId(int(person.player))])

    await floor.store.do(load)


async def _move_out(floor: Floor, row: TableRow) -> None:
    """Closes a table that plays for other points from now on; a running round's stakes go back."""
    log.warning("a table changes its points", table=row.id, was=row.economy)
    room = Room(room_of(row.id), await _economy(floor, row.economy))
    actor = await _actor(floor, room, row.id, row, None)
    floor.troubles.pop(row.id, None)
    actor.start()
    await actor.ask("move out", _clear)
    await actor.stop()


async def _clear(actor: TableActor, tx: Tx, outcome: Outcome) -> None:
    step = actor.begin(tx, "house")
    if actor.book.table.live is not None:
        step.do(Void(RECOVERY))
    if not actor.book.table.closed:
        step.do(TableOpen(on=False))
    if step.entries:
        await actor.finish(tx, step, outcome)
