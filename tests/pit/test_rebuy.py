"""復活 / rebuy (rulings 3.5): whoever is below the minimum starts again, not too often, and it is counted."""

from __future__ import annotations

from pathlib import Path

from tests.pit.rig import Hall

BUST = "TS 7D KH TC KC"
"""One seat: T-K, and a hit makes thirty."""
MINUTE_MS = 60_000


async def lose(hall: Hall, who: str) -> None:
    """Puts everything on a hand that busts."""
    points = (await hall.points()).get(who, 500)
    await hall.deal({who: int(points)})
    await hall.say(who, "ht")
    assert hall.phase == "idle"


async def test_3_5_without_points_one_starts_again_with_the_ranks_initial_points() -> None:
    async with Hall(cards=BUST) as hall:
        await lose(hall, "aya")
        assert await hall.points() == {"aya": 0}
        assert await hall.say("aya", "復活") == ["rebought"]
        assert await hall.points() == {"aya": 500}
        await hall.assert_sound()


async def test_3_5_what_is_left_is_counted_in() -> None:
    async with Hall(cards=BUST) as hall:
        await hall.deal({"aya": 490})
        await hall.say("aya", "ht")
        assert await hall.points() == {"aya": 10}
        assert await hall.say("aya", "rebuy") == ["rebuy_not_yet"], "ten points are the minimum"
    async with Hall(cards=BUST, rules={"limits": {"min": 20, "max": "none", "step": 10}}) as hall:
        await hall.deal({"aya": 490})
        await hall.say("aya", "ht")
        assert await hall.say("aya", "rebuy") == ["rebought"]
        assert await hall.points() == {"aya": 500}, "set to, not added"


async def test_3_5_where_one_bet_lies_on_two_hands_the_minimum_is_what_they_cost() -> None:
    async with Hall(table="switch", cards="TS TC 7D KH KC TD 5S 5C") as hall:
        await hall.seat("aya")
        assert await hall.do("give", "aya", 15) == "done"
        await hall.deal({"aya": 250})
        await hall.say("aya", "ht ht")
        assert await hall.points() == {"aya": 15}
        assert await hall.say("aya", "rebuy") == ["rebought"]


async def test_3_5_not_with_points_on_the_table() -> None:
    async with Hall(cards=BUST) as hall:
        await hall.seat("aya")
        await hall.do("open")
        await hall.say("aya", "bet 500")
        assert await hall.say("aya", "rebuy") == ["rebuy_not_yet"]
        assert await hall.points() == {"aya": 0}


async def test_3_5_not_with_points_on_another_table() -> None:
    async with Hall(cards=BUST, table=("tournament", "switch")) as hall:
        await hall.seat("aya")
        assert await hall.do("seat", "aya", 1, table="switch") == "done"
        assert await hall.do("open", table="switch") == "done"
        await hall.say("aya", "#2 bet 250")
        assert await hall.points() == {"aya": 0}
        assert await hall.say("aya", "#1 rebuy") == ["rebuy_not_yet"]
        await hall.say("aya", "#2 cancel")
        assert await hall.points() == {"aya": 500}


async def test_3_5_once_in_ten_minutes() -> None:
    async with Hall(cards=" ".join([BUST] * 3)) as hall:
        await lose(hall, "aya")
        assert await hall.say("aya", "rebuy") == ["rebought"]
        await lose(hall, "aya")
        hall.now_ms += 9 * MINUTE_MS
        assert await hall.say("aya", "rebuy") == ["rebuy_wait"]
        assert hall.replies[-1].text == "Next rebuy in 1 min"
        hall.now_ms += MINUTE_MS
        assert await hall.say("aya", "rebuy") == ["rebought"]


async def test_3_5_the_period_is_a_setting() -> None:
    async with Hall(cards=" ".join([BUST] * 3), rebuy_minutes=0) as hall:
        for _ in range(3):
            await lose(hall, "aya")
            assert await hall.say("aya", "rebuy") == ["rebought"]


async def test_3_5_the_period_outlives_a_restart(tmp_path: Path) -> None:
    async with Hall(tmp_path / "x.db", cards=" ".join([BUST] * 2)) as hall:
        await lose(hall, "aya")
        assert await hall.say("aya", "rebuy") == ["rebought"]
        await lose(hall, "aya")
        await hall.reopen()
        assert await hall.say("aya", "rebuy") == ["rebuy_wait"]


async def test_3_5_a_higher_rank_starts_again_higher() -> None:
    async with Hall(cards="TS 7D KH 9C KC " + BUST) as hall:
        await hall.seat("aya")
        await hall.do("give", "aya", 9_500)
        await hall.deal({"aya": 500})
        await hall.say("aya", "st")
        await lose(hall, "aya")
        assert await hall.say("aya", "rebuy") == ["rebought"]
        assert await hall.points() == {"aya": 1_000}


async def test_3_5_each_restart_is_counted_on_the_ranking(tmp_path: Path) -> None:
    async with Hall(tmp_path / "x.db", cards=" ".join([BUST] * 2), rebuy_minutes=0) as hall:
        for count in (1, 2):
            await lose(hall, "aya")
            await hall.say("aya", "rebuy")
            assert hall.frames[-1].public["ranking"][0]["rebuys"] == count
        assert [one.rebuys for one in await hall.store.ranking("main")] == [2]
        await hall.do("undo")
        assert hall.frames[-1].public["ranking"][0]["rebuys"] == 1
        await hall.reopen()
        assert hall.floor.frame(None).public["ranking"][0]["rebuys"] == 1
        await hall.do("redo")
        assert hall.frames[-1].public["ranking"][0]["rebuys"] == 2


async def test_3_5_a_restart_that_was_undone_does_not_count_for_the_period() -> None:
    async with Hall(cards=BUST) as hall:
        await lose(hall, "aya")
        assert await hall.say("aya", "rebuy") == ["rebought"]
        assert await hall.do("undo") == "done"
        assert await hall.points() == {"aya": 0}
        assert await hall.say("aya", "rebuy") == ["rebought"]
        await hall.assert_sound()


async def test_3_5_a_viewer_never_seen_before_has_no_need() -> None:
    async with Hall() as hall:
        assert await hall.say("aya", "rebuy") == ["rebuy_not_yet"]
        assert await hall.points() == {"aya": 500}
