"""What a viewer does beside the seats: bets behind them and on their pairs, and whether those follow (rulings
10.3, 10.4). The desk hands over; a seat of one's own is not needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.amounts import Amount
from bot.commands import BetLimits, Command, Kind, resolve
from bot.games.blackjack.actions import Beside, Move, Reply
from bot.games.contract import IllegalAction
from bot.games.sheet import Range
from bot.pit.answers import Answer, Silent
from bot.pit.entries import Act, KeepFollow
from bot.pit.rounds import SeatedRound

if TYPE_CHECKING:
    from bot.pit.desk import Desk

FOLLOWING = "following"
"""The phase in which followers are asked whether they double or split with the seat."""


def lay(desk: Desk, command: Command) -> list[Answer]:
    """``behind 3 50``, ``pair 3 50``: on a seat that somebody holds."""
    live = desk.betting()
    seat, what = command.seat or 0, command.kind
    limits = _limits(desk, what)
    if desk.player in desk.table.banned:
        raise IllegalAction("banned")
    held = desk.table.seats.get(seat)
    if held is None or held.house:
        raise IllegalAction("seat_empty", seat=seat)
    if what is Kind.BEHIND and held.player == desk.player:
        raise IllegalAction("own_seat", seat=seat)
    assert command.amount is not None
    assert not isinstance(command.amount, tuple)
    means, laid = desk.step.means(desk.player), live.laid_beside(desk.player)
    before = sum(amount for one, at, amount in laid if (one, at) == (what.value, seat))
    bounds = BetLimits(limits.low, limits.high, limits.step, limits.raises)
    found = resolve(command.amount, Amount(means + before), bounds)
    desk.step.do(Act(Beside(what.value, seat, desk.player, found.amount, desk.rank, means)))
    fit = "fitted" if found.clipped or found.raised else "taken"
    answer: dict[str, object] = {"seat": seat, "amount": found.amount}
    if what is Kind.BEHIND:
        return [Answer(f"behind_{fit}", answer, important=fit != "taken")]
    return [Answer(f"pair_{fit}", answer, important=fit != "taken")]


def _limits(desk: Desk, what: Kind) -> Range:
    sheet = desk.sheet
    if what is Kind.BEHIND and sheet.behind:
        return sheet.limits_for(desk.rank)
    if what is Kind.PAIR and what.value in sheet.side_bets:
        return sheet.side_limits_for(what.value, desk.rank)
    raise IllegalAction("not_here")


def again(desk: Desk, laid: tuple[tuple[str, int, Amount], ...]) -> list[Answer]:
    """What was laid beside seats when bets were last closed, on those that somebody holds now."""
    here = [one for one in laid if one[1] in desk.table.seats]
    return [
        answer
        for what, seat, amount in here
        for answer in lay(desk, Command(Kind(what), amount=amount, seat=seat))
    ]


def asked(desk: Desk, live: SeatedRound, seat: int | None = None) -> list[int]:
    """The seats for whose bets behind this viewer owes an answer; ``seat``: only that one."""
    return [one for one, player in live.followers if player == desk.player and seat in (None, one)]


def follow(desk: Desk) -> list[Answer]:
    """``follow``: now, if it is asked, else for the rest of the round."""
    live = desk.table.live
    if live is None:
        raise Silent
    seats = asked(desk, live)
    if live.phase == FOLLOWING and seats:
        for seat in seats:
            desk.step.take(Act(Reply(seat, desk.player, Move.FOLLOW, desk.step.means(desk.player))))
        return []
    return _keep(desk, live, Move.FOLLOW)


def follow_no_more(desk: Desk, live: SeatedRound) -> list[Answer]:
    """``no`` where nothing is asked is said in advance for the round, once (rulings 10.3)."""
    if desk.table.orders.follows.get(desk.player) == Move.NO:
        raise Silent
    return _keep(desk, live, Move.NO)


def _keep(desk: Desk, live: SeatedRound, word: Move) -> list[Answer]:
    if not live.backs(desk.player):
        raise Silent
    desk.step.do(KeepFollow(desk.player, word.value))
    return [Answer("follow_kept" if word is Move.FOLLOW else "follow_not")]
