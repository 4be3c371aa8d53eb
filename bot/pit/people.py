"""Who the account numbers at the tables are."""

from __future__ import annotations

from dataclasses import dataclass

from bot.amounts import Amount
from bot.games.contract import PlayerId
from bot.points import Viewer


@dataclass(slots=True)
class Person:
    """A viewer as the pages show them; ``points`` is the committed balance."""

    player: PlayerId
    name: str
    platform: str
    user_id: str
    rank: str
    points: Amount


class People:
    """The viewers seen since the start, and the ranking's heads."""

    def __init__(self) -> None:
        self._known: dict[PlayerId, Person] = {}
        self._by_user: dict[tuple[str, str], PlayerId] = {}

    def meet(self, viewer: Viewer) -> Person:
        """Takes note of a viewer as the store knows them."""
        player = PlayerId(int(viewer.account))
        person = Person(player, viewer.name, viewer.platform, viewer.user_id, viewer.rank, viewer.balance)
        self._known[player] = person
        self._by_user[viewer.platform, viewer.user_id] = player
        return person

    def of_user(self, platform: str, user_id: str) -> Person | None:
        """The person with this platform user id, if seen."""
        player = self._by_user.get((platform, user_id))
        return None if player is None else self._known[player]

    def get(self, player: PlayerId) -> Person | None:
        """The person behind an account number."""
        return self._known.get(player)

    def name(self, player: PlayerId) -> str:
        """A name for texts and logs."""
        person = self._known.get(player)
        return person.name if person is not None else f"#{player}"

    def named(self, name: str) -> list[Person]:
        """Everybody shown under this name, or known by this user id; exact, upper and lower case alike."""
        wanted = name.strip().casefold()
        return [p for p in self._known.values() if wanted in (p.name.casefold(), p.user_id.casefold())]

    def top(self, count: int) -> list[Person]:
        """The richest, best first; equal points in order of account."""
        return sorted(self._known.values(), key=lambda one: (-one.points, one.player))[:count]

    def all(self) -> list[Person]:
        """Everybody known."""
        return list(self._known.values())

    def on(self, platform: str) -> list[Person]:
        """Everybody of a platform, by name."""
        return sorted((p for p in self._known.values() if p.platform == platform), key=lambda p: p.name)
