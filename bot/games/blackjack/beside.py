"""Bets beside a seat: behind it and on its pair, laid by anybody (rulings 10.3, 10.4), and what becomes of
them: the follower's answers, and what a split or a double of the seat means for them."""

from __future__ import annotations

from bot.amounts import ZERO, Amount, times
from bot.games.blackjack import bets
from bot.games.blackjack.actions import Beside, Move, Reply, Retract, Withdraw
from bot.games.blackjack.events import BesidePlaced, BesideReturned, FollowerAnswered, FollowerAsked
from bot.games.blackjack.shares import PairStake, Share
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.table import Hand, Table
from bot.games.contract import NOBODY, IllegalAction, PlayerId

BEHIND, PAIR = "behind", "pair"


def check(table: Table, bet: Beside) -> None:
    """Raises :class:`IllegalAction` where the bet cannot stand. Whether somebody sits there is the pit's to
    know."""
    sheet = table.sheet
    bets.check_seat(sheet, bet.seat)
    if bet.player == NOBODY:
        raise IllegalAction("no_player")
    if bet.rank not in sheet.rank_by_id:
        raise IllegalAction("no_such_rank", rank=bet.rank)
    if not (sheet.behind if bet.what == BEHIND else PAIR in sheet.side_bets):
        raise IllegalAction("not_here")
    box = table.boxes.get(bet.seat)
    if bet.what == BEHIND:
        if box is not None and box.player == bet.player:
            raise IllegalAction("own_seat", seat=bet.seat)
        bets.check_limits(bet.amount, sheet.limits_for(bet.rank))
    else:
        bets.check_limits(bet.amount, sheet.side_limits_for(PAIR, bet.rank), "side")
    short = bet.amount - laid(table, bet.what, bet.seat, bet.player) - bet.means
    if short > 0:
        raise IllegalAction("short", shortfall=Amount(short))


def laid(table: Table, what: str, seat: int, player: PlayerId) -> Amount:
    """What the player has laid there so far."""
    if what == BEHIND:
        return table.behind.get((seat, player), ZERO)
    pair = table.pairs.get((seat, player))
    return ZERO if pair is None else pair.amount


def place(table: Table, bet: Beside) -> None:
    """Lays the bet and moves the difference to an earlier one (rulings 5.7)."""
    place_of, before = (bet.seat, bet.player), laid(table, bet.what, bet.seat, bet.player)
    if bet.what == BEHIND:
        table.behind[place_of] = bet.amount
    else:
        table.pairs[place_of] = PairStake(bet.amount)
    if bet.amount < before:
        table.give_back(bet.player, Amount(before - bet.amount), "bet_changed", bet.seat)
    elif bet.amount > before:
        table.stake(bet.player, Amount(bet.amount - before), bet.what, bet.seat)
    table.events.append(BesidePlaced(bet.seat, bet.player, bet.what, bet.amount))


def check_retract(table: Table, action: Retract) -> None:
    """Raises :class:`IllegalAction` where the player has bet nothing."""
    if not table.staked.get(action.player):
        raise IllegalAction("nothing_to_retract")


def retract(table: Table, action: Retract) -> None:
    """Everything that the player has bet comes back; what others laid beside their seats stays for now."""
    for seat in [seat for seat, box in table.boxes.items() if box.player == action.player]:
        bets.take_back(table, seat)
    give_back(table, [place_of for place_of in _places(table) if place_of[1] == action.player], "withdrawn")


def withdraw(table: Table, action: Withdraw) -> None:
    """The seat is out of the round: its player's stakes come back, and what others have laid beside it."""
    if action.seat in table.boxes:
        bets.take_back(table, action.seat)
    give_back(table, [place_of for place_of in _places(table) if place_of[0] == action.seat], "withdrawn")


def close(table: Table) -> None:
    """Bets are closed: those beside a seat without a bet come back (rulings 2.5), the others follow it."""
    give_back(
        table, [place_of for place_of in _places(table) if place_of[0] not in table.boxes], "no_seat_bet"
    )
    for (seat, player), amount in sorted(table.behind.items()):
        table.boxes[seat].hands[0].shares.append(Share(player, amount))


def _places(table: Table) -> list[tuple[int, PlayerId]]:
    return sorted({*table.behind, *table.pairs})


def give_back(table: Table, places: list[tuple[int, PlayerId]], why: str) -> None:
    """Whatever lies there comes back."""
    for seat, player in places:
        behind, pair = table.behind.pop((seat, player), None), table.pairs.pop((seat, player), None)
        for what, amount in ((BEHIND, behind), (PAIR, pair.amount if pair is not None else None)):
            if amount is not None:
                table.give_back(player, amount, why, seat)
                table.events.append(BesideReturned(seat, player, what, amount))


# --- what followers are asked (rulings 10.3, 10.5) --------------------------------------------------------


def insurance_cost(sheet: BlackjackSheet, share: Share) -> Amount:
    """What insuring that share costs: half of the bet behind."""
    return times(share.stake, sheet.insurance.cost)


def ask_follow(table: Table, hand: Hand, move: Move) -> bool:
    """Asks everybody behind a hand that has doubled or split whether they follow; says whether there is
    one."""
    for share in hand.shares:
        share.asked = True
        table.events.append(FollowerAsked(hand.box.seat, hand.number, share.player, move))
    return bool(hand.shares)


def asked(table: Table, seat: int, player: PlayerId) -> tuple[Hand, Share] | None:
    """The share of that player at that seat that owes an answer, with its hand."""
    box = table.boxes.get(seat)
    for hand in () if box is None else box.hands:
        for share in hand.shares:
            if share.asked and share.player == player:
                return hand, share
    return None


def cost(sheet: BlackjackSheet, share: Share, move: Move) -> Amount:
    """What that answer costs."""
    if move is Move.INSURANCE:
        return insurance_cost(sheet, share)
    return share.bet if move is Move.FOLLOW else ZERO


def reply_refusal(table: Table, action: Reply, yes: Move) -> IllegalAction | None:
    """Why the follower may not answer so; ``yes`` is the answer that takes what is offered."""
    found = asked(table, action.seat, action.player)
    if found is None:
        return IllegalAction("nothing_asked")
    if action.move not in (yes, Move.NO):
        return IllegalAction("not_offered", move=action.move)
    short = cost(table.sheet, found[1], action.move) - action.means
    return IllegalAction("short", shortfall=Amount(short)) if short > 0 else None


def reply(table: Table, action: Reply, followed: Move | None) -> None:
    """Carries out an answer. ``followed``: the move of the hand that it is about, if it is not insurance."""
    found = asked(table, action.seat, action.player)
    assert found is not None
    hand, share = found
    share.asked = False
    table.events.append(FollowerAnswered(action.seat, hand.number, action.player, action.move))
    if action.move is Move.INSURANCE:
        share.insurance = insurance_cost(table.sheet, share)
        share.insured = bool(share.insurance)
        table.stake(share.player, share.insurance, "insurance", action.seat, hand.number)
    elif action.move is Move.FOLLOW and followed is Move.DOUBLE:
        table.stake(share.player, share.bet, "double", action.seat, hand.number)
        share.stake = Amount(share.stake + share.bet)
    elif action.move is Move.FOLLOW:
        right = hand.box.hands[hand.number]
        table.stake(share.player, share.bet, "split", action.seat, right.number)
        right.shares.append(Share(share.player, share.bet))


def waiting(table: Table) -> tuple[tuple[int, PlayerId], ...]:
    """Seat and player of every share that owes an answer."""
    return tuple((hand.box.seat, one.player) for hand in table.hands() for one in hand.shares if one.asked)
