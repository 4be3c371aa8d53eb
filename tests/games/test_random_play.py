"""Whatever is tried at a table: money is conserved, refusals change nothing, nothing hidden is shown.

One driver for every shipped blackjack table and for rule changes of each; cards, dice, looks and moves come
from hypothesis, half of the moves tried are not legal.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.amounts import Amount, points
from bot.cards import DECK, JOKER, Card, parse_card
from bot.games.blackjack import (
    Beside,
    Bet,
    BlackjackRound,
    BlackjackSheet,
    House,
    Move,
    Play,
    Reply,
    Retract,
    Withdraw,
)
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Close,
    DealCard,
    Event,
    IllegalAction,
    Look,
    PlayerId,
    Returned,
    Reveal,
    Roll,
    Staked,
)
from bot.games.registry import load_sheet, parse_action, table_ids
from bot.games.text import event_text, parse_event

MOST_ACTIONS = 600
"""Far above any round of seven seats: a round that is longer does not end."""

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((table, {}) for table in table_ids() if load_sheet(table).game == "blackjack"),
    ("tournament", {"order": "hand_by_hand", "hands": 3, "split": {"max_hands": 4, "same": "value"}}),
    ("tournament", {"hole_card": False, "look": "never", "insurance.bet": "lose", "insurance.returns": 3}),
    ("tournament", {"look": "ace_ten", "soft_17": "hit", "split": {"aces": "one_card", "natural": False}}),
    ("tournament", {"house_seats": True, "even_money": False, "double.totals": [10, 11]}),
    ("tournament", {"insurance.offered": False, "even_money": False}),
    ("tournament", {"exit": "joker", "jokers": 4, "premiums": "switch"}),
    ("tournament", {"exit": "joker", "premiums": "unknown-dealer", "look": "never", "hole_card": False}),
    (
        "tournament",
        {"exit": "joker", "joker": {"stakes": "lose", "dealer_later": "ignored", "one_award": False}},
    ),
    ("switch", {"exit": "joker"}),
    ("switch", {"natural_under_ten": "waits", "dealer_push": "hard_22", "premiums": "none"}),
    ("switch", {"order": "hand_by_hand"}),
    ("multihand", {"exit": "joker", "split.max_hands": 4, "premiums": "switch"}),
    ("super7-multihand", {"exit": "joker", "jokers": 4}),
    ("super7-multihand", {"side_bets.s7.after_split": "dealt", "split.max_hands": 4}),
    ("atlantic-city", {"split.aces_again": True, "auto_hit_max": 20}),
    ("french", {"exit": "joker", "double.count": "any", "split.max_hands": 4}),
    ("deluxe", {"exit": "joker", "jokers": 4}),
    ("deluxe", {"second_seat": "refuse", "double.short": "refuse", "split.short": "refuse"}),
    ("deluxe", {"split.aces": "play", "split.deal": "in_turn", "hole_card": False, "look": "never"}),
    ("unknown-dealer", {"exit": "joker"}),
    ("unknown-dealer", {"die.stake": "bet", "premiums": "none", "split.natural": True}),
]


class Player:
    """Drives one round with choices drawn by hypothesis, checking as it goes."""

    def __init__(self, data: st.DataObject, sheet: BlackjackSheet) -> None:
        self.data = data
        self.sheet = sheet
        self.round = BlackjackRound(sheet)
        self.journal: list[str] = []
        self.events: list[Event] = []
        self.wallets = Counter(
            {player: points(data.draw(st.sampled_from([30, 200, 5000]))) for player in range(1, 8)}
        )
        self.start = Counter(self.wallets)
        self.real = data.draw(st.booleans(), label="real cards")

    def pick(self, options: Any) -> Any:
        return self.data.draw(st.sampled_from(options))

    def attempt(self, action: Action) -> bool:
        """Applies it; a refusal must leave everything as it was."""
        before = self.round.state()
        try:
            self.round.check(action)
            allowed = True
        except IllegalAction:
            allowed = False
        assert self.round.state() == before
        try:
            events = self.round.apply(action)
        except IllegalAction:
            assert not allowed, "check() let it through"
            assert self.round.state() == before
            return False
        assert allowed, f"check() refused {action}"
        self.journal.append(str(action))
        self._account(events)
        self._hidden(events)
        return True

    def _account(self, events: list[Event]) -> None:
        self.events += events
        for event in events:
            if isinstance(event, Staked):
                self.wallets[event.player] -= event.amount
                assert self.wallets[event.player] >= 0, "staked points the player does not have"
            elif isinstance(event, Returned):
                self.wallets[event.player] += event.amount
        assert all(amount > 0 for amount in self.round.staked.values())

    def _hidden(self, events: list[Event]) -> None:
        """The face-down card shows in no view and no event (it may equal a card that lies open)."""
        dealer = self.round.table.dealer
        view = self.round.view(Audience.PUBLIC)
        json.dumps(view)
        assert view == self.round.view(Audience.DEALER)
        if not dealer.hole_dealt or dealer.hole_open:
            return
        opened = [str(card) for card in dealer.cards]
        assert view["dealer"]["cards"] == [*opened, "?"]
        assert view["dealer"]["total"] == dealer.total == sum_of(opened)
        shown = " ".join(event_text(event) for event in events)
        assert "hole_opened" not in shown
        if dealer.hole is MARKED:
            assert str(MARKED) not in shown
            assert str(MARKED) not in json.dumps(view)
            assert str(MARKED) not in str(self.round.awaiting)

    # --- choices ---------------------------------------------------------------------------------------

    def step(self) -> None:
        if self.data.draw(st.integers(0, 3)) == 0:
            self.attempt(self.anything())
        awaiting = self.round.awaiting
        match awaiting.what:
            case Await.BETS:
                self.bets()
            case Await.CARD:
                assert awaiting.slot is not None
                self.card(face_down=awaiting.slot.face_down)
            case Await.LOOK:
                assert self.attempt(Look(self.pick([False, False, True])))
            case Await.REVEAL:
                while not self.attempt(Reveal(self.pick(DECK))):
                    pass
            case Await.ROLL:
                assert self.attempt(Roll(self.data.draw(st.integers(1, self.sheet.seats))))
            case Await.PLAYERS:
                self.turn()

    def bets(self) -> None:
        for seat in self.data.draw(st.lists(st.integers(1, self.sheet.seats), max_size=5, unique=True)):
            if self.sheet.house_seats and self.pick([True, False, False]):
                self.attempt(House(seat))
            self.attempt(self.some_bet(seat))
        if self.sheet.behind:
            for _ in range(self.data.draw(st.integers(0, 4))):
                self.attempt(self.something_beside())
        if self.pick([True, False]):
            if self.sheet.full_table and self.round.boxes:
                for seat in set(range(1, self.sheet.seats + 1)) - set(self.round.boxes):
                    self.must(House(seat))
            self.must(Close())

    def something_beside(self) -> Action:
        """What anybody may lay beside a seat (rulings 10.3, 10.4)."""
        player = self.data.draw(st.integers(1, 7))
        what, amount = self.pick(["behind", "behind", "pair"]), points(self.pick([10, 20, 100, 15, 1000]))
        seat, means = self.pick([1, 2, 3, 4]), Amount(self.wallets[player])
        return Beside(what, seat, PlayerId(player), amount, "plain", means)

    def some_bet(self, seat: int) -> Bet:
        one = points(self.pick([10, 20, 100, 1000, 15]))
        few = self.sheet.hands if self.sheet.equal_hands else self.data.draw(st.integers(1, self.sheet.hands))
        side = {
            name: points(self.pick([10, 20, 1]))
            for name in self.sheet.side_bets
            if name != "pair" and self.pick([True, False])
        }
        return Bet(
            seat,
            PlayerId(seat),
            (one,) * few,
            tuple(side.items()),
            "plain",
            Amount(self.wallets[seat]),
            self.pick([0, 0, 6, 7]) if self.sheet.seats_each > 1 else 0,
        )

    def card(self, face_down: bool) -> None:
        if face_down:
            # The one ten of spades of the pack: wherever it shows, the hole card has leaked.
            hidden = [MARKED] if self.pick([True, False]) else PACK
            return self.must(DealCard(None if self.real else self.pick(hidden)))
        jokers = [JOKER] if self.sheet.exit == "joker" and self.data.draw(st.integers(0, 9)) == 0 else PACK
        return self.must(DealCard(self.pick(jokers)))

    def must(self, action: Action) -> None:
        assert self.attempt(action), f"refused: {action}"

    def follower(self) -> None:
        """Whoever bet behind a seat answers."""
        seat, player = self.pick(self.round.followers)
        legal = self.round.legal(player)
        assert Move.NO in legal
        move = self.pick(legal)
        if not self.attempt(Reply(seat, player, Move(move), Amount(self.wallets[player]))):
            self.must(Reply(seat, player, Move.NO, Amount(0)))

    def turn(self) -> None:
        turn = self.round.turn
        if self.round.followers and (not self.round.awaiting.seats or self.pick([True, False])):
            self.follower()
            return
        seat = turn[0] if turn else self.pick(self.round.awaiting.seats)
        hand = turn[1] if turn else 0
        player = self.round.boxes[seat].player
        offered = self.round.offered(seat) if turn is None else self.round.say()
        assert offered, "somebody is awaited who can say nothing"
        if player:
            assert set(self.round.legal(player)) >= set(offered)
            if not self.sheet.behind:
                assert set(self.round.legal(player)) == set(offered)
        move = self.pick([*offered, self.round.auto_move(seat, hand or 1)])
        if not self.attempt(Play(seat, hand, move, Amount(self.wallets[player]))):
            # Only for want of points; what is played without an answer is always possible.
            assert move in (Move.DOUBLE, Move.SPLIT, Move.INSURANCE)
            self.must(Play(seat, hand, self.round.auto_move(seat, hand or 1), Amount(0)))

    def anything(self) -> Action:
        seat = self.data.draw(st.integers(0, self.sheet.seats + 1))
        hand = self.data.draw(st.integers(0, 3))
        return self.pick(
            [
                Play(seat, hand, self.pick(list(Move)), Amount(self.wallets[seat])),
                Play(seat, hand, self.pick(list(Move)), Amount(0)),
                DealCard(self.pick([None, *PACK]))
                if self.round.awaiting.what is not Await.CARD
                else Withdraw(9),
                self.some_bet(seat),
                self.something_beside(),
                Reply(seat, PlayerId(max(1, hand)), self.pick(list(Move)), Amount(0)),
                Retract(PlayerId(max(1, hand))),
                Withdraw(seat),
                House(seat),
                Close() if self.round.phase != "betting" else Withdraw(9),
                Look(True) if self.round.awaiting.what is not Await.LOOK else Withdraw(9),
                Roll(self.data.draw(st.integers(-1, 9))) if self.round.phase != "rolling" else Withdraw(9),
            ]
        )


MARKED = parse_card("TS")
PACK: list[Card] = [card for card in DECK if card is not MARKED]


def sum_of(cards: list[str]) -> int:
    """The blackjack count, told anew."""
    hard = sum(parse_card(text).value for text in cards)
    return hard + 10 if hard <= 11 and any(text.startswith("A") for text in cards) else hard


@pytest.mark.parametrize(("table", "rules"), VARIANTS, ids=lambda value: str(value).replace(" ", "")[:60])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_random_play(table: str, rules: Mapping[str, Any], data: st.DataObject) -> None:
    sheet = load_sheet(table, rules)
    assert isinstance(sheet, BlackjackSheet)
    player = Player(data, sheet)
    for _ in range(MOST_ACTIONS):
        if player.round.awaiting.what is Await.NOTHING:
            break
        player.step()
    game = player.round
    assert game.phase == "settled", "a round must end"
    assert len(player.journal) < MOST_ACTIONS
    assert_conserved(player)
    assert_refolds(player)


def assert_conserved(player: Player) -> None:
    """Nothing is left on the table, and the house's difference is what the results say."""
    assert dict(player.round.staked) == {}
    staked = sum(event.amount for event in player.events if isinstance(event, Staked))
    returned = sum(event.amount for event in player.events if isinstance(event, Returned))
    assert sum(player.wallets.values()) == sum(player.start.values()) - staked + returned
    results = player.round.results
    hands = [
        event for event in player.events if isinstance(event, Staked) and event.what in ("double", "split")
    ]
    bets = sum(sum(box.amounts) for box in player.round.boxes.values())
    bets += sum(amount for one in range(1, 8) for _, _, amount in player.round.laid_beside(PlayerId(one)))
    assert sum(result.staked for result in results) == bets + sum(event.amount for event in hands)
    paid = Counter(event.player for event in player.events if isinstance(event, Returned) and event.hand)
    assert set(paid) <= {result.player for result in results}
    assert all(result.returned >= 0 for result in results)


def assert_refolds(player: Player) -> None:
    """The journal, read back, gives the same state, events and view; the events read back too."""
    again = BlackjackRound(player.sheet)
    events: list[Event] = []
    for line in player.journal:
        events += again.apply(parse_action("blackjack", line))
    assert again.state() == player.round.state()
    assert events == player.events
    assert again.view(Audience.PUBLIC) == player.round.view(Audience.PUBLIC)
    assert [parse_event(event_text(event)) for event in events] == events
