"""Connectors: a platform's chat lines in, the floor's replies out. One file per platform.

To add a platform, write one module here with a class that fits :class:`~bot.chat.connector.Connector` and
start it in the composition root. May import ``bot.pit`` and below; imported by ``bot.web`` and ``bot.app``.
"""

from bot.chat.connector import Connector, FloorEar, RepliesTo
from bot.chat.practice import PracticeChat

__all__ = ["Connector", "FloorEar", "PracticeChat", "RepliesTo"]
