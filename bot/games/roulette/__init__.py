"""Roulette (rulings 12): European, American, and progressive with a side bet on runs.

``layout`` where bets can lie; ``sheet`` what a TOML file may say; ``progressive`` the side bet; ``round`` one
spin, a round of bets on spots (:mod:`bot.games.spots`). The wheels are ``data/wheel.toml``.
"""

from bot.games.game import Game
from bot.games.roulette.events import EVENTS
from bot.games.roulette.round import RouletteRound
from bot.games.roulette.sheet import RouletteSheet
from bot.games.spots.actions import parse_action

GAME = Game(
    sheet=RouletteSheet,
    start=RouletteRound,
    parse=parse_action,
    events=EVENTS,
    shared=("wheel",),
    style="spots",
    places=lambda sheet: (sheet.wheel.pockets,),
)
"""What the registry needs to know."""

__all__ = ["EVENTS", "GAME", "RouletteRound", "RouletteSheet"]
