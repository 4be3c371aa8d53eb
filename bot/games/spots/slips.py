"""A player's bets of one round, what is accepted, and how the money moves when a bet replaces one (5.7)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass

from bot.amounts import ZERO, Amount
from bot.games.contract import NOBODY, Event, IllegalAction, PlayerId, Returned, Staked
from bot.games.sheet import Range
from bot.games.spots.actions import Lay
from bot.games.spots.sheet import SpotSheet


@dataclass(slots=True)
class Pile:
    """What everybody has on one spot; ``outcome`` once that is decided."""

    amount: int = 0
    players: int = 0
    outcome: str = ""


class Slip:
    """What one player has laid.

    Attributes:
        spots: by their canonical names, in the order they were first laid.
        side: the side bet beside them, once per round (rulings 12.3).
        laid: what lies on the spots together.
        verdicts: once decided, each spot's outcome and what came back for it.
        extra: what came back for the side bet, and what it is called.
    """

    __slots__ = ("extra", "laid", "player", "side", "spots", "verdicts")

    def __init__(self, player: PlayerId, side: Amount) -> None:
        self.player = player
        self.side = side
        self.spots: dict[str, Amount] = {}
        self.laid = ZERO
        self.verdicts: dict[str, tuple[str, Amount]] = {}
        self.extra: tuple[str, Amount] | None = None

    @property
    def staked(self) -> Amount:
        """All of it, the side bet included."""
        return Amount(self.laid + self.side)

    @property
    def returned(self) -> Amount:
        """What came back for all of it."""
        return Amount(sum(back for _, back in self.verdicts.values()) + (self.extra[1] if self.extra else 0))

    def state(self) -> Hashable:
        """As one comparable value."""
        return self.player, self.side, (*self.spots.items(),), (*self.verdicts.items(),), self.extra


def check_lay(
    sheet: SpotSheet, slip: Slip | None, lay: Lay, name: Callable[[str], str], side: Amount
) -> dict[str, Amount]:
    """What would lie where, by canonical names.

    Args:
        slip: what the player has laid before.
        name: a spot's canonical name; raises :class:`IllegalAction` for one that there is not.
        side: what a first bet stakes beside it.

    Raises:
        IllegalAction: one of the bets cannot stand, so none does (rulings 12.2).
    """
    if lay.player == NOBODY:
        raise IllegalAction("no_player")
    if not lay.spots:
        raise IllegalAction("nothing_laid")
    if lay.rank not in sheet.rank_by_id:
        raise IllegalAction("no_such_rank", rank=lay.rank)
    limits = sheet.limits_for(lay.rank)
    laid: dict[str, Amount] = {}
    for said, amount in lay.spots:
        spot = name(said)
        if spot in laid:
            raise IllegalAction("spot_twice", spot=spot)
        _check_limits(amount, limits)
        laid[spot] = amount
    before = {} if slip is None else slip.spots
    total = sum({**before, **laid}.values())
    if limits.high is not None and total > limits.high:
        raise IllegalAction("spots_too_big", max=limits.high)
    held = ZERO if slip is None else slip.staked
    short = total + side - held - lay.means
    if short > 0:
        raise IllegalAction("short", shortfall=Amount(short))
    return laid


def _check_limits(amount: Amount, limits: Range) -> None:
    if amount < limits.low:
        raise IllegalAction("bet_too_small", min=limits.low)
    if amount % limits.step:
        raise IllegalAction("bet_step", step=limits.step)


def lay_down(slip: Slip, laid: Mapping[str, Amount], events: list[Event]) -> None:
    """Puts the bets on their spots. What shrinks comes back first, so nobody needs the points for both."""
    less = sum(max(slip.spots.get(spot, ZERO) - amount, 0) for spot, amount in laid.items())
    more = sum(max(amount - slip.spots.get(spot, ZERO), 0) for spot, amount in laid.items())
    slip.spots.update(laid)
    slip.laid = Amount(slip.laid + more - less)
    if less:
        events.append(Returned(slip.player, Amount(less), "bet_changed"))
    if more:
        events.append(Staked(slip.player, Amount(more), "bet"))
