"""What goes wrong on a live evening: reloads, a killed server, mistakes of the dealer, two docks."""

from __future__ import annotations

import asyncio
import re
import threading
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from bot.pit.messages import DealerCommand, Done, Refused
from bot.points import Store
from tests.browser.conftest import Show
from tests.browser.house import Command, House, opened, points_in
from tests.browser.people import Dealer, Phone
from tests.chat.listening import until
from tests.patience import PATIENCE
from tests.ports import free_port

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def seat_one(house: House, show: Show) -> tuple[Phone, Dealer, Page]:
    """A viewer on seat 1 with a bet of 100, dealt; the pages that show it."""
    phone = Phone(await show(house.urls["chat"]))
    dealer = Dealer(await show(house.urls["dock"]))
    overlay = await show(house.urls["overlay"])
    await phone.be("あや")
    await phone.type("参加", hears="席1に着席")
    await dealer.press("open")
    await phone.type("bet 100", hears="ベット100 を受け付けました")
    await dealer.press("deal")
    return phone, dealer, overlay


async def test_the_overlay_reloaded_in_mid_hand_shows_the_hand(tmp_path: Path, show: Show) -> None:
    async with opened(tmp_path, "TS 9C 6D 8H KH") as house:
        _, _, overlay = await seat_one(house, show)
        await expect(overlay.locator("cj-seat .total").first).to_have_text("16")
        await overlay.reload()
        await expect(overlay.locator("cj-seat .total").first).to_have_text("16")
        await expect(overlay.locator("cj-dealer")).to_contain_text("9")


async def test_undo_is_seen_on_the_overlay(tmp_path: Path, show: Show) -> None:
    async with opened(tmp_path, "TS 9C 6D 8H KH") as house:
        phone, dealer, overlay = await seat_one(house, show)
        await phone.type("ht")
        tag = overlay.locator("cj-seat .tag").first
        await expect(tag).to_contain_text("バースト")
        assert house.points() == {"あや": 400}
        await dealer.key("Control+z")
        await expect(overlay.locator("cj-seat .total").first).to_have_text("16")
        await expect(overlay.locator("body")).to_contain_text("戻しました")
        await phone.type("st")
        await expect(tag).to_contain_text("負け")
        assert house.points() == {"あや": 400}


async def test_a_killed_server_comes_back_with_the_hand(tmp_path: Path, show: Show) -> None:
    """Killed in mid-hand with dock and overlay open; both find it again, and the round goes on."""
    command = Command(tmp_path, free_port())
    await command.start()
    try:
        phone = Phone(await show(command.urls["chat"]))
        dealer = Dealer(await show(command.urls["dock"]))
        overlay = await show(command.urls["overlay"])
        await phone.be("あや")
        await phone.type("参加", hears="席1に着席")
        await dealer.press("open")
        await phone.type("bet 100", hears="ベット100 を受け付けました")
        await dealer.press("deal")
        total = overlay.locator("cj-seat .total").first
        await expect(overlay.locator("cj-seat cj-card")).to_have_count(2)
        await expect(total).not_to_be_empty()
        before = await total.inner_text()
        await asyncio.to_thread(command.kill)
        await command.start()
        await expect(dealer.page.locator(".pill").first).to_have_attribute("data-status", "online")
        await expect(total).to_have_text(before)
        following = dealer.page.locator("button[data-name=next]")
        async with asyncio.timeout(PATIENCE):
            while "受付を始める" not in await following.inner_text():
                await dealer.key("t")  # insurance, then as many passes as the auto rule needs
                await asyncio.sleep(0.1)
    finally:
        assert await asyncio.to_thread(command.stop) == 0
    async with await Store.open(tmp_path / "chatjack.db") as store:
        audit = await store.audit()
        assert audit.clean
        assert audit.escrow == 0
    assert set(points_in(tmp_path / "chatjack.db")) == {"あや"}


async def test_real_cards_by_number_keys(tmp_path: Path, show: Show) -> None:
    """The keypad flow: rank keys only, the hole card face down, a reveal at the end (design 2)."""
    async with opened(tmp_path, source="hand") as house:
        phone, dealer, overlay = await seat_one(house, show)
        title = dealer.page.locator("section.answer h2")
        await expect(title).to_contain_text("席1")
        for key in ("0", "9", "6"):
            before = await title.inner_text()
            await dealer.key(key)
            await expect(title).not_to_have_text(before)
        await dealer.key("?")
        await expect(overlay.locator("cj-seat .total").first).to_have_text("16")
        await phone.type("st")
        await expect(title).to_contain_text("伏せ札")
        await dealer.key("8")
        await expect(overlay.locator("cj-seat .tag").first).to_contain_text("負け")
        assert house.points() == {"あや": 400}


async def test_a_double_click_deals_once(tmp_path: Path, show: Show) -> None:
    async with opened(tmp_path, "TS 9C 6D 8H KH 2S 3S 4S") as house:
        _, dealer, overlay = await seat_one(house, show)
        await expect(overlay.locator("cj-seat .total").first).to_have_text("16")
        step = house.floor.frame(None).dealer["step"]
        button = dealer.page.locator("button[data-name=next]")
        await button.dblclick()  # time is left: the second half of a double click is no second thought
        await expect(button).to_have_class(re.compile("armed"))
        await expect(button).not_to_have_attribute("aria-busy", "true")
        assert house.floor.frame(None).dealer["step"] == step
        await button.dblclick()
        await expect(overlay.locator("cj-seat .tag").first).to_contain_text("負け")
        assert house.floor.frame(None).dealer["step"] == step + 1
        assert house.floor.frame(None).dealer["phase"] == "idle"


async def test_two_docks_do_not_act_twice(
    tmp_path: Path, show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both press undo at the same sight: one step is taken back, the other dock is told so."""
    async with opened(tmp_path, "TS 9C 6D 8H KH 2S") as house:
        phone, dealer, _ = await seat_one(house, show)
        second = Dealer(await show(house.urls["dock"]))
        await phone.type("st")
        for one in (dealer, second):
            await expect(one.page.locator("body")).to_contain_text("負け")
        gate = threading.Event()
        house.floor.store.faults.before_commit = lambda: gate.wait(PATIENCE) and None
        asked: list[str] = []
        do = house.floor.do

        async def listening(table: str | None, command: DealerCommand) -> Done | Refused:
            asked.append(command.verb)
            return await do(table, command)

        monkeypatch.setattr(house.floor, "do", listening)
        await dealer.press("undo")
        await second.press("undo")
        await until(lambda: asked == ["undo", "undo"])  # before the first is committed
        gate.set()
        await expect(second.page.locator("body")).to_contain_text("画面が古く")
        for one in (dealer, second):
            await expect(one.page.locator("button[data-name=next]")).to_contain_text("時間切れ")
        assert [line.kind for line in house.floor.log(None)].count("undone") == 1
        assert house.floor.frame(None).dealer["phase"] == "playing"


@pytest.mark.parametrize("width", [320, 1920])
async def test_the_dock_fits(tmp_path: Path, show: Show, width: int) -> None:
    async with opened(tmp_path, "TS 9C 6D 8H KH") as house:
        await seat_one(house, show)
        dock = await show(house.urls["dock"], (width, 900))
        await expect(dock.locator("button[data-name=next]")).to_be_visible()
        wide = await dock.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        assert wide <= 0
