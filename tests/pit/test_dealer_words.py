"""The streamer and the moderators run the table from the chat; nobody else does (design 3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.pit.rig import Hall


async def said(hall: Hall, who: str, text: str, *roles: str, key: str | None = None) -> list[str]:
    """Codes of the answers to a line of somebody with these roles."""
    before = len(hall.replies)
    await hall.floor.say(replace(hall.message(who, text, key), roles=frozenset(roles)))
    await hall.settle()
    return [reply.code for reply in hall.replies[before:]]


async def test_the_broadcaster_runs_a_round_by_chat() -> None:
    async with Hall(cards="TS 9C 6D 8H KH") as hall:
        await hall.seat("aya")
        await said(hall, "streamer", "受付開始", "broadcaster")
        assert hall.phase == "betting"
        await hall.say("aya", "bet 100")
        await said(hall, "mod", "!deal", "moderator")
        assert hall.phase == "playing"
        await said(hall, "mod", "!act 1 st", "moderator")
        assert hall.phase == "idle"
        await said(hall, "mod", "!undo", "moderator")
        assert hall.phase == "playing"


async def test_a_viewer_who_says_them_only_talks() -> None:
    async with Hall() as hall:
        await hall.seat("aya")
        for text in ("!open", "受付開始"):
            assert await said(hall, "aya", text) == []
            assert await said(hall, "aya", text, "vip", "subscriber") == []
        assert hall.phase == "idle"


async def test_a_refusal_is_answered_in_chat_and_a_line_delivered_twice_acts_once() -> None:
    async with Hall() as hall:
        assert await said(hall, "streamer", "!deal", "broadcaster") == ["bets_not_open"]
        await said(hall, "streamer", "!open", "broadcaster", key="same")
        await hall.do("undo")
        await said(hall, "streamer", "!open", "broadcaster", key="same")
        assert hall.phase == "idle"


async def test_a_dealer_who_plays_along_is_heard_as_a_viewer_too() -> None:
    async with Hall() as hall:
        assert await said(hall, "streamer", "参加", "broadcaster") == ["seated"]


async def test_a_round_goes_on_under_the_sheet_it_began_with(tmp_path: Path) -> None:
    """Also after a restart with the sheet changed in between (design 2)."""
    async with Hall(tmp_path / "hall.db", cards="AS 9C KD 8H", rules={"pays.natural": 3}) as hall:
        await hall.seat("aya")
        await hall.do("open")
        await hall.say("aya", "bet 100")
        hall._settings = replace(hall._settings, rules={"tournament": {"pays.natural": 2}})
        await hall.reopen()
        await hall.do("deal")
        assert await hall.points() == {"aya": 700}
        await hall.do("open")
        assert hall.table.sheet.pays.natural == 2
