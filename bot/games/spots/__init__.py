"""Games of bets on spots of one layout, without seats: roulette, baccarat (rulings 12, 13).

``sheet`` what their TOML files have in common; ``actions`` and ``events`` what goes in and comes out;
``slips`` what a player has laid, and what is accepted; ``states`` when something is possible; ``round`` the
fold itself, which a game completes with its spots, its wheel or cards, and its verdict; ``views`` what may be
shown. No I/O, no clock, no randomness.
"""

from bot.games.spots.actions import Lay, Lift, parse_action
from bot.games.spots.events import EVENTS
from bot.games.spots.round import SpotRound
from bot.games.spots.sheet import SpotSheet
from bot.games.spots.states import Phase

__all__ = ["EVENTS", "Lay", "Lift", "Phase", "SpotRound", "SpotSheet", "parse_action"]
