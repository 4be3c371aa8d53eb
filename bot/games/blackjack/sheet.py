"""The blackjack rule sheet: one engine, every table a TOML file of these keys.

Payouts are what comes back in all, stake included (rulings 1.3): ``natural = "5/2"`` is 3:2.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from bot.games.sheet import Multiplier, SheetModel, TableSheet


class Pays(SheetModel):
    """Total returns per stake."""

    win: Multiplier
    push: Multiplier
    natural: Multiplier
    even_money: Multiplier
    surrender: Multiplier


class Double(SheetModel):
    """When a hand of two cards may double.

    Attributes:
        totals: announced totals that may; empty: any.
        after_split: halves may.
        short: without the points ``refuse`` it, or ``convert`` it to a hit or stand (rulings 10.6).
    """

    totals: tuple[int, ...] = ()
    after_split: bool
    short: Literal["refuse", "convert"]


class Split(SheetModel):
    """When two cards may be split.

    Attributes:
        same: the two cards must agree in ``rank`` or in ``value`` (rulings 6.2).
        max_hands: hands that one original hand may become.
        aces: what split aces do: ``play`` on like others, or take ``one_card`` each.
        natural: ace and ten after a split is a natural in every comparison (rulings 7.5).
    """

    same: Literal["rank", "value"]
    max_hands: int = Field(ge=1, le=4)
    aces: Literal["play", "one_card"]
    natural: bool


class Insurance(SheetModel):
    """Insurance under the dealer's ace.

    Attributes:
        offered: whether there is one.
        cost: of the bet.
        returns: what comes back of the insurance on a dealer blackjack, its own stake included.
        bet: what an insured bet does on a dealer blackjack: ``push`` (rulings 7.2) or ``lose``.
        naturals: a natural may insure.
        natural_pushes: an uninsured natural pushes a dealer blackjack.
    """

    offered: bool
    cost: Multiplier
    returns: Multiplier
    bet: Literal["push", "lose"]
    naturals: bool
    natural_pushes: bool


class BlackjackSheet(TableSheet):
    """One blackjack table.

    Attributes:
        hands: hands per seat, at most; with ``equal_hands`` exactly, each with the same bet (rulings 9.1).
        order: rulings 6.5: ``passes`` goes round one action at a time, ``hand_by_hand`` finishes each.
        hole_card: the dealer's second card lies face down from the deal on.
        soft_17: what the dealer does with it.
        look: upcards under which the dealer looks for a blackjack before the players act.
        even_money: offered to naturals under an ace.
        surrender: ``first``: as a hand's first action, on the two cards dealt.
        auto_hit_max: a hand nobody answers for hits up to this total (rulings 2.4).
        house_stand_min: a seat of the house stands from this total on (rulings 8.1).
        house_seats: the dealer may play empty seats for the house.
        side_bets: the side bets one may lay beside a hand.
    """

    game: Literal["blackjack"]
    hands: int = Field(ge=1, le=5)
    equal_hands: bool = False
    order: Literal["passes", "hand_by_hand"]
    hole_card: bool
    soft_17: Literal["stand", "hit"]
    look: Literal["ace", "ace_ten", "never"]
    even_money: bool
    surrender: Literal["none", "first"]
    auto_hit_max: int = Field(ge=2, le=20)
    house_seats: bool = False
    house_stand_min: int = Field(default=17, ge=2, le=21)
    side_bets: tuple[Literal["sm"], ...] = ()
    pays: Pays
    double: Double
    split: Split
    insurance: Insurance

    @property
    def hands_per_bet(self) -> int:
        """Hands that one amount is laid on, each with all of it."""
        return self.hands if self.equal_hands else 1

    @property
    def suits_matter(self) -> bool:
        """Whether a card must be entered with its suit because the sheet pays on suits."""
        return False
