"""Undo, redo and corrections: the journal read differently, the ledger made to agree (design 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.cards import Card
from bot.games.contract import Audience, DealCard, IllegalAction, Returned, Reveal, Slot, Staked
from bot.games.sheet import TableSheet
from bot.pit.actor import TableActor
from bot.pit.cashier import COVER, Cashier, Label
from bot.pit.entries import Act, Correct, Entry, Place, Promote, Redo, Undo, Void
from bot.pit.events import CardCorrected, Given, Redone, Undone
from bot.pit.history import corrected, places, redoable
from bot.pit.results import came_to
from bot.pit.rounds import HOLE, slot_name
from bot.pit.table import Table, ends_round
from bot.pit.work import Outcome
from bot.points import InsufficientPoints, Tx


async def undo(actor: TableActor, tx: Tx, who: str, outcome: Outcome) -> int:
    """Takes back the last step that stands; returns its number.

    Raises:
        IllegalAction: ``nothing_to_undo``, ``undo_too_far``.
    """
    book = actor.book
    target = book.last
    if target is None:
        raise IllegalAction("nothing_to_undo")
    book.can_undo(target)
    actor.home.seasons.check_reach(book.first_entry(target).at)
    label = _begin(actor, who)
    stood, before = book.entries, book.entries[book.opening() :]
    came = came_to(book.table)
    book.amend(Entry(label.step, tx.now, who, Undo(target)))
    cashier = actor.cashier(tx)
    try:
        if _corrects(actor, target):
            await _repost(actor, cashier, before, label, "undo")
        else:
            await cashier.take_back([target], label, "undo")
        await _return_covers(actor, cashier, target, label, "undo")
    except InsufficientPoints as error:  # a void's stakes, spent at another table meanwhile
        raise IllegalAction("short", shortfall=error.shortfall) from error
    _keep_covers(actor, cashier, label)
    await actor.home.ladder.follow(tx, stood, book.entries)
    await actor.keep_results(tx, label.step, came)
    await _end(actor, tx, label, book.log[-1], outcome)
    actor.report(tx, cashier, outcome)
    outcome.events.append(Undone(target))
    return target


async def redo(actor: TableActor, tx: Tx, who: str, outcome: Outcome) -> int:
    """Brings the step undone last again; returns its number.

    Raises:
        IllegalAction: ``nothing_to_redo``, or ``short`` when the points for it are gone.
    """
    book = actor.book
    target = redoable(book.log)
    if target is None:
        raise IllegalAction("nothing_to_redo")
    actor.home.seasons.check_reach(book.first_entry(target).at)
    label = _begin(actor, who)
    stood, before = book.entries, book.entries[book.opening() :]
    came = came_to(book.table)
    book.amend(Entry(label.step, tx.now, who, Redo(target)))
    cashier = actor.cashier(tx)
    try:
        if _corrects(actor, target):
            await _repost(actor, cashier, before, label, "redo")
        elif any(isinstance(entry.thing, Void) for entry in book.entries if entry.step == target):
            number = book.table.number
            book.set_posted(target, await cashier.void(number, Label(number, target, who)))
            cashier.covers.clear()  # they are among them
        else:
            await cashier.again(target)
        await _return_covers(actor, cashier, target, label, "redo")
    except InsufficientPoints as error:
        raise IllegalAction("short", shortfall=error.shortfall) from error
    _keep_covers(actor, cashier, label)
    await actor.home.ladder.follow(tx, stood, book.entries)
    await actor.keep_results(tx, label.step, came)
    await _end(actor, tx, label, book.log[-1], outcome)
    actor.report(tx, cashier, outcome)
    outcome.events.append(Redone(target))
    return target


async def correct(
    actor: TableActor, tx: Tx, who: str, slot: str, card: Card, outcome: Outcome
) -> list[Entry]:
    """Puts a card right that was entered wrongly in the round on the table; returns the entries that no
    longer fit and were dropped.

    Args:
        slot: where the card lies, as :class:`~bot.games.contract.Slot` writes it (``seat 2 hand 1 card 3``).

    Raises:
        IllegalAction: ``no_card_there``, ``card_from_shoe``, or why the new card cannot lie there.
    """
    book = actor.book
    start = book.opening()
    stood, before = book.entries, book.entries[start:]
    if before:
        actor.home.seasons.check_reach(before[-1].at)
    place = _find(book.sheet, before, slot)
    until = _last_that_fits(book.sheet, before, Correct(place, card, places(before)[-1]))
    correction = Correct(place, card, until)
    dropped = [
        entry
        for entry, at in zip(before, places(before), strict=True)
        if at > until and not isinstance(entry.thing, Promote)
    ]
    label = _begin(actor, who)
    book.amend(Entry(label.step, tx.now, who, correction))
    cashier = actor.cashier(tx)
    try:
        await _repost(actor, cashier, before, label, "correction")
    except InsufficientPoints as error:
        raise IllegalAction("short", shortfall=error.shortfall) from error
    _keep_covers(actor, cashier, label)
    await actor.home.ladder.follow(tx, stood, book.entries)
    await _end(actor, tx, label, book.log[-1], outcome)
    actor.report(tx, cashier, outcome)
    shown = None if _lies_hidden(book.table, slot) else card
    outcome.events.append(CardCorrected(slot.replace(" ", "-"), shown))
    return dropped


def _begin(actor: TableActor, who: str) -> Label:
    number = actor.book.next_step
    actor.book.next_step += 1
    return Label(actor.book.table.number, number, who)


async def _end(actor: TableActor, tx: Tx, label: Label, entry: Entry, outcome: Outcome) -> None:
    await actor.write(tx, [entry], label.step, round_number=label.round)
    outcome.changed = True


def _keep_covers(actor: TableActor, cashier: Cashier, label: Label) -> None:
    """What ``corrections`` paid for this amendment is kept with it, to be returned when it is reversed."""
    if cashier.covers:
        actor.book.set_posted(label.step, cashier.covers)


async def _return_covers(actor: TableActor, cashier: Cashier, target: int, label: Label, reason: str) -> None:
    """``corrections`` gets back what earlier amendments of this step made it pay: the player has the points
    again."""
    book = actor.book
    amended = {e.step for e in book.log if isinstance(e.thing, Undo | Redo) and e.thing.step == target} | (
        {target} if _corrects(actor, target) else set()
    )
    for step in sorted(amended):
        covers = [one for one in book.posted.get(step, ()) if one.transfer.reason == COVER]
        if covers:
            await cashier.reverse(covers, label, reason)
            book.set_posted(step, [one for one in book.posted[step] if one not in covers])


# --- corrections ------------------------------------------------------------------------------------------


def _corrects(actor: TableActor, step: int) -> bool:
    return any(isinstance(entry.thing, Correct) for entry in actor.book.log if entry.step == step)


async def _repost(
    actor: TableActor, cashier: Cashier, before: Sequence[Entry], label: Label, reason: str
) -> None:
    """Makes the ledger agree with the round's entries where they no longer move what they moved
    ``before``."""
    book = actor.book
    old, new = money_by_step(book.sheet, before), money_by_step(book.sheet, book.entries[book.opening() :])
    steps = sorted(old.keys() | new.keys())
    first = next((step for step in steps if old.get(step) != new.get(step)), None)
    if first is None:
        return
    # What the house lent or took at the end depends on every step before it: from the first change on, all
    # anew.
    anew = [step for step in steps if step >= first]
    await cashier.take_back(anew, label, reason)
    for step in anew:
        moved = new.get(step, _Moved())
        where = Label(book.table.number, step, label.actor)
        book.set_posted(step, await cashier.post(moved.money, where, settled=moved.settled))


@dataclass(slots=True)
class _Moved:
    """What a step moved, and whether the round was over after it."""

    money: list[Staked | Returned | Given] = field(default_factory=list)
    settled: bool = False


def money_by_step(sheet: TableSheet, entries: Sequence[Entry]) -> dict[int, _Moved]:
    """What each step of a round moved, as its entries say."""
    table, moved = Table(sheet), dict[int, _Moved]()
    for entry in entries:
        events = table.apply(entry)
        money = [event for event in events if isinstance(event, Staked | Returned | Given)]
        ended = ends_round(table, entry)
        if money or ended:
            step = moved.setdefault(entry.step, _Moved())
            step.money += money
            step.settled = step.settled or ended
    return moved


def _find(sheet: TableSheet, entries: Sequence[Entry], slot: str) -> Place:
    """The entry with which the card of a slot fell or was opened."""
    table, found = Table(sheet), None
    for entry, place in zip(entries, places(entries), strict=True):
        action = entry.thing.action if isinstance(entry.thing, Act) else None
        lies = isinstance(action, DealCard | Reveal) and action.card is not None
        if lies and table.live is not None and slot_name(table.live.awaiting) == slot:
            if isinstance(entry.thing, Act) and entry.thing.drawn:
                raise IllegalAction("card_from_shoe")
            found = place
        table.apply(entry)
    if found is None:
        raise IllegalAction("no_card_there", slot=slot)
    return found


def _lies_hidden(table: Table, slot: str) -> bool:
    """Whether that card of the dealer's still lies face down."""
    shown = table.round.view(Audience.PUBLIC) if table.round is not None else {}
    for game in shown.get("play", {}).get("games", ()):
        for index, card in enumerate(game.get("dealer", ()), start=1):
            if slot == str(Slot(game["game"], 0, index)) and card == "?":
                return True
    return slot == HOLE and "?" in shown.get("dealer", {}).get("cards", ())


def _last_that_fits(sheet: TableSheet, entries: Sequence[Entry], correction: Correct) -> Place:
    """The last entry that still fits once the card is put right.

    Raises:
        IllegalAction: the card itself does not fit.
    """
    table, last = Table(sheet), None
    fit = corrected(entries, correction)
    kept = [
        place
        for entry, place in zip(entries, places(entries), strict=True)
        if place <= correction.place or not isinstance(entry.thing, Promote)
    ]
    for entry, place in zip(fit, kept, strict=True):
        try:
            table.apply(entry)
        except IllegalAction:
            if place <= correction.place:
                raise
            break
        last = place
    assert last is not None
    return last
