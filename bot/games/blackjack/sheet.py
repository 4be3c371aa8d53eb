"""The blackjack rule sheet: one engine, every table a TOML file of these keys.

Payouts are what comes back in all, stake included (rulings 1.3): ``natural = "5/2"`` is 3:2.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from bot.amounts import Amount, points
from bot.games.blackjack.premiums import Premium, PremiumSet
from bot.games.sheet import Multiplier, Range, SheetModel, TableSheet


class Pays(SheetModel):
    """Total returns per stake. ``switched_natural``: an ace-ten made by the switch (rulings 9.5)."""

    win: Multiplier
    push: Multiplier
    natural: Multiplier
    even_money: Multiplier
    surrender: Multiplier
    switched_natural: Multiplier | None = None


class Double(SheetModel):
    """When a hand of two cards may double.

    Attributes:
        totals: totals that may; empty: any.
        count: which total of a soft hand that is: the ``announced`` one (A-8 is 19), or ``any`` count of its
            cards (rulings 11.3).
        after_split: halves may; ``split_aces``: those of split aces too.
        short: without the points ``refuse`` it, or ``convert`` it to a hit or stand (rulings 10.6).
    """

    totals: tuple[int, ...] = ()
    count: Literal["announced", "any"] = "announced"
    after_split: bool
    split_aces: bool = True
    short: Literal["refuse", "convert"]


class Split(SheetModel):
    """When two cards may be split.

    Attributes:
        same: the two cards must agree in ``rank`` or in ``value`` (rulings 6.2).
        max_hands: hands that one original hand may become.
        depth: how often in a row a hand may be halved: 2 lets each half be split once more; none: as often as
            ``max_hands`` allows.
        deal: both halves get their card ``at_once``, or each ``in_turn``, when its own turn comes.
        aces: what split aces do: ``play`` on like others, or take ``one_card`` each.
        aces_again: a half of split aces may be split once more; none: as other halves.
        natural: ace and ten after a split is a natural in every comparison (rulings 7.5).
        short: as for a double.
    """

    same: Literal["rank", "value"]
    max_hands: int = Field(ge=1, le=4)
    depth: Annotated[int, Field(ge=1, le=3)] | None = None
    deal: Literal["at_once", "in_turn"] = "at_once"
    aces: Literal["play", "one_card"]
    aces_again: bool | None = None
    natural: bool
    short: Literal["refuse", "convert"] = "refuse"


class Insurance(SheetModel):
    """Insurance under the dealer's ace.

    Attributes:
        offered: whether there is one.
        cost: of the bet.
        returns: what comes back of the insurance on a dealer blackjack, its own stake included.
        bet: what an insured bet does on a dealer blackjack: ``push`` (rulings 7.2) or ``lose``.
        per: ``hand``: each may be answered alone; ``seat``: all or nothing (rulings 9.4).
        naturals: a natural may insure.
        natural_pushes: an uninsured natural pushes a dealer blackjack.
        locks: moves that an insured hand may not make any more (rulings 11.1).
    """

    offered: bool
    cost: Multiplier
    returns: Multiplier
    bet: Literal["push", "lose"]
    per: Literal["hand", "seat"] = "hand"
    naturals: bool
    natural_pushes: bool
    locks: tuple[Literal["double", "split", "surrender"], ...] = ()


SIDE_BETS: Mapping[str, tuple[str, ...]] = {
    "sm": ("pair", "three", "two_pair", "four"),
    "s7": ("one", "two", "two_suited", "three", "three_mixed", "three_suited"),
    "pair": ("mixed", "colour", "perfect", "identical"),
}
"""The side bets there are and what they may make: ``sm`` is Switch's Super Match, ``s7`` Super 7, ``pair``
Deluxe's."""

PER_HAND = frozenset({"s7"})
"""Those that are laid beside each hand, at their own limits, not once beside the seat (rulings 11.5)."""


BY_ANYBODY = frozenset({"pair"})
"""Those that are no part of a seat's bet: anybody lays them, on any seat that is taken (rulings 10.4)."""


class SideBet(SheetModel):
    """A side bet: limits in whole points (``"bet"``: the bet's own), and total returns by result.

    Attributes:
        after_split: Super 7, sevens split: the ``left`` half's next card is the third (so too when not said),
            or it stays with the two ``dealt``.
    """

    min: Annotated[int, Field(ge=1)] | Literal["bet"]
    max: Annotated[int, Field(ge=1)] | Literal["bet", "none"]
    step: Annotated[int, Field(ge=1)] | Literal["bet"]
    after_split: Literal["left", "dealt"] | None = None
    pays: Mapping[str, Multiplier] = Field(min_length=1)


class Jokers(SheetModel):
    """What jokers do where ``exit = "joker"`` (rulings 3.2, 4).

    Attributes:
        player_times: a player's joker gives that many times the rank's initial points …
        player_flat, flat_from: … and from that rank up this many points instead.
        dealer_times: the dealer's joker gives everybody in the round that many times.
        stakes: what a joker player's undecided stakes do: come back (``return``) or ``lose``.
        dealer_later: a joker the dealer draws after the second card acts like a second one, or is
            ``ignored`` (it has no value).
        one_award: one award per player and round, the larger; else they add up.
        side_bets: under a joker as the dealer's first card they come back (``return``) or are ``judged``.
    """

    player_times: Multiplier = Fraction(5)
    player_flat: int = Field(default=10_000, ge=0)
    flat_from: str = "club"
    dealer_times: Multiplier = Fraction(1)
    stakes: Literal["return", "lose"] = "return"
    dealer_later: Literal["as_second", "ignored"] = "as_second"
    one_award: bool = True
    side_bets: Literal["return", "judged"] = "return"


class Die(SheetModel):
    """The Unknown Dealer's die (rulings 8.6).

    Attributes:
        pays: total return of the dealer hand by the number of others it beat, from none to all.
        stake: what that is paid on: the ``whole`` stake, or the ``bet`` (a double's or split's extra stake
            then comes back as it is).
    """

    pays: tuple[Multiplier, ...] = Field(min_length=2)
    stake: Literal["whole", "bet"]


Premiums = Annotated[PremiumSet | None, BeforeValidator(lambda value: None if value == "none" else value)]


class BlackjackSheet(TableSheet):
    """One blackjack table.

    Attributes:
        variant: the hook a table brings besides its data (:mod:`bot.games.blackjack.variants`).
        hands: hands per seat, at most; with ``equal_hands`` exactly, each with the same bet (rulings 9.1).
        order: rulings 6.5: ``passes`` goes round one action at a time, ``hand_by_hand`` finishes each.
        hole_card: the dealer's second card lies face down from the deal on.
        soft_17: what the dealer does with it.
        dealer_push: a dealer's 22 that stands and pushes what is still open: none, a hard one, or any hand
            that counts 22 with an ace as 11 too (rulings 9.7).
        look: upcards under which the dealer looks for a blackjack before the players act.
        natural_under_ten: a natural under a ten that is not looked at ``waits`` or is ``paid`` (rulings 9.4).
        even_money: offered to naturals under an ace.
        surrender: ``first``: as a hand's first action, on the two cards dealt.
        no_surrender_under: values of the dealer's first card under which there is none (rulings 10.5).
        surrender_word: what it is called here: ``surrender``, or ``stop`` (ストップ, rulings 11).
        auto_hit_max: a hand nobody answers for hits up to this total (rulings 2.4).
        taking: a seat is taken by ``join``, or by a ``bet`` on it: then whoever cannot pay the least bet
            leaves when bets open, and a seat newly taken is freed at the close without one (rulings 2.5).
        seats_each: seats that one player may hold, with equal bets (rulings 10.2).
        second_seat: ``halve`` or ``refuse`` a bet that the points carry on one of two seats only.
        behind: others may bet behind a seat (rulings 10.3).
        burn: after a shuffle the first card is drawn and as many more as its value are burnt (rulings 10.1).
        house_seats: the dealer may play empty seats for the house; such a seat stands from
            ``house_stand_min`` on (rulings 8.1).
        full_table: dealt only when every seat takes part (rulings 8.1).
        side_bets: the side bets one may lay beside a hand, by name.
        premiums: ``none``, or a set; in a file its name in ``data/premiums.toml``.
        joker: what jokers do.
        die: only at a table without a dealer.
    """

    game: Literal["blackjack"]
    decks: int = Field(ge=1, le=12)
    variant: Literal["plain", "switch", "unknown-dealer"] = "plain"
    hands: int = Field(ge=1, le=5)
    equal_hands: bool = False
    order: Literal["passes", "hand_by_hand"]
    hole_card: bool
    soft_17: Literal["stand", "hit"]
    dealer_push: Literal["none", "hard_22", "any_22"] = "none"
    look: Literal["ace", "ace_ten", "never"]
    natural_under_ten: Literal["waits", "paid"] = "waits"
    even_money: bool
    surrender: Literal["none", "first"]
    no_surrender_under: tuple[Annotated[int, Field(ge=1, le=10)], ...] = ()
    surrender_word: Literal["surrender", "stop"] = "surrender"
    taking: Literal["join", "bet"] = "join"
    seats_each: int = Field(default=1, ge=1, le=2)
    second_seat: Literal["halve", "refuse"] = "halve"
    behind: bool = False
    burn: bool = False
    auto_hit_max: int = Field(ge=2, le=20)
    house_seats: bool = False
    house_stand_min: int = Field(default=17, ge=2, le=21)
    full_table: bool = False
    side_bets: Mapping[str, SideBet] = {}
    premiums: Premiums = None
    pays: Pays
    double: Double
    split: Split
    insurance: Insurance
    joker: Jokers = Jokers()
    die: Die | None = None

    def least(self, rank: str) -> Amount:
        """The smallest bet on all the hands that one bet is laid on (rulings 9.1)."""
        return Amount(super().least(rank) * self.hands_per_bet)

    @model_validator(mode="after")
    def _fits(self) -> BlackjackSheet:
        if unknown := set(self.side_bets) - set(SIDE_BETS):
            raise ValueError(f"side_bets may be: {', '.join(SIDE_BETS)}; not {', '.join(sorted(unknown))}")
        for name, rules in self.side_bets.items():
            if unknown := set(rules.pays) - set(SIDE_BETS[name]):
                known = ", ".join(SIDE_BETS[name])
                raise ValueError(f"side_bets.{name}.pays may be: {known}; not {', '.join(sorted(unknown))}")
        if unknown := set(self.one_rank_premiums) - set(Premium):
            raise ValueError(
                f"one_rank_premiums may be: {', '.join(Premium)}; not {', '.join(sorted(unknown))}"
            )
        if self.joker.flat_from not in self.rank_by_id:
            raise ValueError(f"joker.flat_from must be one of: {', '.join(self.rank_by_id)}")
        if self.split.deal == "in_turn" and self.order != "hand_by_hand":
            raise ValueError('split.deal = "in_turn" needs order = "hand_by_hand"')
        if self.variant == "switch" and not (self.hands == 2 and self.equal_hands):
            raise ValueError('variant = "switch" needs hands = 2 and equal_hands = true')
        if self.variant == "switch" and self.pays.switched_natural is None:
            raise ValueError('variant = "switch" needs pays.switched_natural')
        if self.variant == "unknown-dealer" and self.hands != 1:
            raise ValueError('variant = "unknown-dealer" needs hands = 1')
        if self.variant == "unknown-dealer" and (self.die is None or len(self.die.pays) != self.seats):
            raise ValueError(
                'variant = "unknown-dealer" needs die.pays, one figure for 0 to seats - 1 beaten'
            )
        return self

    @model_validator(mode="after")
    def _fits_deluxe(self) -> BlackjackSheet:
        if self.seats_each > 1 and self.taking != "bet":
            raise ValueError('seats_each = 2 needs taking = "bet"')
        one_hand = self.hands == 1 and self.variant == "plain"
        if (self.behind or self.seats_each > 1 or "pair" in self.side_bets) and not one_hand:
            raise ValueError('behind, seats_each and side_bets.pair need hands = 1 and variant = "plain"')
        if self.behind and (self.even_money or self.premiums is not None):
            raise ValueError('behind needs even_money = false and premiums = "none"')
        return self

    @property
    def hands_per_bet(self) -> int:
        """Hands that one amount is laid on, each with all of it."""
        return self.hands if self.equal_hands else 1

    def side_limits_for(self, side: str, rank: str) -> Range:
        """The limits of a side bet for a player of that rank (rulings 9.2).

        Raises:
            KeyError: no such side bet here, or no such rank.
        """
        rules, bet = self.side_bets[side], self.limits_for(rank)
        high = bet.high if rules.max == "bet" else None if rules.max == "none" else points(rules.max)
        low = bet.low if rules.min == "bet" else points(rules.min)
        return Range(low, high, bet.step if rules.step == "bet" else points(rules.step))

    @property
    def suits_matter(self) -> bool:
        """Whether a card must be entered with its suit because the sheet pays on suits."""
        on_suits = self.premiums is not None and self.premiums.on_suits
        return on_suits or not {"s7", "pair"}.isdisjoint(self.side_bets)
