"""Which table a chat line is for, with several open in one room (design 3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from bot.commands import ACCOUNT_KINDS, Context, Kind, ParsedMessage, parse
from bot.games.contract import PlayerId
from bot.pit.actor import TableActor
from bot.pit.jobs import Rules
from bot.pit.messages import ChatMessage
from bot.pit.people import People
from bot.pit.rounds import AloneRound

ANY_PHASE = ("betting", "playing", "insurance", "idle")
ANYWHERE = frozenset({*ACCOUNT_KINDS, Kind.JOIN})
"""Commands that mean the same at whichever table they are heard."""


class WhichTable(Exception):
    """The line fits several tables, and only the viewer can say which."""


def table_for(
    message: ChatMessage, actors: Mapping[str, TableActor], focus: str, rules: Rules, people: People
) -> TableActor | None:
    """The table a line is for; ``None`` for chatter: what means nothing there in any phase.

    An explicit ``#2`` wins, else the only table that awaits the viewer, else the one where they take part,
    else the focus; what means nothing there is for the only other table where it orders something.

    Raises:
        WhichTable: it fits several.
    """
    candidates = _candidates(message, actors, focus, people)
    parsed = _read(message, candidates[0], rules) if candidates else None
    if parsed is None:
        return _elsewhere(message, actors, rules)
    if parsed.table is not None:
        return _numbered(actors, parsed.table)
    if len(candidates) > 1 and not all(one.kind in ANYWHERE for one in parsed.commands):
        raise WhichTable
    return candidates[0]


def _read(message: ChatMessage, actor: TableActor, rules: Rules) -> ParsedMessage | None:
    grammar = rules.grammar(actor.book.table.sheet.words)
    for phase in ANY_PHASE:
        context = Context(
            grammar,
            phase,
            hands=2,
            bots=rules.bots,
            dealers=rules.dealers,
            bang_accounts=rules.bang_accounts,
        )
        parsed = parse(message.text, context)
        if parsed.commands or parsed.hint is not None:
            return parsed
    return None


def _elsewhere(message: ChatMessage, actors: Mapping[str, TableActor], rules: Rules) -> TableActor | None:
    """The one table whose words these are, or the one they name. Each game has words of its own: ``#2 17
    100`` is chatter at a blackjack table."""
    found: list[TableActor] = []
    for actor in actors.values():
        parsed = _read(message, actor, rules)
        if parsed is None:
            continue
        if parsed.table is not None:
            named = _numbered(actors, parsed.table)
            if named is None or actor is named:
                return named
        elif parsed.commands and not any(one.bare for one in parsed.commands):
            found.append(actor)
    return found[0] if len(found) == 1 else None


def _numbered(actors: Mapping[str, TableActor], number: int) -> TableActor | None:
    """Table ``#1``, ``#2`` ... in the order they were opened."""
    found = list(actors.values())
    return found[number - 1] if 1 <= number <= len(found) else None


def _candidates(
    message: ChatMessage, actors: Mapping[str, TableActor], focus: str, people: People
) -> list[TableActor]:
    person = people.of_user(message.platform, message.user_id)
    if person is not None:
        for held in (_awaits, _seats):
            found = [actor for actor in actors.values() if held(actor, person.player)]
            if found:
                return sorted(found, key=lambda actor: actor.home.id != focus)
    focused = actors.get(focus)
    return [focused] if focused is not None else []


def _seats(actor: TableActor, player: PlayerId) -> bool:
    return actor.book.table.takes_part(player)


def _awaits(actor: TableActor, player: PlayerId) -> bool:
    live = actor.book.table.live
    if live is not None and actor.book.table.style == "alone":
        alone = cast(AloneRound, live)
        return alone.game_of(player) in alone.waiting
    if live is not None and any(player == one for _, one in live.followers):
        return True
    return live is not None and any(
        seat in live.boxes and live.boxes[seat].player == player for seat in live.awaiting.seats
    )
