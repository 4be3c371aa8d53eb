"""Side bets: judged on the first cards of a seat or a hand, whatever becomes of it (rulings 9.2, 11.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import takewhile

from bot.amounts import ZERO, Amount, times
from bot.cards import Card
from bot.cards import Rank as Pip
from bot.games.blackjack.events import SideSettled
from bot.games.blackjack.shares import PairStake
from bot.games.blackjack.table import Box, Hand, SideStake, Table
from bot.games.contract import PlayerId, Returned

LOSE = "lose"


def super_match(cards: Sequence[Card]) -> str:
    """What four cards make; a joker among them leaves the other three (rulings 4.2, 9.2)."""
    counts = sorted(Counter(card.rank for card in cards if not card.is_joker).values(), reverse=True)
    match counts[:2]:
        case [4]:
            return "four"
        case [3, *_]:
            return "three"
        case [2, 2]:
            return "two_pair"
        case [2, *_]:
            return "pair"
        case _:  # none alike, or nothing but jokers
            return LOSE


def super_seven(cards: Sequence[Card], *, final: bool) -> str | None:
    """What the sevens make that a hand begins with, three at most (rulings 11.5).

    Returns:
        ``None`` while the next card may raise it; never when ``final``.
    """
    sevens = list(takewhile(lambda card: card.rank is Pip.SEVEN, cards[:3]))
    suits = len({card.suit for card in sevens})
    if len(sevens) == 3:
        return {1: "three_suited", 3: "three_mixed"}.get(suits, "three")
    if len(sevens) == len(cards) and not final:
        return None
    if len(sevens) == 2:
        return "two_suited" if suits == 1 else "two"
    return "one" if sevens else LOSE


def pair(first: Card, second: Card, dealer: Card) -> str:
    """What a seat's first two cards make, with the dealer's first one (rulings 10.4)."""
    if first.rank is not second.rank or first.is_joker:
        return LOSE
    if first.suit is second.suit:
        return "identical" if dealer == first else "perfect"
    return "colour" if first.suit.is_red is second.suit.is_red else "mixed"


def settle(table: Table, *, back: bool = False) -> None:
    """After the deal: decides what its cards decide; ``back``: they all come back (rulings 4.8)."""
    for box in table.boxes.values():
        for stake in box.sides:
            if back:
                _settle(table, box, stake, "back")
            elif stake.origin == 0:
                _settle(table, box, stake, super_match([c for hand in box.hands for c in hand.cards[:2]]))
        settle_hands(table, box)
    for (seat, player), laid in table.pairs.items():
        _settle_pair(table, seat, player, laid, back=back)


def _settle_pair(table: Table, seat: int, player: PlayerId, stake: PairStake, *, back: bool) -> None:
    cards = table.boxes[seat].hands[0].cards
    result = "back" if back else pair(cards[0], cards[1], table.dealer.cards[0])
    returned = _returns(table, "pair", result, stake.amount)
    table.pairs[seat, player] = stake._replace(result=result, returned=returned)
    table.staked[player] = Amount(table.staked[player] - stake.amount)
    table.events.append(SideSettled(seat, player, "pair", result, returned))
    if returned:
        table.events.append(Returned(player, returned, "pair", seat))


def _returns(table: Table, name: str, result: str, amount: Amount) -> Amount:
    pays = table.sheet.side_bets[name].pays.get(result, Fraction(0))
    return amount if result == "back" else ZERO if result == LOSE else times(amount, pays)


def settle_hands(table: Table, box: Box, *, final: bool = False) -> None:
    """Decides the side bets of single hands as soon as no card can raise them; ``final``: none will."""
    for stake in box.sides:
        if stake.result is None and stake.origin:
            dealt_only = table.sheet.side_bets[stake.name].after_split == "dealt"
            cards, no_more = _first_cards(box.dealt(stake.origin), dealt_only=dealt_only)
            result = super_seven(cards, final=final or no_more)
            if result is not None:
                _settle(table, box, stake, result)


def settle_rest(table: Table) -> None:
    """At the end of the round: what no further card can raise any more."""
    for box in table.boxes.values():
        settle_hands(table, box, final=True)


def _first_cards(hand: Hand, *, dealt_only: bool) -> tuple[list[Card], bool]:
    """The cards a hand began with, and whether they are all that count.

    After a split: the two dealt, then the left half's own cards, unless only the dealt ones count.
    """
    if hand.parted is None:
        return hand.cards, False
    dealt = [hand.cards[0], hand.parted]
    return (dealt, True) if dealt_only else (dealt + hand.cards[1:], False)


def _settle(table: Table, box: Box, stake: SideStake, result: str) -> None:
    name, amount = stake.name, stake.amount
    returned = _returns(table, name, result, amount)
    decided = stake._replace(result=result, returned=returned)
    box.sides = tuple(decided if one is stake else one for one in box.sides)
    hand = box.dealt(stake.origin).number if stake.origin else 0
    table.staked[box.player] = Amount(table.staked[box.player] - amount)
    table.events.append(SideSettled(box.seat, box.player, name, result, returned, hand))
    if returned:
        table.events.append(Returned(box.player, returned, name, box.seat, hand))
