"""Shoes: which cards are in one, and the verifiable shuffle that orders it (design 8).

The server seed is random; its SHA-256 is shown before the first card. The order of the shoe follows from the
server seed, the viewers' client seed and the shoe's number alone, so when the seed is revealed anybody can
replay it. What it does not prove: the streamer's program holds the seed and knows the order while it deals.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from bot.cards.card import DECK, JOKER, Card

VERSION = "chatjack-shuffle-1"
"""Names the algorithm below in every transcript; a change of the algorithm is a new version."""

_WORD = 1 << 32


def cards_of(decks: int, jokers: int = 0) -> tuple[Card, ...]:
    """An unshuffled shoe: ``decks`` x 52 cards and the jokers (rulings 4.1)."""
    return DECK * decks + (JOKER,) * jokers


def commitment(server_seed: str) -> str:
    """What is shown before the first card: SHA-256 of the seed's hex string, in hex."""
    return hashlib.sha256(server_seed.encode("ascii")).hexdigest()


def words(server_seed: str, client_seed: str, shoe: int | str) -> Iterator[int]:
    """The stream of 32-bit numbers: HMAC-SHA256, key the seed's hex string, message ``client:shoe:block``,
    each block cut into eight big-endian words."""
    key, block = server_seed.encode("ascii"), 0
    while True:
        message = f"{client_seed}:{shoe}:{block}".encode()
        digest = hmac.new(key, message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def below(stream: Iterator[int], bound: int) -> int:
    """A number in ``range(bound)`` without bias: words above the last whole multiple are thrown away."""
    limit = _WORD - _WORD % bound
    return next(word for word in stream if word < limit) % bound


def shuffled(cards: Sequence[Card], server_seed: str, client_seed: str, shoe: int | str) -> tuple[Card, ...]:
    """``cards`` in the order that the seeds give (Fisher-Yates from the last card down)."""
    stream, order = words(server_seed, client_seed, shoe), list(cards)
    for last in range(len(order) - 1, 0, -1):
        other = below(stream, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def roll(server_seed: str, client_seed: str, shoe: int, draw: int, sides: int = 6) -> int:
    """The die of draw number ``draw`` (from 0) of a shoe: a stream of its own, so dice never move cards."""
    return 1 + below(words(server_seed, client_seed, f"{shoe}/roll/{draw}"), sides)


def spin(server_seed: str, client_seed: str, shoe: int, draw: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Where a wheel, or each of several reels, stops at draw number ``draw`` (from 0): a place from 0 on
    each, in a stream of the draw's own."""
    stream = words(server_seed, client_seed, f"{shoe}/spin/{draw}")
    return tuple(below(stream, size) for size in sizes)
