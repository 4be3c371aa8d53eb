"""Twitch: chat in through EventSub over a WebSocket, replies out through Helix (design 5).

=============  ============================================================================================
``vault``      the application's keys, the accounts and their tokens: one file, written whole or not at all
``frames``     what the socket says, as values
``machine``    what to do about it: a state machine without I/O, in which no state lasts for ever
``line``       the sockets and timers that the machine asks for
``api``        HTTP, on twitchio: tokens, subscriptions, sending
``bans``       whom a channel has banned or timed out, as far as the bot may know
``heads``      what the heads of its answers tell
``connector``  a :class:`~bot.chat.connector.Connector` made of these
``report``     how that is doing
``desk``       sets the connector up, starts it when all it needs is there, tells how it is doing
=============  ============================================================================================

twitchio is imported by ``api`` alone, and ``api`` only when there is an account or one is being added: a
floor without Twitch starts without it. Its WebSocket is not used: after closes 4001 and 4003, the last
revocation, a failed resubscription or a missing welcome it stays dead, and its tasks lose the order of
messages.
"""
