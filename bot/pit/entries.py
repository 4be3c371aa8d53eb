"""Journal entries: what a table's state follows from (design 2 and 3).

An entry is a frozen value with a one-line text form that round-trips, so a journal can be read by a person,
replayed in a dispute and refolded after a crash. Whatever is random, timed or asked of somebody outside is
*in* the entry - the card, the time, the player's means, the resolved sheet - so folding never has to ask.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from bot.amounts import Amount, to_text
from bot.cards import Card
from bot.games.contract import Action, PlayerId


class Thing(Protocol):
    """What an entry says happened; ``str`` is its text form."""


def one_line(text: str) -> str:
    """Text as typed, as one line that can be stored: half a surrogate pair cannot."""
    return " ".join(text.encode("utf-8", "replace").decode().split())


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a table's journal.

    Attributes:
        step: the accepted message or control that caused it, the unit of undo; numbers never repeat.
        at: milliseconds since the epoch.
        actor: who caused it: an account number, ``dealer``, ``clock`` or ``house``.
    """

    step: int
    at: int
    actor: str
    thing: Thing


@dataclass(frozen=True, slots=True)
class Join:
    """参加: a free seat, or the end of the queue (rulings 2.2)."""

    player: PlayerId

    def __str__(self) -> str:
        return f"join {self.player}"


@dataclass(frozen=True, slots=True)
class Leave:
    """退席 (rulings 2.2)."""

    player: PlayerId

    def __str__(self) -> str:
        return f"leave {self.player}"


@dataclass(frozen=True, slots=True)
class SeatAt:
    """The dealer puts a viewer on a seat; a viewer seated elsewhere moves there."""

    player: PlayerId
    seat: int

    def __str__(self) -> str:
        return f"seat {self.player} at {self.seat}"


@dataclass(frozen=True, slots=True)
class Claim:
    """A viewer takes a free seat by betting on it (rulings 10.2)."""

    player: PlayerId
    seat: int

    def __str__(self) -> str:
        return f"claim {self.player} at {self.seat}"


@dataclass(frozen=True, slots=True)
class CannotPay:
    """Bets open, and the seat's viewer has not the points for the least bet (rulings 2.5)."""

    seat: int

    def __str__(self) -> str:
        return f"cannot-pay {self.seat}"


@dataclass(frozen=True, slots=True)
class Kick:
    """The dealer frees a seat, as if its viewer had left (or takes a house seat away)."""

    seat: int

    def __str__(self) -> str:
        return f"kick {self.seat}"


@dataclass(frozen=True, slots=True)
class HouseSeat:
    """放送ディーラー: the house plays this free seat from now on (rulings 8.1)."""

    seat: int

    def __str__(self) -> str:
        return f"house {self.seat}"


@dataclass(frozen=True, slots=True)
class Open:
    """Bets open. Carries the resolved sheet, the engine's version and the table as it stood, so a refold can
    begin here and an edited sheet never changes a round that has begun."""

    number: int
    engine: str
    sheet: Mapping[str, Any] = field(hash=False)
    table: Mapping[str, Any] = field(hash=False)

    def __str__(self) -> str:
        body = {"engine": self.engine, "sheet": self.sheet, "table": self.table}
        return f"open {self.number} {json.dumps(body, ensure_ascii=False, separators=(',', ':'))}"


@dataclass(frozen=True, slots=True)
class Closing:
    """The dealer called the last bets; bets still count until the deal (design 3)."""

    def __str__(self) -> str:
        return "closing"


@dataclass(frozen=True, slots=True)
class Act:
    """An action of the running round. ``drawn``: what came off the table's own shoe, a card, a roll, a spin;
    ``shoe``: the number of the deck where each game has its own."""

    action: Action
    drawn: bool = False
    shoe: int = 0

    def __str__(self) -> str:
        if not self.drawn:
            return str(self.action)
        return f"shoe {self.shoe} {self.action}" if self.shoe else f"shoe {self.action}"


@dataclass(frozen=True, slots=True)
class Order:
    """Words kept for a seat's coming turns (rulings 6.5): ``moves`` pairs a hand (0: the seat's list) with a
    move, and replaces what those hands had."""

    seat: int
    moves: tuple[tuple[int, str], ...]

    def __str__(self) -> str:
        return f"order seat {self.seat}: " + ", ".join(f"{hand}={move}" for hand, move in self.moves)


CANCELLED = "cancelled"
"""Why a seat's words are forgotten when its viewer took them back."""


@dataclass(frozen=True, slots=True)
class DropOrders:
    """A seat's kept words are forgotten: all, when they are cancelled; else (``why``) the one that is not
    legal now that its turn has come, and those said after it."""

    seat: int
    why: str

    def __str__(self) -> str:
        return f"drop seat {self.seat}: {self.why}"


@dataclass(frozen=True, slots=True)
class KeepFollow:
    """What a viewer answers for the rest of the round when a seat they bet behind doubles or splits:
    ``follow``, ``no``, or nothing any more (rulings 10.3)."""

    player: PlayerId
    word: str

    def __str__(self) -> str:
        return f"follow {self.player} {self.word}".rstrip()


@dataclass(frozen=True, slots=True)
class TimedOut:
    """No answer in time: these hands of the seat play by the auto rule (rulings 2.4)."""

    seat: int
    hands: tuple[int, ...]

    def __str__(self) -> str:
        return f"timeout seat {self.seat}: " + " ".join(map(str, self.hands))


RECOVERY = "recovery"
"""Why a round was called off that could not be brought back: that cannot be undone."""


@dataclass(frozen=True, slots=True)
class Void:
    """The round is called off, every stake returned, its cards burnt."""

    why: str = "dealer"

    def __post_init__(self) -> None:
        object.__setattr__(self, "why", one_line(self.why))

    def __str__(self) -> str:
        return f"void {self.why}"


@dataclass(frozen=True, slots=True)
class NewShoe:
    """A shuffled shoe is brought: its number, what it is made of, and after how many cards the cut card
    shows.

    ``without``: the cards of the running round, when a shoe that ran out in mid-round goes on with its
    discards (rulings 6.8). ``game``: the game that takes the deck which lay there, where each has its own;
    the new one waits for the next, so that its seed is committed to before anybody plays for it.
    """

    shoe: int
    decks: int
    jokers: int
    cut: int
    without: tuple[str, ...] = ()
    game: int = 0

    def __str__(self) -> str:
        without = f" without {','.join(self.without)}" if self.without else ""
        game = f" game {self.game}" if self.game else ""
        return f"new-shoe {self.shoe} decks {self.decks} jokers {self.jokers} cut {self.cut}{without}{game}"


@dataclass(frozen=True, slots=True)
class Burn:
    """Cards off a fresh shoe that nobody plays: the first is shown, and as many more as its value lie face
    down (rulings 10.1)."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "burn " + " ".join(card.text for card in self.cards)


@dataclass(frozen=True, slots=True)
class ShuffleDue:
    """The dealer asked for a shuffle before the next round."""

    def __str__(self) -> str:
        return "shuffle"


@dataclass(frozen=True, slots=True)
class AutoAdvance:
    """Whether the table deals by itself when nobody is awaited."""

    on: bool

    def __str__(self) -> str:
        return f"auto {'on' if self.on else 'off'}"


@dataclass(frozen=True, slots=True)
class TableOpen:
    """The table is put on the floor, or taken off it; who sat there gets up."""

    on: bool

    def __str__(self) -> str:
        return f"table {'open' if self.on else 'closed'}"


@dataclass(frozen=True, slots=True)
class Pause:
    """The dealer holds the clocks, or lets them go on."""

    on: bool

    def __str__(self) -> str:
        return f"pause {'on' if self.on else 'off'}"


@dataclass(frozen=True, slots=True)
class Ban:
    """A viewer may not sit at this table any more, or may again."""

    player: PlayerId
    on: bool

    def __str__(self) -> str:
        return f"ban {self.player} {'on' if self.on else 'off'}"


@dataclass(frozen=True, slots=True)
class MoveInQueue:
    """The dealer gives a waiting viewer another place in the queue, from 1."""

    player: PlayerId
    place: int

    def __str__(self) -> str:
        return f"queue {self.player} {self.place}"


@dataclass(frozen=True, slots=True)
class NextGame:
    """From the next round on the table plays another rule sheet."""

    sheet: str

    def __str__(self) -> str:
        return f"game {self.sheet}"


@dataclass(frozen=True, slots=True)
class CardSource:
    """Where the next rounds' cards come from: the table's own ``shoe``, or the streamer's ``hand`` on
    camera."""

    source: str

    def __str__(self) -> str:
        return f"source {self.source}"


@dataclass(frozen=True, slots=True)
class Give:
    """Points from the gifts account: the dealer's ``gift`` with a reason, or a ``rebuy`` (復活, rulings
    3.5)."""

    player: PlayerId
    amount: Amount
    kind: str = "gift"
    reason: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "reason", one_line(self.reason))

    def __str__(self) -> str:
        return f"give {self.player} {to_text(self.amount)} {self.kind} {self.reason}".rstrip()


@dataclass(frozen=True, slots=True)
class Promote:
    """The balance after a settled round lifts a player from rank ``was`` to ``rank`` (rulings 3.4). A part of
    the settling step: taken back with it."""

    player: PlayerId
    rank: str
    was: str

    def __str__(self) -> str:
        return f"promote {self.player} {self.rank} from {self.was}"


@dataclass(frozen=True, slots=True)
class Undo:
    """Step ``step`` never happened; kept in the journal so that the evening can be read as it was."""

    step: int

    def __str__(self) -> str:
        return f"undo {self.step}"


@dataclass(frozen=True, slots=True)
class Redo:
    """Step ``step`` happened after all."""

    step: int

    def __str__(self) -> str:
        return f"redo {self.step}"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where an entry stands in the journal: its step, and which of the step's entries it is, from 0."""

    step: int
    seq: int

    def __str__(self) -> str:
        return f"{self.step}.{self.seq}"


@dataclass(frozen=True, slots=True)
class Correct:
    """A card entered wrongly is put right where it fell; entries after ``until`` no longer fit and are
    dropped."""

    place: Place
    card: Card
    until: Place

    def __str__(self) -> str:
        return f"correct {self.place} {self.card} until {self.until}"
