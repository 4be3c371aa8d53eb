"""Who won: comparing hands with the dealer and paying them (rulings 6.1, 6.6, 7.1-7.3)."""

from __future__ import annotations

from bot.amounts import ZERO, times
from bot.games.blackjack.events import DealerDone, RoundSettled
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.table import TARGET, Dealer, Hand, Table


def pay_natural(table: Table, hand: Hand) -> None:
    """A natural that nothing can beat any more."""
    table.settle(hand, "blackjack", times(hand.stake, table.sheet.pays.natural))


def pay_naturals(table: Table) -> None:
    """Every natural on the table, once the dealer can have no blackjack."""
    for hand in table.hands():
        if hand.natural and hand.outcome is None:
            pay_natural(table, hand)


def pay_even_money(table: Table, hand: Hand) -> None:
    """A natural that takes even money under an ace (rulings 7.2)."""
    table.settle(hand, "even_money", times(hand.stake, table.sheet.pays.even_money))


def pay_surrender(table: Table, hand: Hand) -> None:
    """A hand given up for half of its bet (rulings 7.4)."""
    table.settle(hand, "surrender", times(hand.stake, table.sheet.pays.surrender))


def settle_insurances(table: Table, blackjack: bool) -> None:
    """Insurance is decided as soon as it is known whether the dealer has a blackjack."""
    for hand in table.hands():
        if hand.insured:
            table.settle_insurance(
                hand, times(hand.insurance, table.sheet.insurance.returns) if blackjack else ZERO
            )


def must_draw(sheet: BlackjackSheet, dealer: Dealer) -> bool:
    """Whether the dealer takes a card (rulings 7.1, 9.1)."""
    return dealer.total < 17 or (dealer.total == 17 and dealer.soft and sheet.soft_17 == "hit")


def dealer_done(table: Table) -> None:
    """Names the dealer's final hand."""
    dealer = table.dealer
    dealer.outcome = "blackjack" if dealer.is_ace_ten else "bust" if dealer.total > TARGET else "stand"
    table.events.append(DealerDone(dealer.total, dealer.outcome))


def compare_all(table: Table) -> None:
    """Decides every hand that is still waiting."""
    for hand in table.unsettled():
        _compare(table, hand)


def _compare(table: Table, hand: Hand) -> None:
    sheet, dealer = table.sheet, table.dealer
    if dealer.is_ace_ten:
        _against_blackjack(table, hand)
    elif hand.natural:
        pay_natural(table, hand)
    elif dealer.total > TARGET or hand.total > dealer.total:
        table.settle(hand, "win", times(hand.stake, sheet.pays.win))
    elif hand.total == dealer.total:
        table.settle(hand, "push", times(hand.stake, sheet.pays.push))
    else:
        table.settle(hand, "lose", ZERO)


def _against_blackjack(table: Table, hand: Hand) -> None:
    """A dealer blackjack: an insured bet may come back, a natural pushes, all else loses (7.2, 7.3)."""
    sheet = table.sheet
    insured = bool(hand.insurance) and sheet.insurance.bet == "push"
    could_insure = table.dealer.cards[0].value == 1 and sheet.insurance.offered
    natural_pushes = hand.natural and (
        sheet.insurance.natural_pushes or bool(hand.insurance) or not could_insure
    )
    if insured or natural_pushes:
        table.settle(hand, "push", times(hand.stake, sheet.pays.push))
    else:
        table.settle(hand, "lose", ZERO)


def close_round(table: Table) -> None:
    """The last event of a round."""
    table.events.append(RoundSettled())
