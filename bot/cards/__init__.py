"""Cards, shoes, verifiable shuffles, dice and wheels: the lowest room, importing nothing of the others."""

from bot.cards.card import DECK, JOKER, Card, Rank, Suit, parse_card

__all__ = ["DECK", "JOKER", "Card", "Rank", "Suit", "parse_card"]
