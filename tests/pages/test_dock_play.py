"""The dock at tables where nobody sits, in a real Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import expect

from tests.pages import plays, views
from tests.pages.conftest import Open
from tests.pages.stub import Message, Stub
from tests.pages.test_dock import bare, control, last, opened

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def by_hand(view: views.View) -> views.View:
    """The same with the dealer's own cards and wheel."""
    view["shoe"] |= {"source": "hand", "commitment": None}
    return view


def coup_card() -> views.View:
    """Baccarat by hand: the player's third card is awaited."""
    return by_hand(plays.coup_dealing() | {"next": {"verb": "card"}})


def game_card(slot: str = "seat 1 hand 1 card 6") -> views.View:
    """Stud by hand: a card of the first game is awaited."""
    view = by_hand(plays.stud(4) | {"next": {"verb": "card"}})
    view["awaiting"] = plays.clockless("card", slot=slot)
    return view


CLOSING = plays.wheel_betting() | {"closing": True}
WAITING = plays.stud(12) | {"phase": "betting", "next": {"verb": "deal"}, "awaiting": plays.clockless("bets")}
REELS = plays.slots(6) | {"next": {"verb": "next", "seat": None}, "awaiting": plays.clockless("reels")}


@pytest.mark.parametrize(
    ("view", "label", "sent"),
    [
        (plays.wheel_idle(), "ベットの受付を始める", ("open", [], {"phase": "idle"})),
        (plays.wheel_betting(), "締め切って回す（ベット7人）", ("spin", [], {"phase": "betting"})),
        (CLOSING, "待たずに今すぐ回す", ("spin", [], {"phase": "betting"})),
        (plays.wheel_spinning(), "ホイールを回す", ("spin", [], {"phase": "spinning"})),
        (plays.coup_betting(), "締め切って配る（ベット5人）", ("deal", [], {"phase": "betting"})),
        (plays.coup_dealing(), "1枚配る：プレイヤーの3枚目", ("next", [], {"phase": "dealing"})),
        (WAITING, "締め切って配る（ベット1人）", ("deal", [], {"phase": "betting"})),
        (plays.stud(1), "ほしの を時間切れにする", ("timeout", [], {"phase": "playing"})),
        (plays.stud(9), "2人を時間切れにする", ("timeout", [], {"phase": "playing"})),
        (REELS, "リールを回す", ("next", [], {"phase": "playing"})),
    ],
    ids=["open", "close", "closing", "spin", "deal", "next", "antes", "timeout", "timeouts", "reels"],
)
async def test_the_big_button(open_page: Open, stub: Stub, view: views.View, label: str, sent: object):
    page = await opened(open_page, stub, view)
    said = await control(page, "next").locator(".label").inner_text()
    assert re.sub(r"（残り\d+秒）", "", said) == label
    await page.keyboard.press("Space")
    if "時間切れ" in label:  # a viewer's time still runs: asked again
        await expect(control(page, "next")).not_to_have_attribute("aria-disabled", "true")
        await page.keyboard.press("Space")
    assert bare(await last(stub)) == sent


async def test_nothing_can_be_done_while_the_viewers_have_not_begun(open_page: Open, stub: Stub):
    view = plays.slots(0) | {"phase": "playing", "next": None, "awaiting": plays.clockless("bets")}
    page = await opened(open_page, stub, view)
    await expect(control(page, "next")).to_contain_text("今することはありません")
    await expect(control(page, "timeout")).to_have_attribute("aria-disabled", "true")


async def test_the_last_call_of_a_busy_time(open_page: Open, stub: Stub):
    """Where each plays alone D lets nobody begin another game; said once, it is said."""
    view = plays.stud(2)
    page = await opened(open_page, stub, view)
    await page.keyboard.press("d")
    assert bare(await last(stub)) == ("deal", [], {"phase": "playing"})
    await stub.state(view | {"closing": True})
    await expect(control(page, "deal")).to_have_attribute("aria-disabled", "true")


async def test_who_has_bet_what(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, plays.wheel_betting())
    panel = page.locator(".playing")
    await expect(panel.locator("h2").first).to_have_text("参加 7人　賭け合計 15,730")
    await expect(panel.locator(".so-far")).to_have_text("履歴 8 31 0 17 17 24 36 5 12 29 22 1 33")
    await expect(panel.locator(".spots li").first).to_have_text("赤12,5003人")
    rows = panel.locator(".play-row")
    await expect(rows).to_have_count(7)
    await expect(rows.first.locator("b")).to_have_text("ほしの")
    await expect(rows.first.locator(".what")).to_have_text("17 500・赤 500")
    await expect(rows.first.locator(".stake")).to_have_text("1,000")
    await stub.events(plays.wheel_fell())
    await expect(panel.locator(".so-far")).to_contain_text("出目 17")
    await expect(panel.locator(".spots .win")).to_have_count(2)
    await expect(rows.first.locator(".net")).to_have_text("+17,000")
    await expect(rows.nth(3).locator(".net.lose")).to_have_text("−11,500")


async def test_no_seats_and_nothing_about_them(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, plays.wheel_betting())
    await expect(page.locator(".seating, .filling, .waiting")).to_have_count(3)
    await expect(page.locator(".seating:visible, .filling:visible, .waiting:visible")).to_have_count(0)
    await page.locator(".extras summary").click()
    await expect(page.locator(".placing")).to_be_hidden()
    names = await page.locator("#names option").evaluate_all("all => all.map(one => one.value)")
    assert "ねこまる" in names  # who has bet may be given points
    for key in "hsbprk":  # no hand is played here
        await page.keyboard.press(key)
    await page.keyboard.press("Control+z")
    assert [message["verb"] for message in await stub.heard(1, "do")] == ["undo"]
    # The table may change its game, and back.
    await stub.events(views.playing())
    await expect(page.locator(".seat-row")).to_have_count(7)
    await expect(page.locator(".playing")).to_be_hidden()


@pytest.mark.parametrize("pocket", ["17", "0", "00"])
async def test_the_number_of_the_dealers_own_wheel(open_page: Open, stub: Stub, pocket: str):
    view = by_hand(plays.wheel_spinning())
    view["play"]["wheel"] = plays.AMERICAN
    page = await opened(open_page, stub, view)
    await expect(page.locator(".answer.wanted h2")).to_have_text("出た数字（手で回したとき）")
    await page.keyboard.type(pocket)  # wherever the focus is
    await expect(control(page, "pocket")).to_have_value(pocket)
    await page.keyboard.press("Enter")
    assert bare(await last(stub)) == ("spin", [pocket], {"phase": "spinning"})
    await expect(control(page, "pocket")).to_have_value("")
    await page.keyboard.press("w")  # the keys are the dock's again
    assert (await last(stub, 2))["verb"] == "pause"


async def test_a_number_the_wheel_has_not_is_not_sent(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, by_hand(plays.wheel_spinning()))
    for wrong in ("37", "00", "x", ""):
        await control(page, "pocket").fill(wrong)
        await control(page, "spin pocket").click()
    await control(page, "pocket").fill("\uff11\uff17")  # full width
    await page.keyboard.press("Enter")
    assert bare(await last(stub)) == ("spin", ["17"], {"phase": "spinning"})
    assert len(stub.received) == 1


async def test_the_wheel_is_asked_for_only_while_it_spins(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, by_hand(plays.wheel_betting()))
    await expect(control(page, "pocket")).to_be_hidden()
    await expect(page.locator(".keypad")).to_be_hidden()
    await expect(control(page, "keypad")).to_be_hidden()
    await stub.events(by_hand(plays.wheel_spinning()))
    await expect(control(page, "pocket")).to_be_visible()
    await stub.events(by_hand(plays.wheel_fell()))
    await expect(control(page, "pocket")).to_be_hidden()


@pytest.mark.parametrize(
    ("view", "title"),
    [
        (coup_card(), "カード入力（次：プレイヤーの3枚目）"),
        (game_card(), "カード入力（次：ほしの の6枚目）"),
        (game_card("seat 1 hand 0 card 2"), "カード入力（次：ほしの のゲーム：ディーラーの2枚目）"),
    ],
    ids=["coup", "game", "dealer"],
)
async def test_the_keypad_says_whose_card_it_is(open_page: Open, stub: Stub, view: views.View, title: str):
    page = await opened(open_page, stub, view)
    await expect(page.locator(".answer h2")).to_have_text(title)
    await page.keyboard.press("7")
    slot = view["awaiting"]["slot"]
    assert bare(await last(stub)) == ("card", ["7"], {"slot": slot})


async def test_a_wrong_card_of_a_coup_is_put_right(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, coup_card())
    await expect(page.locator(".cards-to-correct button")).to_have_text(["2♠", "3♦", "K♥", "4♣"])
    await control(page, "correct seat 2 hand 1 card 2").click()
    await expect(page.locator(".answer h2")).to_have_text("バンカーの2枚目：4♣ → 正しいカードは？")
    await control(page, "card 5").click()
    await control(page, "suit C").click()
    verb, args, _ = bare(await last(stub))
    assert (verb, args) == ("correct", ["seat 2 hand 1 card 2", "5C"])


async def test_a_wrong_card_of_the_chosen_game_is_put_right(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, game_card())
    await page.keyboard.press("Escape")
    await page.locator(".play-row").nth(1).click()
    await expect(page.locator(".play-row").nth(1)).to_have_attribute("aria-selected", "true")
    cards = page.locator(".cards-to-correct button")
    await expect(cards.first).to_have_text("A♥")
    await control(page, "correct seat 2 hand 0 card 1").click()
    await expect(page.locator(".answer h2")).to_have_text(
        "kuro_maru のゲーム：ディーラーの1枚目：K♣ → 正しいカードは？"
    )


async def test_hidden_cards_are_not_offered(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, game_card())
    await expect(page.locator(".cards-to-correct button")).to_have_text(["K♠", "K♦", "4♣", "9♥", "2♠", "7♣"])


async def test_games_of_ones_own(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, plays.stud())
    rows = page.locator(".play-row")
    await expect(rows).to_have_count(12)
    await expect(rows.first.locator(".what")).to_have_text("K♠ K♦ 4♣ 9♥ 2♠　D 7♣ ？ ？ ？ ？")
    await expect(rows.first.locator(".state")).to_have_text("返事待ち")
    await expect(page.locator(".play-row.now")).to_have_count(3)
    await expect(rows.nth(1).locator(".net")).to_have_text("+300")
    await expect(rows.nth(7).locator(".state")).to_have_text("締切待ち")
    await page.keyboard.press("9")
    await expect(rows.nth(8)).to_have_attribute("aria-selected", "true")
    await stub.events(plays.slots())
    await expect(rows.first.locator(".what")).to_have_text("9ライン×1・セブン×5 2,000")
    await expect(rows.nth(2).locator(".what")).to_have_text("9ライン×1・フリー残り8回")


@pytest.mark.parametrize("table", [plays.wheel_fell, plays.coup_over, plays.poker, plays.stud, plays.slots])
@pytest.mark.parametrize("language", ["ja", "en"])
async def test_every_word_is_known(open_page: Open, stub: Stub, table: Any, language: str):
    stub.view = table()
    page = await open_page("dock", 420, 1000, f"lang={language}")
    await expect(page.locator(".playing")).to_be_visible()
    text = await page.locator("#dock").inner_text()
    assert "page." not in text
    for width in (320, 420, 1400):
        await page.set_viewport_size({"width": width, "height": 900})
        wide = await page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width


async def test_names_stay_text(open_page: Open, stub: Stub):
    name = "<img src=x onerror=\"document.title='broken in'\">"
    view: Message = plays.stud(1)
    view["play"]["games"][0]["player"]["name"] = name
    page = await opened(open_page, stub, view)
    await expect(page.locator(".play-row b")).to_have_text(name)
    await expect(control(page, "next")).to_contain_text(name)
    await expect(page.locator("img")).to_have_count(0)


async def test_before_the_first_round_of_a_table(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, plays.wheel_idle() | {"play": None})
    await expect(page.locator(".play-row")).to_have_count(0)
    await expect(control(page, "next")).to_contain_text("ベットの受付を始める")
