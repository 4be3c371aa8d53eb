"""Video poker: exact, every deal played at its best (rulings 14.2).

Two hands that differ by an exchange of suits are one: 134,459 classes stand for the 2,598,960 deals. What
holding some of the cards is worth comes from sums over all hands: of those that hold the kept cards, take
away those that hold a discarded one, too, put back those that hold two of them, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from math import comb
from struct import Struct

from bot.cards import DECK, Rank
from bot.games.poker import SIZE
from bot.games.video_poker import VideoPokerSheet
from bot.games.video_poker.sheet import line
from bot.odds.report import Bet, Report

Places = tuple[int, ...]
"""Cards by their place in :data:`DECK`: 13 x suit + rank."""

_RANKS, _SUITS = len(Rank) - 1, 4
_FIELD = 64
"""Bits of one figure. The figures for each number of coins lie side by side in one whole number, so that all
of them are added at once; none of the sums needs more."""
_DRAWS = [comb(len(DECK) - SIZE, number) for number in range(SIZE + 1)]
_SCALE = 7_669_695
"""What every number of draws divides, so that holds are compared in whole numbers."""
assert not any(_SCALE % draws for draws in _DRAWS)


def video_poker(sheet: VideoPokerSheet) -> Report:
    """Each number of coins, per coin staked, with the best holds for it."""
    best = best_totals(sheet)
    deals = comb(len(DECK), SIZE) * _SCALE
    bets = tuple(
        Bet("coins", Fraction(total, deals * coins), count=coins) for coins, total in enumerate(best, start=1)
    )
    return Report(sheet.id, sheet.game, "exact", bets, "best_hold")


def classes() -> Iterator[tuple[Places, int]]:
    """One hand of each class, and how many hands are like it.

    From the lowest rank on, suits that the ranks before have not told apart are alike: of those only how many
    are taken counts.
    """

    def add(rank: int, hand: Places, ways: int, alike: Sequence[Places]) -> Iterator[tuple[Places, int]]:
        missing = SIZE - len(hand)
        if not missing or rank == _RANKS:
            if not missing:
                yield hand, ways
            return
        for taken in product(*(range(len(group) + 1) for group in alike)):
            if sum(taken) > missing:
                continue
            suits = [suit for group, number in zip(alike, taken, strict=True) for suit in group[:number]]
            more = 1
            parted: list[Places] = []
            for group, number in zip(alike, taken, strict=True):
                more *= comb(len(group), number)
                parted += [part for part in (group[:number], group[number:]) if part]
            yield from add(rank + 1, (*hand, *(suit * _RANKS + rank for suit in suits)), ways * more, parted)

    yield from add(0, (), 1, [tuple(range(_SUITS))])


def best_totals(sheet: VideoPokerSheet) -> list[int]:
    """What the best holds return over all deals, times :data:`_SCALE`, for each number of coins."""
    hands = list(classes())
    held = _sums(sheet, hands)
    most = sheet.paytable.most
    fields = Struct(f"<{most}Q")
    totals = [0] * most
    for hand, ways in hands:
        worth = [held.get(subset, 0) for subset in _subsets(hand)]
        for (
            kept,
            more,
        ) in _PAIRS:  # from all hands that hold these cards to those that hold none of the others
            worth[kept] -= worth[more]
        paid = [
            fields.unpack((one * scale).to_bytes(fields.size, "little"))
            for one, scale in zip(worth, _SCALES, strict=True)
            if one
        ]
        for coins, holds in enumerate(zip(*paid, strict=True)):
            totals[coins] += ways * max(holds)
    return totals


_PAIRS = [
    (kept, kept | 1 << place) for place in range(SIZE) for kept in range(1 << SIZE) if not kept & 1 << place
]
"""Choices of a hand's cards, and the same with one card more."""

_SCALES = [_SCALE // _DRAWS[SIZE - kept.bit_count()] for kept in range(1 << SIZE)]


def _subsets(hand: Places) -> list[int]:
    """Every choice of a hand's cards as a set of 52 bits; bit by bit as in its index."""
    found = [0]
    for card in hand:
        found += [one | 1 << card for one in found]
    return found


def _sums(sheet: VideoPokerSheet, hands: Sequence[tuple[Places, int]]) -> dict[int, int]:
    """What all hands that hold a choice of cards pay together, for every number of coins side by side."""
    sums: dict[int, int] = {}
    for hand, _ in hands:
        made = line([DECK[card] for card in hand])
        if made is None:
            continue
        paid = sum(
            sheet.paytable.returns(made, coins + 1) << coins * _FIELD for coins in range(sheet.paytable.most)
        )
        for like in _like(hand):
            for subset in _subsets(like):
                sums[subset] = sums.get(subset, 0) + paid
    return sums


def _like(hand: Places) -> set[Places]:
    """The hands of a hand's class."""
    parts = [divmod(card, _RANKS) for card in hand]
    return {
        tuple(sorted(suits[suit] * _RANKS + rank for suit, rank in parts))
        for suits in permutations(range(_SUITS))
    }
