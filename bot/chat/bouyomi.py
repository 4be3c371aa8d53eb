"""棒読みちゃん reads the table's calls aloud: bets open, bets closed, what the round came to.

It listens on TCP for a fifteen-byte head and the text, takes it and closes. Speech is an extra: nothing here
can hold the floor up or bring it down, and what cannot be said in time is not said.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable

import structlog

from bot.chat.connector import FloorEar
from bot.chat.status import ConnectionState, ConnectionStatus
from bot.pit.messages import ChatMessage, Frame, LogLine, Reply

_log = structlog.get_logger(__name__)

NAME = "bouyomi"
CALLS = frozenset({"opened", "closing", "closed", "dealer_done", "settled", "voided", "undone"})
"""The kinds of log line that are read out."""
MOST_WAITING = 8
"""Texts that wait for their turn; beyond that the oldest is dropped, since it is about what is over."""
MOST_LINES = 4
"""Lines of one kind in a row that are read out; a full table's results would take a minute."""
SECONDS = 2.0
"""For one text to be taken."""

_HEAD = struct.Struct("<hhhhhBi")
_TALK, _AS_SET, _DEFAULT_VOICE, _UTF_8 = 1, -1, 0, 0


def packet(text: str) -> bytes:
    """A text as 棒読みちゃん takes it: command, speed, tone, volume, voice, character set, length, bytes."""
    body = text.encode("utf-8", "replace")
    return _HEAD.pack(_TALK, _AS_SET, _AS_SET, _AS_SET, _DEFAULT_VOICE, _UTF_8, len(body)) + body


class Bouyomi:
    """A floor's listener that speaks.

    Args:
        address: ``host:port`` of 棒読みちゃん; 127.0.0.1:50001 unless it was set otherwise.
        shown: whether a table is the one being dealt; the others are silent.
    """

    def __init__(self, address: str, shown: Callable[[str], bool] = lambda _: True) -> None:
        self._host, _, port = address.rpartition(":")
        self._port = int(port)
        self._shown = shown
        self._waiting: asyncio.Queue[str] = asyncio.Queue()
        self._last = ("", 0)
        self._task: asyncio.Task[None] | None = None
        self._unsubscribe: Callable[[], None] | None = None
        self._silent: bool | None = None
        """Whether the last text could not be said; ``None`` before the first."""

    async def start(self, floor: FloorEar) -> None:
        """Speak from now on."""
        if self._task is None:
            self._unsubscribe = floor.subscribe(self)
            self._task = asyncio.create_task(self._speak())

    async def stop(self) -> None:
        """Fall silent."""
        if self._unsubscribe is not None:
            self._unsubscribe()
            self._unsubscribe = None
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def status(self) -> ConnectionStatus:
        """How the last text fared: there is no connection between two of them."""
        if self._silent is None:
            return ConnectionStatus(NAME, (), ConnectionState.OFF, "unspoken")
        if self._silent:
            return ConnectionStatus(NAME, (), ConnectionState.CONNECTING, "unreachable")
        return ConnectionStatus(NAME)

    # --- what the floor tells -------------------------------------------------------------------------------

    def line(self, table: str, line: LogLine) -> None:
        """A line of the dealer's log: queue it if it is a call."""
        if line.kind not in CALLS or not self._shown(table):
            return
        kind, count = self._last
        count = count + 1 if kind == line.kind else 1
        self._last = (line.kind, count)
        if count > MOST_LINES:
            return
        while self._waiting.qsize() >= MOST_WAITING:
            self._waiting.get_nowait()
        self._waiting.put_nowait(line.text)

    def frame(self, frame: Frame) -> None:
        """Pictures are not read out."""

    def reply(self, reply: Reply) -> None:
        """What one viewer is told is not read out."""

    def said(self, message: ChatMessage) -> None:
        """Comments are read out by the comment viewer, if by anybody."""

    # --- the voice ------------------------------------------------------------------------------------------

    async def _speak(self) -> None:
        while True:
            text = await self._waiting.get()
            try:
                async with asyncio.timeout(SECONDS):
                    await self._send(packet(text))
            except OSError as error:  # a TimeoutError is one
                if not self._silent:
                    _log.warning("棒読みちゃん cannot be reached", why=str(error) or type(error).__name__)
                self._silent = True
            except Exception:  # noqa: BLE001 - our own bug: the voice goes on
                _log.exception("a call could not be spoken")
            else:
                self._silent = False

    async def _send(self, data: bytes) -> None:
        _, writer = await asyncio.open_connection(self._host, self._port)
        try:
            writer.write(data)
            await writer.drain()
        finally:
            writer.close()
            await writer.wait_closed()
