"""What may ever be said to a hand at a table of a sheet, whatever the cards: what its controls offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.games.blackjack.actions import Move
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.variants import VARIANTS


def _insured(sheet: BlackjackSheet) -> bool:
    return VARIANTS[sheet.variant].has_dealer and sheet.insurance.offered


def _even_money(sheet: BlackjackSheet) -> bool:
    return VARIANTS[sheet.variant].has_dealer and sheet.even_money


def _switches(sheet: BlackjackSheet) -> bool:
    return VARIANTS[sheet.variant].switches


_EVER: Mapping[Move, Callable[[BlackjackSheet], bool]] = {
    Move.HIT: lambda sheet: True,
    Move.STAND: lambda sheet: True,
    Move.DOUBLE: lambda sheet: True,
    Move.SPLIT: lambda sheet: sheet.split.max_hands > 1,
    Move.SURRENDER: lambda sheet: sheet.surrender != "none",
    Move.SWITCH: _switches,
    Move.INSURANCE: _insured,
    Move.EVEN_MONEY: _even_money,
    Move.FOLLOW: lambda sheet: sheet.behind,
    Move.NO: lambda sheet: _switches(sheet) or _insured(sheet) or _even_money(sheet),
}
"""Every move there is, best known first, and whether a sheet can ever call for it."""


def repertoire(sheet: BlackjackSheet) -> tuple[Move, ...]:
    """The moves of a table of this sheet, best known first."""
    return tuple(move for move, ever in _EVER.items() if ever(sheet))
