"""Bets: what is accepted, and how the money moves when one replaces another (rulings 3.3, 5.7).

A replacing bet moves the difference only, part by part (the hands, each side bet): what shrinks comes back
first as ``Returned(..., "bet_changed")``, then what grows is staked. Nobody needs the points for both.
"""

from __future__ import annotations

from bot.amounts import ZERO, Amount
from bot.games.blackjack.actions import Bet, House, Withdraw
from bot.games.blackjack.events import BetPlaced, BetWithdrawn, HouseSeated
from bot.games.blackjack.sheet import BY_ANYBODY, PER_HAND, BlackjackSheet
from bot.games.blackjack.table import Box, SideStake, Table
from bot.games.contract import NOBODY, IllegalAction
from bot.games.sheet import Range


def check_bet(table: Table, bet: Bet) -> None:
    """Raises :class:`IllegalAction` where the bet cannot stand."""
    sheet = table.sheet
    if bet.player == NOBODY:
        raise IllegalAction("no_player")
    for seat in _named(bet):
        check_seat(sheet, seat)
        earlier = table.boxes.get(seat)
        if earlier is not None and earlier.player != bet.player:
            raise IllegalAction("house_seat" if earlier.house else "seat_taken", seat=seat)
        if (seat, bet.player) in table.behind:
            raise IllegalAction("own_seat", seat=seat)
    seats = _seats(table, bet)
    if len(seats) > sheet.seats_each:
        mine = tuple(seat for seat in seats if seat in table.boxes)
        if sheet.seats_each == 1:
            raise IllegalAction("one_seat", seat=mine[0] if mine else bet.seat)
        raise IllegalAction("two_seats", seats=mine)
    _check_hands(sheet, bet.amounts)
    if bet.rank not in sheet.rank_by_id:
        raise IllegalAction("no_such_rank", rank=bet.rank)
    limits = sheet.limits_for(bet.rank)
    for amount in bet.amounts:
        check_limits(amount, limits)
    _check_side(sheet, bet)
    short = _cost(bet, carried(table, bet)) * len(seats) - _held(table, seats) - bet.means
    if short > 0:
        raise IllegalAction("short", shortfall=Amount(short))


def _named(bet: Bet) -> tuple[int, ...]:
    return (bet.seat, bet.second) if bet.second else (bet.seat,)


def _seats(table: Table, bet: Bet) -> tuple[int, ...]:
    """The seats that will carry the bet: those of the player, and those it names (rulings 10.2)."""
    mine = {seat for seat, box in table.boxes.items() if box.player == bet.player}
    return tuple(sorted(mine.union(_named(bet))))


def _held(table: Table, seats: tuple[int, ...]) -> int:
    """What earlier bets on those seats hold."""
    boxes = (table.boxes[seat] for seat in seats if seat in table.boxes)
    return sum(amount for box in boxes for amount in _parts(box.amounts, box.sides).values())


def _cost(bet: Bet, amounts: tuple[Amount, ...]) -> int:
    return sum(_parts(amounts, _side_stakes(bet)).values())


def carried(table: Table, bet: Bet) -> tuple[Amount, ...]:
    """What the bet lays on each seat: all of it, or half where the points carry it on one seat only (rulings
    10.2)."""
    seats, sheet = _seats(table, bet), table.sheet
    free, each = _held(table, seats) + bet.means, _cost(bet, bet.amounts)
    if len(seats) == 1 or not each <= free < each * len(seats) or sheet.second_seat != "halve":
        return bet.amounts
    limits = sheet.limits_for(bet.rank)
    return (Amount(max(limits.low, bet.amounts[0] // 2 // limits.step * limits.step)),)


def check_seat(sheet: BlackjackSheet, seat: int) -> None:
    """Raises :class:`IllegalAction` where there is no such seat."""
    if not 1 <= seat <= sheet.seats:
        raise IllegalAction("no_such_seat", seats=sheet.seats)


def _check_hands(sheet: BlackjackSheet, amounts: tuple[Amount, ...]) -> None:
    if sheet.equal_hands and (len(amounts) != sheet.hands or len(set(amounts)) > 1):
        raise IllegalAction("equal_hands", hands=sheet.hands)
    if not 1 <= len(amounts) <= sheet.hands:
        raise IllegalAction("too_many_hands", hands=sheet.hands)


def _check_side(sheet: BlackjackSheet, bet: Bet) -> None:
    for name, amount in bet.side:
        if name not in sheet.side_bets or name in BY_ANYBODY:
            raise IllegalAction("no_side_bet", side=name)
        check_limits(amount, sheet.side_limits_for(name, bet.rank), "side")
    if len(dict(bet.side)) < len(bet.side):
        raise IllegalAction("side_twice", side=bet.side[0][0])


def check_limits(amount: Amount, limits: Range, what: str = "bet") -> None:
    """Raises :class:`IllegalAction` where the amount is outside the limits; ``what``: ``bet`` or ``side``."""
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
    """Puts the bet on its seats and moves the difference to an earlier one."""
    player, amounts = bet.player, carried(table, bet)
    moved: list[tuple[int, dict[str, Amount], dict[str, Amount]]] = []
    for seat in _seats(table, bet):
        earlier = table.boxes.get(seat)
        sides = _side_stakes(bet)
        old = {} if earlier is None else _parts(earlier.amounts, earlier.sides)
        moved.append((seat, old, _parts(amounts, sides)))
        table.boxes[seat] = Box(seat, player, bet.rank, amounts, bet.side, sides)
    for seat, old, new in moved:
        for what, amount in old.items():
            less = amount - new.get(what, ZERO)
            if less > 0:
                table.give_back(player, Amount(less), "bet_changed", seat)
    for seat, old, new in moved:
        for what, amount in new.items():
            more = amount - old.get(what, ZERO)
            if more > 0:
                table.stake(player, Amount(more), what, seat)
        table.events.append(BetPlaced(seat, player, amounts, bet.side))


def check_withdraw(table: Table, action: Withdraw) -> None:
    """Raises :class:`IllegalAction` where there is nothing to withdraw."""
    if action.seat not in table.boxes and not table.beside(action.seat):
        raise IllegalAction("no_bet", seat=action.seat)


def take_back(table: Table, seat: int) -> None:
    """Takes the seat out of the round; its player's stakes come back."""
    box = table.boxes.pop(seat)
    if not box.house:
        total = sum(_parts(box.amounts, box.sides).values())
        table.give_back(box.player, Amount(total), "withdrawn", box.seat)
    table.events.append(BetWithdrawn(box.seat, box.player))


def check_house(table: Table, action: House) -> None:
    """Raises :class:`IllegalAction` where the house may not play that seat."""
    sheet = table.sheet
    check_seat(sheet, action.seat)
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
