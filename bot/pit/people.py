"""Who the account numbers at the tables are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from heapq import nsmallest

from bot.amounts import Amount
from bot.games.contract import PlayerId
from bot.pit.looks import skeleton
from bot.pit.messages import ChatMessage
from bot.points import Viewer


@dataclass(frozen=True, slots=True)
class Person:
    """A viewer as the pages show them; ``points`` is the balance after the last unit, committed with it, and
    ``rebuys`` counts the restarts (rulings 3.5)."""

    player: PlayerId
    name: str
    platform: str
    user_id: str
    rank: str
    points: Amount
    rebuys: int = 0


Before = tuple[PlayerId, Person | None]
"""An account number, and who it was until a change."""


LEADING = 100
"""So many of the richest are kept apart, so that the ranking's heads are found without looking at
everybody."""


def _standing(one: Person) -> tuple[int, PlayerId]:
    return (-one.points, one.player)


class People:
    """The viewers seen since the start, and the ranking's heads.

    Args:
        alias: whom a platform account acts as, if it is linked to another's viewer.
        mask: the name of those whose own is hidden.
    """

    def __init__(
        self, alias: Callable[[str, str], PlayerId | None] = lambda *_: None, mask: str = "***"
    ) -> None:
        self._alias = alias
        self._mask = mask
        self._hidden: set[tuple[str, str]] = set()
        self._known: dict[PlayerId, Person] = {}
        self._by_user: dict[tuple[str, str], PlayerId] = {}
        self._heard: dict[PlayerId, ChatMessage] = {}
        self._looks: dict[str, set[PlayerId]] = {}
        self._changed: list[Before] | None = None
        # Nobody outside ``_leading`` has more points than ``_beyond``: the ranking's heads need not look at
        # all.
        self._leading: set[PlayerId] = set()
        self._beyond = -1

    def begin(self) -> list[Before]:
        """From now until :meth:`end` changes are noted in the returned list, for :meth:`put_back`."""
        self._changed = []
        return self._changed

    def end(self) -> None:
        """Notes no more."""
        self._changed = None

    def put_back(self, changed: list[Before]) -> None:
        """What a unit learned did not come to pass: a new viewer's number will be somebody else's."""
        while changed:
            player, before = changed.pop()
            self._drop(player)
            if before is not None:
                self._keep(before)

    def meet(self, viewer: Viewer) -> Person:
        """Takes note of a viewer as the store knows them."""
        player = PlayerId(int(viewer.account))
        known = self._known.get(player)
        rebuys = viewer.rebuys if known is None else known.rebuys
        hidden = (viewer.platform, viewer.user_id) in self._hidden
        name = self._mask if hidden else viewer.name
        who = (player, name, viewer.platform, viewer.user_id, viewer.rank)
        person = Person(*who, viewer.balance, rebuys)
        self._change(person)
        return person

    def show(self, player: PlayerId, points: Amount) -> None:
        """The balance to show for somebody known; nothing for anybody else."""
        person = self._known.get(player)
        if person is not None and person.points != points:
            self._change(replace(person, points=points))

    def give_rank(self, player: PlayerId, rank: str) -> None:
        """Somebody known holds this rank now."""
        person = self._known.get(player)
        if person is not None and person.rank != rank:
            self._change(replace(person, rank=rank))

    def count_rebuys(self, player: PlayerId, more: int) -> None:
        """So many restarts more, or fewer, of somebody known."""
        person = self._known.get(player)
        if person is not None and more:
            self._change(replace(person, rebuys=person.rebuys + more))

    def _change(self, person: Person) -> None:
        if self._changed is not None:
            self._changed.append((person.player, self._known.get(person.player)))
        self._keep(person)

    def hide(self, platform: str, user_id: str) -> None:
        """From now on this viewer's name is not shown."""
        self._hidden.add((platform, user_id))
        player = self._by_user.get((platform, user_id))
        if player is not None:
            self._change(replace(self._known[player], name=self._mask))

    def unhide(self, platform: str, user_id: str) -> None:
        """The name is shown again as soon as the viewer is met the next time."""
        self._hidden.discard((platform, user_id))

    def hides(self, platform: str, user_id: str) -> bool:
        """Whether this viewer's name is not shown."""
        return (platform, user_id) in self._hidden

    def _drop(self, player: PlayerId) -> None:
        old = self._known.pop(player, None)
        if old is not None:
            self._by_user.pop((old.platform, old.user_id), None)
            self._looks.get(skeleton(old.name), set()).discard(player)

    def _keep(self, person: Person) -> None:
        old = self._known.get(person.player)
        if old is None or (old.name, old.user_id) != (person.name, person.user_id):
            self._drop(person.player)
            self._looks.setdefault(skeleton(person.name), set()).add(person.player)
        self._known[person.player] = person
        self._by_user[person.platform, person.user_id] = person.player
        if person.points > self._beyond:
            self._leading.add(person.player)

    def hear(self, player: PlayerId, message: ChatMessage) -> None:
        """Remembers where somebody spoke last: what they are told later is told there."""
        self._heard[player] = message

    def last_heard(self, player: PlayerId) -> ChatMessage | None:
        """Somebody's last message that could be a command, if they have said one since the start."""
        return self._heard.get(player)

    def of_user(self, platform: str, user_id: str) -> Person | None:
        """The person with this platform user id, or whom it acts as, if seen."""
        player = self._alias(platform, user_id) or self._by_user.get((platform, user_id))
        return None if player is None else self._known.get(player)

    def get(self, player: PlayerId) -> Person | None:
        """The person behind an account number."""
        return self._known.get(player)

    def name(self, player: PlayerId) -> str:
        """A name for texts and logs."""
        person = self._known.get(player)
        return person.name if person is not None else f"#{player}"

    def shown(self, player: PlayerId) -> str:
        """The name for the dealer: with the platform and the end of the user id where another's looks the
        same."""
        person = self._known.get(player)
        if person is None:
            return f"#{player}"
        alike = len(self._looks.get(skeleton(person.name), ())) > 1
        return f"{person.name} ({person.platform} …{person.user_id[-4:]})" if alike else person.name

    def named(self, name: str) -> list[Person]:
        """Everybody shown under this name, or known by this user id; exact, upper and lower case alike."""
        wanted = name.strip().casefold()
        found = [p for p in self._known.values() if wanted in (p.name.casefold(), p.user_id.casefold())]
        if not found and wanted.endswith(")"):
            found = [p for p in self._known.values() if wanted == self.shown(p.player).casefold()]
        return found

    def top(self, count: int) -> list[Person]:
        """The richest, best first; equal points in order of account."""
        leading = [self._known[player] for player in self._leading if player in self._known]
        best = nsmallest(count, leading, key=_standing)
        short = len(best) < min(count, len(self._known))
        if short or len(leading) > 2 * LEADING or (best and best[-1].points < self._beyond):
            leading = nsmallest(max(count, LEADING), self._known.values(), key=_standing)
            self._leading = {one.player for one in leading}
            self._beyond = leading[-1].points if len(leading) < len(self._known) else -1
            best = leading[:count]
        return best

    def all(self) -> list[Person]:
        """Everybody known."""
        return list(self._known.values())

    def on(self, platform: str) -> list[Person]:
        """Everybody of a platform, by name."""
        return sorted((p for p in self._known.values() if p.platform == platform), key=lambda p: p.name)
