"""Accounts and transfers within a unit: the ledger's verbs (design 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.amounts import Amount
from bot.points.memory import account_of
from bot.points.names import storable, word
from bot.points.queries import BETWEEN, CREDITS, REVERSED_BETWEEN, posted
from bot.points.staging import Staging
from bot.points.statements import Write
from bot.points.values import (
    LARGEST,
    AccountId,
    AccountKind,
    BadReversal,
    InsufficientPoints,
    Posted,
    Reversal,
    Transfer,
)

_NEAR = 64
"""Transfers this close together are fetched as one range."""


class Posting(Staging):
    """The half of a :class:`~bot.points.tx.Tx` that moves points."""

    __slots__ = ()

    async def system(self, kind: AccountKind, economy: str, table: str | None = None) -> AccountId:
        """The house's, gifts', corrections', a table's escrow or jackpot account, made on demand.

        Raises:
            ValueError: a viewer's account, which has an owner: see :meth:`viewer`.
        """
        if kind is AccountKind.VIEWER:
            raise ValueError("a viewer's account is made by Tx.viewer")
        key = (kind, economy, table or "")
        account = self._memory.systems.get(key)
        if account is None:
            account = self._open_account(kind, economy, table_id=key[2])
            self._changes.put(self._memory.systems, key, account)
        return account

    def _open_account(
        self, kind: AccountKind, economy: str, *, platform: str = "", user_id: str = "", table_id: str = ""
    ) -> AccountId:
        self._need_economy(economy)
        account = AccountId(self._number("accounts"))
        self._changes.put(self._memory.accounts, account, account_of(kind, economy))
        self._changes.put(self._memory.balances, account, 0)
        self._add(
            Write.ACCOUNT,
            id=account,
            economy=economy,
            kind=kind.value,
            platform=platform,
            user_id=user_id,
            table_id=table_id,
            balance=0,
            created_at=self.now,
        )
        return account

    def _need_economy(self, economy: str) -> None:
        if economy not in self._memory.economies:
            self._add(Write.ECONOMY, id=word(economy), created_at=self.now)
            self._changes.put(self._memory.economies, economy, True)

    def balance(self, account: AccountId) -> Amount:
        """The balance, this unit's transfers included.

        Raises:
            KeyError: an account this store has not met yet: :meth:`load` it.
        """
        return Amount(self._memory.balances[account])

    async def load(self, accounts: Iterable[AccountId]) -> None:
        """Makes these balances known.

        Raises:
            KeyError: no such account.
        """
        for account in accounts:
            if not await self._memory.want(account):
                raise KeyError(account)

    async def post(self, transfers: Sequence[Transfer]) -> list[int]:
        """Posts the transfers, all or none, judged on their net: a guarded account only has to be at or above
        zero after all of them.

        Returns:
            Their numbers, in order.

        Raises:
            InsufficientPoints: a viewer or an escrow would go below zero.
            KeyError: no such account.
            ValueError: an amount that is not a positive integer, an account paying itself, or two economies.
        """
        nets: dict[AccountId, int] = {}
        for it in transfers:
            await self._judge(it)
            nets[it.debit] = nets.get(it.debit, 0) - it.amount
            nets[it.credit] = nets.get(it.credit, 0) + it.amount
        self._move(nets)
        return [self._write_transfer(it) for it in transfers]

    async def _judge(self, it: Transfer) -> None:
        if type(it.amount) is not int or not 0 < it.amount <= LARGEST:
            raise ValueError(f"not an amount to transfer: {it.amount!r}")
        memory = self._memory
        if it.debit not in memory.balances or it.credit not in memory.balances:
            await self.load((it.debit, it.credit))
        if it.debit == it.credit:
            raise ValueError(f"account {it.debit} cannot pay itself")
        if memory.accounts[it.debit].economy != memory.accounts[it.credit].economy:
            raise ValueError(f"accounts {it.debit} and {it.credit} are of different economies")

    def _move(self, nets: dict[AccountId, int]) -> None:
        memory = self._memory
        for account, net in nets.items():
            after = memory.balances[account] + net
            if after < 0 and net < 0 and memory.accounts[account].guarded:
                raise InsufficientPoints(account, Amount(-after))
            if abs(after) > LARGEST:
                raise ValueError(f"account {account} would hold too much")
        for account, net in nets.items():
            memory.base.setdefault(account, memory.balances[account])
            self._changes.put(memory.balances, account, memory.balances[account] + net)

    def _write_transfer(self, it: Transfer) -> int:
        number = self._number("transfers")
        self._changes.put(self._memory.posted, number, Posted(number, self.now, it))
        self._add(
            Write.TRANSFER,
            id=number,
            at=self.now,
            debit_id=it.debit,
            credit_id=it.credit,
            amount=it.amount,
            reason=it.reason,
            table_id=it.table,
            round=it.round,
            step=it.step,
            actor=storable(it.actor),
            reverses=it.reverses,
        )
        return number

    async def reverse(
        self,
        transfer_ids: Iterable[int],
        actor: str,
        *,
        reason: str = "undo",
        table: str | None = None,
        round: int | None = None,  # noqa: A002 - the word for it, here as in Transfer
        step: int | None = None,
    ) -> Reversal:
        """Takes transfers back by new ones that name them, newest first. What a viewer has already spent is
        paid by the corrections account, as transfers of their own (``correction_cover``).

        Raises:
            BadReversal: one does not exist or was already taken back; nothing was posted.
            InsufficientPoints: an escrow no longer holds what it should give back; nothing was posted.
        """
        originals = await self._originals(sorted(set(transfer_ids), reverse=True))
        nets: dict[AccountId, int] = {}
        back: list[Transfer] = []
        for it in originals:
            old = it.transfer
            await self.load((old.debit, old.credit))
            nets[old.credit] = nets.get(old.credit, 0) - old.amount
            nets[old.debit] = nets.get(old.debit, 0) + old.amount
            back.append(
                Transfer(old.credit, old.debit, old.amount, reason, table, round, step, actor, reverses=it.id)
            )
        cover: list[Transfer] = []
        for account, net in nets.items():
            about, missing = self._memory.accounts[account], -(self._memory.balances[account] + net)
            if about.kind is AccountKind.VIEWER and missing > 0:
                payer = await self.system(AccountKind.CORRECTIONS, about.economy)
                cover.append(
                    Transfer(payer, account, Amount(missing), "correction_cover", table, round, step, actor)
                )
        numbers = await self.post([*cover, *back])
        return Reversal(
            tuple(numbers[len(cover) :]),
            {it.credit: it.amount for it in cover},
            tuple(zip(numbers, cover, strict=False)),
        )

    async def _originals(self, newest_first: Sequence[int]) -> list[Posted]:
        found: dict[int, Posted] = {}
        undone: set[int] = set()
        for low, high in _ranges(newest_first):
            span = {"low": low, "high": high}
            for row in await self._session.read(BETWEEN, span):
                found[row[0]] = posted(row)
            undone.update(number for (number,) in await self._session.read(REVERSED_BETWEEN, span))
        for number, it in self._memory.posted.items():
            found[number] = it
            if it.transfer.reverses is not None:
                undone.add(it.transfer.reverses)
        for number in newest_first:
            if number not in found:
                raise BadReversal("unknown_transfer", number)
            if number in undone:
                raise BadReversal("already_reversed", number)
        return [found[number] for number in newest_first]

    async def last_credit(self, account: AccountId, reason: str) -> int | None:
        """When (epoch ms) the account last received points for ``reason`` that were not taken back since; for
        the pause between restarts (rulings 3.5)."""
        undone = {it.transfer.reverses for it in self._memory.posted.values()}
        for number, it in reversed(self._memory.posted.items()):
            if it.transfer.credit == account and it.transfer.reason == reason and number not in undone:
                return it.at
        for number, at in await self._session.read(CREDITS, {"of": account, "reason": reason}):
            if number not in undone:
                return int(at)
        return None


def _ranges(newest_first: Sequence[int]) -> list[tuple[int, int]]:
    """Few ranges that hold all the numbers and little else."""
    ranges: list[tuple[int, int]] = []
    for number in newest_first:
        if ranges and ranges[-1][0] - number <= _NEAR:
            ranges[-1] = (number, ranges[-1][1])
        else:
            ranges.append((number, number))
    return ranges
