"""A real floor to run connectors against: whatever is acted on leaves its mark, once."""

from __future__ import annotations

import random
import re
from pathlib import Path

from bot.pit.messages import ChatMessage
from tests.chat.listening import until
from tests.pit.rig import TABLE, Hall

SEATS = 7
BET = re.compile(r"seat \d+: bet (\d+) by (\d+) ")

Bet = tuple[str, int]
"""Who bet how much: user id and points."""


class Evening:
    """Seven viewers at a table whose clock stands still while bets are open.

    Each of their messages is a bet that replaces the one before, and each bet that is taken is a line in the
    journal on disk: a message that was lost, doubled or out of order is seen there.
    """

    def __init__(self, folder: Path, platform: str, channel: str, viewers: list[str], source: str) -> None:
        self.hall = Hall(folder / "chatjack.db")
        self.viewers = viewers[:SEATS]
        self.said: dict[str, Bet] = {}
        """By message id."""
        self.restarts = 0
        self._where = (platform, channel, source)

    async def begin(self) -> None:
        """Seats everybody and opens the bets."""
        await self.hall.open()
        for viewer in self.viewers:
            message = ChatMessage(*self._where, f"seat {viewer}", viewer, viewer, viewer, "join")
            await self.hall.floor.say(message)
        await self.hall.settle()
        assert await self.hall.do("open") == "done"

    async def end(self) -> None:
        """Closes the floor; the books must be in order."""
        await self.hall.settle()
        await self.hall.assert_sound()
        await self.hall.close()

    async def restart(self) -> None:
        """Closes the floor, with what was heard last perhaps not done yet, and opens it again."""
        self.restarts += 1
        await self.hall.reopen()

    def bet(self, dice: random.Random) -> Bet:
        """A bet that nobody need think about."""
        return dice.choice(self.viewers), dice.randrange(10, 510, 10)

    async def heard(self, message_id: str) -> None:
        """Until the floor was told of a message."""
        await until(lambda: message_id in {one.message_id for one in self.hall.heard})

    async def taken(self) -> list[Bet]:
        """The bets that were acted on, in order."""
        await self.hall.settle()
        users = {one.player: one.user_id for one in self.hall.floor.main.people.all()}
        found = (BET.match(row.text) for row in await self.hall.store.journal(TABLE))
        return [(users[int(bet[2])], int(bet[1])) for bet in found if bet is not None]  # type: ignore[index]
