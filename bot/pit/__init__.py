"""Running tables: seats, queue, clock, journal, settlement, publishing (design 3).

``table`` is the pure fold over journal entries; ``driver`` says what happens by itself; ``clerk`` turns chat
commands and ``controls`` dealer verbs into entries; ``step`` is one unit of work; ``actor`` runs a table;
``floor`` is the whole room as the web and the chat connectors see it. May import points, commands, games
and cards.
"""
