"""The floor: every open table of a store, one ear for chat, one hand for the dealer (design 3).

This is what the web server, the connectors and the scenario player know of the pit.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog

from bot.amounts import to_number
from bot.commands import Vocabulary
from bot.commands.dealer import DealerWords
from bot.games.contract import PlayerId
from bot.pit import hall, platforms
from bot.pit.actor import TableActor
from bot.pit.calibration import Calibration
from bot.pit.entries import RECOVERY, CardSource, ShuffleDue, TableOpen, Void
from bot.pit.floor_settings import FloorSettings
from bot.pit.identity import VERBS, Identity, ignored_bots
from bot.pit.jobs import Rules, clock_job, command_job, message_job
from bot.pit.lines import Scribe
from bot.pit.messages import (
    MOST_TEXT,
    ChatMessage,
    DealerCommand,
    Done,
    Frame,
    Listener,
    LogLine,
    Refused,
    can_be_read,
    cleaned,
)
from bot.pit.people import People
from bot.pit.promotion import Ladder
from bot.pit.recovery import players_of, recover
from bot.pit.replies import reply
from bot.pit.replies import say as say_text
from bot.pit.routing import Router, WhichTable
from bot.pit.seasons import Seasons
from bot.pit.sheets import Sheets
from bot.pit.supply import FixedSupply, Seeds, VerifiableSupply
from bot.pit.work import Home, Outcome
from bot.points import (
    PRACTICE_CHANNEL,
    AccountId,
    NotCounted,
    RankTable,
    Store,
    Tx,
    load_rules,
)
from bot.texts import Language, text

log = structlog.get_logger(__name__)

LOG_LINES = 100
KNOWN_VIEWERS = 10_000
"""So many of the richest are known by name from the start; others when they first speak."""
DEALER_ROLES = frozenset({"broadcaster", "moderator"})
MESSAGE_MEMORY_MS = 24 * 3_600_000


class Floor:
    """A running floor. Make one with :meth:`open`, end it with :meth:`close`."""

    def __init__(
        self,
        store: Store,
        settings: FloorSettings,
        vocabulary: Vocabulary,
        ranks: RankTable,
        now: Callable[[], int],
    ) -> None:
        self.store = store
        self.settings = settings
        self.ranks = ranks
        self.vocabulary = vocabulary
        self.epoch = secrets.token_hex(8)
        self.people = People(
            lambda platform, user_id: self.identity.alias(platform, user_id),
            text("page.hidden_name", settings.language),
        )
        self.timeouts: dict[tuple[str, str], asyncio.TimerHandle] = {}
        self.actors: dict[str, TableActor] = {}
        self.focus = ""
        self.now = now
        self.delays = dict(settings.delays)
        self.away: set[str] = set()
        self.identity = Identity(
            settings.economy,
            self.people,
            ranks,
            settings.language,
            self._at_stake,
            lambda: self.actors.values(),
            ignored_bots(settings.custom),
        )
        self.rules = Rules(
            grammar=vocabulary.grammar,
            ranks=ranks,
            games=lambda: self.sheets.ids(),
            language=settings.language,
            scribe=Scribe(self.people, settings.language, ranks),
            bots=settings.bots,
            dealers=settings.dealers,
            bang_accounts=settings.bang_accounts,
            rebuy_minutes=settings.rebuy_minutes,
            identity=self.identity,
        )
        self.ladder = Ladder(
            ranks,
            self.people,
            lambda: [one.book for one in self.actors.values()],
            lambda: self.seasons.state.boundary,
        )
        self.seasons = Seasons(
            settings.economy,
            ranks,
            self.people,
            lambda: load_rules(ranks, self.sheets.ids(), settings.custom),
            lambda: self.actors.values(),
        )
        self.sheets = Sheets(settings.rules, settings.custom, ranks)
        self.router = Router(self.rules, self.people, self.actors, lambda: self.focus)
        self.dealer_words = DealerWords.load()
        self.calibration = Calibration()
        self._listeners: list[Listener] = []
        self._logs: dict[str, deque[LogLine]] = {}
        self._troubles: dict[str, str] = {}

    @classmethod
    async def open(
        cls,
        store: Store,
        table_ids: Sequence[str],
        settings: FloorSettings | None = None,
        *,
        vocabulary: Vocabulary | None = None,
        ranks: RankTable | None = None,
        supply: Callable[[str], VerifiableSupply | FixedSupply] | None = None,
        now: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
    ) -> Floor:
        """Brings the stored tables back and adds the others; nothing goes on before :meth:`start`.

        Raises:
            SheetError: a table's rule sheet is wrong, or viewers hold a rank there is none of.
        """
        floor = cls(
            store,
            settings or FloorSettings(),
            vocabulary or Vocabulary.load(),
            ranks or RankTable.load(),
            now,
        )
        floor.sheets.check()
        floor.seasons.rules()
        await floor.seasons.load(store)
        floor.identity.load(store, floor.now())
        floor.ranks.check_held(await store.ranks_held(floor.settings.economy))
        for standing in await store.ranking(floor.settings.economy, KNOWN_VIEWERS):
            floor.people.meet(standing.viewer)
        for table_id in [*table_ids, *await floor._left_open(table_ids)]:
            await floor.bring(table_id, supply(table_id) if supply is not None else None)
        floor.focus = table_ids[0] if table_ids else ""
        return floor

    async def _left_open(self, table_ids: Sequence[str]) -> list[str]:
        """Tables of an earlier evening that are not asked for but still hold a round: nobody's stake is left
        behind because a setting was changed."""
        return [row.id for row in await self.store.tables() if row.round_open and row.id not in table_ids]

    async def start(self) -> None:
        """Lets the tables go on: a running round from where it stood, every clock with its full time
        again."""
        horizon = self.now() - MESSAGE_MEMORY_MS
        await self.store.do(lambda tx: tx.forget_before(horizon))
        for table_id in list(self.actors):
            await self.start_table(table_id)
        platforms.resume(self)

    async def start_table(self, table_id: str) -> None:
        """Lets one table go on."""
        actor = self.actors[table_id]
        actor.start()
        await actor.ask("go on", _go_on(self._troubles.get(table_id), self.settings.source))

    async def close(self) -> None:
        """Stops every table; what is committed stays."""
        for timeout in self.timeouts.values():
            timeout.cancel()
        for actor in self.actors.values():
            await actor.stop()

    @property
    def language(self) -> Language:
        """The language of replies and logs."""
        return self.settings.language

    # --- tables -------------------------------------------------------------------------------------------

    async def bring(self, table_id: str, supply: VerifiableSupply | FixedSupply | None = None) -> None:
        """Brings a table from the store, or makes it; it does not go on yet."""
        sheet = self.sheets.read(table_id)
        row = next((one for one in await self.store.tables(closed=True) if one.id == table_id), None)
        found = await recover(self.store, row, sheet)
        actor = TableActor(
            Home(
                table_id,
                self.settings.economy,
                (self.settings.platform, self.settings.channel),
                self.store,
                self.people,
                self.ladder,
                self.seasons,
                self.identity,
                self._at_stake,
                self.rules.scribe,
                self.now,
                lambda platform: self.delays.get(platform, 0.0),
                self.away,
                self.calibration,
            ),
            found.book,
            supply or await self._supply(table_id),
            lambda: self.sheets.next(self.actors[table_id].book.table.game),
            lambda wait: clock_job(self.rules, wait),
            self._publish,
        )
        self.actors[table_id] = actor
        self._logs[table_id] = deque(maxlen=LOG_LINES)
        await self._know_players(actor)
        if found.trouble is not None:
            log.error("the running round will be voided", table=table_id, why=found.trouble)
            self._troubles[table_id] = found.trouble

    async def _supply(self, table_id: str) -> VerifiableSupply:
        shoes = await self.store.shoes(table_id)
        return VerifiableSupply(Seeds(int(s.id), s.server_seed, s.client_seed, s.version) for s in shoes)

    async def _know_players(self, actor: TableActor) -> None:
        """Everybody at the table is known by name, and their balances to the writer, before it goes on."""

        async def load(tx: Tx) -> None:
            for account in sorted(players_of(actor.book)):
                self.people.meet(await tx.holder(account))
            for person in self.people.all():
                await tx.load([AccountId(int(person.player))])

        await self.store.do(load)

    def _at_stake(self, player: PlayerId) -> bool:
        """Whether points of that player lie on any table."""
        lives = (actor.book.table.live for actor in self.actors.values())
        return any(player in live.staked for live in lives if live is not None)

    def answer_to(self, bots: Sequence[str], dealers: Sequence[str]) -> None:
        """Whoever speaks to one of these names, too, speaks to the table, from now on (rulings 5.14)."""
        self.rules = replace(
            self.rules,
            bots=(*self.settings.bots, *bots),
            dealers=(*self.settings.dealers, *dealers),
        )
        self.router = Router(self.rules, self.people, self.actors, lambda: self.focus)

    def platform_away(self, platform: str, away: bool) -> None:
        """A connector lost its platform, or has it back: clocks of tables where its viewers sit are held."""
        if away:
            self.away.add(platform)
        else:
            self.away.discard(platform)
        for actor in self.actors.values():
            actor.restart_clock()

    def platform_banned(self, platform: str, channel: str, user_id: str, seconds: float | None) -> None:
        """A platform's moderators have banned a viewer (``seconds`` is ``None``) or timed them out. Returns
        at once. A deleted message is no reason to call it."""
        platforms.banned(self, platform, user_id, seconds)

    def platform_cleared(self, platform: str, channel: str, user_id: str) -> None:
        """The ban or the time-out is lifted."""
        platforms.cleared(self, platform, user_id)

    # --- what goes in -------------------------------------------------------------------------------------

    async def say(self, message: ChatMessage) -> None:
        """Takes a chat line: chatter is passed on at once, a possible command queued at its table."""
        clean = cleaned(message)
        if clean is None:
            log.warning("a message without usable ids", source=message.source, platform=message.platform)
            return
        message = clean
        self._tell(lambda listener: listener.said(message))
        if len(message.text) > MOST_TEXT:
            return
        self.calibration.hear(message, self.now())
        if message.roles & DEALER_ROLES and await self._dealer_said(message):
            return
        if self.identity.silent(message.platform, message.user_id, self.now()):
            return
        try:
            actor = self.router.table_for(message)
        except WhichTable:
            which = reply(message, "which_table", {}, self.language, important=True)
            self._tell(lambda listener: listener.reply(which))
            return
        if actor is not None:
            actor.submit(message_job(self.rules, message))

    async def _dealer_said(self, message: ChatMessage) -> bool:
        """A dealer word of the broadcaster or a moderator; refusals are answered in chat."""
        word = self.dealer_words.read(message.text)
        actor = self.actors.get(self.focus)
        if word is None or actor is None:
            return False
        command_id = f"chat/{message.platform}/{message.channel}/{message.message_id}"
        command = DealerCommand(command_id, word.verb, word.args, f"@{message.display_name}")
        job = command_job(self.rules, command, message)
        actor.submit(job)
        return True

    async def do(self, table: str | None, command: DealerCommand) -> Done | Refused:
        """Carries out a dealer command; a repeated id acts once and gets its first answer."""
        actor = self.actors.get(table or self.focus)
        if actor is None:
            return self.refused(command, "no_such_table", 0)
        if not can_be_read(command):
            return self.refused(command, "malformed", actor.rev)
        if command.verb == "table":
            return await hall.change(self, actor, command)
        try:
            await self.seasons.keep_copy(self.store, command)
            more = {"calibrate": self._calibrate, "season": self.seasons.change}
            more |= dict.fromkeys(VERBS, self.identity.change)
            job = command_job(self.rules, command, more=more)
            outcome = await actor.ask(job.name, job.work)
            self.seasons.show(outcome, actor)
            self.identity.show(command, actor)
        except NotCounted:
            return self.refused(command, "not_counted", actor.rev)
        assert outcome.answer is not None
        return outcome.answer

    async def _calibrate(
        self, _rules: Rules, _actor: TableActor, _tx: Tx, _command: DealerCommand, outcome: Outcome
    ) -> None:
        """Shows a code for viewers to type; pressed again, the medians become the delays (design 3)."""
        if not self.calibration.running:
            self.calibration.start(self.now())
        else:
            self.delays |= self.calibration.stop()
            if self.settings.save_delays is not None:
                self.settings.save_delays(self.delays)
        outcome.changed = True

    def refused(self, command: DealerCommand, code: str, rev: int) -> Refused:
        """A refusal in the floor's language."""
        return Refused(command.id, code, say_text(f"reply.{code}", {}, self.language), rev)

    # --- what comes out -----------------------------------------------------------------------------------

    def tables(self) -> tuple[str, ...]:
        """The open tables' ids."""
        return tuple(self.actors)

    def frame(self, table: str | None) -> Frame:
        """The newest state of a table, without events.

        Raises:
            KeyError: no such table.
        """
        return self.actors[table or self.focus].frame()

    def log(self, table: str | None) -> Sequence[LogLine]:
        """The last lines of a table's log, oldest first."""
        return list(self._logs.get(table or self.focus, ()))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear of each committed step from now on."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    async def practice_viewers(self) -> list[Mapping[str, Any]]:
        """The practice chat's viewers, with the table and the seat where they sit."""
        return [
            {
                "id": person.user_id,
                "name": person.name,
                "points": to_number(person.points),
                "rank": person.rank,
                "table": table,
                "seat": seat,
            }
            for person in self.people.on(PRACTICE_CHANNEL)
            for table, seat in [self._place_of(person.player)]
        ]

    def _place_of(self, player: PlayerId) -> tuple[str | None, int | None]:
        for table_id, actor in self.actors.items():
            seat = actor.book.table.seat_of(player)
            if seat:
                return table_id, seat
        return None, None

    def _publish(self, actor: TableActor, outcome: Outcome) -> None:
        """After the commit: the frame, then the log, then the replies."""
        if outcome.changed:
            frame = actor.frame(outcome)
            self._tell(lambda listener: listener.frame(frame))
        for line in outcome.lines:
            self._logs[actor.home.id].append(line)
            self._tell(lambda listener, line=line: listener.line(actor.home.id, line))  # type: ignore[misc]
        for said in outcome.replies:
            self._tell(lambda listener, said=said: listener.reply(said))  # type: ignore[misc]

    def _tell(self, tell: Callable[[Listener], None]) -> None:
        for listener in list(self._listeners):
            try:
                tell(listener)
            except Exception:
                log.exception("a listener failed")


def _go_on(trouble: str | None, source: str) -> Callable[[TableActor, Tx, Outcome], Any]:
    """The first job after a start: whatever the table would do by itself, or the void of a broken round."""

    async def work(actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        step = actor.begin(tx, "house")
        if trouble is not None and actor.book.table.round is not None:
            step.do(Void(RECOVERY))
            step.do(ShuffleDue())  # how far the shoe had been dealt may not be known
        else:
            if actor.book.table.closed:
                step.do(TableOpen(on=True))
            if actor.book.table.live is None and actor.book.table.source != source:
                step.do(CardSource(source))
            step.run_on()
        await actor.finish(tx, step, outcome)

    return work
