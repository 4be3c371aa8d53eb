"""The house's own rules at a running floor: taken up at the next round, shown, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games.sheet import SheetError
from bot.points import RankError, RankTable
from tests.pit.rig import Hall


def write(folder: Path, text: str, name: str = "tables/tournament.toml") -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def shown(hall: Hall) -> dict[str, tuple[object, object]]:
    rules = hall.floor.frame(None).public["house_rules"]
    return {one["key"]: (one["value"], one["default"]) for one in rules}


async def test_what_the_house_changed_is_in_the_view(tmp_path: Path) -> None:
    write(tmp_path, 'seats = 5\n[pays]\nnatural = "6/5"\n')
    async with Hall(custom=tmp_path, rules={"clock": 20}) as hall:
        assert shown(hall) == {"seats": (5, 7), "clock": (20, 30), "pays.natural": ("6/5", "5/2")}
        assert len(hall.floor.frame(None).public["seats"]) == 5


async def test_nothing_is_shown_where_nothing_is_changed() -> None:
    async with Hall() as hall:
        assert shown(hall) == {}


async def test_a_changed_rank_is_shown_and_the_ladder_follows_it(tmp_path: Path) -> None:
    write(tmp_path, '[[ranks]]\nid = "heart"\npromoted_at = 600\nmark = "H"\n', "ranks.toml")
    ranks = RankTable.load(folder=tmp_path)
    async with Hall(custom=tmp_path, cards="TS 7D KH 9C KC", ranks=ranks) as hall:
        await hall.deal({"aya": 100})
        assert shown(hall)["ranks.heart.promoted_at"] == (600, 10_000)
        assert hall.frames[-1].public["ranks"][1]["mark"] == "H"
        assert "promoted" in await hall.say("aya", "st")


async def test_an_edited_sheet_counts_from_the_next_round_on(tmp_path: Path) -> None:
    async with Hall(custom=tmp_path, cards="TS 7D KH 9C KC " * 2) as hall:
        await hall.deal({"aya": 100})
        write(tmp_path, "[pays]\nwin = 3\n")
        await hall.say("aya", "st")
        assert await hall.points() == {"aya": 600}
        await hall.deal({"aya": 100})
        await hall.say("aya", "st")
        assert await hall.points() == {"aya": 800}


async def test_a_sheet_that_becomes_bad_does_not_stop_the_floor(tmp_path: Path) -> None:
    write(tmp_path, "seats = 5\n")
    async with Hall(custom=tmp_path) as hall:
        assert await hall.do("open") == "done"
        await hall.do("void")
        write(tmp_path, "seats = 99\n")
        assert await hall.do("open") == "done"
        assert hall.table.sheet.seats == 5, "the last good one is kept"
        said = hall.lines[-1]
        assert said.kind == "failed"
        assert "tournament.toml: seats: must be 12 or less, not 99" in said.text
        await hall.do("void")
        write(tmp_path, "seats = 6\n")
        assert await hall.do("open") == "done"
        assert hall.table.sheet.seats == 6
        assert hall.lines[-1].kind == "opened"


@pytest.mark.parametrize(
    ("name", "text", "key"),
    [
        ("tables/tournament.toml", "seats = 99", "seats"),
        ("tables/switch.toml", "seats = 99", "seats"),
        ("seasons.toml", 'begin = "now"', "begin"),
    ],
)
async def test_what_is_bad_at_the_start_is_an_error(tmp_path: Path, name: str, text: str, key: str) -> None:
    """Whether or not its table is on the floor."""
    write(tmp_path, text, name)
    with pytest.raises(SheetError, match=f"{name}: {key}: must be"):
        async with Hall(custom=tmp_path):
            pass


async def test_a_game_whose_sheet_was_never_good_is_refused_with_the_reason(tmp_path: Path) -> None:
    async with Hall(custom=tmp_path) as hall:
        write(tmp_path, "seats = 99\n", "tables/switch.toml")
        assert await hall.do("game", "switch") == "done"
        refused = await hall.press("open")
        assert (refused.code, "seats: must be 12 or less" in refused.text) == ("sheet_unusable", True)  # type: ignore[union-attr]
        assert await hall.do("game", "tournament") == "done"
        assert await hall.do("open") == "done"


async def test_a_table_of_ones_own_is_played_like_the_one_it_begins_with(tmp_path: Path) -> None:
    write(tmp_path, 'id = "late"\nlike = "tournament"\nseats = 2\n', "tables/late.toml")
    async with Hall(custom=tmp_path, table="late", cards="TS 7D KH 9C KC") as hall:
        await hall.deal({"aya": 100})
        await hall.say("aya", "スタンド")
        assert await hall.points() == {"aya": 600}
        assert shown(hall) == {"seats": (2, 7)}


async def test_the_dealer_may_choose_a_table_of_ones_own_as_soon_as_it_is_there(tmp_path: Path) -> None:
    def listed() -> list[str]:
        return [one["id"] for one in hall.floor.frame(None).dealer["games"]]

    async with Hall(custom=tmp_path) as hall:
        shipped = listed()
        name = '[name]\nja = "夜更かし"\nen = "Late"\n'
        write(tmp_path, f'id = "late"\nlike = "tournament"\nseats = 2\n{name}', "tables/late.toml")
        write(tmp_path, "seats = 99\n", "tables/bad.toml")
        assert await hall.do("open") == "done"
        assert listed() == sorted([*shipped, "late"])
        assert {"id": "late", "name": {"ja": "夜更かし", "en": "Late"}} in hall.floor.frame(None).dealer[
            "games"
        ]
        await hall.do("void")
        assert await hall.do("game", "late") == "done"
        await hall.do("open")
        assert hall.table.sheet.id == "late"


async def test_a_rank_that_viewers_hold_may_not_go(tmp_path: Path) -> None:
    own = 'id = "joker"\nja = "J"\nen = "J"\ninitial_points = 1\nmin_bet = 1\nstep = 1\npromoted_at = 550'
    write(tmp_path, f"[[ranks]]\n{own}\n", "ranks.toml")
    path = tmp_path / "x.db"
    ranks = RankTable.load(folder=tmp_path)
    async with Hall(path, custom=tmp_path, cards="TS 7D KH 9C KC", ranks=ranks) as hall:
        await hall.deal({"aya": 100})
        await hall.say("aya", "st")
    with pytest.raises(RankError, match="joker: 'joker' is held by viewers"):
        async with Hall(path):
            pass
