"""The values that cross the store's door, and its errors.

Times are epoch milliseconds (UTC) everywhere: integers compare, subtract and store alike on every database.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Literal, NewType

from bot.amounts import Amount, to_text

AccountId = NewType("AccountId", int)
"""A ledger account's number, from 1. A viewer's is their :data:`~bot.games.contract.PlayerId` at the
tables."""

MAIN_ECONOMY = "main"
"""The economy a floor starts with."""
PRACTICE_CHANNEL = "practice"
"""The channel (and platform) of the local chat page."""


class AccountKind(StrEnum):
    """Whose points an account holds (design 4)."""

    VIEWER = "viewer"
    HOUSE = "house"
    ESCROW = "escrow"
    """The stakes lying on one table."""
    JACKPOT = "jackpot"
    GIFTS = "gifts"
    """Where points come from: first points, restarts, what the streamer gives. Its balance is minus what was
    given."""
    CORRECTIONS = "corrections"
    """Covers what a viewer had already spent of winnings that were taken back."""


GUARDED = frozenset({AccountKind.VIEWER, AccountKind.ESCROW})
"""The kinds whose balance never goes below zero (a CHECK in the database says so too)."""

LARGEST = 2**62
"""No balance goes beyond this, so no sum leaves 64 bits."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """``amount`` (> 0) leaves ``debit`` and arrives at ``credit``.

    ``reason`` is a stable word (``stake``, ``payout``, ``first_points`` ...); ``table``, ``round`` and
    ``step`` name the journal entry that caused it, ``actor`` who did; ``reverses`` is the transfer a
    correction takes back.
    """

    debit: AccountId
    credit: AccountId
    amount: Amount
    reason: str
    table: str | None = None
    round: int | None = None
    step: int | None = None
    actor: str = ""
    reverses: int | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """A transfer as it stands in the ledger."""

    id: int
    at: int
    transfer: Transfer


@dataclass(frozen=True, slots=True)
class Reversal:
    """What :meth:`bot.points.tx.Tx.reverse` did.

    ``transfers`` are the new reversing transfers, in the order of posting (newest original first);
    ``covered`` is what the corrections account had to pay for viewers who had already spent their winnings,
    by the transfers ``covers`` (number and transfer).
    """

    transfers: tuple[int, ...]
    covered: Mapping[AccountId, Amount]
    covers: tuple[tuple[int, Transfer], ...] = ()


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer's account. ``created``: seen for the first time just now. ``rebuys``: restarts (rulings 3.5),
    as they were counted when this process first met the viewer."""

    account: AccountId
    economy: str
    platform: str
    user_id: str
    name: str
    rank: str
    balance: Amount
    created: bool = False
    rebuys: int = 0


@dataclass(frozen=True, slots=True)
class Alias:
    """A platform account that acts as another's viewer.

    Attributes:
        account: whom it acts as.
        own: the account it had before, if it had one; its balance went over by the transfer ``transfer``.
        name: what it was called when it was linked.
        unlinked_at: 0 while it acts so.
    """

    economy: str
    platform: str
    user_id: str
    account: AccountId
    own: AccountId | None
    transfer: int | None
    name: str
    linked_at: int
    unlinked_at: int = 0


@dataclass(frozen=True, slots=True)
class Silenced:
    """A platform account whose words are not heard.

    Attributes:
        why: ``ignored`` by the dealer, or ``banned`` by its platform.
        until: epoch ms; 0 is for ever.
        lifted_at: 0 while it is so.
    """

    economy: str
    platform: str
    user_id: str
    why: Literal["banned", "ignored"]
    name: str
    since: int
    until: int = 0
    lifted_at: int = 0

    def holds(self, now: int) -> bool:
        """Whether it is so at ``now``, epoch ms."""
        return not self.lifted_at and (not self.until or now < self.until)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking. ``rebuys``: restarts so far (rulings 3.5). Equal balances share a place."""

    place: int
    viewer: Viewer
    rebuys: int


@dataclass(frozen=True, slots=True)
class JournalRow:
    """One line of a table's journal; ``(table, round, step, seq)`` is written once.

    ``means`` is JSON (the players' free balances the fold decided on) or empty. ``id`` orders the journal;
    the store gives it.
    """

    table: str
    round: int
    step: int
    seq: int
    at: int
    actor: str
    text: str
    means: str = ""
    id: int = 0


@dataclass(frozen=True, slots=True)
class HandRow:
    """A settled hand of a viewer. ``number`` counts within its settlement; ``cards`` are codes with spaces
    between them; ``premium`` is empty without one. The store gives ``at``."""

    table: str
    round: int
    step: int
    number: int
    account: AccountId
    seat: int
    hand: int
    cards: str
    outcome: str
    premium: str
    staked: Amount
    returned: Amount
    at: int = 0

    @property
    def net(self) -> Amount:
        """What the hand won, or below zero lost."""
        return Amount(self.returned - self.staked)


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as it stands on the floor. ``sheet`` is its rule sheet as JSON; ``round_open`` whether
    ``round`` still holds stakes; ``closed_at`` is 0 while the table is open."""

    id: str
    game: str
    platform: str
    channel: str
    economy: str
    sheet: str
    round: int = 0
    round_open: bool = False
    closed_at: int = 0


@dataclass(frozen=True, slots=True)
class Shoe:
    """A shoe's (or die's, wheel's) commitment and seeds (design 8). ``revealed_at`` is 0 while the seed is
    secret."""

    id: str
    table: str
    version: str
    server_seed: str
    commitment: str
    client_seed: str = ""
    created_at: int = 0
    revealed_at: int = 0


class InsufficientPoints(Exception):
    """A guarded account would go below zero; nothing was posted.

    Attributes:
        account: which account.
        shortfall: how much is missing.
    """

    def __init__(self, account: AccountId, shortfall: Amount) -> None:
        super().__init__(f"account {account} is short of {to_text(shortfall)} points")
        self.account = account
        self.shortfall = shortfall


class BadReversal(ValueError):
    """A transfer that does not exist, or was already taken back.

    Attributes:
        code: ``unknown_transfer`` or ``already_reversed``.
        transfer: the transfer's number.
    """

    def __init__(self, code: Literal["unknown_transfer", "already_reversed"], transfer: int) -> None:
        super().__init__(f"{code} {transfer}")
        self.code = code
        self.transfer = transfer


class NotCounted(Exception):
    """A unit could not be committed, not even alone. Nothing of it is stored; ``__cause__`` says why."""


Trouble = Literal["damaged", "foreign", "full", "locked", "newer_schema", "older_schema", "read_only"]


class StoreError(Exception):
    """The database file cannot be used.

    Attributes:
        code: ``damaged`` (not readable as a database), ``foreign`` (a database of something else), ``full``
            (no room on the disk), ``locked`` (another program holds it), ``newer_schema`` (written by a newer
            version), ``older_schema`` (of an earlier one, where it may not be migrated), ``read_only`` (the
            folder or file cannot be written).
        path: the file, ``None`` for a database in memory.
    """

    def __init__(self, code: Trouble, path: Path | None) -> None:
        super().__init__(f"{code}: {path or 'in memory'}")
        self.code: Trouble = code
        self.path = path


@dataclass(slots=True)
class Faults:
    """Named points at which a test may interfere with the writer.

    ``before_commit``: everything is written, COMMIT is next; an exception makes the commit fail.
    ``after_commit``: it is committed and nobody has been told; an exception is only logged, since nothing can
    take the commit back. Both are called in the database's thread.
    """

    before_commit: Callable[[], None] | None = None
    after_commit: Callable[[], None] | None = None
    fired: dict[str, int] = field(default_factory=dict)

    def fire(self, point: Literal["before_commit", "after_commit"]) -> None:
        """Calls the hook set for ``point``, if any, and counts it."""
        hook: Callable[[], None] | None = getattr(self, point)
        if hook is not None:
            self.fired[point] = self.fired.get(point, 0) + 1
            hook()
