"""What happens at a table beside the game's own events: seats, queue, opening, taking back."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.cards import Card
from bot.games.contract import PlayerId


@dataclass(frozen=True, slots=True)
class Seated:
    """A viewer has a seat."""

    seat: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class Queued:
    """A viewer waits; ``place`` counts from 1."""

    player: PlayerId
    place: int


@dataclass(frozen=True, slots=True)
class Unqueued:
    """A waiting viewer went away."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class SeatFreed:
    """A seat is free again. ``why``: left, kicked, banned, moved, sat_out, time, joker, rounds,
    no_bet, cannot_pay."""

    seat: int
    player: PlayerId
    why: str


@dataclass(frozen=True, slots=True)
class GameTimedOut:
    """A game that a viewer plays alone goes on without them."""

    game: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class SeatLeaving:
    """The viewer goes after this round; until then the hand is auto-played (rulings 2.2)."""

    seat: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class SeatStays:
    """A viewer who was leaving has changed their mind."""

    seat: int
    player: PlayerId


@dataclass(frozen=True, slots=True)
class HouseTookSeat:
    """The house plays this seat."""

    seat: int


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """Bets are open."""

    number: int


@dataclass(frozen=True, slots=True)
class RoundClosing:
    """Last bets: the dealer is about to deal."""

    number: int


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """The round is called off; every stake has gone back."""

    number: int
    why: str


@dataclass(frozen=True, slots=True)
class OrderKept:
    """A word said before its turn is kept."""

    seat: int
    hand: int
    move: str


@dataclass(frozen=True, slots=True)
class OrderDropped:
    """Kept words of a seat are gone; ``why`` is ``cancelled`` or the code of what made them illegal."""

    seat: int
    why: str


@dataclass(frozen=True, slots=True)
class SeatTimedOut:
    """The seat's hands play by the auto rule (rulings 2.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TableOpened:
    """The table is on the floor, or off it."""

    on: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks are held, or go on."""

    on: bool


@dataclass(frozen=True, slots=True)
class Banned:
    """A viewer may not sit here any more, or may again."""

    player: PlayerId
    on: bool


@dataclass(frozen=True, slots=True)
class QueueMoved:
    """A waiting viewer has another place."""

    player: PlayerId
    place: int


@dataclass(frozen=True, slots=True)
class GameChosen:
    """The next round is played by this rule sheet."""

    sheet: str


@dataclass(frozen=True, slots=True)
class ShoeBrought:
    """A freshly shuffled shoe is on the table."""

    shoe: int
    cards: int


@dataclass(frozen=True, slots=True)
class Burnt:
    """Cards of the fresh shoe were burnt: ``card`` was shown, ``count`` more lie face down (rulings 10.1)."""

    card: Card
    count: int


@dataclass(frozen=True, slots=True)
class FollowKept:
    """What a viewer will answer when a seat they bet behind doubles or splits: ``follow``, ``no``, or nothing
    any more."""

    player: PlayerId
    word: str


@dataclass(frozen=True, slots=True)
class Given:
    """Points came from the house: a ``gift`` of the dealer, or a ``rebuy`` (rulings 3.5)."""

    player: PlayerId
    amount: Amount
    kind: str


@dataclass(frozen=True, slots=True)
class Promoted:
    """A player has a higher rank than ``was`` (rulings 3.4)."""

    player: PlayerId
    rank: str
    was: str


@dataclass(frozen=True, slots=True)
class SeasonChanged:
    """A season is ``started``, ``paused``, ``resumed`` or ``ended``."""

    name: str
    what: str


@dataclass(frozen=True, slots=True)
class SeasonPlaced:
    """One of the first places of a season that has ended; ``figure`` is what its ranking goes by."""

    place: int
    player: PlayerId
    name: str
    rank: str
    figure: Amount


@dataclass(frozen=True, slots=True)
class Redone:
    """A step that had been taken back counts again."""

    step: int


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """A card entered wrongly was put right; ``slot`` is where it lies. ``card`` is ``None`` when it lies
    face down."""

    slot: str
    card: Card | None


@dataclass(frozen=True, slots=True)
class Undone:
    """A step was taken back."""

    step: int
