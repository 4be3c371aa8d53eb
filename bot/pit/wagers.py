"""What a bet command means for a player: amounts for the hands, and a side bet (rulings 5.8, 11.1, 11.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.amounts import Amount
from bot.commands import AmountError, AmountSpec, BetLimits, Command, Resolved, resolve
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.contract import IllegalAction
from bot.games.sheet import Range

SUPER_MATCH, SUPER_SEVEN = "sm", "s7"
"""The side bets' names in the sheets (rulings 9.2, 11.5)."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet worked out. ``clipped``: cut to a limit; ``raised``: to the least there is. A reply says so."""

    amounts: tuple[Amount, ...]
    side: tuple[tuple[str, Amount], ...] = ()
    clipped: bool = False
    raised: bool = False


def wager(command: Command, sheet: BlackjackSheet, rank: str, available: Amount) -> Wager:
    """What the command stakes.

    ``all`` leaves what other hands and a side bet named with it cost; a share of a Super Match is one of what
    the bet leaves.

    Args:
        available: the player's free points, with what an earlier bet of the round holds (rulings 5.8).

    Raises:
        IllegalAction: no such bet at this table; the whole order is refused (rulings 5.15).
        AmountError: an amount that cannot be.
    """
    if command.super_match is not None and SUPER_MATCH not in sheet.side_bets:
        raise IllegalAction("no_super_match")
    if command.s7 and SUPER_SEVEN not in sheet.side_bets:
        raise IllegalAction("no_side_bet", side=SUPER_SEVEN)
    specs = _specs(command, sheet)
    named = command.super_match if isinstance(command.super_match, int) else 0
    point = sheet.side_limits_for(SUPER_SEVEN, rank).low if command.s7 else Amount(0)
    left = Amount(available - named - point * len(specs))
    try:
        stakes = _stakes(specs, left, sheet.limits_for(rank), together=not isinstance(command.amount, tuple))
    except AmountError as refusal:
        raise _in_all(refusal, specs, Amount(available - left), available) from refusal
    amounts = tuple(one.amount for one in stakes)
    clipped = any(one.clipped for one in stakes)
    side: tuple[tuple[str, Amount], ...] = ()
    if command.super_match is not None:
        limits = sheet.side_limits_for(SUPER_MATCH, rank)
        match = _resolved(command.super_match, available - sum(amounts), limits)
        clipped, side = clipped or match.clipped, ((SUPER_MATCH, match.amount),)
    elif command.s7:
        side = ((SUPER_SEVEN, point),)
    return Wager(amounts, side, clipped, any(one.raised for one in stakes))


def _in_all(
    refusal: AmountError, specs: Sequence[AmountSpec], beside: Amount, available: Amount
) -> AmountError:
    """Who is short is told what all that they named costs, with what is laid ``beside`` the hands."""
    named = [one for one in specs if isinstance(one, int)]
    if refusal.code != "above_available" or len(named) < len(specs):
        return refusal
    return AmountError("above_available", amount=Amount(sum(named) + beside), available=available)


def _specs(command: Command, sheet: BlackjackSheet) -> tuple[AmountSpec, ...]:
    """What was said for each hand: the same for one or several, or an amount each."""
    said = command.amount
    if said is None or (isinstance(said, tuple) and sheet.equal_hands):
        raise IllegalAction("one_amount")
    specs = said if isinstance(said, tuple) else (said,) * (command.hands or sheet.hands_per_bet)
    if len(specs) > sheet.hands:
        raise IllegalAction("too_many_hands", hands=sheet.hands)
    return specs


def _stakes(
    specs: Sequence[AmountSpec], available: Amount, limits: Range, *, together: bool
) -> list[Resolved]:
    """The amounts; ``together``: one was said for all hands, which share what there is."""
    if together:
        return [_resolved(specs[0], available // len(specs), limits)] * len(specs)
    named = sum(one for one in specs if isinstance(one, int))
    return [_resolved(one, available - (0 if isinstance(one, int) else named), limits) for one in specs]


def _resolved(spec: AmountSpec, available: int, limits: Range) -> Resolved:
    bounds = BetLimits(limits.low, limits.high, limits.step, limits.raises)
    return resolve(spec, Amount(max(0, available)), bounds)
