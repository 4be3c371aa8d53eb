"""What a platform's own moderators do to a viewer: a ban or a time-out silences them here, too.

The name is not shown, words kept in advance are dropped, a dealt hand plays by the auto rule and the seat is
given up after it (rulings 2.2, 2.4); nobody loses a stake by it. Who may speak again keeps a seat whose hand
is still being played by 「参加」. A deleted message undoes nothing: what it did is done.

Of a viewer who is linked, the account alone is silenced: what was said there in advance is dropped, and the
viewer goes on where they came from.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from bot.games.contract import PlayerId
from bot.pit.actor import TableActor
from bot.pit.entries import DropOrders, Leave, Thing
from bot.pit.people import Person
from bot.pit.silences import SOMEWHERE, User
from bot.pit.work import Outcome, Work
from bot.points import NotCounted, Tx

if TYPE_CHECKING:
    from bot.pit.economy import Economy
    from bot.pit.floor import Floor

ACTOR = "platform"


def banned(floor: Floor, platform: str, channel: str, user_id: str, seconds: float | None) -> None:
    """A platform has silenced somebody, for ``seconds`` or for ever."""
    room = floor.rooms.hearing(platform, channel)
    if room is None:
        return
    economy = room.economy
    economy.people.hide(platform, user_id)
    economy.silenced.begin((platform, user_id), channel, floor.now(), seconds, partial(_lift_in, economy))
    until = economy.silenced.until((platform, user_id))
    linked = economy.identity.alias(platform, user_id) is not None

    async def keep(_actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        await economy.identity.banned(tx, platform, user_id, until)
        outcome.changed = True

    async def stand_up(actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        outcome.changed = True  # the name is gone
        person = economy.people.of_user(platform, user_id)
        if person is None:
            return
        thing = _forgets(actor, person) if linked else _goes(actor, person.player)
        if thing is not None:
            step = actor.begin(tx, ACTOR)
            step.do(thing)
            await actor.finish(tx, step, outcome)
            seats = {number: seat.player for number, seat in actor.book.table.seats.items()}
            outcome.lines += actor.home.scribe.lines(step, seats)

    _everywhere(economy, "platform ban", keep, stand_up)


def resume(floor: Floor) -> None:
    """After a start: what still holds is known again, and time-outs end when they would have."""
    now = floor.now()
    for economy in floor.economies.values():
        for one in floor.store.silenced(economy.id):
            if one.why == "banned" and one.holds(now):
                who = (one.platform, one.user_id)
                seconds = (one.until - now) / 1000 if one.until else None
                economy.silenced.begin(who, SOMEWHERE, now, seconds, partial(_lift_in, economy))


def _goes(actor: TableActor, player: PlayerId) -> Thing | None:
    table = actor.book.table
    if table.style != "seats":
        return Leave(player) if table.takes_part(player) else None
    seat = table.seat_of(player)
    sits = seat is not None and not table.seats[seat].leaving
    return Leave(player) if sits or player in table.queue else None


def _forgets(actor: TableActor, person: Person) -> Thing | None:
    table = actor.book.table
    seat = table.seat_of(person.player)
    return DropOrders(seat, "silenced") if seat is not None and table.orders.of(seat) else None


def cleared(floor: Floor, platform: str, channel: str, user_id: str) -> None:
    """A platform lets somebody speak again."""
    room = floor.rooms.hearing(platform, channel)
    if room is not None:
        _lift_in(room.economy, (platform, user_id), channel, SOMEWHERE)  # that may have been this one


def _lift_in(economy: Economy, who: User, *channels: str) -> None:
    """One channel lets somebody speak again: they may if no other that shares the points silences them."""
    platform, user_id = who
    if economy.silenced.end(who, *channels):
        until = economy.silenced.until(who)

        async def keep(_actor: TableActor, tx: Tx, _outcome: Outcome) -> None:
            await economy.identity.banned(tx, platform, user_id, until)

        _everywhere(economy, "platform unban", keep)
        return
    economy.people.unhide(platform, user_id)

    async def lift(_actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        await economy.identity.cleared(tx, platform, user_id)
        outcome.changed = True

    async def redraw(_actor: TableActor, _tx: Tx, outcome: Outcome) -> None:
        outcome.changed = True

    _everywhere(economy, "platform unban", lift, redraw)


async def heard(floor: Floor, platform: str, channel: str, user_id: str) -> None:
    """Somebody wrote where nobody can who is silenced: that is over, and what they wrote counts."""
    room = floor.rooms.hearing(platform, channel)
    if room is None:
        return
    economy = room.economy
    if economy.people.hides(platform, user_id):
        _lift_in(economy, (platform, user_id), channel, SOMEWHERE)
    elif not economy.identity.silent(platform, user_id, floor.now()):
        return  # else the end of a time-out is still to be stored
    if not economy.people.hides(platform, user_id):
        with suppress(NotCounted):
            # It comes after the lift: once it is done, that is stored.
            await next(iter(economy.tables())).ask("platform heard", _nothing)


async def _nothing(_actor: TableActor, _tx: Tx, _outcome: Outcome) -> None:
    """A unit that only waits for those before it."""


def _everywhere(economy: Economy, name: str, once: Work, each: Work | None = None) -> None:
    """``once`` at the first table, then ``each`` at every one: all are units, in this order."""
    for number, actor in enumerate(economy.tables()):
        if number == 0:
            actor.tell(name, once)
        if each is not None:
            actor.tell(name, each)
