"""The site as files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.points import MAIN_ECONOMY, AccountId, Tx
from bot.web.lobby import ExportRefused, Gatherer, export
from tests.pit.rig import Hall
from tests.web.lobby.evening import IDS, deal, gatherer, play, shoes
from tests.web.lobby.test_gather import stored_seeds


async def write(hall: Hall, folder: Path, delay: float = 0.0) -> list[float]:
    """Exports; how long it waited."""
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    hall.floor.delays["youtube"] = delay
    gathers = gatherer(hall)
    try:
        assert await export(gathers, folder, wait=wait) == len(files(folder))
    finally:
        await gathers.house.books.close()
    return waited


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and path.name != "CNAME"]


def data(folder: Path, name: str) -> Any:
    return json.loads((folder / "data" / f"{name}.json").read_text("utf-8"))


async def test_the_site_holds_what_the_listener_would_answer(hall: Hall, tmp_path: Path):
    await hall.do("season", "start", "A")
    await shoes(hall, "aya", "ben")
    await hall.do("season", "end")
    folder = tmp_path / "site" / "deep"
    await write(hall, folder)
    assert data(folder, "site")["live"] is False
    ranking = data(folder, "ranking")
    assert sorted(one["name"] for one in ranking["lines"]) == ["aya", "ben"]
    for one in ranking["lines"]:
        assert len(data(folder, f"viewers/{one['id']}")["hands"]) == 6
    assert len(data(folder, "seasons/1")["lines"]) == 2
    assert data(folder, "shoes/tournament/1")["shoe"] == 1
    assert not (folder / "data/shoes/tournament/3.json").exists()
    assert (folder / "index.html").is_file()


async def test_every_address_in_it_is_relative(hall: Hall, tmp_path: Path):
    await write(hall, tmp_path / "site")
    for path in (tmp_path / "site").rglob("*"):
        if path.suffix in (".html", ".js", ".css"):
            said = path.read_text("utf-8")
            assert 'src="/' not in said
            assert 'href="/' not in said
            assert "url(/" not in said
            assert 'from "/' not in said


async def test_nothing_secret_is_in_any_file(hall: Hall, tmp_path: Path):
    await shoes(hall, "aya", "ben")
    await deal(hall, "aya", "chie")
    await write(hall, tmp_path / "site")
    seeds = stored_seeds(hall)
    written = files(tmp_path / "site")
    everything = b"".join(path.read_bytes() for path in written)
    assert not [
        one for one in IDS.values() if one.encode() in everything or any(one in str(p) for p in written)
    ]
    assert [key[1] for key, seed in seeds.items() if seed.encode() in everything] == ["1", "2"]
    assert seeds["tournament", "3"].encode() not in everything


async def test_an_earlier_export_is_replaced_and_leaves_nobody_behind(hall: Hall, tmp_path: Path):
    folder = tmp_path / "site"
    await play(hall, "aya", "ben")
    await write(hall, folder)
    (folder / "CNAME").write_text("casino.example.com", "utf-8")
    gone = next(one["id"] for one in data(folder, "ranking")["lines"] if one["name"] == "ben")
    (ben,) = await hall.store.viewers_by_name(MAIN_ECONOMY, "ben")
    await hall.store.do(lambda tx: _forget(tx, ben.account))
    await write(hall, folder)
    assert not (folder / "data" / "viewers" / f"{gone}.json").exists()
    assert (folder / "CNAME").is_file(), "what is not ours stays"


async def _forget(tx: Tx, account: AccountId) -> None:
    await tx.forget(account, "somebody")


async def test_a_folder_of_something_else_is_left_alone(hall: Hall, tmp_path: Path):
    folder = tmp_path / "photos"
    folder.mkdir()
    (folder / "cat.jpg").write_bytes(b"cat")
    with pytest.raises(ExportRefused) as caught:
        await write(hall, folder)
    assert caught.value.code == "export_not_empty"
    assert [path.name for path in folder.iterdir()] == ["cat.jpg"]


async def test_a_folder_that_cannot_be_written_is_named(hall: Hall, tmp_path: Path):
    file = tmp_path / "file"
    file.write_text("x", "utf-8")
    for folder in (file, file / "below"):
        with pytest.raises(ExportRefused) as caught:
            await write(hall, folder)
        assert caught.value.code == "export_unwritable"


async def test_what_has_just_happened_is_waited_out(hall: Hall, tmp_path: Path):
    await play(hall, "aya")
    hall.now_ms += 4_000
    assert await write(hall, tmp_path / "a", delay=15) == [11.0]
    hall.now_ms += 60_000
    assert await write(hall, tmp_path / "b", delay=15) == []


async def test_there_are_no_tables_now_without_a_floor(hall: Hall, tmp_path: Path):
    from dataclasses import replace

    gathers = gatherer(hall)
    offline = Gatherer(replace(gathers.house, views=None), "key")
    await export(offline, tmp_path / "site")
    assert not (tmp_path / "site" / "data" / "tables.json").exists()
    await gathers.house.books.close()
