"""Premium hands (プレミアムハンド): which cards make one, and what a set pays (rulings 8.5, 9.6).

A set is shared data (``data/premiums.toml``); a rule sheet names one. Only the highest a hand makes counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from bot.cards import Card, Suit
from bot.cards import Rank as Pip
from bot.games.sheet import Multiplier, SheetModel

if TYPE_CHECKING:
    from bot.games.blackjack.table import Hand


class Premium(StrEnum):
    """The premium hands, by the key a set and a result name them with."""

    BJ = "bj"
    ARGINE = "argine"
    PURE_BJ = "pure_bj"
    SIX_SEVEN_EIGHT = "678"
    FLUSH_678 = "flush_678"
    SEVENS = "777"
    FLUSH_777 = "flush_777"
    SIX_UNDER = "6_under"
    SIX_CARD = "6_card"
    SEVEN_UNDER = "7_under"
    SEVEN_CARD = "7_card"
    A_TO_6 = "a_to_6"


TWO_CARD = frozenset({Premium.BJ, Premium.ARGINE, Premium.PURE_BJ})
_ON_SUITS = frozenset({Premium.ARGINE, Premium.PURE_BJ, Premium.FLUSH_678, Premium.FLUSH_777})
_SIX_CARDS = frozenset({Premium.SIX_UNDER, Premium.SIX_CARD})


class PremiumSet(SheetModel):
    """What a table pays for premium hands.

    Attributes:
        mode: ``total``: the figures are all that comes back; ``bonus``: on top of a win.
        pays: premium to figure; one that is missing does not count at this table.
        switched: the figures for a player who switched (rulings 9.6); none: the same.
        dealt_only: two-card premiums need the cards first dealt, not those of a split.
        exact_count: six-card hands have exactly six cards at the end; else six or more.
    """

    mode: Literal["total", "bonus"]
    dealt_only: bool = True
    exact_count: bool = True
    pays: Mapping[Premium, Multiplier] = Field(min_length=1)
    switched: Mapping[Premium, Multiplier] = {}

    @property
    def on_suits(self) -> bool:
        """Whether some of them need the suits known."""
        return not _ON_SUITS.isdisjoint(self.pays)

    @property
    def stops_at_seven(self) -> bool:
        """Whether a hand of seven cards stands: it is as long as a premium can be (rulings 8.5)."""
        return Premium.SEVEN_CARD in self.pays or Premium.SEVEN_UNDER in self.pays

    def figure(self, premium: Premium, switched: bool) -> Fraction:
        """The set's figure."""
        return self.switched.get(premium, self.pays[premium]) if switched else self.pays[premium]

    def total(self, premium: Premium, switched: bool, win: Fraction) -> Fraction:
        """All that comes back for it, times the stake."""
        figure = self.figure(premium, switched)
        return win + figure if self.mode == "bonus" else figure

    def bonus(self, premium: Premium, win: Fraction) -> Fraction:
        """What it adds to a win."""
        return self.total(premium, False, win) - win

    def best(self, hand: Hand, *, final: bool) -> Premium | None:
        """The highest premium a hand makes.

        Args:
            final: the hand takes no more cards; before that a hand of six may become one of seven.
        """
        if hand.doubled:
            return None
        found = [one for one in self.pays if self._makes(one, hand) and (final or one not in _SIX_CARDS)]
        return max(found, key=lambda one: self.figure(one, hand.box.switched), default=None)

    def _makes(self, premium: Premium, hand: Hand) -> bool:
        if premium in TWO_CARD and hand.half and self.dealt_only:
            return False
        count = len(hand.cards)
        if premium in _SIX_CARDS and not self.exact_count:
            count = min(count, 6)
        # Without a "7 Card" of its own, "7 Under" takes in a total of 21 (sheet 004).
        under = 22 if premium is Premium.SEVEN_UNDER and Premium.SEVEN_CARD not in self.pays else 21
        return _JUDGES[premium](hand.cards, count, hand.total, under)


def _pips(*pips: int) -> Callable[[Sequence[Card], int, int, int], bool]:
    wanted = sorted(pips)
    return lambda cards, count, total, under: (
        count == len(wanted) and sorted(card.rank for card in cards) == wanted
    )


def _flush(*pips: int) -> Callable[[Sequence[Card], int, int, int], bool]:
    ranks = _pips(*pips)

    def judge(cards: Sequence[Card], count: int, total: int, under: int) -> bool:
        suits = {card.suit for card in cards}
        return len(suits) == 1 and Suit.NONE not in suits and ranks(cards, count, total, under)

    return judge


def _pair(*texts: str) -> Callable[[Sequence[Card], int, int, int], bool]:
    wanted = sorted(texts)
    return lambda cards, count, total, under: sorted(card.text for card in cards) == wanted


_JUDGES: Mapping[Premium, Callable[[Sequence[Card], int, int, int], bool]] = {
    Premium.BJ: lambda cards, count, total, under: count == 2 and total == 21,
    Premium.PURE_BJ: _pair("AS", "JS"),
    Premium.ARGINE: lambda cards, count, total, under: (
        count == 2
        and any(card.text == "QC" for card in cards)
        and any(card.rank is Pip.ACE for card in cards)
    ),
    Premium.SIX_SEVEN_EIGHT: _pips(6, 7, 8),
    Premium.FLUSH_678: _flush(6, 7, 8),
    Premium.SEVENS: _pips(7, 7, 7),
    Premium.FLUSH_777: _flush(7, 7, 7),
    Premium.A_TO_6: _pips(1, 2, 3, 4, 5, 6),
    Premium.SIX_UNDER: lambda cards, count, total, under: count == 6 and total < 21,
    Premium.SIX_CARD: lambda cards, count, total, under: count == 6 and total == 21,
    Premium.SEVEN_UNDER: lambda cards, count, total, under: count == 7 and total < under,
    Premium.SEVEN_CARD: lambda cards, count, total, under: count == 7 and total == 21,
}
"""Cards, their number, their total and the lowest total that is not "under" any more."""
