"""How the simulated player plays blackjack: the well-known basic strategy, in a few lines.

It knows its hand and the dealer's first card and counts nothing. It leaves every offer of insurance or even
money alone, gives up hard 15 and 16 under the strongest cards where that is possible, and does what it wants
most of what the table allows.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.cards import Card
from bot.games.blackjack import Move

WEAK = range(2, 7)
"""The dealer's cards that often bust."""

NO_DEALER_STANDS = 16
"""Where the die names the dealer: the least total that stands."""

_WORTH = {21: 100, 20: 60, 19: 28, 11: 24, 18: 10, 10: 18, 9: 4, 8: -4, 17: -10, 7: -10, 6: -14, 5: -16}
"""How good two cards of a total are at the Switch table: per cent of a bet, roughly. The rest are worse."""
_POOR = -25


def wishes(cards: Sequence[Card], total: int, soft: bool, up: int | None) -> tuple[Move, ...]:
    """What is to be played, best first; the last, to hit or to stand, is possible wherever a hand acts.

    Args:
        soft: an ace counts 11 in the total.
        up: the dealer's first card as it counts, an ace 1; ``None`` where there is no dealer.
    """
    stay = Move.STAND if _stands(total, soft, up) else Move.HIT
    if up is None:
        return (stay,)
    found: list[Move] = []
    if len(cards) == 2:
        if cards[0].value == cards[1].value and _splits(cards[0].value, up):
            found.append(Move.SPLIT)
        if not soft and _gives_up(total, up):
            found.append(Move.SURRENDER)
        if _doubles(total, soft, up):
            found.append(Move.DOUBLE)
    return (*found, stay)


def worth(total: int) -> int:
    """How good two cards of a total are: what is switched for."""
    return _WORTH.get(total, _POOR)


def _stands(total: int, soft: bool, up: int | None) -> bool:
    if up is None:
        return total >= NO_DEALER_STANDS
    if soft:
        return total >= 19 or (total == 18 and up in range(2, 9))
    return total >= 17 or (total >= 13 and up in WEAK) or (total == 12 and up in (4, 5, 6))


def _gives_up(total: int, up: int) -> bool:
    return (total == 16 and up in (9, 10, 1)) or (total == 15 and up == 10)


def _splits(value: int, up: int) -> bool:
    match value:
        case 1:
            return up != 1
        case 8:
            return up not in (1, 10)
        case 2 | 3 | 7:
            return up in range(2, 8)
        case 6:
            return up in WEAK
        case 9:
            return up in (*WEAK, 8, 9)
    return False


def _doubles(total: int, soft: bool, up: int) -> bool:
    if soft:
        return total in range(13, 19) and up in (5, 6)
    return (
        (total == 11 and up != 1)
        or (total == 10 and up in range(2, 10))
        or (total == 9 and up in range(3, 7))
    )
