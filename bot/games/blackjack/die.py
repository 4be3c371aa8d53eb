"""The Unknown Dealer: a die picks the hand the others are compared with (rulings 8, 4.6-4.9)."""

from __future__ import annotations

from fractions import Fraction

from bot.amounts import ZERO, Amount, times
from bot.games.blackjack import jokers
from bot.games.blackjack.events import DieRolled, JokerDrawn, SeatLost
from bot.games.blackjack.premiums import Premium
from bot.games.blackjack.sheet import BlackjackSheet, Die
from bot.games.blackjack.table import TARGET, Box, Hand, Table


def settle(table: Table, value: int, die: Die) -> None:
    """Decides the whole table: seat ``value`` holds the dealer hand."""
    holder = table.boxes[value]
    hand = max(holder.hands, key=lambda one: _strength(table.sheet, one))
    if holder.has_joker:
        _rolled(table, DieRolled(value, hand.number, 0))
        _dealer_joker(table, holder)
        return
    beaten = sum(_beaten(table.sheet, box, hand) for box in table.boxes.values() if box is not holder)
    _rolled(table, DieRolled(value, hand.number, 0 if hand.total > TARGET else beaten))
    for box in table.boxes.values():
        if box is holder:
            _pay_holder(table, holder, hand, die, beaten)
        else:
            _pay_other(table, box, hand)


def _rolled(table: Table, rolled: DieRolled) -> None:
    table.rolled = rolled
    table.events.append(rolled)


def settle_all_bust(table: Table) -> None:
    """All hands are bust, so all lose whatever the die would say (rulings 8.6)."""
    for hand in table.unsettled():
        table.settle(hand, "bust", ZERO)


def _premium(sheet: BlackjackSheet, hand: Hand) -> Premium | None:
    found = sheet.premiums
    return None if found is None or hand.total > TARGET else found.best(hand, final=True)


def _strength(sheet: BlackjackSheet, hand: Hand) -> tuple[int, Fraction]:
    """A premium is stronger than any plain 21, a bust is the weakest (rulings 8.7)."""
    premium = _premium(sheet, hand)
    if premium is not None and sheet.premiums is not None:
        return 2, sheet.premiums.figure(premium, switched=False)
    return (0, Fraction(0)) if hand.total > TARGET else (1, Fraction(hand.total))


def _result(sheet: BlackjackSheet, hand: Hand, dealer: Hand) -> tuple[str, Fraction, Premium | None]:
    """Outcome, total return per stake, and the premium of another player's hand (rulings 8.4, 8.5, 8.7)."""
    if hand.has_joker:
        return "joker", Fraction(sheet.joker.stakes == "return"), None
    if hand.total > TARGET:
        return "bust", Fraction(0), None
    premium = _premium(sheet, hand)
    if premium is not None and sheet.premiums is not None:
        return "win", sheet.premiums.total(premium, False, sheet.pays.win), premium
    if hand.box.has_joker:
        back = sheet.joker.stakes == "return"
        return "push" if back else "lose", Fraction(back), None
    mine, theirs = _strength(sheet, hand), _strength(sheet, dealer)
    if mine > theirs:
        return "win", sheet.pays.win, None
    return ("push", sheet.pays.push, None) if mine == theirs else ("lose", Fraction(0), None)


def _beaten(sheet: BlackjackSheet, box: Box, dealer: Hand) -> bool:
    """Whether the dealer hand beat that player: a joker, or less back than staked over all hands (8.6).

    A seat of the house stakes nothing; its hands count one unit each, two after a double.
    """
    if box.has_joker:
        return True
    net = sum((_result(sheet, one, dealer)[1] - 1) * (2 if one.doubled else 1) for one in box.hands)
    return net < 0


def _pay_other(table: Table, box: Box, dealer: Hand) -> None:
    sheet = table.sheet
    if box.has_joker:
        jokers.award(table, box, jokers.player_award)
    for hand in box.hands:
        outcome, pays, premium = _result(sheet, hand, dealer)
        table.settle(hand, outcome, times(hand.stake, pays), premium)
    if box.has_joker and not box.house:
        table.events.append(SeatLost(box.seat))


def _pay_holder(table: Table, holder: Box, dealer: Hand, die: Die, beaten: int) -> None:
    """The dealer player's own stakes (rulings 8.6, 8.7)."""
    sheet = table.sheet
    premium = _premium(sheet, dealer)
    bonus = Fraction(0)
    if premium is not None and sheet.premiums is not None:
        bonus = sheet.premiums.bonus(premium, sheet.pays.win)
    for hand in holder.hands:
        if dealer.total > TARGET:
            table.settle(hand, "bust", ZERO)
            continue
        own = bonus if hand is dealer else Fraction(0)
        returned = times(hand.stake, own) + _holder_share(hand, die, die.pays[beaten])
        gain = die.pays[beaten] + own - 1
        outcome = "win" if gain > 0 else "lose" if gain < 0 else "push"
        table.settle(hand, outcome, Amount(returned), premium if hand is dealer else None)


def _holder_share(hand: Hand, die: Die, pays: Fraction) -> Amount:
    if die.stake == "whole":
        return times(hand.stake, pays)
    played = hand.bet if hand.number == 1 else ZERO
    return Amount(times(played, pays) + hand.stake - played)


def _dealer_joker(table: Table, holder: Box) -> None:
    """Every hand that is not bust is pushed, the pushed get points, everybody leaves (rulings 4.6, 4.7)."""
    table.events.append(JokerDrawn(0, 0))
    for box in table.boxes.values():
        pushed = False
        for hand in box.hands:
            bust = hand.total > TARGET and not hand.has_joker
            table.settle(hand, "bust" if bust else "push", ZERO if bust else hand.stake)
            pushed = pushed or not bust
        if pushed:
            # The holder's own joker is the dealer's: it gives the dealer's award, not the player's.
            if box.has_joker and box is not holder:
                jokers.award(table, box, jokers.player_award)
            jokers.award(table, box, jokers.dealer_award)
    jokers.everybody_leaves(table)
