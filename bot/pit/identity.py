"""Who is whom on the floor: linking two platform accounts, the ignored and the banned, the forgotten.

A viewer types 「引継」 in one chat and gets six digits; whoever types 「引継 123456」 in another asks to
become that viewer there. The digits are public, so they alone do nothing: the first is told who asked, and
the dealer approves or refuses. Codes and requests live for minutes and in memory alone; after a restart one
asks again.

None of this is a step of a table: undo does not reach it, :meth:`Identity.unlink` does.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bot.games.contract import IllegalAction, PlayerId
from bot.games.house import read_data
from bot.games.sheet import Problem, SheetError
from bot.pit.messages import ChatMessage, DealerCommand
from bot.pit.people import People, Person
from bot.points import AccountId, Alias, BadReversal, RankTable, Silenced, Store, Tx
from bot.texts import Language, text

if TYPE_CHECKING:
    from bot.pit.actor import TableActor
    from bot.pit.jobs import Rules
    from bot.pit.work import Outcome

CODE_MS = 10 * 60_000
"""How long a code can be used, and a request waits for the dealer."""
TRIES = 5
"""Wrong codes that one platform account may type in that time."""
MOST_REQUESTS = 50
SHORT = 4
"""Characters of a user id that tell two viewers of one name apart."""

User = tuple[str, str]
"""Platform and user id."""


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody asks to act as the viewer ``first``."""

    number: int
    first: PlayerId
    platform: str
    user_id: str
    name: str
    at: int
    to: ChatMessage
    """What the first had asked for the code with: an answer to it reaches them."""


@dataclass(frozen=True, slots=True)
class State:
    """What lives in memory alone; replaced as a whole, so that a unit can be taken back."""

    codes: Mapping[str, tuple[PlayerId, int, ChatMessage]] = field(default_factory=dict)
    requests: tuple[Request, ...] = ()
    tries: Mapping[User, tuple[int, int]] = field(default_factory=dict)
    numbers: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """An answer to the one who asked: the text ``reply.<code>``."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)


class Identity:
    """See the module.

    Args:
        at_stake: whether points of a player lie on any table.
        tables: the floor's tables.
        ignored: platform accounts that are never heard: other programs' bots.
        new_code: six digits.
    """

    def __init__(
        self,
        economy: str,
        people: People,
        ranks: RankTable,
        language: Language,
        at_stake: Callable[[PlayerId], bool],
        tables: Callable[[], Iterable[TableActor]],
        ignored: Iterable[User] = (),
        new_code: Callable[[], str] = lambda: f"{secrets.randbelow(10**6):06}",
    ) -> None:
        self.economy = economy
        self.people = people
        self.ranks = ranks
        self.language: Language = language
        self.state = State()
        self._at_stake = at_stake
        self._tables = tables
        self._ignored = frozenset(ignored)
        self._new_code = new_code
        self._store: Store | None = None

    def load(self, store: Store, now: int) -> None:
        """Takes the store's word for who is linked and who is not heard."""
        self._store = store
        for one in store.silenced(self.economy):
            if one.why == "banned" and one.holds(now):
                self.people.hide(one.platform, one.user_id)

    def back_to(self, state: State) -> None:
        """As if the unit had never run."""
        self.state = state

    def alias(self, platform: str, user_id: str) -> PlayerId | None:
        """Whom a platform account acts as, if it is linked."""
        found = self._store.alias(self.economy, platform, user_id) if self._store is not None else None
        return None if found is None else PlayerId(int(found.account))

    def silent(self, platform: str, user_id: str, now: int) -> bool:
        """Whether this platform account's words order nothing."""
        if (platform, user_id) in self._ignored:
            return True
        return self._store is not None and self._store.is_silent(self.economy, platform, user_id, now)

    def view(self, now: int) -> Mapping[str, Any]:
        """For the dealer: who asks, who is linked, who is ignored."""
        held = self._store
        return {
            "requests": [
                {
                    "number": one.number,
                    "first": {"id": one.first, "name": self.people.shown(one.first)},
                    "platform": one.platform,
                    "name": one.name,
                    "short": one.user_id[-SHORT:],
                }
                for one in self._waiting(now)
            ],
            "links": [
                {
                    "platform": one.platform,
                    "user_id": one.user_id,
                    "name": one.name,
                    "first": {"id": one.account, "name": self.people.shown(PlayerId(int(one.account)))},
                }
                for one in (held.aliases(self.economy) if held is not None else ())
            ],
            "ignored": [
                {"platform": one.platform, "user_id": one.user_id, "name": one.name}
                for one in (held.silenced(self.economy) if held is not None else ())
                if one.why == "ignored"  # whom a platform bans is that platform's to show
            ],
        }

    def _waiting(self, now: int) -> list[Request]:
        return [one for one in self.state.requests if now < one.at + CODE_MS]

    # --- what viewers do ----------------------------------------------------------------------------------

    def ask(self, person: Person, message: ChatMessage, now: int) -> Told:
        """A code for this viewer to type elsewhere; an earlier one, and who asked by it, counts no more."""
        codes = {
            code: held
            for code, held in self.state.codes.items()
            if held[0] != person.player and now < held[1]
        }
        code = self._new_code()
        while code in codes:
            code = self._new_code()
        requests = tuple(one for one in self._waiting(now) if one.first != person.player)
        codes[code] = (person.player, now + CODE_MS, message)
        self.state = replace(self.state, codes=codes, requests=requests)
        return Told("link_code", {"digits": code, "minutes": CODE_MS // 60_000})

    async def bring(self, tx: Tx, message: ChatMessage, code: str) -> tuple[Told, Request | None]:
        """A code typed by somebody: the answer, and the request it made for the dealer."""
        user = (message.platform, message.user_id)
        now = tx.now
        count, until = self.state.tries.get(user, (0, 0))
        if now < until and count >= TRIES:
            return Told("link_too_often", {"minutes": -(-(until - now) // 60_000)}), None
        issued = self.state.codes.get(code)
        if issued is None or now >= issued[1]:
            tries = {one: held for one, held in self.state.tries.items() if now < held[1]}
            tries[user] = (tries.get(user, (0, 0))[0] + 1, now + CODE_MS)
            self.state = replace(self.state, tries=tries)
            return Told("link_unknown"), None
        player, _, asked = issued
        linked = tx.alias(self.economy, *user)
        own = await tx.account_of(self.economy, *user)
        if linked is not None or own == AccountId(int(player)):
            same = own == AccountId(int(player)) or (linked is not None and int(linked.account) == player)
            return Told("link_same" if same else "link_already"), None
        number = self.state.numbers + 1
        request = Request(number, player, *user, message.display_name, now, asked)
        others = [one for one in self._waiting(now) if (one.platform, one.user_id) != user]
        codes = {key: held for key, held in self.state.codes.items() if key != code}
        requests = (*others, request)[-MOST_REQUESTS:]
        self.state = replace(self.state, codes=codes, requests=requests, numbers=number)
        return Told("link_asked"), request

    # --- what the dealer does -----------------------------------------------------------------------------

    async def change(
        self, rules: Rules, actor: TableActor, tx: Tx, command: DealerCommand, outcome: Outcome
    ) -> None:
        """Carries out ``link``, ``unlink``, ``forget``, ``ignore`` and ``unignore``.

        Raises:
            IllegalAction: why it cannot be.
        """
        verbs: Mapping[str, Callable[[Tx, list[str | int], str], Awaitable[tuple[str, str]]]] = {
            "link": self._link,
            "unlink": self._unlink,
            "forget": self._forget,
            "ignore": self._ignore,
            "unignore": self._unignore,
        }
        args = [arg.strip() if isinstance(arg, str) else arg for arg in command.args]
        done, who = await verbs[command.verb](tx, args, command.actor)
        outcome.lines.append(rules.scribe.identity(tx.now, done, who))
        outcome.changed = True

    def show(self, command: DealerCommand, acting: TableActor) -> None:
        """After the commit: every other table shows it, too."""
        if command.verb not in VERBS:
            return

        async def redraw(_actor: TableActor, _tx: Tx, told: Outcome) -> None:
            told.changed = True

        for table in self._tables():
            if table is not acting:
                table.tell("identity", redraw)

    async def _link(self, tx: Tx, args: list[str | int], by: str) -> tuple[str, str]:
        what = str(args[0]) if args else ""
        number = str(args[1]) if len(args) > 1 else ""
        if what not in ("approve", "refuse") or not (number.isascii() and number.isdigit()):
            raise IllegalAction("bad_argument", argument=what, allowed="approve 1, refuse 1")
        request = next((one for one in self._waiting(tx.now) if one.number == int(number)), None)
        if request is None:
            raise IllegalAction("link_no_request")
        if what == "approve":
            await self._approve(tx, request, by)
        rest = tuple(one for one in self.state.requests if one is not request)
        self.state = replace(self.state, requests=rest)
        done = "linked" if what == "approve" else "link_refused"
        return done, f"{request.name} → {self.people.shown(request.first)}"

    async def _approve(self, tx: Tx, request: Request, by: str) -> None:
        first = AccountId(int(request.first))
        own = await tx.account_of(self.economy, request.platform, request.user_id)
        self._at_rest(request.first, seated=False)
        rank = ""
        if own is not None:
            self._at_rest(PlayerId(int(own)), seated=True)
            rank = (await tx.holder(own)).rank
        try:
            await tx.link(self.economy, request.platform, request.user_id, request.name, first, by)
        except (ValueError, KeyError):
            raise IllegalAction("link_already") from None
        if rank and self.ranks.below((await tx.holder(first)).rank, rank):
            await tx.set_rank(first, rank)
        await self._meet(tx, first, own)

    def _at_rest(self, player: PlayerId, *, seated: bool) -> None:
        """Raises :class:`IllegalAction` if points of the viewer lie on a table; ``seated``: or if they sit or
        wait at one, where nobody could speak for them any more."""
        if self._at_stake(player):
            raise IllegalAction("link_at_stake", name=self.people.name(player))
        for actor in self._tables() if seated else ():
            table = actor.book.table
            if table.seat_of(player) is not None or player in table.queue:
                raise IllegalAction("link_seated", name=self.people.name(player))

    async def _meet(self, tx: Tx, *accounts: AccountId | None) -> None:
        for account in accounts:
            if account is not None:
                self.people.meet(await tx.holder(account))

    async def _unlink(self, tx: Tx, args: list[str | int], by: str) -> tuple[str, str]:
        alias = self._linked(args)
        back = args[2:] == ["back"]
        self._at_rest(PlayerId(int(alias.account)), seated=False)
        try:
            await tx.unlink(alias, by, back=back)
        except BadReversal:
            raise IllegalAction("link_points_back") from None
        await self._meet(tx, alias.account, alias.own)
        return "unlinked_back" if back else "unlinked", alias.name

    def _linked(self, args: list[str | int]) -> Alias:
        user = tuple(map(str, args[:2]))
        held = self._store.aliases(self.economy) if self._store is not None else ()
        found = [one for one in held if (one.platform, one.user_id) == user]
        if not found or args[2:] not in ([], ["back"]):
            raise IllegalAction("link_none")
        return found[0]

    async def _forget(self, tx: Tx, args: list[str | int], by: str) -> tuple[str, str]:
        person = self._who(args)
        self._at_rest(person.player, seated=True)
        account = AccountId(int(person.player))
        also = [one.own for one in tx.aliases_of(account)]
        name = await tx.forget(account, text("page.forgotten", self.language))
        await self._meet(tx, account, *also)
        requests = tuple(one for one in self.state.requests if one.first != person.player)
        self.state = replace(self.state, requests=requests)
        return "forgotten", name

    async def _ignore(self, tx: Tx, args: list[str | int], by: str) -> tuple[str, str]:
        person = self._who(args)
        if self._silenced(person.platform, person.user_id, "ignored") is not None:
            raise IllegalAction("already_ignored")
        tx.silence(Silenced(self.economy, person.platform, person.user_id, "ignored", person.name, tx.now))
        return "ignored", person.name

    async def _unignore(self, tx: Tx, args: list[str | int], by: str) -> tuple[str, str]:
        user = tuple(map(str, args[:2]))
        held = self._silenced(*user, "ignored") if len(user) == 2 else None
        if held is None:
            raise IllegalAction("not_ignored")
        tx.silence(replace(held, lifted_at=tx.now))
        return "unignored", held.name

    def _who(self, args: list[str | int]) -> Person:
        """A viewer by the id of a view, or by a name (or user id) that is nobody else's."""
        if len(args) == 1 and isinstance(args[0], int):
            found = [one for one in [self.people.get(PlayerId(args[0]))] if one is not None]
        else:
            found = self.people.named(" ".join(map(str, args)))
        if len(found) != 1:
            code = "viewer_unknown" if not found else "viewer_ambiguous"
            raise IllegalAction(code, name=" ".join(map(str, args)))
        return found[0]

    def _silenced(self, platform: str, user_id: str, why: Literal["banned", "ignored"]) -> Silenced | None:
        held = self._store.silenced(self.economy) if self._store is not None else ()
        found = [one for one in held if (one.platform, one.user_id, one.why) == (platform, user_id, why)]
        return found[0] if found else None

    # --- what a platform does -----------------------------------------------------------------------------

    async def banned(self, tx: Tx, platform: str, user_id: str, until: int) -> None:
        """A platform has silenced a viewer, until then (epoch ms) or for ever (0): kept, as far as they are
        known."""
        account = await tx.account_of(self.economy, platform, user_id)
        if account is None and tx.alias(self.economy, platform, user_id) is None:
            return
        tx.silence(Silenced(self.economy, platform, user_id, "banned", "", tx.now, until))

    async def cleared(self, tx: Tx, platform: str, user_id: str) -> None:
        """A platform lets a viewer speak again."""
        held = self._silenced(platform, user_id, "banned")
        if held is not None:
            tx.silence(replace(held, lifted_at=tx.now))
        account = await tx.account_of(self.economy, platform, user_id)
        if account is not None and self.people.get(PlayerId(int(account))) is not None:
            await self._meet(tx, account)


def ignored_bots(folder: Path | None = None) -> list[User]:
    """Other programs' bots, by platform and user id (``data/ignored.toml``); the house's own file adds to it.

    Raises:
        SheetError: the file cannot be used.
    """
    held, source = read_data("ignored.toml", folder)
    wrong = [
        Problem(str(platform), "dict_type", {"found": users})
        for platform, users in held.items()
        if not isinstance(users, Mapping) or not all(isinstance(name, str) for name in users.values())
    ]
    if wrong:
        raise SheetError(source, wrong)
    return [(platform, user_id) for platform, users in held.items() for user_id in users]


VERBS = frozenset({"link", "unlink", "forget", "ignore", "unignore"})
"""The dealer's verbs that are about people, not tables."""
