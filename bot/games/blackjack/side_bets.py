"""Side bets: judged on the cards of the deal, apart from how the hands end (rulings 9.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction

from bot.amounts import ZERO, Amount, times
from bot.cards import Card
from bot.games.blackjack.events import SideSettled
from bot.games.blackjack.table import Box, Table
from bot.games.contract import Returned


def super_match(cards: list[Card]) -> str | None:
    """What four cards make; a joker among them leaves the other three (rulings 4.2, 9.2)."""
    counts = sorted(Counter(card.rank for card in cards if not card.is_joker).values(), reverse=True)
    match counts[:2]:
        case [4]:
            return "four"
        case [3, *_]:
            return "three"
        case [2, 2]:
            return "two_pair"
        case [2, *_]:
            return "pair"
        case _:  # none alike, or nothing but jokers
            return None


JUDGES: Mapping[str, Callable[[list[Card]], str | None]] = {"sm": super_match}
"""Side bet to what its cards make: a key of the sheet's ``pays``."""


def settle(table: Table, *, back: bool = False) -> None:
    """Decides every side bet on the table; ``back``: they all come back (rulings 4.8)."""
    for box in table.boxes.values():
        for name, amount in box.side:
            result = JUDGES[name]([card for hand in box.hands for card in hand.cards[:2]])
            pays = table.sheet.side_bets[name].pays
            returned = (
                amount if back else ZERO if result is None else times(amount, pays.get(result, Fraction(0)))
            )
            _settle(table, box, name, amount, "back" if back else result or "lose", returned)


def _settle(table: Table, box: Box, name: str, amount: Amount, result: str, returned: Amount) -> None:
    table.staked[box.player] = Amount(table.staked[box.player] - amount)
    box.decided = (*box.decided, (name, result, returned))
    table.events.append(SideSettled(box.seat, box.player, name, result, returned))
    if returned:
        table.events.append(Returned(box.player, returned, name, box.seat))
