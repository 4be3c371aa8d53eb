"""The offer under the dealer's ace: insurance and even money (rulings 7.2, 9.4)."""

from __future__ import annotations

from bot.amounts import ZERO, Amount, times
from bot.games.blackjack import settling
from bot.games.blackjack.actions import Move, Play
from bot.games.blackjack.events import Answered, FollowerAsked, Offered
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.table import Box, Hand, Table
from bot.games.contract import IllegalAction


def offers(sheet: BlackjackSheet, hand: Hand) -> tuple[Move, ...]:
    """What is offered to a hand under the dealer's ace; empty: nothing, so it is not asked."""
    found = []
    if sheet.insurance.offered and (sheet.insurance.naturals or not hand.natural):
        found.append(Move.INSURANCE)
    if sheet.even_money and hand.natural:
        found.append(Move.EVEN_MONEY)
    return (*found, Move.NO) if found else ()


def offered(sheet: BlackjackSheet, box: Box, number: int = 0) -> tuple[Move, ...]:
    """What a seat (``number`` 0) or one hand of it may still answer."""
    asked = (hand for hand in box.hands if hand.asked and number in (0, hand.number))
    open_now = {move for hand in asked for move in offers(sheet, hand)}
    return tuple(move for move in (Move.INSURANCE, Move.EVEN_MONEY, Move.NO) if move in open_now)


def insurance_cost(sheet: BlackjackSheet, hand: Hand) -> Amount:
    """What insuring that hand costs (rulings 7.2: half of its stake)."""
    return times(hand.stake, sheet.insurance.cost)


def answer_refusal(
    sheet: BlackjackSheet, box: Box, number: int, move: Move, means: Amount
) -> IllegalAction | None:
    """Why the seat (``number`` 0) or that hand may not answer an offer so."""
    asked = [hand for hand in box.hands if hand.asked and number in (0, hand.number)]
    if not asked:
        return IllegalAction("nothing_asked")
    if len(asked) < sum(hand.asked for hand in box.hands) and sheet.insurance.per == "seat":
        return IllegalAction("one_answer")
    fitting = [hand for hand in asked if move in offers(sheet, hand)]
    if not fitting:
        return IllegalAction("not_offered", move=move)
    cost = sum(insurance_cost(sheet, hand) for hand in fitting) if move is Move.INSURANCE else ZERO
    if cost > means:
        return IllegalAction("short", shortfall=Amount(cost - means))
    return None


def ask(table: Table) -> bool:
    """Asks every seat that has something to insure or to cash in; says whether there is one."""
    asked = False
    for box in table.boxes.values():
        if box.house:
            continue
        for hand in box.hands:
            hand.asked = hand.outcome is None and bool(offers(table.sheet, hand))
        found = offered(table.sheet, box)
        if found:
            asked = True
            table.events.append(Offered(box.seat, found))
        asked = _ask_followers(table, box) or asked
    return asked


def _ask_followers(table: Table, box: Box) -> bool:
    """Whoever bet behind a hand may insure that bet, each alone (rulings 10.5)."""
    for hand in box.hands:
        for share in hand.shares:
            share.asked = hand.outcome is None and Move.INSURANCE in offers(table.sheet, hand)
            if share.asked:
                asked = FollowerAsked(box.seat, hand.number, share.player, Move.INSURANCE)
                table.events.append(asked)
    return any(share.asked for hand in box.hands for share in hand.shares)


def answer(table: Table, action: Play) -> bool:
    """Carries out an answer: each hand it fits takes it, the others decline; says whether all are in."""
    box, move = table.boxes[action.seat], action.move
    table.events.append(Answered(action.seat, action.hand, move))
    if move is Move.EVEN_MONEY:
        # Even money ends the switch (rulings 9.3).
        box.may_switch = False
    for hand in box.hands:
        if not hand.asked or action.hand not in (0, hand.number):
            continue
        hand.asked = False
        if move not in offers(table.sheet, hand):
            continue
        if move is Move.INSURANCE:
            hand.insurance = insurance_cost(table.sheet, hand)
            hand.insured = bool(hand.insurance)
            table.stake(box.player, hand.insurance, "insurance", box.seat, hand.number)
        elif move is Move.EVEN_MONEY:
            settling.pay_even_money(table, hand)
    return answered(table)


def answered(table: Table) -> bool:
    """Whether nobody owes an answer any more."""
    return not any(hand.asked or any(share.asked for share in hand.shares) for hand in table.hands())
