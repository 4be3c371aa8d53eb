"""What a unit may do: the writer's verbs (design 3, 4).

A unit's writes are collected, not executed; the writer executes a group of units' writes in one transaction.
Until then everything a unit sees - balances, who has been seen, what was posted - already includes them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, fields, replace

from bot.games.ranks import Rank
from bot.points.identities import Identities
from bot.points.memory import Known
from bot.points.names import displayable, name_key, storable, word
from bot.points.queries import (
    ANSWER,
    BETWEEN,
    GAVE,
    GOT,
    HANDS_OF,
    MESSAGE,
    NEWEST_TRANSFER,
    NOT_PLAY,
    RESTARTED,
    RESTARTS_TAKEN_BACK,
    SEASONS_OF,
    season,
)
from bot.points.seasons import Season, SeasonLine, SeasonRules, Tally
from bot.points.statements import Write
from bot.points.values import AccountId, AccountKind, HandRow, JournalRow, Shoe, TableRow, Transfer, Viewer

_FORMER_NAMES = 5
_HANDS = 20
"""A viewer's hands in one round are fewer than this."""


_HAND_COLUMNS = tuple(field.name for field in fields(HandRow) if field.name not in ("table", "account"))


class Tx(Identities):
    """One unit's view of the store; valid only while the unit runs. ``now``: the unit's time in epoch ms."""

    __slots__ = ()

    async def viewer(self, economy: str, platform: str, user_id: str, name: str, first_rank: Rank) -> Viewer:
        """The viewer's account, made on first sight with the rank's first points (rulings 3.2).

        A changed display name is taken over; the last five former ones are kept. An alias is whom it acts
        as, and does not give them its name.

        Raises:
            ValueError: an empty or unstorable user id.
        """
        key = (economy, word(platform), word(user_id))
        name = displayable(name) or user_id
        alias = self.alias(*key)
        if alias is not None:
            return await self.holder(alias.account)
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
        return Viewer(
            known.account,
            economy,
            platform,
            user_id,
            known.name,
            known.rank,
            balance,
            created,
            known.rebuys,
        )

    # --- seasons --------------------------------------------------------------------------------------------

    async def everyone(self, economy: str) -> list[Viewer]:
        """Every viewer of an economy, by account; without those that act as another."""
        held = await self._memory.everyone(economy)
        own = [known for known in held if self.alias(*self._memory.keys[known.account]) is None]
        return [self._as_viewer(known, created=False) for known in own]

    async def seasons(self, economy: str) -> list[Season]:
        """All seasons of an economy, oldest first. Those this unit's group has changed are as committed."""
        return [season(row) for row in await self._session.read(SEASONS_OF, {"economy": economy})]

    async def add_season(self, economy: str, name: str, rules: SeasonRules) -> Season:
        """A new season, from the next transfer on."""
        self._need_economy(economy)
        number = self._number("seasons")
        made = Season(number, economy, word(name), rules, self.now, self._memory.next["transfers"])
        self._add(
            Write.SEASON,
            id=number,
            economy=economy,
            name=made.name,
            rules=rules.model_dump_json(),
            started_at=made.started_at,
            paused_at=0,
            ended_at=0,
            first_transfer=made.first_transfer,
            last_transfer=0,
        )
        return made

    async def change_season(self, season: Season) -> None:
        """Stores when it was paused or ended; nothing else of a season ever changes."""
        self._add(
            Write.SEASON_CHANGE,
            of=season.id,
            paused_at=season.paused_at,
            ended_at=season.ended_at,
            last_transfer=season.last_transfer,
        )

    async def add_lines(self, season: Season, lines: Iterable[SeasonLine]) -> None:
        """Stores a season's final ranking."""
        for line in lines:
            values = asdict(line)
            values["account_id"] = values.pop("account")
            self._add(Write.STANDING, season_id=season.id, **values)

    async def catch_up(self, tally: Tally, *, pending: bool = False) -> int:
        """Adds to the tally what was committed since it was kept up last; returns the newest transfer in it.

        With ``pending`` also what this group has posted, and then the tally is good for this unit alone.
        """
        ((newest,),) = await self._session.read(NEWEST_TRANSFER, {})
        if newest is not None and newest > tally.seen:
            span = {"low": tally.seen + 1, "high": newest, "economy": tally.economy}
            for query in (GOT, GAVE):
                for account, table, number, amount in await self._session.read(query, span):
                    tally.add(account, table, number, amount)
            for query, sign in ((RESTARTED, 1), (RESTARTS_TAKEN_BACK, -1)):
                for account, count in await self._session.read(query, span):
                    tally.restart(account, sign * count)
            tally.seen = newest
        if pending:
            for number, it in self._memory.posted.items():
                if number > tally.seen:
                    await self._add_pending(tally, it.transfer)
            return max(tally.seen, *self._memory.posted, 0)
        return tally.seen

    async def _add_pending(self, tally: Tally, moved: Transfer) -> None:
        reason = moved.reason
        if moved.reverses is not None:
            reason = await self._reason_of(moved.reverses)
        if reason == "rebuy":
            viewer, count = (moved.credit, 1) if moved.reverses is None else (moved.debit, -1)
            if self._memory.accounts[viewer].economy == tally.economy:
                tally.restart(viewer, count)
        if moved.round is None or moved.table is None or reason in NOT_PLAY:
            return
        for account, amount in ((moved.debit, -moved.amount), (moved.credit, moved.amount)):
            held = self._memory.accounts[account]
            if (held.kind, held.economy) == (AccountKind.VIEWER, tally.economy):
                tally.add(account, moved.table, moved.round, amount)

    async def _reason_of(self, number: int) -> str:
        if number in self._memory.posted:
            return self._memory.posted[number].transfer.reason
        ((_, _, _, _, _, reason, *_),) = await self._session.read(BETWEEN, {"low": number, "high": number})
        return str(reason)

    # --- messages, answers, journal -------------------------------------------------------------------------

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

    async def settle(self, table: str, round_number: int, step: int, hands: Sequence[HandRow]) -> None:
        """Stores what a round came to in ``step``; what it had come to before counts no more. Without hands
        it is open again, or void."""
        hands = tuple(replace(hand, at=self.now) for hand in hands)
        self._changes.put(self._memory.settled, (table, round_number, step), hands)
        self._add(Write.SETTLEMENT, table_id=table, round=round_number, step=step, at=self.now)
        for hand in hands:
            values = {name: getattr(hand, name) for name in _HAND_COLUMNS}  # asdict copies, far slower
            self._add(Write.HAND, table_id=hand.table, account_id=hand.account, **values)

    async def hands(self, account: AccountId, limit: int) -> list[HandRow]:
        """The viewer's last settled hands, newest first; undone and voided ones are not among them."""
        pending = self._memory.settled
        newest = {(table, number): step for table, number, step in sorted(pending)}
        fresh = [hand for (table, number), step in newest.items() for hand in pending[table, number, step]]
        mine = [hand for hand in fresh if hand.account == account]
        rows = await self._session.read(HANDS_OF, {"of": account, "most": limit + len(newest) * _HANDS})
        stored = [HandRow(*row) for row in rows]
        mine += [hand for hand in stored if (hand.table, hand.round) not in newest]
        return sorted(mine, key=lambda hand: (-hand.at, -hand.round, -hand.number))[:limit]

    # --- the floor's furniture ------------------------------------------------------------------------------

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
