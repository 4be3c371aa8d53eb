"""Slots: exact, from the reels (rulings 14.1). The same with any number of lines and coins."""

from __future__ import annotations

from bot.games.slots import SlotsSheet
from bot.games.slots.returns import returned
from bot.odds.report import Bet, Report


def slots(sheet: SlotsSheet) -> Report:
    """What the table's machine returns."""
    return Report(sheet.id, sheet.game, "exact", (Bet("spin", returned(sheet.machine)),))
