"""The fake Twitch by hand: ``python -m tests.fakes.twitch``."""

from __future__ import annotations

import asyncio
import sys

from tests.fakes.keyboard import port
from tests.fakes.twitch import CLIENT_ID, CLIENT_SECRET, FakeTwitch, Posted
from tests.fakes.twitch_messages import CLOSES

PORT = 9123
INTRODUCTION = f"""
A Twitch of our own listens on @BASE@. In another window:

    CHATJACK_TWITCH_SERVICE=@BASE@ CHATJACK_DATA_DIR=try python -m bot

(Windows: first  set CHATJACK_TWITCH_SERVICE=@BASE@  and  set CHATJACK_DATA_DIR=try)
Open the dock, "Set up Twitch", and enter

    Client ID      {CLIENT_ID}
    Client Secret  {CLIENT_SECRET}
    channel        sara        bot  croupier

Then type here what viewers say, or do harm:

    aya: join             somebody says something (sara is the broadcaster)
    /close 4003           close the socket: {", ".join(map(str, CLOSES))}
    /drop                 cut the connection        /silence   leave it open and say nothing more
    /move                 session_reconnect         /badmove   to a place that does not answer
    /revoke               end the subscription      /expire    every access token has expired
    /fail subscribe 500 3   the next three requests fail (subscribe, send, token, validate, users)
    /mod                  make croupier a moderator
    /ban aya 60           time somebody out for a minute; without a number for ever
    /unban aya
    /quit
"""


class Console:
    """Reads lines and does what they say."""

    def __init__(self, twitch: FakeTwitch) -> None:
        self.twitch = twitch
        self.sara = twitch.user("sara", "サラ")
        self.bot = twitch.user("croupier", "Croupier")
        twitch.on_posted = self.show

    def show(self, posted: Posted) -> None:
        print(f"  #{posted.channel} croupier: {posted.text}")

    async def do(self, line: str) -> bool:
        """Carry out a line; false ends it."""
        if not line.startswith("/"):
            name, _, text = line.partition(":")
            if text:
                await self.twitch.chat(self.sara, self.twitch.user(name.strip()), text.strip())
                print("  heard" if self.twitch.hearing else "  nobody is listening")
            return True
        if line == "/quit":
            return False
        await self.harm(line.split())
        return True

    async def harm(self, words: list[str]) -> None:
        """Let the service do what it does on a bad day."""
        match words:
            case ["/close", code] if code.isdigit() and int(code) in CLOSES:
                await self.twitch.close(int(code))
            case ["/drop"]:
                self.twitch.drop()
            case ["/silence"]:
                self.twitch.forget()
            case ["/move"]:
                await self.twitch.move()
            case ["/badmove"]:
                await self.twitch.move("ws://127.0.0.1:1/ws")
            case ["/revoke"]:
                await self.twitch.revoke(self.sara)
            case ["/expire"]:
                self.twitch.expire()
            case ["/fail", kind, status, times]:
                self.twitch.fail(kind, int(status), int(times))
            case ["/ban", name, *seconds]:
                await self.twitch.ban(self.sara, self.twitch.user(name), *map(float, seconds[:1]))
            case ["/unban", name]:
                await self.twitch.unban(self.sara, self.twitch.user(name))
            case ["/mod"]:
                self.twitch.moderators.add((self.sara["id"], self.bot["id"]))
            case _:
                print("  not understood")


async def run(at: int) -> None:
    twitch = FakeTwitch()
    console = Console(twitch)
    await twitch.start(at)
    print(INTRODUCTION.replace("@BASE@", twitch.base), flush=True)
    try:
        while line := await asyncio.to_thread(sys.stdin.readline):
            if line.strip() and not await console.do(line.strip()):
                break
    finally:
        await twitch.stop()


def main() -> None:
    asyncio.run(run(port(PORT)))
