"""Who won: comparing hands with the dealer and paying them (rulings 6.1, 6.6, 7.1-7.3)."""

from __future__ import annotations

from fractions import Fraction

from bot.amounts import ZERO, Amount, times
from bot.games.blackjack.events import DealerDone
from bot.games.blackjack.premiums import Premium
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.table import TARGET, Box, Dealer, Hand, Table


def pay_natural(table: Table, hand: Hand) -> None:
    """A natural that nothing can beat any more."""
    table.settle(hand, "blackjack", _natural_pays(table.sheet, hand))


def _natural_pays(sheet: BlackjackSheet, hand: Hand) -> Amount:
    pays = sheet.pays
    made = pays.switched_natural if hand.box.switched and pays.switched_natural is not None else pays.natural
    return times(hand.stake, made)


def pay_premium(table: Table, hand: Hand, *, final: bool) -> bool:
    """Pays the premium a hand makes, at once and whatever the dealer holds (rulings 9.6); says whether."""
    premium, returned = _premium(table.sheet, hand, final=final)
    if premium is None:
        return False
    table.settle(hand, "win", returned, premium)
    return True


def _premium(sheet: BlackjackSheet, hand: Hand, *, final: bool) -> tuple[Premium | None, Amount]:
    """The premium a hand makes and what it pays."""
    found = sheet.premiums
    premium = None if found is None else found.best(hand, final=final)
    if found is None or premium is None:
        return None, ZERO
    return premium, times(hand.stake, found.total(premium, hand.box.switched, sheet.pays.win))


def pay_final(table: Table, hand: Hand) -> bool:
    """Pays a hand that is final as dealt, a premium or a natural; says whether (rulings 9.3)."""
    if hand.outcome is not None or not hand.natural:
        return False
    if not pay_premium(table, hand, final=True):
        pay_natural(table, hand)
    return True


def naturals_safe(table: Table) -> bool:
    """Whether no dealer blackjack can push a natural any more (rulings 7.2, 7.3, 9.4)."""
    dealer = table.dealer
    if not dealer.may_be_blackjack:
        return True
    return len(dealer.cards) == 1 and dealer.cards[0].value == 10 and table.sheet.natural_under_ten == "paid"


def pay_dealt(table: Table, hand: Hand) -> None:
    """Pays a premium of two cards, or a natural once nothing can push it any more."""
    if (
        hand.natural
        and hand.outcome is None
        and not pay_premium(table, hand, final=True)
        and naturals_safe(table)
    ):
        pay_natural(table, hand)


def due_unswitched(table: Table, box: Box) -> Amount:
    """What a move without a switch word pays before it is made, since it decides against the switch: the
    box's hands that are final as dealt (rulings 9.3). It may carry the move's own stake."""
    if not box.may_switch:
        return ZERO
    due = 0
    for hand in box.hands:
        if hand.natural and hand.outcome is None:
            premium, returned = _premium(table.sheet, hand, final=True)
            if premium is None and naturals_safe(table):
                returned = _natural_pays(table.sheet, hand)
            due += returned
    return Amount(due)


def pay_all_dealt(table: Table) -> None:
    """The same for every hand, save those that may still be switched away (rulings 9.3)."""
    for hand in table.hands():
        if not hand.box.may_switch:
            pay_dealt(table, hand)


def pay_two_card_premiums(table: Table) -> None:
    """Premiums of the deal are paid before the insurance question (rulings 9.4)."""
    under_ace = bool(table.dealer.cards) and table.dealer.cards[0].value == 1
    for hand in table.hands():
        box = hand.box
        if hand.outcome is None and hand.natural and (under_ace or not box.may_switch):
            # A hand that is paid cannot be switched any more.
            box.may_switch = not pay_premium(table, hand, final=True) and box.may_switch


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
        for share in hand.shares:
            if share.insured:
                rate = table.sheet.insurance.returns if blackjack else Fraction(0)
                table.settle_share_insurance(hand, share, times(share.insurance, rate))


def pushes(sheet: BlackjackSheet, dealer: Dealer) -> bool:
    """Whether the dealer's hand is a 22 that stands and pushes (rulings 9.7)."""
    return sheet.dealer_push != "none" and (
        dealer.total == 22 or (sheet.dealer_push == "any_22" and 22 in dealer.counts)
    )


def must_draw(sheet: BlackjackSheet, dealer: Dealer) -> bool:
    """Whether the dealer takes a card (rulings 7.1, 9.1)."""
    if pushes(sheet, dealer):
        return False
    return dealer.total < 17 or (dealer.total == 17 and dealer.soft and sheet.soft_17 == "hit")


def dealer_done(table: Table) -> None:
    """Names the dealer's final hand: ``blackjack``, ``push`` (a 22, rulings 9.7), ``bust`` or ``stand``."""
    dealer = table.dealer
    if dealer.is_ace_ten:
        dealer.outcome = "blackjack"
    elif pushes(table.sheet, dealer):
        dealer.outcome = "push"
    else:
        dealer.outcome = "bust" if dealer.total > TARGET else "stand"
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
    elif dealer.outcome == "push":
        table.settle(hand, "push", times(hand.stake, sheet.pays.push))
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
