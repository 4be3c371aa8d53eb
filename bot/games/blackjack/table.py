"""What lies on a blackjack table: the cards of the dealer and of every seat, and the stakes beside them.

Mutable and private to the engine: a round changes it only after an action has been found legal.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import NamedTuple

from bot.amounts import ZERO, Amount, times
from bot.cards import Card, Rank
from bot.games.blackjack.events import BehindSettled, DieRolled, HandSettled, InsuranceSettled
from bot.games.blackjack.shares import PairStake, Share, share_pays
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.contract import NOBODY, Event, HandResult, PlayerId, Returned, Staked

TARGET = 21


class Pile:
    """Cards that are counted: aces 11 where that does not bust. The count is kept as the cards fall."""

    __slots__ = ("_ace", "_hard", "cards", "soft", "total")

    def __init__(self) -> None:
        self.cards: list[Card] = []
        self.total = 0
        self.soft = False
        self._hard = 0
        self._ace = False

    def add(self, card: Card) -> None:
        """Counts one more card."""
        self.cards.append(card)
        self._hard += card.value
        if card.value == 1:
            self._ace = True
        self.soft = self._ace and self._hard <= 11
        self.total = self._hard + 10 if self.soft else self._hard

    def take(self) -> Card:
        """Takes the last card away again (a split, a switch)."""
        card = self.cards.pop()
        left, self.cards, self._hard, self._ace = self.cards, [], 0, False
        for one in left:
            self.add(one)
        return card

    @property
    def has_joker(self) -> bool:
        """Whether a joker is among the cards."""
        return any(card.is_joker for card in self.cards)

    @property
    def counts(self) -> tuple[int, ...]:
        """Every count of the cards, each ace 1 or 11."""
        aces = sum(card.value == 1 for card in self.cards)
        return tuple(self._hard + 10 * many for many in range(aces + 1))

    @property
    def is_ace_ten(self) -> bool:
        """Two cards that make 21."""
        return self.total == TARGET and len(self.cards) == 2


class Dealer(Pile):
    """The dealer's cards. Only opened cards are counted; the hole card waits apart.

    Attributes:
        hole: the face-down card, ``None`` when nobody at the table knows it (real cards).
        hole_dealt, hole_open: whether it lies there, and whether it has been turned.
        looked: what the dealer's look found; ``None`` before one.
    """

    __slots__ = ("hole", "hole_dealt", "hole_open", "looked", "outcome")

    def __init__(self) -> None:
        super().__init__()
        self.hole: Card | None = None
        self.hole_dealt = False
        self.hole_open = False
        self.looked: bool | None = None
        self.outcome: str | None = None

    @property
    def may_be_blackjack(self) -> bool:
        """Whether a blackjack is still possible, or already there."""
        if len(self.cards) > 1:
            return self.is_ace_ten
        return self.looked is not False and self.cards[0].value in (1, 10)

    def makes_blackjack(self, second: Card) -> bool:
        """Whether that second card makes a blackjack of the upcard."""
        return {self.cards[0].value, second.value} == {1, 10}


class Hand(Pile):
    """One hand of a seat.

    Attributes:
        number: from 1, left to right; later hands move up at a split.
        origin: the number of the dealt hand it comes from.
        stake: all that lies on it; ``bet`` the original amount.
        halvings: how many splits it comes from; ``half`` whether there was one.
        parted: the card that its first split took away from it.
        open: it may still act. A closed hand without an outcome waits for the dealer.
        acted: it has made a move of its own.
        asked: it owes an answer to the offer (insurance).
        insurance: what its insurance cost; ``insured`` while that is undecided.
        insurance_returned: what came back for it, ``None`` while it is undecided or there is none.
        shares: the bets behind it.
    """

    __slots__ = (
        "acted",
        "asked",
        "bet",
        "box",
        "doubled",
        "halvings",
        "insurance",
        "insurance_returned",
        "insured",
        "natural",
        "number",
        "open",
        "origin",
        "outcome",
        "parted",
        "premium",
        "returned",
        "shares",
        "stake",
    )

    def __init__(self, box: Box, number: int, bet: Amount, origin: int, halvings: int = 0) -> None:
        super().__init__()
        self.box = box
        self.number = number
        self.bet = bet
        self.origin = origin
        self.halvings = halvings
        self.parted: Card | None = None
        self.stake = bet
        self.open = True
        self.natural = False
        self.doubled = self.acted = self.asked = self.insured = False
        self.insurance = ZERO
        self.insurance_returned: Amount | None = None
        self.outcome: str | None = None
        self.premium: str | None = None
        self.returned = ZERO
        self.shares: list[Share] = []

    @property
    def half(self) -> bool:
        """Whether it comes from a split."""
        return self.halvings > 0

    @property
    def of_aces(self) -> bool:
        """Whether it comes from split aces."""
        return self.halvings > 0 and self.cards[0].value == 1


class SideStake(NamedTuple):
    """One side bet: of the hand dealt under number ``origin``, or with 0 of the whole seat.

    ``result`` is ``None`` until it is decided: what the cards make, ``lose``, or ``back``.
    """

    name: str
    origin: int
    amount: Amount
    result: str | None = None
    returned: Amount = ZERO


class Box:
    """A seat that takes part in the round.

    Attributes:
        player: whose it is; :data:`NOBODY` for a seat of the house.
        amounts: what was bet on each hand; ``side`` the side bets by name.
        sides: what lies there for the side bets.
        may_switch: the switch decision has not fallen yet; ``switched`` it was made (rulings 9.3).
    """

    __slots__ = ("amounts", "hands", "may_switch", "player", "rank", "seat", "side", "sides", "switched")

    def __init__(
        self,
        seat: int,
        player: PlayerId,
        rank: str,
        amounts: tuple[Amount, ...],
        side: tuple[tuple[str, Amount], ...],
        sides: tuple[SideStake, ...] = (),
    ) -> None:
        self.seat = seat
        self.player = player
        self.rank = rank
        self.amounts = amounts
        self.side = side
        self.sides = sides
        self.may_switch = self.switched = False
        self.hands = [Hand(self, number, bet, number) for number, bet in enumerate(amounts, start=1)]

    @property
    def has_joker(self) -> bool:
        """Whether one of its hands drew a joker."""
        return any(hand.has_joker for hand in self.hands)

    def dealt(self, origin: int) -> Hand:
        """What the hand dealt under that number is now: the leftmost half of it."""
        return next(hand for hand in self.hands if hand.origin == origin)

    @property
    def house(self) -> bool:
        """Whether the house plays it."""
        return self.player == NOBODY


class Table:
    """Boxes, dealer and money of one round; collects the events of the action under way.

    Attributes:
        awarded: what jokers have given each player.
        rolled: the die as it fell.
        behind, pairs: what players have laid beside seats, by seat and player (rulings 10.3, 10.4).
    """

    __slots__ = ("awarded", "behind", "boxes", "dealer", "events", "pairs", "rolled", "sheet", "staked")

    def __init__(self, sheet: BlackjackSheet) -> None:
        self.sheet = sheet
        self.boxes: dict[int, Box] = {}
        self.dealer = Dealer()
        self.staked: dict[PlayerId, Amount] = {}
        self.awarded: dict[PlayerId, Amount] = {}
        self.rolled: DieRolled | None = None
        self.behind: dict[tuple[int, PlayerId], Amount] = {}
        self.pairs: dict[tuple[int, PlayerId], PairStake] = {}
        self.events: list[Event] = []

    def hands(self) -> Iterator[Hand]:
        """Every hand in seat order, left to right."""
        for box in self.boxes.values():
            yield from box.hands

    @property
    def has_bets(self) -> bool:
        """Whether a player takes part; the house alone plays for nothing."""
        return any(not box.house for box in self.boxes.values())

    def unsettled(self) -> list[Hand]:
        """The hands that have no outcome yet."""
        return [hand for box in self.boxes.values() for hand in box.hands if hand.outcome is None]

    def beside(self, seat: int) -> bool:
        """Whether others have bet beside that seat."""
        return any(place[0] == seat for place in (*self.behind, *self.pairs))

    # --- money ------------------------------------------------------------------------------------------

    def stake(self, player: PlayerId, amount: Amount, what: str, seat: int, hand: int = 0) -> None:
        """Moves ``amount`` from the player to the table."""
        if amount:
            self.staked[player] = Amount(self.staked.get(player, ZERO) + amount)
            self.events.append(Staked(player, amount, what, seat, hand))

    def give_back(self, player: PlayerId, amount: Amount, why: str, seat: int, hand: int = 0) -> None:
        """Returns a stake that has not been played."""
        self.staked[player] = Amount(self.staked[player] - amount)
        self.events.append(Returned(player, amount, why, seat, hand))

    def settle(self, hand: Hand, outcome: str, returned: Amount, premium: str | None = None) -> None:
        """Decides a hand: ``returned`` of its stake comes back, the rest is the house's."""
        box = hand.box
        hand.open = False
        hand.outcome = outcome
        hand.premium = premium
        hand.returned = returned
        self.events.append(HandSettled(box.seat, hand.number, box.player, outcome, returned, premium))
        if hand.stake:
            self.staked[box.player] = Amount(self.staked[box.player] - hand.stake)
        if returned:
            self.events.append(Returned(box.player, returned, outcome, box.seat, hand.number))
        for share in hand.shares:
            self._settle_share(hand, share, outcome, back=bool(returned))

    def _settle_share(self, hand: Hand, share: Share, outcome: str, *, back: bool) -> None:
        """A bet behind takes the hand's result (rulings 10.3)."""
        seat, player = hand.box.seat, share.player
        share.outcome, share.asked = outcome, False
        share.returned = times(share.stake, share_pays(self.sheet.pays, outcome, back=back))
        self.staked[player] = Amount(self.staked[player] - share.stake)
        self.events.append(BehindSettled(seat, hand.number, player, outcome, share.returned))
        if share.returned:
            self.events.append(Returned(player, share.returned, outcome, seat, hand.number))

    def settle_insurance(self, hand: Hand, returned: Amount) -> None:
        """Decides a hand's insurance."""
        self._settle_insurance(hand, hand.box.player, hand, returned)

    def settle_share_insurance(self, hand: Hand, share: Share, returned: Amount) -> None:
        """Decides the insurance of a bet behind that hand."""
        self._settle_insurance(share, share.player, hand, returned)

    def _settle_insurance(
        self, insured: Hand | Share, player: PlayerId, hand: Hand, returned: Amount
    ) -> None:
        seat = hand.box.seat
        insured.insured = False
        insured.insurance_returned = returned
        self.staked[player] = Amount(self.staked[player] - insured.insurance)
        self.events.append(InsuranceSettled(seat, hand.number, player, returned))
        if returned:
            self.events.append(Returned(player, returned, "insurance", seat, hand.number))

    def state(self) -> tuple[Hashable, ...]:
        """Boxes, dealer and money as one comparable value."""
        boxes = tuple(
            (values_of(box, ("hands",)), tuple(values_of(hand, ("box", "shares")) for hand in box.hands))
            for box in self.boxes.values()
        )
        shares = tuple(values_of(share) for hand in self.hands() for share in hand.shares)
        beside = tuple(self.behind.items()), tuple(self.pairs.items()), shares
        money = tuple(sorted(self.staked.items())), tuple(self.awarded.items())
        return boxes, values_of(self.dealer), *money, *beside, self.rolled

    def results(self) -> tuple[HandResult, ...]:
        """The settled hands in seat order; then what was bet behind them, and the pairs (hand 0)."""
        hands = tuple(
            HandResult(
                hand.box.player,
                hand.box.seat,
                hand.number,
                tuple(hand.cards),
                hand.outcome,
                hand.premium,
                hand.stake,
                hand.returned,
            )
            for hand in self.hands()
            if hand.outcome is not None
        )
        return hands + tuple(self._share_results()) + tuple(self._pair_results())

    def _share_results(self) -> Iterator[HandResult]:
        for hand in self.hands():
            for share in hand.shares:
                if share.outcome is not None:
                    place = share.player, hand.box.seat, hand.number, tuple(hand.cards)
                    yield HandResult(*place, share.outcome, None, share.stake, share.returned)

    def _pair_results(self) -> Iterator[HandResult]:
        for (seat, player), pair in self.pairs.items():
            if pair.result is not None:
                hand = self.boxes[seat].hands[0]
                cards = tuple(hand.cards[:1]) + tuple([hand.parted] if hand.parted else hand.cards[1:2])
                outcome = {"lose": "lose", "back": "push"}.get(pair.result, "win")
                name = pair.result if outcome == "win" else None
                yield HandResult(player, seat, 0, cards, outcome, name, pair.amount, pair.returned)


def values_of(thing: object, leave_out: tuple[str, ...] = ()) -> tuple[Hashable, ...]:
    """The values of an object's slots, lists as tuples: two objects with equal values are in one state."""
    names = sorted(name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ()))
    values = ((name, getattr(thing, name)) for name in names if name not in leave_out)
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in values)


def same(first: Card, second: Card, by: str) -> bool:
    """Whether two cards are a pair, by ``rank`` or by ``value`` (rulings 6.2)."""
    if first.rank is Rank.JOKER or second.rank is Rank.JOKER:
        return False
    return first.rank is second.rank if by == "rank" else first.value == second.value
