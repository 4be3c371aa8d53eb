"""Taking somebody's data out from the command line, while no floor runs on the data folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bot.points import Store, Tx, Viewer
from bot.texts import Language, text


class ForgetRefused(Exception):
    """Nobody, or more than one, is meant, or they hold points on a table; nothing has changed.

    Attributes:
        code: ``forget_unknown``, ``forget_ambiguous`` or ``forget_round``: the text ``cli.<code>``.
        found: the viewers of that name.
    """

    def __init__(self, code: str, found: list[Viewer]) -> None:
        super().__init__(code)
        self.code = code
        self.found = found


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Whose account was made nobody's, and the name that is there instead."""

    account: int
    name: str


async def find(database: Path, name: str) -> list[Viewer]:
    """The accounts of the one viewer of that name, or of that user id, or written ``platform:user id``: one
    for each kind of points they have played for.

    Raises:
        ForgetRefused: nobody, or more than one.
    """
    async with await Store.open(database) as store:
        platform, _, user_id = name.partition(":")
        found = await store.viewers_of_user(platform, user_id) if user_id else []
        found = found or await store.viewers_by_name(None, name)
        people = {(one.platform, one.user_id): one for one in found}
        if len(people) != 1:
            raise ForgetRefused("forget_ambiguous" if people else "forget_unknown", list(people.values()))
        return await store.viewers_of_user(found[0].platform, found[0].user_id)


async def forget(database: Path, accounts: Sequence[Viewer], language: Language) -> list[Forgotten]:
    """Puts a pseudonym in the place of a viewer's name and user id, at every account; the ledger stays.

    Raises:
        ForgetRefused: a round is running, in which they may hold points.
    """
    async with await Store.open(database) as store:
        if any(row.round_open for row in await store.tables()):
            raise ForgetRefused("forget_round", list(accounts))

        async def work(tx: Tx) -> list[Forgotten]:
            called = text("page.forgotten", language)
            return [Forgotten(int(one.account), await tx.forget(one.account, called)) for one in accounts]

        return await store.do(work)
