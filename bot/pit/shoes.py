"""What anybody may know of a table's shoes: commitments at once, a seed when its shoe is over (design 8).

A shoe is over when a later one lies on the table and :data:`ROUNDS_AFTER` rounds have gone by since: undo may
still bring the old one back, and a viewer who knew its seed would know its cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.games.contract import DealCard, Reels, Roll, Spin
from bot.games.registry import parse_sheet, places
from bot.pit.book import read_rows
from bot.pit.entries import Act, Burn, Entry, NewShoe, Open
from bot.pit.history import standing
from bot.points import JournalRow, PublicBooks

ROUNDS_AFTER = 2
"""So many rounds have been played with a later shoe before a seed is told."""


@dataclass(frozen=True, slots=True)
class Brought:
    """A shoe that was brought to the table, in round ``round`` of the journal; ``over``: its seed may be
    told. ``until`` is the round in which the next one was brought."""

    made: NewShoe
    round: int
    until: int | None = None
    over: bool = False


@dataclass(slots=True)
class ShoeLine:
    """A table's shoes in order, kept up by reading only what is new in the journal."""

    table: str
    game: str
    seen: int = 0
    _rows: list[JournalRow] = field(default_factory=list)

    async def catch_up(self, books: PublicBooks) -> None:
        """Takes in what has been written since."""
        new = await books.shoe_journal(self.table, self.seen)
        self._rows += new
        self.seen = max((row.id for row in new), default=self.seen)

    def brought(self, current_round: int) -> list[Brought]:
        """The shoes that stand, oldest first.

        Args:
            current_round: the number of the table's last round.
        """
        log, _ = read_rows(self.game, self._rows)
        rounds = {row.step: row.round for row in self._rows if row.text.startswith("new-shoe ")}
        made = [
            (entry.thing, rounds[entry.step]) for entry in standing(log) if isinstance(entry.thing, NewShoe)
        ]
        following = [number for _, number in made[1:]]
        ended = [
            Brought(shoe, number, after, current_round >= after + ROUNDS_AFTER)
            for (shoe, number), after in zip(made, following, strict=False)
        ]
        return [*ended, *(Brought(shoe, number) for shoe, number in made[-1:])]


async def dealt(books: PublicBooks, table: str, game: str, shoe: Brought) -> list[dict[str, Any]]:
    """What came off a shoe that is over, by round: ``{"round", "cards", "rolls", "spins", "places"}``. What
    was burnt comes before what was dealt. A spin lists where the wheel or each reel stopped, ``places`` where
    it could have."""
    assert shoe.over, "the cards of a running shoe are nobody's business"
    # Undo of a round's opening is journalled under the round before, and redo after it.
    rows = await books.journal(table, max(0, shoe.round - 1), (shoe.until or 0) + 1)
    log, _ = read_rows(game, rows)
    found: list[dict[str, Any]] = []
    for opening, thing in _of_shoe(standing(log), shoe.made):
        number = 0 if opening is None else opening.number
        if not found or found[-1]["round"] != number:
            found.append({"round": number, "cards": [], "rolls": [], "spins": [], "places": []})
        if isinstance(thing, Burn):
            found[-1]["cards"] += [card.text for card in thing.cards]
            continue
        match thing.action:
            case DealCard(card=card) if card is not None:
                found[-1]["cards"].append(card.text)
            case Roll(value=value):
                found[-1]["rolls"].append(value)
            case Spin(pocket=pocket):
                found[-1]["spins"].append([pocket])
            case Reels(stops=stops):
                found[-1]["spins"].append([str(stop) for stop in stops])
        if found[-1]["spins"] and opening is not None and not found[-1]["places"]:
            found[-1]["places"] = [list(one) for one in places(parse_sheet(opening.sheet))]
    return found


def _of_shoe(entries: Sequence[Entry], made: NewShoe) -> Iterator[tuple[Open | None, Act | Burn]]:
    """What was drawn from that shoe, each with the opening of its round."""
    opening: Open | None = None
    lies = False
    for entry in entries:
        thing = entry.thing
        if isinstance(thing, Open):
            opening = thing
        elif isinstance(thing, NewShoe):
            lies = thing.shoe == made.shoe
        elif isinstance(thing, Burn | Act) and _came_from(thing, made.shoe, lies=lies):
            yield opening, thing


def _came_from(thing: Act | Burn, shoe: int, *, lies: bool) -> bool:
    """Whether that came off a shoe: off the one that lies there, if it names no deck of its own."""
    if isinstance(thing, Burn):
        return lies
    return thing.drawn and (thing.shoe or lies * shoe) == shoe
