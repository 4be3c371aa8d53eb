"""What five cards are worth: against the counts every poker book prints, and card by card."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards import DECK, Card, parse_card
from bot.games.contract import IllegalAction
from bot.games.poker import Made, Worth, check_fits, worth

SUITS = "SHDC"
RANKS = "23456789TJQKA"


def hand(text: str) -> list[Card]:
    return [parse_card(one) for one in text.split()]


def all_kinds() -> Iterator[tuple[list[Card], int]]:
    """One hand of each pattern of ranks, in one suit and in several, and how many of the 2,598,960 there are
    like it: a hand's worth hangs on nothing else (see the test about suits)."""
    for ranks in combinations_with_replacement(RANKS, 5):
        count = Counter(ranks)
        if max(count.values()) > 4:
            continue
        ways = prod(comb(4, many) for many in count.values())
        if len(count) == 5:
            yield [parse_card(rank + "S") for rank in ranks], 4
            ways -= 4
        used: Counter[str] = Counter()
        mixed = []
        for at, rank in enumerate(ranks):
            # Pairs need several suits anyway; five ranks get one odd suit at the end.
            mixed.append(parse_card(rank + SUITS[used[rank] if len(count) < 5 else at == 4]))
            used[rank] += 1
        yield mixed, ways


def test_every_hand_there_is_is_counted() -> None:
    """All 2,598,960 hands, by what they make."""
    found: Counter[Made] = Counter()
    for cards, ways in all_kinds():
        found[worth(cards).made] += ways
    assert sum(found.values()) == comb(52, 5) == 2_598_960
    assert found == {
        Made.ROYAL_FLUSH: 4,
        Made.STRAIGHT_FLUSH: 36,
        Made.FOUR: 624,
        Made.FULL_HOUSE: 3_744,
        Made.FLUSH: 5_108,
        Made.STRAIGHT: 10_200,
        Made.THREE: 54_912,
        Made.TWO_PAIR: 123_552,
        Made.PAIR: 1_098_240,
        Made.HIGH_CARD: 1_302_540,
    }


def test_there_are_7462_different_worths() -> None:
    """So no two hands tie that differ in a kicker, and none differ that tie."""
    assert len({worth(cards) for cards, _ in all_kinds()}) == 7_462


@given(
    st.lists(st.sampled_from(DECK), min_size=5, max_size=5, unique=True),
    st.permutations(range(5)),
    st.permutations(SUITS),
)
def test_neither_order_nor_the_suits_names_matter(
    cards: list[Card], order: list[int], suits: list[str]
) -> None:
    renamed = dict(zip(SUITS, suits, strict=True))
    other = [parse_card(cards[at].text[0] + renamed[cards[at].text[1]]) for at in order]
    assert worth(other) == worth(cards)


def naive(cards: list[Card]) -> tuple[int, list[int]]:
    """The same told by the book, the slow way round."""
    heights = sorted((RANKS.index(card.text[0]) + 2 for card in cards), reverse=True)
    groups = sorted({one: heights.count(one) for one in heights}.items(), key=lambda g: (-g[1], -g[0]))
    order = [one for one, _ in groups]
    sizes = [many for _, many in groups]
    flush = all(card.text[1] == cards[0].text[1] for card in cards)
    straight = heights == list(range(heights[0], heights[0] - 5, -1))
    if heights == [14, 5, 4, 3, 2]:
        straight, order = True, [5, 4, 3, 2, 1]
    table = [
        straight and flush and order[0] == 14,
        straight and flush,
        sizes == [4, 1],
        sizes == [3, 2],
        flush,
        straight,
        sizes == [3, 1, 1],
        sizes == [2, 2, 1],
        sizes == [2, 1, 1, 1],
        True,
    ]
    return 9 - table.index(True), order


def test_against_the_slow_way_round() -> None:
    dice = random.Random(14)
    for _ in range(20_000):
        one, other = dice.sample(DECK, 5), dice.sample(DECK, 5)
        assert (worth(one) > worth(other)) == (naive(one) > naive(other)), (one, other)
        assert (worth(one) == worth(other)) == (naive(one) == naive(other)), (one, other)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("AS KD QH JC 9S", "AH KS QD JH 8C"),  # the last kicker
        ("AS KD QH JC 9S", "KS QD JH 9C 8S"),
        ("2S 2D 5H 4C 3S", "AS KD QH JC 9S"),  # any pair
        ("9S 9D AH 4C 3S", "9H 9C KH QC JS"),  # the pair's kickers
        ("9S 9D AH KC 3S", "9H 9C AS KD 2S"),
        ("KS KD 2H 2C 3S", "QS QD JH JC AS"),  # the higher pair first
        ("KS KD 3H 3C 2S", "KH KC 2H 2D AS"),
        ("KS KD 3H 3C 4S", "KH KC 3D 3S 2S"),
        ("3S 3D 3H 2C 4S", "AS AD KH KC QS"),
        ("AS 2D 3H 4C 5S", "AD AH AC KS QS"),  # the lowest straight, and still one
        ("2S 3D 4H 5C 6S", "AS 2D 3H 4C 5S"),  # where the ace counts 1
        ("TS JD QH KC AS", "9S TD JH QC KS"),
        ("2S 3S 4S 5S 7S", "TS JD QH KC AS"),
        ("AS 3S 4S 5S 7S", "KH QH JH TH 8H"),
        ("2S 2D 2H 3C 3S", "AS KS QS JS 9S"),
        ("3S 3D 3H 2C 2S", "2D 2H 2C AS AD"),  # the three before the pair
        ("2S 2D 2H 2C 3S", "AS AD AH KC KS"),
        ("AS 2S 3S 4S 5S", "AD AH AC AS KD"),
        ("TS JS QS KS AS", "9H TH JH QH KH"),
    ],
)
def test_the_better_hand(better: str, worse: str) -> None:
    assert worth(hand(better)) > worth(hand(worse))
    assert not worth(hand(better)) <= worth(hand(worse))


def test_equal_hands_tie_whatever_their_suits() -> None:
    assert worth(hand("AS KD QH JC 9S")) == worth(hand("AD KH QC JS 9D"))
    assert worth(hand("AS 2D 3H 4C 5S")) == Worth(Made.STRAIGHT, (5, 4, 3, 2, 1))


@pytest.mark.parametrize("text", ["QS KS AS 2S 3S", "JS QD KH AC 2S", "KS AD 2H 3C 4S"])
def test_no_straight_goes_round_the_corner(text: str) -> None:
    assert worth(hand(text)).made in (Made.HIGH_CARD, Made.FLUSH)


def test_a_royal_flush_ends_with_the_ace() -> None:
    assert worth(hand("AS 2S 3S 4S 5S")).made is Made.STRAIGHT_FLUSH
    assert worth(hand("9S TS JS QS KS")).made is Made.STRAIGHT_FLUSH
    assert worth(hand("AH KH QH JH TH")).made is Made.ROYAL_FLUSH


def test_five_of_a_rank_do_not_stop_the_table() -> None:
    """A dealer who types a card that lies face down already."""
    assert worth(hand("KS KS KH KD KC")).made is Made.FOUR


@pytest.mark.parametrize(
    ("card", "code"), [("JK", "no_jokers"), ("K", "suit_needed"), ("KS", "card_twice"), ("KH", None)]
)
def test_only_cards_of_one_deck_fit(card: str, code: str | None) -> None:
    lying = [parse_card("KS"), None]
    if code is None:
        check_fits(parse_card(card), lying)
        return
    with pytest.raises(IllegalAction, match=code):
        check_fits(parse_card(card), lying)


def test_every_made_hand_has_a_key() -> None:
    assert [made.key for made in Made][::9] == ["high_card", "royal_flush"]
