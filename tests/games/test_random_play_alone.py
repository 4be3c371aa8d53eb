"""Whatever is tried where each viewer plays alone: money is conserved, refusals change nothing, nothing
hidden is shown, and the texts of the actions give the same round again."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.amounts import Amount, points
from bot.cards import DECK, parse_card
from bot.games.alone import AloneRound
from bot.games.contract import (
    Action,
    Audience,
    Await,
    Close,
    DealCard,
    Event,
    IllegalAction,
    PlayerId,
    Returned,
    Reveal,
    Staked,
)
from bot.games.poker import SIZE
from bot.games.registry import load_sheet, parse_action, start_round
from bot.games.sheet import TableSheet
from bot.games.stud import Ante, Lift, Pass, Raise, StudSheet
from bot.games.text import event_text, parse_event
from bot.games.video_poker import Deal, Hold

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("video-poker", {}),
    ("video-poker", {"limits.min": 5, "limits.step": 5}),
    ("stud", {}),
    ("stud", {"raise_times": 1, "qualifies": "holds_ace_king", "upcard": 5}),
    ("stud", {"raise_times": 3, "qualifies": "always", "upcard": 3, "pays.ante": "3/2"}),
]
PLAYERS = range(1, 5)
COINS = st.sampled_from([points(1), points(7), points("2.5"), points(5000), Amount(0)])
HANDS = st.sets(st.integers(1, SIZE)).map(lambda held: tuple(sorted(held)))


class Evening:
    """Drives one round with choices drawn by hypothesis, checking as it goes."""

    def __init__(self, data: st.DataObject, sheet: TableSheet) -> None:
        self.data = data
        self.sheet = sheet
        game = start_round(sheet)
        assert isinstance(game, AloneRound)
        self.round: AloneRound[Any] = game
        self.journal: list[str] = []
        self.events: list[Event] = []
        purse = st.sampled_from([points(2), points(40), points(100_000)])
        self.wallets = Counter({player: data.draw(purse) for player in PLAYERS})
        self.start = Counter(self.wallets)
        self.real = data.draw(st.booleans(), label="real cards")
        # What each game's deck still holds, in dealing order, and what lies face down unknown.
        self.decks: dict[int, list[Any]] = {}

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
                assert event.amount > 0
                self.wallets[event.player] -= event.amount
                assert self.wallets[event.player] >= 0, "staked points the player does not have"
            elif isinstance(event, Returned):
                assert event.amount > 0
                self.wallets[event.player] += event.amount
        assert all(stake > 0 for stake in self.round.staked.values())
        lost = Counter[int]()
        for result in self.round.results:
            lost[result.player] += result.staked - result.returned
        for player in PLAYERS:
            lying = self.round.staked.get(PlayerId(player), 0)
            gone = self.start[player] - self.wallets[player]
            assert gone == lying + lost[player], "a void would not return what was staked"

    def _hidden(self, events: list[Event]) -> None:
        """Before a raise no view and no event names a card of the dealer's but the open one."""
        view = self.round.view(Audience.PUBLIC)
        assert view == self.round.view(Audience.DEALER)
        json.dumps(view)
        if not isinstance(self.sheet, StudSheet):
            return
        said = [event_text(event) for event in events]
        for shown in view["play"]["games"]:
            game = self.round.game(shown["game"])
            if game.opened:
                continue
            up = self.sheet.upcard
            backs = [text for at, text in enumerate(shown["dealer"], start=1) if at != up]
            assert set(backs) <= {"?"}
            assert (shown["dealer_hand"], shown["qualified"]) == (None, None)
            hidden = {str(card) for at, card in enumerate(game.dealer, start=1) if at != up and card}
            # Every game has its own deck, so only its own words and picture are looked at.
            assert not hidden & set(json.dumps(shown).replace('"', " ").replace(",", " ").split())
            own = [text for text in said if f"seat={game.number} " in text or f"game={game.number} " in text]
            assert not [card for card in hidden for text in own if f"={card}" in text or f",{card}" in text]

    # --- choices ------------------------------------------------------------------------------------------

    def step(self) -> None:
        if self.data.draw(st.integers(0, 2)) == 2:
            self.attempt(self.anything())
        awaiting = self.round.awaiting
        match awaiting.what:
            case Await.BETS:
                self.attempt(self.begins())
            case Await.CARD | Await.REVEAL if self.data.draw(st.integers(0, 9)) == 9:
                self.attempt(self.begins())  # words come while cards fall
            case Await.CARD:
                assert awaiting.slot is not None
                unknown = awaiting.slot.face_down and self.real
                self.must(DealCard(None if unknown else self.draw(awaiting.slot.seat)))
            case Await.REVEAL:
                assert awaiting.slot is not None
                self.must(Reveal(self.draw(awaiting.slot.seat)))
            case Await.PLAYERS:
                self.answer()

    def draw(self, game: int) -> Any:
        if game not in self.decks:
            self.decks[game] = list(DECK)
            random.Random(self.data.draw(st.integers(0, 9999), label="deck")).shuffle(self.decks[game])
        return self.decks[game].pop()

    def must(self, action: Action) -> None:
        assert self.attempt(action), f"refused: {action}"

    def answer(self) -> None:
        number = self.data.draw(st.sampled_from(self.round.waiting))
        player = self.round.player_of(number)
        assert self.round.game_of(player) == number
        assert set(self.round.legal(player)) == set(self.round.answers)
        if self.data.draw(st.booleans()):
            return self.must(self.round.auto_action(number))
        if self.sheet.game == "video_poker":
            return self.must(Hold(player, self.data.draw(HANDS)))
        if not self.attempt(Raise(player, Amount(self.wallets[player]))):
            self.must(Pass(player))
        return None

    def begins(self) -> Action:
        player = PlayerId(self.data.draw(st.sampled_from(PLAYERS)))
        means = Amount(self.wallets[player])
        if self.sheet.game == "video_poker":
            return Deal(player, self.data.draw(st.integers(0, 6)), self.data.draw(COINS), "plain", means)
        return Ante(player, self.data.draw(COINS), "plain", means)

    def anything(self) -> Action:
        player = PlayerId(self.data.draw(st.integers(0, 5)))
        means = Amount(self.wallets[player])
        waits = self.round.awaiting.what
        if self.sheet.game == "video_poker":
            own: list[Action] = [Hold(player, (1, 6)), Hold(player, self.data.draw(HANDS))]
        else:
            own = [Raise(player, means), Raise(player, Amount(0)), Pass(player), Lift(player)]
        return self.data.draw(
            st.sampled_from(
                [
                    *own,
                    self.begins(),
                    Close(),
                    DealCard(parse_card("JK")),
                    DealCard(parse_card("K")),
                    DealCard(None if waits is not Await.CARD else parse_card("JK")),
                    DealCard(DECK[0] if waits is not Await.CARD else parse_card("JK")),
                    Reveal(DECK[0] if waits is not Await.REVEAL else parse_card("JK")),
                ]
            )
        )

    def finish(self) -> None:
        """Everything that runs comes to its end."""
        if self.round.phase == "betting":
            self.must(Close())
        while self.round.awaiting.what is not Await.NOTHING:
            self.step()


@pytest.mark.parametrize(("table", "rules"), VARIANTS, ids=lambda value: str(value).replace(" ", "")[:60])
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_random_play(table: str, rules: Mapping[str, Any], data: st.DataObject) -> None:
    evening = Evening(data, load_sheet(table, rules))
    for _ in range(data.draw(st.integers(1, 80), label="steps")):
        if evening.round.awaiting.what is Await.NOTHING:
            break
        evening.step()
    if evening.round.awaiting.what is not Await.NOTHING:
        evening.finish()
    assert_conserved(evening)
    assert_refolds(evening)


def assert_conserved(evening: Evening) -> None:
    """Nothing is left on the table, and the house's difference is what the results say."""
    game = evening.round
    assert dict(game.staked) == {}
    assert game.waiting == ()
    results = game.results
    lost = sum(result.staked - result.returned for result in results)
    assert sum(evening.start.values()) - sum(evening.wallets.values()) == lost
    assert all(len(result.cards) == SIZE for result in results)
    assert game.phase == "settled"
    assert [result.hand for result in results] == sorted({result.hand for result in results})


def assert_refolds(evening: Evening) -> None:
    """The journal, read back, gives the same state, events and view; the events read back too."""
    again = start_round(evening.sheet)
    assert isinstance(again, AloneRound)
    events: list[Event] = []
    for line in evening.journal:
        events += again.apply(parse_action(evening.sheet.game, line))
    assert again.state() == evening.round.state()
    assert events == evening.events
    assert again.view(Audience.PUBLIC) == evening.round.view(Audience.PUBLIC)
    assert [parse_event(event_text(event)) for event in events] == events


@pytest.mark.parametrize(
    "action",
    [
        Deal(PlayerId(12), 5, points(100), "plain", points(900)),
        Hold(PlayerId(3), (1, 3, 5)),
        Hold(PlayerId(3), ()),
    ],
    ids=str,
)
def test_what_is_said_at_video_poker_reads_back(action: Action) -> None:
    assert parse_action("video_poker", str(action)) == action
    assert hash(parse_action("video_poker", str(action))) == hash(action)


def test_the_text_forms() -> None:
    assert str(Deal(PlayerId(12), 5, points(100), "plain", points(900))) == (
        "player 12: deal 5 coins of 100 rank plain means 900"
    )
    assert str(Ante(PlayerId(12), points("2.5"), "heart", points(900))) == (
        "player 12: ante 2.5 rank heart means 900"
    )
    assert str(Hold(PlayerId(12), ())) == "player 12: hold none"


@pytest.mark.parametrize(
    "action",
    [
        Ante(PlayerId(12), points("2.5"), "heart", points(900)),
        Lift(PlayerId(1)),
        Raise(PlayerId(1), points(3)),
        Pass(PlayerId(1)),
    ],
    ids=str,
)
def test_what_is_said_at_stud_reads_back(action: Action) -> None:
    assert parse_action("stud", str(action)) == action


@pytest.mark.parametrize(
    "text",
    [
        "player 12: deal 5",
        "player 12: deal 5 coins of x rank plain means 1",
        "player 12: hold",
        "player 12: hold 1  2",
        "player x: hold 1",
        "hold 1",
        "player 12: ante 5",
        "player 12: raise",
        "player 12: pass now",
        "player 12: shout",
    ],
)
@pytest.mark.parametrize("game", ["video_poker", "stud"])
def test_what_is_no_action_is_refused(game: str, text: str) -> None:
    with pytest.raises(ValueError, match=r"action|amount"):
        parse_action(game, text)
