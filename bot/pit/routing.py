"""Which table a chat line is for, with several open at once (design 3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.commands import ACCOUNT_KINDS, Context, Kind, ParsedMessage, parse
from bot.games.contract import PlayerId
from bot.pit.actor import TableActor
from bot.pit.jobs import Rules
from bot.pit.messages import ChatMessage
from bot.pit.people import People

ANY_PHASE = ("betting", "playing", "insurance", "idle")
ANYWHERE = frozenset({*ACCOUNT_KINDS, Kind.JOIN})
"""Commands that mean the same at whichever table they are heard."""


class WhichTable(Exception):
    """The line fits several tables, and only the viewer can say which."""


class Router:
    """An explicit ``#2`` wins, else the only table that awaits the viewer, else the one where they sit,
    else the channel's focus."""

    def __init__(
        self, rules: Rules, people: People, actors: Mapping[str, TableActor], focus: Callable[[], str]
    ) -> None:
        self._rules = rules
        self._people = people
        self._actors = actors
        self._focus = focus

    def table_for(self, message: ChatMessage) -> TableActor | None:
        """The table a line is for; ``None`` for chatter: what means nothing there in any phase.

        Raises:
            WhichTable: it fits several.
        """
        candidates = self._candidates(message)
        parsed = self._read(message, candidates[0]) if candidates else None
        if parsed is None:
            return None
        if parsed.table is not None:
            return self._numbered(parsed.table)
        if len(candidates) > 1 and not all(one.kind in ANYWHERE for one in parsed.commands):
            raise WhichTable
        return candidates[0]

    def _read(self, message: ChatMessage, actor: TableActor) -> ParsedMessage | None:
        grammar = self._rules.grammar(actor.book.table.sheet.words)
        for phase in ANY_PHASE:
            context = Context(
                grammar,
                phase,
                hands=2,
                bots=self._rules.bots,
                dealers=self._rules.dealers,
                bang_accounts=self._rules.bang_accounts,
            )
            parsed = parse(message.text, context)
            if parsed.commands or parsed.hint is not None:
                return parsed
        return None

    def _numbered(self, number: int) -> TableActor | None:
        """Table ``#1``, ``#2`` ... in the order they were opened."""
        actors = list(self._actors.values())
        return actors[number - 1] if 1 <= number <= len(actors) else None

    def _candidates(self, message: ChatMessage) -> list[TableActor]:
        person = self._people.of_user(message.platform, message.user_id)
        focus = self._focus()
        if person is not None:
            for held in (_awaits, _seats):
                found = [actor for actor in self._actors.values() if held(actor, person.player)]
                if found:
                    return sorted(found, key=lambda actor: actor.home.id != focus)
        focused = self._actors.get(focus)
        return [focused] if focused is not None else []


def _seats(actor: TableActor, player: PlayerId) -> bool:
    return actor.book.table.seat_of(player) is not None


def _awaits(actor: TableActor, player: PlayerId) -> bool:
    live = actor.book.table.live
    return live is not None and any(
        seat in live.boxes and live.boxes[seat].player == player for seat in live.awaiting.seats
    )
