"""The desk: what a viewer typed becomes entries of the table, or a short answer (rulings 2, 5, 6.5).

Works on a :class:`Step`; account questions that need the store are the unit's business and never reach it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from bot.amounts import Amount
from bot.commands import AmountError, Command, Kind
from bot.games.blackjack.actions import Bet, Move, Play, Withdraw
from bot.games.blackjack.sheet import BlackjackSheet
from bot.games.contract import IllegalAction, PlayerId
from bot.pit.entries import CANCELLED, Act, DropOrders, Join, Leave, Order
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


@dataclass(frozen=True, slots=True)
class Answer:
    """What the viewer is told; ``code`` is a text's code."""

    code: str
    params: dict[str, object] = field(default_factory=dict)
    important: bool = False


class Silent(Exception):
    """Nothing happens and nothing is said: a vote, a score, advice from the rail (rulings 5.11, 5.13)."""


class Desk:
    """One viewer's message at one table.

    Args:
        rank: the viewer's rank now.
        delay_ms: how far the viewer's stream runs behind, for hits whose sender cannot have seen the card.
        house_seat: the seat that the dealer speaks for, where the house plays it (rulings 8.1).
    """

    def __init__(
        self, step: Step, player: PlayerId, rank: str, delay_ms: int = 0, house_seat: int | None = None
    ) -> None:
        self.step = step
        self.table = step.table
        self.player = player
        self.rank = rank
        self.delay_ms = delay_ms
        self.house_seat = house_seat

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
        seat = self.table.seat_of(self.player)
        if seat is None and self.player not in self.table.queue:
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
            seat = self._seat()
            live = self._betting()
            means = self.step.means(self.player)
            held = live.staked.get(self.player, Amount(0)) if seat in live.boxes else Amount(0)
            found = wager(command, self._sheet, self.rank, Amount(means + held))
            if command.bare and found.raised:
                raise Silent  # a bare number that is no legal bet may be a vote (rulings 5.11)
            bet = Bet(seat, self.player, found.amounts, found.side, self.rank, means)
            self.step.do(Act(bet))
        except (IllegalAction, AmountError):
            if command.bare:
                raise Silent from None
            raise
        code = "bet_raised" if found.raised else "bet_clipped" if found.clipped else "bet_taken"
        return [self._taken(bet, code)]

    @property
    def _sheet(self) -> BlackjackSheet:
        return cast(BlackjackSheet, self.table.sheet)

    def _taken(self, bet: Bet, how: str = "bet_taken") -> Answer:
        """What lies there now; one amount where every hand must carry the same."""
        side, params = bet_words(bet)
        if len(bet.amounts) <= self._sheet.hands_per_bet:
            params["amount"] = bet.amounts[0]
        return Answer(f"{how}{side}", params, important=how != "bet_taken")

    def _again(self) -> list[Answer]:
        """同じ: the bet that stood when bets were last closed (rulings 5.2)."""
        seat = self._seat()
        self._betting()
        last = self.table.last_bets.get(self.player)
        if last is None:
            raise IllegalAction("no_last_bet")
        bet = Bet(seat, self.player, *last, self.rank, self.step.means(self.player))
        self.step.do(Act(bet))
        return [self._taken(bet)]

    def _betting(self) -> SeatedRound:
        live = self.table.live
        if live is None:
            raise IllegalAction("bets_not_open")
        if live.phase != "betting":
            raise IllegalAction("bets_closed")
        if self.step.paused is not None:
            raise IllegalAction("season_paused", season=self.step.paused)
        return live

    def _cancel(self) -> list[Answer]:
        seat, live = self._played_seat(), self.table.live
        if seat is None or live is None:
            raise Silent
        if live.phase == "betting" and self.house_seat is None:
            self.step.do(Act(Withdraw(seat)))
            return [Answer("bet_withdrawn")]
        if self.table.orders.of(seat):
            self.step.do(DropOrders(seat, CANCELLED))
            return [Answer("order_cancelled")]
        raise Silent

    def _played_seat(self) -> int | None:
        """The seat whose hands this desk may play: the viewer's, unless the house plays it this round."""
        seat = self.house_seat or self.table.seat_of(self.player)
        live = self.table.live
        if seat is None or live is None or seat not in live.boxes or live.boxes[seat].player != self.player:
            return None
        return seat

    # --- offers and moves (rulings 5.5, 5.10, 5.13, 6.5) --------------------------------------------------

    def _answer_offer(self, command: Command) -> list[Answer]:
        seat, live = self.table.seat_of(self.player), self.table.live
        offered = live.offered(seat) if seat is not None and live is not None else ()
        move, hand = OFFER_ANSWERS[command.kind], command.hand or 0
        if seat is None or live is None or (not offered and move in (None, Move.NO)):
            raise Silent
        if not offered:
            raise IllegalAction("not_offered")
        # The rest of the message comes before what the answer sets going: "no hit" replaces a kept "stand".
        for number, answer in [(hand, move)] if move is not None else _accepted(live, seat, hand):
            self.step.take(Act(Play(seat, number, answer, self.step.means(self.player))))
        return []

    def _moves(self, commands: Sequence[Command]) -> list[Answer]:
        seat, live = self._played_seat(), self.table.live
        if seat is None or live is None:
            raise Silent
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
        return self._list_words(live, seat, words)

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

    def _list_words(self, live: SeatedRound, seat: int, words: Sequence[tuple[int, Move]]) -> list[Answer]:
        if not live.open_hands(seat):
            raise Silent
        try:
            self._may_list(live, seat, words)
        except IllegalAction as refusal:
            # After an answer that stands, the message has replaced the list: what was kept is not played.
            if self.step.entries and self.table.orders.of(seat):
                self.step.take(DropOrders(seat, refusal.code))
            raise
        return self._keep(seat, [(hand, move.value) for hand, move in words])

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
