"""The local web server: the overlay, the dealer's dock and the practice chat, and their WebSockets.

The server owns the state and pages draw it (docs/developers/protocol.md). It knows the floor by
:class:`~bot.web.floor.WebFloor` and imports no game. May import ``bot.chat`` and below; imported by
``bot.app``.
"""

from bot.web.floor import WebFloor
from bot.web.limits import Limits
from bot.web.server import CannotListen, PortDenied, PortInUse, WebServer
from bot.web.tokens import Page, Tokens

__all__ = ["CannotListen", "Limits", "Page", "PortDenied", "PortInUse", "Tokens", "WebFloor", "WebServer"]
