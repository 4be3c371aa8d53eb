"""Stud, the Caribbean game (rulings 14.3, sheet 001): five cards against the dealer's five, one of them open.

``sheet`` what a TOML file may say, the pay table of the raise above all; ``actions`` and ``events`` what goes
in and comes out; ``states`` when something is possible; ``round`` the fold; ``showdown`` who won. Hands are
judged by :mod:`bot.games.poker`. No I/O, no clock, no randomness.
"""

from bot.games.game import Game
from bot.games.stud.actions import Ante, Lift, Pass, Raise, parse_action
from bot.games.stud.events import EVENTS
from bot.games.stud.round import StudRound
from bot.games.stud.sheet import StudSheet

GAME = Game(
    sheet=StudSheet,
    start=StudRound,
    parse=parse_action,
    events=EVENTS,
    style="alone",
)
"""What the registry needs to know."""

__all__ = ["EVENTS", "GAME", "Ante", "Lift", "Pass", "Raise", "StudRound", "StudSheet"]
