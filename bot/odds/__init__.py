"""What each table returns to its players (design 7): exact where that can be counted, else simulated.

``report`` the figures; a module for each game, which takes the sheet as it is played, the house's own lines
included: ``slots``, ``roulette``, ``baccarat`` and ``video_poker`` count, ``stud`` and ``blackjack`` play the
real rounds with a strategy that they state (``strategy``). ``tables`` chooses. Imports the rules and the
cards, nothing above them. Chance belongs here, and comes from a seed.
"""

from bot.odds.report import Bet, Report
from bot.odds.tables import odds_of

__all__ = ["Bet", "Report", "odds_of"]
