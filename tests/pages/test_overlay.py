"""The overlay in a real Chromium, against the stub."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from copy import deepcopy
from itertools import pairwise

import pytest
from playwright.async_api import Locator, Page, expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import TEXTS, Stub, page_texts
from tests.patience import PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

STILL_CUBE = "document.querySelector('.cube').getAnimations().every(one => one.playState !== 'running')"
STILL = "document.getAnimations().filter(one => one.playState === 'running').length === 0"


async def until(page: Page, condition: str) -> None:
    """Waits for a condition. Playwright's own way evaluates it inside the page, which our policy forbids."""
    async with asyncio.timeout(PATIENCE):
        while not await page.evaluate(condition):  # noqa: ASYNC110 - the page has no event to wait for
            await asyncio.sleep(0.02)


@asynccontextmanager
async def slow_motion(page: Page) -> AsyncIterator[None]:
    """Animations take twenty times as long: what can be seen for a moment is not missed on a busy machine."""
    inspector = await page.context.new_cdp_session(page)
    await inspector.send("Animation.enable")
    await inspector.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
    yield
    await inspector.send("Animation.setPlaybackRate", {"playbackRate": 1})
    await inspector.detach()


def seat(page: Page, number: int) -> Locator:
    return page.locator(f'cj-seat[data-key="{number}"]')


async def cards(where: Locator) -> list[str]:
    return await where.locator(".cards cj-card:not(.cover)").evaluate_all("all => all.map(one => one.code)")


async def drawn(page: Page) -> None:
    """Until the first state is on the page: what is sent from then on is a change."""
    await expect(page.locator("cj-phase .label")).not_to_have_text("")


async def cards_in(where: Locator) -> list[str]:
    return await where.locator("cj-card").evaluate_all("all => all.map(one => one.code)")


async def test_draws_the_state_it_is_given(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    first = seat(page, 1)
    await expect(first.locator(".who")).to_have_text("ほしの")
    assert await cards(first) == ["KS", "2H", "4C"]
    await expect(first.locator(".total")).to_have_text("16")
    await expect(first.locator(".bet")).to_have_text("500")
    await expect(first.locator(".points")).to_have_text("47,250")
    await expect(first).to_have_class(re.compile(r"\bturn\b"))
    await expect(first).to_have_class(re.compile(r"\brank-heart\b"))
    await expect(seat(page, 2).locator(".total")).to_have_text("BJ")
    await expect(seat(page, 3).locator(".total")).to_have_text("7/17")
    assert await cards(page.locator("cj-dealer")) == ["9D", "?"]
    await expect(page.locator("cj-phase .label")).to_have_text("アクション")
    await expect(page.locator("cj-hints .word")).to_have_count(5)
    await expect(page.locator("cj-hints")).to_contain_text("ヒット ht")


async def test_seat_1_is_on_the_right(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    places = [await seat(page, number).bounding_box() for number in range(1, 8)]
    lefts = [place["x"] for place in places if place]
    assert lefts == sorted(lefts, reverse=True)
    assert len(lefts) == 7


async def test_is_transparent(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay", 1920, 1080)
    await expect(seat(page, 1)).to_be_visible()
    for element in ("html", "body", "#stage"):
        colour = await page.evaluate(f"getComputedStyle(document.querySelector('{element}')).backgroundColor")
        assert colour == "rgba(0, 0, 0, 0)"
    # ... and truly: a picture taken without a backdrop is empty where the camera is seen.
    hit = await page.evaluate("document.elementFromPoint(960, 200).id")
    assert hit == "stage"


async def test_events_lead_to_the_new_picture(open_page: Open, stub: Stub):
    stub.view = views.betting()
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".chip.placed")).to_have_text("500")
    await expect(seat(page, 1).locator("cj-hand")).to_have_count(0)
    async with slow_motion(page):
        await stub.events(views.playing(), {"type": "dealt", "seat": 1, "hand": 1, "index": 1, "card": "KS"})
        await until(page, "document.getAnimations().length > 0")
    assert await cards(seat(page, 1)) == ["KS", "2H", "4C"]
    assert not await seat(page, 1).locator(".chip").is_visible()


async def test_animates_transform_and_opacity_only(open_page: Open, stub: Stub):
    stub.view = views.betting()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    async with slow_motion(page):
        await stub.events(views.full_switch())
        await until(page, "document.getAnimations().length > 20")
        await stub.events(views.result())
        animated = await page.evaluate("""() => [...new Set(document.getAnimations().flatMap(
            one => one.effect.getKeyframes().flatMap(frame => Object.keys(frame))))]""")
    meta = {"offset", "computedOffset", "easing", "composite"}
    assert set(animated) - meta <= {"transform", "opacity"}


async def test_is_still_when_nothing_moves(open_page: Open, stub: Stub):
    stub.view = views.betting()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    await stub.events(views.result())
    await expect(page.locator(".banner")).to_have_count(1)
    await expect(page.locator(".banner")).to_have_count(0)
    await until(page, STILL)


async def test_a_frame_in_the_middle_of_an_animation_leaves_the_right_picture(open_page: Open, stub: Stub):
    stub.view = views.betting()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    changed = views.playing()
    changed["seats"][0]["hands"] = views.hands(("3D 4D", 7))
    async with slow_motion(page):
        await stub.events(views.full_switch())
        await until(page, "document.getAnimations().length > 20")
        await stub.events(changed)
        await stub.events(views.result())
    await expect(seat(page, 1).locator(".tag:visible")).to_have_text("負け")
    assert await cards(seat(page, 1)) == ["KS", "2H", "4C"]
    assert await cards(page.locator("cj-dealer")) == ["9D", "6S", "4H"]
    await until(page, STILL)
    visible = """all => all.map(one => getComputedStyle(one))
        .every(style => style.opacity === '1' && style.transform === 'none')"""
    assert await page.locator("cj-card").evaluate_all(visible)
    await expect(page.locator(".cover, .ghost")).to_have_count(0)


async def test_the_hole_card_is_turned(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(page.locator("cj-dealer cj-card")).to_have_count(2)
    async with slow_motion(page):
        await stub.events(views.result())
        await expect(page.locator("cj-dealer .cover")).to_have_count(1)
    await expect(page.locator("cj-dealer .cover")).to_have_count(0)
    assert await cards(page.locator("cj-dealer")) == ["9D", "6S", "4H"]


async def test_a_gap_in_the_revisions_is_drawn_without_animation(open_page: Open, stub: Stub):
    stub.view = views.betting()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    view = views.result()
    await stub.events(view, rev=stub.rev + 5)
    await expect(seat(page, 1).locator(".tag:visible")).to_have_text("負け")
    assert await page.evaluate(STILL)
    # The next one in order is animated again.
    async with slow_motion(page):
        await stub.events(views.playing())
        await until(page, "document.getAnimations().length > 0")


async def test_another_epoch_is_drawn_without_animation(open_page: Open, stub: Stub):
    stub.view = views.betting()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    stub.epoch = "second"
    await stub.events(views.result())
    await expect(seat(page, 1).locator(".tag:visible")).to_have_text("負け")
    assert await page.evaluate(STILL)


async def test_comes_back_after_the_socket_drops(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".total")).to_have_text("16")
    stub.refusing = True
    await stub.drop()
    offline = page.locator("cj-offline")
    await expect(offline).to_be_visible()
    await expect(offline).to_have_text("再接続中…")
    await expect(seat(page, 1)).to_be_visible()
    stub.view, stub.epoch, stub.rev, stub.refusing = views.result(), "after", 1, False
    await expect(offline).to_be_hidden()
    await expect(seat(page, 1).locator(".tag:visible")).to_have_text("負け")
    assert stub.connections == 2


async def test_what_came_while_hidden_is_shown_as_it_stands(open_page: Open, stub: Stub):
    stub.view = views.betting()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    await page.evaluate("""() => {
        Object.defineProperty(document, 'hidden', {value: true, configurable: true});
        Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});
    }""")
    await stub.events(views.result())
    await expect(seat(page, 1).locator(".tag:visible")).to_have_text("負け")
    assert await page.evaluate(STILL)
    await page.evaluate("""() => {
        delete document.hidden; delete document.visibilityState;
        document.dispatchEvent(new Event('visibilitychange'));
    }""")
    assert await cards(page.locator("cj-dealer")) == ["9D", "6S", "4H"]
    assert await page.evaluate(STILL)


async def test_names_and_texts_from_chat_stay_text(open_page: Open, stub: Stub):
    name = "<img src=x onerror=\"document.title='broken in'\">"
    stub.view = views.named(views.playing(), name)
    stub.view["ranking"][0]["name"] = name
    stub.view["queue"] = [{"id": 1, "name": name}]
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".who")).to_have_text(name)
    await stub.send({"type": "notice", "id": 1, "to": name, "text": name, "seconds": 6})
    await expect(page.locator(".notice span")).to_have_text(name)
    won = views.named(views.result(), name)
    won["seats"][0]["hands"][0] |= {"outcome": "blackjack", "returned": 1250}
    await stub.events(won, {"type": "undone", "step": 3, "text": name})
    await expect(page.locator("cj-ribbon")).to_contain_text(name)
    await expect(page.locator("img")).to_have_count(0)
    assert await page.title() == "Chatjack オーバーレイ"


async def test_long_names_are_cut_and_never_push_others_away(open_page: Open, stub: Stub):
    stub.view = views.named(views.playing(), "とても長い名前" * 20)
    page = await open_page("overlay", 1920, 1080)
    plate = seat(page, 1).locator(".plate")
    await expect(plate).to_be_visible()
    box = await plate.bounding_box()
    assert box
    assert box["width"] <= 260
    assert box["x"] + box["width"] <= 1920
    name = seat(page, 1).locator(".who")
    assert await name.evaluate("one => one.scrollWidth > one.clientWidth")
    assert await name.evaluate("one => getComputedStyle(one).textOverflow") == "ellipsis"


async def test_seven_seats_of_several_hands_stay_legible(open_page: Open, stub: Stub):
    stub.view = views.full_switch()
    page = await open_page("overlay")
    await expect(page.locator("cj-seat .total:visible")).to_have_count(17)
    await expect_apart(page)
    # At 360 lines a third is left of every size: 10 px for totals and names is what a phone can show.
    sizes = await page.locator("cj-seat .total:visible, cj-seat .who").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 30


async def test_the_fullest_table_still_keeps_its_hands_apart(open_page: Open, stub: Stub):
    stub.view = views.crowded()
    page = await open_page("overlay")
    await expect(seat(page, 6).locator("cj-hand")).to_have_count(10)
    await expect_apart(page)


async def expect_apart(page: Page) -> None:
    """No hand's cards lie on another's, the dealer's among them."""
    hands = await page.locator("cj-hand").evaluate_all(
        "all => all.map(one => { const box = one.querySelector('.cards').getBoundingClientRect(); "
        "return [box.left, box.top, box.right, box.bottom]; })"
    )
    for index, one in enumerate(hands):
        for other in hands[index + 1 :]:
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


async def test_a_great_hand_gets_a_banner(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(seat(page, 3)).to_be_visible()
    await stub.events(views.premium("777", "7S 7D 7H", 700))
    banner = page.locator(".banner.premium")
    await expect(banner.locator(".big")).to_have_text("スリーセブン")
    await expect(banner.locator(".sub")).to_have_text("みかん箱777 ×7+600")
    assert await cards_in(banner.locator(".shown")) == ["7S", "7D", "7H"]
    await expect(seat(page, 3).locator(".tag:visible")).to_have_text("777 ×7")


async def test_the_fixtures_know_every_premium_of_the_data():
    data = tomllib.loads((TEXTS.parent / "premiums.toml").read_text("utf-8"))
    assert {key for kind in data.values() for key in kind["pays"]} == set(views.PREMIUMS)


async def test_every_premium_has_a_moment_of_its_own_and_flush_777_the_greatest(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(seat(page, 3)).to_be_visible()
    texts = page_texts("ja")
    seen: dict[str, tuple[str, str, int]] = {}
    for key, (made, returned) in views.PREMIUMS.items():
        await stub.state(views.playing())
        await expect(seat(page, 3).locator(".tag")).to_be_hidden()
        await stub.events(views.premium(key, made, returned))
        banner = page.locator(".banner.premium")
        title = texts[f"page.premium.{key.replace('_', '')}.name"]
        await expect(banner.locator(".big")).to_have_text(title)
        tier = re.search(r"tier-(\d)", await banner.get_attribute("class") or "")
        assert tier
        light = await banner.evaluate("one => getComputedStyle(one).getPropertyValue('--glow')")
        seen[key] = (title, light, int(tier[1]))
    assert len({title for title, _, _ in seen.values()}) == len(seen)
    assert len({light for _, light, _ in seen.values()}) == len(seen)
    assert {key for key, (_, _, tier) in seen.items() if tier == 4} == {"flush_777"}


async def test_the_greatest_moment_comes_first(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(seat(page, 3)).to_be_visible()
    view = views.premium("flush_777", *views.PREMIUMS["flush_777"])
    view["seats"][1]["hands"][0] |= {"outcome": "blackjack", "returned": 2500}
    await stub.events(view, {"type": "promoted", "player": 19, "rank": "club", "was": "plain"})
    await expect(page.locator(".banner")).to_have_attribute("data-moment", "flush777")
    await expect(page.locator(".rays i")).to_have_count(2)


async def test_a_premium_is_marked_while_it_waits_for_the_die(open_page: Open, stub: Stub):
    stub.view = views.unknown()
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".note.made")).to_have_text("777")
    await expect(seat(page, 5).locator(".note.bust")).to_have_text("バースト")
    away = views.unknown()
    away["seats"][3] = views.seat(4, bet=0, state="sitting_out", hands=away["seats"][3]["hands"])
    await stub.events(away)
    await expect(seat(page, 4).locator(".bet")).to_have_text("放送Dが代打ち")


# --- Unknown Dealer --------------------------------------------------------------------------------------


async def test_no_dealer_until_the_die(open_page: Open, stub: Stub):
    stub.view = views.unknown()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    await expect(page.locator("cj-seat")).to_have_count(6)
    await expect(page.locator("cj-dealer")).to_be_hidden()
    await expect(page.locator("cj-die")).to_be_hidden()
    await stub.events(views.rolling())
    await expect(page.locator("cj-die")).to_be_visible()
    await expect(page.locator("cj-die .unknown")).to_have_text("?")
    await expect(page.locator(".ladder li > b")).to_have_text(["×4", "×2", "×1.5", "×1", "×0.5", "×0"])
    await expect(page.locator(".lit:visible")).to_have_count(0)
    await expect(page.locator("cj-hints .lead")).to_have_text("サイコロでディーラーを決めます")


async def test_the_die_rolls_lands_and_only_then_tells(open_page: Open, stub: Stub):
    stub.view = views.rolling()
    page = await open_page("overlay")
    await expect(page.locator("cj-die")).to_be_visible()
    told = ".answer, .lit:not([hidden]), .seat-tag.dealer, .halo:not([hidden]), .tag:not([hidden])"
    async with slow_motion(page):
        await stub.events(views.rolled(), {"type": "die_rolled", "value": 2, "hand": 1, "beaten": 4})
        await until(page, "document.querySelector('.cube').getAnimations().length > 0")
        shown = await page.locator(told).evaluate_all("all => all.map(one => getComputedStyle(one).opacity)")
        assert len(shown) > 8
        assert set(shown) == {"0"}, "the result is given away while the die rolls"
    await until(page, STILL_CUBE)
    await expect(page.locator(".cube svg.up")).to_have_attribute("data-face", "2")
    await expect(page.locator("cj-die .answer")).to_have_text("2！ ディーラーは kuro_maru　20")
    await expect(page.locator(".lit:visible")).to_have_text("×24人")
    await expect(seat(page, 2).locator(".seat-tag.dealer")).to_have_text("ディーラー")
    await expect(page.locator(".halo:visible")).to_have_count(1)
    faces = "all => all.filter(one => getComputedStyle(one).opacity === '1').map(one => one.dataset.face)"
    assert await page.locator(".cube svg").evaluate_all(faces) == ["2"]


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_the_die_keeps_clear_of_ranking_and_phase(open_page: Open, stub: Stub, language: str):
    stub.view = views.rolled() | {"phase": "rolling"}
    page = await open_page("overlay", query=f"lang={language}")
    await expect(page.locator(".meaning")).to_be_visible()
    boxes = [await page.locator(one).bounding_box() for one in ("cj-board", ".cube", ".meaning", "cj-phase")]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
    assert len(edges) == 4
    assert all(one[1] < following[0] for one, following in pairwise(edges)), edges


async def test_the_ladder_is_dark_for_a_bust_and_for_a_joker(open_page: Open, stub: Stub):
    bust = views.rolled(5)
    bust["die"] |= {"beaten": 0}
    stub.view = bust
    page = await open_page("overlay")
    await expect(page.locator("cj-die .answer")).to_contain_text("23")
    await expect(page.locator(".lit:visible")).to_have_count(0)
    joker = views.rolled(2)
    joker["seats"][1]["hands"][0] |= {"cards": ["TS", "JK"], "outcome": "push"}
    await stub.state(joker)
    await expect(page.locator("cj-die .answer")).to_contain_text("JOKER")
    await expect(page.locator(".lit:visible")).to_have_count(0)


async def test_a_reload_after_the_die_shows_it_lying(open_page: Open, stub: Stub):
    stub.view = views.rolled(6)
    page = await open_page("overlay")
    await expect(page.locator(".cube svg.up")).to_have_attribute("data-face", "6")
    assert await page.evaluate(STILL)
    await stub.state(views.betting())
    await expect(page.locator("cj-die")).to_be_hidden()


async def test_empty_seats_are_recruited_for(open_page: Open, stub: Stub):
    stub.view = views.recruiting()
    page = await open_page("overlay")
    plaque = page.locator("cj-plaque")
    await expect(plaque.locator(".big")).to_have_text("あと2人で始まります！")
    await expect(seat(page, 4).locator(".who")).to_have_text("放送ディーラー")
    await expect(seat(page, 5)).to_have_class(re.compile("inviting"))
    full = views.recruiting()
    full["seats"][4:] = [views.house(5), views.seat(6, state="seated", bet=0)]
    await stub.events(full)
    await expect(plaque).to_be_hidden()


# --- Switch ----------------------------------------------------------------------------------------------


async def test_the_switched_cards_change_places_and_no_card_is_dealt(open_page: Open, stub: Stub):
    stub.view = views.before_switch()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    dealt = (
        "all => all.filter(one => !one.classList.contains('moving') && one.getAnimations().length > 0).length"
    )
    async with slow_motion(page):
        await stub.events(views.after_switch(), {"type": "switched", "seat": 1})
        await until(page, "document.querySelectorAll('.moving').length === 2")
        moving = await page.locator(".moving").evaluate_all(
            "all => all.map(one => [one.code, one.getAnimations().length])"
        )
        assert sorted(moving) == [["5H", 1], ["AC", 1]]
        assert await cards(seat(page, 1)) == ["KS", "AC", "6D", "5H"]
        assert await page.locator("cj-card").evaluate_all(dealt) == 0
    await expect(page.locator(".moving")).to_have_count(0)
    await expect(seat(page, 1).locator("cj-hand .total")).to_have_text(["BJ", "11"])
    await expect(seat(page, 1).locator(".tag:visible")).to_have_text("BJ ×2")


async def test_a_split_moves_one_card_and_leaves_the_other_hand_alone(open_page: Open, stub: Stub):
    before = views.before_switch()
    before["seats"][0]["hands"] = views.hands(("8S 8D", 16), ("9D TC", 19))
    stub.view = before
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    after = deepcopy(before)
    after["seats"][0]["hands"] = views.hands(("8S 3C", 11), ("8D 2C", 10), ("9D TC", 19))
    dealt = "all => all.filter(one => one.getAnimations().length > 0).map(one => one.code)"
    async with slow_motion(page):
        await stub.events(after, {"type": "hand_split", "seat": 1, "hand": 1})
        await until(page, "document.querySelectorAll('.moving').length === 1")
        assert await page.locator(".moving").evaluate("one => one.code") == "8D"
        assert await seat(page, 1).locator("cj-card:not(.moving)").evaluate_all(dealt) == ["3C", "2C"]
    assert await cards(seat(page, 1)) == ["8S", "3C", "8D", "2C", "9D", "TC"]


async def test_super_match_is_told_on_the_seat(open_page: Open, stub: Stub):
    stub.view = views.before_switch()
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".extra")).to_have_text("SM300")
    await expect(seat(page, 1).locator(".seat-tag")).to_have_count(0)
    await expect(seat(page, 2).locator(".seat-tag.lost")).to_have_text("SM100 はずれ")
    await expect(seat(page, 3).locator(".seat-tag.gold")).to_have_text("SM200 ×10")
    await expect(seat(page, 3).locator(".extra")).to_have_text("")
    event = {
        "type": "side_settled",
        "seat": 3,
        "player": 19,
        "side": "sm",
        "result": "two_pair",
        "returned": 2000,
    }
    await stub.events(views.before_switch(), event)
    await expect(page.locator(".banner.side .big")).to_have_text("ツーペア")
    await expect(page.locator(".banner.side .sub")).to_have_text("みかん箱スーパーマッチ+1,800")


async def test_the_net_counts_side_bets_and_insurance(open_page: Open, stub: Stub):
    view = views.result()
    view["seats"][0] |= {
        "side": {"sm": 100},
        "decided": {"sm": {"result": "pair", "returned": 200}},
        "insurance_lost": 250,
    }
    stub.view = view
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".net")).to_have_text("−650")  # −500 +100 −250


def super_seven(*results: tuple[str | None, int]) -> list[views.View]:
    """Three hands with bets of their own and a Super 7 on each; the second is insured."""
    sides = [{"s7": {"stake": 1, "result": result, "returned": back}} for result, back in results]
    return views.hands(
        ("7S 2C", 9, {"stake": 50, "side": sides[0]}),
        ("7D 7H", 14, {"stake": 100, "insurance": 50, "side": sides[1]}),
        ("9C TD", 19, {"stake": 200, "side": sides[2]}),
    )


async def test_each_hand_shows_its_own_bet_insurance_and_super_7(open_page: Open, stub: Stub):
    view = views.playing()
    dealt = super_seven(("one", 4), (None, 0), ("lose", 0))
    view["seats"][0] |= {"bet": 350, "side": {"s7": 3}, "insurance": 50, "hands": dealt}
    stub.view = view
    page = await open_page("overlay")
    first = seat(page, 1)
    await expect(first.locator(".note")).to_have_text(["50", "保険50", "200"])
    await expect(first.locator(".bet")).to_have_text("計350")
    await expect(first.locator(".extra")).to_have_text("S7 保険50")
    await expect(first.locator(".seat-tag")).to_have_text(["S7 ×4"])
    three = {"type": "side_settled", "seat": 1, "hand": 2, "player": 17, "side": "s7", "returned": 501}
    dealt = super_seven(("one", 4), ("three_mixed", 501), ("lose", 0))
    view["seats"][0]["hands"] = dealt
    await stub.events(view, three | {"result": "three_mixed"})
    await expect(first.locator(".seat-tag")).to_have_text(["S7 ×4", "S7 ×501"])
    await expect(page.locator(".banner.side .big")).to_have_text("7が3枚（マークちがい）")
    await expect(page.locator(".banner.side .sub")).to_have_text("ほしのスーパー7+500")


async def test_super_7_lost_on_every_hand_is_one_tag_and_counts(open_page: Open, stub: Stub):
    view = views.result()
    lost = super_seven(("lose", 0), ("lose", 0), ("lose", 0))
    hands = [one | {"outcome": "lose", "open": False, "insurance": 0} for one in lost]
    view["seats"][0] |= {"bet": 350, "side": {"s7": 3}, "insurance": 0, "hands": hands}
    stub.view = view
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".seat-tag")).to_have_text(["S7 はずれ"])
    await expect(seat(page, 1).locator(".net")).to_have_text("−353")


# --- jokers, ranks, calls --------------------------------------------------------------------------------


async def test_a_joker_gives_points_and_takes_the_seat(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    award = {"type": "joker_award", "seat": 1, "player": 17, "amount": 5000}
    await stub.events(views.player_joker(), {"type": "joker_drawn", "seat": 1, "hand": 1}, award)
    banner = page.locator(".banner.joker")
    await expect(banner.locator(".big")).to_have_text("ジョーカー！")
    await expect(banner.locator(".sub")).to_have_text("ほしのボーナスを受け取って退席+5,000")
    await expect(seat(page, 1).locator(".seat-tag.joker")).to_have_text("★ +5,000")
    await expect(seat(page, 1).locator(".tag.joker")).to_have_text("ジョーカー")
    assert (await cards(seat(page, 1)))[-1] == "JK"


async def test_after_the_dealers_joker_the_hands_stay_though_nobody_sits(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    awards = [{"type": "joker_award", "seat": n, "player": 16 + n, "amount": 500 * n} for n in range(1, 5)]
    await stub.events(views.dealer_joker(), {"type": "joker_drawn", "seat": 0, "hand": 0}, *awards)
    await expect(page.locator(".banner.joker .big")).to_have_text("ディーラーがジョーカー！")
    await expect(page.locator(".banner.joker .sub")).to_have_count(4)  # three, and how many more
    await expect(page.locator(".banner.joker .sub").last).to_have_text("+1")
    await expect(page.locator("cj-seat.gone")).to_have_count(4)
    await expect(page.locator(".welcome")).to_have_text("")
    await expect(page.locator("cj-dealer .total")).to_be_hidden()  # a joker counts nothing


async def test_a_promotion_is_celebrated(open_page: Open, stub: Stub):
    stub.view = views.result()
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".mark svg")).to_have_count(1)
    await expect(seat(page, 3).locator(".mark svg")).to_have_count(0)
    view = views.result()
    view["seats"][0]["player"]["rank"] = "diamond"
    await stub.events(view, {"type": "promoted", "player": 17, "rank": "diamond", "was": "heart"})
    banner = page.locator(".banner.promotion")
    await expect(banner.locator(".sub")).to_have_text("ほしのダイヤになりました")
    await expect(banner).to_have_class(re.compile("rank-diamond"))
    await expect(seat(page, 1)).to_have_class(re.compile("rank-diamond"))


async def test_a_code_to_type_is_big_enough_for_a_phone(open_page: Open, stub: Stub):
    stub.view = views.playing() | {"calibrate": "KRT"}
    page = await open_page("overlay")
    code = page.locator("cj-plaque.code .big")
    await expect(code).to_have_text("KRT")
    assert float((await code.evaluate("one => getComputedStyle(one).fontSize")).removesuffix("px")) >= 180
    await stub.events(views.playing())
    await expect(page.locator("cj-plaque")).to_be_hidden()


async def test_undone_and_void_are_said(open_page: Open, stub: Stub):
    stub.view = views.result()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    await stub.events(views.playing(), {"type": "undone", "step": 512})
    await expect(page.locator(".ribbon.undone")).to_have_text("ディーラーが1手戻しました")
    assert await cards(page.locator("cj-dealer")) == ["9D", "?"]
    await stub.events(views.nobody(), {"type": "round_voided", "number": 128, "why": "dealer"})
    await expect(page.locator(".ribbon.void")).to_contain_text("無効")


async def test_notices_go_after_their_seconds(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay")
    await expect(seat(page, 1)).to_be_visible()
    message = {"type": "notice", "id": 7, "to": "aya", "text": "賭けは10からです", "seconds": 1}
    await stub.send(message)
    await stub.send(message)
    await expect(page.locator(".notice")).to_have_count(1)
    await expect(page.locator(".notice")).to_have_text("@aya賭けは10からです")
    await expect(page.locator(".notice")).to_have_count(0)


async def test_closing_and_paused_are_shown(open_page: Open, stub: Stub):
    view = views.betting() | {"closing": True}
    stub.view = view
    page = await open_page("overlay")
    await expect(page.locator("cj-phase.closing .label")).to_have_text("まもなく締切！")
    paused = views.playing() | {"paused": True}
    await stub.events(paused)
    await expect(page.locator("cj-phase.paused .label")).to_have_text("一時停止中")
    await expect(page.locator("cj-plaque.pause .big")).to_have_text("一時停止中")
    await expect(page.locator("cj-hints .lead")).to_have_text("一時停止中")
    assert await page.locator(".bar").evaluate_all(
        "all => all.every(one => one.getAnimations().length === 0)"
    )


async def test_the_seconds_run_down_by_themselves(open_page: Open, stub: Stub):
    view = views.playing()
    view["awaiting"] |= {"left": 2.0, "total": 30}
    stub.view = view
    page = await open_page("overlay")
    await expect(page.locator("cj-phase .seconds")).to_have_text("0")


async def test_an_empty_table_invites(open_page: Open, stub: Stub):
    stub.view = views.nobody()
    page = await open_page("overlay")
    await expect(page.locator(".welcome")).to_contain_text("参加")
    await expect(page.locator("cj-seat.inviting")).to_have_count(1)
    await expect(seat(page, 1).locator(".bet")).to_have_text("参加 で着席")
    await expect(page.locator("cj-dealer")).to_be_hidden()


async def test_before_the_first_round_none_is_counted(open_page: Open, stub: Stub):
    stub.view = views.nobody() | {"round": 0}
    page = await open_page("overlay")
    where = page.locator(".rail span").first
    await expect(where).to_have_text(stub.view["table"]["name"]["ja"])
    await stub.events(stub.view | {"round": 1})
    await expect(where).to_contain_text("第1ゲーム")


async def test_speaks_english(open_page: Open, stub: Stub):
    stub.view = views.result()
    page = await open_page("overlay", query="lang=en")
    assert await page.title() == "Chatjack overlay"
    await expect(seat(page, 1).locator(".tag:visible")).to_have_text("LOSE")
    await expect(page.locator("cj-phase .label")).to_have_text("Result")
    await expect(page.locator(".rail")).to_contain_text("Tournament")
    assert await page.evaluate("document.documentElement.lang") == "en"


async def test_every_word_on_offer_is_visible_in_both_languages(open_page: Open, stub: Stub):
    view = views.playing()
    view["say"] = ["hit", "stand", "double", "split", "surrender", "switch"]
    stub.view = view
    for language in ("ja", "en"):
        page = await open_page("overlay", query=f"lang={language}")
        await expect(page.locator("cj-hints .word")).to_have_count(6)
        tops = await page.locator("cj-hints .word").evaluate_all("all => all.map(one => one.offsetTop)")
        assert len(set(tops)) == 1, language


async def test_a_smaller_source_shows_the_whole_table(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("overlay", 800, 600)
    for number in (1, 7):
        box = await seat(page, number).bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 800
    hints = await page.locator("cj-hints").bounding_box()
    assert hints
    assert round(hints["y"] + hints["height"]) == 600


async def test_a_split_keeps_both_halves_right(open_page: Open, stub: Stub):
    before = views.playing()
    before["seats"][0]["hands"] = views.hands(("8S 8D", 16))
    stub.view = before
    page = await open_page("overlay")
    await expect(seat(page, 1).locator(".number")).to_be_hidden()
    after = deepcopy(before)
    after["seats"][0]["hands"] = views.hands(("8S 3C", 11), ("8D TC", 18))
    await stub.events(after, {"type": "hand_split", "seat": 1, "hand": 1})
    await expect(seat(page, 1).locator("cj-hand")).to_have_count(2)
    assert await cards(seat(page, 1)) == ["8S", "3C", "8D", "TC"]
    await expect(seat(page, 1).locator(".number")).to_have_text(["1", "2"])
    await expect(seat(page, 1).locator(".bet")).to_have_text("500×2")
