"""The composition root: what it does beside putting the parts together."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from pathlib import Path

import pytest
from aiohttp import web

from bot.app import DAY_S, back_up_once_a_day, is_our_fault, opened
from bot.points import Store
from bot.settings import Settings
from bot.startup import explain
from bot.web import PortInUse


async def test_a_table_of_ones_own_is_on_the_floor(tmp_path: Path) -> None:
    tables = tmp_path / "custom" / "tables"
    tables.mkdir(parents=True)
    (tables / "late-night.toml").write_text('id = "late-night"\nlike = "switch"\nseats = 3\n', "utf-8")
    settings = Settings(data_dir=tmp_path, port=0, tables=("late-night", "switch"))
    async with opened(settings) as running:
        assert running.floor.tables() == ("late-night", "switch")
        assert len(running.floor.frame("late-night").public["seats"]) == 3


async def test_the_lobbys_port_is_named_by_its_own_setting(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        settings = Settings(data_dir=tmp_path, port=0, lobby=str(port))
        with pytest.raises(PortInUse) as refused:
            async with opened(settings):
                pass
    assert "CHATJACK_LOBBY" in str(explain(refused.value, "en", settings))


async def test_a_backup_is_made_once_a_day(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "chatjack.db") as store:
        await back_up_once_a_day(store)
        await back_up_once_a_day(store)
        (first,) = (tmp_path / "backups").glob("*.db")
        yesterday = time.time() - DAY_S - 60
        os.utime(first, (yesterday, yesterday))
        await back_up_once_a_day(store)
        assert len(list((tmp_path / "backups").glob("*daily*.db"))) == 2


async def test_a_backup_that_cannot_be_made_ends_nothing(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "chatjack.db") as store:
        (tmp_path / "backups").write_text("a file in the folder's place")
        await back_up_once_a_day(store)


async def test_what_is_no_http_does_not_fill_the_dealers_window(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_request: web.Request) -> web.Response:
        raise ValueError("our own fault")

    app = web.Application()
    app.router.add_get("/", fail)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    log = logging.getLogger("aiohttp.server")
    monkeypatch.setattr(log, "disabled", False)  # import-linter's own set-up silences every logger there is
    log.addFilter(is_our_fault)
    try:
        for sent in (
            b"FOO / HTTP/1.1",
            b"GET /" + b"a" * 9_000 + b" HTTP/1.1",
            b"\x1b[31mred",
            b"GET / HTTP/1.1",
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", site.port)
            writer.write(sent + b"\r\nHost: x\r\nConnection: close\r\n\r\n")
            await reader.read()
            writer.close()
    finally:
        log.removeFilter(is_our_fault)
        await runner.cleanup()
    assert ["our own fault" in str(one.exc_info) for one in caplog.records] == [True]
