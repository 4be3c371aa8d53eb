"""Five-card poker hands: what they make and which is better, to the last kicker (rulings 14.2, 14.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import NamedTuple

from bot.cards import Card, Rank, Suit
from bot.games.contract import IllegalAction

SIZE = 5
"""Cards in a hand."""

ACE = 14
"""An ace's height; it is 1 in the lowest straight alone."""

_WHEEL = (ACE, 5, 4, 3, 2)


class Made(IntEnum):
    """What five cards make; the greater is the better."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def key(self) -> str:
        """The line of a pay table, and of the texts: ``full_house``."""
        return self.name.lower()


class Worth(NamedTuple):
    """A hand's worth: compared as it stands, the better hand is the greater.

    Attributes:
        heights: of its cards, those that make it first (of two pair: the higher pair), then the kickers.
    """

    made: Made
    heights: tuple[int, ...]


_BY_SIZES = {
    (1, 1, 1, 1, 1): Made.HIGH_CARD,
    (2, 1, 1, 1): Made.PAIR,
    (2, 2, 1): Made.TWO_PAIR,
    (3, 1, 1): Made.THREE,
    (3, 2): Made.FULL_HOUSE,
    (4, 1): Made.FOUR,
    (5,): Made.FOUR,
}
"""What is made by how many cards there are of each rank. No deck has five; a dealer's fingers may."""


def height(card: Card) -> int:
    """2 to 10 as they are, jack 11, queen 12, king 13, ace 14."""
    return ACE if card.rank is Rank.ACE else int(card.rank)


def worth(cards: Sequence[Card]) -> Worth:
    """What five cards of one deck are worth."""
    count = Counter(map(height, cards))
    order = sorted(count, key=lambda one: (count[one], one), reverse=True)
    heights = tuple(order)
    made = _BY_SIZES[tuple(count[one] for one in order)]
    if made is not Made.HIGH_CARD:
        return Worth(made, heights)
    flush = len({card.suit for card in cards}) == 1
    if heights == _WHEEL:
        heights = (5, 4, 3, 2, 1)
    if heights[0] - heights[-1] < SIZE:
        if flush:
            return Worth(Made.ROYAL_FLUSH if heights[0] == ACE else Made.STRAIGHT_FLUSH, heights)
        return Worth(Made.STRAIGHT, heights)
    return Worth(Made.FLUSH if flush else Made.HIGH_CARD, heights)


def check_fits(card: Card, lying: Iterable[Card | None]) -> None:
    """Raises :class:`IllegalAction` where a card cannot come from the one deck whose cards ``lying`` are
    out."""
    if card.is_joker:
        raise IllegalAction("no_jokers")
    if card.suit is Suit.NONE:
        raise IllegalAction("suit_needed", card=card.text)
    if card in lying:
        raise IllegalAction("card_twice", card=card.text)
