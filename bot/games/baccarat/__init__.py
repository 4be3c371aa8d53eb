"""Baccarat, punto banco (rulings 13): ``sheet`` what a TOML file may say, ``round`` one coup, a round of bets
on spots (:mod:`bot.games.spots`)."""

from bot.games.baccarat.events import EVENTS
from bot.games.baccarat.round import BaccaratRound
from bot.games.baccarat.sheet import BaccaratSheet
from bot.games.game import Game
from bot.games.spots.actions import parse_action

GAME = Game(
    sheet=BaccaratSheet,
    start=BaccaratRound,
    parse=parse_action,
    events=EVENTS,
    style="spots",
)
"""What the registry needs to know."""

__all__ = ["EVENTS", "GAME", "BaccaratRound", "BaccaratSheet"]
