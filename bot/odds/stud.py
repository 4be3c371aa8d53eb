"""Stud: simulated, through the real round (rulings 14.3)."""

from __future__ import annotations

from random import Random

from bot.amounts import points
from bot.cards import DECK
from bot.games.contract import Await, Close, DealCard, PlayerId
from bot.games.poker import Made, Worth, worth
from bot.games.stud import Ante, Pass, Raise, StudRound, StudSheet
from bot.odds.report import Mean, Report

LEAST = Worth(Made.HIGH_CARD, (14, 13, 11, 8, 3))
"""The weakest hand that raises: ace, king, jack, 8, 3, a known simple strategy for this game."""

_PLAYER, _ANTE, _MEANS = PlayerId(1), points(100), points(10**9)


def stud(sheet: StudSheet, rounds: int, seed: int) -> Report:
    """The ante, with the raise where the hand is worth it."""
    random, mean = Random(seed), Mean()
    for _ in range(rounds):
        mean.add(_ANTE + _won(sheet, random), _ANTE)
    return Report(sheet.id, sheet.game, "simulated", (mean.bet("ante"),), "ace_king_jack", rounds, seed)


def _won(sheet: StudSheet, random: Random) -> int:
    """What one game wins or loses."""
    game = StudRound(sheet, {})
    game.apply(Ante(_PLAYER, _ANTE, sheet.ranks[-1].id, _MEANS))
    game.apply(Close())
    cards = iter(random.sample(DECK, len(DECK)))
    while game.phase != "settled":
        if game.awaiting.what is Await.CARD:
            game.apply(DealCard(next(cards)))
        elif worth(game.game(1).cards) >= LEAST:
            game.apply(Raise(_PLAYER, _MEANS))
        else:
            game.apply(Pass(_PLAYER))
    result = game.results[0]
    return result.returned - result.staked
