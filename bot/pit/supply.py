"""Where a table's own cards and dice come from: a verifiable shoe, or a scenario's fixed lists."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.cards import Card, parse_card
from bot.cards.shoe import VERSION, cards_of, commitment, roll, shuffled
from bot.pit.entries import NewShoe
from bot.pit.state import ShoeState
from bot.pit.table import Table


@dataclass(frozen=True, slots=True)
class Seeds:
    """What orders one shoe (design 8)."""

    shoe: int
    server: str
    client: str = ""
    version: str = VERSION

    @property
    def commitment(self) -> str:
        """What is shown before its first card."""
        return commitment(self.server)


class VerifiableSupply:
    """Shoes ordered by seeds; a refold finds the same card at the same place.

    Args:
        known: the seeds of shoes that journals may name.
        new_seed: makes a server seed, 32 random bytes in hex.
    """

    def __init__(
        self,
        known: Iterable[Seeds] = (),
        new_seed: Callable[[], str] = lambda: secrets.token_hex(32),
    ) -> None:
        self.seeds = {seeds.shoe: seeds for seeds in known}
        self.new_seed = new_seed
        self.unsaved: list[Seeds] = []
        """Seeds made since the last unit was written; that unit stores them."""
        self._orders: dict[tuple[int, tuple[str, ...]], tuple[Card, ...]] = {}

    def card(self, shoe: ShoeState) -> Card:
        """The card at the shoe's place."""
        return self._order(shoe)[shoe.drawn]

    def roll(self, shoe: ShoeState) -> int:
        """The shoe's next die."""
        seeds = self.seeds[shoe.number]
        return roll(seeds.server, seeds.client, seeds.shoe, shoe.rolls)

    def opening_shoe(self, table: Table) -> NewShoe | None:
        """A new shoe when there is none, the cut card has shown, or the dealer asked (rulings 6.8)."""
        return self._bring(table) if table.shoe.finished else None

    def refill(self, table: Table) -> NewShoe:
        """All cards but those of the running round."""
        return self._bring(table, tuple(table.dealt))

    def mark(self) -> int:
        """How many seeds there are, for :meth:`back_to`."""
        return len(self.seeds)

    def back_to(self, mark: int) -> None:
        """Forgets the seeds made since: the unit that made them has stored nothing."""
        for number in list(self.seeds)[mark:]:
            del self.seeds[number]
        self.unsaved.clear()

    def _bring(self, table: Table, without: tuple[str, ...] = ()) -> NewShoe:
        number, sheet = table.shoe.number + 1, table.sheet
        # A shoe that was brought and then undone comes back as it was: undo never rerolls.
        if number not in self.seeds:
            self.seeds[number] = Seeds(number, self.new_seed())
            self.unsaved.append(self.seeds[number])
        # A refill is past its cut card already: the next round begins with a full shoe.
        cut = 0 if without else (sheet.decks * 52 + sheet.jokers_in_shoe) * sheet.cut // 100
        return NewShoe(number, sheet.decks, sheet.jokers_in_shoe, cut, without)

    def _order(self, shoe: ShoeState) -> tuple[Card, ...]:
        key = (shoe.number, shoe.without)
        if key not in self._orders:
            cards = list(cards_of(shoe.decks, shoe.jokers))
            for text in shoe.without:
                cards.remove(parse_card(text))
            seeds = self.seeds[shoe.number]
            # Old orders are dropped: an undo across a shuffle computes them again.
            self._orders = {key: shuffled(cards, seeds.server, seeds.client, shoe.number)}
        return self._orders[key]


class RanOut(Exception):
    """A scenario asked for more cards, dice or numbers than it lists."""


class FixedSupply:
    """A scenario's cards in dealing order and its dice (design 7)."""

    def __init__(self, cards: Sequence[Card], dice: Sequence[int]) -> None:
        self.cards = tuple(cards)
        self.dice = tuple(dice)
        self.unsaved: list[Seeds] = []

    def card(self, shoe: ShoeState) -> Card:
        """The next listed card."""
        if shoe.drawn >= len(self.cards):
            raise RanOut(f"cards: the scenario lists {len(self.cards)}, and one more is asked for")
        return self.cards[shoe.drawn]

    def roll(self, shoe: ShoeState) -> int:
        """The next listed die."""
        if shoe.rolls >= len(self.dice):
            raise RanOut(f"dice: the scenario lists {len(self.dice)}, and one more is asked for")
        return self.dice[shoe.rolls]

    def opening_shoe(self, table: Table) -> NewShoe | None:
        """One endless shoe; a shuffle goes on with the list."""
        return NewShoe(1, len(self.cards) // 52 + 100, 0, 1 << 30) if table.shoe.number == 0 else None

    def mark(self) -> int:
        """Nothing is made here."""
        return 0

    def back_to(self, mark: int) -> None:
        """Nothing was made here."""

    def refill(self, table: Table) -> NewShoe:
        """Never: a list that runs out is an error."""
        raise RanOut("cards: the shoe ran out")


def scenario_seed(seed: int | str) -> Callable[[], str]:
    """Server seeds that follow from a scenario's ``seed``, one for each shoe in turn."""
    count = iter(range(1 << 30))
    return lambda: hashlib.sha256(f"{seed}/{next(count)}".encode()).hexdigest()
