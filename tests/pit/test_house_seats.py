"""Seats the house plays at the Unknown Dealer (rulings 2.5, 8.1): how they are shown, and brought back."""

from __future__ import annotations

from pathlib import Path

from tests.pit.rig import Hall

CARDS = "KS KC KD KH TS TC QH 9D 8C 7S 6H 5S 2C"
VIEWERS = ("aya", "ben", "cho", "dai", "eri", "fuu")


async def dealt(hall: Hall) -> None:
    """Six sit; fuu, on seat 6, skips the round."""
    for viewer in VIEWERS:
        await hall.say(viewer, "join")
    await hall.do("open")
    for viewer in VIEWERS[:5]:
        await hall.say(viewer, "bet 100")
    assert await hall.do("deal") == "done"


async def test_who_skips_is_shown_sitting_out_beside_the_hand_the_house_plays() -> None:
    async with Hall(cards=CARDS, dice=(1,), table="unknown-dealer") as hall:
        await dealt(hall)
        seat = hall.floor.frame(None).public["seats"][5]
        assert (seat["player"]["name"], seat["state"], seat["bet"]) == ("fuu", "sitting_out", 0)
        assert seat["hands"][0]["cards"] == ["TC", "5S"]
        assert [one["state"] for one in hall.floor.frame(None).public["seats"][:5]] == ["playing"] * 5


async def test_it_plays_on_after_a_restart(tmp_path: Path) -> None:
    async with Hall(tmp_path / "one.db", table="unknown-dealer", seed=3) as hall:
        await dealt(hall)
        cards = hall.floor.frame(None).public["seats"][5]["hands"][0]["cards"]
    async with Hall(tmp_path / "one.db", table="unknown-dealer", seed=3) as hall:
        seat = hall.floor.frame(None).public["seats"][5]
        assert (seat["state"], seat["hands"][0]["cards"]) == ("sitting_out", cards)
        for _ in range(40):
            if hall.table.live is None:
                break
            await hall.do("next")
        assert hall.table.live is None
        await hall.assert_sound()


async def test_a_void_gives_nothing_to_who_skipped() -> None:
    async with Hall(cards=CARDS, dice=(1,), table="unknown-dealer") as hall:
        await dealt(hall)
        before = (await hall.balances())["fuu"]
        assert await hall.do("void") == "done"
        assert (await hall.balances())["fuu"] == before
        await hall.assert_sound()


async def test_an_empty_seat_is_named_to_the_dealer() -> None:
    async with Hall(cards=CARDS, table="unknown-dealer") as hall:
        for viewer in VIEWERS[:4]:
            await hall.say(viewer, "join")
        await hall.do("open")
        await hall.say("aya", "bet 100")
        assert await hall.do("deal") == "seats_missing"
        assert hall.table.phase == "betting"
        assert set(hall.table.live.boxes) == {1}  # type: ignore[union-attr]
