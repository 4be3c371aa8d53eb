"""Actions and events have a one-line form that reads back to an equal value."""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.amounts import Amount
from bot.cards import DECK, JOKER, Card, parse_card
from bot.games.blackjack import Bet, House, Move, Play, Withdraw
from bot.games.contract import Close, DealCard, Event, Look, PlayerId, Reveal, Roll
from bot.games.registry import parse_action
from bot.games.text import event_classes, event_json, event_text, parse_event

CARDS = st.sampled_from([*DECK, JOKER, parse_card("K"), parse_card("10")])
AMOUNTS = st.integers(0, 10**14).map(Amount)
NUMBERS = st.integers(0, 10**9)
WORDS = st.from_regex(r"[a-z][a-z_0-9]{0,12}", fullmatch=True)
SIDES = st.lists(
    st.tuples(st.sampled_from(["sm", "s7", "pair"]), AMOUNTS), max_size=3, unique_by=lambda one: one[0]
).map(tuple)

ACTIONS = st.one_of(
    st.builds(DealCard, st.none() | CARDS),
    st.builds(Look, st.booleans()),
    st.builds(Reveal, CARDS),
    st.builds(Roll, NUMBERS),
    st.just(Close()),
    st.builds(Withdraw, NUMBERS),
    st.builds(House, NUMBERS),
    st.builds(Play, NUMBERS, NUMBERS, st.sampled_from(Move), AMOUNTS),
    st.builds(
        Bet,
        NUMBERS,
        NUMBERS.map(PlayerId),
        st.lists(AMOUNTS, min_size=1, max_size=5).map(tuple),
        SIDES,
        WORDS,
        AMOUNTS,
    ),
)


@given(ACTIONS)
def test_every_action_reads_back(action: Any) -> None:
    text = str(action)
    assert "\n" not in text
    assert parse_action("blackjack", text) == action
    assert hash(parse_action("blackjack", text)) == hash(action)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        (
            "seat 3: bet 500 sm 300 by 17 rank heart means 4000.5",
            Bet(3, PlayerId(17), (Amount(50000),), (("sm", Amount(30000)),), "heart", Amount(400050)),
        ),
        ("seat 3 hand 2: double means 400", Play(3, 2, Move.DOUBLE, Amount(40000))),
        ("seat 3: even_money means 0", Play(3, 0, Move.EVEN_MONEY)),
        ("seat 4: house", House(4)),
        ("seat 4: withdraw", Withdraw(4)),
        ("card KS", DealCard(parse_card("KS"))),
        ("card ?", DealCard(None)),
        ("look yes", Look(True)),
        ("reveal KD", Reveal(parse_card("KD"))),
        ("roll 4", Roll(4)),
        ("close", Close()),
    ],
)
def test_the_form_is_the_documented_one(text: str, action: Any) -> None:
    assert str(action) == text
    assert parse_action("blackjack", text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hit",
        "seat 3: dance means 4",
        "seat 3: hit",
        "seat x: house",
        "seat 3: bet 500",
        "seat 3: bet 500 sm by 17 rank plain means 1",
        "seat 3: bet 1e9 by 17 rank plain means 1",
        "seat 3: bet 1e9 5 by 17 rank plain means 1",
        "card XX",
        "look maybe",
        "roll six",
        "close now",
    ],
)
def test_what_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any message will do
        parse_action("blackjack", text)


def values(hint: Any) -> st.SearchStrategy[Any]:
    """Values of an event field's type."""
    if hint is Amount:
        return AMOUNTS
    if hint is PlayerId or hint is int:
        return NUMBERS
    if hint is str:
        return WORDS
    if hint is Card:
        return CARDS
    if hint is bool:
        return st.booleans()
    if hint == tuple[tuple[str, Amount], ...]:
        return SIDES
    if get_origin(hint) is tuple:
        return st.lists(values(get_args(hint)[0]), max_size=4).map(tuple)
    if type(None) in get_args(hint):
        return st.none() | values(next(one for one in get_args(hint) if one is not type(None)))
    return st.sampled_from(hint)


def events(event: type[Event]) -> st.SearchStrategy[Event]:
    hints = get_type_hints(event)
    return st.builds(event, **{field.name: values(hints[field.name]) for field in fields(event)})  # type: ignore[arg-type]


@pytest.mark.parametrize("name", list(event_classes()))
@given(data=st.data())
def test_every_event_reads_back(name: str, data: st.DataObject) -> None:
    event = data.draw(events(event_classes()[name]))
    text = event_text(event)
    assert text.split(" ")[0] == name
    assert "\n" not in text
    assert parse_event(text) == event
    assert hash(parse_event(text)) == hash(event)
    shown = event_json(event)
    assert json.loads(json.dumps(shown)) == shown
    assert set(shown) == {"type", *(field.name for field in fields(event))}  # type: ignore[arg-type]


def test_json_shows_amounts_as_points_and_cards_as_text() -> None:
    assert event_json(
        parse_event("hand_settled seat=1 hand=2 player=17 outcome=win returned=12.5 premium=-")
    ) == {
        "type": "hand_settled",
        "seat": 1,
        "hand": 2,
        "player": 17,
        "outcome": "win",
        "returned": 12.5,
        "premium": None,
    }
    assert event_json(parse_event("dealt seat=0 hand=0 index=2 card=?"))["card"] == "?"
    assert event_json(parse_event("bet_placed seat=1 player=2 amounts=5,5 side=sm:3"))["side"] == {"sm": 3}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "danced seat=1",
        "looked",
        "looked blackjack=maybe",
        "looked blackjack=yes seat=1",
        "turn seat=1 hand=x",
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not an event"):
        parse_event(text)
