"""Slots (rulings 14.1): every viewer spins a machine of their own, and machines are data.

``machine`` what a machine's data may say; ``window`` what lies in its window and what that pays; ``returns``
what it gives back in the long run, exactly; ``sheet`` what a TOML file may say; ``actions`` and ``events``
what goes in and comes out; ``states`` when something is possible; ``round`` the fold. No I/O, no clock, no
randomness.
"""

from bot.games.game import Game
from bot.games.slots.actions import SpinReels, parse_action
from bot.games.slots.events import EVENTS
from bot.games.slots.machine import Machine, Scatter
from bot.games.slots.round import SlotGame, SlotsRound
from bot.games.slots.sheet import SlotsSheet

GAME = Game(
    sheet=SlotsSheet,
    start=SlotsRound,
    parse=parse_action,
    events=EVENTS,
    shared=("machine",),
    style="alone",
    places=lambda sheet: tuple(tuple(map(str, range(len(reel)))) for reel in sheet.machine.reels),
)
"""What the registry needs to know."""

__all__ = ["EVENTS", "GAME", "Machine", "Scatter", "SlotGame", "SlotsRound", "SlotsSheet", "SpinReels"]
