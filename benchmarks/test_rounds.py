"""The rules core at one seat: each call is one round, so the OPS column is rounds per second.

Everything a round leaves behind is built: each action, its text (the journal entry) and every event.
``blackjack21`` beside it is a bare engine, without journal, money, events or phases: the ratio is watched.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from bot.amounts import points
from bot.cards import DECK, Card
from bot.games.blackjack import Bet, BlackjackRound, BlackjackSheet, Move, Play
from bot.games.contract import Action, Await, Close, DealCard, PlayerId
from bot.games.registry import load_sheet

MEANS = points(100_000)
PLAYER = PlayerId(17)


def shoe() -> Callable[[], Card]:
    """An endless supply of shuffled six-deck shoes, the same one every time."""
    dice = random.Random(7)
    cards: list[Card] = []

    def draw() -> Card:
        if len(cards) < 52:
            cards[:] = list(DECK) * 6
            dice.shuffle(cards)
        return cards.pop()

    return draw


def play_round(sheet: BlackjackSheet, draw: Callable[[], Card]) -> list[str]:
    """One round of a viewer who hits below 17; returns its journal."""
    game = BlackjackRound(sheet)
    journal: list[str] = []
    action: Action = Bet(1, PLAYER, (points(100),), (), "plain", MEANS)
    while True:
        journal.append(str(action))
        game.apply(action)
        match game.awaiting.what:
            case Await.BETS:
                action = Close()
            case Await.CARD:
                action = DealCard(draw())
            case Await.PLAYERS:
                hand = game.turn_hand
                if hand is None:
                    action = Play(1, 0, Move.NO, MEANS)
                else:
                    action = Play(1, hand.number, Move.HIT if hand.total < 17 else Move.STAND, MEANS)
            case _:
                return journal


@pytest.mark.benchmark(group="blackjack rounds")
def test_tournament_round(benchmark: Any) -> None:
    sheet = load_sheet("tournament")
    assert isinstance(sheet, BlackjackSheet)
    journal = benchmark(play_round, sheet, shoe())
    assert len(journal) >= 6


@pytest.mark.benchmark(group="blackjack rounds")
def test_blackjack21_round(benchmark: Any) -> None:
    module = pytest.importorskip("blackjack21")
    draw = shoe()

    class Source:
        """Our shoe in its clothes."""

        def draw_card(self) -> Any:
            return cards[draw()]

        def __len__(self) -> int:
            return 312

    suits = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
    theirs = {(card.rank, card.suit): card for card in module.Deck(tuple(suits.values()))}
    cards = {c: theirs[c.text[0].replace("T", "10"), suits[c.text[1]]] for c in DECK}

    def play() -> object:
        table = module.Table([("aya", 100)], Source())
        table.start_game()
        while (hand := table.current_hand) is not None:
            if hand.total < 17:
                table.hit()
            else:
                table.stand()
        return table[0].hands[0].result

    assert benchmark(play) is not None
