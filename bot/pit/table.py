"""A table is a fold over its journal (design 2): seats, queue, orders, sit-outs, shoe position and the round.

Pure: no clock, no store, no randomness. :meth:`Table.apply` takes one entry and returns the events; an
:class:`IllegalAction` leaves everything as it was. Undo and recovery build a fresh table from fewer entries.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from bot.games.blackjack.actions import House
from bot.games.contract import (
    NOBODY,
    Action,
    Await,
    Begins,
    DealCard,
    Event,
    IllegalAction,
    Reels,
    Roll,
    Spin,
)
from bot.games.registry import parse_sheet, start_round
from bot.games.sheet import TableSheet
from bot.pit import events as happened
from bot.pit import seating
from bot.pit.entries import (
    CANCELLED,
    Act,
    AutoAdvance,
    Burn,
    CardSource,
    Claim,
    Closing,
    DropOrders,
    Entry,
    Give,
    HouseSeat,
    Join,
    KeepFollow,
    NewShoe,
    NextGame,
    Open,
    Order,
    Pause,
    Promote,
    SeatAt,
    ShuffleDue,
    Thing,
    TimedOut,
    Void,
)
from bot.pit.orders import DECISIONS, SEAT_LIST, Orders
from bot.pit.rounds import AloneRound, SeatedRound, SpotRound
from bot.pit.state import LastBet, ShoeState, TableState


class Table(TableState):
    """A :class:`TableState` that entries are folded into."""

    _carried_before: Mapping[str, dict[str, Any]] = {}
    """What the running round began with: a void puts it back."""

    def apply(self, entry: Entry) -> list[Event]:
        """Takes one entry.

        Raises:
            IllegalAction: it cannot be; nothing has changed.
        """
        if self.closed and isinstance(entry.thing, _ON_THE_FLOOR):
            raise IllegalAction("table_is_closed")
        return _FOLDS[type(entry.thing)](self, entry, entry.thing)

    def _open(self, entry: Entry, opening: Open) -> list[Event]:
        if self.live is not None:
            raise IllegalAction("round_running", phase=self.phase)
        self.sheet = parse_sheet(opening.sheet)
        self.restore(opening.table)
        self._carried_before = dict(self.carried)
        moved = seating.fit_seats(self, entry.at)
        self.number = opening.number
        self.round = cast(SeatedRound, start_round(self.sheet, self.carried.get(self.sheet.id)))
        self.decks.clear()
        self.asked_at.clear()
        self.closing = False
        self.orders = Orders()
        self.auto.clear()
        self.lost.clear()
        self.gone.clear()
        self.last_card_at.clear()
        self.dealt = []
        events: list[Event] = [*moved, happened.RoundOpened(opening.number)]
        for seat, held in sorted(self.seats.items()):
            if held.house:
                events += self.round.apply(House(seat))
        return events

    def _closing(self, entry: Entry, closing: Closing) -> list[Event]:
        if self.phase != "betting" and not (self.style == "alone" and self.live is not None):
            raise IllegalAction("bets_not_open", phase=self.phase)
        self.closing = True
        return [happened.RoundClosing(self.number)]

    def _act(self, entry: Entry, act: Act) -> list[Event]:
        playing = self.live
        if playing is None:
            raise IllegalAction("no_round")
        slot = playing.awaiting.slot
        shoe = self.deck(slot.seat if slot is not None else 0)
        if isinstance(act.action, DealCard) and act.drawn and shoe.left <= 0:
            raise IllegalAction("shoe_empty")
        closing = act.action.kind == "close" and playing.phase == "betting"
        stand_ins = self._stand_ins(playing) if closing else []
        events = [*stand_ins, *playing.apply(act.action)]
        self._count_drawn(act, shoe)
        self._follow(entry, act.action, events)
        events += self._drop_surplus(playing)
        if act.action.kind == "close":
            events += seating.count_sit_outs(self, entry.at)
            self._keep_last_bets(playing)
        if self.style == "alone":
            if isinstance(act.action, Begins):
                self.last_bets[act.action.player] = LastBet(act.action.parts, (), game=self.sheet.game)
            waiting = cast(AloneRound, playing).waiting
            self.asked_at = {game: self.asked_at.get(game, entry.at) for game in waiting}
        if playing.phase == "settled":
            events += seating.after_round(self, entry.at)
            if playing.carried:
                self.carried[self.sheet.id] = dict(playing.carried)
        return events

    def _stand_ins(self, playing: SeatedRound) -> list[Event]:
        """At a table that needs every seat the house plays this round for whoever sits there without a bet
        (rulings 2.5, 8.1); an empty seat stops the deal."""
        bets = any(box.player != NOBODY for box in playing.boxes.values())
        if not bets or not getattr(self.sheet, "full_table", False):
            return []
        if self.free_seats:
            raise IllegalAction("seats_missing", seats=self.free_seats)
        without = [seat for seat in sorted(self.seats) if seat not in playing.boxes]
        return [event for seat in without for event in playing.apply(House(seat))]

    def _keep_last_bets(self, playing: SeatedRound) -> None:
        for box in playing.boxes.values():
            if box.player != NOBODY:
                self.last_bets[box.player] = LastBet(box.amounts, box.side, game=self.sheet.game)
        seated = {box.player for box in playing.boxes.values()}
        for player in playing.staked:
            if laid := playing.laid_beside(player):
                last = self.last_bets[player] if player in seated else LastBet((), (), game=self.sheet.game)
                self.last_bets[player] = last._replace(beside=laid)
        if self.style == "spots":
            spots = cast(SpotRound, playing)
            for player in spots.staked:
                self.last_bets[player] = LastBet((), tuple(spots.laid(player).items()), game=self.sheet.game)

    def _count_drawn(self, act: Act, shoe: ShoeState) -> None:
        if isinstance(act.action, DealCard) and act.action.card is not None:
            self.dealt.append(act.action.card.text)
        if act.drawn and isinstance(act.action, DealCard):
            shoe.drawn += 1
        elif act.drawn and isinstance(act.action, Roll | Spin | Reels):
            shoe.rolls += 1

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

    def _drop_surplus(self, playing: SeatedRound) -> list[Event]:
        """Words of a list that no hand is left to take (rulings 5.5). A round that ends before anybody could
        act leaves nothing over: nobody said too much."""
        found: list[Event] = []
        for seat in self.orders.surplus():
            if playing.pass_number and not playing.open_hands(seat):
                other = self._other_seat(playing, seat)
                if other is not None:
                    self.orders.hand_on(seat, other)
                    continue
                self.orders.clear(seat)
                found.append(happened.OrderDropped(seat, "surplus_words"))
        return found

    def _other_seat(self, playing: SeatedRound, seat: int) -> int | None:
        """Another seat of the same player that still has a hand to play (rulings 10.2)."""
        player = playing.boxes[seat].player if seat in playing.boxes else NOBODY
        others = (one for one in self.seats_of(player) if one != seat and one in playing.boxes)
        return next((one for one in others if playing.open_hands(one)), None)

    def _void(self, entry: Entry, void: Void) -> list[Event]:
        if self.round is None:
            raise IllegalAction("no_round")
        if self.round.phase != "betting":
            seating.uncount_sit_outs(self, self.round)
        self.round = None
        self.closing = False
        self.carried = dict(self._carried_before)
        self.orders = Orders()
        self.auto.clear()
        freed: list[Event] = []
        for seat, held in sorted(self.seats.items()):
            if held.leaving:
                freed += seating.free(self, seat, "left")
        return [happened.RoundVoided(self.number, void.why), *freed, *seating.fill_seats(self, entry.at)]

    def _order(self, entry: Entry, order: Order) -> list[Event]:
        self.orders.keep(order.seat, order.moves, listed=not self.passes)
        # A word for the seat as a whole takes back all its hands.
        whole = any(hand == SEAT_LIST for hand, _ in order.moves)
        taken = {hand for hand, _ in order.moves}
        self.auto = {(s, h) for s, h in self.auto if s != order.seat or not (whole or h in taken)}
        return [happened.OrderKept(order.seat, hand, move) for hand, move in order.moves]

    def _drop(self, entry: Entry, drop: DropOrders) -> list[Event]:
        turn = self.live.turn if self.live is not None else None
        if drop.why != CANCELLED and turn is not None and turn[0] == drop.seat:
            self.orders.refused(*turn)
        else:
            self.orders.clear(drop.seat)
        return [happened.OrderDropped(drop.seat, drop.why)]

    def _keep_follow(self, entry: Entry, keep: KeepFollow) -> list[Event]:
        if keep.word:
            self.orders.follows[keep.player] = keep.word
        else:
            self.orders.follows.pop(keep.player, None)
        return [happened.FollowKept(keep.player, keep.word)]

    def _burn(self, entry: Entry, burn: Burn) -> list[Event]:
        self.shoe.drawn += len(burn.cards)
        return [happened.Burnt(burn.cards[0], len(burn.cards) - 1)]

    def _timed_out(self, entry: Entry, timeout: TimedOut) -> list[Event]:
        self.auto |= {(timeout.seat, hand) for hand in timeout.hands}
        if self.style == "alone":
            player = cast(AloneRound, self.round).player_of(timeout.seat)
            return [happened.GameTimedOut(timeout.seat, player)]
        return [happened.SeatTimedOut(timeout.seat)]

    def _new_shoe(self, entry: Entry, shoe: NewShoe) -> list[Event]:
        if shoe.game:
            self.decks[shoe.game] = self.shoe
        self.shoe = ShoeState(shoe.shoe, shoe.decks, shoe.jokers, shoe.cut, shoe.without)
        return [happened.ShoeBrought(shoe.shoe, self.shoe.cards)]

    def _shuffle(self, entry: Entry, shuffle: ShuffleDue) -> list[Event]:
        self.shoe.shuffle_due = True
        return []

    def _auto_advance(self, entry: Entry, auto: AutoAdvance) -> list[Event]:
        self.auto_advance = auto.on
        return []

    def _pause(self, entry: Entry, pause: Pause) -> list[Event]:
        self.paused = pause.on
        return [happened.Paused(pause.on)]

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


_FOLDS: Mapping[type[Thing], Callable[[Any, Entry, Any], list[Event]]] = {
    **seating.FOLDS,
    Open: Table._open,
    Closing: Table._closing,
    Act: Table._act,
    Order: Table._order,
    DropOrders: Table._drop,
    KeepFollow: Table._keep_follow,
    Burn: Table._burn,
    TimedOut: Table._timed_out,
    Void: Table._void,
    NewShoe: Table._new_shoe,
    ShuffleDue: Table._shuffle,
    AutoAdvance: Table._auto_advance,
    CardSource: Table._source,
    Pause: Table._pause,
    NextGame: Table._next_game,
    Give: Table._give,
    Promote: Table._promote,
}


_ON_THE_FLOOR = (Open, Join, Claim, SeatAt, HouseSeat)
"""What cannot be at a table that has been taken off the floor: it was asked for before that was known."""


def ends_round(table: Table, entry: Entry) -> bool:
    """Whether ``entry``, just applied to ``table``, settled the round (a void does not: it takes it back)."""
    return isinstance(entry.thing, Act) and table.live is None


def fold(sheet: TableSheet, entries: Sequence[Entry]) -> Table:
    """The table that these entries make."""
    table = Table(sheet)
    for entry in entries:
        table.apply(entry)
    return table
