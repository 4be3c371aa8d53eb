"""The connectors that only read and the real floor together: a viewer's evening, a start without them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import pytest

from bot.app import Running, for_rehearsal, opened
from bot.pit.messages import DealerCommand, Reply
from bot.settings import Settings
from tests.chat.listening import until
from tests.fakes.bouyomi import FakeBouyomi
from tests.fakes.nair import FakeNAir, chat
from tests.fakes.niconico import FakeNiconico
from tests.fakes.onecomme import FakeOneComme, niconama, twitch, youtube


@pytest.fixture
async def onecomme() -> AsyncIterator[FakeOneComme]:
    fake = FakeOneComme()
    await fake.start()
    yield fake
    await fake.stop()


def floor_with(folder: Path, **settings: Any) -> AbstractAsyncContextManager[Running]:
    return opened(Settings(data_dir=folder, port=0, language="ja", **settings))


def overlay(running: Running) -> list[Reply]:
    """What the overlay is told to show."""
    shown: list[Reply] = []
    running.server.hub.notice = shown.append  # type: ignore[method-assign]
    return shown


async def balance(running: Running, platform: str, user_id: str) -> int:
    person = running.floor.main.people.of_user(platform, user_id)
    assert person is not None
    return int(person.points) // 100


async def do(running: Running, verb: str, *args: str) -> None:
    await running.floor.do(None, DealerCommand(f"{verb}{args}", verb, args, "test"))


async def test_a_184_viewer_plays_through_onecomme_and_is_answered_on_the_overlay(tmp_path, onecomme):
    async with floor_with(tmp_path, onecomme=onecomme.address) as running:
        shown = overlay(running)
        await until(lambda: onecomme.sockets)
        await onecomme.comment(niconama("a:Xy12", "", "わこつ@たろう"))
        await onecomme.comment(niconama("a:Xy12", "", "参加"))
        await until(lambda: any("席1に着席" in reply.text for reply in shown))
        await do(running, "open")
        bet = niconama("a:Xy12", "", "Ｂｅｔ１００")
        await onecomme.comment(bet)
        await until(lambda: any("ベット100" in reply.text for reply in shown))
        await onecomme.edit(bet, "bet200")
        await onecomme.comment(niconama("a:Xy12", "", "残高"))
        await until(lambda: any("残高 400" in reply.text for reply in shown))
        assert {(reply.platform, reply.display_name) for reply in shown} == {("niconico", "たろう")}
    async with floor_with(tmp_path, onecomme=onecomme.address) as running:  # the name is kept
        shown = overlay(running)
        await until(lambda: onecomme.sockets)
        await onecomme.comment(niconama("a:Xy12", "", "残高"))
        await until(lambda: shown)
        assert shown[0].display_name == "たろう"


async def test_services_of_one_hub_are_different_people(tmp_path, onecomme):
    async with floor_with(tmp_path, onecomme=onecomme.address) as running:
        shown = overlay(running)
        await until(lambda: onecomme.sockets)
        await onecomme.comment(
            niconama("7", "a", "残高"), youtube("7", "a", "残高"), twitch("7", "a", "残高")
        )
        await until(lambda: len(shown) == 3)
        accounts = {
            running.floor.main.people.of_user(one, "7").player for one in ("niconico", "youtube", "twitch")
        }
        assert len(accounts) == 3


async def test_a_comment_that_comes_by_onecomme_and_n_air_counts_once(tmp_path, onecomme):
    async with floor_with(tmp_path, onecomme=onecomme.address, nair=True) as running:
        shown = overlay(running)
        await until(lambda: onecomme.sockets)
        program = FakeNAir(running.server.nair_address() or "")
        await program.start()

        async def both(text: str, message_id: str, other_id: str) -> None:
            await onecomme.comment(niconama("12345", "たろう", text, message_id=other_id))
            program.comment(chat(text, "12345", name="たろう", message_id=message_id))
            await program.flush()

        try:
            await both("参加", "m1", "m1")
            await until(lambda: any("席1に着席" in reply.text for reply in shown))
            await do(running, "open")
            await both("bet100", "m2", "another id for the same")
            await until(lambda: any("ベット100" in reply.text for reply in shown))
            await both("取消", "m3", "m3")
            await until(lambda: any(reply.code not in ("seated", "bet_placed") for reply in shown))
            assert len([reply for reply in shown if "ベット100" in reply.text]) == 1
            assert await balance(running, "niconico", "12345") == 500
            await onecomme.comment(youtube("U", "b", "残高"))  # the hub's other services go on
            await until(lambda: any(reply.platform == "youtube" for reply in shown))
        finally:
            await program.stop()


async def test_niconico_read_directly_plays(tmp_path):
    niconico = FakeNiconico(speed=1.0)
    await niconico.start()
    try:
        async with floor_with(tmp_path, niconico=niconico.page) as running:
            shown = overlay(running)
            await until(lambda: niconico.listening)
            niconico.comment("残高", hashed="a:1")
            await until(lambda: any("残高 500" in reply.text for reply in shown))
            assert running.floor.away == set()
    finally:
        await niconico.stop()


async def test_a_comment_without_an_id_is_answered_on_the_overlay(tmp_path, onecomme):
    async with floor_with(tmp_path, onecomme=onecomme.address) as running:
        shown = overlay(running)
        await until(lambda: onecomme.sockets)
        await onecomme.comment(niconama(None, "", "こんばんは"), niconama(None, "", "ヒット"))
        await until(lambda: shown)
        assert [reply.code for reply in shown] == ["no_id"]


async def test_the_tables_calls_are_spoken(tmp_path):
    voice = FakeBouyomi()
    await voice.start()
    try:
        async with floor_with(tmp_path, bouyomi=f"127.0.0.1:{voice.port}") as running:
            await do(running, "open")
            await until(lambda: voice.packets)
            assert "受付開始" in voice.spoken[0]
    finally:
        await voice.stop()


async def test_a_floor_opens_though_none_of_them_is_there(tmp_path):
    settings = {
        "onecomme": "127.0.0.1:1",
        "niconico": "http://127.0.0.1:1/watch/lv1",
        "bouyomi": "127.0.0.1:1",
    }
    async with floor_with(tmp_path, **settings) as running:
        await do(running, "open")
        assert running.floor.frame(None).public["phase"] == "betting"
        assert "niconico" in running.floor.away


def test_a_rehearsal_hears_nobody(tmp_path):
    settings = Settings(data_dir=tmp_path, onecomme="127.0.0.1:11180", nair=True)
    alone = for_rehearsal(settings)
    assert (alone.onecomme, alone.niconico, alone.nair) == ("", "", False)


def test_what_is_not_set_up_is_not_loaded(tmp_path):
    script = (
        "import asyncio, sys\n"
        "from pathlib import Path\n"
        "from bot.app import opened\n"
        "from bot.settings import Settings\n"
        "async def main():\n"
        f"    async with opened(Settings(data_dir=Path({str(tmp_path)!r}), port=0)): pass\n"
        "asyncio.run(main())\n"
        "names = ['onecomme', 'niconico.connector', 'niconico.wire', 'bouyomi']\n"
        "print([name for name in names if f'bot.chat.{name}' in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
