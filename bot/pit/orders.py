"""Words said before their turn (rulings 6.5).

On pass tables each open hand keeps one word; on the others a seat keeps a list, and the hand in turn takes
from it the first word that is not meant for another hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.games.contract import IllegalAction, PlayerId

SEAT_LIST = 0
"""The hand number of a word that names none: on tables that finish one hand before the next it is for
whichever hand is in turn."""


DECISIONS = frozenset({"switch", "no"})
"""Words for a seat as a whole, said before its hands act: to switch or not (rulings 9.3)."""

Words = tuple[tuple[int, str], ...]
"""(hand or 0, move) in the order said."""


@dataclass(slots=True)
class Orders:
    """The kept words of a table's seats. ``decisions``: a switch word, and the words to follow it;
    ``follows``: what a player answers for their bets behind (rulings 10.3)."""

    by_hand: dict[int, dict[int, str]] = field(default_factory=dict)
    lists: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    decisions: dict[int, tuple[str, Words]] = field(default_factory=dict)
    follows: dict[PlayerId, str] = field(default_factory=dict)

    def keep(self, seat: int, moves: Sequence[tuple[int, str]], *, listed: bool = False) -> None:
        """Keeps these words: a list replaces the seat's list, a word for a hand that hand's word, and a
        decision with what follows it all the seat had.

        Args:
            listed: the table finishes one hand before the next.
        """
        if moves[0][1] in DECISIONS:
            self.clear(seat)
            self.decisions[seat] = (moves[0][1], tuple(moves[1:]))
        elif listed:
            self.lists[seat] = list(moves)
        else:
            taken = self.by_hand.setdefault(seat, {})
            for hand, move in moves:
                taken.pop(hand, None)  # said last, it stands last
                taken[hand] = move

    def refused(self, seat: int, hand: int) -> None:
        """The word this hand was to play is not legal: it goes with the rest that was said after it; words
        said before it stand (rulings 5.5)."""
        kept = self.by_hand.get(seat, {})
        if seat in self.decisions or hand not in kept:
            self.clear(seat)
            return
        said = list(kept)
        for one in said[said.index(hand) :]:
            del kept[one]

    def clear(self, seat: int) -> None:
        """Forgets a seat's words."""
        self.by_hand.pop(seat, None)
        self.lists.pop(seat, None)
        self.decisions.pop(seat, None)

    def said(self, seat: int) -> tuple[str, Words]:
        """A seat's decision and the words after it; words for hands alone mean no switch (rulings 9.3)."""
        by_hand = tuple(sorted(self.by_hand.get(seat, {}).items()))
        return self.decisions.get(seat, ("no", by_hand))

    def decided(self, seat: int, open_hands: Sequence[int]) -> None:
        """The seat's decision has fallen: the words after it go to the hands that are open now, left to
        right."""
        _, words = self.decisions.pop(seat, ("", ()))
        for hand, move in words:
            taken = self.by_hand.setdefault(seat, {})
            target = hand or next((one for one in open_hands if one not in taken), None)
            if target is not None and target in open_hands:
                taken[target] = move

    def next(self, seat: int, hand: int) -> str | None:
        """The word this hand is to play next; a decision comes first, whichever hand has the turn."""
        if seat in self.decisions:
            return self.decisions[seat][0]
        kept = self.by_hand.get(seat, {}).get(hand)
        at = self._listed(seat, hand) if kept is None else None
        return kept if at is None else self.lists[seat][at][1]

    def _listed(self, seat: int, hand: int) -> int | None:
        """Where in the seat's list the hand's next word stands."""
        listed = self.lists.get(seat, ())
        return next((at for at, (meant, _) in enumerate(listed) if meant in (SEAT_LIST, hand)), None)

    def used(self, seat: int, hand: int) -> None:
        """The hand has acted: its word is spent."""
        if self.by_hand.get(seat, {}).pop(hand, None) is None:
            at = self._listed(seat, hand)
            if at is not None:
                del self.lists[seat][at]

    def split(self, seat: int, hand: int) -> None:
        """The hands right of a split move one on; the halves start without a word."""
        if seat in self.by_hand:
            self.by_hand[seat] = {n + 1 if n > hand else n: move for n, move in self.by_hand[seat].items()}
        if seat in self.lists:
            self.lists[seat] = [(n + 1 if n > hand else n, move) for n, move in self.lists[seat]]

    def surplus(self) -> tuple[int, ...]:
        """The seats whose list is not used up."""
        return tuple(seat for seat, words in self.lists.items() if words)

    def hand_on(self, seat: int, to: int) -> None:
        """What a seat's list has left for no hand in particular goes to another seat of its player."""
        rest = [word for word in self.lists.pop(seat, []) if word[0] == SEAT_LIST]
        if rest:
            self.lists[to] = rest + self.lists.get(to, [])

    def of(self, seat: int) -> tuple[str, ...]:
        """A seat's words, left to right."""
        hands = self.by_hand.get(seat, {})
        if seat in self.decisions:
            decision, words = self.decisions[seat]
            return (decision, *(move for _, move in words))
        return tuple(hands[n] for n in sorted(hands)) + tuple(move for _, move in self.lists.get(seat, ()))


def assign(
    words: Sequence[tuple[int, str]],
    open_hands: Sequence[int],
    to_act: Sequence[int],
    kept: dict[int, str],
) -> tuple[list[tuple[int, str]], int]:
    """Which open hand each word is for, on a pass table.

    One word per open hand replaces all; fewer fill the leftmost hands without one, those still to act in this
    pass first; with one hand it replaces. A named word (``1ht``) goes to its hand.

    Args:
        words: (hand or 0, move) in the order said.
        open_hands: the viewer's hands that are not final, left to right.
        to_act: those of them that have not acted in this pass.
        kept: words already kept, by hand.

    Returns:
        (hand, move) pairs, and how many words were surplus.

    Raises:
        IllegalAction: ``no_open_hand``, ``no_such_hand``, or ``name_the_hand`` when every hand has a word.
    """
    if not open_hands:
        raise IllegalAction("no_open_hand")
    for hand, _ in words:
        if hand and hand not in open_hands:
            raise IllegalAction("no_such_hand", hand=hand)
    named = [(hand, move) for hand, move in words if hand]
    plain = [move for hand, move in words if not hand]
    taken = {hand for hand, _ in named}
    targets = [hand for hand in open_hands if hand not in taken]
    if plain and len(plain) < len(targets):
        free = [hand for hand in targets if hand not in kept]
        targets = [h for h in free if h in to_act] + [h for h in free if h not in to_act]
        if not targets:
            raise IllegalAction("name_the_hand", hands=len(open_hands))
    return named + list(zip(targets, plain, strict=False)), max(0, len(plain) - len(targets))


def joined(kept: Words, words: Words, hands: Sequence[int]) -> Words:
    """The words after a decision when more are said for the same one: given out as by :func:`assign`.

    Words that name no hand stay so, since only the decision shows which hands are open.

    Args:
        kept: the words said before.
        words: the new ones.
        hands: those that may be open after the decision.

    Raises:
        IllegalAction: as :func:`assign`.
    """
    if len(words) >= len(hands):
        return words
    if not any(hand for hand, _ in kept + words) and len(kept + words) <= len(hands):
        return kept + words
    by_hand = dict(assign(kept, hands, hands, {})[0])
    placed, _ = assign(words, hands, hands, by_hand)
    return tuple(sorted((by_hand | dict(placed)).items()))
