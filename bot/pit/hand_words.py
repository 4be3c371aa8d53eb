"""Words for hands: answers to an offer, and moves, played at once or kept for their turn (rulings 5.5, 5.10,
5.13, 6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from bot.amounts import Amount
from bot.commands import Command, Kind
from bot.games.blackjack.actions import Move, Play, Reply
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.contract import IllegalAction
from bot.pit import rail
from bot.pit.answers import Answer, Silent
from bot.pit.entries import CANCELLED, Act, DropOrders, Order
from bot.pit.orders import DECISIONS, SEAT_LIST, assign, joined
from bot.pit.rounds import SeatedRound

if TYPE_CHECKING:
    from bot.pit.desk import Desk

MOVES = {
    kind: Move(kind.value)
    for kind in (Kind.HIT, Kind.STAND, Kind.DOUBLE, Kind.SPLIT, Kind.SURRENDER, Kind.SWITCH)
} | {Kind.STOP: Move.SURRENDER, Kind.NO: Move.NO}
"""What a word asks of a hand. ストップ is a surrender by another name, "no" declines a switch (5.10)."""
OFFER_ANSWERS = {
    Kind.INSURANCE: Move.INSURANCE,
    Kind.EVEN_MONEY: Move.EVEN_MONEY,
    Kind.NO: Move.NO,
    Kind.YES: None,
}


class After(IllegalAction):
    """A refusal that comes after words that stand."""

    def __init__(self, refusal: IllegalAction, answers: Sequence[Answer]) -> None:
        super().__init__(refusal.code, **refusal.params)
        self.answers = tuple(answers)


def answer_offer(desk: Desk, command: Command) -> list[Answer]:
    """Answers an offer that is open to the viewer: all of it, one seat's, or one hand's.

    Raises:
        IllegalAction: ``not_offered``, or the points do not reach.
        Silent: "no" or "yes" where nothing is asked.
    """
    live, move = desk.table.live, OFFER_ANSWERS[command.kind]
    if live is None:
        raise Silent
    seats, hand = _offered_seats(desk, live, command)
    behind = rail.asked(desk, live, command.seat) if desk.only is None and not command.hand else []
    if not seats and not behind:
        if move is Move.NO:
            return rail.follow_no_more(desk, live)
        if move is None:
            raise Silent
        raise IllegalAction("not_offered")
    answers: list[Play | Reply] = []
    for seat in seats:
        for number, answer in [(hand, move)] if move is not None else _accepted(live, seat, hand):
            answers.append(Play(seat, number, answer))
    yes = Move.FOLLOW if live.phase == rail.FOLLOWING else Move.INSURANCE
    answers += [Reply(seat, desk.player, yes if move is None else move) for seat in behind]
    _can_pay(desk, live, answers)
    # The rest of the message comes before what the answer sets going: "no hit" replaces a kept "stand".
    for one in answers:
        desk.step.take(Act(replace(one, means=desk.step.means(desk.player))))
    return []


def _offered_seats(desk: Desk, live: SeatedRound, command: Command) -> tuple[list[int], int]:
    """The viewer's seats that an answer is for, and the hand it names. With two seats a number counts the
    hands of both."""
    seats = list(desk.table.seats_of(desk.player) if desk.only is None else (desk.only,))
    hand = command.hand or 0
    if hand and len(seats) > 1:
        seats, hand = seats[hand - 1 : hand], 0
    return [seat for seat in seats if live.offered(seat) and command.seat in (None, seat)], hand


def _can_pay(desk: Desk, live: SeatedRound, answers: Sequence[Play | Reply]) -> None:
    """Several answers of one word stand or fall together."""
    if len(answers) < 2:
        return
    short = sum(live.cost(one.seat, desk.player, one.move) for one in answers) - desk.step.means(desk.player)
    if short > 0:
        raise IllegalAction("short", shortfall=Amount(short))


def moves(desk: Desk, commands: Sequence[Command]) -> list[Answer]:
    """Gives a run of moves out to the viewer's hands: what is in turn is played, the rest kept (6.5).

    Raises:
        IllegalAction: one of them may not be; an :class:`After` where words before it stand.
        Silent: the viewer has no hand.
    """
    seats, live = desk.played_seats(), desk.table.live
    if not seats or live is None:
        raise Silent
    seat = seats[0]
    if live.phase == "betting":
        raise IllegalAction("no_cards_yet")
    words = [(command.hand or 0, MOVES[command.kind]) for command in commands]
    kept = desk.table.orders.decisions.get(seat)
    if kept is not None and words[0][1] not in DECISIONS:
        words = [(0, Move(kept[0])), *words]
    if words[0][1] in DECISIONS:
        return _decide(desk, live, seat, words)
    if desk.table.passes:
        return _pass_words(desk, live, seat, words)
    return _list_words(desk, live, _by_seat(desk, live, seats, words))


def _decide(desk: Desk, live: SeatedRound, seat: int, words: Sequence[tuple[int, Move]]) -> list[Answer]:
    """A switch, or none, and what the hands do after it (rulings 5.5, 9.3). What was said for the same
    decision before stands beside it (rulings 6.5)."""
    open_hands = live.open_hands(seat)
    if not open_hands:
        raise Silent
    decision = words[0][1]
    live.could(seat, open_hands[0], decision, desk.step.means(desk.player))
    hands = cast(BlackjackSheet, desk.table.sheet).hands_per_bet
    after = tuple((hand, move.value) for hand, move in words[1 : hands + 1])
    before, kept = desk.table.orders.said(seat)
    if before == decision.value:
        may_open = range(1, hands + 1) if decision is Move.SWITCH else open_hands
        after = joined(kept, after, may_open)
    answers = _keep(desk, seat, [(0, decision.value), *after])
    if len(words) > hands + 1:
        answers.append(Answer("surplus_words", {"hands": hands}))
    return answers


def _pass_words(desk: Desk, live: SeatedRound, seat: int, words: Sequence[tuple[int, Move]]) -> list[Answer]:
    open_hands = live.open_hands(seat)
    if not open_hands:
        raise Silent
    kept = desk.table.orders.by_hand.get(seat, {})
    placed, surplus = assign(
        [(hand, move.value) for hand, move in words], open_hands, live.to_act(seat), kept
    )
    good: list[tuple[int, str]] = []
    refusal: IllegalAction | None = None
    for hand, word in placed:
        try:
            _allowed(desk, live, seat, hand, Move(word))
        except IllegalAction as caught:
            refusal = caught
            break
        good.append((hand, word))
    answers = _keep(desk, seat, good)
    if refusal is not None:
        raise After(refusal, answers)
    if surplus:
        answers.append(Answer("surplus_words", {"hands": len(open_hands)}))
    return answers


def _by_seat(
    desk: Desk, live: SeatedRound, seats: Sequence[int], words: Sequence[tuple[int, Move]]
) -> Mapping[int, Sequence[tuple[int, Move]]]:
    """The words of a list by seat. With two seats numbers count the hands of both, and what names none
    begins where the viewer's next turn is (rulings 6.5, 10.2)."""
    if len(seats) == 1:
        return {seats[0]: words} if live.open_hands(seats[0]) else {}
    hands = [(seat, n) for seat in seats for n in range(1, len(live.boxes[seat].hands) + 1)]
    still = [seat for seat in seats if live.open_hands(seat)]
    if not still:
        return {}
    turn = live.turn
    first = turn[0] if turn is not None and turn[0] in seats else still[0]
    found: dict[int, list[tuple[int, Move]]] = {}
    for number, move in words:
        if number > len(hands):
            raise IllegalAction("no_such_hand", hand=number, hands=len(hands))
        seat, hand = hands[number - 1] if number else (first, SEAT_LIST)
        found.setdefault(seat, []).append((hand, move))
    return found


def _list_words(
    desk: Desk, live: SeatedRound, words: Mapping[int, Sequence[tuple[int, Move]]]
) -> list[Answer]:
    if not words:
        raise Silent
    others = [seat for seat in desk.played_seats() if seat not in words and desk.table.orders.of(seat)]
    try:
        for seat, said in words.items():
            _may_list(desk, live, seat, said)
    except IllegalAction as refusal:
        # After an answer that stands, the message has replaced the list: what was kept is not played.
        for seat in (*words, *others):
            if desk.step.entries and desk.table.orders.of(seat):
                desk.step.take(DropOrders(seat, refusal.code))
        raise
    for seat in others:  # a new message replaces the whole list
        desk.step.take(DropOrders(seat, CANCELLED))
    *before, last = words.items()
    for seat, said in before:
        desk.step.take(Order(seat, tuple((hand, move.value) for hand, move in said)))
    return _keep(desk, last[0], [(hand, move.value) for hand, move in last[1]])


def _may_list(desk: Desk, live: SeatedRound, seat: int, words: Sequence[tuple[int, Move]]) -> None:
    """Hands that are named must be there, and open; the hand in turn must be able to take its word."""
    for hand, _ in words:
        if hand:
            live.could(seat, hand, Move.STAND, Amount(0))
    turn = live.turn
    if turn is not None and turn[0] == seat:
        first = next((move for hand, move in words if hand in (SEAT_LIST, turn[1])), None)
        if first is not None:
            _allowed(desk, live, seat, turn[1], first)


def _allowed(desk: Desk, live: SeatedRound, seat: int, hand: int, move: Move) -> None:
    live.could(seat, hand, move, desk.step.means(desk.player))
    card_at = desk.table.last_card_at.get((seat, hand), 0)
    if move is Move.HIT and desk.delay_ms and desk.step.at - card_at < desk.delay_ms:
        raise IllegalAction("too_soon")


def _keep(desk: Desk, seat: int, placed: Sequence[tuple[int, str]]) -> list[Answer]:
    if not placed:
        return []
    before = len(desk.step.entries)
    desk.step.do(Order(seat, tuple(placed)))
    played = any(
        isinstance(entry.thing, Act)
        and isinstance(entry.thing.action, Play)
        and entry.thing.action.seat == seat
        for entry in desk.step.entries[before:]
    )
    return [] if played else [Answer("order_kept", {"moves": [move for _, move in placed]})]


def _accepted(live: SeatedRound, seat: int, hand: int) -> list[tuple[int, Move]]:
    """What 「はい」 answers: insurance, or to a hand that has no other offer even money (rulings 5.10)."""
    hands = (hand,) if hand else live.asked(seat)
    found = [(one, next((m for m in live.offered(seat, one) if m is not Move.NO), Move.NO)) for one in hands]
    return found if len({move for _, move in found}) > 1 else [(hand, found[0][1])]
