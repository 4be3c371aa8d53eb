"""Blackjack: one engine, its tables rule sheets of it.

``sheet`` what a TOML file may say; ``actions`` and ``events`` what goes in and comes out; ``states`` when
something is possible; ``moves`` and ``bets`` whether; ``round`` the fold itself; ``settling`` who won;
``views`` what may be shown. No I/O, no clock, no randomness.
"""

from bot.games.blackjack.actions import Bet, House, Move, Play, Withdraw, parse_action
from bot.games.blackjack.events import EVENTS
from bot.games.blackjack.round import BlackjackRound
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.states import Phase
from bot.games.game import Game

GAME = Game(sheet=BlackjackSheet, start=BlackjackRound, parse=parse_action, events=EVENTS)
"""What the registry needs to know."""

__all__ = [
    "EVENTS",
    "GAME",
    "Bet",
    "BlackjackRound",
    "BlackjackSheet",
    "House",
    "Move",
    "Phase",
    "Play",
    "Withdraw",
]
