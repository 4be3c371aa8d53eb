"""Words typed before their turn (rulings 5.5, 6.5)."""

from __future__ import annotations

import pytest

from bot.games.contract import IllegalAction
from bot.pit.orders import SEAT_LIST, Orders, Words, assign, joined

Said = list[tuple[int, str]]


@pytest.mark.parametrize(
    ("words", "open_hands", "to_act", "kept", "expected", "surplus"),
    [
        # One word per open hand replaces all orders.
        ([(0, "hit"), (0, "stand")], (1, 2), (1, 2), {1: "stand", 2: "hit"}, [(1, "hit"), (2, "stand")], 0),
        # Fewer words fill the leftmost hands without one ...
        ([(0, "hit")], (1, 2), (1, 2), {}, [(1, "hit")], 0),
        ([(0, "hit")], (1, 2), (1, 2), {1: "stand"}, [(2, "hit")], 0),
        # ... those that have not acted in this pass first (5.5).
        ([(0, "hit")], (1, 2), (2,), {}, [(2, "hit")], 0),
        ([(0, "hit")], (1, 2, 3), (2, 3), {2: "stand"}, [(3, "hit")], 0),
        ([(0, "hit")], (1, 2), (2,), {2: "stand"}, [(1, "hit")], 0),
        # With one hand it replaces.
        ([(0, "stand")], (1,), (1,), {1: "hit"}, [(1, "stand")], 0),
        ([(0, "stand")], (2,), (2,), {2: "hit"}, [(2, "stand")], 0),
        # A named word goes to its hand, whatever it has.
        ([(2, "hit")], (1, 2), (1, 2), {2: "stand"}, [(2, "hit")], 0),
        ([(2, "hit"), (0, "stand")], (1, 2), (1, 2), {1: "hit"}, [(2, "hit"), (1, "stand")], 0),
        ([(1, "hit"), (2, "stand")], (1, 2), (1, 2), {}, [(1, "hit"), (2, "stand")], 0),
        # Surplus words are dropped (5.5).
        ([(0, "hit"), (0, "hit"), (0, "stand")], (1, 2), (1, 2), {}, [(1, "hit"), (2, "hit")], 1),
        ([(0, "hit"), (0, "stand")], (1,), (1,), {}, [(1, "hit")], 1),
        # Hands that are final take no word: the open ones keep their numbers.
        ([(0, "hit")], (2, 4), (2, 4), {}, [(2, "hit")], 0),
    ],
)
def test_6_5_which_hand_a_word_is_for(
    words: Said,
    open_hands: tuple[int, ...],
    to_act: tuple[int, ...],
    kept: dict[int, str],
    expected: Said,
    surplus: int,
) -> None:
    assert assign(words, open_hands, to_act, kept) == (expected, surplus)


@pytest.mark.parametrize(
    ("words", "open_hands", "kept", "code"),
    [
        ([(0, "hit")], (), {}, "no_open_hand"),
        ([(3, "hit")], (1, 2), {}, "no_such_hand"),
        ([(0, "hit"), (3, "hit")], (1, 2), {}, "no_such_hand"),
        # When all are filled, name the hand.
        ([(0, "hit")], (1, 2), {1: "stand", 2: "stand"}, "name_the_hand"),
    ],
)
def test_6_5_a_word_that_fits_no_hand(
    words: Said, open_hands: tuple[int, ...], kept: dict[int, str], code: str
) -> None:
    with pytest.raises(IllegalAction) as refused:
        assign(words, open_hands, open_hands, kept)
    assert refused.value.code == code


def test_6_5_a_kept_word_is_spent_by_its_hand_alone() -> None:
    orders = Orders()
    orders.keep(3, [(1, "hit"), (2, "stand")])
    assert orders.next(3, 1) == "hit"
    orders.used(3, 1)
    assert (orders.next(3, 1), orders.next(3, 2)) == (None, "stand")
    assert orders.of(3) == ("stand",)


def test_6_5_elsewhere_a_new_message_replaces_the_list() -> None:
    orders = Orders()
    orders.keep(3, [(SEAT_LIST, "hit"), (SEAT_LIST, "hit"), (SEAT_LIST, "stand")], listed=True)
    orders.used(3, 1)
    assert orders.of(3) == ("hit", "stand")
    orders.keep(3, [(SEAT_LIST, "stand")], listed=True)
    assert orders.of(3) == ("stand",)
    orders.used(3, 1)
    orders.used(3, 2)
    assert orders.of(3) == ()


def test_5_5_elsewhere_a_named_word_waits_for_its_hand() -> None:
    orders = Orders()
    orders.keep(3, [(2, "stand"), (SEAT_LIST, "hit"), (1, "stand")], listed=True)
    assert orders.next(3, 1) == "hit"
    orders.used(3, 1)
    assert (orders.next(3, 1), orders.next(3, 2)) == ("stand", "stand")
    orders.split(3, 1)
    assert (orders.next(3, 1), orders.next(3, 2), orders.next(3, 3)) == ("stand", None, "stand")
    orders.used(3, 1)
    assert orders.surplus() == (3,)
    orders.used(3, 3)
    assert orders.surplus() == ()


def test_6_5_a_split_moves_the_words_of_later_hands() -> None:
    orders = Orders()
    orders.keep(3, [(1, "split"), (2, "stand")])
    orders.used(3, 1)
    orders.split(3, 1)
    assert (orders.next(3, 1), orders.next(3, 2), orders.next(3, 3)) == (None, None, "stand")


def test_6_5_cancel_clears_one_seat() -> None:
    orders = Orders()
    orders.keep(3, [(1, "hit")])
    orders.keep(4, [(1, "hit")])
    orders.clear(3)
    assert (orders.of(3), orders.of(4)) == ((), ("hit",))


def test_9_3_words_after_a_switch_go_to_the_hands_open_then() -> None:
    orders = Orders()
    orders.keep(1, [(1, "hit")])
    orders.keep(1, [(0, "switch"), (0, "hit"), (0, "stand")])
    assert orders.of(1) == ("switch", "hit", "stand")
    assert orders.next(1, 2) == "switch"
    orders.decided(1, (2,))  # the first hand was paid by the switch
    assert (orders.next(1, 1), orders.next(1, 2)) == (None, "hit")


def test_9_3_a_decision_alone_leaves_the_hands_without_words() -> None:
    orders = Orders()
    orders.keep(1, [(0, "no")])
    orders.decided(1, (1, 2))
    assert orders.of(1) == ()


def test_5_5_named_words_after_a_switch_keep_their_hand() -> None:
    orders = Orders()
    orders.keep(1, [(0, "switch"), (2, "hit"), (1, "stand")])
    orders.decided(1, (1, 2))
    assert (orders.next(1, 1), orders.next(1, 2)) == ("stand", "hit")


@pytest.mark.parametrize(
    ("kept", "words", "hands", "expected"),
    [
        # Words that name no hand stay so: only the decision shows which hands are open.
        ((), ((0, "hit"),), (1, 2), ((0, "hit"),)),
        (((0, "hit"),), ((0, "stand"),), (1, 2), ((0, "hit"), (0, "stand"))),
        (((0, "hit"), (0, "stand")), (), (1, 2), ((0, "hit"), (0, "stand"))),
        # One word per hand replaces all, with one hand too.
        (((0, "hit"), (0, "stand")), ((0, "double"), (0, "hit")), (1, 2), ((0, "double"), (0, "hit"))),
        (((0, "hit"),), ((0, "stand"),), (2,), ((0, "stand"),)),
        # Beside a named word the hand without one is filled; a named word goes to its hand.
        (((2, "stand"),), ((0, "hit"),), (1, 2), ((1, "hit"), (2, "stand"))),
        (((0, "hit"), (0, "stand")), ((1, "double"),), (1, 2), ((1, "double"), (2, "stand"))),
    ],
)
def test_6_5_more_words_for_the_same_decision(
    kept: Words, words: Words, hands: tuple[int, ...], expected: Words
) -> None:
    assert joined(kept, words, hands) == expected


def test_6_5_when_both_hands_of_a_decision_have_a_word_name_the_hand() -> None:
    with pytest.raises(IllegalAction) as refused:
        joined(((0, "hit"), (0, "stand")), ((0, "hit"),), (1, 2))
    assert refused.value.code == "name_the_hand"


def test_9_3_words_for_hands_alone_mean_no_switch() -> None:
    orders = Orders()
    orders.keep(1, [(2, "hit"), (1, "stand")])
    assert orders.said(1) == ("no", ((1, "stand"), (2, "hit")))
    orders.keep(1, [(0, "switch"), (0, "hit")])
    assert orders.said(1) == ("switch", ((0, "hit"),))


def test_5_5_a_refused_word_goes_with_those_said_after_it() -> None:
    orders = Orders()
    orders.keep(1, [(1, "hit"), (3, "stand"), (2, "double"), (4, "hit")])
    orders.keep(1, [(1, "stand")])  # said again, it stands last
    orders.refused(1, 2)
    assert orders.by_hand[1] == {3: "stand"}


def test_5_5_a_refused_decision_goes_with_its_words() -> None:
    orders = Orders()
    orders.keep(1, [(0, "switch"), (0, "hit")])
    orders.refused(1, 1)
    assert orders.of(1) == ()
