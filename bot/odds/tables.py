"""Which way a table's figures are found."""

from __future__ import annotations

from bot.games.baccarat import BaccaratSheet
from bot.games.blackjack import BlackjackSheet
from bot.games.contract import BrokenRule
from bot.games.roulette import RouletteSheet
from bot.games.sheet import TableSheet
from bot.games.slots import SlotsSheet
from bot.games.stud import StudSheet
from bot.games.video_poker import VideoPokerSheet
from bot.odds.baccarat import baccarat
from bot.odds.blackjack import blackjack
from bot.odds.report import Report
from bot.odds.roulette import roulette
from bot.odds.slots import slots
from bot.odds.stud import stud
from bot.odds.video_poker import video_poker


def odds_of(sheet: TableSheet, rounds: int, seed: int) -> Report:
    """What a table returns as its sheet stands.

    Args:
        rounds: how many are played where the figures have to be simulated.
        seed: of their chance: the same seed gives the same figures.
    """
    match sheet:
        case SlotsSheet():
            return slots(sheet)
        case RouletteSheet():
            return roulette(sheet)
        case BaccaratSheet():
            return baccarat(sheet)
        case VideoPokerSheet():
            return video_poker(sheet)
        case StudSheet():
            return stud(sheet, rounds, seed)
        case BlackjackSheet():
            return blackjack(sheet, rounds, seed)
    raise BrokenRule(f"nobody has said how the figures of {sheet.game} are found")
