"""The units of work a table knows: a chat message, a dealer command, the clock (design 3)."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.amounts import Amount
from bot.commands import ACCOUNT_KINDS, Command, Context, Grammar, Kind, ParsedMessage, parse
from bot.games.contract import IllegalAction, PlayerId
from bot.games.ranks import Rank
from bot.games.registry import moves
from bot.games.sheet import SheetError, TableSheet
from bot.pit.actor import TableActor
from bot.pit.amending import correct, redo, undo
from bot.pit.clock import Wait, waiting
from bot.pit.controls import Controls, House, read_card
from bot.pit.desk import Answer, hands_per_bet
from bot.pit.desks import desk_at
from bot.pit.entries import Give
from bot.pit.events import CardCorrected, Queued, SeatFreed
from bot.pit.identity import Identity
from bot.pit.lines import Scribe
from bot.pit.messages import ChatMessage, DealerCommand, Done, Refused
from bot.pit.people import Person
from bot.pit.replies import reply, say
from bot.pit.results import SHOWN, came_to, said
from bot.pit.rounds import slot_name
from bot.pit.step import Note, Step
from bot.pit.work import Job, Outcome, Work
from bot.points import AccountId, RankTable, Tx
from bot.texts import Language

OPENS_ACCOUNT = frozenset(
    {
        Kind.JOIN,
        Kind.BET,
        Kind.BEHIND,
        Kind.PAIR,
        Kind.SPOT,
        Kind.SPIN,
        Kind.MAX_BET,
        Kind.DEAL,
        Kind.ANTE,
        Kind.POINTS,
        Kind.RANK,
        Kind.REBUY,
        Kind.LINK,
    }
)
"""Commands that make a new viewer known; a passer-by's "hit!" does not."""
OFFER_WORDS = frozenset({"insurance", "even_money", "follow", "no"})
"""Moves that answer an offer; ヘルプ names them when one is open."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the jobs of a floor have in common."""

    grammar: Callable[[str], Grammar]
    ranks: RankTable
    games: Callable[[], Sequence[str]]
    language: Language
    scribe: Scribe
    bots: tuple[str, ...] = ("chatjack",)
    dealers: tuple[str, ...] = ("dealer",)
    bang_accounts: bool = False
    rebuy_minutes: int = 10
    identity: Identity | None = None

    def context(self, actor: TableActor, player: PlayerId | None, of: int | None = None) -> Context:
        """What a viewer's words depend on at this table now; ``of``: the seat the dealer speaks for."""
        table = actor.book.table
        seats = (of,) if of is not None else table.seats_of(player) if player is not None else ()
        boxes = [
            table.live.boxes[seat] for seat in seats if table.live is not None and seat in table.live.boxes
        ]
        hands = sum(len(box.hands) for box in boxes)
        return Context(
            grammar=self.grammar(table.sheet.words),
            phase=table.phase,
            seated=bool(seats),
            hands=max(1, hands),
            bots=self.bots,
            dealers=self.dealers,
            bang_accounts=self.bang_accounts,
        )


def message_job(rules: Rules, message: ChatMessage) -> Job:
    """A chat line that could be a command; acts once however often it is delivered."""

    async def work(actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        if not await tx.remember(message.platform, message.channel, message.message_id):
            return
        known = actor.home.people.of_user(message.platform, message.user_id)
        parsed = parse(message.text, rules.context(actor, known.player if known else None))
        if parsed.hint is not None and not parsed.commands:
            _answer(rules, message, outcome, tx.now, [_hint(parsed)])
        if parsed.commands and parsed.commands[0].kind is Kind.LINK and rules.identity is not None:
            await _link(rules, rules.identity, actor, tx, message, parsed.commands[0].code, outcome)
            return
        if not parsed.commands or (known is None and not _opens_account(parsed.commands)):
            return
        person = await meet(actor, tx, message, rules.ranks.first)
        outcome.changed = known is not None and known.name != person.name  # a new name is shown at once
        step = actor.begin(tx, str(person.player))
        answers = await _take(rules, actor, tx, step, person, parsed)
        await actor.finish(tx, step, outcome)
        _answer(rules, message, outcome, tx.now, answers)
        _tell_others(rules, actor, step, outcome)
        _log(rules, actor, step, outcome)

    sorry = reply(message, "not_counted", {}, rules.language, important=True)
    return Job(f"message {message.message_id}", work, not_counted=sorry)


async def meet(actor: TableActor, tx: Tx, message: ChatMessage, first: Rank) -> Person:
    """The viewer's account, opened on first sight with the first rank's points (design 4)."""
    viewer = await tx.viewer(
        actor.home.economy, message.platform, message.user_id, message.display_name or message.login, first
    )
    person = actor.home.people.meet(viewer)
    actor.home.people.hear(person.player, message)
    actor.touched.add(person.player)
    return person


def _opens_account(commands: Sequence[Command]) -> bool:
    return any(command.kind in OPENS_ACCOUNT and not command.bare for command in commands)


async def _take(
    rules: Rules, actor: TableActor, tx: Tx, step: Step, person: Person, parsed: ParsedMessage
) -> list[Answer]:
    answers: list[Answer] = []
    delay = int(actor.home.delay(person.platform) * 1000)
    desk = desk_at(step, person.player, person.rank, delay, lambda: actor.sheet()[0])
    at_table = [command for command in parsed.commands if command.kind not in ACCOUNT_KINDS]
    if at_table:
        answers += desk.take(at_table)
    for command in parsed.commands:
        if command.kind in ACCOUNT_KINDS:
            answers.append(await _account(rules, actor, tx, step, person, command.kind))
    if parsed.hint is not None:
        answers.append(_hint(parsed))
    return answers


# --- account questions (rulings 3.5, 5.2) -----------------------------------------------------------------


async def _account(rules: Rules, actor: TableActor, tx: Tx, step: Step, person: Person, kind: Kind) -> Answer:
    balance = step.means(person.player)
    rank = rules.ranks.get(person.rank)
    name = rank.ja if rules.language == "ja" else rank.en
    match kind:
        case Kind.POINTS:
            return Answer("points", {"points": balance})
        case Kind.RANK:
            return Answer("rank", {"rank": name, "points": balance})
        case Kind.RANKING:
            ranking = actor.home.seasons.ranking
            listed = "  ".join(
                f"{place}. {actor.home.people.name(player)} "
                f"{say('reply.figure', {'points': figure}, rules.language)}"
                for place, (player, figure) in enumerate(await actor.home.seasons.top(tx, 3), start=1)
            )
            return Answer("ranking" if ranking == "points" else f"ranking_{ranking}", {"listed": listed})
        case Kind.HISTORY:
            return await _history(rules, tx, person)
        case Kind.REBUY:
            return await _rebuy(rules, actor, tx, step, person, rank)
        case _:
            return Answer(f"help_{_help_phase(actor)}", {"moves": _moves_here(actor)})


async def _link(
    rules: Rules,
    identity: Identity,
    actor: TableActor,
    tx: Tx,
    message: ChatMessage,
    code: str | None,
    outcome: Outcome,
) -> None:
    """Asks for a code, or brings one: then whoever it was given to hears of it there, and the dealer decides.
    A code opens no account: who is linked needs none of their own."""
    if code is None:
        told = identity.ask(await meet(actor, tx, message, rules.ranks.first), message, tx.now)
        outcome.replies.append(reply(message, told.code, told.params, rules.language, important=True))
        return
    told, request = await identity.bring(tx, message, code)
    _answer(rules, message, outcome, tx.now, [Answer(told.code, dict(told.params), important=True)])
    if request is not None:
        outcome.changed = True
        outcome.lines[-1:] = [rules.scribe.identity(tx.now, "link_asked", request.name)]
        params = {"name": request.name, "platform": request.platform}
        outcome.replies.append(reply(request.to, "link_request", params, rules.language, important=True))


def _moves_here(actor: TableActor) -> list[str]:
    """What may be said in one's turn at this table: the sheet's moves without the answers to an offer."""
    return [move for move in moves(actor.book.table.sheet) if move not in OFFER_WORDS]


def _help_phase(actor: TableActor) -> str:
    table = actor.book.table
    if table.style != "seats":
        side = getattr(table.sheet, "progressive", None) is not None
        return f"{table.sheet.game}_progressive" if side else table.sheet.game
    if table.by_betting and table.phase in ("idle", "betting"):
        return f"{table.phase}_seats"
    if table.phase == "betting" and getattr(table.sheet, "hands", 1) > hands_per_bet(table.sheet):
        return "betting_hands"
    return table.phase if table.phase in ("idle", "betting", "insurance", "following") else "playing"


async def _history(rules: Rules, tx: Tx, person: Person) -> Answer:
    hands = await tx.hands(AccountId(int(person.player)), SHOWN)
    if not hands:
        return Answer("history_none")
    return Answer("history", {"listed": " / ".join(said(hand, rules.language) for hand in hands)})


async def _rebuy(rules: Rules, actor: TableActor, tx: Tx, step: Step, person: Person, rank: Rank) -> Answer:
    """復活: below what the table's least bet costs and with nothing on any table, back to the rank's initial
    points (rulings 3.5)."""
    balance = step.means(person.player)
    sheet = step.table.sheet
    least = sheet.least(person.rank)
    if balance >= min(least, rank.initial) or actor.home.at_stake(person.player):
        return Answer("rebuy_not_yet", {"points": balance}, important=True)
    last = await tx.last_credit(AccountId(int(person.player)), "rebuy")
    wait_ms = 0 if last is None else last + rules.rebuy_minutes * 60_000 - tx.now
    if wait_ms > 0:
        return Answer("rebuy_wait", {"minutes": -(-wait_ms // 60_000)}, important=True)
    step.do(Give(person.player, Amount(rank.initial - balance), "rebuy"))
    return Answer("rebought", {"points": rank.initial}, important=True)


# --- telling ----------------------------------------------------------------------------------------------


def _hint(parsed: ParsedMessage) -> Answer:
    assert parsed.hint is not None
    return Answer(f"hint_{parsed.hint.code}", dict(parsed.hint.params))


def _answer(
    rules: Rules, message: ChatMessage, outcome: Outcome, now: int, answers: Sequence[Answer]
) -> None:
    for answer in answers:
        made = reply(message, answer.code, answer.params, rules.language, important=answer.important)
        outcome.replies.append(made)
        if answer.important or answer.code.startswith("hint_"):
            outcome.lines.append(rules.scribe.refusal(now, message.display_name, message.text, made.text))


def _tell_others(rules: Rules, actor: TableActor, step: Step, outcome: Outcome) -> None:
    """Players whom the step concerns hear of it, whoever's message it was: a kept word dropped, a promotion,
    a seat given up for those who wait."""
    made_room = {
        event.player for event in step.events if isinstance(event, SeatFreed) and event.why == "rounds"
    }
    moved = [
        Note(event.player, "made_room", {"place": event.place})
        for event in step.events
        if isinstance(event, Queued) and event.player in made_room
    ]
    for note in [*step.notes, *moved]:
        person = actor.home.people.get(note.player)
        if person is None:
            continue
        channel = actor.home.channel_on(person.platform)
        to = actor.home.people.last_heard(note.player) or ChatMessage(
            person.platform, channel, "", "", person.user_id, "", person.name, ""
        )
        outcome.replies.append(reply(to, note.code, note.params, rules.language, important=note.important))


def _log(rules: Rules, actor: TableActor, step: Step, outcome: Outcome) -> None:
    table = actor.book.table
    seats = {number: seat.player for number, seat in table.seats.items()}
    if table.round is not None:
        seats = {number: box.player for number, box in table.round.boxes.items()} | seats
    outcome.lines += rules.scribe.lines(step, seats)


# --- dealer and clock -------------------------------------------------------------------------------------


Handler = Callable[["Rules", TableActor, Tx, DealerCommand, Outcome], Awaitable[None]]
"""Carries out one dealer verb."""


def command_job(
    rules: Rules,
    command: DealerCommand,
    said: ChatMessage | None = None,
    more: Mapping[str, Handler] | None = None,
) -> Job:
    """A dealer command: checked against what the dealer saw, acts once per id.

    Args:
        more: verbs that are the floor's own.
        said: the chat line it came in, if it did: a refusal is answered there.
    """

    async def work(actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        earlier = await tx.answer(command.id)
        if earlier is not None:
            outcome.answer = _read_answer(command.id, earlier, actor.rev)
            return
        try:
            _check_expected(actor, command)
            handlers = {**_AMENDMENTS, **(more or {})}
            await handlers.get(command.verb, _control)(rules, actor, tx, command, outcome)
            if command.verb in _AMENDMENTS:
                actor.clock.back(tx.now)
            outcome.answer = Done(command.id, actor.rev + 1)
        except IllegalAction as refusal:
            actor.start_over(tx, outcome)
            words = say(f"reply.{refusal.code}", refusal.params, rules.language)
            outcome.answer = Refused(command.id, refusal.code, words, actor.rev)
            if said is not None:
                outcome.replies.append(
                    reply(said, refusal.code, refusal.params, rules.language, important=True)
                )
        await tx.keep_answer(command.id, _write_answer(outcome.answer))

    return Job(f"{command.verb} {' '.join(map(str, command.args))}".strip(), work)


async def _control(rules: Rules, actor: TableActor, tx: Tx, command: DealerCommand, outcome: Outcome) -> None:
    def read(text: str, seat: int) -> Sequence[Command]:
        return parse(text, rules.context(actor, None, seat)).commands

    table = actor.book.table
    if command.verb == "void" and table.live is None and table.round is not None:
        actor.home.seasons.check_reach(actor.book.entries[-1].at)  # it would take a settled round back
    troubles: list[SheetError] = []

    def sheet() -> TableSheet:
        found, trouble = actor.sheet()
        if trouble is not None:
            troubles.append(trouble)
        return found

    house = House(actor.home.people, sheet, actor.delay(), rules.games(), read)
    step = actor.begin(tx, command.actor)
    Controls(step, house).do(command.verb, command.args)
    await actor.finish(tx, step, outcome)
    _tell_others(rules, actor, step, outcome)
    _log(rules, actor, step, outcome)
    outcome.lines += [rules.scribe.sheet_kept(tx.now, trouble) for trouble in troubles]


async def _undo(rules: Rules, actor: TableActor, tx: Tx, command: DealerCommand, outcome: Outcome) -> None:
    last = actor.book.last
    what = actor.book.first_entry(last).thing if last is not None else None
    target = await undo(actor, tx, command.actor, outcome)
    outcome.lines.append(rules.scribe.undone(tx.now, rules.scribe.thing(what), target))


async def _redo(rules: Rules, actor: TableActor, tx: Tx, command: DealerCommand, outcome: Outcome) -> None:
    target = await redo(actor, tx, command.actor, outcome)
    what = rules.scribe.thing(actor.book.first_entry(target).thing)
    outcome.lines.append(rules.scribe.redone(tx.now, what, target))


async def _correct(rules: Rules, actor: TableActor, tx: Tx, command: DealerCommand, outcome: Outcome) -> None:
    """``correct SLOT CARD``: then the table goes on from what still fits, as part of the same step."""
    if len(command.args) < 2:
        raise IllegalAction("missing_argument", argument="seat 1 hand 1 card 2 KS")
    *slot, text = (str(arg) for arg in command.args)
    card = read_card(text)
    came = came_to(actor.book.table)
    dropped = await correct(actor, tx, command.actor, " ".join(slot), card, outcome)
    number = actor.book.log[-1].step
    step = actor.begin(tx, "house", number)
    step.run_on()
    if not step.settled and actor.book.table.live is None:
        actor.home.ladder.rise(step)  # the round ended before, now perhaps otherwise
    await actor.finish(tx, step, outcome, first=1)
    await actor.keep_results(tx, number, came)
    _tell_others(rules, actor, step, outcome)
    shown = next(event.card for event in outcome.events if isinstance(event, CardCorrected))
    outcome.lines.append(rules.scribe.corrected(tx.now, " ".join(slot), shown, number))
    outcome.lines += [rules.scribe.dropped(tx.now, entry.thing, number) for entry in dropped]


_AMENDMENTS: Mapping[str, Handler] = {"undo": _undo, "redo": _redo, "correct": _correct}


def _check_expected(actor: TableActor, command: DealerCommand) -> None:
    table, live = actor.book.table, actor.book.table.live
    now = {
        "step": actor.book.last or 0,
        "phase": table.phase,
        "slot": slot_name(live.awaiting) if live is not None else None,
    }
    for key, expected in command.expect.items():
        if key in now and expected != now[key]:
            raise IllegalAction("stale", what=key)


def _write_answer(answer: Done | Refused) -> str:
    if isinstance(answer, Done):
        return json.dumps({"rev": answer.rev})
    return json.dumps({"code": answer.code, "text": answer.text}, ensure_ascii=False)


def _read_answer(command_id: str, kept: str, rev: int) -> Done | Refused:
    held = json.loads(kept)
    if "code" in held:
        return Refused(command_id, held["code"], held["text"], rev)
    return Done(command_id, rev)


def clock_job(rules: Rules, wait: Wait) -> Job:
    """A wait ran out; nothing happens if the table has gone on meanwhile."""

    async def work(actor: TableActor, tx: Tx, outcome: Outcome) -> None:
        if waiting(actor.book.table) != wait:
            return
        house = House(actor.home.people, lambda: actor.sheet()[0], 0.0, (), lambda text, seat: ())
        step = actor.begin(tx, "clock")
        try:
            Controls(step, house).do("timeout", ())
        except IllegalAction as refusal:  # bets cannot close yet: the dealer sees why, and has the word
            actor.start_over(tx, outcome)
            why = say(f"reply.{refusal.code}", refusal.params, rules.language)
            outcome.lines.append(rules.scribe.refusal(tx.now, rules.scribe.actor("clock"), "timeout", why))
            return
        await actor.finish(tx, step, outcome)
        _tell_others(rules, actor, step, outcome)
        _log(rules, actor, step, outcome)

    return Job("timeout", work)


__all__ = ["Rules", "Work", "clock_job", "command_job", "message_job"]
