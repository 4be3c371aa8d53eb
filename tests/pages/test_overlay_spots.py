"""Roulette and baccarat on the overlay, in a real Chromium."""

from __future__ import annotations

import re
from copy import deepcopy
from itertools import pairwise

import pytest
from playwright.async_api import Locator, Page, expect

from tests.pages import plays, views
from tests.pages.conftest import Open
from tests.pages.stub import Stub
from tests.pages.test_overlay import STILL, cards_in, drawn, until

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TELLS = ".hub b, .results li.newest, .box .lit:not([hidden]), cj-bets .won"
"""What would give a result away."""
SHOWN = """all => all.map(one => {
    let seen = 1;
    for (let at = one; at; at = at.parentElement) seen *= Number(getComputedStyle(at).opacity);
    return seen;
})"""


def box(page: Page, spot: str) -> Locator:
    return page.locator(f'.box[data-key="{spot}"]')


def pile(page: Page, spot: str) -> Locator:
    return page.locator(f'.pile[data-key="{spot}"]')


async def middle(one: Locator) -> tuple[float, float]:
    found = await one.bounding_box()
    assert found
    return found["x"] + found["width"] / 2, found["y"] + found["height"] / 2


# --- roulette --------------------------------------------------------------------------------------------


async def test_the_felt_shows_who_bets_what_and_where(open_page: Open, stub: Stub):
    stub.view = plays.wheel_betting()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-seat, cj-dealer:visible")).to_have_count(0)
    await expect(page.locator(".box")).to_have_count(37 + 12)
    await expect(pile(page, "17")).to_have_text("600")
    await expect(pile(page, "red")).to_have_text("1.25万")
    await expect(page.locator("cj-bets .laid h3")).to_have_text("7人　計15,730")
    rows = page.locator("cj-bets .laid li")
    await expect(rows.locator("b")).to_have_text(
        ["Ren", "とても長い名前の視聴者さん@配信", "ほしの", "kuro_maru", "みかん箱"]
    )
    await expect(rows.nth(2)).to_have_class("rank-heart")
    await expect(rows.nth(2).locator("em")).to_have_text("17 500・赤 500")
    await expect(page.locator("cj-bets .laid small")).to_have_text("ほか2人")
    await expect(page.locator(".results li")).to_have_text(plays.HISTORY)
    await expect(page.locator(".results li").nth(2)).to_have_class("green")
    await expect(page.locator("cj-hints .word kbd")).to_have_text(
        ["17 10", "赤10", "1st12 10", "同じ", "取消"]
    )
    await expect(page.locator("cj-wheel .ball")).to_be_hidden()
    await expect(page.locator(".jackpot")).to_be_hidden()


async def test_chips_lie_on_the_numbers_they_name(open_page: Open, stub: Stub):
    stub.view = plays.wheel_american()
    page = await open_page("overlay", 1920, 1080)
    await drawn(page)
    at = {number: await middle(box(page, number)) for number in ("0", "00", "1", "2", "4", "5", "8", "11")}
    x, y = await middle(pile(page, "1-2-4-5"))
    assert (x, y) == pytest.approx(((at["1"][0] + at["5"][0]) / 2, (at["1"][1] + at["2"][1]) / 2), abs=1)
    x, y = await middle(pile(page, "8-11"))
    assert (x, y) == pytest.approx(((at["8"][0] + at["11"][0]) / 2, at["8"][1]), abs=1)
    line = await box(page, "1").bounding_box()
    assert line
    x, y = await middle(pile(page, "0-00-1-2-3"))  # the corner of all five
    assert (x, y) == pytest.approx((line["x"], line["y"] + line["height"]), abs=1)
    x, y = await middle(pile(page, "0-00"))
    assert at["00"][1] < y < at["0"][1]
    x, y = await middle(pile(page, "31-32-33-34-35-36"))
    last = await box(page, "31").bounding_box()
    assert last
    assert (x, y) == pytest.approx((last["x"] + last["width"], last["y"] + last["height"]), abs=1)
    below, number = await middle(pile(page, "17")), await middle(box(page, "17"))
    assert below[0] == pytest.approx(number[0], abs=1)
    assert below[1] > number[1]  # and the number above it is seen


async def test_the_wheel_spins_and_tells_nothing_before_the_ball_lies(open_page: Open, stub: Stub):
    stub.view = plays.wheel_betting()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-wheel")).to_be_visible()
    over = plays.wheel_fell()
    over["ranking"] = [{"name": "ほしの", "points": 64250, "rank": "heart"}]
    await stub.events(over, {"type": "ball_fell", "pocket": "17"})
    await until(page, "document.querySelector('.rotor').getAnimations().length > 0")
    told = await page.locator(TELLS).evaluate_all(SHOWN)
    assert len(told) >= 8
    assert set(told) == {0}, "the result is given away while the ball runs"
    await expect(page.locator("cj-bets .laid li").first).to_be_visible()
    await expect(page.locator("cj-phase .label")).to_have_text("回転中")
    await expect(page.locator("cj-phase .seconds")).to_be_hidden()
    await expect(page.locator("cj-hints .lead")).to_have_text("締切！ ボールが回っています")
    await expect(page.locator("cj-board li")).to_have_count(5)
    animated = await page.evaluate("""() => [...new Set(document.getAnimations().flatMap(
        one => one.effect.getKeyframes().flatMap(frame => Object.keys(frame))))]""")
    assert set(animated) - {"offset", "computedOffset", "easing", "composite"} <= {"transform", "opacity"}
    await expect(page.locator("cj-phase .label")).to_have_text("結果", timeout=15_000)
    await expect(page.locator("cj-board li")).to_have_count(1)
    await expect(page.locator(".banner.straight .big")).to_have_text("17 的中！")
    await expect(page.locator(".banner.straight .sub")).to_have_text(["ほしの17+17,500", "yuzu17+3,500"])
    await expect(page.locator("cj-bets .won h3")).to_have_text("的中 3人")
    await expect(page.locator("cj-bets .won li > span")).to_have_text(["+17,000", "+3,000", "+850"])
    await expect(page.locator("cj-bets .won em").last).to_have_text("2nd12 500")
    await expect(page.locator(".hub b")).to_have_text("17")
    lit = await page.locator(".box .lit:not([hidden])").evaluate_all(
        "all => all.map(one => one.parentElement.dataset.key)"
    )
    assert set(lit) == {"17", "column-2", "dozen-2", "low", "odd", "black"}
    await expect(page.locator(".pile.lost")).to_have_count(10)
    await until(page, STILL)


async def test_the_ball_comes_to_rest_on_the_pocket(open_page: Open, stub: Stub):
    places = []
    for pocket in ("0", "17", "26"):
        stub.view = plays.wheel_fell(pocket)
        page = await open_page("overlay", 1920, 1080)
        await drawn(page)
        await expect(page.locator("cj-wheel")).to_have_attribute("data-pocket", pocket)
        assert await page.evaluate(STILL)
        ball = await middle(page.locator(".ball"))
        number = await middle(page.locator("cj-wheel text").nth(plays.EUROPEAN.index(pocket)))
        hub = await middle(page.locator("cj-wheel .hub"))
        # Ball, number and the wheel's middle lie on one line, the ball between the other two.
        for share in (0.5, 0.6, 0.7, 0.8, 0.9):
            x = hub[0] + (number[0] - hub[0]) * share
            y = hub[1] + (number[1] - hub[1]) * share
            if abs(x - ball[0]) < 12 and abs(y - ball[1]) < 12:
                break
        else:
            pytest.fail(f"the ball does not lie at {pocket}")
        places.append(ball)
    assert len(set(places)) == 3


async def test_a_reload_in_mid_spin_shows_the_truth(open_page: Open, stub: Stub):
    stub.view = plays.wheel_betting()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-wheel")).to_be_visible()
    await stub.events(plays.wheel_fell())
    await until(page, "document.querySelector('.rotor').getAnimations().length > 0")
    await page.reload()
    await expect(page.locator(".hub b")).to_have_text("17")
    await expect(page.locator("cj-phase .label")).to_have_text("結果")
    assert await page.evaluate(STILL)


async def test_an_undo_in_mid_spin_shows_the_truth(open_page: Open, stub: Stub):
    stub.view = plays.wheel_betting()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-wheel")).to_be_visible()
    await stub.events(plays.wheel_fell())
    await until(page, "document.querySelector('.rotor').getAnimations().length > 0")
    await stub.events(plays.wheel_betting(), {"type": "undone", "step": 512})
    await expect(page.locator("cj-phase .label")).to_have_text("ベット受付中")
    await expect(page.locator(".ball")).to_be_hidden()
    await expect(page.locator(".hub b")).to_have_text("")
    await expect(page.locator(".results li")).to_have_text(plays.HISTORY)
    await expect(page.locator(".lit:visible, .pile.lost, .banner")).to_have_count(0)
    running = await page.locator("cj-wheel").evaluate("one => one.getAnimations({subtree: true}).length")
    assert running == 0


async def test_the_next_round_ends_a_spin_that_still_runs(open_page: Open, stub: Stub):
    stub.view = plays.wheel_betting()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-wheel")).to_be_visible()
    await stub.events(plays.wheel_fell())
    await until(page, "document.querySelector('.rotor').getAnimations().length > 0")
    following = plays.wheel_betting()
    following["round"] = 129
    following["play"] |= {"history": ["17", *plays.HISTORY[:12]], "spots": [], "bets": []}
    await stub.events(following)
    await expect(page.locator("cj-phase .label")).to_have_text("ベット受付中")
    assert await page.locator(".results li").evaluate_all(SHOWN) == [1] * 13
    await expect(page.locator("cj-bets .won")).to_be_hidden()
    await expect(page.locator(".ball")).to_be_hidden()


async def test_what_comes_in_mid_spin_changes_nothing_of_it(open_page: Open, stub: Stub):
    stub.view = plays.wheel_betting()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-wheel")).to_be_visible()
    await stub.events(plays.wheel_fell())
    await until(page, "document.querySelector('.rotor').getAnimations().length > 0")
    await stub.events(plays.wheel_fell() | {"step": 513})
    await expect(page.locator("cj-phase .label")).to_have_text("回転中")
    assert set(await page.locator(TELLS).evaluate_all(SHOWN)) == {0}


async def test_the_wheel_turns_as_long_as_the_spin_is_awaited(open_page: Open, stub: Stub):
    stub.view = plays.wheel_spinning()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator(".ball")).to_be_visible()
    await until(page, "document.querySelector('.rotor').getAnimations().length === 1")
    await stub.events(plays.wheel_spinning() | {"paused": True})
    await until(page, "document.querySelector('.rotor').getAnimations().length === 0")
    await stub.events(plays.wheel_fell("0"))
    await expect(page.locator(".hub b")).to_have_text("0")
    await expect(page.locator("cj-wheel .hub")).to_have_class("hub green")


async def test_the_jackpot_and_its_runs(open_page: Open, stub: Stub):
    stub.view = plays.wheel_progressive()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator(".jackpot b")).to_have_text("5,123")
    await expect(page.locator(".jackpot small")).to_have_text("ほしの が 17 を4連続")
    hit = {"type": "jackpot_hit", "player": 17, "number": "17", "amount": 5123}
    paid = {"type": "run_paid", "player": 22, "number": "17", "length": 3, "amount": 200}
    await stub.events(plays.wheel_jackpot(), {"type": "ball_fell", "pocket": "17"}, paid, hit)
    banner = page.locator(".banner.fortune")
    await expect(banner.locator(".big")).to_have_text("ジャックポット！", timeout=15_000)
    await expect(banner.locator(".sub")).to_have_text("ほしの17+5,123")
    await expect(banner.locator(".rays i")).to_have_count(2)
    await expect(page.locator(".jackpot b")).to_have_text("5,000")


async def test_a_missed_event_costs_only_its_moment(open_page: Open, stub: Stub):
    stub.view = plays.wheel_progressive()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-wheel")).to_be_visible()
    await stub.events(plays.wheel_jackpot(), {"type": "never_heard_of"})
    await expect(page.locator("cj-bets .won h3")).to_have_text("的中 3人")
    await expect(page.locator(".hub b")).to_have_text("17")
    await expect(page.locator(".jackpot b")).to_have_text("5,000")


async def test_nobody_has_hit(open_page: Open, stub: Stub):
    view = plays.wheel_fell()
    for one in view["play"]["bets"]:
        one["returned"] = 0
        for laid in one["spots"]:
            laid["returned"] = 0
    stub.view = view
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-bets .won h3")).to_have_text("今回は的中なし")
    await expect(page.locator("cj-bets .won li")).to_have_count(0)


async def test_of_very_many_all_are_counted(open_page: Open, stub: Stub):
    view = plays.wheel_betting()
    view["play"]["players"] = 12345
    stub.view = view
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-bets .laid h3")).to_have_text("12,345人　計15,730")
    await expect(page.locator("cj-bets .laid small")).to_have_text("ほか12,340人")


async def test_before_the_first_round_of_a_table(open_page: Open, stub: Stub):
    stub.view = plays.wheel_idle() | {"play": None}
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator(".welcome")).to_have_text("次の受付をお待ちください")
    await stub.events(plays.wheel_idle() | {"phase": "betting"})
    await expect(page.locator("cj-bets .invite")).to_have_text("コメントで賭けられます")
    await expect(page.locator(".welcome")).to_have_text("")
    # A table may change its game: what lay there goes with it.
    await stub.state(views.playing())
    await expect(page.locator("cj-seat")).to_have_count(7)
    await expect(page.locator("cj-wheel")).to_have_count(0)


# --- baccarat ----------------------------------------------------------------------------------------------


async def test_a_coup_is_dealt_and_told_in_the_end(open_page: Open, stub: Stub):
    stub.view = plays.coup_betting()
    page = await open_page("overlay")
    await drawn(page)
    spots = page.locator(".spot-box")
    await expect(spots.locator("b")).to_have_text(["3,400", "60", "12,000"])
    await expect(spots.locator("small")).to_have_text(["2人", "2人", "3人"])
    await expect(page.locator(".beads li")).to_have_count(14)
    await expect(page.locator(".road h3")).to_have_text("P 6　B 6　T 2")
    await stub.events(plays.coup_dealing())
    await until(page, "document.getAnimations().length >= 4")
    assert await cards_in(page.locator(".side.spot-player")) == ["2S", "3D"]
    assert await cards_in(page.locator(".side.spot-banker")) == ["KH", "4C"]
    await expect(page.locator(".side .sum")).to_have_text(["5", "4"])
    await stub.events(plays.coup_over())
    await expect(page.locator(".side.spot-banker .tag")).to_have_text("勝ち")
    assert await cards_in(page.locator(".side.spot-player")) == ["2S", "3D", "AC"]
    await expect(page.locator(".side.spot-player")).to_have_class(re.compile(r"\bout\b"))
    await expect(page.locator(".spot-box .lit:visible")).to_have_count(1)
    await expect(page.locator("cj-bets .won li > span")).to_have_text(["+9,500", "+950", "+900"])
    await expect(page.locator(".beads li")).to_have_count(15)
    await expect(page.locator(".beads li").last).to_have_text("B")
    await until(page, STILL)


async def test_a_zero_is_a_total_too(open_page: Open, stub: Stub):
    view = plays.coup_dealing()
    view["play"]["banker"] = {"cards": ["KH", "QC"], "total": 0}
    stub.view = view
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator(".side .sum")).to_have_text(["5", "0"])


async def test_a_tie_returns_and_pays(open_page: Open, stub: Stub):
    stub.view = plays.coup_dealing()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator(".side .sum")).to_have_count(2)
    await stub.events(plays.coup_tie())
    await expect(page.locator(".side .tag")).to_have_text(["タイ", "タイ"])
    await expect(page.locator(".banner.straight .big")).to_have_text("タイ的中！")
    await expect(page.locator(".banner.straight .sub")).to_have_text(["ほしの+400", "みかん箱+80"])
    await expect(page.locator("cj-bets .won li > span")).to_have_text(["+400", "+80", "±0", "±0", "±0"])


async def test_the_cards_leave_when_the_next_coup_opens(open_page: Open, stub: Stub):
    stub.view = plays.coup_over()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator(".side cj-card")).to_have_count(6)
    following = plays.coup_betting() | {"round": 58}
    await stub.events(following)
    await expect(page.locator(".side cj-card")).to_have_count(0)
    await expect(page.locator(".ghost")).to_have_count(2)
    await expect(page.locator(".ghost")).to_have_count(0)


# --- both --------------------------------------------------------------------------------------------------


def closing() -> views.View:
    """The jackpot's table just before the close."""
    return plays.wheel_progressive() | {"closing": True}


@pytest.mark.parametrize("table", [plays.wheel_fell, plays.wheel_progressive, closing, plays.coup_over])
@pytest.mark.parametrize("language", ["ja", "en"])
async def test_nothing_lies_on_anything_else(open_page: Open, stub: Stub, table, language: str):
    stub.view = table()
    page = await open_page("overlay", query=f"lang={language}")
    await drawn(page)
    await expect(page.locator("cj-bets")).to_be_visible()
    parts = (
        "cj-board, cj-wheel, .betting-felt, .results, .jackpot, .road, .two-hands, .three-spots, "
        "cj-bets, cj-phase, cj-hints"
    )
    boxes = await page.locator(parts).evaluate_all("""all => all.filter(one => one.offsetParent)
        .map(one => [one.className || one.localName, one.getBoundingClientRect()])
        .map(([name, box]) => [name, box.left, box.top, box.right, box.bottom])""")
    assert len(boxes) >= 6
    for index, one in enumerate(boxes):
        for other in boxes[index + 1 :]:
            apart = one[3] <= other[1] or other[3] <= one[1] or one[4] <= other[2] or other[4] <= one[2]
            assert apart, (one, other)
    assert all(box[1] >= 0 and box[3] <= 960 and box[4] <= 540.5 for box in boxes)


async def test_names_from_chat_stay_text(open_page: Open, stub: Stub):
    name = "<img src=x onerror=\"document.title='broken in'\">"
    view = deepcopy(plays.wheel_progressive())
    view["play"]["bets"][0]["player"]["name"] = name
    view["play"]["runs"][0]["player"]["name"] = name
    stub.view = view
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator(".jackpot small")).to_contain_text(name)
    over = plays.wheel_fell()
    over["play"]["bets"][0]["player"]["name"] = name
    await stub.events(over)
    await expect(page.locator(".banner.straight b").first).to_have_text(name, timeout=15_000)
    await expect(page.locator("cj-bets .won b").first).to_have_text(name)
    await expect(page.locator("img")).to_have_count(0)


async def test_speaks_english(open_page: Open, stub: Stub):
    stub.view = plays.wheel_fell()
    page = await open_page("overlay", query="lang=en")
    await drawn(page)
    await expect(page.locator("cj-bets .won h3")).to_have_text("Winners: 3")
    await expect(box(page, "dozen-1").locator("span")).to_have_text("1st 12")
    await expect(page.locator("cj-phase .label")).to_have_text("Result")
    text = await page.locator("#stage").inner_text()
    assert "page." not in text


async def test_a_phone_can_read_it(open_page: Open, stub: Stub):
    stub.view = plays.wheel_fell()
    page = await open_page("overlay", 480, 270)
    await drawn(page)
    await expect(page.locator(".hub b")).to_have_text("17")
    # As at the other tables: 30 px of 1080 for what a viewer must read.
    must = ".hub b, .results li, cj-bets b, cj-bets li > span, .box:not(.outside) > span, cj-phase .label"
    sizes = await page.locator(must).evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 30
    lefts = await page.locator(".results li").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().left)"
    )
    assert all(one < other for one, other in pairwise(lefts))
