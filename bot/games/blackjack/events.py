"""What a blackjack round tells the world. No event names a face-down card."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.cards import Card
from bot.games.blackjack.actions import Move
from bot.games.contract import BetsClosed, Dealt, Event, PlayerId, RoundSettled


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """A seat's bet stands; it may have replaced an earlier one. The money moves in events of its own."""

    seat: int
    player: PlayerId
    amounts: tuple[Amount, ...]
    side: tuple[tuple[str, Amount], ...]


@dataclass(frozen=True, slots=True)
class BetWithdrawn:
    """The seat has no bet any more."""

    seat: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class BesidePlaced:
    """A player's bet ``behind`` the seat, or on its ``pair``, stands (rulings 10.3, 10.4)."""

    seat: int
    player: PlayerId
    what: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class BesideReturned:
    """A bet behind or on a pair has come back: taken back, or nobody bet on that seat (rulings 2.5)."""

    seat: int
    player: PlayerId
    what: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class HouseSeated:
    """The house plays this seat, without a bet."""

    seat: int


@dataclass(frozen=True, slots=True)
class Offered:
    """The seat is asked, e.g. about insurance."""

    seat: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Answered:
    """The seat (hand 0) or one of its hands answered the offer."""

    seat: int
    hand: int
    move: Move


@dataclass(frozen=True, slots=True)
class FollowerAsked:
    """Whoever bet behind the seat is asked about insurance, or whether to follow its double or split."""

    seat: int
    hand: int
    player: PlayerId
    move: Move


@dataclass(frozen=True, slots=True)
class FollowerAnswered:
    """Their answer: ``insurance``, ``follow`` or ``no``."""

    seat: int
    hand: int
    player: PlayerId
    move: Move


@dataclass(frozen=True, slots=True)
class Converted:
    """A double or split without the points for it was played as another move (rulings 10.6)."""

    seat: int
    hand: int
    player: PlayerId
    move: Move
    into: Move


@dataclass(frozen=True, slots=True)
class Looked:
    """The dealer looked at the hole card."""

    blackjack: bool


@dataclass(frozen=True, slots=True)
class Turn:
    """This hand is to act."""

    seat: int
    hand: int
    pass_number: int


@dataclass(frozen=True, slots=True)
class Acted:
    """The hand's move, as carried out."""

    seat: int
    hand: int
    move: Move


@dataclass(frozen=True, slots=True)
class HandSplit:
    """``hand`` is the left half now and ``hand + 1`` the right one; later hands moved up by one."""

    seat: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandStands:
    """The hand takes no more cards, by the player's word or by itself."""

    seat: int
    hand: int
    total: int


@dataclass(frozen=True, slots=True)
class HandBust:
    """Over 21."""

    seat: int
    hand: int
    total: int


@dataclass(frozen=True, slots=True)
class HoleOpened:
    """The dealer's face-down card is turned."""

    card: Card


@dataclass(frozen=True, slots=True)
class DealerDone:
    """The dealer's hand is final. ``outcome``: ``blackjack``, ``bust``, ``stand`` or ``push`` (a 22)."""

    total: int
    outcome: str


@dataclass(frozen=True, slots=True)
class InsuranceSettled:
    """``returned`` came back for the hand's insurance; nothing when it was lost."""

    seat: int
    hand: int
    player: PlayerId
    returned: Amount


@dataclass(frozen=True, slots=True)
class HandSettled:
    """The hand is decided; ``returned`` is all that came back for it, the stake included."""

    seat: int
    hand: int
    player: PlayerId
    outcome: str
    returned: Amount
    premium: str | None


@dataclass(frozen=True, slots=True)
class BehindSettled:
    """A bet behind that hand is decided with it; ``returned`` came back for it, the stake included."""

    seat: int
    hand: int
    player: PlayerId
    outcome: str
    returned: Amount


@dataclass(frozen=True, slots=True)
class SideSettled:
    """A side bet is decided. ``result``: what the cards make, ``lose``, or ``back`` when it is called off.

    ``hand`` 0: it was the whole seat's.
    """

    seat: int
    player: PlayerId
    side: str
    result: str
    returned: Amount
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Switched:
    """The second cards of the seat's two hands changed places."""

    seat: int


@dataclass(frozen=True, slots=True)
class DieRolled:
    """The die: this seat holds the dealer hand. ``beaten``: how many of the others it beat."""

    value: int
    hand: int
    beaten: int


@dataclass(frozen=True, slots=True)
class JokerDrawn:
    """A joker was drawn; seat 0 is the dealer."""

    seat: int
    hand: int


@dataclass(frozen=True, slots=True)
class JokerAward:
    """The points a joker gives the player of that seat; the money moves in an event of its own."""

    seat: int
    player: PlayerId
    amount: Amount


@dataclass(frozen=True, slots=True)
class SeatLost:
    """Whoever sits there leaves when the round is settled (rulings 4.2, 4.5); a seat of the house stays."""

    seat: int


EVENTS: tuple[type[Event], ...] = (
    BetPlaced,
    BetWithdrawn,
    BesidePlaced,
    BesideReturned,
    HouseSeated,
    BetsClosed,
    Dealt,
    Offered,
    Answered,
    FollowerAsked,
    FollowerAnswered,
    Converted,
    Looked,
    Turn,
    Acted,
    HandSplit,
    HandStands,
    HandBust,
    HoleOpened,
    DealerDone,
    InsuranceSettled,
    HandSettled,
    BehindSettled,
    SideSettled,
    Switched,
    DieRolled,
    JokerDrawn,
    JokerAward,
    SeatLost,
    RoundSettled,
)
"""Every event class of blackjack, for the text codec."""
