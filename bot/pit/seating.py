"""Seats and queue (rulings 2): who sits where, who waits, who goes when. Folds over :class:`TableState`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from bot.games.blackjack.actions import House, Retract, Withdraw
from bot.games.contract import NOBODY, Event, IllegalAction, PlayerId
from bot.games.spots import Lift
from bot.games.stud import Lift as TakeBack
from bot.pit import events as happened
from bot.pit.entries import (
    Ban,
    CannotPay,
    Claim,
    Entry,
    HouseSeat,
    Join,
    Kick,
    Leave,
    MoveInQueue,
    SeatAt,
    TableOpen,
    Thing,
)
from bot.pit.orders import Orders
from bot.pit.rounds import AloneRound, SeatedRound
from bot.pit.state import MINUTE_MS, Seat, TableState


def join(table: TableState, entry: Entry, said: Join) -> list[Event]:
    """参加: a free seat, or the end of the queue; a viewer who was leaving stays after all."""
    if said.player in table.banned:
        raise IllegalAction("banned")
    seat = table.seat_of(said.player)
    if seat is not None:
        if not table.seats[seat].leaving:
            raise IllegalAction("already_seated", seat=seat)
        if table.seats[seat].sent_off:
            raise IllegalAction("already_leaving")
        leaving = table.seats_of(said.player)
        for one in leaving:
            table.seats[one].leaving = False
        return [happened.SeatStays(one, said.player) for one in leaving]
    if said.player in table.queue:
        raise IllegalAction("already_queued", place=table.queue.index(said.player) + 1)
    table.queue.append(said.player)
    seated = fill_seats(table, entry.at)
    if seated:
        return seated
    return [happened.Queued(said.player, len(table.queue))]


def claim(table: TableState, entry: Entry, said: Claim) -> list[Event]:
    """A viewer takes a free seat by betting on it (rulings 10.2)."""
    if said.player in table.banned:
        raise IllegalAction("banned")
    if said.seat not in table.free_seats:
        raise IllegalAction("seat_taken", seat=said.seat)
    if said.player in table.queue:
        table.queue.remove(said.player)
    table.seats[said.seat] = Seat(said.player, entry.at)
    return [happened.Seated(said.seat, said.player)]


def cannot_pay(table: TableState, entry: Entry, found: CannotPay) -> list[Event]:
    """Whoever has not the points for the least bet leaves when bets open (rulings 2.5)."""
    if found.seat not in table.seats:
        raise IllegalAction("seat_empty", seat=found.seat)
    return vacate(table, entry, found.seat, "cannot_pay")


def leave(table: TableState, entry: Entry, said: Leave) -> list[Event]:
    """退席: out of the queue, or off the seat."""
    if said.player in table.queue:
        table.queue.remove(said.player)
        return [happened.Unqueued(said.player)]
    if table.style != "seats" and table.takes_part(said.player):
        return give_up(table, said.player)
    if backs(table, said.player):
        table.gone.add(said.player)
        if not table.seats_of(said.player):
            return []
    seats = table.seats_of(said.player)
    staying = [seat for seat in seats if not table.seats[seat].leaving]
    if not staying:
        raise IllegalAction("already_leaving" if seats else "not_seated")
    events = take_all_back(table, said.player)
    return events + [event for seat in staying for event in vacate(table, entry, seat, "left")]


def backs(table: TableState, player: PlayerId) -> bool:
    """Whether a bet of the player's goes on behind a seat in a round that is dealt (rulings 10.3)."""
    return table.live is not None and table.live.phase != "betting" and bool(table.live.backs(player))


def give_up(table: TableState, player: PlayerId) -> list[Event]:
    """Whoever goes where nobody sits: what still can be taken back is, and a game that runs goes on without
    them (rulings 2.2)."""
    if table.live is None or not table.takes_part(player):
        return []
    if table.style == "spots":
        return table.live.apply(Lift(player)) if table.live.phase == "betting" else []
    alone = cast(AloneRound, table.live)
    if "cancel" in alone.legal(player):
        return alone.apply(TakeBack(player))
    table.auto.add((alone.game_of(player) or 0, 0))
    return []


def take_all_back(table: TableState, player: PlayerId) -> list[Event]:
    """Whoever goes while bets are open takes along what they laid beside other seats, too (rulings 2.2)."""
    live = table.live
    if live is None or live.phase != "betting" or not live.laid_beside(player):
        return []
    return live.apply(Retract(player))


def kick(table: TableState, entry: Entry, said: Kick) -> list[Event]:
    """The dealer frees a seat, as if its viewer had left."""
    if said.seat not in table.seats:
        raise IllegalAction("seat_empty", seat=said.seat)
    return vacate(table, entry, said.seat, "kicked")


def vacate(table: TableState, entry: Entry, seat: int, why: str) -> list[Event]:
    """Takes the bet back while bets are open; a hand that is dealt is auto-played first (rulings 2.2)."""
    held = table.seats[seat]
    if table.has_cards(seat):
        if held.leaving:
            raise IllegalAction("already_leaving")
        held.leaving = True
        held.sent_off = why != "left"
        table.orders.clear(seat)
        return [happened.SeatLeaving(seat, held.player)]
    events: list[Event] = []
    if table.live is not None and (seat in table.live.boxes or table.live.beside(seat)):
        events += table.live.apply(Withdraw(seat))
    return events + free(table, seat, why) + fill_seats(table, entry.at)


def free(table: TableState, seat: int, why: str) -> list[Event]:
    """Nobody holds the seat any more."""
    held = table.seats.pop(seat)
    table.orders.clear(seat)
    return [happened.SeatFreed(seat, held.player, why)]


def fill_seats(table: TableState, at: int) -> list[Event]:
    """A free seat goes to the head of the queue (rulings 2.2)."""
    events: list[Event] = []
    for seat in table.free_seats:
        if not table.queue:
            break
        player = table.queue.pop(0)
        table.seats[seat] = Seat(player, at)
        events.append(happened.Seated(seat, player))
    return events


def seat_at(table: TableState, entry: Entry, order: SeatAt) -> list[Event]:
    """The dealer puts a viewer on a free seat."""
    if not 1 <= order.seat <= table.sheet.seats:
        raise IllegalAction("no_such_seat", seat=order.seat, seats=table.sheet.seats)
    if order.seat in table.seats:
        raise IllegalAction("seat_taken", seat=order.seat)
    if order.player in table.banned:
        raise IllegalAction("banned")
    old = table.seats_of(order.player)
    for seat in old:
        if table.live is not None and (seat in table.live.boxes or table.live.beside(seat)):
            raise IllegalAction("in_a_round", seat=seat)
    events: list[Event] = [event for seat in old for event in free(table, seat, "moved")]
    if order.player in table.queue:
        table.queue.remove(order.player)
    table.seats[order.seat] = Seat(order.player, entry.at)
    return [*events, happened.Seated(order.seat, order.player), *fill_seats(table, entry.at)]


def house(table: TableState, entry: Entry, taken: HouseSeat) -> list[Event]:
    """放送ディーラー takes a free seat (rulings 8.1)."""
    if not 1 <= taken.seat <= table.sheet.seats:
        raise IllegalAction("no_such_seat", seat=taken.seat, seats=table.sheet.seats)
    if not table.house_allowed:
        raise IllegalAction("no_house_seats")
    if taken.seat in table.seats:
        raise IllegalAction("seat_taken", seat=taken.seat)
    events: list[Event] = [happened.HouseTookSeat(taken.seat)]
    if table.live is not None and table.live.phase == "betting":
        events += table.live.apply(House(taken.seat))
    table.seats[taken.seat] = Seat(NOBODY, entry.at, house=True)
    return events


def fit_seats(table: TableState, at: int) -> list[Event]:
    """After a change of game: who sits on a seat that is no more waits first in line."""
    events: list[Event] = []
    for seat in sorted(table.seats, reverse=True):
        held = table.seats[seat]
        too_many = len(table.seats_of(held.player)) > table.seats_each
        if seat > table.sheet.seats or too_many or (held.house and not table.house_allowed):
            events += free(table, seat, "moved")
            if not held.house and not held.leaving and not table.seats_of(held.player):
                table.queue.insert(0, held.player)
    return events + fill_seats(table, at)


def count_sit_outs(table: TableState, at: int) -> list[Event]:
    """The second round in a row without a bet frees the seat at the close (rulings 2.5)."""
    assert table.round is not None
    events: list[Event] = []
    for seat, held in sorted(table.seats.items()):
        if held.house:
            continue
        box = table.round.boxes.get(seat)
        held.sat_out = held.sat_out + 1 if box is None or box.player != held.player else 0
        held.new = held.new and held.sat_out > 0
        if held.new and table.by_betting:
            events += free(table, seat, "no_bet")
        elif held.sat_out >= table.sheet.sit_out_rounds:
            events += free(table, seat, "sat_out")
    return events + (fill_seats(table, at) if events else [])


def uncount_sit_outs(table: TableState, voided: SeatedRound) -> None:
    """A round that is called off was nobody's to sit out."""
    for seat, held in table.seats.items():
        box = voided.boxes.get(seat)
        if held.sat_out and (box is None or box.player != held.player):
            held.sat_out -= 1


def after_round(table: TableState, at: int) -> list[Event]:
    """Who leaves when the round is settled: leavers, joker seats, seats whose time ran out (rulings
    2.3)."""
    freed: list[Event] = []
    for seat, held in sorted(table.seats.items()):
        if held.leaving:
            freed += free(table, seat, "left")
        elif seat in table.lost and not held.house:
            freed += free(table, seat, "joker")
        elif table.sheet.exit == "time" and not held.house and time_is_up(table, held, at):
            freed += free(table, seat, "time")
        else:
            held.rounds += 1
    if table.lost and all(held.house for held in table.seats.values()):
        table.shoe.shuffle_due = True  # a joker has emptied the table (rulings 6.8)
    table.orders = Orders()
    table.auto.clear()
    return freed + fill_seats(table, at) + make_room(table, at)


def make_room(table: TableState, at: int) -> list[Event]:
    """Whoever had their rounds makes room for those who still wait, the longest seated first, and waits
    at the end of the queue."""
    most = table.sheet.rounds_per_seat
    had = [n for n, held in table.seats.items() if most and held.rounds >= most and not held.house]
    had.sort(key=lambda number: (-table.seats[number].rounds, number))
    going = had[: len(table.queue)]
    players = list(dict.fromkeys(table.seats[seat].player for seat in going))
    events = [event for seat in going for event in free(table, seat, "rounds")]
    players = [player for player in players if not table.seats_of(player)]
    table.queue += players
    events += fill_seats(table, at)
    return events + [happened.Queued(player, table.queue.index(player) + 1) for player in players]


def time_is_up(table: TableState, held: Seat, at: int) -> bool:
    """Whether a seat has been held as long as the sheet allows (rulings 2.3)."""
    return at - held.since >= table.sheet.seat_minutes * MINUTE_MS


def ban(table: TableState, entry: Entry, said: Ban) -> list[Event]:
    """A viewer may not sit here any more, or may again; a seated one leaves as by their own word."""
    if (said.player in table.banned) == said.on:
        raise IllegalAction("banned" if said.on else "not_banned")
    if not said.on:
        table.banned.remove(said.player)
        return [happened.Banned(said.player, on=False)]
    table.banned.add(said.player)
    events: list[Event] = [happened.Banned(said.player, on=True)]
    if said.player in table.queue:
        table.queue.remove(said.player)
        events.append(happened.Unqueued(said.player))
    events += take_all_back(table, said.player) if table.style == "seats" else give_up(table, said.player)
    for seat in table.seats_of(said.player):
        if not table.seats[seat].leaving:
            events += vacate(table, entry, seat, "banned")
    return events


def move_in_queue(table: TableState, entry: Entry, move: MoveInQueue) -> list[Event]:
    """The dealer gives a waiting viewer another place."""
    if move.player not in table.queue:
        raise IllegalAction("not_queued")
    place = min(max(1, move.place), len(table.queue))
    table.queue.remove(move.player)
    table.queue.insert(place - 1, move.player)
    return [happened.QueueMoved(move.player, place)]


def table_open(table: TableState, entry: Entry, opening: TableOpen) -> list[Event]:
    """The table is put on the floor or taken off; who sat there gets up."""
    if table.live is not None:
        raise IllegalAction("round_running", phase=table.phase)
    if table.closed != opening.on:
        raise IllegalAction("table_is_open" if opening.on else "table_is_closed")
    table.closed = not opening.on
    events: list[Event] = [happened.TableOpened(opening.on)]
    if table.closed:
        table.round = None
        events += [happened.Unqueued(player) for player in table.queue]
        table.queue = []
        for seat in sorted(table.seats):
            events += free(table, seat, "table_closed")
    return events


FOLDS: Mapping[type[Thing], Callable[[TableState, Entry, Any], list[Event]]] = {
    Join: join,
    Claim: claim,
    CannotPay: cannot_pay,
    Leave: leave,
    Kick: kick,
    SeatAt: seat_at,
    HouseSeat: house,
    Ban: ban,
    MoveInQueue: move_in_queue,
    TableOpen: table_open,
}
"""The folds of what concerns seats and queue alone."""
