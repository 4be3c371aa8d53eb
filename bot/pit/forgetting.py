"""Taking somebody's data out from the command line, while no floor runs on the data folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bot.points import MAIN_ECONOMY, Store, Tx, Viewer
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
    """Who was forgotten, and what is there instead."""

    account: int
    name: str


async def find(database: Path, name: str) -> Viewer:
    """The one viewer of that name, or of that user id, or written ``platform:user id``.

    Raises:
        ForgetRefused: nobody, or more than one.
    """
    async with await Store.open(database) as store:
        platform, _, user_id = name.partition(":")
        exact = await store.viewer_by_id(MAIN_ECONOMY, platform, user_id) if user_id else None
        found = [exact] if exact is not None else await store.viewers_by_name(MAIN_ECONOMY, name)
    if len(found) != 1:
        raise ForgetRefused("forget_ambiguous" if found else "forget_unknown", found)
    return found[0]


async def forget(database: Path, viewer: Viewer, language: Language) -> Forgotten:
    """Puts a pseudonym in the place of a viewer's name and user id; the ledger stays.

    Raises:
        ForgetRefused: a round is running, in which they may hold points.
    """
    async with await Store.open(database) as store:
        if any(row.round_open for row in await store.tables()):
            raise ForgetRefused("forget_round", [viewer])

        async def work(tx: Tx) -> str:
            return await tx.forget(viewer.account, text("page.forgotten", language))

        return Forgotten(int(viewer.account), await store.do(work))
