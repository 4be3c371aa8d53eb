"""The hooks of tables that are more than data: a sheet's ``variant`` names one.

A variant is a handful of moments in a round. The plain one does nothing at any of them; a table overrides
what it plays differently and leaves the rest to its sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from bot.games.blackjack import die, jokers, settling
from bot.games.blackjack.actions import Move
from bot.games.blackjack.events import Switched
from bot.games.blackjack.states import Phase
from bot.games.blackjack.table import TARGET, Box, Hand
from bot.games.contract import BrokenRule, IllegalAction

if TYPE_CHECKING:
    from bot.games.blackjack.round import BlackjackRound


class Variant:
    """The moments of a round, and what the plain game does at them.

    Attributes:
        has_dealer: the dealer gets cards.
        pays_at_once: busts and premiums are settled when they fall (rulings 6.6, 9.6), not after a die.
        switches: the second cards of a seat's two hands may change places (rulings 9.3).
    """

    has_dealer = True
    pays_at_once = True
    switches = False

    def bets_closed(self, game: BlackjackRound) -> None:
        """Before the first card."""

    def play_begins(self, game: BlackjackRound) -> None:
        """Before the first turn, after offers and look."""

    def before_move(self, game: BlackjackRound, hand: Hand, move: Move) -> None:
        """A move has been found legal and is about to be carried out."""

    def joker(self, game: BlackjackRound, box: Box) -> None:
        """A hand of that box holds a joker (rulings 4.2)."""
        jokers.player_drew(game.table, box)

    def players_done(self, game: BlackjackRound) -> bool:
        """Every hand is final. Returns whether the variant goes on by itself, without a dealer's turn."""
        return False

    def check_roll(self, game: BlackjackRound, value: int) -> None:
        """Raises :class:`IllegalAction` where such a die cannot be."""
        raise IllegalAction("no_die")

    def roll(self, game: BlackjackRound, value: int) -> None:
        """The die fell."""
        raise BrokenRule("a die at a table without one")


class Switch(Variant):
    """Two hands whose second cards may change places once (rulings 9)."""

    switches = True

    def bets_closed(self, game: BlackjackRound) -> None:
        for box in game.table.boxes.values():
            box.may_switch = True

    def play_begins(self, game: BlackjackRound) -> None:
        """Who has nothing left to play is not asked (rulings 9.3)."""
        for box in game.table.boxes.values():
            if not any(hand.open for hand in box.hands):
                box.may_switch = False

    def before_move(self, game: BlackjackRound, hand: Hand, move: Move) -> None:
        """The decision falls with a player's first word: a switch, or anything else for none."""
        box = hand.box
        if not box.may_switch:
            return
        box.may_switch = False
        if move is Move.SWITCH:
            self._switch(game, box)
        else:
            for one in box.hands:
                settling.pay_dealt(game.table, one)

    def _switch(self, game: BlackjackRound, box: Box) -> None:
        left, right = box.hands
        first, second = left.take(), right.take()
        left.add(second)
        right.add(first)
        box.switched = True
        game.table.events.append(Switched(box.seat))
        for hand in box.hands:
            hand.natural = hand.is_ace_ten
            hand.open = not hand.natural
            settling.pay_final(game.table, hand)


class UnknownDealer(Variant):
    """No dealer: a die picks one of the players' hands (rulings 8)."""

    has_dealer = False
    pays_at_once = False

    def joker(self, game: BlackjackRound, box: Box) -> None:
        """It ends all hands of that player as they stand; what it means is seen after the die (4.6, 4.9)."""
        jokers.show(game.table, box)
        for hand in box.hands:
            hand.open = False

    def players_done(self, game: BlackjackRound) -> bool:
        if all(hand.total > TARGET for hand in game.table.hands()):
            die.settle_all_bust(game.table)
            game.end()
        else:
            game.phase = Phase.ROLLING
        return True

    def check_roll(self, game: BlackjackRound, value: int) -> None:
        if value not in game.boxes:
            raise IllegalAction("no_such_die", seats=game.sheet.seats)

    def roll(self, game: BlackjackRound, value: int) -> None:
        rules = game.sheet.die
        if rules is None:
            raise BrokenRule("an unknown dealer without a die")
        die.settle(game.table, value, rules)
        game.end()


VARIANTS: Mapping[str, Variant] = {
    "plain": Variant(),
    "switch": Switch(),
    "unknown-dealer": UnknownDealer(),
}
"""By the name a sheet gives."""
