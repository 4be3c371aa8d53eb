"""Reading a journal: an entry's text form back into the thing it says."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from bot.amounts import points
from bot.cards import parse_card
from bot.games.contract import PlayerId
from bot.games.registry import parse_action
from bot.pit.entries import (
    Act,
    AutoAdvance,
    Ban,
    Burn,
    CannotPay,
    CardSource,
    Claim,
    Closing,
    Correct,
    DropOrders,
    Give,
    HouseSeat,
    Join,
    KeepFollow,
    Kick,
    Leave,
    MoveInQueue,
    NewShoe,
    NextGame,
    Open,
    Order,
    Pause,
    Place,
    Promote,
    Redo,
    SeatAt,
    ShuffleDue,
    TableOpen,
    Thing,
    TimedOut,
    Undo,
    Void,
)


def _place(text: str) -> Place:
    step, _, seq = text.partition(".")
    return Place(int(step), int(seq))


def _correct(rest: str) -> Correct:
    place, card, _, until = rest.split()
    return Correct(_place(place), parse_card(card), _place(until))


def _json_open(rest: str) -> Open:
    number, _, body = rest.partition(" ")
    held = json.loads(body)
    return Open(int(number), held["engine"], held["sheet"], held["table"])


def _order(rest: str) -> Order:
    seat, _, moves = rest.removeprefix("seat ").partition(": ")
    pairs = (move.partition("=") for move in moves.split(", "))
    return Order(int(seat), tuple((int(hand), move) for hand, _, move in pairs))


def _timeout(rest: str) -> TimedOut:
    seat, _, hands = rest.removeprefix("seat ").partition(":")
    return TimedOut(int(seat), tuple(map(int, hands.split())))


def _drop(rest: str) -> DropOrders:
    seat, _, why = rest.removeprefix("seat ").partition(": ")
    return DropOrders(int(seat), why)


def _give(rest: str) -> Give:
    player, amount, kind, *reason = rest.split(" ", 3)
    return Give(PlayerId(int(player)), points(amount), kind, "".join(reason))


def _ban(rest: str) -> Ban:
    player, _, on = rest.partition(" ")
    return Ban(PlayerId(int(player)), on == "on")


def _claim(rest: str) -> Claim:
    player, _, seat = rest.partition(" at ")
    return Claim(PlayerId(int(player)), int(seat))


def _follow(rest: str) -> KeepFollow:
    player, _, word = rest.partition(" ")
    return KeepFollow(PlayerId(int(player)), word)


def _queue(rest: str) -> MoveInQueue:
    player, _, place = rest.partition(" ")
    return MoveInQueue(PlayerId(int(player)), int(place))


def _promote(rest: str) -> Promote:
    player, rank, _, was = rest.split()
    return Promote(PlayerId(int(player)), rank, was)


def _new_shoe(rest: str) -> NewShoe:
    shoe, _, decks, _, jokers, _, cut, *more = rest.split()
    said = dict(zip(more[::2], more[1::2], strict=True))
    without = tuple(said["without"].split(",")) if "without" in said else ()
    return NewShoe(int(shoe), int(decks), int(jokers), int(cut), without, int(said.get("game", 0)))


def _drawn(game: str, rest: str) -> Act:
    number, _, after = rest.partition(" ")
    if number.isdigit():
        return Act(parse_action(game, after), drawn=True, shoe=int(number))
    return Act(parse_action(game, rest), drawn=True)


_READERS: Mapping[str, Callable[[str], Thing]] = {
    "join": lambda rest: Join(PlayerId(int(rest))),
    "leave": lambda rest: Leave(PlayerId(int(rest))),
    "claim": _claim,
    "cannot-pay": lambda rest: CannotPay(int(rest)),
    "follow": _follow,
    "burn": lambda rest: Burn(tuple(map(parse_card, rest.split()))),
    "kick": lambda rest: Kick(int(rest)),
    "house": lambda rest: HouseSeat(int(rest)),
    "open": _json_open,
    "closing": lambda rest: Closing(),
    "order": _order,
    "drop": _drop,
    "timeout": _timeout,
    "void": lambda rest: Void(rest),
    "new-shoe": _new_shoe,
    "shuffle": lambda rest: ShuffleDue(),
    "auto": lambda rest: AutoAdvance(rest == "on"),
    "source": CardSource,
    "pause": lambda rest: Pause(rest == "on"),
    "table": lambda rest: TableOpen(rest == "open"),
    "ban": _ban,
    "queue": _queue,
    "game": NextGame,
    "give": _give,
    "promote": _promote,
    "undo": lambda rest: Undo(int(rest)),
    "redo": lambda rest: Redo(int(rest)),
    "correct": _correct,
}


def parse_thing(game: str, text: str) -> Thing:
    """The thing of a journal line's text; an action of the round where no table word fits.

    Raises:
        ValueError: the text is no entry of this journal.
    """
    word, _, rest = text.partition(" ")
    if word == "seat" and " at " in rest and ":" not in rest:
        player, _, seat = rest.partition(" at ")
        return SeatAt(PlayerId(int(player)), int(seat))
    reader = _READERS.get(word)
    if reader is not None:
        return reader(rest)
    if word == "shoe":
        return _drawn(game, rest)
    return Act(parse_action(game, text))
