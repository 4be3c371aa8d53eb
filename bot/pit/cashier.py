"""The cashier: a step's money into the ledger, and back out of it (design 3, 4).

Nothing is ever deleted. A transfer is taken back by one that names it; what had been taken back and counts
again is posted anew, under the step it belonged to, so that step can be taken back again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from bot.amounts import Amount
from bot.games.contract import Jackpot, PlayerId, Returned, Staked
from bot.pit.book import Book
from bot.pit.events import Given
from bot.pit.settlement import PRESENTS, Tills, transfers
from bot.points import AccountId, AccountKind, Posted, Transfer, Tx

COVER = "correction_cover"
"""The reason of what ``corrections`` pays."""

Money = Sequence[Staked | Returned | Given | Jackpot]


@dataclass(frozen=True, slots=True)
class Label:
    """Where transfers belong: round and step, and who caused them."""

    round: int
    step: int
    actor: str


class Cashier:
    """The ledger's side of one table, for the length of one unit.

    Args:
        touched: takes the players whose points may have moved.
    """

    def __init__(self, tx: Tx, book: Book, table: str, economy: str, touched: set[PlayerId]) -> None:
        self.tx = tx
        self.book = book
        self.table = table
        self.economy = economy
        self.touched = touched
        self.covers: list[Posted] = []
        self.covered: dict[AccountId, Amount] = {}
        """What ``corrections`` paid for players who had already spent what was taken back."""

    async def post(self, money: Money, label: Label, *, settled: bool) -> list[Posted]:
        """Posts a step's money; with ``settled`` what is left in the escrow is the house's."""
        tills = await self._tills(money)
        made = transfers(
            money,
            tills,
            self.tx.balance(tills.escrow),
            settled=settled,
            table=self.table,
            round_number=label.round,
            step=label.step,
            actor=label.actor,
        )
        self.touched |= {event.player for event in money if not isinstance(event, Jackpot)}
        return await self._post(made)

    async def take_back(
        self, steps: Iterable[int], label: Label, reason: str, *, spare: Collection[str] = ()
    ) -> list[Posted]:
        """Takes back all that these steps posted and that still counts, but for the reasons in ``spare``.

        What a void among them had taken back counts again. Returns the reversing transfers.
        """
        posted = [one for step in steps for one in self.book.posted.get(step, ())]
        posted = [one for one in posted if one.transfer.reason not in spare]
        reversals = {one.transfer.reverses for one in posted if one.transfer.reverses is not None}
        plain = [one for one in posted if one.transfer.reverses is None]
        self._touch(posted)
        if reversals:
            await self._post_anew(reversals)
        return await self.reverse(plain, label, reason) if plain else []

    async def reverse(self, plain: Sequence[Posted], label: Label, reason: str) -> list[Posted]:
        """Takes these transfers back; returns the new ones, what ``corrections`` had to pay first."""
        done = await self.tx.reverse(
            [one.id for one in plain],
            label.actor,
            reason=reason,
            table=self.table,
            round=label.round,
            step=label.step,
        )
        for account, amount in done.covered.items():
            self.covered[account] = Amount(self.covered.get(account, 0) + amount)
        covers = [Posted(number, self.tx.now, one) for number, one in done.covers]
        self.covers += covers
        newest_first = sorted(plain, key=lambda one: -one.id)
        backs = [
            Posted(number, self.tx.now, self._reversing(one, label, reason))
            for number, one in zip(done.transfers, newest_first, strict=True)
        ]
        return [*covers, *backs]

    async def void(self, number: int, label: Label) -> list[Posted]:
        """Takes back a whole round; gifts given meanwhile stay."""
        steps = [step for step in self.book.steps_of_round(number) if step != label.step]
        return await self.take_back(steps, label, "void", spare=PRESENTS)

    async def again(self, step: int) -> None:
        """Posts anew what a step posted before it was undone."""
        posted = [one for one in self.book.posted.get(step, ()) if one.transfer.reverses is None]
        self._touch(posted)
        self.book.set_posted(step, await self._post([one.transfer for one in posted]))

    async def _post_anew(self, originals: set[int]) -> None:
        for step, posted in list(self.book.posted.items()):
            again = [one for one in posted if one.id in originals]
            if again:
                fresh = dict(
                    zip(
                        [one.id for one in again],
                        await self._post([one.transfer for one in again]),
                        strict=True,
                    )
                )
                self.book.set_posted(step, [fresh.get(one.id, one) for one in posted])

    async def _post(self, made: Sequence[Transfer]) -> list[Posted]:
        numbers = await self.tx.post(made) if made else []
        return [Posted(number, self.tx.now, one) for number, one in zip(numbers, made, strict=True)]

    async def _tills(self, money: Money) -> Tills:
        jackpot = any(isinstance(event, Jackpot) for event in money)
        return Tills(
            await self.tx.system(AccountKind.ESCROW, self.economy, self.table),
            await self.tx.system(AccountKind.HOUSE, self.economy),
            await self.tx.system(AccountKind.GIFTS, self.economy),
            await self.tx.system(AccountKind.JACKPOT, self.economy, self.table) if jackpot else None,
        )

    def _touch(self, posted: Iterable[Posted]) -> None:
        for one in posted:
            self.touched |= {PlayerId(int(one.transfer.debit)), PlayerId(int(one.transfer.credit))}

    def _reversing(self, one: Posted, label: Label, reason: str) -> Transfer:
        old = one.transfer
        return replace(
            old,
            debit=old.credit,
            credit=old.debit,
            reason=reason,
            round=label.round,
            step=label.step,
            actor=label.actor,
            reverses=one.id,
        )
