"""The connections on the dock, and ``GET /api/status`` for ``chatjack doctor`` and for scripts.

A dock is sent ``{"type": "status", "connections": [...]}`` when it opens and when something has changed,
looked at once a second, so that a busy chat does not become a flood of messages.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import structlog
from aiohttp import hdrs, web

from bot.chat.status import ConnectionStatus, Monitor
from bot.texts import Language
from bot.web import frames
from bot.web.client import Client
from bot.web.doctor.floor import connection as findings_of
from bot.web.doctor.floor import facts as facts_of
from bot.web.guard import Guard
from bot.web.hub import Hub
from bot.web.tokens import Page, Tokens

EVERY = 1.0
"""Seconds between two looks while a dock is open."""
AGE_STEP = 15.0
"""A newer line alone is worth a message once in so many seconds."""
REQUESTS_STEP = 50
TOKEN_STEP = 60.0
"""Nor is every request that is spent, or a token's end that was told a second otherwise."""
_log = structlog.get_logger(__name__)


class StatusBoard:
    """Tells docks and programs how the connections are.

    Args:
        monitor: knows the connections.
        now: epoch seconds.
    """

    def __init__(
        self,
        monitor: Monitor,
        hub: Hub,
        guard: Guard,
        tokens: Tokens,
        *,
        every: float = EVERY,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._monitor = monitor
        self._hub = hub
        self._guard = guard
        self._tokens = tokens
        self._every = every
        self._now = now
        self._told: WeakKeyDictionary[Client, object] = WeakKeyDictionary()
        self._task: asyncio.Task[None] | None = None

    def add_routes(self, app: web.Application) -> None:
        """``GET /api/status``."""
        app.router.add_get("/api/status", self._answer)

    def start(self) -> None:
        """Keep the docks told."""
        if self._task is None:
            self._task = asyncio.create_task(self._keep_telling())

    async def stop(self) -> None:
        """Tell no more."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _keep_telling(self) -> None:
        while True:
            try:
                self._tell()
            except Exception:  # noqa: BLE001 - a board that stumbles must not go blind for good
                _log.exception("the docks could not be told how the connections are")
            await asyncio.sleep(self._every)

    def _tell(self) -> None:
        docks = [dock for dock in self._hub.clients(Page.DOCK) if not dock.stale]
        if not docks:
            return
        statuses = self._monitor.statuses()
        look = tuple(map(_look, statuses))
        made: dict[Language, bytes] = {}
        for dock in docks:
            # A dock that was skipped to the newest state may have lost what was told before.
            seen = (look, dock.skips)
            if self._told.get(dock) != seen:
                if dock.language not in made:
                    made[dock.language] = frames.encode(self._message(statuses, dock.language))
                if dock.post(made[dock.language]):
                    self._told[dock] = seen

    def _message(self, statuses: list[ConnectionStatus], language: Language) -> dict[str, Any]:
        return {
            "type": "status",
            "connections": [self._shown(status, language) for status in statuses],
        }

    def _shown(self, status: ConnectionStatus, language: Language) -> dict[str, Any]:
        now = self._now()
        found = list(findings_of(status, now, terse=True))
        lines = [
            {"level": one.level.value, "text": one.sentence(language), "mend": one.mend(language) or None}
            for one in found
        ]
        known = [
            {"label": "page.connections.fact", "value": one.say(language)} for one in facts_of(status, now)
        ]
        return {**status.to_json(), "lines": lines, "facts": known}

    async def _answer(self, request: web.Request) -> web.Response:
        scheme, _, token = request.headers.get(hdrs.AUTHORIZATION, "").partition(" ")
        if scheme.lower() != "bearer" or not token.strip():
            return self._guard.refuse(request, 401, "missing_token")
        if not self._tokens.opens(Page.DOCK, token.strip()):
            return self._guard.refuse(request, 403, "wrong_token")
        message = self._message(self._monitor.statuses(), self._guard.language_of(request))
        message["pages"] = {page.value: self._hub.count(page) for page in Page}
        return web.Response(body=frames.encode(message), content_type="application/json")


def _look(status: ConnectionStatus) -> ConnectionStatus:
    """What has to change before it is told again."""
    last = status.last_received
    return replace(
        status,
        last_received=None if last is None else last // AGE_STEP,
        clock_skew=None if status.clock_skew is None else round(status.clock_skew),
        requests_left=None if status.requests_left is None else status.requests_left // REQUESTS_STEP,
        token_expires=None if status.token_expires is None else status.token_expires // TOKEN_STEP,
    )
