"""The desk: what a viewer typed becomes entries of the table, or a short answer (rulings 2, 5, 6.5).

Works on a :class:`Step`; account questions that need the store are the unit's business and never reach it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from bot.amounts import Amount
from bot.commands import AmountError, Command, Kind
from bot.games.blackjack.actions import Bet, Move, Play, Reply, Retract, Withdraw
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.contract import IllegalAction, PlayerId
from bot.pit import rail
from bot.pit.answers import Answer as Answer
from bot.pit.answers import Silent as Silent
from bot.pit.entries import CANCELLED, Act, Claim, DropOrders, Join, KeepFollow, Leave, Order
from bot.pit.events import Queued, Seated
from bot.pit.orders import DECISIONS, SEAT_LIST, assign, joined
from bot.pit.replies import bet_words
from bot.pit.rounds import SeatedRound
from bot.pit.step import Step
from bot.pit.wagers import wager

MOVES = {
    kind: Move(kind.value)
    for kind in (Kind.HIT, Kind.STAND, Kind.DOUBLE, Kind.SPLIT, Kind.SURRENDER, Kind.SWITCH)
} | {Kind.STOP: Move.SURRENDER, Kind.NO: Move.NO}
"""What a word asks of a hand. ストップ is a surrender by another name, "no" declines a switch (5.10)."""
OFFER_ANSWERS = {
    Kind.INSURANCE: Move.INSURANCE,
    Kind.EVEN_MONEY: Move.EVEN_MONEY,
    Kind.NO: Move.NO,
    Kind.YES: None,
}


class Desk:
    """One viewer's message at one table.

    Args:
        rank: the viewer's rank now.
        delay_ms: how far the viewer's stream runs behind, for hits whose sender cannot have seen the card.
        house_seat: the seat that the dealer speaks for, where the house plays it (rulings 8.1).
        only: the seat that the dealer speaks for; its player's other one is not meant (rulings 10.2).
    """

    def __init__(
        self,
        step: Step,
        player: PlayerId,
        rank: str,
        delay_ms: int = 0,
        house_seat: int | None = None,
        only: int | None = None,
    ) -> None:
        self.step = step
        self.table = step.table
        self.player = player
        self.rank = rank
        self.delay_ms = delay_ms
        self.house_seat = house_seat
        self.only = only

    def take(self, commands: Sequence[Command]) -> list[Answer]:
        """Takes a message's commands in order; the first that may not be stops the rest, with its reason."""
        answers: list[Answer] = []
        waiting = list(commands)
        try:
            while waiting:
                run = self._run_of_moves(waiting)
                answers += self._moves(run) if run else self._one(waiting[0])
                del waiting[: max(1, len(run))]
        except Silent:
            pass
        except _After as refusal:
            answers += [*refusal.answers, Answer(refusal.code, dict(refusal.params), important=True)]
        except (IllegalAction, AmountError) as refusal:
            answers.append(Answer(refusal.code, dict(refusal.params), important=True))
        self.step.run_on()
        return answers

    def _run_of_moves(self, commands: Sequence[Command]) -> list[Command]:
        """The leading commands that are moves of hands: they are given out together. A "no" is one where a
        switch may be declined (rulings 9.3)."""
        run: list[Command] = []
        for command in commands:
            if command.kind not in MOVES or (command.kind is Kind.NO and (run or not self._may_decide())):
                break
            run.append(command)
        return run

    def _may_decide(self) -> bool:
        seat, live = self.table.seat_of(self.player), self.table.live
        if seat is None or live is None or seat not in live.boxes or live.offered(seat):
            return False
        return bool(getattr(live.boxes[seat], "may_switch", False))

    def _one(self, command: Command) -> list[Answer]:
        match command.kind:
            case Kind.JOIN:
                return self._join()
            case Kind.LEAVE:
                return self._leave()
            case Kind.BET:
                return self._bet(command)
            case Kind.AGAIN:
                return self._again()
            case Kind.CANCEL:
                return self._cancel()
            case Kind.BEHIND | Kind.PAIR:
                return rail.lay(self, command)
            case Kind.FOLLOW:
                return rail.follow(self)
            case kind if kind in OFFER_ANSWERS:
                return self._answer_offer(command)
            case _:
                raise IllegalAction("not_here")

    # --- seats ---------------------------------------------------------------------------------------------

    def _join(self) -> list[Answer]:
        for event in self.step.do(Join(self.player)):
            if isinstance(event, Seated) and event.player == self.player:
                return [Answer("seated", {"seat": event.seat})]
            if isinstance(event, Queued):
                return [Answer("queued", {"place": event.place})]
        return [Answer("stays")]

    def _leave(self) -> list[Answer]:
        seat, live = self.table.seat_of(self.player), self.table.live
        if seat is None and self.player not in self.table.queue:
            if live is None or live.phase != "betting" or not live.laid_beside(self.player):
                raise Silent
            return self._retract()
        self.step.do(Leave(self.player))
        still = self.table.seat_of(self.player)
        return [Answer("leaving") if still is not None else Answer("left")]

    def _seat(self) -> int:
        seat = self.table.seat_of(self.player)
        if seat is None:
            raise IllegalAction("not_seated")
        return seat

    # --- bets (rulings 1.2, 5.7, 5.8, 5.11) ---------------------------------------------------------------

    def _bet(self, command: Command) -> list[Answer]:
        try:
            seats = self._bet_seats(command.seat)
            live = self.betting()
            means = self.step.means(self.player)
            beside = sum(amount for _, _, amount in live.laid_beside(self.player))
            held = Amount(live.staked.get(self.player, Amount(0)) - beside)
            # A named amount is for each seat, if need be halved; a share is one of the points there are.
            shared = 1 if isinstance(command.amount, int) else len(seats)
            found = wager(command, self.sheet, self.rank, Amount((means + held) // shared))
            if command.bare and found.raised:
                raise Silent  # a bare number that is no legal bet may be a vote (rulings 5.11)
            bet = self._bet_on(seats, found.amounts, found.side)
        except (IllegalAction, AmountError):
            if command.bare:
                raise Silent from None
            raise
        code = "bet_raised" if found.raised else "bet_clipped" if found.clipped else "bet_taken"
        return [self._taken(bet, code)]

    def _bet_seats(self, named: int | None) -> tuple[int, ...]:
        """The seats that a bet is for: the viewer's; where one is taken by betting, also the one it names, or
        the first that is free (rulings 10.2)."""
        table, held = self.table, self.table.seats_of(self.player)
        if not table.by_betting:
            return (self._seat(),)
        self.betting()
        if named is None or named in held:
            if not held and not table.free_seats:
                raise IllegalAction("table_full")
            return held or table.free_seats[:1]
        if named not in table.free_seats:
            raise IllegalAction("seat_taken", seat=named)
        if len(held) >= table.seats_each:
            raise IllegalAction("two_seats" if len(held) > 1 else "one_seat", seats=held, seat=held[0])
        return tuple(sorted((*held, named)))

    def _bet_on(
        self,
        seats: Sequence[int],
        amounts: tuple[Amount, ...],
        side: tuple[tuple[str, Amount], ...],
    ) -> Bet:
        """Lays the bet, taking the seats that are not the viewer's yet."""
        seat, second = (*seats, 0)[:2]
        bet = Bet(seat, self.player, amounts, side, self.rank, self.step.means(self.player), second)
        self.betting().check(bet)
        for one in seats:
            if one not in self.table.seats:
                self.step.take(Claim(self.player, one))
        self.step.do(Act(bet))
        return bet

    @property
    def sheet(self) -> BlackjackSheet:
        """The rules of the running round."""
        return cast(BlackjackSheet, self.table.sheet)

    def _taken(self, bet: Bet, how: str = "bet_taken") -> Answer:
        """What lies there now; one amount where every hand must carry the same."""
        side, params = bet_words(bet)
        if len(bet.amounts) <= self.sheet.hands_per_bet:
            params["amount"] = bet.amounts[0]
        if self.table.by_betting and how in ("bet_taken", "bet_clipped") and not side:
            return self._taken_on_seats(bet, clipped=how == "bet_clipped")
        return Answer(f"{how}{side}", params, important=how != "bet_taken")

    def _taken_on_seats(self, bet: Bet, *, clipped: bool) -> Answer:
        """The same where a bet takes a seat: which one it is, and what lies on each of two."""
        seats = self.table.seats_of(self.player)
        amount = self.betting().boxes[bet.seat].amounts[0]
        params: dict[str, object] = {"seats": seats, "amount": amount}
        if amount != bet.amounts[0]:
            return Answer("bet_halved", params, important=True)
        if clipped:
            return Answer("bet_on_seats_clipped", params, important=True)
        return Answer("bet_on_seat" if len(seats) == 1 else "bet_on_seats", params)

    def _again(self) -> list[Answer]:
        """同じ: the bet that stood when bets were last closed (rulings 5.2)."""
        last = self.table.last_bets.get(self.player)
        if last is not None and not last.amounts:  # they had bet beside others' seats alone
            return rail.again(self, last.beside)
        seats = self._bet_seats(None)
        self.betting()
        if last is None:
            raise IllegalAction("no_last_bet")
        answers = [self._taken(self._bet_on(seats, last.amounts, last.side))]
        return answers + rail.again(self, last.beside)

    def betting(self) -> SeatedRound:
        """The round, if it takes bets.

        Raises:
            IllegalAction: it does not.
        """
        live = self.table.live
        if live is None:
            raise IllegalAction("bets_not_open")
        if live.phase != "betting":
            raise IllegalAction("bets_closed")
        if self.step.paused is not None:
            raise IllegalAction("season_paused", season=self.step.paused)
        return live

    def _cancel(self) -> list[Answer]:
        seats, live = self._played_seats(), self.table.live
        if live is None:
            raise Silent
        if live.phase == "betting" and self.house_seat is None:
            if live.laid_beside(self.player) or len(seats) > 1:
                return self._retract()
            if not seats:
                raise Silent
            self.step.do(Act(Withdraw(seats[0])))
            return [Answer("bet_withdrawn")]
        dropped = [seat for seat in seats if self.table.orders.of(seat)]
        for seat in dropped:
            self.step.do(DropOrders(seat, CANCELLED))
        if self.player in self.table.orders.follows:
            self.step.take(KeepFollow(self.player, ""))
        elif not dropped:
            raise Silent
        return [Answer("order_cancelled")]

    def _retract(self) -> list[Answer]:
        """All that the viewer has bet comes back, on whichever seats it lies (rulings 5.7)."""
        self.step.do(Act(Retract(self.player)))
        return [Answer("bet_withdrawn")]

    def _played_seats(self) -> list[int]:
        """The seats whose hands this desk may play: the viewer's, unless the house plays them this round."""
        one = self.house_seat or self.only
        live = self.table.live
        seats = self.table.seats_of(self.player) if one is None else (one,)
        if live is None:
            return []
        return [seat for seat in seats if seat in live.boxes and live.boxes[seat].player == self.player]

    # --- offers and moves (rulings 5.5, 5.10, 5.13, 6.5) --------------------------------------------------

    def _answer_offer(self, command: Command) -> list[Answer]:
        live, move = self.table.live, OFFER_ANSWERS[command.kind]
        if live is None:
            raise Silent
        seats, hand = self._offered_seats(live, command)
        behind = rail.asked(self, live, command.seat) if self.only is None and not command.hand else []
        if not seats and not behind:
            if move is Move.NO:
                return rail.follow_no_more(self, live)
            if move is None:
                raise Silent
            raise IllegalAction("not_offered")
        answers: list[Play | Reply] = []
        for seat in seats:
            for number, answer in [(hand, move)] if move is not None else _accepted(live, seat, hand):
                answers.append(Play(seat, number, answer))
        yes = Move.FOLLOW if live.phase == rail.FOLLOWING else Move.INSURANCE
        answers += [Reply(seat, self.player, yes if move is None else move) for seat in behind]
        self._can_pay(live, answers)
        # The rest of the message comes before what the answer sets going: "no hit" replaces a kept "stand".
        for one in answers:
            self.step.take(Act(replace(one, means=self.step.means(self.player))))
        return []

    def _offered_seats(self, live: SeatedRound, command: Command) -> tuple[list[int], int]:
        """The viewer's seats that an answer is for, and the hand it names. With two seats a number counts the
        hands of both."""
        seats = list(self.table.seats_of(self.player) if self.only is None else (self.only,))
        hand = command.hand or 0
        if hand and len(seats) > 1:
            seats, hand = seats[hand - 1 : hand], 0
        return [seat for seat in seats if live.offered(seat) and command.seat in (None, seat)], hand

    def _can_pay(self, live: SeatedRound, answers: Sequence[Play | Reply]) -> None:
        """Several answers of one word stand or fall together."""
        if len(answers) < 2:
            return
        short = sum(live.cost(one.seat, self.player, one.move) for one in answers) - self.step.means(
            self.player
        )
        if short > 0:
            raise IllegalAction("short", shortfall=Amount(short))

    def _moves(self, commands: Sequence[Command]) -> list[Answer]:
        seats, live = self._played_seats(), self.table.live
        if not seats or live is None:
            raise Silent
        seat = seats[0]
        if live.phase == "betting":
            raise IllegalAction("no_cards_yet")
        words = [(command.hand or 0, MOVES[command.kind]) for command in commands]
        kept = self.table.orders.decisions.get(seat)
        if kept is not None and words[0][1] not in DECISIONS:
            words = [(0, Move(kept[0])), *words]
        if words[0][1] in DECISIONS:
            return self._decision(live, seat, words)
        if self.table.passes:
            return self._pass_words(live, seat, words)
        return self._list_words(live, self._by_seat(live, seats, words))

    def _decision(self, live: SeatedRound, seat: int, words: Sequence[tuple[int, Move]]) -> list[Answer]:
        """A switch, or none, and what the hands do after it (rulings 5.5, 9.3). What was said for the same
        decision before stands beside it (rulings 6.5)."""
        open_hands = live.open_hands(seat)
        if not open_hands:
            raise Silent
        decision = words[0][1]
        live.could(seat, open_hands[0], decision, self.step.means(self.player))
        hands = cast(BlackjackSheet, self.table.sheet).hands_per_bet
        after = tuple((hand, move.value) for hand, move in words[1 : hands + 1])
        before, kept = self.table.orders.said(seat)
        if before == decision.value:
            may_open = range(1, hands + 1) if decision is Move.SWITCH else open_hands
            after = joined(kept, after, may_open)
        answers = self._keep(seat, [(0, decision.value), *after])
        if len(words) > hands + 1:
            answers.append(Answer("surplus_words", {"hands": hands}))
        return answers

    def _pass_words(self, live: SeatedRound, seat: int, words: Sequence[tuple[int, Move]]) -> list[Answer]:
        open_hands = live.open_hands(seat)
        if not open_hands:
            raise Silent
        kept = self.table.orders.by_hand.get(seat, {})
        placed, surplus = assign(
            [(hand, move.value) for hand, move in words], open_hands, live.to_act(seat), kept
        )
        good: list[tuple[int, str]] = []
        refusal: IllegalAction | None = None
        for hand, word in placed:
            try:
                self._allowed(live, seat, hand, Move(word))
            except IllegalAction as caught:
                refusal = caught
                break
            good.append((hand, word))
        answers = self._keep(seat, good)
        if refusal is not None:
            raise _After(refusal, answers)
        if surplus:
            answers.append(Answer("surplus_words", {"hands": len(open_hands)}))
        return answers

    def _by_seat(
        self, live: SeatedRound, seats: Sequence[int], words: Sequence[tuple[int, Move]]
    ) -> Mapping[int, Sequence[tuple[int, Move]]]:
        """The words of a list by seat. With two seats numbers count the hands of both, and what names none
        begins where the viewer's next turn is (rulings 6.5, 10.2)."""
        if len(seats) == 1:
            return {seats[0]: words} if live.open_hands(seats[0]) else {}
        hands = [(seat, n) for seat in seats for n in range(1, len(live.boxes[seat].hands) + 1)]
        still = [seat for seat in seats if live.open_hands(seat)]
        if not still:
            return {}
        turn = live.turn
        first = turn[0] if turn is not None and turn[0] in seats else still[0]
        found: dict[int, list[tuple[int, Move]]] = {}
        for number, move in words:
            if number > len(hands):
                raise IllegalAction("no_such_hand", hand=number, hands=len(hands))
            seat, hand = hands[number - 1] if number else (first, SEAT_LIST)
            found.setdefault(seat, []).append((hand, move))
        return found

    def _list_words(self, live: SeatedRound, words: Mapping[int, Sequence[tuple[int, Move]]]) -> list[Answer]:
        if not words:
            raise Silent
        others = [seat for seat in self._played_seats() if seat not in words and self.table.orders.of(seat)]
        try:
            for seat, said in words.items():
                self._may_list(live, seat, said)
        except IllegalAction as refusal:
            # After an answer that stands, the message has replaced the list: what was kept is not played.
            for seat in (*words, *others):
                if self.step.entries and self.table.orders.of(seat):
                    self.step.take(DropOrders(seat, refusal.code))
            raise
        for seat in others:  # a new message replaces the whole list
            self.step.take(DropOrders(seat, CANCELLED))
        *before, last = words.items()
        for seat, said in before:
            self.step.take(Order(seat, tuple((hand, move.value) for hand, move in said)))
        return self._keep(last[0], [(hand, move.value) for hand, move in last[1]])

    def _may_list(self, live: SeatedRound, seat: int, words: Sequence[tuple[int, Move]]) -> None:
        """Hands that are named must be there, and open; the hand in turn must be able to take its word."""
        for hand, _ in words:
            if hand:
                live.could(seat, hand, Move.STAND, Amount(0))
        turn = live.turn
        if turn is not None and turn[0] == seat:
            first = next((move for hand, move in words if hand in (SEAT_LIST, turn[1])), None)
            if first is not None:
                self._allowed(live, seat, turn[1], first)

    def _allowed(self, live: SeatedRound, seat: int, hand: int, move: Move) -> None:
        live.could(seat, hand, move, self.step.means(self.player))
        card_at = self.table.last_card_at.get((seat, hand), 0)
        if move is Move.HIT and self.delay_ms and self.step.at - card_at < self.delay_ms:
            raise IllegalAction("too_soon")

    def _keep(self, seat: int, placed: Sequence[tuple[int, str]]) -> list[Answer]:
        if not placed:
            return []
        before = len(self.step.entries)
        self.step.do(Order(seat, tuple(placed)))
        played = any(
            isinstance(entry.thing, Act)
            and isinstance(entry.thing.action, Play)
            and entry.thing.action.seat == seat
            for entry in self.step.entries[before:]
        )
        return [] if played else [Answer("order_kept", {"moves": [move for _, move in placed]})]


class _After(IllegalAction):
    """A refusal that comes after words that stand."""

    def __init__(self, refusal: IllegalAction, answers: Sequence[Answer]) -> None:
        super().__init__(refusal.code, **refusal.params)
        self.answers = tuple(answers)


def _accepted(live: SeatedRound, seat: int, hand: int) -> list[tuple[int, Move]]:
    """What 「はい」 answers: insurance, or to a hand that has no other offer even money (rulings 5.10)."""
    hands = (hand,) if hand else live.asked(seat)
    found = [(one, next((m for m in live.offered(seat, one) if m is not Move.NO), Move.NO)) for one in hands]
    return found if len({move for _, move in found}) > 1 else [(hand, found[0][1])]


def hands_per_bet(sheet: object) -> int:
    """Hands that one bet is laid on, each with the same amount (rulings 9.1)."""
    return int(getattr(sheet, "hands_per_bet", 1))
