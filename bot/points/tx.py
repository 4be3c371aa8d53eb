"""What a unit may do: the writer's verbs (design 3, 4).

A unit's writes are collected, not executed; the writer executes a group of units' writes in one transaction.
Until then everything a unit sees - balances, who has been seen, what was posted - already includes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace

from bot.amounts import Amount
from bot.games.ranks import Rank
from bot.points.memory import Changes, Known, Memory, account_of
from bot.points.names import displayable, name_key, storable, word
from bot.points.queries import ANSWER, BETWEEN, CREDITS, MESSAGE, REVERSED_BETWEEN, posted
from bot.points.statements import Batch, Session, Write
from bot.points.values import (
    LARGEST,
    AccountId,
    AccountKind,
    BadReversal,
    InsufficientPoints,
    JournalRow,
    Posted,
    Reversal,
    Shoe,
    TableRow,
    Transfer,
    Viewer,
)

_FORMER_NAMES = 5
_NEAR = 64
"""Transfers this close together are fetched as one range."""


class Tx:
    """One unit's view of the store; valid only while the unit runs. ``now`` is the unit's time in epoch
    ms."""

    __slots__ = ("_batch", "_changes", "_mark", "_memory", "_session", "now")

    def __init__(self, session: Session, memory: Memory, batch: Batch, now: int) -> None:
        self._session = session
        self._memory = memory
        self._batch = batch
        self._mark = batch.mark()
        self._changes = Changes()
        self.now = now

    def roll_back(self) -> None:
        """Takes back all this unit has done. For the writer."""
        self._batch.back_to(self._mark)
        self._changes.put_back()

    # --- who
    # --------------------------------------------------------------------------------------------------

    async def viewer(self, economy: str, platform: str, user_id: str, name: str, first_rank: Rank) -> Viewer:
        """The viewer's account, made on first sight with the rank's first points (rulings 3.2).

        A changed display name is taken over; the last five former ones are kept.

        Raises:
            ValueError: an empty or unstorable user id.
        """
        key = (economy, word(platform), word(user_id))
        name = displayable(name) or user_id
        known = await self._memory.viewer(key)
        if known is None:
            return await self._new_viewer(key, name, first_rank)
        if known.name != name:
            former = tuple(it for it in (known.name, *known.former) if it != name)[:_FORMER_NAMES]
            known = self._change_viewer(replace(known, name=name, former=former))
        return self._as_viewer(known, created=False)

    async def _new_viewer(self, key: tuple[str, str, str], name: str, rank: Rank) -> Viewer:
        economy, platform, user_id = key
        account = self._open_account(AccountKind.VIEWER, economy, platform=platform, user_id=user_id)
        known = Known(account, name, rank.id)
        self._changes.put(self._memory.viewers, key, known)
        self._changes.put(self._memory.keys, account, key)
        self._add(
            Write.VIEWER,
            account_id=account,
            name=name,
            name_key=name_key(name),
            former_names="",
            rank=rank.id,
        )
        if rank.initial > 0:
            gifts = await self.system(AccountKind.GIFTS, economy)
            await self.post([Transfer(gifts, account, rank.initial, "first_points", actor="house")])
        return self._as_viewer(known, created=True)

    async def holder(self, account: AccountId) -> Viewer:
        """The viewer that holds ``account``; makes its balance known, too.

        Raises:
            KeyError: not a viewer's account.
        """
        known = await self._memory.viewer_of(account)
        if known is None:
            raise KeyError(account)
        return self._as_viewer(known, created=False)

    async def set_rank(self, account: AccountId, rank: str) -> None:
        """Gives the viewer a rank.

        Raises:
            KeyError: not a viewer's account.
        """
        known = await self._memory.viewer_of(account)
        if known is None:
            raise KeyError(account)
        if known.rank != rank:
            self._change_viewer(replace(known, rank=word(rank)))

    def _change_viewer(self, known: Known) -> Known:
        self._changes.put(self._memory.viewers, self._memory.keys[known.account], known)
        self._add(
            Write.VIEWER_CHANGE,
            of=known.account,
            name=known.name,
            name_key=name_key(known.name),
            former_names="\n".join(known.former),
            rank=known.rank,
        )
        return known

    def _as_viewer(self, known: Known, *, created: bool) -> Viewer:
        economy, platform, user_id = self._memory.keys[known.account]
        balance = self.balance(known.account)
        return Viewer(known.account, economy, platform, user_id, known.name, known.rank, balance, created)

    # --- accounts and transfers
    # -------------------------------------------------------------------------------

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
        return Reversal(tuple(numbers[len(cover) :]), {it.credit: it.amount for it in cover})

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

    # --- messages, answers, journal
    # ---------------------------------------------------------------------------

    async def remember(self, platform: str, channel: str, message_id: str, at: int | None = None) -> bool:
        """Notes the message id; False when it is already there, and then the message must not act again.

        Raises:
            ValueError: an empty or unstorable id.
        """
        key = (word(platform), word(channel), word(message_id))
        if self._memory.seen.maybe(key):
            names = dict(zip(("platform", "channel", "message_id"), key, strict=True))
            if key in self._memory.messages or await self._session.read(MESSAGE, names):
                return False
        at = self.now if at is None else at
        self._memory.seen.add(key, at, self._changes)
        self._changes.put(self._memory.messages, key, True)
        self._add(Write.MESSAGE, platform=key[0], channel=key[1], message_id=key[2], at=at)
        return True

    async def forget_before(self, at: int) -> None:
        """Drops message ids and dealer answers older than ``at`` (epoch ms). In a unit of its own, please."""
        self._memory.seen.forget_before(at, self._changes)
        self._add(Write.FORGET_MESSAGES, before=at)
        self._add(Write.FORGET_ANSWERS, before=at)

    async def answer(self, command_id: str) -> str | None:
        """The answer already given to this dealer command, if it has come before."""
        if command_id in self._memory.answers:
            return self._memory.answers[command_id]
        rows = await self._session.read(ANSWER, {"command_id": command_id})
        return str(rows[0][0]) if rows else None

    async def keep_answer(self, command_id: str, answer: str) -> None:
        """Keeps the first answer to a dealer command, as JSON."""
        self._changes.put(self._memory.answers, word(command_id), answer)
        self._add(Write.ANSWER, command_id=command_id, at=self.now, answer=storable(answer))

    async def journal(self, rows: Iterable[JournalRow]) -> None:
        """Appends to a table's journal, in this order.

        Raises:
            ValueError: text that cannot be stored.
        """
        for it in rows:
            self._add(
                Write.JOURNAL,
                id=self._number("journal"),
                table_id=it.table,
                round=it.round,
                step=it.step,
                seq=it.seq,
                at=it.at,
                actor=storable(it.actor),
                text=storable(it.text),
                means=storable(it.means),
            )

    # --- the floor's furniture
    # --------------------------------------------------------------------------------

    async def channel(self, platform: str, channel: str, economy: str) -> str:
        """The channel's economy; a channel seen for the first time joins ``economy``."""
        key = (word(platform), word(channel))
        if key not in self._memory.channels:
            self._need_economy(economy)
            self._add(Write.CHANNEL, platform=key[0], channel=key[1], economy=economy, created_at=self.now)
            self._changes.put(self._memory.channels, key, economy)
        return self._memory.channels[key]

    async def put_table(self, row: TableRow) -> None:
        """Stores the table as given, new or changed."""
        self._need_economy(row.economy)
        values = {**asdict(row), "round_open": int(row.round_open)}
        if row.id in self._memory.tables:
            values["of"] = values.pop("id")
            self._add(Write.TABLE_CHANGE, **values)
        else:
            self._changes.put(self._memory.tables, word(row.id), True)
            self._add(Write.TABLE, **values)

    async def add_shoe(self, shoe: Shoe) -> None:
        """Stores a new shoe, committed to before its first card."""
        values = asdict(shoe)
        values["table_id"] = values.pop("table")
        values["created_at"] = values["created_at"] or self.now
        self._add(Write.SHOE, **values)

    async def change_shoe(self, shoe: Shoe) -> None:
        """Stores the shoe's ``client_seed`` and ``revealed_at``; nothing else of a shoe ever changes."""
        self._add(
            Write.SHOE_CHANGE,
            of_table=shoe.table,
            of=shoe.id,
            client_seed=storable(shoe.client_seed),
            revealed_at=shoe.revealed_at,
        )

    # --- inside
    # -----------------------------------------------------------------------------------------------

    def _add(self, write: Write, **values: object) -> None:
        self._batch.rows[write].append(values)

    def _number(self, name: str) -> int:
        number = self._memory.next[name]
        self._changes.put(self._memory.next, name, number + 1)
        return number


def _ranges(newest_first: Sequence[int]) -> list[tuple[int, int]]:
    """Few ranges that hold all the numbers and little else."""
    ranges: list[tuple[int, int]] = []
    for number in newest_first:
        if ranges and ranges[-1][0] - number <= _NEAR:
            ranges[-1] = (number, ranges[-1][1])
        else:
            ranges.append((number, number))
    return ranges
