"""A floor for tests: viewers who type, a dealer who presses, and everything that was published."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any

from bot.amounts import to_number
from bot.cards import parse_card
from bot.pit.actor import TableActor
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand, Done, Frame, LogLine, Refused, Reply
from bot.pit.supply import FixedSupply, VerifiableSupply, scenario_seed
from bot.pit.table import Table
from bot.pit.work import Outcome
from bot.points import (
    MAIN_ECONOMY,
    PRACTICE_CHANNEL,
    AccountId,
    AuditReport,
    NotCounted,
    RankTable,
    Store,
    Tx,
)

START_MS = 1_790_000_000_000
TABLE = "tournament"


class Hall:
    """A floor on a store of its own. The clock stands still unless a test moves it.

    Args:
        path: the database; ``None`` keeps it in memory.
        cards: dealt in this order; without them, a wheel and reels a verifiable shoe is made from ``seed``.
        fresh_seeds: shoes are made from chance instead, for a hall that is one of several lives.
        table: the one table, or several.
        ranks: other than the shipped ones.
        settings: further settings of the floor.
    """

    def __init__(
        self,
        path: Path | None = None,
        *,
        cards: str | None = None,
        dice: tuple[int, ...] = (),
        wheel: tuple[str, ...] = (),
        reels: tuple[tuple[int, ...], ...] = (),
        seed: int = 1,
        table: str | tuple[str, ...] = TABLE,
        rules: Mapping[str, Any] | None = None,
        delays: Mapping[str, float] | None = None,
        source: str = "shoe",
        fresh_seeds: bool = False,
        ranks: RankTable | None = None,
        **settings: Any,
    ) -> None:
        self.path = path
        self.tables = (table,) if isinstance(table, str) else table
        self.now_ms = START_MS
        self.frames: list[Frame] = []
        self.replies: list[Reply] = []
        self.lines: list[LogLine] = []
        self.heard: list[ChatMessage] = []
        self._settings = FloorSettings(
            language="en",
            delays=delays or {},
            rules={one: rules or {} for one in self.tables},
            source=source,
            **settings,
        )
        listed = [parse_card(card) for card in (cards or "").split()]
        fixed = cards is not None or wheel or reels
        self._fixed = FixedSupply(listed, dice, wheel, reels) if fixed else None
        self._new_seed = scenario_seed(seed) if not fresh_seeds else new_server_seed
        self._ids = count(1)
        self._ranks = ranks
        self._life = secrets.token_hex(4) if fresh_seeds else ""
        self.store: Store
        self.floor: Floor

    async def __aenter__(self) -> Hall:
        await self.open()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def open(self) -> None:
        """Opens the store and starts the floor on it."""
        self.store = await Store.open(self.path, clock=self.now)
        supply = self._supply if self._fixed is not None else None
        self.floor = await Floor.open(
            self.store, self.tables, self._settings, supply=supply, now=self.now, ranks=self._ranks
        )
        for actor in self.floor.actors.values():
            if isinstance(actor.supply, VerifiableSupply):
                actor.supply.new_seed = self._new_seed
        self.floor.subscribe(self)
        await self.floor.start()

    async def close(self) -> None:
        """Stops the floor and closes the store."""
        await self.floor.close()
        await self.store.close()

    async def reopen(self) -> None:
        """Drops everything in memory and comes back from the database."""
        await self.close()
        await self.open()

    def now(self) -> int:
        """The hall's clock, in milliseconds since the epoch."""
        return self.now_ms

    def _supply(self, _table: str) -> FixedSupply:
        assert self._fixed is not None
        return self._fixed

    # --- what people do -------------------------------------------------------------------------------------

    async def say(self, who: str, text: str, key: str | None = None, name: str | None = None) -> list[str]:
        """A viewer types; returns the codes of the answers once everything is committed."""
        before = len(self.replies)
        await self.floor.say(self.message(who, text, key, name))
        await self.settle()
        return [reply.code for reply in self.replies[before:]]

    def message(self, who: str, text: str, key: str | None = None, name: str | None = None) -> ChatMessage:
        """A line of the practice chat."""
        place = PRACTICE_CHANNEL
        key = f"{self._life}m{next(self._ids)}" if key is None else key
        return ChatMessage(place, place, place, key, who, who, who if name is None else name, text)

    async def do(
        self,
        verb: str,
        *args: str | int,
        key: str | None = None,
        expect: Mapping[str, object] | None = None,
        table: str | None = None,
    ) -> str:
        """The dealer presses; ``done``, or the code of the refusal."""
        answer = await self.press(verb, *args, key=key, expect=expect, table=table)
        return answer.code if isinstance(answer, Refused) else "done"

    async def press(
        self,
        verb: str,
        *args: str | int,
        key: str | None = None,
        expect: Mapping[str, object] | None = None,
        table: str | None = None,
    ) -> Done | Refused:
        """The dealer presses; the whole answer."""
        key = f"{self._life}d{next(self._ids)}" if key is None else key
        command = DealerCommand(key, verb, tuple(args), "dealer", expect or {})
        return await self.floor.do(table or self.tables[0], command)

    async def settle(self) -> None:
        """Waits until every table has done what it was asked."""
        for actor in self.floor.actors.values():
            with suppress(NotCounted):
                await actor.ask("wait", _nothing)

    async def seat(self, *who: str) -> None:
        """Seats viewers in order."""
        for one in who:
            assert await self.say(one, "join") == ["seated"]

    async def deal(self, bets: Mapping[str, int]) -> None:
        """Seats the viewers who are not seated yet, opens, bets and deals."""
        for who in bets:
            person = self.floor.main.people.of_user(PRACTICE_CHANNEL, who)
            if person is None or self.table.seat_of(person.player) is None:
                await self.seat(who)
        assert await self.do("open") == "done"
        for who, amount in bets.items():
            assert await self.say(who, f"bet {amount}") == ["bet_taken"]
        assert await self.do("deal") == "done"

    # --- what can be seen -----------------------------------------------------------------------------------

    @property
    def actor(self) -> TableActor:
        """The first table."""
        return self.floor.actors[self.tables[0]]

    @property
    def table(self) -> Table:
        """The first table's state."""
        return self.actor.book.table

    @property
    def phase(self) -> str:
        """The first table's phase."""
        return self.table.phase

    async def points(self) -> dict[str, int | float]:
        """Everybody's committed balance."""
        viewers = await self.store.viewers(PRACTICE_CHANNEL, MAIN_ECONOMY)
        return {one.user_id: to_number(one.balance) for one in viewers}

    async def balances(self) -> dict[str, int]:
        """Everybody's committed balance in hundredths."""
        viewers = await self.store.viewers(PRACTICE_CHANNEL, MAIN_ECONOMY)
        return {one.user_id: int(one.balance) for one in viewers}

    async def standing(self) -> dict[str, tuple[int, str]]:
        """Everybody's committed balance and rank."""
        viewers = await self.store.viewers(PRACTICE_CHANNEL, MAIN_ECONOMY)
        return {one.user_id: (int(one.balance), one.rank) for one in viewers}

    def player(self, who: str) -> AccountId:
        """A viewer's account."""
        person = self.floor.main.people.of_user(PRACTICE_CHANNEL, who)
        assert person is not None
        return AccountId(int(person.player))

    async def audit(self) -> AuditReport:
        """The books, checked against the tables that have a round running."""
        live = [name for name, one in self.floor.actors.items() if one.book.table.live is not None]
        return await self.store.audit(live)

    async def assert_sound(self) -> AuditReport:
        """Nobody failed, the books are clean, and what is shown is what is committed."""
        failures = [one for actor in self.floor.actors.values() for one in actor.failures]
        assert failures == []
        report = await self.audit()
        assert report.clean, report.findings
        assert report.sum == 0
        shown = {one.user_id: int(one.points) for one in self.floor.main.people.on(PRACTICE_CHANNEL)}
        assert shown == {who: n for who, n in (await self.balances()).items() if who in shown}
        return report

    def hands(self) -> dict[int, list[str]]:
        """Each seat's first hand, as the pages show it."""
        frame = self.floor.frame(self.tables[0])
        return {one["seat"]: one["hands"][0]["cards"] for one in frame.public["seats"] if one["hands"]}

    # --- a floor's listener ---------------------------------------------------------------------------------

    def frame(self, frame: Frame) -> None:
        self.frames.append(frame)

    def reply(self, reply: Reply) -> None:
        self.replies.append(reply)

    def said(self, message: ChatMessage) -> None:
        self.heard.append(message)

    def line(self, table: str, line: LogLine) -> None:
        self.lines.append(line)


def new_server_seed() -> str:
    """32 random bytes in hex."""
    return secrets.token_hex(32)


async def _nothing(_actor: TableActor, _tx: Tx, _outcome: Outcome) -> None:
    """A job that only waits for those before it."""
