"""Who won, and what comes back (rulings 14.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.amounts import ZERO, Amount, times
from bot.cards import Card, Rank
from bot.games.poker import ACE, Made, Worth, worth
from bot.games.stud.sheet import StudSheet

_ACE_KING = Worth(Made.HIGH_CARD, (ACE, 13))
"""Less than any hand with an ace and a king, more than any without that makes nothing."""


class Showdown(NamedTuple):
    """What a raised game came to.

    Attributes:
        outcome: ``win``, ``lose``, ``push`` or ``not_qualified``.
        paid: the line of the pay table that the raise was paid by, if it was.
    """

    outcome: str
    returned: Amount
    paid: str | None = None


def qualified(sheet: StudSheet, cards: Sequence[Card]) -> bool:
    """Whether the dealer plays with these five cards."""
    match sheet.qualifies:
        case "ace_king":
            return worth(cards) >= _ACE_KING
        case "holds_ace_king":
            return {Rank.ACE, Rank.KING} <= {card.rank for card in cards}
        case _:
            return True


def show_down(
    sheet: StudSheet, ante: Amount, raised: Amount, player: Sequence[Card], dealer: Sequence[Card]
) -> Showdown:
    """The player's five cards against the dealer's."""
    won = times(ante, sheet.pays.ante)
    if not qualified(sheet, dealer):
        return Showdown("not_qualified", Amount(won + raised))
    mine, other = worth(player), worth(dealer)
    if mine == other:
        return Showdown("push", Amount(ante + raised))
    if mine < other:
        return Showdown("lose", ZERO)
    line = mine.made.key
    return Showdown("win", Amount(won + times(raised, getattr(sheet.raise_pays, line))), line)
