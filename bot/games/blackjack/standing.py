"""Where a blackjack round stands, and every question one may ask about it. Nothing here changes anything."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence

from bot.amounts import ZERO, Amount
from bot.games.blackjack import beside, moves, offers, settling, views
from bot.games.blackjack.actions import Move
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.blackjack.states import Phase
from bot.games.blackjack.table import Box, Dealer, Hand, Pile, Table
from bot.games.contract import (
    Audience,
    Await,
    Awaiting,
    BrokenRule,
    Carried,
    HandResult,
    IllegalAction,
    PlayerId,
    Slot,
    View,
)


class Standing:
    """The state of a round and its read-only half; :class:`BlackjackRound` adds what changes it.

    Attributes:
        turn_hand: the hand to act, while the players act.
        pass_number: which pass is running, from 1; 0 before the first (rulings 6.5).
    """

    __slots__ = (
        "_at",
        "_due",
        "_fallen",
        "_followed",
        "_pass",
        "pass_number",
        "phase",
        "sheet",
        "table",
        "turn_hand",
    )

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
        # The double or split that followers are asked about, until the last has answered.
        self._followed: Move | None = None

    def _face_down(self, pile: Pile) -> bool:
        return self.phase is Phase.DEALING and isinstance(pile, Dealer) and len(pile.cards) == 1

    # --- questions --------------------------------------------------------------------------------------

    @property
    def awaiting(self) -> Awaiting:
        """What must come next."""
        if self.phase is Phase.FOLLOWING:
            return Awaiting(Await.PLAYERS)
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
        return None if hand is None or self._followed is not None else (hand.box.seat, hand.number)

    @property
    def followers(self) -> tuple[tuple[int, PlayerId], ...]:
        """Who owes an answer for a bet behind: the seat behind which it lies, and the player."""
        return beside.waiting(self.table)

    def beside(self, seat: int) -> bool:
        """Whether anybody has laid something beside that seat."""
        return self.table.beside(seat)

    def backs(self, player: PlayerId) -> tuple[int, ...]:
        """The seats behind which the player has a bet that is not decided yet."""
        laid = {seat for seat, one in self.table.behind if one == player}
        undecided = (hand for hand in self.table.hands() if hand.outcome is None)
        shared = {hand.box.seat for hand in undecided if any(one.player == player for one in hand.shares)}
        return tuple(sorted(laid if self.phase is Phase.BETTING else shared))

    def laid_beside(self, player: PlayerId) -> tuple[tuple[str, int, Amount], ...]:
        """What the player has laid beside seats: ``behind`` or ``pair``, the seat, the amount."""
        table = self.table
        behind = [("behind", seat, amount) for (seat, one), amount in table.behind.items() if one == player]
        pairs = [("pair", seat, pair.amount) for (seat, one), pair in table.pairs.items() if one == player]
        return (*behind, *pairs)

    def cost(self, seat: int, player: PlayerId, move: Move) -> Amount:
        """What that answer of a seat's player, or of a follower, costs."""
        found = beside.asked(self.table, seat, player)
        if found is not None:
            return beside.cost(self.sheet, found[1], move)
        box = self._box(seat)
        mine = box.player == player and move is Move.INSURANCE
        asked = [hand for hand in box.hands if hand.asked and move in offers.offers(self.sheet, hand)]
        return Amount(sum(offers.insurance_cost(self.sheet, hand) for hand in asked)) if mine else ZERO

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
        # The hand in turn has acted as soon as a card for it is awaited.
        rest = self._pass[self._at if self._due else max(self._at - 1, 0) :]
        return tuple(hand.number for hand in rest if hand.box.seat == seat and hand.open)

    def offered(self, seat: int, hand: int = 0) -> tuple[Move, ...]:
        """What the seat, or one hand of it, may answer to an open offer."""
        box = self.table.boxes.get(seat)
        if box is None or self.phase is not Phase.INSURANCE:
            return ()
        return offers.offered(self.sheet, box, hand)

    def asked(self, seat: int) -> tuple[int, ...]:
        """The hands of a seat that still owe an answer to the offer."""
        box = self.table.boxes.get(seat)
        return () if box is None else tuple(hand.number for hand in box.hands if hand.asked)

    def could(self, seat: int, hand: int, move: Move, means: Amount) -> None:
        """Whether that hand could make that move when its turn comes; whose turn it is does not matter.

        Raises:
            IllegalAction: it could not, as things stand.
        """
        refused = self._move_refusal(self._hand(seat, hand), move, means)
        if refused is not None:
            raise refused

    def may(self, seat: int, hand: int, means: Amount) -> tuple[Move, ...]:
        """What could be said for that hand now, or for the seat's hands together (``hand`` 0): an answer to
        the open offer, else a move of its next turn."""
        box = self.table.boxes.get(seat)
        if box is None:
            return ()
        if self.phase is Phase.INSURANCE:
            refused = offers.answer_refusal
            asked = self.offered(seat, hand)
            return tuple(one for one in asked if refused(self.sheet, box, hand, one, means) is None)
        if self.phase is not Phase.PLAYING:
            return ()
        hands = [one for one in box.hands if one.open and hand in (0, one.number)]
        return tuple(
            move
            for move in moves.TURN_MOVES
            if any(self._move_refusal(one, move, means) is None for one in hands)
        )

    def _move_refusal(self, hand: Hand, move: Move, means: Amount) -> IllegalAction | None:
        return self._refusal(hand, move, Amount(means + settling.due_unswitched(self.table, hand.box)))

    def _refusal(self, hand: Hand, move: Move, means: Amount | None) -> IllegalAction | None:
        """Why that hand may not make that move; ``means`` ``None``: whatever the points."""
        found = moves.refusal(self.sheet, hand, move, means)
        if found is None and move is Move.SURRENDER:
            up = self.table.dealer.cards[:1]
            if up and up[0].value in self.sheet.no_surrender_under:
                return IllegalAction("no_surrender_under")
        return found

    def auto_move(self, seat: int, hand: int) -> Move:
        """What is played for a hand that nobody answers for (rulings 2.4); ``no`` to an offer.

        Raises:
            IllegalAction: there is no such hand.
        """
        if self.phase in (Phase.INSURANCE, Phase.FOLLOWING):
            return Move.NO
        found = self._hand(seat, hand)
        most = self.sheet.house_stand_min - 1 if found.box.house else self.sheet.auto_hit_max
        if moves.has_its_card(self.sheet, found):
            return Move.STAND
        return Move.HIT if found.total <= most else Move.STAND

    def say(self) -> tuple[Move, ...]:
        """What those awaited may say now, whatever their points."""
        if self.phase is Phase.INSURANCE:
            open_now = {move for seat in self.boxes for move in self.offered(seat)}
            if self.followers:
                open_now |= {Move.INSURANCE, Move.NO}
            return tuple(move for move in (Move.INSURANCE, Move.EVEN_MONEY, Move.NO) if move in open_now)
        if self.phase is Phase.FOLLOWING:
            return (Move.FOLLOW, Move.NO)
        hand = self.turn_hand
        if hand is None or self._due:
            return ()
        return tuple(m for m in moves.TURN_MOVES if self._refusal(hand, m, None) is None)

    def legal(self, player: PlayerId) -> tuple[str, ...]:
        """The kinds of action this player may take now, whatever their points."""
        seats = [seat for seat, box in self.boxes.items() if box.player == player]
        if self.phase is Phase.BETTING:
            return ("bet", "withdraw") if seats else ("bet",)
        follows = any(one == player for _, one in self.followers)
        if self.phase is Phase.FOLLOWING:
            return self.say() if follows else ()
        if self.phase is Phase.INSURANCE:
            open_now = {move for seat in seats for move in self.offered(seat)}
            if follows:
                open_now |= {Move.INSURANCE, Move.NO}
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
            self._followed,
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

    @property
    def carried(self) -> Carried:
        """Nothing: each round of blackjack begins anew."""
        return {}
