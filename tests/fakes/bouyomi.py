"""棒読みちゃん of our own on 127.0.0.1: it takes what is to be spoken, and shows it. For the tests, and to
watch the table's calls by hand::

    python -m tests.fakes.bouyomi

Source: the program's own ReadMe and its sample client (chi.usamimi.info/Program/Application/BouyomiChan): TCP
50001, little-endian: int16 command (1: talk), int16 speed, tone, volume and voice (-1: as set, voice 0), a
byte for the character set (0: UTF-8), int32 length, the text; the connection ends after each text.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tests.fakes.keyboard import by_hand, port

PORT = 50001
HEAD = 15


class FakeBouyomi:
    """The program's socket. ``on_text`` is told of each text."""

    def __init__(self) -> None:
        self.packets: list[bytes] = []
        self.on_text: Callable[[str], None] = lambda text: None
        self.port = 0
        self._server: asyncio.Server | None = None

    async def start(self, at: int = 0) -> None:
        self._server = await asyncio.start_server(self._take, "127.0.0.1", at or self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    async def stop(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.packets.append(await reader.read())
        writer.close()
        self.on_text(self.spoken[-1])

    @property
    def spoken(self) -> list[str]:
        return [data[HEAD:].decode() for data in self.packets]


async def _main() -> None:
    fake = FakeBouyomi()
    fake.on_text = lambda text: print(f"  「{text}」", flush=True)
    await fake.start(port(PORT))
    hint = f"Start Chatjack with CHATJACK_BOUYOMI=127.0.0.1:{fake.port} chatjack\nThen open and close bets."
    try:
        await by_hand(hint, heard=lambda: fake.packets)
    finally:
        await fake.stop()


if __name__ == "__main__":
    asyncio.run(_main())
