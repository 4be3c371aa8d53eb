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
    if move is Move.STAND:
        return None
    if move is Move.HIT:
        return IllegalAction("split_aces_one_card") if has_its_card(sheet, hand) else None
    if hand.insurance and move.value in sheet.insurance.locks:
        return IllegalAction("insured", move=_called(sheet, move))
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
        return None if converts(sheet, move) else IllegalAction("short", shortfall=Amount(hand.bet - means))
    return found


def converts(sheet: BlackjackSheet, move: Move) -> bool:
    """Whether that move becomes another one without the points for it (rulings 10.6)."""
    rules = sheet.double if move is Move.DOUBLE else sheet.split
    return move in (Move.DOUBLE, Move.SPLIT) and rules.short == "convert"


def converted(sheet: BlackjackSheet, hand: Hand, move: Move, means: Amount) -> Move:
    """The move as it is played: a double or a split without the points hits on 11 or less, else it stands
    (rulings 10.6)."""
    if not converts(sheet, move) or hand.bet <= means:
        return move
    return Move.HIT if hand.total <= 11 else Move.STAND


def has_its_card(sheet: BlackjackSheet, hand: Hand) -> bool:
    """A half of split aces that has got the one card they take."""
    return hand.of_aces and sheet.split.aces == "one_card" and len(hand.cards) > 1


def _called(sheet: BlackjackSheet, move: Move) -> str:
    """The move's name at this table."""
    return sheet.surrender_word if move is Move.SURRENDER else move


def _no_double(sheet: BlackjackSheet, hand: Hand) -> IllegalAction | None:
    rules = sheet.double
    if len(hand.cards) > 2:
        return IllegalAction("double_two_cards")
    if hand.half and not rules.after_split:
        return IllegalAction("double_after_split")
    if hand.of_aces and not rules.split_aces:
        return IllegalAction("double_split_aces")
    if has_its_card(sheet, hand):
        return IllegalAction("split_aces_one_card")
    counts = hand.counts if rules.count == "any" else (hand.total,)
    if rules.totals and not set(counts) & set(rules.totals):
        return IllegalAction("double_totals", totals=rules.totals)
    return None


def _no_split(sheet: BlackjackSheet, hand: Hand) -> IllegalAction | None:
    rules = sheet.split
    if sum(1 for one in hand.box.hands if one.origin == hand.origin) >= rules.max_hands:
        return IllegalAction("split_most", hands=rules.max_hands)
    cards = hand.cards
    if len(cards) > 2 or (len(cards) == 2 and not same(cards[0], cards[1], rules.same)):
        return IllegalAction("no_pair" if rules.same == "rank" else "no_pair_value")
    if hand.of_aces and rules.aces_again is False:
        return IllegalAction("split_aces_once")
    if rules.depth is not None and hand.halvings >= rules.depth:
        return IllegalAction("split_no_deeper")
    return None


def _no_surrender(sheet: BlackjackSheet, hand: Hand) -> IllegalAction | None:
    if sheet.surrender == "none":
        return IllegalAction("no_surrender")
    if hand.acted or hand.half or len(hand.cards) > 2:
        return IllegalAction("surrender_first", move=sheet.surrender_word)
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
    hand.halvings += 1
    right = Hand(box, hand.number + 1, hand.bet, hand.origin, hand.halvings)
    right.add(hand.take())
    right.acted = True
    if hand.parted is None:
        hand.parted = right.cards[0]
    box.hands.insert(hand.number, right)
    for number, one in enumerate(box.hands, start=1):
        one.number = number
    table.stake(box.player, right.bet, "split", box.seat, right.number)
    table.events.append(HandSplit(box.seat, hand.number))
    return right
