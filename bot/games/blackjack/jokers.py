"""Jokers at tables with a dealer: who is paid back, who is given points, who leaves (rulings 4)."""

from __future__ import annotations

from collections.abc import Callable

from bot.amounts import ZERO, Amount, points, times
from bot.games.blackjack import settling, side_bets
from bot.games.blackjack.events import JokerAward, JokerDrawn, SeatLost
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.table import Box, Table
from bot.games.contract import Returned


def player_award(sheet: BlackjackSheet, rank: str) -> Amount:
    """What a player's own joker gives (rulings 3.2)."""
    order = list(sheet.rank_by_id)
    if order.index(rank) >= order.index(sheet.joker.flat_from):
        return points(sheet.joker.player_flat)
    return times(sheet.rank_by_id[rank].initial, sheet.joker.player_times)


def dealer_award(sheet: BlackjackSheet, rank: str) -> Amount:
    """What the dealer's joker gives each player in the round (rulings 3.2)."""
    return times(sheet.rank_by_id[rank].initial, sheet.joker.dealer_times)


def award(table: Table, box: Box, figure: Callable[[BlackjackSheet, str], Amount]) -> None:
    """Gives the points; one award per player and round, the larger of two (rulings 4.7).

    Args:
        figure: :func:`player_award` or :func:`dealer_award`. A seat of the house earns nothing (4.9).
    """
    if box.house:
        return
    amount = figure(table.sheet, box.rank)
    already = table.awarded.get(box.player, ZERO)
    due = Amount(amount - already) if table.sheet.joker.one_award else amount
    if due > 0:
        table.awarded[box.player] = Amount(already + due)
        table.events.append(JokerAward(box.seat, box.player, due))
        table.events.append(Returned(box.player, due, "joker", box.seat))


def everybody_leaves(table: Table) -> None:
    """Whoever sits at the table, in the round or not (rulings 4.5).

    A seat of the house stays (4.9), but one that the house plays for a viewer without a bet does not: only
    whoever keeps the seats can tell, so all are named.
    """
    for seat in range(1, table.sheet.seats + 1):
        table.events.append(SeatLost(seat))


def show(table: Table, box: Box) -> None:
    """Names the hands that drew one."""
    for hand in box.hands:
        if hand.has_joker:
            table.events.append(JokerDrawn(box.seat, hand.number))


def player_drew(table: Table, box: Box) -> None:
    """A player's hand drew a joker: what is final stays, all else comes back (rulings 4.2, 4.8, 4.9)."""
    show(table, box)
    back = table.sheet.joker.stakes == "return"
    for hand in box.hands:
        hand.asked = False
        if hand.insured:
            table.settle_insurance(hand, hand.insurance if back else ZERO)
        for share in hand.shares:
            share.asked = False
            if share.insured:
                table.settle_share_insurance(hand, share, share.insurance if back else ZERO)
        if hand.outcome is None and not settling.pay_final(table, hand):
            outcome = "joker" if hand.has_joker else "push" if back else "lose"
            table.settle(hand, outcome, hand.stake if back else ZERO)
    if not box.house:
        award(table, box, player_award)
        table.events.append(SeatLost(box.seat))


def dealer_drew(table: Table) -> None:
    """The dealer drew one: whatever is undecided comes back, everybody gets points and leaves.

    As the first card it calls the whole round off, side bets included (rulings 4.3, 4.8); later it leaves
    what is decided (rulings 4.4).
    """
    sheet = table.sheet
    table.events.append(JokerDrawn(0, 0))
    first = len(table.dealer.cards) == 1
    if first:
        side_bets.settle(table, back=sheet.joker.side_bets == "return")
    for hand in table.unsettled():
        table.settle(hand, "push", hand.stake)
    for box in table.boxes.values():
        if first and box.has_joker:
            award(table, box, player_award)
        award(table, box, dealer_award)
    everybody_leaves(table)
