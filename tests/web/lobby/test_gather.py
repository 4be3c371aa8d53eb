"""What the lobby shows, and what it never does."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.points import MAIN_ECONOMY, Tx
from bot.web.lobby.gather import Picture
from tests.pit.rig import Hall
from tests.web.lobby.evening import (
    IDS,
    add_viewers,
    deal,
    gatherer,
    line,
    names,
    play,
    say,
    shoes,
)


async def everything(hall: Hall) -> str:
    """All that anybody can be answered, as text."""
    gathers = gatherer(hall)
    picture = await gathers.picture()
    found: list[Any] = [picture.parts]
    found += [await gathers.viewer(one, picture) for one in picture.viewers]
    found += [await gathers.season(one, picture) for one in picture.seasons]
    found += [await gathers.shoe(*one, picture) for one in picture.shoes]
    await gathers.house.books.close()
    return json.dumps(found, ensure_ascii=False)


async def look(hall: Hall) -> Picture:
    gathers = gatherer(hall)
    picture = await gathers.picture()
    await gathers.house.books.close()
    return picture


def stored_seeds(hall: Hall) -> dict[tuple[str, str], str]:
    assert hall.path is not None
    rows = sqlite3.connect(hall.path).execute("SELECT table_id, id, server_seed FROM shoes").fetchall()
    return {(table, number): seed for table, number, seed in rows}


# --- what it never shows -----------------------------------------------------------------------------------


async def test_no_platform_id_is_in_any_answer(hall: Hall):
    await hall.do("season", "start", "A")
    await shoes(hall, "aya", "ben")
    await hall.do("season", "end")
    await hall.do("season", "start", "B")
    await play(hall, "aya", "chie")
    said = await everything(hall)
    assert "aya" in said
    assert not [one for one in IDS.values() if one in said]
    assert "twitch" not in said
    assert "user_id" not in said


async def test_no_seed_of_a_shoe_that_may_still_be_dealt_from_is_in_any_answer(hall: Hall):
    await shoes(hall, "aya")
    await play(hall, "ben", table="switch")
    said = await everything(hall)
    seeds = stored_seeds(hall)
    assert len(seeds) == 4
    told = {key for key, seed in seeds.items() if seed in said}
    assert told == {("tournament", "1")}


async def test_undo_across_a_shuffle_hides_the_seed_of_the_shoe_it_brings_back(hall: Hall):
    await play(hall, "aya")
    await hall.do("shuffle")
    await play(hall, "aya")
    await hall.do("open")
    assert stored_seeds(hall)["tournament", "1"] not in await everything(hall)
    await hall.do("deal")
    said = await everything(hall)
    assert stored_seeds(hall)["tournament", "2"] not in said


@pytest.mark.parametrize("seed", range(3))
async def test_no_card_of_a_running_round_is_in_any_answer(hall: Hall, seed: int):
    await deal(hall, "aya", "ben")
    if hall.table.live is None:  # everybody had a natural
        return
    frame = hall.floor.frame("tournament").public
    assert any(one["hands"] for one in frame["seats"])
    picture = await look(hall)
    (table, _switch) = picture.parts["tables"]["tables"]
    assert table["last"] is None
    assert table["phase"] == frame["phase"]
    assert '"cards"' not in json.dumps(picture.parts["tables"])
    gathers = gatherer(hall)
    for viewer in picture.viewers:
        found = await gathers.viewer(viewer, picture)
        assert found is not None
        assert found["hands"] == []
    await gathers.house.books.close()


async def test_a_card_that_stayed_face_down_stays_so(tmp_path: Path):
    # Everybody busts, so the dealer's second card, the jack, is never opened.
    async with Hall(tmp_path / "evening.db", cards="TC 9S 6C JD TD", source="shoe") as hall:
        await deal(hall, "aya")
        await say(hall, "aya", "hit")
        assert hall.table.live is None
        (table,) = (await look(hall)).parts["tables"]["tables"]
        assert table["last"]["seats"][0]["hands"][0]["outcome"] == "bust"
        assert table["last"]["dealer"]["cards"] == ["9S", "?"]
        assert "JD" not in await everything(hall)


async def test_the_lobby_shows_of_a_table_no_more_than_the_overlay_does(hall: Hall):
    await play(hall, "aya", "ben")
    public = hall.floor.frame("tournament").public
    (table, _) = (await look(hall)).parts["tables"]["tables"]
    assert table["last"]["dealer"]["cards"] == public["dealer"]["cards"]
    shown = {seat["seat"]: [hand["cards"] for hand in seat["hands"]] for seat in table["last"]["seats"]}
    assert shown == {
        seat["seat"]: [hand["cards"] for hand in seat["hands"]] for seat in public["seats"] if seat["hands"]
    }


async def test_who_is_banned_has_no_name_anywhere(hall: Hall):
    await play(hall, "aya", "ben")
    hall.floor.platform_banned("twitch", "studio", IDS["aya"], None)
    await hall.settle()
    assert "aya" not in await everything(hall)
    assert names(await look(hall)) == ["ben"]


async def test_who_is_forgotten_is_gone(hall: Hall):
    await hall.do("season", "start", "A")
    await play(hall, "aya", "ben")
    await hall.do("season", "end")
    (account,) = [one.account for one in await hall.store.viewers_by_name(MAIN_ECONOMY, "ben")]

    async def forget(tx: Tx) -> None:
        await tx.forget(account, "名無し")

    await hall.store.do(forget)
    said = await everything(hall)
    assert "ben" not in said
    assert "名無し" not in said


async def test_ids_tell_nothing_and_are_the_houses_own(hall: Hall):
    await play(hall, "aya")
    (viewer,) = (await look(hall)).viewers
    account = hall.floor.main.people.of_user("twitch", IDS["aya"])
    assert account is not None
    assert str(account.player) not in (viewer, viewer.lstrip("0"))
    gathers = gatherer(hall)
    gathers._key = b"another house"
    picture = await gathers.picture()
    assert set(picture.viewers) != {viewer}
    await gathers.house.books.close()


# --- rankings ----------------------------------------------------------------------------------------------


async def test_the_ranking_has_all_three_measures(hall: Hall):
    await add_viewers(hall, 3)
    await play(hall, "aya", "ben")
    await play(hall, "aya")
    picture = await look(hall)
    assert len(names(picture)) == 5
    assert sorted(names(picture, "net")) == ["aya", "ben"], "only who has played has a result"
    balance = (await hall.store.viewers_by_name(MAIN_ECONOMY, "aya"))[0].balance
    found = line(picture, "aya")
    assert found["points"] == balance / 100
    assert found["net"] == found["points"] - 500
    assert found["best"] >= 0
    assert found["rebuys"] == 0
    assert [one["id"] for one in picture.parts["ranking"]["ranks"]][:2] == ["plain", "heart"]


async def test_undone_rounds_do_not_count(hall: Hall):
    gathers = gatherer(hall)
    await play(hall, "aya")
    before = line(await gathers.picture(), "aya")
    while hall.table.number and await hall.do("undo") == "done":
        pass
    after = line(await gathers.picture(), "aya")
    assert (after["points"], after["net"], after["best"]) == (500, 0, 0)
    assert before["id"] == after["id"]
    await gathers.house.books.close()


async def test_of_many_viewers_the_heads_of_each_ranking_are_shown(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bot.web.lobby.gather.MOST_PLACES", 3)
    await play(hall, "aya", "ben")
    await add_viewers(hall, 30)
    picture = await look(hall)
    assert {"aya", "ben"} <= set(names(picture)), "rich or not, they lead by their results"
    assert len(names(picture)) == 5


async def test_nobody_is_there_yet(hall: Hall):
    picture = await look(hall)
    assert picture.parts["ranking"]["lines"] == []
    assert picture.parts["seasons"] == {"seasons": [], "lines": []}
    assert picture.viewers == {}


# --- seasons -----------------------------------------------------------------------------------------------


async def test_a_season_that_is_on_and_one_that_is_over(hall: Hall):
    gathers = gatherer(hall)
    await play(hall, "chie")
    await hall.do("season", "start", "夏の陣")
    await play(hall, "aya", "ben")
    running = await gathers.picture()
    (head,) = running.parts["seasons"]["seasons"]
    assert (head["name"], head["state"], head["ended_at"]) == ("夏の陣", "running", None)
    assert sorted(one["name"] for one in running.parts["seasons"]["lines"]) == ["aya", "ben"]
    assert running.parts["ranking"]["season"] == head["id"]
    assert await gathers.season(head["id"], running) is None, "its ranking is not final"
    await hall.do("season", "pause")
    assert (await gathers.picture()).parts["seasons"]["seasons"][0]["state"] == "paused"
    await hall.do("season", "resume")
    await hall.do("season", "end")
    await hall.do("season", "start", "秋の陣")
    after = await gathers.picture()
    assert [one["name"] for one in after.parts["seasons"]["seasons"]] == ["秋の陣", "夏の陣"]
    assert after.parts["seasons"]["lines"] == []
    final = await gathers.season(head["id"], after)
    assert final is not None
    assert final["lines"] == running.parts["seasons"]["lines"]
    assert await gathers.season(head["id"], running) is None, "not before the picture says so"
    await gathers.house.books.close()


# --- a viewer's own ----------------------------------------------------------------------------------------


async def test_a_viewers_hands_as_of_the_picture(hall: Hall):
    gathers = gatherer(hall)
    await play(hall, "aya")
    picture = await gathers.picture()
    hall.now_ms += 1_000
    await play(hall, "aya")
    viewer = line(picture, "aya")["id"]
    old = await gathers.viewer(viewer, picture)
    new = await gathers.viewer(viewer, await gathers.picture())
    assert old is not None
    assert new is not None
    assert [hand["round"] for hand in old["hands"]] == [1]
    assert [hand["round"] for hand in new["hands"]] == [2, 1]
    assert new["hands"][0]["table"]["ja"] == "大会テーブル"
    assert new["hands"][0]["staked"] == 10
    assert await gathers.viewer("0" * 16, picture) is None
    await gathers.house.books.close()


# --- rules and shoes ---------------------------------------------------------------------------------------


async def test_the_rules_are_those_the_tables_play_by(tmp_path: Path):
    async with Hall(tmp_path / "evening.db", rules={"pays.natural": "6/5"}) as hall:
        (table,) = (await look(hall)).parts["rules"]["tables"]
        changed = [row for section in table["sections"] for row in section["rows"] if "shipped" in row]
        assert [row["key"] for row in changed] == ["pays.natural"]
        assert table["house"]


async def test_shoes_are_listed_newest_first_with_their_commitment(hall: Hall):
    await shoes(hall, "aya")
    picture = await look(hall)
    table = next(one for one in picture.parts["fairness"]["tables"] if one["id"] == "tournament")
    assert [(one["shoe"], one["state"]) for one in table["shoes"]] == [
        (3, "in_use"),
        (2, "waiting"),
        (1, "over"),
    ]
    assert len({one["commitment"] for one in table["shoes"]}) == 3
    shown = hall.floor.frame("tournament").public["shoe"]["commitment"]
    assert table["shoes"][0]["commitment"] == shown
    assert set(picture.shoes) == {("tournament", 1)}


# --- several channels --------------------------------------------------------------------------------------


async def test_a_channels_own_table_and_points(tmp_path: Path):
    tables = ("switch", "kuro/switch", "miso/tournament")
    async with Hall(tmp_path / "evening.db", table=tables, points={"miso": "misopoints"}) as hall:
        picture = await look(hall)
        shown = picture.parts["tables"]["tables"]
        assert [one["id"] for one in shown] == ["switch", "kuro/switch"], "other points are another house"
        assert [one["name"]["ja"] for one in shown] == ["スイッチ", "スイッチ（kuro）"]
        assert [one["id"] for one in picture.parts["rules"]["tables"]] == ["switch"]


async def test_the_shoes_of_a_channels_own_table_can_be_checked(tmp_path: Path):
    async with Hall(tmp_path / "evening.db", table="kuro/tournament", fresh_seeds=True) as hall:
        hall.floor.call_channel("twitch", "studio", "kuro")
        await shoes(hall, "aya")
        gathers = gatherer(hall)
        picture = await gathers.picture()
        assert set(picture.shoes) == {("kuro/tournament", 1)}
        assert await gathers.shoe("kuro/tournament", 1, picture) is not None
        await gathers.house.books.close()
