"""Blackjack: one engine, its tables rule sheets of it.

``sheet`` what a TOML file may say; ``actions`` and ``events`` what goes in and comes out; ``states`` when
something is possible; ``bets``, ``beside``, ``moves`` and ``offers`` whether; ``round`` the fold itself,
``standing`` its read-only half; ``table`` the cards and stakes it lies on, ``shares`` what others have on
them; ``settling`` who won; ``premiums``, ``jokers``, ``side_bets`` and ``die`` what some tables add;
``variants`` the hooks of tables that are more than data;
``repertoire`` what may ever be said at a table; ``views`` what may be shown. No I/O, no clock, no randomness.
"""

from bot.games.blackjack.actions import (
    Beside,
    Bet,
    House,
    Move,
    Play,
    Reply,
    Retract,
    Withdraw,
    parse_action,
)
from bot.games.blackjack.events import EVENTS
from bot.games.blackjack.repertoire import repertoire
from bot.games.blackjack.round import BlackjackRound
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.states import Phase
from bot.games.game import Game

GAME = Game(
    sheet=BlackjackSheet,
    start=lambda sheet, _carried: BlackjackRound(sheet),
    parse=parse_action,
    events=EVENTS,
    shared=("premiums",),
    moves=repertoire,
)
"""What the registry needs to know."""

__all__ = [
    "EVENTS",
    "GAME",
    "Beside",
    "Bet",
    "BlackjackRound",
    "BlackjackSheet",
    "House",
    "Move",
    "Phase",
    "Play",
    "Reply",
    "Retract",
    "Withdraw",
]
