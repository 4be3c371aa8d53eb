"""The dock names viewers by the numbers of its view: a name may be somebody else's too."""

from __future__ import annotations

import pytest

from tests.pit.rig import Hall


def waiting(hall: Hall) -> list[str]:
    return [hall.floor.main.people.name(player) for player in hall.table.queue]


async def test_a_number_is_a_viewers_id_and_a_text_of_digits_a_name() -> None:
    async with Hall(rules={"seats": 1}) as hall:
        await hall.seat("aya")
        for name in ("ben", "cho", "dai"):
            await hall.say(name, "join")
        assert await hall.do("queue", hall.player("dai"), 1) == "done"
        assert waiting(hall) == ["dai", "ben", "cho"]
        assert await hall.do("queue", str(hall.player("cho")), 1) == "viewer_unknown"
        assert await hall.do("ban", hall.player("ben")) == "done"
        assert waiting(hall) == ["dai", "cho"]
        assert await hall.say("ben", "join") == ["banned"]
        assert await hall.do("unban", hall.player("ben")) == "done"
        assert await hall.say("ben", "join") == ["queued"]


@pytest.mark.parametrize("verb", ["ban", "unban"])
async def test_a_number_nobody_has_is_refused(verb: str) -> None:
    async with Hall() as hall:
        await hall.seat("aya")
        assert await hall.do(verb, 999) == "viewer_unknown"
