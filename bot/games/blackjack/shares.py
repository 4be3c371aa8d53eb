"""What others have on a seat: a bet behind it takes part in its hands as a share (rulings 10.3), a pair bet
lies beside it (rulings 10.4). Private to the engine, as :mod:`bot.games.blackjack.table` is."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from bot.amounts import ZERO, Amount
from bot.games.blackjack.sheet import Pays
from bot.games.contract import PlayerId


class Share:
    """A follower's part in one hand.

    Attributes:
        bet: the bet behind; ``stake`` all that lies on this hand for it, twice that after a followed double.
        asked: an answer is owed, to insurance or to the double or split of the hand.
        insurance, insured, insurance_returned: as of a :class:`~bot.games.blackjack.table.Hand`.
        outcome: the hand's, once it is decided; ``returned`` what came back for the share.
    """

    __slots__ = (
        "asked",
        "bet",
        "insurance",
        "insurance_returned",
        "insured",
        "outcome",
        "player",
        "returned",
        "stake",
    )

    def __init__(self, player: PlayerId, bet: Amount) -> None:
        self.player = player
        self.bet = self.stake = bet
        self.asked = self.insured = False
        self.insurance = self.returned = ZERO
        self.insurance_returned: Amount | None = None
        self.outcome: str | None = None


class PairStake(NamedTuple):
    """A pair bet; ``result`` is ``None`` until the deal decides it: what the cards make, ``lose`` or
    ``back``."""

    amount: Amount
    result: str | None = None
    returned: Amount = ZERO


def share_pays(pays: Pays, outcome: str, *, back: bool) -> Fraction:
    """What a share in a hand of that outcome pays per stake.

    Args:
        back: a hand that a joker ended gets its stake back (rulings 4.2).
    """
    rates = {
        "win": pays.win,
        "blackjack": pays.natural,
        "push": pays.push,
        "surrender": pays.surrender,
        "joker": Fraction(back),
    }
    return rates.get(outcome, Fraction(0))
