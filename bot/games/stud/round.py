"""A stud round: the fold over actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bot.amounts import ZERO, Amount, to_number
from bot.cards import Card
from bot.games.alone import AloneRound, Handler, Solo, Transitions
from bot.games.contract import (
    Await,
    Awaiting,
    Carried,
    DealCard,
    Dealt,
    IllegalAction,
    Reveal,
    Slot,
)
from bot.games.poker import SIZE, check_fits, worth
from bot.games.stud.actions import Ante, Lift, Pass, Raise
from bot.games.stud.events import DealerOpened, Passed, Raised
from bot.games.stud.sheet import StudSheet
from bot.games.stud.showdown import qualified, show_down
from bot.games.stud.states import TRANSITIONS


@dataclass(slots=True, eq=False)
class StudGame(Solo):
    """What lies before one player.

    Attributes:
        dealer: the dealer's five, as many as have fallen; nobody knows one that is ``None``.
        outcome: of a game that is over: ``win``, ``lose``, ``push`` or ``not_qualified``.
    """

    ante: Amount = ZERO
    raised: Amount = ZERO
    cards: list[Card] = field(default_factory=list)
    dealer: list[Card | None] = field(default_factory=list)
    opened: bool = False
    qualified: bool | None = None
    outcome: str | None = None

    @property
    def dealers(self) -> tuple[Card, ...]:
        """Those of the dealer's cards that are known to the table."""
        return tuple(card for card in self.dealer if card is not None)


class StudRound(AloneRound[StudGame]):
    """One busy time of a stud table. Implements :class:`bot.games.contract.Round`."""

    __slots__ = ()

    sheet: StudSheet
    kind = "stud"
    transitions: ClassVar[Transitions] = TRANSITIONS
    opens = ("ante",)
    answers = ("raise", "pass")
    waits = True

    def __init__(self, sheet: StudSheet, carried: Carried) -> None:
        super().__init__(sheet, carried)

    # --- antes --------------------------------------------------------------------------------------------

    def check_ante(self, action: Ante) -> None:
        """Raises :class:`IllegalAction` where the game cannot begin; the raise, too, must be free."""
        self.check_limits(action.player, action.amount, action.rank)
        needed = Amount(action.amount + self.sheet.raise_for(action.amount))
        short = self.shortfall(action.player, needed, action.means)
        if short > 0:
            raise IllegalAction("ante_short", amount=needed, shortfall=short)

    def take_ante(self, action: Ante) -> None:
        """The ante lies on the table, instead of an earlier one."""
        earlier = self.running(action.player)
        if earlier is None:
            game = StudGame(self.next_number(), action.player, ante=action.amount)
            self.begin(game, action.amount, "ante")
        else:
            earlier.ante = action.amount
            self.restake(earlier, action.amount, "ante")

    def check_lift(self, action: Lift) -> None:
        """Raises :class:`IllegalAction` where there is no ante to take back."""
        if self.running(action.player) is None:
            raise IllegalAction("no_game")

    def lift(self, action: Lift) -> None:
        """The ante comes back."""
        game = self.running(action.player)
        if game is not None:
            self.withdraw(game)

    # --- cards --------------------------------------------------------------------------------------------

    def needs(self, game: StudGame) -> Awaiting:
        """The next card of the deal, or after a raise the first of the dealer's cards that nobody knows."""
        if len(game.dealer) == SIZE:
            return Awaiting(Await.REVEAL, slot=Slot(game.number, 0, game.dealer.index(None) + 1))
        return Awaiting(Await.CARD, slot=self._next_slot(game))

    def _next_slot(self, game: StudGame) -> Slot:
        """Dealt alternately, to the player first; of the dealer's cards one lies open."""
        fallen = len(game.cards)
        if fallen == len(game.dealer):
            return Slot(game.number, 1, fallen + 1)
        return Slot(game.number, 0, fallen, face_down=fallen != self.sheet.upcard)

    def check_card(self, action: DealCard) -> None:
        """Raises :class:`IllegalAction` where no card is awaited, it may not lie unknown, or it cannot be of
        the game's deck."""
        if self.awaiting.what is not Await.CARD:
            raise IllegalAction("no_card_awaited")
        game = self._dealing[0]
        if action.card is not None:
            check_fits(action.card, self._open_cards(game))
        elif not self._next_slot(game).face_down:
            raise IllegalAction("card_unknown")

    def take_card(self, action: DealCard) -> None:
        """The card falls; with the tenth the player is asked."""
        game, card = self._dealing[0], action.card
        slot = self._next_slot(game)
        if slot.hand == 0:
            game.dealer.append(card)
        elif card is not None:
            game.cards.append(card)
        self.tell(Dealt(slot.seat, slot.hand, slot.index, None if slot.face_down else card))
        if len(game.dealer) == SIZE:
            self.ask(game)

    def _open_cards(self, game: StudGame) -> tuple[Card | None, ...]:
        """What everybody sees. A refusal must not tell more, a card that lies face down least of all."""
        return (*game.cards, *game.dealer[self.sheet.upcard - 1 : self.sheet.upcard])

    def check_reveal(self, action: Reveal) -> None:
        """Raises :class:`IllegalAction` where no card is to be opened, or it cannot be of the game's deck."""
        if self.awaiting.what is not Await.REVEAL:
            raise IllegalAction("no_reveal_awaited")
        game = self._dealing[0]
        check_fits(action.card, (*game.cards, *game.dealer))

    def reveal(self, action: Reveal) -> None:
        """One of the dealer's unknown cards is opened; with the last one the game is decided."""
        game = self._dealing[0]
        game.dealer[game.dealer.index(None)] = action.card
        if None not in game.dealer:
            self._open(game)

    # --- the decision -------------------------------------------------------------------------------------

    def check_raise(self, action: Raise) -> None:
        """Raises :class:`IllegalAction` where the player is not asked, or has not got the points any more."""
        short = self.sheet.raise_for(self.asking(action.player).ante) - action.means
        if short > 0:
            raise IllegalAction("short", shortfall=Amount(short))

    def raise_(self, action: Raise) -> None:
        """The raise is staked and the dealer opens."""
        game = self.asking(action.player)
        game.raised = self.sheet.raise_for(game.ante)
        self.stake(game, game.raised, "raise")
        self.tell(Raised(game.number, game.player, game.raised))
        if None in game.dealer:
            self.deal(game)
        else:
            self._open(game)

    def check_pass(self, action: Pass) -> None:
        """Raises :class:`IllegalAction` where the player is not asked."""
        self.asking(action.player)

    def pass_(self, action: Pass) -> None:
        """The ante is lost, and the dealer's cards stay face down: only a raise sees them (sheet 001)."""
        game = self.asking(action.player)
        game.outcome = "lose"
        self.tell(Passed(game.number, game.player))
        self.finish(game, game.outcome, ZERO, cards=tuple(game.cards))

    def _open(self, game: StudGame) -> None:
        dealer = game.dealers
        game.opened = True
        game.qualified = qualified(self.sheet, dealer)
        self.tell(DealerOpened(game.number, dealer, worth(dealer).made.key, game.qualified))
        came = show_down(self.sheet, game.ante, game.raised, game.cards, dealer)
        game.outcome = came.outcome
        outcome = "win" if came.outcome == "not_qualified" else came.outcome
        self.finish(game, outcome, came.returned, came.paid, tuple(game.cards))

    # --- questions ----------------------------------------------------------------------------------------

    def auto_action(self, game: int) -> Pass:
        """Without an answer the player passes (rulings 2.4)."""
        return Pass(self.player_of(game))

    def shown(self, game: StudGame) -> dict[str, Any]:
        """The cards that lie open, and what they make. Before a raise that is one of the dealer's."""
        dealer = [
            card.text if card is not None and (game.opened or place == self.sheet.upcard) else "?"
            for place, card in enumerate(game.dealer, start=1)
        ]
        return {
            "cards": [card.text for card in game.cards],
            "dealer": dealer,
            "hand": worth(game.cards).made.key if len(game.cards) == SIZE else None,
            "dealer_hand": worth(game.dealers).made.key if game.opened else None,
            "qualified": game.qualified,
            "ante": to_number(game.ante),
            "raise": to_number(game.raised),
            "outcome": game.outcome,
        }

    handlers: ClassVar[Mapping[str, Handler]] = {
        **AloneRound.handlers,
        "ante": (check_ante, take_ante),
        "lift": (check_lift, lift),
        "card": (check_card, take_card),
        "reveal": (check_reveal, reveal),
        "raise": (check_raise, raise_),
        "pass": (check_pass, pass_),
    }
