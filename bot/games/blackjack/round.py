"""A blackjack round: the fold over actions.

:meth:`BlackjackRound.apply` first asks the transition table, then checks the action (raising
:class:`IllegalAction` with nothing changed), then carries it out and goes on by itself until something
outside is awaited again: a card, a look, a die, or some players.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from bot.amounts import ZERO, Amount
from bot.cards import Card, Suit
from bot.games.blackjack import bets, moves, settling, views
from bot.games.blackjack.actions import Bet, House, Move, Play, Withdraw
from bot.games.blackjack.events import (
    Acted,
    Answered,
    BetsClosed,
    Dealt,
    HandBust,
    HandSplit,
    HandStands,
    HoleOpened,
    Looked,
    Offered,
    Turn,
)
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.states import TRANSITIONS, Phase
from bot.games.blackjack.table import TARGET, Box, Dealer, Hand, Pile, Table
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Awaiting,
    BrokenRule,
    Close,
    DealCard,
    Event,
    HandResult,
    IllegalAction,
    Look,
    PlayerId,
    Reveal,
    Roll,
    Slot,
    View,
)


class BlackjackRound:
    """One round at a table with this sheet. Implements :class:`bot.games.contract.Round`."""

    __slots__ = ("_at", "_due", "_fallen", "_pass", "pass_number", "phase", "sheet", "table", "turn_hand")

    def __init__(self, sheet: BlackjackSheet) -> None:
        self.sheet = sheet
        self.table = Table(sheet)
        self.phase = Phase.BETTING
        self.turn_hand: Hand | None = None
        self.pass_number = 0
        # The piles the next cards go to, and how many of them have fallen.
        self._due: Sequence[Pile] = ()
        self._fallen = 0
        # The hands of this pass, and the place of the next one to act.
        self._pass: Sequence[Hand] = ()
        self._at = 0

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

    # --- bets -------------------------------------------------------------------------------------------

    def _check_bet(self, action: Bet) -> None:
        bets.check_bet(self.table, action)

    def _bet(self, action: Bet) -> None:
        bets.place_bet(self.table, action)

    def _check_withdraw(self, action: Withdraw) -> None:
        bets.check_withdraw(self.table, action)

    def _withdraw(self, action: Withdraw) -> None:
        bets.withdraw(self.table, action)

    def _check_house(self, action: House) -> None:
        bets.check_house(self.table, action)

    def _house(self, action: House) -> None:
        bets.seat_house(self.table, action)

    def _check_close(self, action: Close) -> None:
        pass

    def _close(self, action: Close) -> None:
        table = self.table
        table.boxes = dict(sorted(table.boxes.items()))
        table.events.append(BetsClosed(tuple(table.boxes)))
        row: list[Pile] = list(table.hands())
        if not row:
            self._end()
            return
        self.phase = Phase.DEALING
        dealer: list[Pile] = [table.dealer]
        self._due = row + dealer + row + (dealer if self.sheet.hole_card else [])

    # --- cards ------------------------------------------------------------------------------------------

    def _face_down(self, pile: Pile) -> bool:
        return self.phase is Phase.DEALING and isinstance(pile, Dealer) and len(pile.cards) == 1

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
        if self._face_down(pile):
            dealer = self.table.dealer
            dealer.hole = action.card
            dealer.hole_dealt = True
            self.table.events.append(Dealt(0, 0, 2, None))
            self._fallen += 1
        else:
            assert action.card is not None
            pile.add(action.card)
            self._fallen += 1
            seat, number = (pile.box.seat, pile.number) if isinstance(pile, Hand) else (0, 0)
            self.table.events.append(Dealt(seat, number, len(pile.cards), action.card))
            if self.phase is Phase.PLAYING and isinstance(pile, Hand):
                self._judge(pile)
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
        if total > TARGET:
            table.events.append(HandBust(hand.box.seat, hand.number, total))
            table.settle(hand, "bust", ZERO)
        elif total == TARGET and len(hand.cards) == 2 and self.sheet.split.natural:
            hand.open = False
            hand.natural = True
            if not table.dealer.may_be_blackjack:
                settling.pay_natural(table, hand)
        elif total == TARGET or hand.doubled or self._one_card_ace(hand):
            self._stands(hand)

    def _one_card_ace(self, hand: Hand) -> bool:
        return hand.half and self.sheet.split.aces == "one_card" and hand.cards[0].value == 1

    def _stands(self, hand: Hand) -> None:
        hand.open = False
        self.table.events.append(HandStands(hand.box.seat, hand.number, hand.total))

    # --- after the deal: offers and the look ------------------------------------------------------------

    def _after_deal(self) -> None:
        table = self.table
        for hand in table.hands():
            if hand.is_ace_ten:
                hand.natural = True
                hand.open = False
        if table.dealer.cards[0].value == 1:
            self._ask()
        if self.phase is Phase.DEALING:
            self._after_answers()

    def _ask(self) -> None:
        for box in self.table.boxes.values():
            if box.house:
                continue
            for hand in box.hands:
                hand.asked = hand.outcome is None and bool(moves.offers(self.sheet, hand))
            offered = moves.offered(self.sheet, box)
            if offered:
                self.phase = Phase.INSURANCE
                self.table.events.append(Offered(box.seat, offered))

    def _check_answer(self, action: Play) -> None:
        box = self._box(action.seat)
        refused = moves.answer_refusal(self.sheet, box, action.hand, action.move, action.means)
        if refused is not None:
            raise refused

    def _answer(self, action: Play) -> None:
        table, box, move = self.table, self.table.boxes[action.seat], action.move
        table.events.append(Answered(action.seat, action.hand, move))
        for hand in box.hands:
            if not hand.asked or action.hand not in (0, hand.number):
                continue
            hand.asked = False
            if move not in moves.offers(self.sheet, hand):
                continue
            if move is Move.INSURANCE:
                hand.insurance = moves.insurance_cost(self.sheet, hand)
                hand.insured = True
                table.stake(box.player, hand.insurance, "insurance", box.seat, hand.number)
            elif move is Move.EVEN_MONEY:
                settling.pay_even_money(table, hand)
        if not any(hand.asked for hand in table.hands()):
            self._after_answers()

    def _after_answers(self) -> None:
        """Every answer is in: the dealer looks where the sheet says so, and play begins."""
        dealer = self.table.dealer
        looks = {"ace": (1,), "ace_ten": (1, 10), "never": ()}[self.sheet.look]
        if not dealer.hole_dealt or dealer.cards[0].value not in looks or not self._dealer_matters():
            self._play()
        elif dealer.hole is None:
            self.phase = Phase.LOOKING
        else:
            self._looked(dealer.makes_blackjack(dealer.hole))

    def _check_look(self, action: Look) -> None:
        pass

    def _look(self, action: Look) -> None:
        self._looked(action.blackjack)

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
        if not self.table.dealer.may_be_blackjack:
            settling.pay_naturals(self.table)
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

    def _check_play(self, action: Play) -> None:
        if self.phase is Phase.INSURANCE:
            self._check_answer(action)
            return
        hand = self._hand(action.seat, action.hand)
        if self._due:
            raise IllegalAction("card_awaited")
        if hand is not self.turn_hand:
            if not hand.open:
                raise IllegalAction("hand_closed", hand=hand.number)
            raise IllegalAction("not_your_turn", seat=action.seat, hand=action.hand)
        refused = moves.refusal(self.sheet, hand, action.move, action.means)
        if refused is not None:
            raise refused

    def _perform_play(self, action: Play) -> None:
        if self.phase is Phase.INSURANCE:
            self._answer(action)
            return
        hand, move = self.turn_hand, action.move
        assert hand is not None
        hand.acted = True
        self.table.events.append(Acted(action.seat, action.hand, move))
        if move is Move.HIT:
            self._due = (hand,)
        elif move is Move.STAND:
            self._stands(hand)
            self._next_turn()
        elif move is Move.DOUBLE:
            self._double(hand)
        elif move is Move.SPLIT:
            self._split(hand)
        else:
            settling.pay_surrender(self.table, hand)
            self._next_turn()

    def _double(self, hand: Hand) -> None:
        self.table.stake(hand.box.player, hand.bet, "double", hand.box.seat, hand.number)
        hand.stake = Amount(hand.stake + hand.bet)
        hand.doubled = True
        self._due = (hand,)

    def _split(self, hand: Hand) -> None:
        box = hand.box
        right = Hand(box, hand.number + 1, hand.bet, hand.origin, half=True)
        right.add(hand.take())
        hand.half = right.acted = True
        box.hands.insert(hand.number, right)
        for number, one in enumerate(box.hands, start=1):
            one.number = number
        self.table.stake(box.player, right.bet, "split", box.seat, right.number)
        self.table.events.append(HandSplit(box.seat, hand.number))
        self._due = (hand, right)

    def _dealer_matters(self) -> bool:
        """Whether anything on the table still depends on the dealer's cards."""
        return any(hand.outcome is None or hand.insured for hand in self.table.hands())

    # --- the dealer -------------------------------------------------------------------------------------

    def _players_done(self) -> None:
        if self._dealer_matters():
            self._dealer_turn()
        else:
            self._end()

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
            raise IllegalAction(
                "reveal_disagrees", card=action.card.text, look="yes" if dealer.looked else "no"
            )

    def _reveal(self, action: Reveal) -> None:
        self._open_hole(action.card)

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
        waiting = table.unsettled()
        # If only naturals wait the dealer takes just the second card (rulings 7.3).
        only_naturals = all(hand.natural for hand in waiting)
        if not only_naturals and settling.must_draw(self.sheet, dealer):
            self._due = (dealer,)
            return
        if not only_naturals or dealer.is_ace_ten:
            settling.dealer_done(table)
        settling.compare_all(table)
        self._end()

    def _end(self) -> None:
        self.turn_hand = None
        self.phase = Phase.SETTLED
        settling.close_round(self.table)

    def _check_roll(self, action: Roll) -> None:
        raise IllegalAction("no_die")

    def _roll(self, action: Roll) -> None:
        pass

    # --- questions --------------------------------------------------------------------------------------

    @property
    def awaiting(self) -> Awaiting:
        """What must come next."""
        if self._due:
            return Awaiting(Await.CARD, slot=self._slot())
        match self.phase:
            case Phase.BETTING:
                return Awaiting(Await.BETS)
            case Phase.INSURANCE:
                return Awaiting(Await.PLAYERS, tuple(seat for seat in self.boxes if self.offered(seat)))
            case Phase.LOOKING:
                return Awaiting(Await.LOOK)
            case Phase.ROLLING:
                return Awaiting(Await.ROLL)
            case Phase.DEALER:
                return Awaiting(Await.REVEAL)
            case Phase.SETTLED:
                return Awaiting(Await.NOTHING)
        hand = self.turn_hand
        if hand is None:
            raise BrokenRule(f"nobody is awaited while {self.phase}")
        return Awaiting(Await.PLAYERS, (hand.box.seat,), hand.number)

    def _slot(self) -> Slot:
        pile = self._due[self._fallen]
        if isinstance(pile, Hand):
            return Slot(pile.box.seat, pile.number, len(pile.cards) + 1)
        return Slot(0, 0, len(pile.cards) + 1, self._face_down(pile))

    def _box(self, seat: int) -> Box:
        try:
            return self.table.boxes[seat]
        except KeyError:
            raise IllegalAction("no_bet", seat=seat) from None

    def _hand(self, seat: int, number: int) -> Hand:
        hands = self._box(seat).hands
        if not 1 <= number <= len(hands):
            raise IllegalAction("no_such_hand", hand=number, hands=len(hands))
        return hands[number - 1]

    @property
    def boxes(self) -> Mapping[int, Box]:
        """The seats in the round by number, in dealing order once bets are closed."""
        return self.table.boxes

    @property
    def turn(self) -> tuple[int, int] | None:
        """Seat and hand to act."""
        hand = self.turn_hand
        return None if hand is None else (hand.box.seat, hand.number)

    @property
    def cards_dealt(self) -> bool:
        """Whether a card of this round has left the shoe."""
        return any(hand.cards for hand in self.table.hands())

    @property
    def hole_known(self) -> bool:
        """Whether the table itself knows the face-down card (it was drawn from the shoe)."""
        return self.table.dealer.hole is not None

    def player_of(self, seat: int) -> PlayerId | None:
        """Whose bet lies there; ``NOBODY`` for the house, ``None`` for no bet."""
        box = self.table.boxes.get(seat)
        return None if box is None else box.player

    def open_hands(self, seat: int) -> tuple[int, ...]:
        """The hands of a seat that may still act, left to right."""
        box = self.table.boxes.get(seat)
        return () if box is None else tuple(hand.number for hand in box.hands if hand.open)

    def to_act(self, seat: int) -> tuple[int, ...]:
        """The open hands of a seat that have not acted in this pass, the one in turn included."""
        if self.phase is not Phase.PLAYING or self.sheet.order != "passes":
            return self.open_hands(seat)
        rest = self._pass[max(self._at - 1, 0) :]
        return tuple(hand.number for hand in rest if hand.box.seat == seat and hand.open)

    def offered(self, seat: int) -> tuple[Move, ...]:
        """What the seat may answer to an open offer."""
        box = self.table.boxes.get(seat)
        return () if box is None or self.phase is not Phase.INSURANCE else moves.offered(self.sheet, box)

    def could(self, seat: int, hand: int, move: Move, means: Amount) -> None:
        """Whether that hand could make that move when its turn comes; whose turn it is does not matter.

        Raises:
            IllegalAction: it could not, as things stand.
        """
        refused = moves.refusal(self.sheet, self._hand(seat, hand), move, means)
        if refused is not None:
            raise refused

    def auto_move(self, seat: int, hand: int) -> Move:
        """What is played for a hand that nobody answers for (rulings 2.4); ``no`` to an offer.

        Raises:
            IllegalAction: there is no such hand.
        """
        if self.phase is Phase.INSURANCE:
            return Move.NO
        found = self._hand(seat, hand)
        most = self.sheet.house_stand_min - 1 if found.box.house else self.sheet.auto_hit_max
        return Move.HIT if found.total <= most else Move.STAND

    def say(self) -> tuple[Move, ...]:
        """What those awaited may say now, whatever their points."""
        if self.phase is Phase.INSURANCE:
            open_now = {move for seat in self.boxes for move in self.offered(seat)}
            return tuple(move for move in (Move.INSURANCE, Move.EVEN_MONEY, Move.NO) if move in open_now)
        hand = self.turn_hand
        if hand is None or self._due:
            return ()
        return tuple(m for m in moves.TURN_MOVES if moves.refusal(self.sheet, hand, m, None) is None)

    def legal(self, player: PlayerId) -> tuple[str, ...]:
        """The kinds of action this player may take now, whatever their points."""
        seats = [seat for seat, box in self.boxes.items() if box.player == player]
        if self.phase is Phase.BETTING:
            return ("bet", "withdraw") if seats else ("bet",)
        if self.phase is Phase.INSURANCE:
            open_now = {move for seat in seats for move in self.offered(seat)}
            return tuple(move for move in (Move.INSURANCE, Move.EVEN_MONEY, Move.NO) if move in open_now)
        turn = self.turn
        return self.say() if turn is not None and turn[0] in seats else ()

    def view(self, audience: Audience) -> View:
        """The picture for the pages; hidden cards are in nobody's."""
        return views.view(self)

    def state(self) -> tuple[Hashable, ...]:
        """Everything there is to this round, hidden cards too, as one comparable value (for audits)."""
        due = tuple((pile.box.seat, pile.number) if isinstance(pile, Hand) else (0, 0) for pile in self._due)
        to_act = tuple((hand.box.seat, hand.number) for hand in self._pass)
        return (
            str(self.phase),
            self.turn,
            self.pass_number,
            due,
            self._fallen,
            to_act,
            self._at,
            *self.table.state(),
        )

    @property
    def results(self) -> tuple[HandResult, ...]:
        """The hands settled so far, in seat order."""
        return self.table.results()

    @property
    def staked(self) -> Mapping[PlayerId, Amount]:
        """What each player has on the table and not yet settled."""
        return {player: amount for player, amount in self.table.staked.items() if amount}


_PLAY = (BlackjackRound._check_play, BlackjackRound._perform_play)
_HANDLERS: Mapping[
    str, tuple[Callable[[BlackjackRound, Any], None], Callable[[BlackjackRound, Any], None]]
] = {
    "bet": (BlackjackRound._check_bet, BlackjackRound._bet),
    "withdraw": (BlackjackRound._check_withdraw, BlackjackRound._withdraw),
    "house": (BlackjackRound._check_house, BlackjackRound._house),
    "close": (BlackjackRound._check_close, BlackjackRound._close),
    "card": (BlackjackRound._check_card, BlackjackRound._card),
    "look": (BlackjackRound._check_look, BlackjackRound._look),
    "reveal": (BlackjackRound._check_reveal, BlackjackRound._reveal),
    "roll": (BlackjackRound._check_roll, BlackjackRound._roll),
    **dict.fromkeys(Move, _PLAY),
}
"""Per kind of action: what refuses it, and what carries it out."""
