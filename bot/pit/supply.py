"""Where a table's own cards and dice come from: a verifiable shoe, or a scenario's fixed lists."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from bot.cards import Card, parse_card
from bot.cards.shoe import VERSION, cards_of, commitment, roll, shuffled, spin
from bot.pit.entries import NewShoe
from bot.pit.state import ShoeState
from bot.pit.table import Table

DRAWS_PER_SEED = 100
"""Spins for which one seed stands where no cards are dealt; then it is told, and the next one lies there."""


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

    def burnt(self, shoe: ShoeState) -> tuple[Card, ...]:
        """The shoe's next card, and as many more as its value."""
        order = self._order(shoe)
        return order[shoe.drawn : shoe.drawn + 1 + order[shoe.drawn].value]

    def roll(self, shoe: ShoeState) -> int:
        """The shoe's next die."""
        seeds = self.seeds[shoe.number]
        return roll(seeds.server, seeds.client, seeds.shoe, shoe.rolls)

    def pocket(self, shoe: ShoeState, pockets: Sequence[str]) -> str:
        """Where the ball falls next."""
        return pockets[self.stops(shoe, (len(pockets),))[0]]

    def stops(self, shoe: ShoeState, sizes: Sequence[int]) -> tuple[int, ...]:
        """Where each reel stops next, from 0."""
        seeds = self.seeds[shoe.number]
        return spin(seeds.server, seeds.client, seeds.shoe, shoe.rolls, sizes)

    def opening_shoe(self, table: Table) -> NewShoe | None:
        """A new shoe when there is none that the game can use, the cut card has shown, the dealer asked
        (rulings 6.8), or the game wants a fresh one for each round (rulings 13)."""
        fresh = bool(getattr(table.sheet, "fresh_shoe", False)) and table.shoe.drawn > 0
        return self._bring(table) if table.shoe.finished or fresh or not table.shoe_fits else None

    def deck_for(self, table: Table, game: int) -> NewShoe | None:
        """A game takes the deck that lies there, and the next one is laid down; where none lies that can be
        used, one is laid down first."""
        if game in table.decks:
            return None
        return self._bring(table, game=game if table.shoe_fits else 0)

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

    def _bring(self, table: Table, without: tuple[str, ...] = (), game: int = 0) -> NewShoe:
        number, sheet = table.shoe.number + 1, table.sheet
        # A shoe that was brought and then undone comes back as it was: undo never rerolls.
        if number not in self.seeds:
            self.seeds[number] = Seeds(number, self.new_seed())
            self.unsaved.append(self.seeds[number])
        # A refill is past its cut card already: the next round begins with a full shoe.
        cut = 0 if without else (sheet.decks * 52 + sheet.jokers_in_shoe) * sheet.cut // 100
        if not sheet.decks:
            cut = DRAWS_PER_SEED
        return NewShoe(number, sheet.decks, sheet.jokers_in_shoe, cut, without, game)

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
    """A scenario's cards in dealing order, its dice, its wheel's pockets and its reels' stops (design 7)."""

    def __init__(
        self,
        cards: Sequence[Card] = (),
        dice: Sequence[int] = (),
        wheel: Sequence[str] = (),
        reels: Sequence[Sequence[int]] = (),
    ) -> None:
        self.cards = tuple(cards)
        self.dice = tuple(dice)
        self.wheel = tuple(wheel)
        self.reels = tuple(map(tuple, reels))
        self.unsaved: list[Seeds] = []

    def card(self, shoe: ShoeState) -> Card:
        """The next listed card."""
        if shoe.drawn >= len(self.cards):
            raise RanOut(f"cards: the scenario lists {len(self.cards)}, and one more is asked for")
        return self.cards[shoe.drawn]

    def burnt(self, shoe: ShoeState) -> tuple[Card, ...]:
        """Nothing: the list begins after the burn (rulings 10.1)."""
        return ()

    def roll(self, shoe: ShoeState) -> int:
        """The next listed die."""
        if shoe.rolls >= len(self.dice):
            raise RanOut(f"dice: the scenario lists {len(self.dice)}, and one more is asked for")
        return self.dice[shoe.rolls]

    def pocket(self, shoe: ShoeState, pockets: Sequence[str]) -> str:
        """The next listed pocket."""
        if shoe.rolls >= len(self.wheel):
            raise RanOut(f"wheel: the scenario lists {len(self.wheel)}, and one more is asked for")
        if self.wheel[shoe.rolls] not in pockets:
            raise RanOut(f"wheel: there is no {self.wheel[shoe.rolls]}")
        return self.wheel[shoe.rolls]

    def stops(self, shoe: ShoeState, sizes: Sequence[int]) -> tuple[int, ...]:
        """The next listed stops."""
        if shoe.rolls >= len(self.reels):
            raise RanOut(f"reels: the scenario lists {len(self.reels)}, and one more is asked for")
        return self.reels[shoe.rolls]

    def deck_for(self, table: Table, game: int) -> NewShoe | None:
        """All games are dealt from the list, as their cards come."""
        return None

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
