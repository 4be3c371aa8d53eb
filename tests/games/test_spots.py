"""Bets on spots, whatever the game: their text forms, their transition tables, and random play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.amounts import Amount, points
from bot.cards import DECK, JOKER
from bot.games import baccarat, roulette
from bot.games.baccarat import round as baccarat_round
from bot.games.contract import (
    NOBODY,
    Action,
    Audience,
    Await,
    BrokenRule,
    Close,
    DealCard,
    Event,
    IllegalAction,
    PlayerId,
    Roll,
    Spin,
)
from bot.games.diagram import mermaid
from bot.games.registry import load_sheet, parse_action, places, start_round, style, table_ids
from bot.games.roulette import round as roulette_round
from bot.games.spots import Lay, Lift, Phase
from bot.games.text import event_json, event_text, parse_event
from tests.games.spot_rig import SpotRig

TABLES = [table for table in table_ids() if style(load_sheet(table)) == "spots"]
AMOUNTS = st.integers(0, 10**14).map(Amount)
PLAYERS = st.integers(0, 10**9).map(PlayerId)
SPOTS = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,2}){0,5}", fullmatch=True)
ACTIONS = st.one_of(
    st.builds(
        Lay,
        PLAYERS,
        st.lists(st.tuples(SPOTS, AMOUNTS), min_size=1, max_size=6).map(tuple),
        st.from_regex(r"[a-z]{1,9}", fullmatch=True),
        AMOUNTS,
    ),
    st.builds(Lift, PLAYERS),
)


def test_the_tables_are_found() -> None:
    assert {"european-roulette", "american-roulette", "progressive-roulette", "baccarat"} <= set(TABLES)


# --- text forms -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["roulette", "baccarat"])
@given(action=ACTIONS)
def test_every_action_reads_back(game: str, action: Any) -> None:
    text = str(action)
    assert "\n" not in text
    assert parse_action(game, text) == action
    assert hash(parse_action(game, text)) == hash(action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "player 12: lay 17=100 red=50.5 rank plain means 900",
            Lay(PlayerId(12), (("17", points(100)), ("red", points(50.5))), "plain", points(900)),
        ),
        ("player 12: lift", Lift(PlayerId(12))),
        ("spin 00", Spin("00")),
    ],
)
def test_the_form_is_the_documented_one(text: str, action: Any) -> None:
    assert str(action) == text
    assert parse_action("roulette", text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "lay 17=1",
        "player 1: lay",
        "player 1: lay rank plain means 1",
        "player 1: lay 17 rank plain means 1",
        "player 1: lay 17=x rank plain means 1",
        "player 1: lay 17=1e9 rank plain means 1",
        "player 1: lay 17=1  red=1 rank plain means 1",
        "player 1: lay 17=0.001 rank plain means 1",
        "player 1: lay 17=1 rank plain",
        "player x: lift",
        "player 1: lift now",
        "player 1: dance",
        "seat 1: house",
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any message will do
        parse_action("roulette", text)


# --- the transition tables --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "running"), [(roulette_round, Phase.SPINNING), (baccarat_round, Phase.DEALING)]
)
def test_every_phase_but_the_last_leads_on(game: Any, running: Phase) -> None:
    assert {phase for phase, _ in game.TRANSITIONS} == {Phase.BETTING, running}
    assert set().union(*game.TRANSITIONS.values()) == {Phase.BETTING, running, Phase.SETTLED}


@pytest.mark.parametrize("game", [roulette_round, baccarat_round])
def test_the_diagram_in_the_docs_is_the_table(game: Any) -> None:
    page = Path(__file__).parents[2] / "docs" / "developers" / "spots-states.md"
    assert f"```mermaid\n{mermaid(game.TRANSITIONS)}```" in page.read_text("utf-8")


def test_leaving_the_table_is_our_own_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    rig = SpotRig("european-roulette")
    rig.lay(1, "17=1")
    rig.apply(Close())
    monkeypatch.setitem(
        roulette_round.TRANSITIONS,  # type: ignore[arg-type]
        (Phase.SPINNING, "spin"),
        frozenset({Phase.BETTING}),
    )
    with pytest.raises(BrokenRule, match="spin led from spinning to settled"):
        rig.apply(Spin("17"))


@pytest.mark.parametrize("table", TABLES)
def test_an_action_of_another_game_is_illegal(table: str) -> None:
    with pytest.raises(IllegalAction, match="not_now phase=betting action=roll"):
        SpotRig(table).apply(Roll(3))


@pytest.mark.parametrize("table", TABLES)
def test_what_can_never_be_a_bet_is_refused(table: str) -> None:
    rig = SpotRig(table)
    spot = "tie" if table == "baccarat" else "red"
    for lay, code in (
        (Lay(NOBODY, ((spot, points(1)),), "plain", points(9)), "no_player"),
        (Lay(PlayerId(1), (), "plain", points(9)), "nothing_laid"),
        (Lay(PlayerId(1), ((spot, points(1)),), "king", points(9)), "no_such_rank"),
        (Lay(PlayerId(1), ((spot, Amount(-100)),), "plain", points(9)), "bet_too_small"),
        (Lay(PlayerId(1), ((spot, points(9)),), "plain", points(1)), "short"),
    ):
        with pytest.raises(IllegalAction, match=code):
            rig.apply(lay)
    assert rig.round.staked == {}


# --- random play ------------------------------------------------------------------------------------------

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((table, {}) for table in TABLES),
    ("american-roulette", {"extra": ["0-1-2-3"], "without": [], "history": 1}),
    ("european-roulette", {"pays": {"straight": "100/3", "even": "7/3"}}),
    ("progressive-roulette", {"progressive": {"run": "any", "feed": "1/3", "increments": [2], "side": 7}}),
    ("progressive-roulette", {"progressive": {"miss": "keeps", "sat_out": "keeps"}}),
    ("baccarat", {"on_tie": "lose", "commission": "1/3", "shuffle": "cut_card"}),
]

FEW = {
    "roulette": ["17", "0", "1-2", "2-1", "0-1-2", "1-2-4-5", "red", "dozen-1", "column-3", "1-9", "00", "5"],
    "baccarat": ["player", "banker", "tie", "red"],
}
"""Spots that are tried: good ones, and some that are none."""


class Evening:
    """Some rounds of one table with choices drawn by hypothesis, checked as they go."""

    def __init__(self, data: st.DataObject, table: str, rules: dict[str, Any]) -> None:
        self.data = data
        self.rig = SpotRig(table, rules, wallet=data.draw(st.sampled_from([3, 200, 9000])))
        self.began: Any = {}
        self.journal: list[str] = []
        self.at = 0

    def pick(self, options: Any) -> Any:
        return self.data.draw(st.sampled_from(options))

    def play(self) -> None:
        for _ in range(self.data.draw(st.integers(1, 6), label="rounds")):
            self.journal, self.at, self.began = [], len(self.rig.events), dict(self.rig.carried)
            for _ in range(self.data.draw(st.integers(0, 6), label="bets")):
                self.attempt(self.some_action())
            self.attempt(Close())
            for _ in range(6):
                if self.rig.round.phase != "settled":
                    self.attempt(self.draw())
            assert self.rig.round.awaiting.what is Await.NOTHING, "a round must end"
            self.assert_refolds()
            self.rig.open()

    def some_action(self) -> Action:
        player = PlayerId(self.data.draw(st.integers(0, 3)))
        if self.data.draw(st.integers(0, 4)) == 0:
            return self.pick([Lift(player), Spin("17"), DealCard(DECK[0])])  # type: ignore[no-any-return]
        spots = self.data.draw(st.lists(st.sampled_from(FEW[self.rig.sheet.game]), min_size=1, max_size=3))
        amounts = (Amount(self.pick([0, 100, 150, 300, 20_000, 900_000])) for _ in spots)
        means = Amount(self.rig.means(player))
        return Lay(player, tuple(zip(spots, amounts, strict=True)), "plain", means)

    def draw(self) -> Action:
        awaiting = self.rig.round.awaiting
        if awaiting.what is Await.SPIN:
            return Spin(self.pick(["17", "17", "17", "5", *awaiting.pockets]))
        return DealCard(self.pick([JOKER, *DECK]))

    def attempt(self, action: Action) -> None:
        """Applies it; a refusal must leave everything as it was."""
        rig, before = self.rig, self.rig.round.state()
        try:
            rig.round.check(action)
            allowed = True
        except IllegalAction:
            allowed = False
        assert rig.round.state() == before
        try:
            rig.apply(action)
        except IllegalAction:
            assert not allowed, "check() let it through"
            assert rig.round.state() == before
            if self.rig.round.phase == "dealing":  # a joker: put a card in its place
                self.attempt(DealCard(self.pick(DECK)))
            return
        assert allowed, f"check() refused {action}"
        self.journal.append(str(action))
        self.assert_sound()

    def assert_sound(self) -> None:
        rig = self.rig
        assert rig.total == 0
        assert rig.jackpot >= 0
        assert rig.table == sum(rig.round.staked.values())
        assert all(amount > 0 for amount in rig.round.staked.values())
        view = rig.round.view(Audience.PUBLIC)
        assert json.loads(json.dumps(view)) == view == rig.round.view(Audience.DEALER)
        play = view["play"]
        laid = {p: rig.round.laid(p) for p in (PlayerId(n) for n in range(4)) if rig.round.laid(p)}
        spots = {one["spot"]: points(one["amount"]) for one in play["spots"]}
        assert spots == {
            spot: sum(bets.get(spot, 0) for bets in laid.values())
            for spot in {spot for bets in laid.values() for spot in bets}
        }
        assert [one["amount"] for one in play["spots"]] == sorted(
            (one["amount"] for one in play["spots"]), reverse=True
        )
        assert {bet["player"] for bet in play["bets"]} == set(laid)
        assert json.loads(json.dumps(rig.round.carried)) == rig.round.carried
        if rig.round.phase == "settled":
            self.assert_results()
        else:
            assert {k: v for k, v in rig.round.carried.items() if k in self.began} == self.began

    def assert_results(self) -> None:
        """The results, the bets shown and the money that moved say the same."""
        rig = self.rig
        back = {bet["player"]: points(bet["returned"]) for bet in rig.play["bets"]}
        for player in back:
            mine = [one for one in rig.round.results if one.player == player]
            assert sum(one.returned for one in mine) == back[player]
            assert [one.hand for one in mine] == list(range(1, len(mine) + 1))
            assert {str(one.premium): one.staked for one in mine}.items() >= dict(
                rig.round.laid(PlayerId(player))
            ).items()

    def assert_refolds(self) -> None:
        """The journal, read back, gives the same state, events and view; the events read back too."""
        again = start_round(self.rig.sheet, json.loads(json.dumps(self.began)))
        events: list[Event] = []
        for line in self.journal:
            events += again.apply(parse_action(self.rig.sheet.game, line))
        assert again.state() == self.rig.round.state()  # type: ignore[attr-defined]
        assert events == self.rig.events[self.at :]
        assert again.view(Audience.PUBLIC) == self.rig.round.view(Audience.PUBLIC)
        assert again.carried == self.rig.round.carried
        assert [parse_event(event_text(event)) for event in events] == events
        json.dumps([event_json(event) for event in events])


@pytest.mark.parametrize(("table", "rules"), VARIANTS, ids=lambda value: str(value).replace(" ", "")[:60])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_random_play(table: str, rules: dict[str, Any], data: st.DataObject) -> None:
    Evening(data, table, rules).play()


@pytest.mark.parametrize("table", TABLES)
def test_8_the_wheel_that_is_spun_is_the_one_that_is_verified(table: str) -> None:
    """Design 8: a spin lists where the ball could have fallen."""
    rig = SpotRig(table)
    rig.lay(1, "tie=1" if table == "baccarat" else "red=1")
    rig.apply(Close())
    pockets = rig.round.awaiting.pockets
    assert places(rig.sheet) == ((pockets,) if pockets else ())
    assert bool(pockets) is (table != "baccarat")


def test_every_event_class_is_registered() -> None:
    for game in (roulette.GAME, baccarat.GAME):
        assert game.style == "spots"
        assert len(set(game.events)) == len(game.events)
