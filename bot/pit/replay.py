"""``chatjack replay``: scenarios played through the real parser, pit, store and ledger (design 7)."""

from __future__ import annotations

import asyncio
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from bot.amounts import Amount, points, to_number
from bot.commands import Vocabulary
from bot.games.ranks import Rank
from bot.pit.actor import TableActor
from bot.pit.floor import Floor
from bot.pit.floor_settings import FloorSettings
from bot.pit.messages import ChatMessage, DealerCommand, Frame, LogLine, Refused, Reply
from bot.pit.scenario import Said, Scenario, ScenarioError, Verb, failures, read, read_step
from bot.pit.supply import FixedSupply, Seeds, VerifiableSupply, scenario_seed
from bot.pit.work import Outcome
from bot.points import MAIN_ECONOMY, PRACTICE_CHANNEL, AccountKind, RankTable, Store, Transfer, Tx

START_MS = 1_790_000_000_000
GOOD_NEWS = frozenset(
    {"bet_clipped", "bet_clipped_side", "bet_raised", "bet_raised_side", "promoted", "rebought"}
)
"""Important replies that refuse nothing."""

STEP_MS = 1_000
"""A scenario's clock goes on a second each step, so the same file always gives the same report."""


def replay_files(paths: Sequence[Path]) -> list[dict[str, Any]]:
    """A report per file; ``failures`` says which expectations do not hold, or why the file could not be
    played."""
    return asyncio.run(_replay_all(paths))


async def _replay_all(paths: Sequence[Path]) -> list[dict[str, Any]]:
    reports = []
    for path in paths:
        try:
            report = await play(read(path))
        except ScenarioError as error:
            report = {"failures": [str(error)]}
        reports.append({"file": path.name, **report})
    return reports


async def play(scenario: Scenario) -> dict[str, Any]:
    """Plays a scenario and reports on it."""
    crashes = any(step.startswith("@crash") for step in scenario.steps)
    with tempfile.TemporaryDirectory() as folder:
        player = _Player(scenario, Path(folder, "scenario.db") if crashes else None)
        try:
            await player.start()
            return await player.run()
        finally:
            await player.stop()


class _Player:
    """One run: the floor, its clock, and what was heard."""

    def __init__(self, scenario: Scenario, path: Path | None) -> None:
        self.scenario = scenario
        self.path = path
        self.step = 0
        self.replies: dict[str, list[str]] = defaultdict(list)
        self.refused: list[list[Any]] = []
        self.events: list[Mapping[str, Any]] = []
        self.hands: list[dict[str, Any]] = []
        self.trouble: list[str] = []
        self.store: Store
        self.floor: Floor
        self._fixed = FixedSupply(*scenario.listed) if scenario.fixed else None
        self._stored_seeds: list[Seeds] = []
        self._new_seed = scenario_seed(scenario.seed if scenario.seed is not None else 0)
        self._ranks = RankTable.load()

    def now(self) -> int:
        return START_MS + self.step * STEP_MS

    # --- life ---------------------------------------------------------------------------------------------

    async def start(self) -> None:
        self.store = await Store.open(self.path, clock=self.now)
        await self.store.writer.submit(_Deposits(self.scenario, self._ranks))
        await self._open()

    async def stop(self) -> None:
        if hasattr(self, "floor"):
            await self.floor.close()
        if hasattr(self, "store"):
            await self.store.close()

    async def _open(self) -> None:
        shoes = await self.store.shoes(self.scenario.table)
        self._stored_seeds = [Seeds(int(s.id), s.server_seed, s.client_seed, s.version) for s in shoes]
        settings = FloorSettings(language="ja", delays={}, rules={self.scenario.table: self.scenario.rules})
        self.floor = await Floor.open(
            self.store,
            [self.scenario.table],
            settings,
            vocabulary=_vocabulary(),
            ranks=self._ranks,
            supply=self._supply,
            now=self.now,
        )
        self.floor.subscribe(self)
        await self.floor.start()

    def _supply(self, _table: str) -> VerifiableSupply | FixedSupply:
        if self._fixed is not None:
            return self._fixed
        return VerifiableSupply(self._stored_seeds, new_seed=self._new_seed)

    async def _crash(self) -> None:
        """Everything in memory is dropped; the tables come back from the database."""
        await self.stop()
        self.store = await Store.open(self.path, clock=self.now)
        await self._open()

    @property
    def actor(self) -> TableActor:
        return self.floor.actors[self.scenario.table]

    # --- steps --------------------------------------------------------------------------------------------

    async def run(self) -> dict[str, Any]:
        if self.scenario.by_hand:
            await self._do(Verb("source", ("hand",)))
        for text in self.scenario.steps:
            self.step += 1
            step = read_step(text)
            if isinstance(step, Said):
                await self._say(step)
            else:
                await self._do(step)
            if self.actor.failures:
                self.trouble.append(f"step {self.step} ({text}): {self.actor.failures[-1]}")
                break
        return await self._report()

    async def _say(self, said: Said) -> None:
        message = ChatMessage(
            PRACTICE_CHANNEL,
            PRACTICE_CHANNEL,
            PRACTICE_CHANNEL,
            said.id or f"step-{self.step}",
            said.name,
            said.name,
            said.name,
            said.text,
            sent_at=self.now() / 1000,
        )
        await self.floor.say(message)
        if not self.actor.failures:
            await self.actor.ask("wait", _nothing)

    async def _do(self, verb: Verb) -> None:
        if verb.verb == "crash":
            await self._crash()
            return
        command = DealerCommand(f"step-{self.step}", verb.verb, verb.args, "dealer")
        answer = await self.floor.do(self.scenario.table, command)
        if isinstance(answer, Refused) and not self.actor.failures:
            self.refused.append([self.step, answer.code])

    # --- what is heard (a floor listener) -----------------------------------------------------------------

    def frame(self, frame: Frame) -> None:
        self.events += frame.events
        played = self.actor.book.table.round
        if played is not None and played.results:
            self.hands = [self._hand(one) for one in played.results]

    def reply(self, reply: Reply) -> None:
        self.replies[reply.user_id].append(reply.text)
        if (reply.important and reply.code not in GOOD_NEWS) or reply.code.startswith("hint_"):
            self.refused.append([self.step, reply.code])

    def said(self, message: ChatMessage) -> None:
        """Its own messages."""

    def line(self, table: str, line: LogLine) -> None:
        """The log is for people."""

    # --- the report ---------------------------------------------------------------------------------------

    async def _report(self) -> dict[str, Any]:
        table = self.actor.book.table
        people = {one.user_id: one for one in self.floor.main.people.on(PRACTICE_CHANNEL)}
        viewers = {one.user_id: one for one in await self.store.viewers(PRACTICE_CHANNEL, MAIN_ECONOMY)}
        audit = await self.store.audit([self.scenario.table] if table.live is not None else [])
        report: dict[str, Any] = {
            "about": self.scenario.about,
            "table": self.scenario.table,
            "points": {name: to_number(one.balance) for name, one in viewers.items()},
            "ranks": {name: one.rank for name, one in viewers.items()},
            "seats": {
                str(seat): self._name(table.seats[seat].player) if seat in table.seats else None
                for seat in range(1, table.sheet.seats + 1)
            },
            "phase": table.phase,
            "hands": self.hands,
            "replies": dict(self.replies),
            "refused": self.refused,
            "ledger": {"sum": to_number(audit.sum), "escrow": to_number(audit.escrow)},
            "audit": "clean" if audit.clean else [str(one) for one in audit.findings],
            "journal": [row.text for row in await self.store.journal(self.scenario.table)],
            "events": self.events,
        }
        report["failures"] = [*self.trouble, *failures(self.scenario.expect, report)]
        if any(name in people and people[name].points != one.balance for name, one in viewers.items()):
            report["failures"].append("a shown balance is not the committed one")
        if not audit.clean:
            report["failures"].append("the audit is not clean")
        return report

    def _name(self, player: int) -> str | None:
        return next((one.user_id for one in self.floor.main.people.all() if one.player == player), None)

    def _hand(self, one: Any) -> dict[str, Any]:
        return {
            "player": self._name(one.player),
            "seat": one.seat,
            "hand": one.hand,
            "cards": [card.text for card in one.cards],
            "outcome": one.outcome,
            "premium": one.premium,
            "staked": to_number(one.staked),
            "returned": to_number(one.returned),
        }


@cache
def _vocabulary() -> Vocabulary:
    """Compiled once for all files."""
    return Vocabulary.load()


async def _nothing(_actor: TableActor, _tx: Tx, _outcome: Outcome) -> None:
    """A job that only waits for those before it."""


class _Deposits:
    """The unit that gives a scenario's players what they begin with."""

    def __init__(self, scenario: Scenario, ranks: RankTable) -> None:
        self.players = scenario.players
        self.ranks = ranks

    async def run(self, tx: Tx) -> None:
        for name, given in self.players.items():
            rank: Rank = self.ranks.get(given.rank) if given.rank else self.ranks.first
            viewer = await tx.viewer(MAIN_ECONOMY, PRACTICE_CHANNEL, name, name, rank)
            difference = points(given.points) - viewer.balance
            if difference:
                gifts = await tx.system(AccountKind.GIFTS, MAIN_ECONOMY)
                pair = (gifts, viewer.account) if difference > 0 else (viewer.account, gifts)
                await tx.post([Transfer(*pair, Amount(abs(difference)), "scenario", actor="scenario")])

    def rolled_back(self) -> None:
        """Nothing in memory to put back."""
