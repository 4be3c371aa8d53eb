"""Blackjack: simulated, through the real round and shoe after shoe (rulings 6-11).

One player sits alone and bets the same in every round; where every seat must be taken the house plays the
others. A shoe is shuffled anew after the round in which the cut card shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from bot.amounts import Amount, points
from bot.cards import Card
from bot.cards.shoe import cards_of
from bot.games.blackjack import Bet as Stake
from bot.games.blackjack import BlackjackRound, BlackjackSheet, House, Move, Play
from bot.games.blackjack.actions import Beside
from bot.games.blackjack.events import SideSettled
from bot.games.blackjack.sheet import BY_ANYBODY
from bot.games.blackjack.table import Hand
from bot.games.contract import (
    NOBODY,
    Action,
    Await,
    BrokenRule,
    Close,
    DealCard,
    PlayerId,
    Returned,
    Roll,
    Staked,
)
from bot.odds.report import Mean, Report
from bot.odds.strategy import wishes, worth

_PLAYER, _SEAT, _MEANS = PlayerId(1), 1, points(10**9)
_USUAL = points(100)
"""What the player bets on a hand, where the limits allow it."""


def blackjack(sheet: BlackjackSheet, rounds: int, seed: int) -> Report:
    """The bet on a hand, and every side bet."""
    random = Random(seed)
    shoe = _Shoe(sheet, random)
    means = {"hand": Mean()} | {name: Mean() for name in sheet.side_bets}
    stake = _stake(sheet)
    for _ in range(rounds):
        shoe.before_round()
        one = _Played(sheet, stake, shoe, random)
        for name, mean in means.items():
            mean.add(one.returned(name), one.staked(name))
    strategy = "basic" if sheet.die is None else "no_dealer"
    bets = tuple(mean.bet(name) for name, mean in means.items())
    return Report(
        sheet.id, sheet.game, "simulated", bets, "switch" if sheet.equal_hands else strategy, rounds, seed
    )


def _stake(sheet: BlackjackSheet) -> Stake:
    """The bet of every round, side bets at their least included."""
    rank = sheet.ranks[0].id
    limits = sheet.limits_for(rank)
    amount = limits.low if limits.high is not None and limits.high < _USUAL else max(limits.low, _USUAL)
    amount = Amount(amount - amount % limits.step)
    own = [name for name in sheet.side_bets if name not in BY_ANYBODY]
    sides = tuple((name, sheet.side_limits_for(name, rank).low) for name in own)
    return Stake(_SEAT, _PLAYER, (amount,) * sheet.hands_per_bet, sides, rank, _MEANS)


class _Shoe:
    """The cards of a table, dealt to the cut card and past it to the end of that round."""

    def __init__(self, sheet: BlackjackSheet, random: Random) -> None:
        self._cards = list(cards_of(sheet.decks, sheet.jokers_in_shoe))
        self._cut = len(self._cards) * sheet.cut // 100
        self._random = random
        self._at = self._begun = len(self._cards)

    def before_round(self) -> None:
        """Shuffles where the cut card has shown."""
        if self._at >= self._cut:
            self._random.shuffle(self._cards)
            self._at = 0
        self._begun = self._at

    def card(self) -> Card:
        """The next card. A shoe that runs out goes on with its discards (rulings 6.8)."""
        if self._at == len(self._cards):
            on_table = self._cards[self._begun :]
            discards = self._cards[: self._begun]
            self._random.shuffle(discards)
            self._cards = [*on_table, *discards]
            self._at, self._begun = len(on_table), 0
        self._at += 1
        return self._cards[self._at - 1]


class _Played:
    """One round, played from the bet to the settlement."""

    def __init__(self, sheet: BlackjackSheet, stake: Stake, shoe: _Shoe, random: Random) -> None:
        self._game = game = BlackjackRound(sheet)
        self._stake = stake
        self._net = 0
        self._sides = dict.fromkeys(sheet.side_bets, 0)
        self._bets = dict.fromkeys(sheet.side_bets, 0)
        self._take(stake)
        for name in BY_ANYBODY.intersection(sheet.side_bets):
            least = sheet.side_limits_for(name, stake.rank).low
            self._take(Beside(name, stake.seat, stake.player, least, stake.rank, _MEANS))
        for seat in range(2, sheet.seats + 1 if sheet.full_table else 2):
            self._take(House(seat))
        self._take(Close())
        while (awaiting := game.awaiting).what is not Await.NOTHING:
            match awaiting.what:
                case Await.CARD:
                    self._take(DealCard(shoe.card()))
                case Await.ROLL:
                    self._take(Roll(random.randint(1, sheet.seats)))
                case Await.PLAYERS:
                    self._take(self._answer())
                case _:
                    raise BrokenRule(f"the shoe's own cards are known, and {awaiting.what} is awaited")

    def staked(self, name: str) -> int:
        """What lay on that bet at first."""
        return self._bets[name] if name in self._bets else sum(self._stake.amounts)

    def returned(self, name: str) -> int:
        """What came back of it, less what was added to it later."""
        if name in self._sides:
            return self._sides[name]
        return self.staked(name) + self._net + sum(self._bets.values()) - sum(self._sides.values())

    def _take(self, action: Action) -> None:
        for event in self._game.apply(action):
            match event:
                case Staked(what=what, amount=amount):
                    self._net -= amount
                    if what in self._bets:
                        self._bets[what] += amount
                case Returned(amount=amount):
                    self._net += amount
                case SideSettled(side=side, returned=returned):
                    self._sides[side] += returned

    def _answer(self) -> Play:
        """The strategy's move, or ``no`` to an offer."""
        game = self._game
        if game.turn is None:
            return Play(game.awaiting.seats[0], 0, Move.NO, _MEANS)
        seat, number = game.turn
        box = game.boxes[seat]
        if box.player == NOBODY:
            return Play(seat, number, game.auto_move(seat, number), Amount(0))
        legal = game.say()
        if Move.SWITCH in legal and _better_switched(box.hands):
            return Play(seat, number, Move.SWITCH, _MEANS)
        hand, dealer = box.hands[number - 1], game.table.dealer.cards
        up = dealer[0].value if dealer else None
        for move in wishes(hand.cards, hand.total, hand.soft, up):
            if move in legal:
                return Play(seat, number, move, _MEANS)
        return Play(seat, number, Move.STAND, _MEANS)


def _better_switched(hands: Sequence[Hand]) -> bool:
    """Whether the two hands are worth more with their second cards exchanged."""
    (a, b), (c, d) = hands[0].cards, hands[1].cards
    return worth(_count(a, d)) + worth(_count(c, b)) > worth(_count(a, b)) + worth(_count(c, d))


def _count(first: Card, second: Card) -> int:
    hard = first.value + second.value
    return hard + 10 if 1 in (first.value, second.value) else hard
