"""``POST /api/do``: one dealer's command, for a Stream Deck or a script.

The token is taken from ``Authorization: Bearer`` alone. A page on the web can neither read it nor send that
header here without a preflight, which is never granted.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from aiohttp import hdrs, web

from bot.texts import text
from bot.web import frames
from bot.web.dealer import Dealer
from bot.web.guard import Guard
from bot.web.inbound import BadMessage, parse_do
from bot.web.limits import Limits, TokenBucket
from bot.web.tokens import Page, Tokens

STATUS = {
    "malformed": 400,
    "unknown_type": 400,
    "missing_token": 401,
    "wrong_token": 403,
    "unknown_table": 404,
    "too_long": 413,
    "too_fast": 429,
    "internal": 500,
}
"""The HTTP status of the server's own refusals; the floor's are 409, since the request itself was fine."""


class Api:
    """Answers with the same messages as the dock's socket."""

    def __init__(self, dealer: Dealer, guard: Guard, tokens: Tokens, limits: Limits) -> None:
        self._dealer = dealer
        self._guard = guard
        self._tokens = tokens
        self._limits = limits
        self._bucket: TokenBucket | None = None

    def add_routes(self, app: web.Application) -> None:
        """``POST /api/do``."""
        app.router.add_post("/api/do", self._do)

    async def _do(self, request: web.Request) -> web.Response:
        scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return self._refuse(request, "missing_token")
        if not self._tokens.opens(Page.DOCK, token.strip()):
            return self._refuse(request, "wrong_token")
        if not self._take():
            return self._refuse(request, "too_fast")
        try:
            wish = parse_do((await request.read()).decode(), typed=False)
            if wish.table is None and "table" in request.query:
                wish = replace(wish, table=request.query["table"])
        except web.HTTPRequestEntityTooLarge:
            return self._refuse(request, "too_long")
        except UnicodeDecodeError:
            return self._refuse(request, "malformed")
        except BadMessage as error:
            return self._refuse(request, error.code, error.message_id)
        answer = await self._dealer.do(wish, None, "api", self._guard.language_of(request))
        return _response(answer, 200 if answer["type"] == "done" else STATUS.get(answer["code"], 409))

    def _take(self) -> bool:
        if self._bucket is None:
            clock = asyncio.get_running_loop().time
            self._bucket = TokenBucket(self._limits.dock_rate, self._limits.dock_burst, clock)
        return self._bucket.take()

    def _refuse(self, request: web.Request, code: str, message_id: str | None = None) -> web.Response:
        said = text(f"web.{code}", self._guard.language_of(request))
        response = _response(frames.refused(message_id, code, said), STATUS[code])
        if code == "missing_token":
            response.headers[hdrs.WWW_AUTHENTICATE] = "Bearer"
        return response


def _response(answer: dict[str, Any], status: int) -> web.Response:
    return web.Response(status=status, body=frames.encode(answer), content_type="application/json")
