"""One step of a table: an accepted message or control with all it caused (design 3).

Works in memory only. The unit that runs it writes what it gathered - entries, money, notes - in one
savepoint, or puts the table back.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.amounts import Amount
from bot.games.blackjack.events import BesideReturned, Converted
from bot.games.contract import BrokenRule, Event, IllegalAction, Jackpot, PlayerId, Returned, Staked
from bot.pit.driver import Supply, by_itself
from bot.pit.entries import DropOrders, Entry, Thing
from bot.pit.events import Given, OrderDropped, SeatFreed
from bot.pit.results import came_to
from bot.pit.table import Table, ends_round

MAX_ENTRIES = 60_000
"""Far more than a step can have (five thousand antes dealt at once): a runaway is our bug, not a stream's
end."""


TOLD_WHY = ("no_bet", "cannot_pay")
"""Why a seat is freed by itself: whoever sat there hears of it (rulings 2.5)."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell one player; ``code`` is the text's, ``important`` ones go first."""

    player: PlayerId
    code: str
    params: dict[str, object] = field(default_factory=dict)
    important: bool = False


class Step:
    """Applies entries to a table and gathers what they caused.

    Args:
        balance: the committed balance of a player, before this step.
        paused: the name of the season whose pause keeps this table from taking bets.
    """

    def __init__(
        self,
        table: Table,
        number: int,
        at: int,
        actor: str,
        balance: Callable[[PlayerId], Amount],
        supply: Supply,
        paused: str | None = None,
    ) -> None:
        self.table = table
        self.number = number
        self.at = at
        self.actor = actor
        self.supply = supply
        self.paused = paused
        self.balance = balance
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.money: list[Staked | Returned | Given | Jackpot] = []
        self.notes: list[Note] = []
        self.settled = False
        """Whether it ended the round: what is left in the escrow goes to the house even if no money moved."""
        self.before = came_to(table)
        self._moved: dict[PlayerId, int] = {}

    def means(self, player: PlayerId) -> Amount:
        """What the player can still stake: the balance less what this step has taken."""
        return Amount(self.balance(player) + self._moved.get(player, 0))

    def do(self, thing: Thing, actor: str | None = None) -> list[Event]:
        """Applies one entry and whatever follows from it by itself.

        Raises:
            IllegalAction: ``thing`` cannot be; nothing has changed.
        """
        events = self._apply(thing, actor or self.actor)
        return events + self.run_on()

    def take(self, thing: Thing) -> None:
        """Applies one entry; what follows from it waits for :meth:`run_on`.

        Raises:
            IllegalAction: as :meth:`do`.
        """
        self._apply(thing, self.actor)

    def run_on(self, *, pushed: bool = False) -> list[Event]:
        """Lets the table go on by itself until it waits for somebody."""
        events: list[Event] = []
        while True:
            thing = by_itself(self.table, self.means, self.supply, pushed=pushed)
            if thing is None:
                return events
            pushed = False
            events += self._apply_or_drop(thing)

    def _apply_or_drop(self, thing: Thing) -> list[Event]:
        """A kept word that is not legal when its turn comes is dropped with the reason, and the player
        asked."""
        seat_and_hand = self.table.live.turn if self.table.live is not None else None
        try:
            return self._apply(thing, "house")
        except IllegalAction as refusal:
            seat, hand = seat_and_hand or (0, 0)
            if self.table.orders.next(seat, hand) is None:
                raise BrokenRule(f"the table cannot go on by itself: {thing}: {refusal}") from refusal
            self.note(self.table.live.boxes[seat].player, refusal)  # type: ignore[union-attr]
            return self._apply(DropOrders(seat, refusal.code), "house")

    def note(self, player: PlayerId, refusal: IllegalAction) -> None:
        """Keeps a refusal for the player to be told."""
        self.notes.append(Note(player, refusal.code, dict(refusal.params), important=True))

    def _apply(self, thing: Thing, actor: str) -> list[Event]:
        if len(self.entries) >= MAX_ENTRIES:
            raise RuntimeError(f"step {self.number} does not end")
        entry = Entry(self.number, self.at, actor, thing)
        events = self.table.apply(entry)
        self.entries.append(entry)
        self.events += events
        self.settled = self.settled or ends_round(self.table, entry)
        for event in events:
            if isinstance(event, Staked):
                self._move(event, -event.amount)
            elif isinstance(event, Returned | Given):
                self._move(event, event.amount)
            elif isinstance(event, Jackpot):
                self.money.append(event)
            elif isinstance(event, OrderDropped) and event.why == "surplus_words":
                self._note_surplus(event.seat)
            elif isinstance(event, SeatFreed) and event.why in TOLD_WHY:
                self.notes.append(
                    Note(event.player, f"freed_{event.why}", {"seat": event.seat}, important=True)
                )
            elif isinstance(event, Converted):
                what: dict[str, object] = {"move": event.move.value, "into": event.into.value}
                self.notes.append(Note(event.player, "converted", what, important=True))
            elif isinstance(event, BesideReturned) and str(event.player) != self.actor:
                laid: dict[str, object] = {"seat": event.seat, "amount": event.amount}
                self.notes.append(Note(event.player, f"{event.what}_returned", laid, important=True))
        return events

    def _note_surplus(self, seat: int) -> None:
        """Its words were more than its hands could take; whoever said them hears of it (rulings 5.5)."""
        assert self.table.round is not None
        box = self.table.round.boxes[seat]
        self.notes.append(Note(box.player, "surplus_words", {"hands": len(box.hands)}))

    def _move(self, event: Staked | Returned | Given, amount: int) -> None:
        self.money.append(event)
        self._moved[event.player] = self._moved.get(event.player, 0) + amount
