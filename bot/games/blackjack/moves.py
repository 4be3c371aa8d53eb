"""Which moves a hand may make, and why not (rulings 6.3, 6.4, 7.2, 7.4, 7.5)."""

from __future__ import annotations

from bot.amounts import ZERO, Amount, times
from bot.games.blackjack.actions import Move
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.table import Box, Hand, same
from bot.games.contract import IllegalAction

TURN_MOVES = (Move.HIT, Move.STAND, Move.DOUBLE, Move.SPLIT, Move.SURRENDER)
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


# --- the offer under an ace -----------------------------------------------------------------------------


def offers(sheet: BlackjackSheet, hand: Hand) -> tuple[Move, ...]:
    """What is offered to a hand under the dealer's ace; empty: nothing, so it is not asked."""
    found = []
    if sheet.insurance.offered and (sheet.insurance.naturals or not hand.natural):
        found.append(Move.INSURANCE)
    if sheet.even_money and hand.natural:
        found.append(Move.EVEN_MONEY)
    return (*found, Move.NO) if found else ()


def offered(sheet: BlackjackSheet, box: Box) -> tuple[Move, ...]:
    """What a seat may still answer."""
    open_now = {move for hand in box.hands if hand.asked for move in offers(sheet, hand)}
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
    fitting = [hand for hand in asked if move in offers(sheet, hand)]
    if not fitting:
        return IllegalAction("not_offered", move=move)
    cost = sum(insurance_cost(sheet, hand) for hand in fitting) if move is Move.INSURANCE else ZERO
    if cost > means:
        return IllegalAction("short", shortfall=Amount(cost - means))
    return None
