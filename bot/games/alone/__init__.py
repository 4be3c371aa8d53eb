"""What the games that each viewer plays alone share (rulings 14): video poker, stud, slots.

A round is a busy time of the table. Any number of games run in it at once, numbered from 1 in the order they
began, one at a time per player; when the last one that runs is over the round is settled, and a close before
anybody has begun settles it too. A game brings a
:class:`Solo` of its own (what lies before one viewer) and a class of :class:`AloneRound` with its transition
table, its handlers and three answers about a game; everything that concerns several games is here.

Betting is open from the dealer's opening to the close; after it the round is playing. Games begin at once in
both, except that one that ``waits`` (stud) and was begun before the close is dealt at the close, in order.

``solo`` one game and its state; ``events`` what is told of every game; ``standing`` the questions; ``round``
the fold itself. No I/O, no clock, no randomness.
"""

from bot.games.alone.events import EVENTS, GameAsked, GameBegun, GameSettled, GameWithdrawn
from bot.games.alone.round import AloneRound, Handler
from bot.games.alone.solo import Phase, Solo, State, Transitions, read_player
from bot.games.alone.standing import SHOWN

__all__ = [
    "EVENTS",
    "SHOWN",
    "AloneRound",
    "GameAsked",
    "GameBegun",
    "GameSettled",
    "GameWithdrawn",
    "Handler",
    "Phase",
    "Solo",
    "State",
    "Transitions",
    "read_player",
]
