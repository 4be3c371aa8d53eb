"""A step's money, as ledger transfers (design 4).

Stakes lie in the table's escrow. What comes back is paid from it; where it does not reach the house lends,
and when the round is settled the rest goes to the house, so the escrow is empty between rounds and never
negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.amounts import Amount
from bot.games.contract import Jackpot, Returned, Staked
from bot.pit.events import Given
from bot.points import AccountId, Transfer

PRESENTS = frozenset({"gift", "rebuy"})
"""Reasons that have nothing to do with the running round: a void leaves them alone."""


@dataclass(frozen=True, slots=True)
class Tills:
    """The house's accounts of one table; ``jackpot`` only where one is played for."""

    escrow: AccountId
    house: AccountId
    gifts: AccountId
    jackpot: AccountId | None = None


def transfers(
    money: Sequence[Staked | Returned | Given | Jackpot],
    tills: Tills,
    escrow: Amount,
    *,
    settled: bool,
    table: str,
    round_number: int,
    step: int,
    actor: str,
) -> list[Transfer]:
    """The transfers of a step, in order.

    Args:
        escrow: what lay in the table's escrow before the step.
        settled: the step ended the round, so what is left there is the house's.
    """
    made: list[Transfer] = []
    lying = int(escrow)

    def move(debit: AccountId | None, credit: AccountId | None, amount: int, reason: str) -> None:
        if amount > 0:
            assert debit is not None
            assert credit is not None
            made.append(Transfer(debit, credit, Amount(amount), reason, table, round_number, step, actor))

    for event in money:
        viewer = AccountId(0 if isinstance(event, Jackpot) else int(event.player))
        match event:
            case Jackpot(why="seed"):
                move(tills.house, tills.jackpot, event.amount, "jackpot_seed")
            case Jackpot(why="fed"):
                move(tills.escrow, tills.jackpot, event.amount, "jackpot_fed")
                lying -= event.amount
            case Jackpot():
                move(tills.jackpot, tills.escrow, event.amount, "jackpot_paid")
                lying += event.amount
            case Staked():
                move(viewer, tills.escrow, event.amount, event.what)
                lying += event.amount
            case Returned():
                move(tills.house, tills.escrow, event.amount - lying, "bank")
                lying = max(lying, event.amount) - event.amount
                move(tills.escrow, viewer, event.amount, event.why)
            case Given():
                move(tills.gifts, viewer, event.amount, event.kind)
    if settled:
        move(tills.escrow, tills.house, lying, "sweep")
    return made
