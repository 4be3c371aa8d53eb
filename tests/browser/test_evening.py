"""An evening at the Niconico tables on a real floor: seasons, seats that come and go, the house, the die."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.conftest import Show
from tests.browser.house import House, opened
from tests.browser.people import Phone

pytestmark = pytest.mark.asyncio(loop_scope="session")

WIN = "TS 7D KH 9C KC"
"""One seat: twenty, and the dealer busts."""


def control(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


def row(dock: Page, number: int) -> Locator:
    return dock.locator(f'.seat-row[data-key="{number}"]')


async def press(page: Page, name: str) -> None:
    """Clicks once it can be clicked."""
    await page.locator(f'[data-name="{name}"]:not([aria-disabled=true])').click()


async def come(house: House, show: Show, *names: str) -> tuple[Phone, Page, Page]:
    """The pages, and viewers who sit down in order."""
    phone = Phone(await show(house.urls["chat"]))
    dock = await show(house.urls["dock"])
    overlay = await show(house.urls["overlay"])
    for number, name in enumerate(names, start=1):
        await phone.be(name)
        await phone.type("参加", hears=f"席{number}に着席")
    return phone, dock, overlay


async def test_a_season_from_its_start_to_the_first_three(tmp_path: Path, show: Show) -> None:
    async with opened(tmp_path, WIN) as house:
        phone, dock, overlay = await come(house, show, "あや")
        await dock.fill('[name="season-name"]', "夏の陣")
        await press(dock, "season start")
        await press(dock, "season start")
        await expect(dock.locator(".season h2")).to_have_text("シーズン「夏の陣」")
        await expect(overlay.locator("cj-board .season")).to_have_text("夏の陣")
        await expect(overlay.locator(".banner.season")).to_contain_text("シーズン開幕！")

        await press(dock, "season pause")
        await expect(overlay.locator("cj-board .season")).to_have_text("夏の陣（休止中）")
        await expect(dock.locator('[data-name="open"]')).to_have_attribute("aria-disabled", "true")
        await press(dock, "season pause")
        await press(dock, "open")
        await press(dock, "season pause")
        await phone.type("bet 100", hears="夏の陣")
        assert house.points() == {"あや": 500}
        await press(dock, "season pause")
        await expect(overlay.locator("cj-board .season")).to_have_text("夏の陣")
        await phone.type("bet 100", hears="ベット100 を受け付けました")

        await press(dock, "season end")
        await press(dock, "season end reset")
        await expect(dock.locator(".season .refusal")).not_to_be_empty()  # a round is running
        await press(dock, "deal")
        await phone.type("st")
        await expect(overlay.locator("cj-seat .tag").first).to_contain_text("勝ち")
        assert house.points() == {"あや": 600}

        await press(dock, "season end")
        await expect(dock.locator(".asking p")).to_contain_text("夏の陣")
        await press(dock, "season end reset")
        banner = overlay.locator('.banner[data-moment="season-ended"]')  # the first may still leave
        await expect(banner).to_contain_text("シーズン終了！")
        await expect(banner.locator(".sub")).to_have_text("あや1位600")
        await expect(overlay.locator("cj-board .season")).to_be_hidden()
        await expect(dock.locator('[name="season-name"]')).to_be_visible()
        assert house.points() == {"あや": 500}
        assert (await house.floor.store.audit()).clean


async def test_the_house_fills_the_table_and_a_real_die_finds_the_dealer(tmp_path: Path, show: Show) -> None:
    """Seats of the house by click, one of them played by hand, the die entered by hand (rulings 8)."""
    cards = "TS 9S 8S 7S 6S 5S  TC 7C 4C TD 5D KD  9H"
    async with opened(tmp_path, cards, tables=["unknown-dealer"]) as house:
        phone, dock, overlay = await come(house, show, "あや")
        await expect(overlay.locator("cj-plaque.recruiting")).to_contain_text("あと5人")
        await expect(dock.locator(".filling h2")).to_contain_text("あと5人")
        await press(dock, "auto")
        await press(dock, "open")
        await phone.type("bet 100", hears="ベット100 を受け付けました")
        await press(dock, "next")
        await expect(dock.locator(".toast")).to_contain_text("まだ配れません")
        for number in range(2, 7):
            await press(dock, f"fill {number}")
        await expect(row(dock, 6)).to_contain_text("放送ディーラー")
        await expect(overlay.locator("cj-plaque")).to_be_hidden()
        await press(dock, "fill 6")  # and off again, and on
        await expect(row(dock, 6)).to_contain_text("空席")
        await press(dock, "fill 6")
        await press(dock, "deal")
        total = overlay.locator("cj-seat .total")
        for number in range(12):
            await expect(overlay.locator("cj-seat cj-card")).to_have_count(number)
            await press(dock, "next")
        await expect(total).to_have_count(6)

        await phone.type("st")
        await expect(control(dock, "next")).to_contain_text("席2 放送ディーラーを進める")
        await press(dock, "next")  # sixteen: its rule is to hit, but a card is dealt only when asked for
        await press(dock, "next")
        await expect(row(dock, 2).locator(".totals")).to_have_text("バースト")
        await press(dock, "act stand")  # seat 3, twelve: the dealer's own choice
        await expect(row(dock, 4)).to_have_attribute("aria-selected", "true")
        for _ in range(2):
            await press(dock, "act stand")
        await expect(row(dock, 6)).to_have_attribute("aria-selected", "true")
        await press(dock, "act stand")
        await expect(overlay.locator("cj-die .question")).to_be_visible()
        await expect(control(dock, "roll")).to_be_visible()
        await dock.keyboard.press("3")
        await expect(row(dock, 3).locator(".is-dealer")).to_be_visible()
        await expect(overlay.locator("cj-die .answer")).to_contain_text("3！ ディーラーは 放送ディーラー")
        marked = overlay.locator("cj-seat .seat-tag.dealer")
        await expect(marked).to_have_count(1)
        await expect(overlay.locator('cj-seat[data-key="3"] .seat-tag.dealer')).to_have_text("ディーラー")
        await expect(overlay.locator('cj-seat[data-key="1"] .tag')).to_contain_text("勝ち")
        assert house.points() == {"あや": 600}
        assert (await house.floor.store.audit()).clean


async def test_seats_come_and_go(tmp_path: Path, show: Show) -> None:
    """Time on a seat, a viewer who leaves a live hand, one who is freed, one who is banned, and who waits."""
    rules = {"seats": 2, "exit": "time", "seat_minutes": 3}
    async with opened(tmp_path, "TS 9S 7D KH 9H 9C KC", rules=rules) as house:
        phone, dock, overlay = await come(house, show, "あや", "ベン")
        for place, name in ((1, "ちか"), (2, "大"), (3, "えま")):
            await phone.be(name)
            await phone.type("参加", hears=f"{place}番目")
        await expect(dock.locator(".exit")).to_have_text("時間制：1人3分まで")
        await expect(row(dock, 1).locator(".stay")).to_have_text("残り3分")
        waiting = dock.locator("ol.people li b")
        await waiting.nth(2).drag_to(waiting.nth(0))
        await expect(waiting).to_have_text(["えま", "ちか", "大"])

        await press(dock, "open")
        for name in ("あや", "ベン"):
            await phone.be(name)
            await phone.type("bet 100", hears="ベット100 を受け付けました")
        await press(dock, "deal")
        await phone.be("あや")
        await phone.type("退席")
        await expect(row(dock, 1).locator(".state")).to_have_text("退席")
        await expect(overlay.locator('cj-seat[data-key="1"]')).to_contain_text("退席")
        await expect(control(dock, "next")).to_contain_text("席2")
        await phone.be("ベン")
        await phone.type("st")
        await expect(row(dock, 1)).to_contain_text("えま")  # the head of the queue
        await expect(waiting).to_have_text(["ちか", "大"])

        await row(dock, 2).click()
        await press(dock, "kick")
        await expect(row(dock, 2)).to_contain_text("ちか")
        await row(dock, 2).click()
        await press(dock, "ban")
        await expect(row(dock, 2)).to_contain_text("大")
        await expect(dock.locator("ul.people li").filter(has_text="ちか")).to_be_visible()
        await phone.be("ちか")
        await phone.type("参加")
        await expect(waiting).to_have_count(0)
        await dock.locator('[data-name^="unban"]').click()
        await phone.type("参加", hears="1番目")
        assert (await house.floor.store.audit()).clean


async def test_a_joker_empties_the_table_before_everybody(tmp_path: Path, show: Show) -> None:
    """The dealer's first card is a joker: stakes back, points for all in the round, everybody gets up."""
    rules = {"exit": "joker"}
    async with opened(tmp_path, "TS 9S 8D 7D JK KH 9C 2D 2C 9D", tables=["switch"], rules=rules) as house:
        phone, dock, overlay = await come(house, show, "あや", "ベン")
        await expect(dock.locator(".exit")).to_contain_text("ジョーカー退席")
        await press(dock, "open")
        for name in ("あや", "ベン"):
            await phone.be(name)
            await phone.type("bet 100", hears="ベット100 を受け付けました")
        await press(dock, "deal")
        banner = overlay.locator(".banner.joker")
        await expect(banner).to_contain_text("着席中の全員が退席します")
        await expect(banner.locator(".sub")).to_have_text(["あや+500", "ベン+500"])
        await expect(dock.locator(".seat-row .state").filter(has_text="引き分け")).to_have_count(2)
        await expect(control(dock, "kick")).to_have_attribute("aria-disabled", "true")
        assert house.points() == {"あや": 1000, "ベン": 1000}


async def test_one_viewer_at_two_tables_and_one_of_them_closes(tmp_path: Path, show: Show) -> None:
    tables = ("tournament", "switch")
    async with opened(tmp_path, "TS 9S 8D 7D JK", tables=tables, rules={"seats": 1}) as house:
        phone, dock, _ = await come(house, show)
        second = await show(house.urls["dock"] + "&table=switch")
        await expect(dock.locator(".tables a[aria-current]")).to_contain_text("#1")
        await expect(second.locator(".tables a[aria-current]")).to_contain_text("#2")
        await phone.be("あや")
        await phone.type("#1 参加", hears="席1に着席")
        await phone.type("#2 参加", hears="席1に着席")
        await phone.be("ベン")
        await phone.type("#1 参加", hears="1番目")
        await phone.type("#2 参加", hears="1番目")
        for page in (dock, second):
            await expect(row(page, 1)).to_contain_text("あや")
            await expect(page.locator("ol.people li b")).to_have_text(["ベン"])
        await second.locator("details.extras").evaluate("one => (one.open = true)")
        await press(second, "table close")
        await press(second, "table close")
        await expect(second.locator(".head b").first).to_have_text("大会テーブル")  # brought to what is left
        await expect(row(second, 1)).to_contain_text("あや")
        await phone.type("退席")
        await expect(dock.locator("ol.people li")).to_have_count(0)
        await expect(dock.locator(".tables")).to_be_hidden()
        assert (await house.floor.store.audit()).clean
