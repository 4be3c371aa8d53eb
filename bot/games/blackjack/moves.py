"""Which moves a hand may make, why not, and what a double or a split does (rulings 6.3, 6.4, 7.4, 7.5)."""

from __future__ import annotations

from bot.amounts import Amount
from bot.games.blackjack.actions import Move
from bot.games.blackjack.events import HandSplit
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.table import Hand, Table, same
from bot.games.contract import IllegalAction

SWITCH_MOVES = (Move.SWITCH, Move.NO)
TURN_MOVES = (Move.HIT, Move.STAND, Move.DOUBLE, Move.SPLIT, Move.SURRENDER, *SWITCH_MOVES)
"""What a hand may do in its turn, in the order the viewers are told."""


def refusal(sheet: BlackjackSheet, hand: Hand, move: Move, means: Amount | None) -> IllegalAction | None:
    """Why ``hand`` may not make ``move`` in its turn; ``None`` when it may.

    Args:
        means: the player's free balance; ``None`` leaves the points out of account.
    """
    if not hand.open:
        return IllegalAction("hand_closed", hand=hand.number)
    if move is Move.HIT or move is Move.STAND:
        return None
    if move is Move.DOUBLE:
        found = _no_double(sheet, hand)
    elif move is Move.SPLIT:
        found = _no_split(sheet, hand)
    elif move is Move.SURRENDER:
        return _no_surrender(sheet, hand)
    elif move in SWITCH_MOVES and hand.box.may_switch:
        return None
    else:
        return IllegalAction("not_offered", move=move)
    if found is None and means is not None and hand.bet > means:
        return IllegalAction("short", shortfall=Amount(hand.bet - means))
    return found


def _no_double(sheet: BlackjackSheet, hand: Hand) -> IllegalAction | None:
    if len(hand.cards) > 2:
        return IllegalAction("double_two_cards")
    if hand.half and not sheet.double.after_split:
        return IllegalAction("double_after_split")
    if sheet.double.totals and hand.total not in sheet.double.totals:
        return IllegalAction("double_totals", totals=sheet.double.totals)
    return None


def _no_split(sheet: BlackjackSheet, hand: Hand) -> IllegalAction | None:
    if sum(1 for one in hand.box.hands if one.origin == hand.origin) >= sheet.split.max_hands:
        return IllegalAction("split_most", hands=sheet.split.max_hands)
    cards = hand.cards
    if len(cards) > 2 or (len(cards) == 2 and not same(cards[0], cards[1], sheet.split.same)):
        return IllegalAction("no_pair")
    return None


def _no_surrender(sheet: BlackjackSheet, hand: Hand) -> IllegalAction | None:
    if sheet.surrender == "none":
        return IllegalAction("no_surrender")
    if hand.acted or hand.half or len(hand.cards) > 2:
        return IllegalAction("surrender_first")
    return None


# --- carrying out ---------------------------------------------------------------------------------------


def double(table: Table, hand: Hand) -> None:
    """As much again on the hand; it takes one card more (rulings 6.4)."""
    table.stake(hand.box.player, hand.bet, "double", hand.box.seat, hand.number)
    hand.stake = Amount(hand.stake + hand.bet)
    hand.doubled = True


def split(table: Table, hand: Hand) -> Hand:
    """Makes two hands of one; returns the right half, which lies directly after the left (rulings 6.3)."""
    box = hand.box
    right = Hand(box, hand.number + 1, hand.bet, hand.origin, half=True)
    right.add(hand.take())
    hand.half = right.acted = True
    box.hands.insert(hand.number, right)
    for number, one in enumerate(box.hands, start=1):
        one.number = number
    table.stake(box.player, right.bet, "split", box.seat, right.number)
    table.events.append(HandSplit(box.seat, hand.number))
    return right
