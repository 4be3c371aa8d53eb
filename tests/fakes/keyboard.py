"""A fake by hand: what is typed happens."""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Awaitable, Callable, Mapping

Say = Callable[[str, str], Awaitable[object]]
Deed = Callable[..., object]


def port(usual: int) -> int:
    """The port to listen on: the first argument, or the service's own."""
    return int(sys.argv[1]) if len(sys.argv) > 1 else usual


async def by_hand(
    hint: str,
    say: Say | None = None,
    deeds: Mapping[str, Deed] | None = None,
    heard: Callable[[], object] = lambda: True,
) -> None:
    """Do what the keyboard says until its input ends.

    Args:
        hint: how to start Chatjack against the fake.
        say: takes ``name: text``, if people can say something here.
        deeds: what ``/word`` does, with the words after it.
        heard: whether Chatjack is connected.
    """
    deeds = deeds or {}
    print(hint)
    if say is not None:
        print("Then type 'name: text' and Enter.")
    for word, deed in deeds.items():
        about = (inspect.getdoc(deed) or "").splitlines()[:1]
        print(f"    /{word:<12}{''.join(about)}")
    print("Ctrl-C ends it.", flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        await _do(line.strip(), say, deeds)
        print("  connected" if heard() else "  nobody is connected", flush=True)


async def _do(line: str, say: Say | None, deeds: Mapping[str, Deed]) -> None:
    if line.startswith("/"):
        word, *others = line[1:].split()
        try:
            done = deeds[word](*others)
            if inspect.isawaitable(done):
                await done
        except (KeyError, TypeError, ValueError) as error:
            print(f"  not understood ({type(error).__name__})")
        return
    name, _, words = line.partition(":")
    if say is not None and words.strip():
        await say(name.strip(), words.strip())
