"""Twitch from nothing: the streamer's clicks on the set-up page, then a viewer plays by chat."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, expect

from bot.app import opened
from bot.pit.messages import DealerCommand
from bot.settings import Settings
from tests.chat.twitch.conftest import until
from tests.fakes.twitch import CLIENT_ID, CLIENT_SECRET, FakeTwitch
from tests.patience import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def authorise(page: Page, row: str, login: str) -> None:
    """Press the button of an account, and be that account at Twitch."""
    account = page.locator("#setup .step .account", has_text=row).first
    async with page.context.expect_page() as opening:
        await account.get_by_role("button", name="認証する").click()
    twitch = await opening.value
    await twitch.get_by_role("link", name=login, exact=True).click()
    await expect(twitch.get_by_role("heading", name="認証できました")).to_be_visible()
    await twitch.close()
    await expect(account.get_by_text("認証済み")).to_be_visible()


async def test_from_the_dock_to_a_seat_taken_by_chat(chromium: Browser, tmp_path: Path):
    twitch = FakeTwitch()
    await twitch.start()
    sara, croupier, aya = (
        twitch.user("sara_live", "サラ"),
        twitch.user("sara_croupier", "サラのBot"),
        twitch.user("aya_22", "アヤ"),
    )
    settings = Settings(data_dir=tmp_path, port=0, language="ja", twitch_service=twitch.base)
    context = await chromium.new_context(locale="ja-JP")
    context.set_default_timeout(PATIENCE * 1000)
    expect.set_options(timeout=PATIENCE * 1000)
    complaints: list[str] = []
    try:
        async with opened(settings) as running:
            dock = await context.new_page()
            dock.on("pageerror", lambda error: complaints.append(str(error)))
            await dock.goto(running.server.urls()["dock"])
            await dock.locator("details.extras").evaluate("one => (one.open = true)")
            async with context.expect_page() as opening:
                await dock.get_by_role("link", name="Twitchの設定を開く").click()
            page = await opening.value
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)

            await expect(page.get_by_text("ステップ1から始めてください")).to_be_visible()
            redirect = f"http://localhost:{running.server.port}/oauth/twitch"
            await expect(page.locator("code", has_text=redirect)).to_be_visible()
            await page.get_by_label("クライアントID").fill(CLIENT_ID)
            await page.get_by_label("クライアントの秘密").fill(CLIENT_SECRET)
            await page.get_by_role("button", name="保存して確認").first.click()
            await expect(page.get_by_text("ステップ2へどうぞ")).to_be_visible()
            await page.get_by_label("配信するチャンネル").fill("https://www.twitch.tv/sara_live")
            await page.get_by_label("返事をするアカウント").fill("sara_croupier")
            await page.get_by_role("button", name="保存して確認").last.click()
            await expect(page.get_by_text("ステップ3へどうぞ")).to_be_visible()
            await authorise(page, "サラのBot", "sara_croupier")
            await expect(page.get_by_text("つながっています", exact=True)).to_be_visible()
            await authorise(page, "sara_live", "sara_live")
            assert await page.get_by_label("クライアントの秘密").input_value() == ""
            assert CLIENT_SECRET not in await page.content()

            await until(lambda: twitch.hearing)
            await twitch.chat(sara, aya, "参加")
            await until(lambda: len(twitch.posted) == 1)
            assert re.match(r"@アヤ 席1に着席しました", twitch.posted[0].text)
            await running.floor.do(None, DealerCommand("1", "open", (), "test"))
            await twitch.chat(sara, aya, "Ｂｅｔ１００")
            await until(lambda: len(twitch.posted) == 2)
            assert "ベット100" in twitch.posted[1].text
            for _ in range(3):  # the bot's own answers come back as chat, and change nothing
                await twitch.chat(sara, croupier, "bet 400")
            await twitch.chat(sara, aya, "残高")
            await until(lambda: len(twitch.posted) == 3)
            assert "400" in twitch.posted[2].text
            overlay = await context.new_page()
            await overlay.goto(running.server.urls()["overlay"])
            await expect(overlay.get_by_text("アヤ").first).to_be_visible()
        assert complaints == []
    finally:
        await context.close()
        await twitch.stop()


@pytest.mark.parametrize(("width", "language"), [(320, "ja"), (900, "en")])
async def test_the_page_fits_and_says_what_is_wrong(
    width: int, language: str, chromium: Browser, tmp_path: Path
):
    twitch = FakeTwitch()
    await twitch.start()
    settings = Settings(data_dir=tmp_path, port=0, language="ja", twitch_service=twitch.base)
    context = await chromium.new_context(viewport={"width": width, "height": 800})
    context.set_default_timeout(PATIENCE * 1000)
    try:
        async with opened(settings) as running:
            page = await context.new_page()
            address = running.server.urls()["dock"].replace("/dock?", "/setup?")
            await page.goto(f"{address}&lang={language}")
            fields = page.locator("input")
            await fields.nth(0).fill("not a key")
            await fields.nth(1).fill("x")
            await page.locator("form button").first.click()
            await expect(page.get_by_role("alert").filter(has_text="ID").first).to_be_visible()
            overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert overflow <= 0
            assert await fields.nth(0).input_value() == "not a key", "what was typed stays"
    finally:
        await context.close()
        await twitch.stop()
