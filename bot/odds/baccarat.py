"""Baccarat: exact, over every way that the cards of a full shoe can fall (rulings 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from bot.cards import DECK, Card
from bot.games.baccarat import BaccaratSheet
from bot.games.baccarat.round import next_hand, total
from bot.odds.report import Bet, Report

_FACES = {card.value % 10: card for card in DECK}
"""A card of each count: tens and faces are 0."""


def baccarat(sheet: BaccaratSheet) -> Report:
    """The three spots. In the long run the cut card changes nothing: each coup's cards are as likely."""
    ways = outcomes(sheet)
    coups = sum(ways.values())
    push = sheet.pays.push if sheet.on_tie == "push" else Fraction(0)
    bets = []
    for spot in ("player", "banker", "tie"):
        paid = sheet.returns(spot) * ways[spot]
        if spot != "tie":
            paid += push * ways["tie"]
        bets.append(Bet(spot, paid / coups))
    return Report(sheet.id, sheet.game, "exact", tuple(bets))


def outcomes(sheet: BaccaratSheet) -> Counter[str]:
    """In how many of the orders of six cards each side wins."""
    left = Counter(card.value % 10 for card in DECK * sheet.decks)
    found: Counter[str] = Counter()
    for first in product(range(10), repeat=4):
        ways = 1
        for value in first:
            ways *= left[value]
            left[value] -= 1
        if ways:
            player, banker = [_FACES[first[0]], _FACES[first[2]]], [_FACES[first[1]], _FACES[first[3]]]
            for winner, number in _played(sheet, player, banker, left, ways):
                found[winner] += number
        left.update(first)
    return found


def _played(
    sheet: BaccaratSheet, player: Sequence[Card], banker: Sequence[Card], left: Counter[int], ways: int
) -> Iterator[tuple[str, int]]:
    """How the coup ends from here, with the cards that are ``left``. Cards that nobody takes may be any."""
    drawn = next_hand(sheet.draws, player, banker)
    if drawn is None:
        rest = sum(left.values())
        for _ in range(6 - len(player) - len(banker)):
            ways *= rest
            rest -= 1
        lead = total(player) - total(banker)
        yield ("tie" if lead == 0 else "player" if lead > 0 else "banker"), ways
        return
    for value, number in left.items():
        if not number:
            continue
        left[value] -= 1
        card = _FACES[value]
        mine = [*player, card] if drawn == "player" else player
        other = [*banker, card] if drawn == "banker" else banker
        yield from _played(sheet, mine, other, left, ways * number)
        left[value] += 1
