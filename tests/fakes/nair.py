"""An N Air of our own: it calls an address for each comment, as its HTTP link does, and fails as it fails.
For the tests, and to watch the link by hand::

    python -m tests.fakes.nair 'http://127.0.0.1:7788/nair?token=...&id={id}&...'

with the address that Chatjack shows when it was started with CHATJACK_NAIR=true.

Source: github.com/n-air-app/n-air-app, ``app/services/nicolive-program/httpRelation.ts`` (``SendParam``:
the fields and what is empty when; ``send``: how the address is filled in) and
``nicolive-comment-viewer.ts`` (comments are taken from a buffer about once a second, and sent without
waiting for each other; a reload reads the last minute's again).
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import time
import uuid
from collections.abc import Callable
from urllib.parse import quote

import aiohttp
from yarl import URL

from tests.fakes.keyboard import by_hand

Param = dict[str, str]

RESENT_SECONDS = 60.0
ORIGIN = "file://"
"""Its window is a local file."""


def chat(
    text: str,
    user_id: str | None,
    *,
    name: str = "",
    message_id: str | None = None,
    owner: bool = False,
    premium: bool = False,
) -> Param:
    """``SendParam`` of a comment; a missing user id is ``-``, a hashed one is anonymous."""
    return {
        "id": message_id if message_id is not None else str(uuid.uuid4()),
        "comment": text,
        "isOwner": "true" if owner else "false",
        "userId": user_id if user_id is not None else "-",
        "name": name,
        "isPremium": "true" if premium else "false",
        "isAnonymous": "true" if user_id is not None and user_id.startswith("a:") else "false",
        "type": "operator" if owner else "normal",
    }


def notice(kind: str, text: str) -> Param:
    """``SendParam`` of a gift, an advertisement, a notice: only the words and the type."""
    return dict.fromkeys(("id", "isOwner", "userId", "name", "isPremium", "isAnonymous"), "") | {
        "comment": text,
        "type": kind,
    }


def trial() -> Param:
    """``sendTest``: the button in N Air's settings."""
    return chat("テストコメントです", None, name="test", premium=True)


def filled_in(template: str, param: Param) -> str:
    """``send``: each name in braces is replaced by its value as ``encodeURIComponent`` writes it."""
    return re.sub(r"{(\w+)}", lambda found: quote(param.get(found[1], ""), safe="!'()*-._~"), template)


class FakeNAir:
    """The program.

    Args:
        template: the address, with names in braces.
        now: seconds that never go back.
    """

    def __init__(
        self,
        template: str,
        *,
        dice: random.Random | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.template = template
        self.dice = dice or random.Random(1)
        self.now = now
        self.delivered: list[str] = []
        """Ids of comments that were answered well, each time."""
        self.cut = 0
        """So many of the next calls are cut off before their answer is read: N Air does not know if they
        arrived."""
        self.statuses: list[int] = []
        self._held: list[tuple[float, Param]] = []
        self._buffer: list[Param] = []
        self._http: aiohttp.ClientSession | None = None

    async def start(self) -> None:
        self._http = aiohttp.ClientSession(headers={"Origin": ORIGIN})

    async def stop(self) -> None:
        if self._http is not None:
            await self._http.close()

    def comment(self, *params: Param) -> None:
        """Comments arrive; they go out with the next batch."""
        self._buffer += params
        self._held += [(self.now(), param) for param in params]

    def reload(self) -> None:
        """The comment list is loaded anew: the last minute goes out again."""
        since = self.now() - RESENT_SECONDS
        self._buffer += [param for at, param in self._held if at >= since]

    async def flush(self) -> None:
        """About once a second: everything that waits goes out at once, in no order."""
        batch, self._buffer = self._buffer, []
        self.dice.shuffle(batch)
        await asyncio.gather(*(self._send(param) for param in batch))

    async def _send(self, param: Param) -> None:
        assert self._http is not None
        url = URL(filled_in(self.template, param), encoded=True)
        try:
            if self.cut > 0:
                self.cut -= 1
                async with asyncio.timeout(self.dice.choice([0.0, 0.001, 0.003])):
                    await self._http.get(url)
                return
            async with self._http.get(url) as response:
                await response.read()
                self.statuses.append(response.status)
                if response.ok:
                    self.delivered.append(param["id"])
        except (aiohttp.ClientError, OSError):
            pass


async def _main() -> None:
    if len(sys.argv) != 2:
        print(__doc__)
        return
    fake = FakeNAir(sys.argv[1])
    await fake.start()

    async def say(name: str, words: str) -> None:
        fake.comment(chat(words, f"a:{name}"))
        await fake.flush()

    async def reload() -> None:
        """the comments of the last minute go out again, in no order"""
        fake.reload()
        await fake.flush()

    try:
        deeds = {"reload": reload}
        await by_hand("Playing N Air.", say, deeds, lambda: fake.statuses[-1:] == [200])
    finally:
        await fake.stop()


if __name__ == "__main__":
    asyncio.run(_main())
