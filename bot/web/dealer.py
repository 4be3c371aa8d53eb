"""A dealer's command from a page or a program to the floor, and the answer to send back."""

from __future__ import annotations

from typing import Any

import structlog

from bot.pit.messages import DealerCommand, Done
from bot.texts import Language, text
from bot.web import frames
from bot.web.floor import WebFloor
from bot.web.inbound import Do

_log = structlog.get_logger(__name__)


class Dealer:
    """Carries commands out, one answer each, whatever happens."""

    def __init__(self, floor: WebFloor) -> None:
        self._floor = floor

    async def do(self, wish: Do, shown: str | None, actor: str, language: Language) -> dict[str, Any]:
        """The answer to a command: ``done``, or ``refused`` with the newest state.

        Args:
            shown: the table that whoever asks looks at, if the command names no other; ``None`` is the focus.
            actor: who is written into the log.
            language: of the server's own refusals; the floor's come in its own.
        """
        table = wish.table if wish.table is not None else shown
        if table is not None and table not in self._floor.tables():
            return frames.refused(wish.id, "unknown_table", text("web.unknown_table", language))
        command = DealerCommand(wish.id, wish.verb, wish.args, actor, wish.expect)
        try:
            answer = await self._floor.do(table, command)
        except Exception:  # noqa: BLE001 - our own bug: logged, and the dealer hears that it did not work
            _log.exception("a dealer's command failed", verb=wish.verb, table=table)
            return self.refusal(wish.id, "internal", table, language)
        if isinstance(answer, Done):
            return frames.done(answer)
        return frames.refused(answer.id, answer.code, answer.text, self._floor.frame(table))

    def refusal(
        self, message_id: str | None, code: str, table: str | None, language: Language
    ) -> dict[str, Any]:
        """The server's own refusal of a command; one that the page can match comes with the state to draw."""
        shown = message_id is not None and (table is None or table in self._floor.tables())
        frame = self._floor.frame(table) if shown else None
        return frames.refused(message_id, code, text(f"web.{code}", language), frame)
