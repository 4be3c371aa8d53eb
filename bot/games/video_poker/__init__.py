"""Video poker, Jacks or Better (rulings 14.2, sheet 001): five cards, some are held, the others replaced.

``sheet`` what a TOML file may say, the pay table above all; ``actions`` and ``events`` what goes in and comes
out; ``states`` when something is possible; ``round`` the fold. Hands are judged by :mod:`bot.games.poker`. No
I/O, no clock, no randomness.
"""

from bot.games.game import Game
from bot.games.video_poker.actions import Deal, Hold, parse_action
from bot.games.video_poker.events import EVENTS
from bot.games.video_poker.round import VideoPokerRound
from bot.games.video_poker.sheet import VideoPokerSheet

GAME = Game(
    sheet=VideoPokerSheet,
    start=VideoPokerRound,
    parse=parse_action,
    events=EVENTS,
    style="alone",
)
"""What the registry needs to know."""

__all__ = ["EVENTS", "GAME", "Deal", "Hold", "VideoPokerRound", "VideoPokerSheet"]
