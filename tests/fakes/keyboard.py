"""Typing comments into a fake."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable


async def by_hand(say: Callable[[str, str], Awaitable[object]], hint: str) -> None:
    """Lines of the keyboard as comments, ``name: text``, until the input ends."""
    print(hint)
    print("Then type 'name: text' and Enter; Ctrl-C ends.", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        name, _, words = line.strip().partition(":")
        if words.strip():
            await say(name.strip(), words.strip())
