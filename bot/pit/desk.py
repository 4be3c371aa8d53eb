"""The desk: what a viewer typed becomes entries of the table, or a short answer (rulings 2, 5, 6.5).

Works on a :class:`Step`; account questions that need the store are the unit's business and never reach it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bot.amounts import Amount
from bot.commands import AmountError, Command, Kind
from bot.games.blackjack.actions import Bet, Retract, Withdraw
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.contract import IllegalAction, PlayerId
from bot.pit import hand_words, rail, seating
from bot.pit.answers import Answer as Answer
from bot.pit.answers import Silent as Silent
from bot.pit.entries import CANCELLED, Act, Claim, DropOrders, Join, KeepFollow, Leave
from bot.pit.events import Queued, Seated
from bot.pit.hand_words import MOVES, OFFER_ANSWERS, After
from bot.pit.replies import bet_words
from bot.pit.rounds import SeatedRound
from bot.pit.step import Step
from bot.pit.wagers import wager


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
                answers += hand_words.moves(self, run) if run else self._one(waiting[0])
                del waiting[: max(1, len(run))]
        except Silent:
            pass
        except After as refusal:
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
                return hand_words.answer_offer(self, command)
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
            if live is not None and live.phase == "betting" and live.laid_beside(self.player):
                return self._retract()
            if not seating.backs(self.table, self.player):
                raise Silent
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
        last = self.table.last_bet(self.player)
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
        seats, live = self.played_seats(), self.table.live
        if live is None:
            raise Silent
        if live.phase == "betting" and self.house_seat is None:
            # What others laid beside a seat waits for a new bet there, until the close (rulings 2.5).
            if live.laid_beside(self.player) or len(seats) > 1 or (seats and self.table.by_betting):
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
        if self.player in self.table.orders.follows:
            self.step.take(KeepFollow(self.player, ""))
        return [Answer("bet_withdrawn")]

    def played_seats(self) -> list[int]:
        """The seats whose hands this desk may play: the viewer's, unless the house plays them this round."""
        one = self.house_seat or self.only
        live = self.table.live
        seats = self.table.seats_of(self.player) if one is None else (one,)
        if live is None:
            return []
        return [seat for seat in seats if seat in live.boxes and live.boxes[seat].player == self.player]


def hands_per_bet(sheet: object) -> int:
    """Hands that one bet is laid on, each with the same amount (rulings 9.1)."""
    return int(getattr(sheet, "hands_per_bet", 1))
