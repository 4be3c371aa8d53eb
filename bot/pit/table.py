"""A table is a fold over its journal (design 2): seats, queue, orders, sit-outs, shoe position and the round.

Pure: no clock, no store, no randomness. :meth:`Table.apply` takes one entry and returns the events; an
:class:`IllegalAction` leaves everything as it was. Undo and recovery build a fresh table from fewer entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, cast

from bot.amounts import Amount
from bot.games.blackjack.actions import House, Withdraw
from bot.games.contract import NOBODY, Action, Await, DealCard, Event, IllegalAction, PlayerId, Roll
from bot.games.registry import parse_sheet, start_round
from bot.games.sheet import TableSheet
from bot.pit import events as happened
from bot.pit.entries import (
    Act,
    AutoAdvance,
    Ban,
    CardSource,
    Closing,
    DropOrders,
    Entry,
    Give,
    HouseSeat,
    Join,
    Kick,
    Leave,
    MoveInQueue,
    NewShoe,
    NextGame,
    Open,
    Order,
    Pause,
    Promote,
    SeatAt,
    ShuffleDue,
    TableOpen,
    Thing,
    TimedOut,
    Void,
)
from bot.pit.orders import DECISIONS, Orders
from bot.pit.rounds import SeatedRound

MINUTE_MS = 60_000


@dataclass(slots=True)
class Seat:
    """Who holds a seat. ``player`` 0 with ``house`` is the house's; ``rounds`` were settled since they sat
    down."""

    player: PlayerId
    since: int
    sat_out: int = 0
    leaving: bool = False
    house: bool = False
    rounds: int = 0


class LastBet(NamedTuple):
    """A bet as it stood when bets closed: one amount per hand, and the side bets by name."""

    amounts: tuple[Amount, ...]
    side: tuple[tuple[str, Amount], ...]


@dataclass(slots=True)
class ShoeState:
    """The shoe on the table: its number (0: none yet), what it is made of, and how much of it is gone."""

    number: int = 0
    decks: int = 0
    jokers: int = 0
    cut: int = 0
    without: tuple[str, ...] = ()
    drawn: int = 0
    rolls: int = 0
    shuffle_due: bool = False

    @property
    def cards(self) -> int:
        """Cards it began with."""
        return self.decks * 52 + self.jokers - len(self.without)

    @property
    def left(self) -> int:
        """Cards still in the shoe."""
        return self.cards - self.drawn

    @property
    def finished(self) -> bool:
        """The cut card has shown, or the dealer wants a shuffle: a new shoe before the next round."""
        return self.number == 0 or self.shuffle_due or self.drawn >= self.cut


class Table:
    """The state of one table between two entries."""

    def __init__(self, sheet: TableSheet) -> None:
        self.sheet = sheet
        self.seats: dict[int, Seat] = {}
        self.queue: list[PlayerId] = []
        self.number = 0
        self.round: SeatedRound | None = None
        self.closing = False
        self.orders = Orders()
        self.auto: set[tuple[int, int]] = set()
        self.lost: set[int] = set()
        """Seats that a joker frees when the round is settled."""
        self.last_card_at: dict[tuple[int, int], int] = {}
        self.dealt: list[str] = []
        self.shoe = ShoeState()
        self.auto_advance = True
        self.source = "shoe"
        self.paused = False
        self.closed = False
        self.banned: set[PlayerId] = set()
        self.game = sheet.id
        """The rule sheet of the next round."""
        self.last_bets: dict[PlayerId, LastBet] = {}
        """What each player bet last, for 「同じ」 (rulings 5.2)."""

    # --- reading -------------------------------------------------------------------------------------------

    @property
    def phase(self) -> str:
        """``idle`` between rounds, else the round's own phase."""
        return "idle" if self.live is None else self.live.phase

    @property
    def live(self) -> SeatedRound | None:
        """The round, unless it is settled (a settled one stays for the view and for undo)."""
        return None if self.round is None or self.round.phase == "settled" else self.round

    def seat_of(self, player: PlayerId) -> int | None:
        """The seat a viewer holds."""
        return next((seat for seat, held in self.seats.items() if held.player == player != NOBODY), None)

    @property
    def passes(self) -> bool:
        """Whether the table goes round one action at a time (rulings 6.5)."""
        return getattr(self.sheet, "order", None) == "passes"

    @property
    def free_seats(self) -> tuple[int, ...]:
        """Seats nobody holds, from 1 (on the right of the screen, rulings 2.1)."""
        return tuple(seat for seat in range(1, self.sheet.seats + 1) if seat not in self.seats)

    def has_cards(self, seat: int) -> bool:
        """Whether the seat plays in a round whose bets are closed."""
        return self.live is not None and self.live.phase != "betting" and seat in self.live.boxes

    def minutes_left(self, held: Seat, now: int) -> int | None:
        """How long a seat is still held, in whole minutes begun; ``None`` where seats are not held by time or
        are the house's (rulings 2.3)."""
        if self.sheet.exit != "time" or held.house:
            return None
        return max(0, -(-(held.since + self.sheet.seat_minutes * MINUTE_MS - now) // MINUTE_MS))

    # --- folding -------------------------------------------------------------------------------------------

    def apply(self, entry: Entry) -> list[Event]:
        """Takes one entry.

        Raises:
            IllegalAction: it cannot be; nothing has changed.
        """
        return _FOLDS[type(entry.thing)](self, entry, entry.thing)

    def snapshot(self) -> dict[str, Any]:
        """All that outlives a round, JSON-ready; :meth:`restore` is its inverse."""
        return {
            "seats": {
                str(number): [seat.player, seat.since, seat.sat_out, seat.leaving, seat.house, seat.rounds]
                for number, seat in self.seats.items()
            },
            "queue": list(self.queue),
            "shoe": asdict(self.shoe) | {"without": list(self.shoe.without)},
            "auto_advance": self.auto_advance,
            "source": self.source,
            "paused": self.paused,
            "closed": self.closed,
            "banned": sorted(self.banned),
            "game": self.game,
            "last_bets": {str(player): list(bet) for player, bet in self.last_bets.items()},
        }

    def restore(self, held: Mapping[str, Any]) -> None:
        """Puts back what :meth:`snapshot` wrote."""
        self.seats = {int(number): Seat(*values) for number, values in held["seats"].items()}
        self.queue = list(held["queue"])
        self.shoe = ShoeState(**{**held["shoe"], "without": tuple(held["shoe"]["without"])})
        self.auto_advance = held["auto_advance"]
        self.source = held["source"]
        self.paused = held["paused"]
        self.closed = held.get("closed", False)
        self.banned = {PlayerId(player) for player in held["banned"]}
        self.game = held["game"]
        self.last_bets = {
            PlayerId(int(player)): LastBet(tuple(amounts), tuple((name, amount) for name, amount in side))
            for player, (amounts, side) in held["last_bets"].items()
        }

    # --- seats and queue (rulings 2) -----------------------------------------------------------------------

    def _join(self, entry: Entry, join: Join) -> list[Event]:
        if join.player in self.banned:
            raise IllegalAction("banned")
        seat = self.seat_of(join.player)
        if seat is not None:
            if not self.seats[seat].leaving:
                raise IllegalAction("already_seated", seat=seat)
            self.seats[seat].leaving = False
            return [happened.SeatStays(seat, join.player)]
        if join.player in self.queue:
            raise IllegalAction("already_queued", place=self.queue.index(join.player) + 1)
        self.queue.append(join.player)
        seated = self._fill_seats(entry.at)
        if seated:
            return seated
        return [happened.Queued(join.player, len(self.queue))]

    def _leave(self, entry: Entry, leave: Leave) -> list[Event]:
        if leave.player in self.queue:
            self.queue.remove(leave.player)
            return [happened.Unqueued(leave.player)]
        seat = self.seat_of(leave.player)
        if seat is None or self.seats[seat].leaving:
            raise IllegalAction("not_seated" if seat is None else "already_leaving")
        return self._vacate(entry, seat, "left")

    def _kick(self, entry: Entry, kick: Kick) -> list[Event]:
        if kick.seat not in self.seats:
            raise IllegalAction("seat_empty", seat=kick.seat)
        return self._vacate(entry, kick.seat, "kicked")

    def _vacate(self, entry: Entry, seat: int, why: str) -> list[Event]:
        """Takes the bet back while bets are open; a hand that is dealt is auto-played first (rulings 2.2)."""
        held = self.seats[seat]
        if self.has_cards(seat):
            if held.leaving:
                raise IllegalAction("already_leaving")
            held.leaving = True
            self.orders.clear(seat)
            return [happened.SeatLeaving(seat, held.player)]
        events: list[Event] = []
        if self.live is not None and seat in self.live.boxes:
            events += self.live.apply(Withdraw(seat))
        return events + self._free(seat, why) + self._fill_seats(entry.at)

    def _free(self, seat: int, why: str) -> list[Event]:
        held = self.seats.pop(seat)
        self.orders.clear(seat)
        return [happened.SeatFreed(seat, held.player, why)]

    def _fill_seats(self, at: int) -> list[Event]:
        """A free seat goes to the head of the queue (rulings 2.2)."""
        events: list[Event] = []
        for seat in self.free_seats:
            if not self.queue:
                break
            player = self.queue.pop(0)
            self.seats[seat] = Seat(player, at)
            events.append(happened.Seated(seat, player))
        return events

    def _seat_at(self, entry: Entry, order: SeatAt) -> list[Event]:
        if not 1 <= order.seat <= self.sheet.seats:
            raise IllegalAction("no_such_seat", seat=order.seat, seats=self.sheet.seats)
        if order.seat in self.seats:
            raise IllegalAction("seat_taken", seat=order.seat)
        if order.player in self.banned:
            raise IllegalAction("banned")
        old = self.seat_of(order.player)
        if old is not None and self.live is not None and old in self.live.boxes:
            raise IllegalAction("in_a_round", seat=old)
        events: list[Event] = self._free(old, "moved") if old is not None else []
        if order.player in self.queue:
            self.queue.remove(order.player)
        self.seats[order.seat] = Seat(order.player, entry.at)
        return [*events, happened.Seated(order.seat, order.player), *self._fill_seats(entry.at)]

    def _house(self, entry: Entry, house: HouseSeat) -> list[Event]:
        if not 1 <= house.seat <= self.sheet.seats:
            raise IllegalAction("no_such_seat", seat=house.seat, seats=self.sheet.seats)
        if not self._house_allowed:
            raise IllegalAction("no_house_seats")
        if house.seat in self.seats:
            raise IllegalAction("seat_taken", seat=house.seat)
        events: list[Event] = [happened.HouseTookSeat(house.seat)]
        if self.live is not None and self.live.phase == "betting":
            events += self.live.apply(House(house.seat))
        self.seats[house.seat] = Seat(NOBODY, entry.at, house=True)
        return events

    # --- rounds --------------------------------------------------------------------------------------------

    def _open(self, entry: Entry, opening: Open) -> list[Event]:
        if self.live is not None:
            raise IllegalAction("round_running", phase=self.phase)
        self.sheet = parse_sheet(opening.sheet)
        self.restore(opening.table)
        moved = self._fit_seats(entry.at)
        self.number = opening.number
        self.round = cast(SeatedRound, start_round(self.sheet))
        self.closing = False
        self.orders = Orders()
        self.auto.clear()
        self.lost.clear()
        self.last_card_at.clear()
        self.dealt = []
        events: list[Event] = [*moved, happened.RoundOpened(opening.number)]
        for seat, held in sorted(self.seats.items()):
            if held.house:
                events += self.round.apply(House(seat))
        return events

    def _fit_seats(self, at: int) -> list[Event]:
        """After a change of game: who sits on a seat that is no more waits first in line."""
        events: list[Event] = []
        for seat in sorted(self.seats, reverse=True):
            if seat > self.sheet.seats or (self.seats[seat].house and not self._house_allowed):
                held = self.seats[seat]
                events += self._free(seat, "moved")
                if not held.house and not held.leaving:
                    self.queue.insert(0, held.player)
        return events + self._fill_seats(at)

    @property
    def _house_allowed(self) -> bool:
        return bool(getattr(self.sheet, "house_seats", False))

    def _closing(self, entry: Entry, closing: Closing) -> list[Event]:
        if self.phase != "betting":
            raise IllegalAction("bets_not_open", phase=self.phase)
        self.closing = True
        return [happened.RoundClosing(self.number)]

    def _act(self, entry: Entry, act: Act) -> list[Event]:
        playing = self.live
        if playing is None:
            raise IllegalAction("no_round")
        if isinstance(act.action, DealCard) and act.drawn and self.shoe.left <= 0:
            raise IllegalAction("shoe_empty")
        events = playing.apply(act.action)
        self._count_drawn(act)
        self._follow(entry, act.action, events)
        if act.action.kind == "close":
            events += self._count_sit_outs(entry.at)
            for box in playing.boxes.values():
                if box.player != NOBODY:
                    self.last_bets[box.player] = LastBet(box.amounts, box.side)
        if playing.phase == "settled":
            events += self._after_round(entry.at)
        return events

    def _count_drawn(self, act: Act) -> None:
        if isinstance(act.action, DealCard) and act.action.card is not None:
            self.dealt.append(act.action.card.text)
        if act.drawn and isinstance(act.action, DealCard):
            self.shoe.drawn += 1
        elif act.drawn and isinstance(act.action, Roll):
            self.shoe.rolls += 1

    def _follow(self, entry: Entry, action: Action, events: Sequence[Event]) -> None:
        """Keeps orders, auto-played hands and card times in step with what the round did."""
        for event in events:
            kind = type(event).__name__
            if kind == "Acted":
                seat, hand = event.seat, event.hand  # type: ignore[attr-defined]
                if event.move in DECISIONS and self.round is not None:  # type: ignore[attr-defined]
                    self.orders.decided(seat, self.round.open_hands(seat))
                else:
                    self.orders.used(seat, hand)
            elif kind == "HandSplit":
                seat, hand = event.seat, event.hand  # type: ignore[attr-defined]
                self.orders.split(seat, hand)
                self.auto = {(s, h + 1 if s == seat and h > hand else h) for s, h in self.auto}
                if (seat, hand) in self.auto:
                    self.auto.add((seat, hand + 1))
            elif kind == "Dealt" and event.seat:  # type: ignore[attr-defined]
                self.last_card_at[event.seat, event.hand] = entry.at  # type: ignore[attr-defined]
            elif kind == "SeatLost":
                self.lost.add(event.seat)  # type: ignore[attr-defined]

    def _count_sit_outs(self, at: int) -> list[Event]:
        """The second round in a row without a bet frees the seat at the close (rulings 2.5)."""
        assert self.round is not None
        events: list[Event] = []
        for seat, held in sorted(self.seats.items()):
            if held.house:
                continue
            held.sat_out = 0 if seat in self.round.boxes else held.sat_out + 1
            if held.sat_out >= self.sheet.sit_out_rounds:
                events += self._free(seat, "sat_out")
        return events + (self._fill_seats(at) if events else [])

    def _after_round(self, at: int) -> list[Event]:
        """Who leaves when the round is settled: leavers, joker seats, seats whose time ran out (rulings
        2.3)."""
        freed: list[Event] = []
        for seat, held in sorted(self.seats.items()):
            if held.leaving:
                freed += self._free(seat, "left")
            elif seat in self.lost:
                freed += self._free(seat, "joker")
            elif self.sheet.exit == "time" and not held.house and self._time_is_up(held, at):
                freed += self._free(seat, "time")
            else:
                held.rounds += 1
        self.orders = Orders()
        self.auto.clear()
        return freed + self._fill_seats(at) + self._make_room(at)

    def _make_room(self, at: int) -> list[Event]:
        """Whoever had their rounds makes room for those who still wait, the longest seated first, and waits
        at the end of the queue."""
        most = self.sheet.rounds_per_seat
        had = [n for n, held in self.seats.items() if most and held.rounds >= most and not held.house]
        had.sort(key=lambda number: (-self.seats[number].rounds, number))
        going = had[: len(self.queue)]
        players = [self.seats[seat].player for seat in going]
        events = [event for seat in going for event in self._free(seat, "rounds")]
        self.queue += players
        events += self._fill_seats(at)
        return events + [happened.Queued(player, self.queue.index(player) + 1) for player in players]

    def _time_is_up(self, held: Seat, at: int) -> bool:
        return at - held.since >= self.sheet.seat_minutes * MINUTE_MS

    def _void(self, entry: Entry, void: Void) -> list[Event]:
        if self.round is None:
            raise IllegalAction("no_round")
        self.round = None
        self.closing = False
        self.orders = Orders()
        self.auto.clear()
        freed: list[Event] = []
        for seat, held in sorted(self.seats.items()):
            if held.leaving:
                freed += self._free(seat, "left")
        return [happened.RoundVoided(self.number, void.why), *freed, *self._fill_seats(entry.at)]

    # --- orders, clock, shoe, settings ---------------------------------------------------------------------

    def _order(self, entry: Entry, order: Order) -> list[Event]:
        self.orders.keep(order.seat, order.moves)
        self.auto -= {(order.seat, hand) for hand, _ in order.moves}
        return [happened.OrderKept(order.seat, hand, move) for hand, move in order.moves]

    def _drop(self, entry: Entry, drop: DropOrders) -> list[Event]:
        self.orders.clear(drop.seat)
        return [happened.OrderDropped(drop.seat, drop.why)]

    def _timed_out(self, entry: Entry, timeout: TimedOut) -> list[Event]:
        self.auto |= {(timeout.seat, hand) for hand in timeout.hands}
        return [happened.SeatTimedOut(timeout.seat)]

    def _new_shoe(self, entry: Entry, shoe: NewShoe) -> list[Event]:
        self.shoe = ShoeState(shoe.shoe, shoe.decks, shoe.jokers, shoe.cut, shoe.without)
        return [happened.ShoeBrought(shoe.shoe, self.shoe.cards)]

    def _shuffle(self, entry: Entry, shuffle: ShuffleDue) -> list[Event]:
        self.shoe.shuffle_due = True
        return []

    def _auto_advance(self, entry: Entry, auto: AutoAdvance) -> list[Event]:
        self.auto_advance = auto.on
        return []

    def _table_open(self, entry: Entry, table: TableOpen) -> list[Event]:
        if self.live is not None:
            raise IllegalAction("round_running", phase=self.phase)
        if self.closed != table.on:
            raise IllegalAction("table_is_open" if table.on else "table_is_closed")
        self.closed = not table.on
        events: list[Event] = [happened.TableOpened(table.on)]
        if self.closed:
            events += [happened.Unqueued(player) for player in self.queue]
            self.queue = []
            for seat in sorted(self.seats):
                events += self._free(seat, "table_closed")
        return events

    def _pause(self, entry: Entry, pause: Pause) -> list[Event]:
        self.paused = pause.on
        return [happened.Paused(pause.on)]

    def _ban(self, entry: Entry, ban: Ban) -> list[Event]:
        if (ban.player in self.banned) == ban.on:
            raise IllegalAction("banned" if ban.on else "not_banned")
        if not ban.on:
            self.banned.remove(ban.player)
            return [happened.Banned(ban.player, on=False)]
        self.banned.add(ban.player)
        events: list[Event] = [happened.Banned(ban.player, on=True)]
        if ban.player in self.queue:
            self.queue.remove(ban.player)
            events.append(happened.Unqueued(ban.player))
        seat = self.seat_of(ban.player)
        if seat is not None and not self.seats[seat].leaving:
            events += self._vacate(entry, seat, "banned")
        return events

    def _move_in_queue(self, entry: Entry, move: MoveInQueue) -> list[Event]:
        if move.player not in self.queue:
            raise IllegalAction("not_queued")
        place = min(max(1, move.place), len(self.queue))
        self.queue.remove(move.player)
        self.queue.insert(place - 1, move.player)
        return [happened.QueueMoved(move.player, place)]

    def _next_game(self, entry: Entry, game: NextGame) -> list[Event]:
        self.game = game.sheet
        return [happened.GameChosen(game.sheet)]

    def _source(self, entry: Entry, source: CardSource) -> list[Event]:
        if self.live is not None and self.live.awaiting.what is not Await.BETS:
            raise IllegalAction("round_running", phase=self.phase)
        self.source = source.source
        return []

    def _give(self, entry: Entry, give: Give) -> list[Event]:
        return [happened.Given(give.player, give.amount, give.kind)]

    def _promote(self, entry: Entry, promote: Promote) -> list[Event]:
        return [happened.Promoted(promote.player, promote.rank, promote.was)]


_FOLDS: Mapping[type[Thing], Callable[[Table, Entry, Any], list[Event]]] = {
    Join: Table._join,
    Leave: Table._leave,
    Kick: Table._kick,
    SeatAt: Table._seat_at,
    HouseSeat: Table._house,
    Open: Table._open,
    Closing: Table._closing,
    Act: Table._act,
    Order: Table._order,
    DropOrders: Table._drop,
    TimedOut: Table._timed_out,
    Void: Table._void,
    NewShoe: Table._new_shoe,
    ShuffleDue: Table._shuffle,
    AutoAdvance: Table._auto_advance,
    CardSource: Table._source,
    Pause: Table._pause,
    TableOpen: Table._table_open,
    Ban: Table._ban,
    MoveInQueue: Table._move_in_queue,
    NextGame: Table._next_game,
    Give: Table._give,
    Promote: Table._promote,
}


def ends_round(table: Table, entry: Entry) -> bool:
    """Whether ``entry``, just applied to ``table``, settled the round (a void does not: it takes it back)."""
    return isinstance(entry.thing, Act) and table.live is None


def fold(sheet: TableSheet, entries: Sequence[Entry]) -> Table:
    """The table that these entries make."""
    table = Table(sheet)
    for entry in entries:
        table.apply(entry)
    return table
