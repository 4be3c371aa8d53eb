"""What the dealer can do to a table (design 3, 7): each verb turns into entries of the step.

``undo``, ``redo`` and ``correct`` are not here: they change which entries stand (:mod:`bot.pit.amending`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from bot.amounts import Amount, points
from bot.cards import Card, parse_card
from bot.commands import Command
from bot.games.blackjack.actions import Move, Play, Reply
from bot.games.contract import (
    NOBODY,
    Await,
    Close,
    DealCard,
    IllegalAction,
    Look,
    PlayerId,
    Reels,
    Reveal,
    Roll,
    Spin,
)
from bot.games.sheet import TableSheet
from bot.pit.desk import Answer, Desk
from bot.pit.desks import Takes, desk_at
from bot.pit.entries import (
    Act,
    AutoAdvance,
    Ban,
    CannotPay,
    CardSource,
    Closing,
    Give,
    HouseSeat,
    Kick,
    MoveInQueue,
    NextGame,
    Pause,
    SeatAt,
    ShuffleDue,
    TimedOut,
    Void,
    one_line,
)
from bot.pit.opening import open_round
from bot.pit.people import People, Person
from bot.pit.rounds import AloneRound
from bot.pit.step import Step

Args = Sequence[str | int]
MOST_GIVEN = points(1_000_000_000)
"""A slip of the finger on the gift field must not make one viewer's points the whole ranking's."""

MOST_LETTERS = 200
"""Of a reason or a name."""


@dataclass(frozen=True, slots=True)
class House:
    """What the controls need from around the table.

    Attributes:
        sheet: reads the sheet the next round begins with.
        games: the rule sheets there are.
        read: parses a text as the player of a seat would be parsed.
    """

    people: People
    sheet: Callable[[], TableSheet]
    delay_seconds: float
    games: Sequence[str]
    read: Callable[[str, int], Sequence[Command]]


class Controls:
    """One dealer command at one table."""

    def __init__(self, step: Step, house: House) -> None:
        self.step = step
        self.table = step.table
        self.house = house

    def do(self, verb: str, args: Args) -> list[Answer]:
        """Runs a verb.

        Raises:
            IllegalAction: ``unknown_verb``, ``bad_argument``, or why the table refuses.
        """
        action = _VERBS.get(verb)
        if action is None:
            raise IllegalAction("unknown_verb", verb=verb)
        return action(self, args) or []

    # --- the round ----------------------------------------------------------------------------------------

    def open(self, args: Args) -> None:
        """受付開始: bets open, on a fresh shoe if the old one is finished."""
        open_round(self.step, self.house.sheet)
        self._send_off()

    def _send_off(self) -> None:
        """Where seats are taken by betting, whoever cannot pay the least bet on a seat leaves it (rulings
        2.5)."""
        while self.table.by_betting:
            poor = [seat for seat in self.table.seats if not self._can_pay(seat)]
            if not poor:
                return
            self.step.do(CannotPay(max(poor)))

    def _can_pay(self, seat: int) -> bool:
        player = self.table.seats[seat].player
        person = self.house.people.get(player)
        rank = person.rank if person is not None else self.table.sheet.ranks[0].id
        least = self.table.sheet.limits_for(rank).low * len(self.table.seats_of(player))
        return player == NOBODY or self.step.means(player) >= least

    def deal(self, args: Args) -> None:
        """締切: first "closing" for the stream's delay, bets still counting; pressed again, it deals."""
        if self.table.style == "alone" and self.table.phase == "playing" and not self.table.closing:
            self.step.do(Closing())  # those that run go on; nobody begins another until bets are open again
            return
        if self.table.phase != "betting":
            raise IllegalAction("bets_not_open", phase=self.table.phase)
        if self._last_bets():
            self.step.do(Act(Close()))

    def _last_bets(self) -> bool:
        """Calls the last bets; whether they may be closed already."""
        if self.house.delay_seconds > 0 and not self.table.closing:
            self.step.do(Closing())
            return False
        return True

    def spin(self, args: Args) -> None:
        """Closes the bets as ``deal`` does and spins; with a pocket, or a stop for each reel, as the
        dealer's own wheel says."""
        live = self.table.live
        if live is None:
            raise IllegalAction("no_round")
        betting = live.phase == "betting"
        if betting and not self._last_bets():
            return
        if betting:
            self.step.take(Act(Close()))
        live = self.table.live
        if live is None:
            return  # nobody had bet
        what = live.awaiting.what
        if what not in (Await.SPIN, Await.REELS):
            raise IllegalAction("no_spin_awaited")
        if args:
            self.step.do(Act(_stopped(args, what)))
        elif not self.step.run_on(pushed=True):
            raise IllegalAction("needs_dealer", what=what.value)

    def timeout(self, args: Args) -> None:
        """Lets the current wait run out (rulings 2.4)."""
        live = self.table.live
        if live is None:
            raise IllegalAction("nothing_to_wait_for")
        bets_end = self.table.closing and self.step.actor == "clock"
        if live.phase == "betting" and (bets_end or live.awaiting.what is Await.BETS):
            self.step.do(Act(Close()))
        elif live.awaiting.what is not Await.PLAYERS:
            raise IllegalAction("nothing_to_wait_for")
        elif self.table.style == "alone":
            for game in self._late(cast(AloneRound, live)):
                self.step.do(TimedOut(game, (0,)))
        elif live.turn is not None:
            seat = live.turn[0]
            self.step.do(TimedOut(seat, live.to_act(seat)))
        else:
            for seat in live.awaiting.seats:
                if live.offered(seat):
                    self.step.do(Act(Play(seat, 0, Move.NO, self.step.means(live.boxes[seat].player))))
            for seat, player in live.followers:
                if (seat, player) in live.followers:
                    self.step.do(Act(Reply(seat, player, Move.NO, self.step.means(player))))

    def _late(self, live: AloneRound) -> tuple[int, ...]:
        """The games whose time is over: by the dealer's word all that wait, by the clock those that began to
        wait when the longest did."""
        if self.step.actor != "clock":
            return live.waiting
        first = self.table.asked_at[live.waiting[0]]
        return tuple(game for game in live.waiting if self.table.asked_at[game] == first)

    def next(self, args: Args) -> None:
        """Whatever comes next; never "wait" (design 6)."""
        live = self.table.live
        if live is None:
            self.open(())
            return
        match live.awaiting.what:
            case Await.BETS if self.table.phase == "betting":
                self.deal(())
            case Await.PLAYERS if live.turn is None or not self._house_plays(live.turn[0]):
                self.timeout(())
            case Await.PLAYERS:
                self.step.run_on(pushed=True)
            case Await.CARD | Await.ROLL | Await.SPIN | Await.REELS if self.table.source == "shoe":
                self.step.run_on(pushed=True)
            case _:
                raise IllegalAction("needs_dealer", what=live.awaiting.what.value)

    def void(self, args: Args) -> None:
        """無効: the round is called off and every stake goes back."""
        self.step.do(Void(_one_line(args) or "dealer"))

    # --- cards and dice by hand ---------------------------------------------------------------------------

    def card(self, args: Args) -> None:
        """The streamer's card for the awaited slot; ``?`` lies face down."""
        text = _text(args, 0, "card")
        self.step.do(Act(DealCard(None if text in ("?", "？") else read_card(text))))

    def look(self, args: Args) -> None:
        """The answer to a peek at the hole card."""
        answer = _text(args, 0, "look").lower()
        if answer not in ("yes", "no"):
            raise IllegalAction("bad_argument", argument=answer, allowed="yes, no")
        self.step.do(Act(Look(answer == "yes")))

    def reveal(self, args: Args) -> None:
        """Opens the hole card."""
        self.step.do(Act(Reveal(read_card(_text(args, 0, "card")))))

    def roll(self, args: Args) -> None:
        """A die's value, or without one the table's own die."""
        if args:
            self.step.do(Act(Roll(_number(args, 0, "value"))))
        elif self.table.live is None or self.table.live.awaiting.what is not Await.ROLL:
            raise IllegalAction("no_roll_awaited")
        elif not self.step.run_on(pushed=True):
            raise IllegalAction("needs_dealer", what=Await.ROLL.value)

    # --- seats --------------------------------------------------------------------------------------------

    def act(self, args: Args) -> list[Answer]:
        """Plays for a seat, as its player would type it; for one that the house plays it is the dealer's own
        choice (rulings 8.1). Where each plays alone the number is the game's."""
        seat = _number(args, 0, "seat")
        text = " ".join(map(str, args[1:]))
        commands = self.house.read(text, seat)
        desk = self._desk_for_game(seat) if self.table.style == "alone" else self._desk_for_seat(seat)
        if not commands:
            raise IllegalAction("bad_argument", argument=text, allowed="ht, st, dd, sp, bet 100 …")
        before = len(self.step.entries)
        answers = desk.take(commands)
        refused = next((one for one in answers if one.important), None)
        if len(self.step.entries) == before:
            code, params = (refused.code, refused.params) if refused else ("nothing_to_do", {})
            raise IllegalAction(code, **params)
        return answers

    def _desk_for_seat(self, seat: int) -> Takes:
        held = self.table.seats.get(seat)
        house = self._house_plays(seat)
        if held is None and not house:
            raise IllegalAction("seat_empty", seat=seat)
        player = NOBODY if held is None or house else held.player
        return Desk(self.step, player, self._rank(player), house_seat=seat if house else None, only=seat)

    def _desk_for_game(self, game: int) -> Takes:
        live = cast(AloneRound | None, self.table.live)
        if live is None or game not in live.waiting:
            raise IllegalAction("game_not_asked", game=game)
        player = live.player_of(game)
        return desk_at(self.step, player, self._rank(player), 0, self.house.sheet)

    def _rank(self, player: PlayerId) -> str:
        person = self.house.people.get(player)
        return person.rank if person else self.table.sheet.ranks[0].id

    def _house_plays(self, seat: int) -> bool:
        live = self.table.live
        return live is not None and seat in live.boxes and live.boxes[seat].player == NOBODY

    def seat(self, args: Args) -> None:
        """Puts a viewer on a seat: ``seat NAME 3``."""
        seat = _number(args, len(args) - 1, "seat")
        self.step.do(SeatAt(self._who(args[:-1]).player, seat))

    def house_seat(self, args: Args) -> None:
        """放送ディーラー plays a free seat."""
        self.step.do(HouseSeat(_number(args, 0, "seat")))

    def kick(self, args: Args) -> None:
        """Frees a seat; a live hand is auto-played first."""
        self.step.do(Kick(_number(args, 0, "seat")))

    def give(self, args: Args) -> None:
        """Gives points: ``give NAME 100 [reason]``. Only ever gives; a gift is taken back by undo."""
        found = [n for n in range(1, len(args)) if _is_amount(args[n])]
        if not found:
            raise IllegalAction("bad_argument", argument="", allowed="give NAME 100 [reason]")
        # A name may end in a number of its own.
        named = (n for n in found if self.house.people.named(" ".join(map(str, args[:n]))))
        at = next(named, found[0])
        amount = _amount(args[at])
        if not 0 < amount <= MOST_GIVEN:
            raise IllegalAction("gift_out_of_range", most=MOST_GIVEN)
        player = self._who(args[:at]).player
        self.step.do(Give(player, amount, "gift", _one_line(args[at + 1 :])))

    def _who(self, args: Args) -> Person:
        """Who is meant: a name as it is typed, or the ``id`` of a view, a number, which names nobody else."""
        if len(args) == 1 and isinstance(args[0], int):
            person = self.house.people.get(PlayerId(args[0]))
            if person is None:
                raise IllegalAction("viewer_unknown", name=f"#{args[0]}")
            return person
        name = " ".join(map(str, args))
        found = self.house.people.named(name)
        if len(found) > 1:
            exact = [one for one in found if one.user_id == name]
            found = exact if len(exact) == 1 else found
        if len(found) != 1:
            raise IllegalAction("viewer_unknown" if not found else "viewer_ambiguous", name=name)
        return found[0]

    def ban(self, args: Args) -> None:
        """A viewer may not sit at this table any more."""
        self.step.do(Ban(self._who(args).player, on=True))

    def unban(self, args: Args) -> None:
        """A viewer may sit here again."""
        self.step.do(Ban(self._who(args).player, on=False))

    def queue(self, args: Args) -> None:
        """Another place in the queue: ``queue NAME 1``."""
        place = _number(args, len(args) - 1, "place")
        self.step.do(MoveInQueue(self._who(args[:-1]).player, place))

    # --- the table ----------------------------------------------------------------------------------------

    def shuffle(self, args: Args) -> None:
        """A fresh shoe before the next round."""
        self.step.do(ShuffleDue())

    def pause(self, args: Args) -> None:
        """Holds the clocks; what viewers type still counts."""
        self.step.do(Pause(on=True))

    def resume(self, args: Args) -> None:
        """Lets the clocks go on, with the full time."""
        self.step.do(Pause(on=False))

    def game(self, args: Args) -> None:
        """Another rule sheet from the next round on; everybody keeps their seat."""
        sheet = _one_of(args, *self.house.games)
        if self.table.live is not None:
            raise IllegalAction("round_running", phase=self.table.phase)
        self.step.do(NextGame(sheet))

    def auto(self, args: Args) -> None:
        """Whether the table goes on by itself."""
        self.step.do(AutoAdvance(_one_of(args, "on", "off") == "on"))

    def source(self, args: Args) -> None:
        """Cards from the table's shoe, or from the streamer's hand on camera."""
        self.step.do(CardSource(_one_of(args, "shoe", "hand")))


_VERBS: Mapping[str, Callable[[Controls, Args], list[Answer] | None]] = {
    "open": Controls.open,
    "deal": Controls.deal,
    "timeout": Controls.timeout,
    "next": Controls.next,
    "void": Controls.void,
    "card": Controls.card,
    "look": Controls.look,
    "reveal": Controls.reveal,
    "roll": Controls.roll,
    "spin": Controls.spin,
    "act": Controls.act,
    "seat": Controls.seat,
    "house": Controls.house_seat,
    "kick": Controls.kick,
    "ban": Controls.ban,
    "unban": Controls.unban,
    "queue": Controls.queue,
    "pause": Controls.pause,
    "resume": Controls.resume,
    "game": Controls.game,
    "give": Controls.give,
    "shuffle": Controls.shuffle,
    "auto": Controls.auto,
    "source": Controls.source,
}
VERBS = (*_VERBS, "undo", "redo", "correct")


def _one_line(args: Args) -> str:
    return one_line(" ".join(map(str, args)))[:MOST_LETTERS]


def _stopped(args: Args, what: Await) -> Spin | Reels:
    if what is Await.SPIN:
        return Spin(_text(args, 0, "pocket"))
    return Reels(tuple(_number(args, place, "stop") for place in range(len(args))))


def _text(args: Args, place: int, what: str) -> str:
    if not 0 <= place < len(args):
        raise IllegalAction("missing_argument", argument=what)
    return str(args[place]).strip()


def _number(args: Args, place: int, what: str) -> int:
    text = _text(args, place, what)
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise IllegalAction("bad_argument", argument=text, allowed=what)
    return int(text)


def _one_of(args: Args, *words: str) -> str:
    text = _text(args, 0, words[0]).lower()
    if text not in words:
        raise IllegalAction("bad_argument", argument=text, allowed=", ".join(words))
    return text


def read_card(text: str) -> Card:
    """A card as the dealer enters it; raises :class:`IllegalAction` ``no_such_card``."""
    try:
        return parse_card(text)
    except ValueError:
        raise IllegalAction("no_such_card", card=text) from None


def _is_amount(value: str | int) -> bool:
    text = str(value).replace(",", "")
    return text.lstrip("-").replace(".", "", 1).isascii() and text.lstrip("-").replace(".", "", 1).isdigit()


def _amount(value: str | int) -> Amount:
    try:
        return points(str(value).replace(",", ""))
    except ValueError:
        raise IllegalAction("bad_argument", argument=str(value), allowed="100, 12.5") from None
