"""Taking points back: what an undo or a void does to the ledger (design 3, 4).

Nothing is ever deleted. A transfer is taken back by one that names it; a void that is itself undone posts
what it had taken back anew, under the step it belonged to, so that step can be taken back again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace

from bot.amounts import Amount
from bot.pit.book import Book
from bot.points import AccountId, Posted, Transfer, Tx


@dataclass(frozen=True, slots=True)
class Label:
    """Where the new transfers belong: the step that takes back, and who did."""

    table: str
    round: int
    step: int
    actor: str


async def take_back(
    tx: Tx, book: Book, steps: Iterable[int], label: Label, reason: str, *, spare: Collection[str] = ()
) -> tuple[tuple[Posted, ...], Mapping[AccountId, Amount]]:
    """Takes back all that these steps posted and that still stands.

    Args:
        spare: reasons of transfers that stay.

    Returns:
        The transfers that did it, and what ``corrections`` had to cover because it was already spent.
    """
    standing = [one for step in steps for one in book.posted.get(step, ())]
    standing = [one for one in standing if one.transfer.reason not in spare]
    reversals = [one for one in standing if one.transfer.reverses is not None]
    plain = [one for one in standing if one.transfer.reverses is None]
    if reversals:
        await _post_anew(tx, book, {one.transfer.reverses for one in reversals if one.transfer.reverses})
    made: tuple[Posted, ...] = ()
    covered: Mapping[AccountId, Amount] = {}
    if plain:
        done = await tx.reverse(
            [one.id for one in plain],
            label.actor,
            reason=reason,
            table=label.table,
            round=label.round,
            step=label.step,
        )
        newest_first = sorted(plain, key=lambda one: -one.id)
        made = tuple(
            Posted(number, tx.now, _reversing(one, label, reason))
            for number, one in zip(done.transfers, newest_first, strict=True)
        )
        covered = done.covered
    return made, covered


def _reversing(one: Posted, label: Label, reason: str) -> Transfer:
    old = one.transfer
    return replace(
        old,
        debit=old.credit,
        credit=old.debit,
        reason=reason,
        table=label.table,
        round=label.round,
        step=label.step,
        actor=label.actor,
        reverses=one.id,
    )


async def _post_anew(tx: Tx, book: Book, originals: set[int]) -> None:
    for step, posted in list(book.posted.items()):
        again = [one for one in posted if one.id in originals]
        if not again:
            continue
        numbers = await tx.post([one.transfer for one in again])
        fresh = {
            one.id: Posted(number, tx.now, one.transfer) for one, number in zip(again, numbers, strict=True)
        }
        book.set_posted(step, [fresh.get(one.id, one) for one in posted])
