"""A playing card and its text form.

``KS``, ``10H`` or ``TH``, ``AD``; ``JK`` is a joker. Where a sheet does not pay on suits the streamer may
enter a rank alone (``K``): such a card has :attr:`Suit.NONE`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class Suit(Enum):
    """The four suits, and ``NONE`` for a card entered by rank alone (and for the joker)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NONE = ""

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds; the "same colour" of Deluxe's pair bet (rulings 10.4)."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Rank(IntEnum):
    """Ace to king by pip number; ``JOKER`` is 0 and has no value (rulings 4.1)."""

    JOKER = 0
    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13


_LETTERS = dict(zip(list(Rank)[1:], "A 2 3 4 5 6 7 8 9 T J Q K".split(), strict=True))
_RANKS = {letter: rank for rank, letter in _LETTERS.items()} | {"10": Rank.TEN}
_SUITS = {suit.value: suit for suit in Suit}


@dataclass(frozen=True, slots=True)
class Card:
    """One card. ``value`` is what it counts: ace 1, faces 10, joker 0 (an ace's 11 is the hand's
    business)."""

    rank: Rank
    suit: Suit
    value: int
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.rank is Rank.JOKER


def _make(rank: Rank, suit: Suit) -> Card:
    text = "JK" if rank is Rank.JOKER else _LETTERS[rank] + suit.value
    return Card(rank, suit, min(int(rank), 10), text)


JOKER = _make(Rank.JOKER, Suit.NONE)
DECK: tuple[Card, ...] = tuple(
    _make(rank, suit)
    for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
    for rank in list(Rank)[1:]
)
"""The 52 cards, suit by suit, ace first. Cards are interned: the same card is the same object."""

_BY_TEXT = {card.text: card for card in DECK} | {"JK": JOKER}
_BY_TEXT |= {letter: _make(rank, Suit.NONE) for rank, letter in _LETTERS.items()}
_BY_TEXT |= {"10" + card.suit.value: card for card in _BY_TEXT.copy().values() if card.rank is Rank.TEN}


def parse_card(text: str) -> Card:
    """The card of a text form, in either case: ``KS``, ``10h``, ``TH``, ``K``, ``JK``.

    Raises:
        ValueError: no such card.
    """
    try:
        return _BY_TEXT[text.strip().upper()]
    except KeyError:
        allowed = "KS, TH or 10H, K where suits do not matter, JK"
        raise ValueError(f"no such card: {text!r} (write {allowed})") from None
