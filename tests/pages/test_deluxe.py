"""Deluxe on the pages: what lies beside a seat, and what whoever bet behind it may type."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import Stub

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MIKAN = {"id": 41, "name": "みかん", "rank": "plain"}
YUZU = {"id": 42, "name": "yuzu", "rank": "plain"}


def behind(player: dict[str, object], stake: int, **more: object) -> dict[str, object]:
    made = {"player": player, "bet": stake, "stake": stake, "insurance": 0, "asked": False, "returned": None}
    return made | more


def following() -> views.View:
    view = views.playing()
    view |= {"phase": "following", "say": ["follow", "no"]}
    view["awaiting"] |= {"what": "players", "seats": [], "hand": 0}
    view["asked_behind"] = [{"seat": 1, "player": {"id": 41, "name": "みかん"}, "moves": ["follow", "no"]}]
    view["seats"][0] |= {
        "behind": [behind(MIKAN, 50, asked=True), behind(YUZU, 30)],
        "pairs": [{"player": MIKAN, "stake": 10, "result": "perfect", "returned": 310}],
    }
    view["seats"][1] |= {
        "behind": [behind(YUZU, 30, returned=60)],
        "pairs": [{"player": MIKAN, "stake": 10, "result": "lose", "returned": 0}],
    }
    return view


async def test_the_overlay_shows_what_lies_beside_a_seat(open_page: Open, stub: Stub):
    stub.view = following()
    page = await open_page("overlay")
    tags = page.locator('cj-seat[data-key="1"] .seat-tag')
    await expect(tags).to_have_text(["後ろ1人？", "ペア ×31"])
    await expect(tags.nth(1)).to_have_class(re.compile("gold"))
    others = page.locator('cj-seat[data-key="2"] .seat-tag')
    await expect(others).to_have_text(["後ろ30 yuzu", "ペア はずれ"])
    await expect(others.nth(0)).to_have_class(re.compile("win"))
    await expect(page.locator("cj-phase .label")).to_have_text("フォローする？")


async def test_the_dock_counts_who_is_asked_behind(open_page: Open, stub: Stub):
    stub.view = following() | {"next": {"verb": "timeout", "seat": None}}
    page = await open_page("dock", width=520, height=1000)
    await expect(page.locator("button.go .label")).to_contain_text("1人")
    await expect(page.locator(".seat-row").first).to_contain_text("後ろ1人？")
