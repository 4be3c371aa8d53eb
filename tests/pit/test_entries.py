"""Every journal entry is one line and reads back to an equal value (design 2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.amounts import Amount
from bot.cards import DECK, JOKER
from bot.games.blackjack.actions import Beside, Bet, House, Move, Play, Reply, Retract, Withdraw
from bot.games.contract import Close, DealCard, Look, PlayerId, Reveal, Roll
from bot.games.registry import load_sheet, table_ids
from bot.pit import entries, table
from bot.pit.entries import Place
from bot.pit.journal import parse_thing
from bot.pit.table import Table

numbers = st.integers(1, 12)
players = st.integers(1, 10**9).map(PlayerId)
amounts = st.integers(0, 10**14).map(Amount)
cards = st.sampled_from([*DECK, JOKER])
words = st.from_regex(r"[a-z][a-z_]{0,15}", fullmatch=True)
anything = st.text(st.characters(), max_size=40)
places = st.builds(Place, st.integers(1, 10**6), st.integers(0, 500))

actions = st.one_of(
    st.builds(
        Bet,
        numbers,
        players,
        st.lists(amounts, min_size=1, max_size=3).map(tuple),
        st.lists(st.tuples(st.sampled_from(["sm", "s7"]), amounts), max_size=2).map(tuple),
        st.sampled_from(["plain", "spade"]),
        amounts,
        st.integers(0, 7),
    ),
    st.builds(
        Beside,
        st.sampled_from(["behind", "pair"]),
        numbers,
        players,
        amounts,
        st.sampled_from(["plain", "spade"]),
        amounts,
    ),
    st.builds(Retract, players),
    st.builds(Reply, numbers, players, st.sampled_from(Move), amounts),
    st.builds(Withdraw, numbers),
    st.builds(House, numbers),
    st.builds(Play, numbers, st.integers(0, 4), st.sampled_from(Move), amounts),
    st.builds(DealCard, st.none() | cards),
    st.builds(Reveal, cards),
    st.builds(Look, st.booleans()),
    st.builds(Roll, st.integers(0, 36)),
    st.builds(Close),
)


def opening(table_id: str) -> st.SearchStrategy[entries.Open]:
    sheet = load_sheet(table_id)
    seated = st.dictionaries(
        numbers.map(str), st.tuples(players, st.integers(0, 2**42), st.just(0), st.booleans(), st.booleans())
    )
    snapshot = st.builds(
        lambda seats, queue: {
            **Table(sheet).snapshot(),
            "seats": {key: list(value) for key, value in seats.items()},
            "queue": queue,
        },
        seated,
        st.lists(players, max_size=3),
    )
    dumped = sheet.model_dump(mode="json")
    return st.builds(entries.Open, st.integers(1, 9999), st.just("1"), st.just(dumped), snapshot)


MOVES = st.tuples(st.integers(0, 4), st.sampled_from([str(move) for move in Move]))

THINGS: Mapping[type, st.SearchStrategy[Any]] = {
    entries.Join: st.builds(entries.Join, players),
    entries.Leave: st.builds(entries.Leave, players),
    entries.SeatAt: st.builds(entries.SeatAt, players, numbers),
    entries.Claim: st.builds(entries.Claim, players, numbers),
    entries.CannotPay: st.builds(entries.CannotPay, numbers),
    entries.KeepFollow: st.builds(entries.KeepFollow, players, st.sampled_from(["follow", "no", ""])),
    entries.Burn: st.builds(entries.Burn, st.lists(cards, min_size=1, max_size=11).map(tuple)),
    entries.Kick: st.builds(entries.Kick, numbers),
    entries.HouseSeat: st.builds(entries.HouseSeat, numbers),
    entries.Open: st.sampled_from(table_ids()).flatmap(opening),
    entries.Closing: st.builds(entries.Closing),
    entries.Act: st.builds(entries.Act, actions, st.booleans()),
    entries.Order: st.builds(entries.Order, numbers, st.lists(MOVES, min_size=1, max_size=4).map(tuple)),
    entries.DropOrders: st.builds(entries.DropOrders, numbers, words),
    entries.TimedOut: st.builds(entries.TimedOut, numbers, st.lists(numbers, max_size=4).map(tuple)),
    entries.Void: st.builds(entries.Void, anything),
    entries.NewShoe: st.builds(
        entries.NewShoe,
        numbers,
        numbers,
        st.integers(0, 4),
        st.integers(1, 600),
        st.lists(cards.map(lambda card: card.text), max_size=9).map(tuple),
    ),
    entries.ShuffleDue: st.builds(entries.ShuffleDue),
    entries.AutoAdvance: st.builds(entries.AutoAdvance, st.booleans()),
    entries.CardSource: st.builds(entries.CardSource, st.sampled_from(["shoe", "hand"])),
    entries.Pause: st.builds(entries.Pause, st.booleans()),
    entries.TableOpen: st.builds(entries.TableOpen, st.booleans()),
    entries.Ban: st.builds(entries.Ban, players, st.booleans()),
    entries.MoveInQueue: st.builds(entries.MoveInQueue, players, numbers),
    entries.NextGame: st.builds(entries.NextGame, st.sampled_from(table_ids())),
    entries.Give: st.builds(entries.Give, players, amounts, st.sampled_from(["gift", "rebuy"]), anything),
    entries.Promote: st.builds(entries.Promote, players, words, words),
    entries.Undo: st.builds(entries.Undo, st.integers(1, 10**6)),
    entries.Redo: st.builds(entries.Redo, st.integers(1, 10**6)),
    entries.Correct: st.builds(entries.Correct, places, cards, places),
}


def test_every_kind_of_entry_is_tried() -> None:
    amending = {entries.Undo, entries.Redo, entries.Correct}
    assert set(THINGS) == set(table._FOLDS) | amending


@pytest.mark.parametrize("kind", THINGS, ids=lambda kind: kind.__name__)
@given(data=st.data())
def test_reads_back_to_an_equal_value(kind: type, data: st.DataObject) -> None:
    thing = data.draw(THINGS[kind])
    text = str(thing)
    assert len(text.splitlines()) == 1, "an entry is one line"
    text.encode()  # and can be stored
    again = parse_thing("blackjack", text)
    assert type(again) is kind
    assert again == thing
    assert str(again) == text


@pytest.mark.parametrize(
    "reason", ["a\nb", "a\u2028b", "  two  spaces ", "half \ud83d of it", "\r\n", "ありがとう 🎁"]
)
def test_a_reason_as_typed_becomes_one_storable_line(reason: str) -> None:
    gift = entries.Give(PlayerId(3), Amount(100), "gift", reason)
    assert parse_thing("blackjack", str(gift)) == gift
    assert len(str(gift).splitlines()) == 1
    assert entries.Void(reason) == parse_thing("blackjack", str(entries.Void(reason)))


@pytest.mark.parametrize(
    "text", ["", "dance", "join", "join x", "kick", "seat 1", "correct 1 KS", "open 1 {", "give 1"]
)
def test_a_line_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_thing("blackjack", text)
