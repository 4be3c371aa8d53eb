"""The practice chat at tables where nobody sits, in a real Chromium."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.pages import plays
from tests.pages.conftest import Open
from tests.pages.stub import Message, Stub
from tests.pages.test_chat import BOX, opened, words

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def people(*names: str) -> Message:
    """These viewers, none of them seated."""
    known = [
        {"id": name, "name": name, "points": 500, "rank": "plain", "table": None, "seat": None}
        for name in names
    ]
    return {"type": "viewers", "viewers": known}


async def test_a_bet_on_the_wheel(open_page: Open, stub: Stub):
    view = plays.wheel_betting()
    view["play"]["bets"] = []
    stub.view = view
    page = await opened(open_page, stub, people("ほしの"))
    await expect(page.locator(".card")).to_have_text("ほしの　500ポイント　無印")  # and nothing of a seat
    turn = page.locator(".turn")
    await expect(turn.locator("b")).to_have_text("ベットしてください！")
    await expect(turn).to_have_class(re.compile(r"\bmine\b"))
    await expect(words(page)).to_have_text(["17 10", "赤10", "1st12 10", "同じ", "残高", "ヘルプ"])
    await words(page).get_by_text("赤10").click()
    assert (await stub.heard(1, "say"))[0]["text"] == "赤10"
    await stub.events(plays.wheel_betting())
    await expect(turn.locator("b")).to_have_text("ベット済み（変えられます）")
    await expect(words(page)).to_have_text(["17 10", "赤10", "1st12 10", "同じ", "取消", "残高", "ヘルプ"])
    await stub.events(plays.wheel_spinning())
    await expect(turn.locator("b")).to_have_text("回転中")
    await stub.events(plays.wheel_fell())
    await expect(turn.locator("b")).to_have_text("結果")
    await expect(turn.locator("span")).to_have_text("+17,000")


async def test_the_spots_of_baccarat(open_page: Open, stub: Stub):
    stub.view = plays.coup_betting()
    page = await opened(open_page, stub, people("yuzu"))
    await expect(words(page)).to_have_text(["プレイヤー10", "バンカー10", "タイ10", "同じ", "残高", "ヘルプ"])


async def test_a_game_of_ones_own(open_page: Open, stub: Stub):
    stub.view = plays.poker(0)
    page = await opened(open_page, stub, people("ほしの"))
    turn = page.locator(".turn")
    await expect(turn.locator("b")).to_have_text("いつでも遊べます")
    await expect(words(page)).to_have_text(["配る 5", "残高", "ヘルプ"])
    await stub.events(plays.poker(1))
    await expect(turn.locator("b")).to_have_text("どうしますか？")
    await expect(turn).to_have_class(re.compile(r"\bmine\b"))
    await expect(turn.locator("span")).to_have_text("K♠ K♦ 4♣ 9♥ 2♠　ジャックス以上")
    await expect(words(page)).to_have_text(["hold"])
    await words(page).get_by_text("hold").click()  # which cards is for the viewer to say
    await expect(page.locator(BOX)).to_have_value("hold ")
    await page.keyboard.type("1 2")
    await page.keyboard.press("Enter")
    assert (await stub.heard(1, "say"))[0]["text"] == "hold 1 2"
    over = plays.poker(1)
    over["play"]["games"] = [
        plays.hold(1, "KS KD KH 2C 2D", "done", held=[1, 2], hand="full_house", returned=30)
    ]
    over["awaiting"] = plays.clockless("nothing")
    await stub.events(over | {"phase": "idle"})
    await expect(turn.locator("b")).to_have_text("いつでも遊べます")
    await expect(turn.locator("span")).to_have_text("K♠ K♦ K♥ 2♣ 2♦　フルハウス　+25")


async def test_somebody_elses_game_is_none_of_ones_own(open_page: Open, stub: Stub):
    stub.view = plays.stud(1)
    page = await opened(open_page, stub, people("Aoi2"))
    await expect(page.locator(".turn b")).to_have_text("いつでも遊べます")
    await expect(page.locator(".turn")).not_to_have_class(re.compile(r"\bmine\b"))
    await expect(words(page)).to_have_text(["アンティ10", "残高", "ヘルプ"])


async def test_the_one_who_is_asked_may_raise_or_pass(open_page: Open, stub: Stub):
    stub.view = plays.stud(1)
    page = await opened(open_page, stub, people("ほしの"))
    await expect(words(page)).to_have_text(["レイズ", "パス"])
    await stub.events(plays.slots(6))
    await expect(words(page)).to_have_text(["回す", "maxbet", "残高", "ヘルプ"])


async def test_one_whose_reels_spin(open_page: Open, stub: Stub):
    stub.view = plays.slots(3)
    page = await opened(open_page, stub, people("みかん箱"))
    await expect(page.locator(".turn b")).to_have_text("あなたのゲームが進行中です")


async def test_before_the_first_round_of_a_table(open_page: Open, stub: Stub):
    stub.view = plays.wheel_idle() | {"play": None}
    page = await opened(open_page, stub, people("ほしの"))
    await expect(page.locator(".turn b")).to_have_text("開始待ち")
    await expect(words(page)).to_have_text(["残高", "ヘルプ", "階級", "ランキング", "復活"])
