"""Cutting a connection where it hurts."""

from __future__ import annotations

from aiohttp import web


def cut(answer: web.StreamResponse) -> None:
    """End the connection of a WebSocket, or of an answer under way, without a goodbye."""
    if answer._req is not None and answer._req.transport is not None:  # else the client was quicker
        answer._req.transport.abort()


def cut_in_a_frame(socket: web.WebSocketResponse, text: str) -> None:
    """End it after the first half of a text frame (RFC 6455, 5.2: one frame, unmasked, 16 bits of length)."""
    data = text.encode()
    assert 125 < len(data) < 65_536
    if socket._req is not None and socket._req.transport is not None:
        socket._req.transport.write(b"\x81\x7e" + len(data).to_bytes(2, "big") + data[: len(data) // 2])
        socket._req.transport.close()
