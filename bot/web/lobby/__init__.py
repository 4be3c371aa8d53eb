"""The lobby: public, read-only pages for viewers, on a listener of its own or as files (design 6).

Nothing here acts, and nothing secret gets this far: what is shown is gathered (:mod:`~bot.web.lobby.gather`)
from the public books and the public view of the tables, and held back (:mod:`~bot.web.lobby.held`) until the
stream shows it too. The same gathering makes the site that ``chatjack lobby export`` writes. May import
``bot.pit`` and below; imported by ``bot.app`` and the command line.
"""

from bot.web.lobby.export import ExportRefused, export
from bot.web.lobby.gather import Gatherer
from bot.web.lobby.house import House, of_floor
from bot.web.lobby.server import LobbyServer

__all__ = ["ExportRefused", "Gatherer", "House", "LobbyServer", "export", "of_floor"]
