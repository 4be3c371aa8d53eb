"""Addresses that other programs on the machine call: N Air's HTTP link.

N Air's window is no page of ours, so its ``Origin`` is foreign and is not asked for here; a token of the
link's own stands in the address. All it opens is to speak as viewers of Niconico. Answers are for any
window to read: they hold nothing.
"""

from __future__ import annotations

import hmac

from aiohttp import hdrs, web

from bot.chat.nair import NAir, template
from bot.web.guard import Guard

PATH = "/nair"


class Links:
    """``GET /nair``.

    Args:
        token: the link's own.
    """

    def __init__(self, nair: NAir, token: str, guard: Guard) -> None:
        self._nair = nair
        self._token = token
        self._guard = guard

    def add_routes(self, app: web.Application) -> None:
        """What other programs call."""
        self._guard.open_to_programs(PATH)
        app.router.add_get(PATH, self._hear)

    def address(self, base: str) -> str:
        """The address to paste into N Air; secret."""
        return template(base, self._token)

    async def _hear(self, request: web.Request) -> web.Response:
        token = request.query.get("token", "")
        if not token:
            return self._guard.refuse(request, 401, "missing_token")
        if not hmac.compare_digest(token.encode("utf-8", "replace"), self._token.encode()):
            return self._guard.refuse(request, 403, "wrong_token")
        new = self._nair.hear(request.query)
        return web.Response(
            text="ok\n" if new else "ignored\n", headers={hdrs.ACCESS_CONTROL_ALLOW_ORIGIN: "*"}
        )
