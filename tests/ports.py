"""Ports for what a test starts by number: another process, or a server that comes later."""

from __future__ import annotations

import random
import socket

_NEVER_GIVEN = range(20_000, 32_000)
"""Below the ports that systems give to whoever asks for any, so nobody gets one between here and its use."""


def free_port() -> int:
    """A port of 127.0.0.1 that nobody listens on."""
    while True:
        port = random.SystemRandom().choice(_NEVER_GIVEN)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
