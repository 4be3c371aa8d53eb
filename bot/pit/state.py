"""What a table is between two entries: seats, queue, orders, shoe, settings, and the running round.

Only the folds of :mod:`bot.pit.table` and :mod:`bot.pit.seating` change it; everybody else reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from typing import Any, NamedTuple, cast

from bot.amounts import Amount
from bot.games.contract import NOBODY, PlayerId
from bot.games.game import Style
from bot.games.registry import style
from bot.games.sheet import TableSheet
from bot.pit.orders import Orders
from bot.pit.rounds import AloneRound, SeatedRound, SpotRound

MINUTE_MS = 60_000


@dataclass(slots=True)
class Seat:
    """Who holds a seat. ``player`` 0 with ``house`` is the house's; ``rounds`` were settled since they sat
    down; ``sent_off``: leaving by the dealer's word, so their own cannot keep the seat; ``new``: no bet of
    theirs has been dealt on it yet."""

    player: PlayerId
    since: int
    sat_out: int = 0
    leaving: bool = False
    house: bool = False
    rounds: int = 0
    sent_off: bool = False
    new: bool = True


class LastBet(NamedTuple):
    """A bet as it stood when bets closed: one amount per hand, the side bets by name, and what was laid
    beside seats (rulings 10.3, 10.4): what, the seat, the amount."""

    amounts: tuple[Amount, ...]
    side: tuple[tuple[str, Amount], ...]
    beside: tuple[tuple[str, int, Amount], ...] = ()
    game: str = ""
    """The family of games it was made at: elsewhere it says nothing."""


@dataclass(slots=True)
class ShoeState:
    """The shoe on the table: its number (0: none yet), what it is made of, and how much of it is gone.

    Where no cards are dealt it is a seed for ``cut`` rolls of dice, spins or turns of reels.
    """

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
        used = self.drawn if self.decks else self.rolls
        return self.number == 0 or self.shuffle_due or used >= self.cut


class TableState:
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
        self.gone: set[PlayerId] = set()
        """Who has left though a bet of theirs behind a seat goes on: they answer no more."""
        self.lost: set[int] = set()
        """Seats that a joker frees when the round is settled."""
        self.last_card_at: dict[tuple[int, int], int] = {}
        self.dealt: list[str] = []
        self.shoe = ShoeState()
        self.decks: dict[int, ShoeState] = {}
        """The decks of running games, where each has its own."""
        self.asked_at: dict[int, int] = {}
        """Since when each game waits for its player, epoch milliseconds."""
        self.carried: dict[str, dict[str, Any]] = {}
        """What the last round of each game left for the next, by the sheet's id."""
        self.auto_advance = True
        self.source = "shoe"
        self.paused = False
        self.closed = False
        self.banned: set[PlayerId] = set()
        self.game = sheet.id
        """The rule sheet of the next round."""
        self.last_bets: dict[PlayerId, LastBet] = {}
        """What each player bet last, for 「同じ」 (rulings 5.2)."""

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

    def seats_of(self, player: PlayerId) -> tuple[int, ...]:
        """The seats a viewer holds: more than one only where the sheet says so (rulings 10.2)."""
        return tuple(seat for seat, held in sorted(self.seats.items()) if held.player == player != NOBODY)

    @property
    def seats_each(self) -> int:
        """How many seats one viewer may hold here."""
        return int(getattr(self.sheet, "seats_each", 1))

    @property
    def by_betting(self) -> bool:
        """Whether a seat is taken by betting on it (rulings 2.5, 10.2)."""
        return getattr(self.sheet, "taking", "join") == "bet"

    def last_bet(self, player: PlayerId) -> LastBet | None:
        """What the player bet last at games of this family."""
        last = self.last_bets.get(player)
        return last if last is not None and last.game in ("", self.sheet.game) else None

    @property
    def style(self) -> Style:
        """How viewers take part: from seats, by spots, or each alone."""
        return style(self.sheet)

    @property
    def own_decks(self) -> bool:
        """Whether each game is dealt from a deck of its own (rulings 14)."""
        return self.style == "alone" and self.sheet.decks > 0

    @property
    def shoe_fits(self) -> bool:
        """Whether the shoe on the table is made as this game's are: another may have been played before. A
        deck that a game is to have for itself is a whole one."""
        made = (self.shoe.decks, self.shoe.jokers) == (self.sheet.decks, self.sheet.jokers_in_shoe)
        whole = not (self.own_decks and (self.shoe.drawn or self.shoe.without))
        return self.shoe.number > 0 and made and whole

    @property
    def draws_itself(self) -> bool:
        """Whether something is drawn by the table even beside real cards: its die, a viewer's own reels."""
        reels = self.style == "alone" and not self.sheet.decks
        return reels or getattr(self.sheet, "die", None) is not None

    def deck(self, game: int) -> ShoeState:
        """Where a game's cards come from."""
        return self.decks.get(game, self.shoe)

    def takes_part(self, player: PlayerId) -> bool:
        """Whether a viewer sits here or has something at stake in the round."""
        if self.seat_of(player) is not None or self.live is None:
            return self.seat_of(player) is not None
        match self.style:
            case "spots":
                return bool(cast(SpotRound, self.live).laid(player))
            case "alone":
                return cast(AloneRound, self.live).game_of(player) is not None
            case "seats":
                return player in self.live.staked

    @property
    def players(self) -> set[PlayerId]:
        """Who takes part: whoever sits here or has something at stake in the round."""
        seated = {held.player for held in self.seats.values()} - {NOBODY}
        return seated | (set(self.live.staked) if self.live is not None else set())

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

    @property
    def house_allowed(self) -> bool:
        """Whether the house may play seats here (放送ディーラー, rulings 8.1)."""
        return bool(getattr(self.sheet, "house_seats", False))

    def snapshot(self) -> dict[str, Any]:
        """All that outlives a round, JSON-ready; :meth:`restore` is its inverse."""
        return {
            "seats": {str(number): list(astuple(seat)) for number, seat in self.seats.items()},
            "queue": list(self.queue),
            "shoe": asdict(self.shoe) | {"without": list(self.shoe.without)},
            "auto_advance": self.auto_advance,
            "source": self.source,
            "paused": self.paused,
            "closed": self.closed,
            "banned": sorted(self.banned),
            "game": self.game,
            "last_bets": {str(player): list(bet) for player, bet in self.last_bets.items()},
            "carried": dict(self.carried),
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
        self.carried = dict(held.get("carried", {}))
        self.last_bets = {
            PlayerId(int(player)): LastBet(*map(_as_kept, bet)) for player, bet in held["last_bets"].items()
        }


def _as_kept(part: Any) -> Any:
    """A part of a bet out of its JSON form."""
    return tuple(map(_as_kept, part)) if isinstance(part, list | tuple) else part
