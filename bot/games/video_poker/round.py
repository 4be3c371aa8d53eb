"""A video poker round: the fold over actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from bot.amounts import ZERO, Amount, to_number
from bot.cards import Card
from bot.games.alone import AloneRound, Handler, Solo, Transitions
from bot.games.contract import Await, Awaiting, Carried, DealCard, Dealt, IllegalAction, Slot
from bot.games.poker import SIZE, check_fits
from bot.games.video_poker.actions import Deal, Hold
from bot.games.video_poker.events import Held
from bot.games.video_poker.sheet import VideoPokerSheet, line
from bot.games.video_poker.states import TRANSITIONS

ALL = tuple(range(1, SIZE + 1))
"""The five places of a hand."""


@dataclass(slots=True, eq=False)
class VideoPokerGame(Solo):
    """What lies before one player.

    Attributes:
        cards: by place; a place whose card is still to fall has none.
        gone: cards that were not held: the deck does not have them any more.
        held: the places whose cards were kept, once the player has said.
    """

    coins: int = 0
    coin: Amount = ZERO
    cards: list[Card | None] = field(default_factory=lambda: [None] * SIZE)
    gone: list[Card | None] = field(default_factory=list)
    held: tuple[int, ...] | None = None

    @property
    def line(self) -> str | None:
        """The line of the pay table that its five cards make, once they all lie there."""
        cards = [card for card in self.cards if card is not None]
        return line(cards) if len(cards) == SIZE else None


class VideoPokerRound(AloneRound[VideoPokerGame]):
    """One busy time of a video poker table. Implements :class:`bot.games.contract.Round`."""

    __slots__ = ()

    sheet: VideoPokerSheet
    kind = "video_poker"
    transitions: ClassVar[Transitions] = TRANSITIONS
    opens = ("deal",)
    answers = ("hold",)

    def __init__(self, sheet: VideoPokerSheet, carried: Carried) -> None:
        super().__init__(sheet, carried)

    # --- a game -------------------------------------------------------------------------------------------

    def check_deal(self, action: Deal) -> None:
        """Raises :class:`IllegalAction` where the game cannot begin."""
        most = self.sheet.paytable.most
        if not 1 <= action.coins <= most:
            raise IllegalAction("coins_most", coins=most)
        self.check_stake(action.player, action.stake, action.rank, action.means, unit=action.coin)

    def begin_deal(self, action: Deal) -> None:
        """The game begins: five cards are to fall."""
        game = VideoPokerGame(self.next_number(), action.player, coins=action.coins, coin=action.coin)
        self.begin(game, action.stake, "bet")

    def needs(self, game: VideoPokerGame) -> Awaiting:
        """The card of the first place without one."""
        return Awaiting(Await.CARD, slot=Slot(game.number, 1, game.cards.index(None) + 1))

    def check_card(self, action: DealCard) -> None:
        """Raises :class:`IllegalAction` where no card is awaited, or it cannot be of the game's deck."""
        if not self._dealing:
            raise IllegalAction("no_card_awaited")
        if action.card is None:
            raise IllegalAction("card_unknown")
        game = self._dealing[0]
        check_fits(action.card, (*game.cards, *game.gone))

    def take_card(self, action: DealCard) -> None:
        """The card falls; with the last one the player is asked, or the game is over."""
        game = self._dealing[0]
        place = game.cards.index(None)
        game.cards[place] = action.card
        self.tell(Dealt(game.number, 1, place + 1, action.card))
        if None in game.cards:
            return
        if game.held is None:
            self.ask(game)
        else:
            self._pay(game)

    def check_hold(self, action: Hold) -> None:
        """Raises :class:`IllegalAction` where there is nothing to hold, or no such card."""
        self.asking(action.player)
        if not set(action.cards) <= set(ALL):
            raise IllegalAction("hold_places", cards=SIZE)

    def hold(self, action: Hold) -> None:
        """The cards that are not held go, and as many are to fall in their places."""
        game = self.asking(action.player)
        game.held = tuple(sorted(set(action.cards)))
        self.tell(Held(game.number, game.player, game.held))
        for place in ALL:
            if place not in game.held:
                game.gone.append(game.cards[place - 1])
                game.cards[place - 1] = None
        if game.gone:
            self.deal(game)
        else:
            self._pay(game)

    def _pay(self, game: VideoPokerGame) -> None:
        made = game.line
        returned = Amount(self.sheet.paytable.returns(made, game.coins) * game.coin)
        outcome = "lose" if returned < game.staked else "push" if returned == game.staked else "win"
        self.finish(game, outcome, returned, made, tuple(card for card in game.cards if card is not None))

    # --- questions ----------------------------------------------------------------------------------------

    def auto_action(self, game: int) -> Hold:
        """Without an answer all cards are held (rulings 2.4)."""
        return Hold(self.player_of(game), ALL)

    def shown(self, game: VideoPokerGame) -> dict[str, Any]:
        """Its cards, the places still empty as face-down ones, and what they make."""
        return {
            "cards": ["?" if card is None else card.text for card in game.cards],
            "held": None if game.held is None else list(game.held),
            "hand": game.line,
            "coins": game.coins,
            "coin": to_number(game.coin),
        }

    handlers: ClassVar[Mapping[str, Handler]] = {
        **AloneRound.handlers,
        "deal": (check_deal, begin_deal),
        "card": (check_card, take_card),
        "hold": (check_hold, hold),
    }
