"""The rules: no I/O, no clock, no randomness.

A game is a fold over actions (:mod:`bot.games.contract`): a round waits for a card, a roll or some players
and whoever drives it supplies one. May import :mod:`bot.cards` and the leaves, nothing else of the house.
"""
