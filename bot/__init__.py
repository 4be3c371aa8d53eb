"""Chatjack: a live stream's chat becomes a casino floor.

The rooms, from the street door down; a room may import only from rooms below it:

``cli`` and ``app`` (command line, composition root), ``web`` (pages and sockets), ``chat`` (platforms),
``pit`` (running tables), ``points`` (ledger and storage), ``commands`` (chat text to commands),
``odds``, ``games`` (the rules), ``cards``. ``amounts``, ``resources`` and ``texts`` are leaves that every
room may use.
"""

__version__ = "0.1.0"
