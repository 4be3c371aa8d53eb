"""A round of bets on spots: the fold over actions, as far as it does not matter what decides it.

:meth:`SpotRound.apply` first asks the game's transition table, then checks the action (raising
:class:`IllegalAction` with nothing changed), then carries it out.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, ClassVar

from bot.amounts import ZERO, Amount
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Awaiting,
    BetsClosed,
    BrokenRule,
    Carried,
    Close,
    Event,
    HandResult,
    IllegalAction,
    PlayerId,
    Returned,
    RoundSettled,
    Staked,
    View,
)
from bot.games.seatless import Seatless
from bot.games.spots import slips, views
from bot.games.spots.actions import Lay, Lift
from bot.games.spots.events import SlipSettled, SpotsLaid, SpotsLifted
from bot.games.spots.sheet import SpotSheet
from bot.games.spots.slips import Pile, Slip
from bot.games.spots.states import Phase, Transitions

Verdict = tuple[str, Amount]
"""A spot's outcome (win, lose, push) and what comes back, stake included."""


class SpotRound(Seatless):
    """One round at a layout. Implements :class:`bot.games.contract.Round` but for what decides it.

    Attributes:
        running: the phase between the last bet and the verdict.
        slips: what lies there, by player, in order of their first bet.
        piles: what lies on each spot together.
        past: earlier results, newest first.
    """

    __slots__ = ("_carried", "_events", "past", "phase", "piles", "sheet", "slips")

    transitions: ClassVar[Transitions]
    running: ClassVar[Phase]

    def __init__(self, sheet: SpotSheet, carried: Carried) -> None:
        self.sheet = sheet
        self.phase = Phase.BETTING
        self.slips: dict[PlayerId, Slip] = {}
        self.piles: dict[str, Pile] = {}
        self.past: tuple[str, ...] = tuple(carried.get("history", ()))[: sheet.history]
        self._carried: Carried = carried
        self._events: list[Event] = []

    # --- what a game adds -----------------------------------------------------------------------------------

    def spot(self, name: str) -> str:
        """The canonical name of a spot of this layout.

        Raises:
            IllegalAction: ``no_such_spot``.
        """
        raise NotImplementedError

    @property
    def side(self) -> Amount:
        """What each player stakes beside the bets of a round."""
        return ZERO

    def _check_draw(self, action: Action) -> None:
        """Raises :class:`IllegalAction` where the wheel or the card cannot be taken."""
        raise NotImplementedError

    def _draw(self, action: Action) -> None:
        """Takes the wheel or the card; then :meth:`_decide` and :meth:`_end`."""
        raise NotImplementedError

    def _needs(self) -> Awaiting:
        """What a running round waits for."""
        raise NotImplementedError

    def _play(self) -> dict[str, Any]:
        """The game's own part of the view."""
        raise NotImplementedError

    # --- the fold ---------------------------------------------------------------------------------------

    def check(self, action: Action) -> None:
        """Changes nothing.

        Raises:
            IllegalAction: :meth:`apply` would refuse the action now.
        """
        if (self.phase, action.kind) not in self.transitions:
            raise IllegalAction("not_now", phase=str(self.phase), action=str(action.kind))
        match action:
            case Lay():
                self._accepted(action)
            case Lift():
                if action.player not in self.slips:
                    raise IllegalAction("nothing_laid")
            case Close():
                pass
            case _:
                self._check_draw(action)

    def apply(self, action: Action) -> list[Event]:
        """Takes one action; returns what happened.

        Raises:
            IllegalAction: and nothing has changed.
            BrokenRule: the engine left its transition table: our own bug.
        """
        self.check(action)
        before = self.phase
        events: list[Event] = []
        self._events = events
        match action:
            case Lay():
                self._lay(action)
            case Lift():
                self._lift(action)
            case Close():
                self._close()
            case _:
                self._draw(action)
        if self.phase not in self.transitions[before, action.kind]:
            raise BrokenRule(f"{action.kind} led from {before} to {self.phase}")
        return events

    def _accepted(self, lay: Lay) -> dict[str, Amount]:
        return slips.check_lay(self.sheet, self.slips.get(lay.player), lay, self.spot, self.side)

    def _lay(self, action: Lay) -> None:
        laid = self._accepted(action)
        slip = self.slips.get(action.player)
        if slip is None:
            slip = self.slips[action.player] = Slip(action.player, self.side)
            if slip.side:
                self._events.append(Staked(slip.player, slip.side, "side"))
        for spot, amount in laid.items():
            before = slip.spots.get(spot, ZERO)
            self._pile(spot, amount - before, 0 if before else 1)
        slips.lay_down(slip, laid, self._events)
        self._events.append(SpotsLaid(slip.player, tuple(laid.items())))

    def _lift(self, action: Lift) -> None:
        slip = self.slips.pop(action.player)
        for spot, amount in slip.spots.items():
            self._pile(spot, -amount, -1)
        self._events.append(Returned(slip.player, slip.staked, "withdrawn"))
        self._events.append(SpotsLifted(slip.player))

    def _pile(self, spot: str, amount: int, players: int) -> None:
        pile = self.piles.setdefault(spot, Pile())
        pile.amount += amount
        pile.players += players
        if not pile.players:
            del self.piles[spot]

    def _close(self) -> None:
        self._events.append(BetsClosed(()))
        self.phase = self.running
        if not self.slips:
            self._end()

    def _decide(self, result: str, judge: Callable[[str, Amount], Verdict]) -> None:
        """Each bet gets its verdict, and the result goes into the history."""
        for slip in self.slips.values():
            for number, (spot, amount) in enumerate(slip.spots.items(), start=1):
                outcome, back = slip.verdicts[spot] = judge(spot, amount)
                self.piles[spot].outcome = outcome
                if back:
                    self._events.append(Returned(slip.player, back, outcome, hand=number))
            self._events.append(SlipSettled(slip.player, slip.laid, slip.returned))
        self.past = (result, *self.past)[: self.sheet.history]
        self._carried = {**self._carried, "history": list(self.past)}

    def _end(self) -> None:
        self.phase = Phase.SETTLED
        self._events.append(RoundSettled())

    # --- what can be asked ----------------------------------------------------------------------------------

    @property
    def awaiting(self) -> Awaiting:
        """What must come next."""
        match self.phase:
            case Phase.BETTING:
                return Awaiting(Await.BETS)
            case Phase.SETTLED:
                return Awaiting(Await.NOTHING)
        return self._needs()

    def laid(self, player: PlayerId) -> Mapping[str, Amount]:
        """What the player has on the spots, by their canonical names."""
        slip = self.slips.get(player)
        return {} if slip is None else dict(slip.spots)

    def legal(self, player: PlayerId) -> tuple[str, ...]:
        """The kinds of action this player may take now, whatever their points."""
        if self.phase is not Phase.BETTING:
            return ()
        return ("lay", "lift") if player in self.slips else ("lay",)

    def view(self, audience: Audience) -> View:
        """The picture for the pages, the same for every audience: nothing here is hidden."""
        return views.view(self, self._play())

    @property
    def results(self) -> tuple[HandResult, ...]:
        """The decided bets, each player's numbered from 1; the side bet comes last."""
        return tuple(result for slip in self.slips.values() for result in _results(slip))

    @property
    def staked(self) -> Mapping[PlayerId, Amount]:
        """What each player has on the layout and not yet settled."""
        if self.phase is Phase.SETTLED:
            return {}
        return {player: slip.staked for player, slip in self.slips.items()}

    @property
    def carried(self) -> Carried:
        """What the next round begins with; until this one is decided, what it began with itself."""
        return self._carried

    def state(self) -> tuple[Hashable, ...]:
        """Everything there is to this round as one comparable value (for audits)."""
        return str(self.phase), self.past, tuple(slip.state() for slip in self.slips.values())


def _results(slip: Slip) -> list[HandResult]:
    found = [
        HandResult(slip.player, 0, number, (), outcome, spot, slip.spots[spot], back)
        for number, (spot, (outcome, back)) in enumerate(slip.verdicts.items(), start=1)
    ]
    if slip.extra is not None:
        called, back = slip.extra
        outcome = "win" if back else "lose"
        found.append(HandResult(slip.player, 0, len(found) + 1, (), outcome, called, slip.side, back))
    return found
