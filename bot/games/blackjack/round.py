"""A blackjack round: the fold over actions.

:meth:`BlackjackRound.apply` first asks the transition table, then checks the action (raising
:class:`IllegalAction` with nothing changed), then carries it out and goes on by itself until something
outside is awaited again: a card, a look, a die, or some players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bot.amounts import ZERO
from bot.cards import Card, Suit
from bot.games.blackjack import beside, bets, jokers, moves, offers, settling, side_bets
from bot.games.blackjack.actions import Move, Play, Reply
from bot.games.blackjack.events import (
    Acted,
    Converted,
    HandBust,
    HandStands,
    HoleOpened,
    Looked,
    Turn,
)
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.standing import Standing
from bot.games.blackjack.states import TRANSITIONS, Phase
from bot.games.blackjack.table import TARGET, Box, Hand, Pile
from bot.games.blackjack.variants import VARIANTS
from bot.games.contract import (
    Action,
    BetsClosed,
    BrokenRule,
    Close,
    DealCard,
    Dealt,
    Event,
    IllegalAction,
    Reveal,
    RoundSettled,
)

_LOOKS: Mapping[str, tuple[int, ...]] = {"ace": (1,), "ace_ten": (1, 10), "never": ()}
"""Values of the upcard under which the dealer looks, by the sheet's ``look``."""


class BlackjackRound(Standing):
    """One round at a table with this sheet. Implements :class:`bot.games.contract.Round`."""

    __slots__ = ("_variant",)

    def __init__(self, sheet: BlackjackSheet) -> None:
        super().__init__(sheet)
        self._variant = VARIANTS[sheet.variant]

    # --- the fold ---------------------------------------------------------------------------------------

    def check(self, action: Action) -> None:
        """Changes nothing.

        Raises:
            IllegalAction: :meth:`apply` would refuse the action now.
        """
        kind = action.kind
        if (self.phase, kind) not in TRANSITIONS:
            raise IllegalAction("not_now", phase=str(self.phase), action=str(kind))
        _HANDLERS[kind][0](self, action)

    def apply(self, action: Action) -> list[Event]:
        """Takes one action; returns what happened.

        Raises:
            IllegalAction: and nothing has changed.
            BrokenRule: the engine left its transition table: our own bug.
        """
        kind = action.kind
        before = self.phase
        targets = TRANSITIONS.get((before, kind))
        if targets is None:
            raise IllegalAction("not_now", phase=str(before), action=str(kind))
        check, perform = _HANDLERS[kind]
        check(self, action)
        events: list[Event] = []
        self.table.events = events
        perform(self, action)
        if self.phase not in targets:
            raise BrokenRule(f"{kind} led from {before} to {self.phase}")
        return events

    # --- the deal -----------------------------------------------------------------------------------------

    def _close(self, action: Close) -> None:
        """Lays out the order of the deal: each hand, then the dealer, twice (rulings 6.7, 9.1)."""
        table = self.table
        table.boxes = dict(sorted(table.boxes.items()))
        beside.close(table)
        table.events.append(BetsClosed(tuple(table.boxes)))
        if not table.has_bets:
            self.end()
            return
        row: list[Pile] = list(table.hands())
        self.phase = Phase.DEALING
        self._variant.bets_closed(self)
        dealer: list[Pile] = [table.dealer] if self._variant.has_dealer else []
        self._due = row + dealer + row + (dealer if self.sheet.hole_card else [])

    def _check_card(self, action: DealCard) -> None:
        if self._fallen >= len(self._due):
            raise IllegalAction("no_card_awaited")
        if action.card is not None:
            self._check_face(action.card)
        elif not self._face_down(self._due[self._fallen]):
            raise IllegalAction("card_unknown")

    def _check_face(self, card: Card) -> None:
        if card.is_joker:
            if self.sheet.exit != "joker":
                raise IllegalAction("no_jokers")
        elif card.suit is Suit.NONE and self.sheet.suits_matter:
            raise IllegalAction("suit_needed", card=card.text)

    def _card(self, action: DealCard) -> None:
        pile = self._due[self._fallen]
        table = self.table
        if self._face_down(pile):
            table.dealer.hole = action.card
            table.dealer.hole_dealt = True
            table.events.append(Dealt(0, 0, 2, None))
            self._fallen += 1
        else:
            if action.card is None:
                raise BrokenRule("an unknown card lies open")
            pile.add(action.card)
            self._fallen += 1
            if isinstance(pile, Hand):
                table.events.append(Dealt(pile.box.seat, pile.number, len(pile.cards), action.card))
                if self.phase is Phase.PLAYING:
                    if pile.box.sides:
                        side_bets.settle_hands(table, pile.box)
                    self._judge(pile)
            else:
                table.events.append(Dealt(0, 0, len(pile.cards), action.card))
        if self._fallen == len(self._due):
            self._due = ()
            self._fallen = 0
            self._after_cards()

    def _after_cards(self) -> None:
        """Every card that was due has fallen."""
        if self.phase is Phase.PLAYING:
            self._next_turn()
        elif self.phase is Phase.DEALER:
            self._dealer_plays()
        else:
            self._after_deal()

    def _judge(self, hand: Hand) -> None:
        """Whether a hand that just got a card in play is final."""
        table, total = self.table, hand.total
        if hand.cards[-1].is_joker:
            # The other half of a split gets no card any more (rulings 4.9).
            self._due = ()
            self._fallen = 0
            self._variant.joker(self, hand.box)
        elif total > TARGET:
            self._bust(hand)
        elif self._pays_premium(hand, final=False):
            return
        elif hand.is_ace_ten and self.sheet.split.natural:
            hand.open = False
            hand.natural = True
            if self._variant.pays_at_once and settling.naturals_safe(table):
                settling.pay_natural(table, hand)
        elif total == TARGET or hand.doubled or self._takes_no_more(hand):
            self._stands(hand)

    def _bust(self, hand: Hand) -> None:
        hand.open = False
        self.table.events.append(HandBust(hand.box.seat, hand.number, hand.total))
        if self._variant.pays_at_once:
            self.table.settle(hand, "bust", ZERO)

    def _takes_no_more(self, hand: Hand) -> bool:
        """A split ace with its one card, or seven cards where no premium has more (rulings 8.5).

        Two aces that may be split once more wait for that.
        """
        if moves.has_its_card(self.sheet, hand):
            return moves.refusal(self.sheet, hand, Move.SPLIT, None) is not None
        premiums = self.sheet.premiums
        return premiums is not None and premiums.stops_at_seven and len(hand.cards) >= 7

    def _pays_premium(self, hand: Hand, *, final: bool) -> bool:
        if self.sheet.premiums is None or not self._variant.pays_at_once:
            return False
        return settling.pay_premium(self.table, hand, final=final)

    def _stands(self, hand: Hand) -> None:
        hand.open = False
        self.table.events.append(HandStands(hand.box.seat, hand.number, hand.total))
        self._pays_premium(hand, final=True)

    # --- after the deal: jokers, side bets, offers and the look ------------------------------------------

    def _after_deal(self) -> None:
        """The deal is complete; only now is a joker in it acted on (rulings 4.8)."""
        table, up = self.table, self.table.dealer.cards[:1]
        for hand in table.hands():
            if hand.is_ace_ten:
                hand.natural = True
                hand.open = False
        if up and up[0].is_joker:
            jokers.dealer_drew(table)
            self.end()
            return
        side_bets.settle(table)
        if self.sheet.exit == "joker":
            for box in table.boxes.values():
                if box.has_joker:
                    self._variant.joker(self, box)
        if self.sheet.premiums is not None and self._variant.pays_at_once:
            settling.pay_two_card_premiums(table)
        if up and up[0].value == 1 and offers.ask(table):
            self.phase = Phase.INSURANCE
        else:
            self._after_answers()

    def _answer(self, action: Play) -> None:
        if offers.answer(self.table, action):
            self._after_answers()

    def _reply_refusal(self, action: Reply) -> IllegalAction | None:
        yes = Move.INSURANCE if self.phase is Phase.INSURANCE else Move.FOLLOW
        return beside.reply_refusal(self.table, action, yes)

    def _reply(self, action: Reply) -> None:
        """A follower's answer; once all are in, the hand that doubled or split gets its card."""
        beside.reply(self.table, action, self._followed)
        if not offers.answered(self.table):
            return
        if self._followed is None:
            self._after_answers()
        else:
            self.phase, self._followed = Phase.PLAYING, None

    def _after_answers(self) -> None:
        """Every answer is in: the dealer looks where the sheet says so, and play begins."""
        dealer = self.table.dealer
        looks = dealer.hole_dealt and dealer.cards[0].value in _LOOKS[self.sheet.look]
        if not looks or not self._dealer_matters():
            self._play()
        elif dealer.hole is None:
            self.phase = Phase.LOOKING
        else:
            self._looked(dealer.makes_blackjack(dealer.hole))

    def _looked(self, blackjack: bool) -> None:
        self.table.dealer.looked = blackjack
        self.table.events.append(Looked(blackjack))
        if blackjack:
            self._dealer_turn()
        else:
            settling.settle_insurances(self.table, blackjack=False)
            self._play()

    # --- the players' turns -----------------------------------------------------------------------------

    def _play(self) -> None:
        self.phase = Phase.PLAYING
        self._variant.play_begins(self)
        if self._variant.has_dealer:
            settling.pay_all_dealt(self.table)
        self._next_turn()

    def _next_turn(self) -> None:
        """Gives the turn to the next hand, or ends the players' part."""
        before = self.turn_hand
        hand = self._next_in_pass() if self.sheet.order == "passes" else self._next_open()
        self.turn_hand = hand
        if hand is None:
            self._players_done()
        elif hand is not before or self.sheet.order == "passes":
            self.table.events.append(Turn(hand.box.seat, hand.number, self.pass_number))
            if len(hand.cards) == 1:  # a half whose card falls in its turn (rulings 6.3)
                self._due = (hand,)

    def _next_open(self) -> Hand | None:
        self.pass_number = 1
        return next((hand for hand in self.table.hands() if hand.open), None)

    def _next_in_pass(self) -> Hand | None:
        """Rulings 6.5: a pass covers the hands that are open when it starts."""
        while True:
            while self._at < len(self._pass):
                hand = self._pass[self._at]
                self._at += 1
                if hand.open:
                    return hand
            self._pass = [hand for hand in self.table.hands() if hand.open]
            self._at = 0
            if not self._pass:
                return None
            self.pass_number += 1

    def _check_play(self, action: Play | Reply) -> None:
        if isinstance(action, Reply):
            refused = self._reply_refusal(action)
        elif self.phase is Phase.FOLLOWING:
            refused = IllegalAction("nothing_asked")
        elif self.phase is Phase.INSURANCE:
            refused = offers.answer_refusal(
                self.sheet, self._box(action.seat), action.hand, action.move, action.means
            )
        else:
            hand = self._hand(action.seat, action.hand)
            if self._due:
                raise IllegalAction("card_awaited")
            if hand is not self.turn_hand and hand.open:
                raise IllegalAction("not_your_turn", seat=action.seat, hand=action.hand)
            refused = self._move_refusal(hand, action.move, action.means)
        if refused is not None:
            raise refused

    def _perform_play(self, action: Play | Reply) -> None:
        if isinstance(action, Reply):
            self._reply(action)
            return
        if self.phase is Phase.INSURANCE:
            self._answer(action)
            return
        hand = self.turn_hand
        if hand is None:
            raise BrokenRule("a move without a turn")
        move = moves.converted(self.sheet, hand, action.move, action.means)
        if move is not action.move:
            player = hand.box.player
            self.table.events.append(Converted(action.seat, action.hand, player, action.move, move))
        self.table.events.append(Acted(action.seat, action.hand, move))
        self._variant.before_move(self, hand, move)
        if move in moves.SWITCH_MOVES:
            self._regroup(hand.box)
            return
        hand.acted = True
        if move is Move.HIT:
            self._due = (hand,)
        elif move is Move.STAND:
            self._stands(hand)
            self._next_turn()
        elif move is Move.DOUBLE:
            moves.double(self.table, hand)
            self._due = (hand,)
            self._ask_followers(hand, move)
        elif move is Move.SPLIT:
            right = moves.split(self.table, hand)
            self._due = (hand, right) if self.sheet.split.deal == "at_once" else (hand,)
            self._ask_followers(hand, move)
        else:
            settling.pay_surrender(self.table, hand)
            self._next_turn()

    def _ask_followers(self, hand: Hand, move: Move) -> None:
        """Before the card: whoever bet behind the hand may follow (rulings 10.3)."""
        if beside.ask_follow(self.table, hand, move):
            self.phase, self._followed = Phase.FOLLOWING, move

    def _regroup(self, box: Box) -> None:
        """After a switch decision: the box's hands that are open now act in this pass (rulings 9.3)."""
        at = max(self._at - 1, 0)
        rest = [hand for hand in self._pass[self._at :] if hand.box is not box]
        self._pass = [*self._pass[:at], *(hand for hand in box.hands if hand.open), *rest]
        self._at = at
        self._next_turn()

    # --- the dealer -------------------------------------------------------------------------------------

    def _dealer_matters(self) -> bool:
        """Whether anything on the table still depends on the dealer's cards."""
        return any(hand.outcome is None or hand.insured for hand in self.table.hands())

    def _players_done(self) -> None:
        if self._variant.players_done(self):
            return
        # With jokers on the second card is opened even when every hand is final (rulings 4.8).
        if self._dealer_matters() or self.sheet.exit == "joker":
            self._dealer_turn()
        else:
            self.end()

    def _dealer_turn(self) -> None:
        self.turn_hand = None
        self.phase = Phase.DEALER
        dealer = self.table.dealer
        if not dealer.hole_dealt:
            self._due = (dealer,)
        elif dealer.hole is not None:
            self._open_hole(dealer.hole)

    def _check_reveal(self, action: Reveal) -> None:
        dealer = self.table.dealer
        if dealer.hole_open or not dealer.hole_dealt:
            raise IllegalAction("no_reveal_awaited")
        self._check_face(action.card)
        if dealer.looked is not None and dealer.looked != dealer.makes_blackjack(action.card):
            look = "yes" if dealer.looked else "no"
            raise IllegalAction("reveal_disagrees", card=action.card.text, look=look)

    def _open_hole(self, card: Card) -> None:
        dealer = self.table.dealer
        dealer.hole = card
        dealer.hole_open = True
        dealer.add(card)
        self.table.events.append(HoleOpened(card))
        self._dealer_plays()

    def _dealer_plays(self) -> None:
        """After each of the dealer's cards: draw on, or settle."""
        table, dealer = self.table, self.table.dealer
        if len(dealer.cards) == 2:
            settling.settle_insurances(table, dealer.is_ace_ten)
        if dealer.cards[-1].is_joker and (
            len(dealer.cards) == 2 or self.sheet.joker.dealer_later == "as_second"
        ):
            jokers.dealer_drew(table)
            self.end()
            return
        waiting = table.unsettled()
        # If only naturals wait the dealer takes just the second card (rulings 7.3).
        only_naturals = all(hand.natural for hand in waiting)
        if not only_naturals and settling.must_draw(self.sheet, dealer):
            self._due = (dealer,)
            return
        if not only_naturals or dealer.is_ace_ten:
            settling.dealer_done(table)
        settling.compare_all(table)
        self.end()

    def end(self) -> None:
        """The round is over: everything on the table has been decided."""
        self.turn_hand = None
        self.phase = Phase.SETTLED
        if self.sheet.side_bets:
            side_bets.settle_rest(self.table)
        self.table.events.append(RoundSettled())


def _anything(game: BlackjackRound, action: Action) -> None:
    """Nothing to refuse."""


_Do = Callable[[BlackjackRound, Any], None]
_PLAY: tuple[_Do, _Do] = (BlackjackRound._check_play, BlackjackRound._perform_play)
_HANDLERS: Mapping[str, tuple[_Do, _Do]] = {
    "bet": (
        lambda game, bet: bets.check_bet(game.table, bet),
        lambda game, bet: bets.place_bet(game.table, bet),
    ),
    "withdraw": (
        lambda game, action: bets.check_withdraw(game.table, action),
        lambda game, action: beside.withdraw(game.table, action),
    ),
    **dict.fromkeys(
        (beside.BEHIND, beside.PAIR),
        (
            lambda game, bet: beside.check(game.table, bet),
            lambda game, bet: beside.place(game.table, bet),
        ),
    ),
    "retract": (
        lambda game, action: beside.check_retract(game.table, action),
        lambda game, action: beside.retract(game.table, action),
    ),
    "house": (
        lambda game, action: bets.check_house(game.table, action),
        lambda game, action: bets.seat_house(game.table, action),
    ),
    "close": (lambda game, action: bets.check_close(game.table), BlackjackRound._close),
    "card": (BlackjackRound._check_card, BlackjackRound._card),
    # Any look will do; the reveal must agree with it.
    "look": (_anything, lambda game, look: game._looked(look.blackjack)),
    "reveal": (BlackjackRound._check_reveal, lambda game, reveal: game._open_hole(reveal.card)),
    "roll": (
        lambda game, roll: game._variant.check_roll(game, roll.value),
        lambda game, roll: game._variant.roll(game, roll.value),
    ),
    **dict.fromkeys(Move, _PLAY),
}
"""Per kind of action: what refuses it, and what carries it out."""
