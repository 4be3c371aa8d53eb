"""Twitch and the real floor together: a viewer's evening, and a start without Twitch."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import aiohttp
import pytest

from bot.app import Running, opened
from bot.chat.status import ConnectionStatus
from bot.chat.twitch.api import BOT_SCOPES
from bot.chat.twitch.vault import FILE, Grant, Vault
from bot.pit.messages import DealerCommand
from bot.settings import Settings
from bot.web.doctor.floor import connection
from bot.web.tokens import load
from tests.chat.twitch.conftest import account, until
from tests.fakes.twitch import CLIENT_ID, CLIENT_SECRET, FakeTwitch

Open = Callable[[], AbstractAsyncContextManager[Running]]


@pytest.fixture
def open_floor(twitch: FakeTwitch, tmp_path: Path) -> Open:
    """Opens a floor whose Twitch is set up: the bot ``croupier`` in Sara's channel."""
    bot, sara = twitch.user("croupier", "ディーラー君"), twitch.user("sara", "サラ")
    Vault(tmp_path / FILE).change(
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
        bot=account(bot),
        channels=(account(sara),),
        grants={bot["id"]: Grant(*twitch.tokens(bot, BOT_SCOPES), BOT_SCOPES)},
    )
    settings = Settings(data_dir=tmp_path, port=0, language="ja", twitch_service=twitch.base)
    return lambda: opened(settings)


@pytest.fixture
async def floor(open_floor: Open, twitch: FakeTwitch) -> AsyncIterator[Running]:
    async with open_floor() as running:
        await until(lambda: twitch.hearing)
        yield running


def answers(twitch: FakeTwitch) -> list[str]:
    return [posted.text for posted in twitch.posted]


async def test_a_viewer_joins_bets_and_asks(floor: Running, twitch: FakeTwitch):
    sara, aya = twitch.user("sara"), twitch.user("aya_22", "アヤ")
    await twitch.chat(sara, aya, "参加")
    await until(lambda: any("席1に着席" in text for text in answers(twitch)))
    await floor.floor.do(None, DealerCommand("1", "open", (), "test"))
    await twitch.chat(sara, aya, "\x01ACTION Ｂｅｔ１００\x01")
    await until(lambda: any("ベット100" in text for text in answers(twitch)))
    await twitch.chat(sara, aya, "残高 \U000e0000")
    await until(lambda: any("残高 400" in text for text in answers(twitch)))
    assert all(text.startswith("@アヤ ") for text in answers(twitch))


@pytest.mark.parametrize("name", ["@croupier", "@ディーラー君", "@Sara", "@サラ", "@chatjack", "@dealer"])
async def test_whoever_speaks_to_the_bot_or_the_streamer_speaks_to_the_table(
    name: str, floor: Running, twitch: FakeTwitch
):
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), f"{name} 参加")
    await until(lambda: any("席1に着席" in text for text in answers(twitch)))


async def test_a_viewer_who_speaks_to_another_does_not_play(floor: Running, twitch: FakeTwitch):
    sara, aya = twitch.user("sara"), twitch.user("aya")
    await twitch.chat(sara, aya, "@ben 参加")
    await twitch.chat(sara, twitch.user("cho"), "参加")
    await until(lambda: bool(answers(twitch)))
    assert answers(twitch)[0].startswith("@cho 席1")


async def test_the_broadcaster_deals_by_chat_and_a_viewer_does_not(floor: Running, twitch: FakeTwitch):
    sara, aya = twitch.user("sara"), twitch.user("aya")

    def phase() -> str:
        return str(floor.floor.frame(None).public["phase"])

    await twitch.chat(sara, aya, "参加")
    await until(lambda: bool(answers(twitch)))
    await twitch.chat(sara, aya, "!open")
    await twitch.chat(sara, aya, "残高")
    await until(lambda: len(answers(twitch)) == 2)
    assert phase() == "idle"
    await twitch.chat(sara, sara, "!open")
    await until(lambda: phase() == "betting")


async def test_the_clock_is_held_while_twitch_is_away(floor: Running, twitch: FakeTwitch):
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), "参加")
    await until(lambda: bool(answers(twitch)))
    assert floor.floor.away == set()
    twitch.welcomes = False
    await twitch.close(4000)
    await until(lambda: floor.floor.away == {"twitch"})
    assert floor.floor.actors["tournament"].held
    twitch.welcomes = True


async def test_two_channels_have_tables_and_points_of_their_own(twitch: FakeTwitch, tmp_path: Path):
    bot, sara, kuro = twitch.user("croupier"), twitch.user("sara"), twitch.user("kuro", "クロ")
    Vault(tmp_path / FILE).change(
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
        bot=account(bot),
        channels=(account(sara), account(kuro)),
        grants={bot["id"]: Grant(*twitch.tokens(bot, BOT_SCOPES), BOT_SCOPES)},
    )
    settings = Settings(
        data_dir=tmp_path,
        port=0,
        language="ja",
        twitch_service=twitch.base,
        tables=("tournament", "kuro/tournament"),
        points={"kuro": "kuro"},
    )
    aya = twitch.user("aya")

    def sitting(table: str) -> list[str]:
        seats = running.floor.frame(table).public["seats"]
        return [seat["player"]["name"] for seat in seats if seat["player"]]

    async with opened(settings) as running:
        await until(lambda: sum(len(one.subscriptions) for one in twitch.sessions) == 2)
        await twitch.chat(kuro, aya, "参加")
        await until(lambda: sitting("kuro/tournament") == ["aya"])
        assert sitting("tournament") == []
        await running.floor.do("kuro/tournament", DealerCommand("1", "open", (), "test"))
        await twitch.chat(kuro, aya, "Ｂｅｔ１００")
        await until(lambda: any("ベット100" in text for text in answers(twitch)))
        await twitch.chat(sara, aya, "残高")
        await until(lambda: any("残高 500" in text for text in answers(twitch)))
        assert [posted.channel for posted in twitch.posted] == ["kuro", "kuro", "sara"]


async def told(running: Running) -> ConnectionStatus:
    """Twitch as ``GET /api/status`` tells it to a program on this computer."""
    tokens = load(running.settings.data_dir / "tokens.json")
    async with (
        aiohttp.ClientSession() as http,
        http.get(
            f"http://127.0.0.1:{running.server.port}/api/status",
            headers={"Authorization": f"Bearer {tokens.dock}"},
        ) as answer,
    ):
        found = await answer.json()
    return next(ConnectionStatus.from_json(one) for one in found["connections"] if one["name"] == "twitch")


async def test_the_status_tells_token_rate_and_clock(floor: Running, twitch: FakeTwitch):
    now = time.time()
    await twitch.chat(twitch.user("sara"), twitch.user("aya"), "参加")
    await until(lambda: bool(answers(twitch)))
    status = await told(floor)
    assert status.healthy(now)
    assert status.token_expires == pytest.approx(now + twitch.expires_in, abs=60)
    assert (status.renews, status.rate_left, status.rate_most) == (True, 19, 20)
    assert (status.requests_left, status.requests_most) == (twitch.points_left, 800)
    assert status.last_received == pytest.approx(now, abs=60)
    assert status.clock_skew is not None
    assert not status.skewed


async def test_a_wrong_clock_and_a_token_that_does_not_renew_are_said(open_floor: Open, twitch: FakeTwitch):
    twitch.clock_ahead, twitch.expires_in = 600.0, 1800
    twitch.fail("token", 500, times=1_000)
    async with open_floor() as running:
        await until(lambda: twitch.hearing and twitch.failures["token"].times < 1_000)
        status = await told(running)
        codes = [one.code for one in connection(status, time.time())]
        assert {"clock_skewed", "token_ends"} <= set(codes)
        assert not status.renews


async def test_the_stop_is_quick_and_the_next_start_hears_again(open_floor: Open, twitch: FakeTwitch):
    async with open_floor():
        await until(lambda: twitch.hearing)
    await until(lambda: not twitch.hearing)
    async with open_floor():
        await until(lambda: twitch.hearing)
        await twitch.chat(twitch.user("sara"), twitch.user("aya"), "参加")
        await until(lambda: bool(answers(twitch)))


def test_a_floor_without_an_account_never_loads_twitchio(tmp_path: Path):
    script = f"""
import asyncio, sys
from pathlib import Path
from bot.app import opened
from bot.settings import Settings

async def main():
    async with opened(Settings(data_dir=Path({str(tmp_path)!r}), port=0, language="en")):
        await asyncio.sleep(0)

asyncio.run(main())
assert "twitchio" not in sys.modules
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
