"""N Air's HTTP link (HTTP連携): Niconico's own broadcasting program calls an address for every comment
(design 5; github.com/n-air-app/n-air-app, ``app/services/nicolive-program/httpRelation.ts``).

It sends the comments of about a second at once, so two may arrive in either order; when its comment list is
reloaded it sends those of the last minute again; gifts and notices come without an id. Its JSON bodies break
where a comment holds a backslash, so the fields are taken from the address alone. Each comment stands for
itself: a repeated one is known by its id.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import quote

from bot.chat.intake import NICONICO, Comment
from bot.chat.reading import ReadOnly
from bot.chat.status import ConnectionState, ConnectionStatus
from bot.pit.messages import MOST_ID

NAME = "nair"
FIELDS = ("id", "comment", "isOwner", "userId", "name", "isPremium", "isAnonymous", "type")
"""What N Air fills in, in braces."""
NO_ID = frozenset({"", "-"})
SAID = frozenset({"", "normal", "operator"})
"""The types that are comments of people; empty when the address does not ask for it."""


def template(base: str, token: str) -> str:
    """The address to paste into N Air."""
    return f"{base}/nair?token={quote(token)}&" + "&".join(f"{name}={{{name}}}" for name in FIELDS)


class NAir(ReadOnly):
    """The connector. The web server calls :meth:`hear`; there is no connection to keep."""

    name = NAME
    platforms = frozenset({NICONICO})
    _called = False

    def _begin(self) -> list[asyncio.Task[None]]:
        self._intake.away(self.platforms, False)  # nobody can tell whether N Air is there
        return []

    def hear(self, fields: Mapping[str, str]) -> bool:
        """A call of N Air's: the query of its address. Whether it was a comment that had not come before."""
        self._called = True
        comment = read(fields) if self._started else None
        return comment is not None and self._intake.hear(comment)

    def status(self) -> ConnectionStatus:
        """How it is doing, as far as its calls tell."""
        where = (self.name, tuple(self.platforms))
        if self._called:
            return ConnectionStatus(*where)
        return ConnectionStatus(*where, ConnectionState.OFF, "not_called")


def read(fields: Mapping[str, str]) -> Comment | None:
    """The comment in a call; ``None`` for gifts, notices and what has no id or words."""
    message_id, said = fields.get("id", ""), fields.get("comment", "")
    if message_id in NO_ID or len(message_id) > MOST_ID or not said.strip():
        return None
    if fields.get("type", "") not in SAID:
        return None
    owner = fields.get("isOwner") == "true"
    user_id = fields.get("userId", "")
    return Comment(
        platform=NICONICO,
        message_id=message_id,
        user_id="" if user_id in NO_ID else user_id,
        name=fields.get("name", ""),
        text=said,
        roles=frozenset({"broadcaster"}) if owner else frozenset(),
    )
