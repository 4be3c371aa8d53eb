"""Niconico Live, directly: its comment server (NDGR) without a comment viewer in between (design 5).

===============  ==========================================================================================
``address``      what a streamer may give as their broadcast
``wire``         Protocol Buffers' wire format: fields, and messages with their length in front
``messages``     the few messages that are needed, by field number
``seat``         the broadcast's page, and the socket that keeps a seat and names the comment server
``reader``       follows the comment server: windows of 16 seconds, each read to its end, nothing twice
``connector``    a :class:`~bot.chat.connector.Connector` made of these
===============  ==========================================================================================

No login: comments are read as any visitor's browser reads them, and nothing can be said. The broadcast's own
clock is the only one used; this machine's may be wrong.
"""
