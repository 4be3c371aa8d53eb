"""The floor: every open table of a store, one ear for chat, one hand for the dealer (design 3).

This is what the web server, the connectors and the scenario player know of the pit.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import defaultdict, deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import structlog

from bot.amounts import to_number
from bot.commands import Vocabulary
from bot.commands.dealer import DealerWords
from bot.games.contract import PlayerId
from bot.pit import bringing, hall, platforms
from bot.pit.actor import TableActor
from bot.pit.calibration import Calibration
from bot.pit.economy import Economy
from bot.pit.entries import RECOVERY, CardSource, ShuffleDue, TableOpen, Void
from bot.pit.floor_settings import FloorSettings
from bot.pit.identity import VERBS
from bot.pit.jobs import Rules, command_job, message_job
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
from bot.pit.replies import reply
from bot.pit.replies import say as say_text
from bot.pit.rooms import Room, Rooms
from bot.pit.routing import WhichTable
from bot.pit.sheets import Sheets
from bot.pit.supply import FixedSupply, VerifiableSupply
from bot.pit.work import Outcome
from bot.points import (
    MAIN_ECONOMY,
    PRACTICE_CHANNEL,
    NotCounted,
    RankTable,
    Store,
    Tx,
)
from bot.texts import Language

log = structlog.get_logger(__name__)

LOG_LINES = 100
DEALER_ROLES = frozenset({"broadcaster", "moderator"})
MESSAGE_MEMORY_MS = 24 * 3_600_000


class Floor:
    """A running floor. Make one with :meth:`open`, end it with :meth:`close`.

    Attributes:
        actors: every open table, in the order they were opened.
        rooms: which of them stand together, and whose chat they hear.
        main: the economy of the tables that belong to no channel.
    """

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
        self.actors: dict[str, TableActor] = {}
        self.rooms = Rooms()
        self.now = now
        self.delays = dict(settings.delays)
        self.away: set[str] = set()
        self.sheets = Sheets(settings.rules, settings.custom, ranks)
        self.economies: dict[str, Economy] = {}
        self.main = self.make_economy(MAIN_ECONOMY)
        self.dealer_words = DealerWords.load()
        self.calibration = Calibration()
        self._listeners: list[Listener] = []
        self._logs: defaultdict[str, deque[LogLine]] = defaultdict(lambda: deque(maxlen=LOG_LINES))
        self.troubles: dict[str, str] = {}
        self.hall = asyncio.Lock()
        """Held while a table is put on the floor or taken off."""

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
        await floor.main.load(store, floor.now())
        await bringing.bring_all(floor, table_ids, supply)
        return floor

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
        await actor.ask("go on", _go_on(self.troubles.get(table_id), self.settings.source))

    async def close(self) -> None:
        """Stops every table; what is committed stays."""
        for economy in self.economies.values():
            economy.close()
        for actor in self.actors.values():
            await actor.stop()

    @property
    def language(self) -> Language:
        """The language of replies and logs."""
        return self.settings.language

    @property
    def focus(self) -> str:
        """The table shown to pages that name none: the focus of the room that was opened first."""
        first = next(iter(self.actors), "")
        return self.rooms.of(first).focus if first else ""

    # --- economies and rooms ------------------------------------------------------------------------------

    def make_economy(self, name: str) -> Economy:
        """An economy; what the store holds of it is still to be loaded."""
        self.economies[name] = economy = Economy(
            name, self.settings, self.vocabulary, self.ranks, self.sheets, self.actors.values
        )
        return economy

    def call_channel(self, platform: str, channel: str, name: str) -> None:
        """A platform's channel, known to it by an id, is called ``name`` by people: its chat goes to the
        tables that belong to that name."""
        self.rooms.call(platform, channel, name)

    def practice_channel(self, table: str | None) -> str:
        """The channel of the practice chat that speaks to a table's room."""
        return self.rooms.of(table or self.focus).practice

    def hears(self, table: str, platform: str, channel: str) -> bool:
        """Whether what is said in a channel is for the room in which ``table`` stands."""
        room = self.rooms.hearing(platform, channel)
        return room is not None and table in room.actors

    def answer_to(self, bots: Sequence[str], dealers: Sequence[str]) -> None:
        """Whoever speaks to one of these names, too, speaks to the table, from now on (rulings 5.14)."""
        for economy in self.economies.values():
            economy.answer_to((*self.settings.bots, *bots), (*self.settings.dealers, *dealers))

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
        platforms.banned(self, platform, channel, user_id, seconds)

    def platform_cleared(self, platform: str, channel: str, user_id: str) -> None:
        """The ban or the time-out is lifted."""
        platforms.cleared(self, platform, channel, user_id)

    async def platform_heard(self, platform: str, channel: str, user_id: str) -> None:
        """A viewer wrote where whoever is banned or timed out cannot: it is over, once this returns."""
        await platforms.heard(self, platform, channel, user_id)

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
        room = self.rooms.hearing(message.platform, message.channel)
        if room is None or (message.roles & DEALER_ROLES and self._dealer_said(room, message)):
            return
        who, economy = (message.platform, message.user_id), room.economy
        if economy.identity.silent(*who, self.now()) or economy.people.hides(*who):
            return
        try:
            actor = room.table_for(message)
        except WhichTable:
            which = reply(message, "which_table", {}, self.language, important=True)
            self._tell(lambda listener: listener.reply(which))
            return
        if actor is not None:
            actor.submit(message_job(room.economy.rules, message))

    def _dealer_said(self, room: Room, message: ChatMessage) -> bool:
        """A dealer word of the broadcaster or a moderator; refusals are answered in chat."""
        word = self.dealer_words.read(message.text)
        if word is None:
            return False
        command_id = f"chat/{message.platform}/{message.channel}/{message.message_id}"
        command = DealerCommand(command_id, word.verb, word.args, f"@{message.display_name}")
        room.actors[room.focus].submit(command_job(room.economy.rules, command, message))
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
        economy = self.economies[actor.home.economy]
        try:
            await economy.seasons.keep_copy(self.store, command)
            more = {"calibrate": self._calibrate, "season": economy.seasons.change}
            more |= dict.fromkeys(VERBS, economy.identity.change)
            job = command_job(economy.rules, command, more=more)
            outcome = await actor.ask(job.name, job.work)
            economy.seasons.show(outcome, actor)
            economy.identity.show(command, actor)
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
        return list(self._logs[table or self.focus])

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear of each committed step from now on."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    async def practice_viewers(self, channel: str) -> list[Mapping[str, Any]]:
        """The viewers of a practice chat, with the table and the seat where they sit."""
        room = self.rooms.hearing(PRACTICE_CHANNEL, channel)
        if room is None:
            return []
        return [
            {
                "id": person.user_id,
                "name": person.name,
                "points": to_number(person.points),
                "rank": person.rank,
                "table": table,
                "seat": seat,
            }
            for person in room.economy.people.on(PRACTICE_CHANNEL)
            for table, seat in [_place_of(room, person.player)]
        ]

    def publish(self, actor: TableActor, outcome: Outcome) -> None:
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


def _place_of(room: Room, player: PlayerId) -> tuple[str | None, int | None]:
    for table_id, actor in room.actors.items():
        seat = actor.book.table.seat_of(player)
        if seat:
            return table_id, seat
    return None, None


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
        actor.home.seasons.recount(actor)

    return work
