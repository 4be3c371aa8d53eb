"""The main job in a real browser: chat to points to overlay."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.browser.conftest import Show
from tests.browser.house import opened
from tests.browser.people import Dealer, Phone

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_two_viewers_play_a_round(tmp_path: Path, show: Show) -> None:
    """A natural pays x2.5 and a hit to 21 wins x2 (rulings 7.1); the dealer stands on 17."""
    async with opened(tmp_path, "AS 5C 9D KH 6S 8C TD") as house:
        phone = Phone(await show(house.urls["chat"]))
        dealer = Dealer(await show(house.urls["dock"]))
        overlay = await show(house.urls["overlay"])
        await phone.be("あや")
        await phone.type("参加", hears="席1に着席")
        await phone.be("Ben")
        await phone.type("ｊｏｉｎ", hears="席2に着席")
        await dealer.press("open")
        await expect(overlay.locator("body")).to_contain_text("ベット受付中")
        await phone.type("bet 100", hears="ベット100 を受け付けました")
        await phone.be("あや")
        await phone.type("ベット２００", hears="ベット200 を受け付けました")
        assert house.points() == {"あや": 300, "ben": 400}

        await dealer.press("deal")
        seats = overlay.locator("cj-seat")
        first, second = seats.filter(has_text="あや"), seats.filter(has_text="Ben")
        await expect(first.locator(".tag")).to_contain_text("BJ ×2.5")
        await expect(second.locator(".total")).to_have_text("11")
        await expect(overlay.locator("cj-dealer")).to_contain_text("9")
        assert "8C" not in str(house.floor.frame(None).dealer)  # the hole card is nobody's yet

        await phone.be("Ben")
        await phone.type("ﾋｯﾄ")
        await expect(second.locator(".total")).to_have_text("21")
        await expect(second.locator(".tag")).to_contain_text("勝ち")
        await expect(overlay.locator("cj-dealer")).to_contain_text("17")
        await phone.type("残高", hears="残高 600ポイント")
        assert house.points() == {"あや": 800, "ben": 600}
        audit = await house.floor.store.audit()
        assert audit.clean
        assert audit.escrow == 0


async def test_bad_words_stake_nothing(tmp_path: Path, show: Show) -> None:
    """HTML stays text, bad bets are hinted at or refused, a seat cannot be played by somebody else."""
    async with opened(tmp_path, "TS 9C 6D 8H KH") as house:
        phone = Phone(await show(house.urls["chat"]))
        dealer = Dealer(await show(house.urls["dock"]))
        overlay = await show(house.urls["overlay"])
        evil = "<img src=x onerror=alert(1)>"
        await phone.be(evil)
        await phone.type("参加", hears="席1に着席")
        await dealer.press("open")
        for bad in ("bet 0", "bet -5", "bet 15", "bet 1e9", "bet ٥٠", "bet 5abc", evil, "😀" * 250):
            await phone.type(bad)
        await phone.type("bet 100", hears="ベット100 を受け付けました")
        assert list(house.points().values()) == [400]
        await dealer.press("deal")
        await phone.be("Ben")
        await phone.type("ヒット")
        await phone.type("bet 100", hears="まだ席に座っていません")
        await expect(overlay.locator("cj-seat .total").first).to_have_text("16")
        assert await overlay.locator("img").count() == 0
        await expect(overlay.locator("cj-seat .who").first).to_have_text(evil)
