"""The dock's season panel and its tables, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import Message, Stub
from tests.pages.test_dock import bare, control, last, opened

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def ready(page: Page, name: str) -> None:
    await expect(control(page, name)).not_to_have_attribute("aria-disabled", "true")


async def test_a_season_is_started_by_its_name_and_two_presses(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.nobody())
    panel = page.locator(".season")
    await expect(panel.locator("small")).to_have_text("ポイントと階級はそのままで始まります。")
    await control(page, "season start").click()  # no name: nothing to ask about
    await expect(control(page, "season start")).to_have_text("始める")
    await page.fill('[name="season-name"]', " 夏の陣 ")
    await control(page, "season start").dblclick()
    await ready(page, "season start")
    assert stub.received == []
    await control(page, "season start").click()
    assert bare(await last(stub)) == ("season", ["start", "夏の陣"], {})


async def test_a_start_that_moves_points_says_so(open_page: Open, stub: Stub):
    view = views.nobody()
    view["season_rules"]["begin"] = "start"
    page = await opened(open_page, stub, view)
    hint = page.locator(".season small")
    await expect(hint).to_contain_text("全員のポイントを階級ごとの開始ポイントにそろえます")
    await stub.events(view | {"season_rules": None})
    await expect(hint).to_contain_text("seasons.toml")


async def test_the_running_season_is_shown_paused_and_let_go_on(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.in_season(views.nobody(), ranking="net"))
    panel = page.locator(".season")
    await expect(panel.locator("h2")).to_have_text("シーズン「夏の陣」")
    await expect(panel.locator(".about")).to_contain_text("開催中")
    await expect(panel.locator(".about")).to_contain_text("順位は収支")
    await expect(page.locator('[name="season-name"]')).to_be_hidden()
    await control(page, "season pause").click()
    assert bare(await last(stub)) == ("season", ["pause"], {})
    await stub.events(views.in_season(views.nobody(), "paused"))
    await expect(panel.locator(".about")).to_contain_text("ベットは受け付けません")
    await expect(control(page, "season pause")).to_have_text("再開する")
    await control(page, "season pause").click()
    assert bare(await last(stub, 2)) == ("season", ["resume"], {})


async def test_a_paused_season_opens_no_bets(open_page: Open, stub: Stub):
    held = views.in_season(views.nobody(), "paused")
    page = await opened(open_page, stub, held)
    for name in ("next", "open"):
        await expect(control(page, name)).to_have_attribute("aria-disabled", "true")
    await expect(control(page, "next")).to_contain_text("シーズン休止中")
    await page.keyboard.press("o")
    await page.keyboard.press("Space")
    await stub.events(views.in_season(views.nobody(), "paused", tables=["switch"]))  # it counts elsewhere
    await expect(control(page, "open")).not_to_have_attribute("aria-disabled", "true")
    await control(page, "next").click()
    assert bare(await last(stub)) == ("open", [], {"phase": "idle"})
    assert len(stub.received) == 1


@pytest.mark.parametrize("how", ["carry", "reset"])
async def test_the_end_says_what_becomes_of_points_and_ranks(open_page: Open, stub: Stub, how: str):
    view = views.in_season(views.nobody())
    view["season_rules"] = {"begin": "carry", "end": "start", "ranks": "first"}
    page = await opened(open_page, stub, view)
    await expect(control(page, "season end carry")).to_be_hidden()
    await control(page, "season end").dblclick()  # its second half must not end anything
    sure = page.locator(".asking p")
    await expect(sure).to_contain_text("最終順位を残します")
    await expect(sure).to_contain_text("階級は全員、最初に戻ります")
    await expect(control(page, "season end carry")).to_have_text("終える：ポイントはそのまま持ち越す")
    await expect(control(page, "season end reset")).to_have_text(
        "終える：全員を開始ポイントに戻す（設定どおり）"
    )
    await control(page, "season let be").click()
    await expect(sure).to_be_hidden()
    assert stub.received == []
    await control(page, "season end").click()
    await control(page, f"season end {how}").click()
    assert bare(await last(stub)) == ("season", ["end", how], {})
    await expect(sure).to_be_hidden()


async def test_the_end_by_keyboard(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.in_season(views.nobody()))
    await control(page, "season end").focus()
    await page.keyboard.press("Enter")
    await expect(control(page, "season let be")).to_be_focused()
    await ready(page, "season end reset")
    await page.keyboard.press("Shift+Tab")
    await expect(control(page, "season end reset")).to_be_focused()
    await page.keyboard.press("Enter")
    assert bare(await last(stub)) == ("season", ["end", "reset"], {})


async def test_why_it_cannot_be_now_stays_to_be_read(open_page: Open, stub: Stub):
    def refuse(message: Message) -> Message:
        return {
            "type": "refused", "id": message["id"], "code": "season_round_running",
            "text": "switch のゲームが終わるまで待ってください", "rev": 1, "view": stub.view,
        }  # fmt: skip

    stub.answer = refuse
    page = await opened(open_page, stub, views.playing())
    await page.fill('[name="season-name"]', "A")
    await control(page, "season start").click()
    await ready(page, "season start")
    await control(page, "season start").click()
    refusal = page.locator(".season .refusal")
    await expect(refusal).to_have_text("switch のゲームが終わるまで待ってください")
    assert await page.input_value('[name="season-name"]') == "A"
    await page.locator(".toast button").click()
    await expect(refusal).to_be_visible()
    await stub.events(views.nobody())
    await expect(refusal).to_be_hidden()


async def test_two_docks_show_the_same_season(open_page: Open, stub: Stub):
    first = await opened(open_page, stub, views.nobody())
    second = await opened(open_page, stub, views.nobody())
    await stub.events(views.in_season(views.nobody()))
    for page in (first, second):
        await expect(page.locator(".season h2")).to_have_text("シーズン「夏の陣」")


async def test_a_name_of_a_season_stays_text(open_page: Open, stub: Stub):
    name = "<img src=x onerror=\"document.title='broken in'\">"
    page = await opened(open_page, stub, views.in_season(views.nobody(), name=name))
    await expect(page.locator(".season h2")).to_have_text(f"シーズン「{name}」")
    await control(page, "season end").click()
    await expect(page.locator(".asking p")).to_contain_text(name)
    await expect(page.locator("img")).to_have_count(0)


async def test_tables_are_opened_and_this_one_closed(open_page: Open, stub: Stub):
    one = {"id": "tournament", "number": 1, "name": {"ja": "大会テーブル", "en": "Tournament"}}
    two = {"id": "switch", "number": 2, "name": {"ja": "スイッチ", "en": "Switch"}}
    stub.beside = {"table": "tournament", "tables": [one]}
    page = await opened(open_page, stub, views.nobody(), width=1000)
    closing = control(page, "table close")
    await expect(closing).to_have_attribute("aria-disabled", "true")  # the last one
    choice = page.locator('[name="table-open"]')
    await expect(choice.locator("option")).to_have_text(["アンノウンディーラー", "スイッチ"])
    await choice.select_option("switch")
    await control(page, "table open").click()
    assert bare(await last(stub)) == ("table", ["open", "switch"], {})
    stub.beside = {"table": "tournament", "tables": [one, two]}
    await stub.events(views.nobody())
    await expect(choice.locator("option")).to_have_text(["アンノウンディーラー"])
    three = {
        "id": "unknown-dealer",
        "number": 3,
        "name": {"ja": "アンノウンディーラー", "en": "Unknown Dealer"},
    }
    stub.beside = {"table": "tournament", "tables": [one, two, three]}
    await stub.events(views.nobody())
    await expect(choice).to_be_hidden()
    await expect(control(page, "table open")).to_be_hidden()
    await expect(page.locator(".opening small")).to_have_text("すべて開いています")
    await closing.dblclick()
    await ready(page, "table close")
    assert len(stub.received) == 1
    await expect(closing).to_have_text("もう一度押すと全員が席を立って閉じます")
    await closing.click()
    assert bare(await last(stub, 2)) == ("table", ["close"], {})
    await stub.events(views.playing())
    await expect(closing).to_have_attribute("aria-disabled", "true")
