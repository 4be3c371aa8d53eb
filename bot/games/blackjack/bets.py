"""Bets: what is accepted, and how the money moves when one replaces another (rulings 3.3, 5.7).

A replacing bet moves the difference only, part by part (the hands, each side bet): what shrinks comes back
first as ``Returned(..., "bet_changed")``, then what grows is staked. Nobody needs the points for both.
"""

from __future__ import annotations

from bot.amounts import ZERO, Amount
from bot.games.blackjack.actions import Bet, House, Withdraw
from bot.games.blackjack.events import BetPlaced, BetWithdrawn, HouseSeated
from bot.games.blackjack.sheet import PER_HAND, BlackjackSheet
from bot.games.blackjack.table import Box, SideStake, Table
from bot.games.contract import NOBODY, IllegalAction
from bot.games.sheet import Range


def check_bet(table: Table, bet: Bet) -> None:
    """Raises :class:`IllegalAction` where the bet cannot stand."""
    sheet = table.sheet
    _check_seat(sheet, bet.seat)
    if bet.player == NOBODY:
        raise IllegalAction("no_player")
    earlier = table.boxes.get(bet.seat)
    if earlier is not None and earlier.player != bet.player:
        raise IllegalAction("house_seat" if earlier.house else "seat_taken", seat=bet.seat)
    if earlier is None and any(box.player == bet.player for box in table.boxes.values()):
        raise IllegalAction(
            "one_seat", seat=next(b.seat for b in table.boxes.values() if b.player == bet.player)
        )
    _check_hands(sheet, bet.amounts)
    if bet.rank not in sheet.rank_by_id:
        raise IllegalAction("no_such_rank", rank=bet.rank)
    limits = sheet.limits_for(bet.rank)
    for amount in bet.amounts:
        _check_limits(amount, limits)
    _check_side(sheet, bet)
    held = ZERO if earlier is None else sum(_parts(earlier.amounts, earlier.sides).values())
    short = sum(_parts(bet.amounts, _side_stakes(bet)).values()) - held - bet.means
    if short > 0:
        raise IllegalAction("short", shortfall=Amount(short))


def _check_seat(sheet: BlackjackSheet, seat: int) -> None:
    if not 1 <= seat <= sheet.seats:
        raise IllegalAction("no_such_seat", seats=sheet.seats)


def _check_hands(sheet: BlackjackSheet, amounts: tuple[Amount, ...]) -> None:
    if sheet.equal_hands and (len(amounts) != sheet.hands or len(set(amounts)) > 1):
        raise IllegalAction("equal_hands", hands=sheet.hands)
    if not 1 <= len(amounts) <= sheet.hands:
        raise IllegalAction("too_many_hands", hands=sheet.hands)


def _check_side(sheet: BlackjackSheet, bet: Bet) -> None:
    for name, amount in bet.side:
        if name not in sheet.side_bets:
            raise IllegalAction("no_side_bet", side=name)
        _check_limits(amount, sheet.side_limits_for(name, bet.rank), "side")
    if len(dict(bet.side)) < len(bet.side):
        raise IllegalAction("side_twice", side=bet.side[0][0])


def _check_limits(amount: Amount, limits: Range, what: str = "bet") -> None:
    if amount < limits.low:
        raise IllegalAction(f"{what}_too_small", min=limits.low)
    if limits.high is not None and amount > limits.high:
        raise IllegalAction(f"{what}_too_big", max=limits.high)
    if amount % limits.step:
        raise IllegalAction(f"{what}_step", step=limits.step)


def _side_stakes(bet: Bet) -> tuple[SideStake, ...]:
    """What is laid for the side bets: once for the seat, or once for each hand (rulings 11.5)."""
    found: list[SideStake] = []
    for name, amount in bet.side:
        hands = range(1, len(bet.amounts) + 1) if name in PER_HAND else (0,)
        found += [SideStake(name, hand, amount) for hand in hands]
    return tuple(found)


def _parts(amounts: tuple[Amount, ...], sides: tuple[SideStake, ...]) -> dict[str, Amount]:
    """What a bet costs, by what it is staked for: ``bet`` for all hands together, and each side bet."""
    costs = {"bet": Amount(sum(amounts))}
    for one in sides:
        costs[one.name] = Amount(costs.get(one.name, ZERO) + one.amount)
    return costs


def place_bet(table: Table, bet: Bet) -> None:
    """Puts the bet on its seat and moves the difference to an earlier one."""
    seat, player = bet.seat, bet.player
    earlier = table.boxes.get(seat)
    sides = _side_stakes(bet)
    new = _parts(bet.amounts, sides)
    old = {} if earlier is None else _parts(earlier.amounts, earlier.sides)
    table.boxes[seat] = Box(seat, player, bet.rank, bet.amounts, bet.side, sides)
    for what, amount in old.items():
        less = amount - new.get(what, ZERO)
        if less > 0:
            table.give_back(player, Amount(less), "bet_changed", seat)
    for what, amount in new.items():
        more = amount - old.get(what, ZERO)
        if more > 0:
            table.stake(player, Amount(more), what, seat)
    table.events.append(BetPlaced(seat, player, bet.amounts, bet.side))


def check_withdraw(table: Table, action: Withdraw) -> None:
    """Raises :class:`IllegalAction` where there is nothing to withdraw."""
    if action.seat not in table.boxes:
        raise IllegalAction("no_bet", seat=action.seat)


def withdraw(table: Table, action: Withdraw) -> None:
    """Takes the seat out of the round; all of its stakes come back."""
    box = table.boxes.pop(action.seat)
    if not box.house:
        total = sum(_parts(box.amounts, box.sides).values())
        table.give_back(box.player, Amount(total), "withdrawn", box.seat)
    table.events.append(BetWithdrawn(box.seat, box.player))


def check_house(table: Table, action: House) -> None:
    """Raises :class:`IllegalAction` where the house may not play that seat."""
    sheet = table.sheet
    _check_seat(sheet, action.seat)
    if not sheet.house_seats:
        raise IllegalAction("no_house_seats")
    if action.seat in table.boxes:
        raise IllegalAction("seat_taken", seat=action.seat)


def seat_house(table: Table, action: House) -> None:
    """The house plays the seat, without a bet."""
    table.boxes[action.seat] = Box(action.seat, NOBODY, "", (ZERO,) * table.sheet.hands, ())
    table.events.append(HouseSeated(action.seat))


def check_close(table: Table) -> None:
    """Raises :class:`IllegalAction` where the table cannot be dealt yet (rulings 8.1)."""
    sheet = table.sheet
    missing = [seat for seat in range(1, sheet.seats + 1) if seat not in table.boxes]
    if sheet.full_table and table.has_bets and missing:
        raise IllegalAction("seats_missing", seats=tuple(missing))
