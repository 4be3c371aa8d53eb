"""What every game promises: a round is a fold over actions (design 2).

A round never draws, waits or looks at a clock. It says what it is *awaiting*; whoever drives it - the pit
with a verifiable shoe, a streamer's keypad, a scenario, a refold of the journal - applies the next action.
Everything physical is itself an action: a card, a look, a die. Money appears only as the events
:class:`Staked` and :class:`Returned`; a game never touches a balance. The player's free balance arrives with
the action as its ``means``, so a refold decides the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, NewType, Protocol, runtime_checkable

from bot.amounts import Amount
from bot.cards import Card

PlayerId = NewType("PlayerId", int)
"""A viewer's ledger account number; opaque to the games. 0 is nobody (a house seat)."""

NOBODY = PlayerId(0)


class IllegalAction(Exception):
    """The player's (or dealer's) mistake: shown to them, and the state is untouched.

    Attributes:
        code: stable word, also the text key ``reply.<code>`` (``not_your_turn``, ``short``, ``no_pair`` ...).
        params: figures for the text, e.g. ``shortfall=Amount``.
    """

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params: Mapping[str, object] = params

    def __str__(self) -> str:
        return self.code + "".join(f" {key}={value}" for key, value in self.params.items())


class BrokenRule(AssertionError):
    """Our own bug: the engine reached what its transition table says cannot be."""


class Await(Enum):
    """What a round is waiting for."""

    BETS = "bets"
    CARD = "card"
    LOOK = "look"
    REVEAL = "reveal"
    ROLL = "roll"
    SPIN = "spin"
    REELS = "reels"
    PLAYERS = "players"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Slot:
    """Where the next card goes. ``seat`` 0 is the dealer; ``face_down`` is the hole card. Where everybody
    plays alone ``seat`` is the game's number: its player's cards are hand 1, its dealer's hand 0."""

    seat: int
    hand: int
    index: int
    face_down: bool = False

    def __str__(self) -> str:
        who = "dealer" if self.seat == 0 else f"seat {self.seat} hand {self.hand}"
        return f"{who} card {self.index}"


@dataclass(frozen=True, slots=True)
class Awaiting:
    """What the round waits for: a card for ``slot``, or the players of ``seats`` (one in a turn, several in
    an offer such as insurance). In a turn ``hand`` is the hand to act, counted from 1; else 0. Where nobody
    sits ``seats`` are games, by their number in the round. ``pockets`` is the wheel to be spun, in its order;
    ``stops`` how many each reel has."""

    what: Await
    seats: tuple[int, ...] = ()
    hand: int = 0
    slot: Slot | None = None
    pockets: tuple[str, ...] = ()
    stops: tuple[int, ...] = ()


class Audience(Enum):
    """Who looks. Hidden cards are in nobody's view, the dealer's included (design 2)."""

    PUBLIC = "public"
    DEALER = "dealer"


View = Mapping[str, Any]
"""JSON-ready: strings, numbers of points, lists, mappings."""


@runtime_checkable
class Action(Protocol):
    """A frozen, hashable value; ``str(action)`` is its one-line text form and parses back to an equal
    value."""

    @property
    def kind(self) -> str:
        """The key of the transition table."""
        ...


@runtime_checkable
class Begins(Protocol):
    """An action that begins a game of a player's own, and can be said again (同じ)."""

    @property
    def player(self) -> PlayerId:
        """Whose game it is."""
        ...

    @property
    def parts(self) -> tuple[Amount, ...]:
        """The stake in its equal parts, such as coins."""
        ...


@runtime_checkable
class Event(Protocol):
    """A frozen, hashable value; one-line text form by :mod:`bot.games.text`. Never names a face-down card."""


# --- actions every game shares ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealCard:
    """A card for the awaited slot; ``None`` lies face down, unknown to everyone (``card ?``)."""

    card: Card | None
    kind = "card"

    def __str__(self) -> str:
        return f"card {self.card or '?'}"


@dataclass(frozen=True, slots=True)
class Look:
    """The dealer's peek at a face-down card that the table does not know: is it a blackjack?"""

    blackjack: bool
    kind = "look"

    def __str__(self) -> str:
        return f"look {'yes' if self.blackjack else 'no'}"


@dataclass(frozen=True, slots=True)
class Reveal:
    """Opens the face-down card; must agree with an earlier look."""

    card: Card
    kind = "reveal"

    def __str__(self) -> str:
        return f"reveal {self.card}"


@dataclass(frozen=True, slots=True)
class Roll:
    """A die's value."""

    value: int
    kind = "roll"

    def __str__(self) -> str:
        return f"roll {self.value}"


@dataclass(frozen=True, slots=True)
class Spin:
    """Where the ball fell: the pocket as it is called, ``17`` or ``00``."""

    pocket: str
    kind = "spin"

    def __str__(self) -> str:
        return f"spin {self.pocket}"


@dataclass(frozen=True, slots=True)
class Reels:
    """Where each reel stopped, left to right, from 0."""

    stops: tuple[int, ...]
    kind = "reels"

    def __str__(self) -> str:
        return "reels " + " ".join(map(str, self.stops))


@dataclass(frozen=True, slots=True)
class Close:
    """No more bets: the round is dealt."""

    kind = "close"

    def __str__(self) -> str:
        return "close"


# --- events every game shares -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Staked:
    """``amount`` leaves the player's balance for the table. ``what``: bet, double, split, insurance, ..."""

    player: PlayerId
    amount: Amount
    what: str
    seat: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True)
class Returned:
    """``amount`` (stake included) goes back to the player. ``why``: win, push, blackjack, withdrawn, ..."""

    player: PlayerId
    amount: Amount
    why: str
    seat: int = 0
    hand: int = 0


@dataclass(frozen=True, slots=True)
class BetsClosed:
    """No more bets; these seats are dealt. Where nobody sits there are none."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A card fell; seat 0 is the dealer; ``card`` is ``None`` when it lies face down. Where everybody plays
    alone ``seat`` is the game's number, and hand 0 its dealer."""

    seat: int
    hand: int
    index: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """Nothing is on the table any more."""


@dataclass(frozen=True, slots=True)
class Jackpot:
    """Money of a jackpot, which lies in an account of its own. ``why``: ``fed`` from the stakes on the table,
    ``paid`` to the table (a :class:`Returned` hands it on), ``seed`` from the house."""

    amount: Amount
    why: str


@dataclass(frozen=True, slots=True)
class HandResult:
    """A settled hand or spot, for reports and histories. ``outcome``: win, lose, push, bust, blackjack,
    surrender, even_money, ...; ``premium`` the key of what it is called: the premium hand, the line of a pay
    table, the spot; ``returned`` all that came back for it. ``seat`` is 0 where nobody sits, and ``hand``
    then counts the player's."""

    player: PlayerId
    seat: int
    hand: int
    cards: tuple[Card, ...]
    outcome: str
    premium: str | None
    staked: Amount
    returned: Amount


Carried = Mapping[str, Any]
"""What outlives a round of a game, JSON-ready: past results, a jackpot, runs, a viewer's last settings. It
lies in the journal with the round that begins with it."""


class Round(Protocol):
    """One round of any game."""

    @property
    def phase(self) -> str:
        """``betting``, ``dealing``, ``insurance``, ``playing``, ``rolling``, ``dealer``, ``settled`` ..."""
        ...

    @property
    def awaiting(self) -> Awaiting:
        """What must come next."""
        ...

    def legal(self, player: PlayerId) -> tuple[str, ...]:
        """The kinds of action (moves) this player may make now, best known first."""
        ...

    def apply(self, action: Action) -> list[Event]:
        """Takes one action.

        Raises:
            IllegalAction: and nothing has changed.
        """
        ...

    def view(self, audience: Audience) -> View:
        """What that audience may see."""
        ...

    @property
    def results(self) -> Sequence[HandResult]:
        """The hands settled so far."""
        ...

    @property
    def staked(self) -> Mapping[PlayerId, Amount]:
        """What each player has on the table and not yet settled: what a void returns."""
        ...

    @property
    def carried(self) -> Carried:
        """What the table's next round begins with."""
        ...
