"""Video poker, stud and slots on the overlay, in a real Chromium."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from tests.pages import plays
from tests.pages.conftest import Open
from tests.pages.stub import Stub
from tests.pages.test_overlay import STILL, cards_in, drawn, until
from tests.pages.test_overlay_spots import SHOWN

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SPINNING = "document.querySelectorAll('.rushing').length"


def tile(page: Page, number: int) -> Locator:
    """The game of that viewer."""
    return page.locator(f'cj-game[data-key="{16 + number}"]')


async def symbols(where: Locator) -> list[str]:
    """What lies in the window, reel by reel from the top."""
    found: list[str] = await where.locator(".at-rest .symbol").evaluate_all(
        "all => all.map(one => one.dataset.symbol)"
    )
    return found


def only(view: dict[str, Any], *numbers: int, number: int = 31) -> dict[str, Any]:
    """The same table with these games alone, as round ``number``."""
    view["play"]["games"] = [one for one in view["play"]["games"] if one["game"] in numbers]
    return view | {"round": number}


# --- video poker -----------------------------------------------------------------------------------------


async def test_each_game_shows_whose_it_is_and_how_it_stands(open_page: Open, stub: Stub):
    stub.view = plays.poker()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(12)
    first = tile(page, 1)
    await expect(first.locator("b")).to_have_text("ほしの")
    await expect(first).to_have_class(re.compile(r"\brank-heart\b.*\bstate-asked\b"))
    assert await cards_in(first) == ["KS", "KD", "4C", "9H", "2S"]
    await expect(first.locator(".marks .choice")).to_have_text(["1", "2", "3", "4", "5"])
    await expect(first.locator(".result")).to_have_text("ジャックス以上")
    await expect(first.locator(".stake")).to_have_text("5")
    second = tile(page, 2)
    await expect(second.locator(".marks .held")).to_have_count(4)
    await expect(second.locator(".result")).to_have_text("ロイヤルフラッシュ")
    await expect(second.locator(".net.win")).to_have_text("+299,500")
    await expect(second.locator(".stake")).to_be_hidden()
    await expect(second.locator(".lit")).to_be_visible()
    await expect(tile(page, 3).locator(".result")).to_have_text("はずれ")
    await expect(tile(page, 3).locator(".net.lose")).to_have_text("−5")
    await expect(tile(page, 3).locator(".lit")).to_be_hidden()
    dim = await tile(page, 4).locator("cj-card.let-go").evaluate_all("all => all.map(one => one.code)")
    assert dim == ["9H"]
    await expect(page.locator("cj-phase .label")).to_have_text("返事待ち")
    await expect(page.locator("cj-hints .word kbd")).to_have_text(["配る deal 5", "hold 1 3 5"])


@pytest.mark.parametrize("table", [plays.poker, plays.stud, plays.slots])
async def test_few_games_are_large_and_all_stay_apart(open_page: Open, stub: Stub, table: Any):
    areas = []
    for count in (1, 2, 4, 6, 8, 12):
        stub.view = table(count)
        page = await open_page("overlay")
        await drawn(page)
        games = page.locator("cj-game")
        await expect(games).to_have_count(min(count, 8) if table is plays.slots else count)
        boxes = await games.evaluate_all("""all => all.map(one => one.getBoundingClientRect())
            .map(box => [box.left, box.top, box.right, box.bottom])""")
        for index, one in enumerate(boxes):
            assert 0 <= one[0] < one[2] <= 960
            assert 268 <= one[1] < one[3] <= 508  # on the felt, above the words to type
            for other in boxes[index + 1 :]:
                assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        areas.append((boxes[0][2] - boxes[0][0]) * (boxes[0][3] - boxes[0][1]))
        inside = await games.evaluate_all("""all => all.every(game => {
            const room = game.getBoundingClientRect();
            const parts = 'cj-card, .reel-frame, .game-head, .game-foot, .marks';
            return [...game.querySelectorAll(parts)].map(one => one.getBoundingClientRect()).every(box =>
                box.width === 0 || (box.left >= room.left && box.right <= room.right
                    && box.top >= room.top && box.bottom <= room.bottom + 0.5));
        })""")
        assert inside, count
        await page.close()
    assert areas == sorted(areas, reverse=True)
    assert areas[0] > 3 * areas[-1]


async def test_held_cards_stay_and_the_others_are_turned(open_page: Open, stub: Stub):
    stub.view = only(plays.poker(), 1)
    page = await open_page("overlay")
    await drawn(page)
    assert await cards_in(tile(page, 1)) == ["KS", "KD", "4C", "9H", "2S"]
    dealing = only(plays.poker(), 1)
    held = plays.hold(1, "KS KD ? ? ?", "dealing", held=[1, 2])
    dealing["play"]["games"] = [held]
    await stub.events(dealing)
    over = only(plays.poker(), 1) | {"phase": "idle", "awaiting": plays.clockless("nothing")}
    over["play"]["games"] = [
        plays.hold(1, "KS KD KH 2C 2D", "done", held=[1, 2], hand="full_house", returned=30)
    ]
    await stub.events(over)
    await until(page, "document.querySelectorAll('.cover').length > 0")
    assert await tile(page, 1).locator(".result, .net").evaluate_all(SHOWN) == [0, 0]
    await expect(page.locator(".cover")).to_have_count(0)
    assert await cards_in(tile(page, 1)) == ["KS", "KD", "KH", "2C", "2D"]
    await expect(tile(page, 1).locator(".result")).to_have_text("フルハウス")
    await expect(tile(page, 1).locator(".net")).to_have_text("+25")
    await expect(page.locator(".banner")).to_have_count(0)
    await until(page, STILL)


async def test_a_great_hand_gets_a_moment_and_a_greater_one_a_greater(open_page: Open, stub: Stub):
    stub.view = only(plays.poker(), 1)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(1)
    view = only(plays.poker(), 1, 2, 7)
    await stub.events(view)
    banner = page.locator(".banner.fortune")
    await expect(banner.locator(".big")).to_have_text("ロイヤルフラッシュ")
    await expect(banner.locator(".sub")).to_have_text("kuro_maru+299,500")
    await expect(banner).to_have_class(re.compile("tier-4"))
    assert await cards_in(banner.locator(".shown")) == ["AH", "KH", "QH", "JH", "TH"]
    second = page.locator(".banner.tier-2 .big")
    await expect(second).to_have_text("フォーカード", timeout=15_000)


# --- stud ------------------------------------------------------------------------------------------------


async def test_the_dealers_cards_stay_down_until_they_are_shown(open_page: Open, stub: Stub):
    stub.view = only(plays.stud(), 1)
    page = await open_page("overlay")
    await drawn(page)
    game = tile(page, 1)
    dealer = game.locator(".dealers .cards")
    assert await cards_in(dealer) == ["7C", "?", "?", "?", "?"]
    assert await cards_in(game.locator(".own")) == ["KS", "KD", "4C", "9H", "2S"]
    html = await page.locator("#stage").inner_html()
    labels = await dealer.locator("cj-card").evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label'))"
    )
    assert labels == ["7♣", "？", "？", "？", "？"]
    assert "AC" not in html
    over = only(plays.stud(), 1)
    over["play"]["games"] = [
        plays.ante(1, "KS KD 4C 9H 2S", "7C AD KS QC 2D", "done", hand="pair", dealer_hand="high_card",
                   qualified=True, outcome="win", stake=300, returned=600, **{"raise": 200})
    ]  # fmt: skip
    await stub.events(over)
    await until(page, "document.querySelectorAll('.cover').length > 0")
    assert await game.locator(".net, .dealer-hand").evaluate_all(SHOWN) == [0, 0]
    await expect(page.locator(".cover")).to_have_count(0)
    assert await cards_in(dealer) == ["7C", "AD", "KS", "QC", "2D"]
    await expect(game.locator(".dealer-hand")).to_have_text("ハイカード")
    await expect(game.locator(".net.win")).to_have_text("+300")


async def test_how_a_game_of_stud_ended(open_page: Open, stub: Stub):
    stub.view = plays.stud()
    page = await open_page("overlay")
    await drawn(page)
    said = {2: "ワンペア", 4: "不成立", 5: "負け", 6: "ストレート", 9: "ワンペア", 12: "レイズ 200"}
    for number, text in said.items():
        await expect(tile(page, number).locator(".result")).to_have_text(text)
    # Whoever passed sees no more of the dealer's cards than before.
    assert await cards_in(tile(page, 5).locator(".dealers .cards")) == ["KC", "?", "?", "?", "?"]
    await expect(tile(page, 8)).to_have_class(re.compile("state-waiting"))
    await expect(page.locator("cj-hints .word kbd")).to_have_text(["アンティ10", "レイズ", "パス"])


async def test_the_one_who_is_asked_is_named(open_page: Open, stub: Stub):
    stub.view = plays.stud(1)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-hints .lead")).to_have_text("ほしの さんの番")


# --- slots -----------------------------------------------------------------------------------------------


async def test_the_window_its_lines_and_free_spins(open_page: Open, stub: Stub):
    stub.view = plays.slots()
    page = await open_page("overlay")
    await drawn(page)
    first = tile(page, 1)
    assert await symbols(first) == [one for reel in plays.SEVENS.split("/") for one in reel.split()]
    await expect(first.locator(".hit:not([hidden])")).to_have_count(5)
    await expect(first.locator(".win-lines path")).to_have_count(1)
    await expect(first.locator(".result")).to_have_text("当たり 2,000")
    await expect(first.locator(".net.win")).to_have_text("+1,991")
    hits = (
        await tile(page, 5)
        .locator(".reel")
        .evaluate_all(
            "all => all.map(one => [...one.querySelectorAll('.hit')].map(hit => hit.hidden ? 0 : 1))"
        )
    )
    assert hits == [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0]]  # line 12321, three from the left
    await expect(tile(page, 3).locator(".free")).to_have_text("フリー残り8回")
    await expect(tile(page, 3).locator(".result")).to_have_text("9ライン×1")
    await expect(tile(page, 4).locator(".net.lose")).to_have_text("−2")  # it paid, and yet it lost
    await expect(tile(page, 6).locator(".reel")).to_have_count(0)
    await expect(page.locator("cj-phase .label")).to_have_text("いつでも遊べます")


async def test_the_reels_stop_left_to_right_and_only_then_tell(open_page: Open, stub: Stub):
    stub.view = only(plays.slots(), 2)
    page = await open_page("overlay")
    await drawn(page)
    await expect(tile(page, 2).locator(".reel")).to_have_count(5)
    assert await page.evaluate(SPINNING) == 0
    view = only(plays.slots(), 1, number=32)
    view["play"]["games"][0]["player"] = plays.viewer(2)
    await stub.events(view)
    await until(page, f"{SPINNING} === 5")
    game = tile(page, 2)
    assert await symbols(game) == [one for reel in plays.SEVENS.split("/") for one in reel.split()]
    told = await game.locator(".result, .net, .hit:not([hidden]), .win-lines, .lit").evaluate_all(SHOWN)
    assert set(told) == {0}, "the win is given away while the reels spin"
    ends = await game.locator(".strip").evaluate_all(
        "all => all.map(one => one.getAnimations()[0].effect.getComputedTiming().endTime)"
    )
    assert ends == sorted(ends)
    assert len(set(ends)) == 5
    await expect(page.locator("cj-board li")).to_have_count(5)
    await until(page, f"{SPINNING} === 0")
    await expect(page.locator(".banner.fortune .big")).to_have_text("メガウィン！")
    await expect(page.locator(".banner.fortune")).to_have_count(0, timeout=15_000)
    await until(page, STILL)


async def test_the_ranking_waits_for_the_reels(open_page: Open, stub: Stub):
    stub.view = only(plays.slots(), 2)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-board li")).to_have_count(5)
    view = only(plays.slots(), 1, number=32)
    view["ranking"] = [{"name": "ほしの", "points": 99000, "rank": "heart"}]
    await stub.events(view)
    await until(page, f"{SPINNING} === 5")
    await expect(page.locator("cj-board li")).to_have_count(5)
    await expect(page.locator("cj-board li")).to_have_count(1)
    assert await page.evaluate(SPINNING) == 0


async def test_two_machines_spin_without_waiting_for_each_other(open_page: Open, stub: Stub):
    stub.view = only(plays.slots(), 4)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(1)
    await stub.events(only(plays.slots(), 1, number=32))
    await stub.events(only(plays.slots(), 2, number=33))
    await until(page, f"{SPINNING} === 10")
    await expect(page.locator("cj-game")).to_have_count(3)


async def test_another_viewers_spin_does_not_take_a_result_away(open_page: Open, stub: Stub):
    stub.view = only(plays.slots(), 1)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(1)
    await stub.events(only(plays.slots(), 2, number=32))
    await expect(page.locator("cj-game b")).to_have_text(["ほしの", "kuro_maru"])
    await expect(tile(page, 1)).to_have_class(re.compile(r"\bpast\b"))
    await expect(tile(page, 1).locator(".net")).to_have_text("+1,991")
    again = only(plays.slots(), 8, number=33)
    again["play"]["games"][0]["player"] = plays.viewer(1)
    await stub.events(again)
    await expect(page.locator("cj-game b")).to_have_text(["ほしの", "kuro_maru"])  # in their old place
    await expect(tile(page, 1)).not_to_have_class(re.compile(r"\bpast\b"))
    await expect(tile(page, 1).locator(".net")).to_have_text("−9")
    await stub.events(only(plays.slots(), 2, number=32), {"type": "undone", "step": 9})
    await expect(page.locator("cj-game b")).to_have_text(
        ["kuro_maru"]
    )  # after an undo the view alone is true


async def test_what_is_over_goes_in_the_end(open_page: Open, stub: Stub):
    stub.view = only(plays.slots(), 1)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(1)
    await page.evaluate("""() => {
        const real = performance.now.bind(performance);
        window.ahead = 0;
        performance.now = () => real() + window.ahead;
    }""")
    await stub.events(only(plays.slots(), 2, number=32))
    await expect(page.locator("cj-game")).to_have_count(2)
    await page.evaluate("window.ahead = 21000")
    await stub.events(only(plays.slots(), 2, number=32))
    await expect(page.locator("cj-game b")).to_have_text(["kuro_maru"])


async def test_a_game_that_was_called_off_does_not_stay(open_page: Open, stub: Stub):
    stub.view = plays.stud(8)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(8)
    withdrawn = plays.stud(7)
    await stub.events(withdrawn)
    await expect(page.locator("cj-game")).to_have_count(7)


async def test_never_more_than_twelve(open_page: Open, stub: Stub):
    stub.view = plays.poker()
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(12)
    view = only(plays.poker(), 1, 2, number=32)
    for one, number in zip(view["play"]["games"], (13, 14), strict=True):
        one["player"] = plays.viewer(number)
    # Those that are still asked do not stay when their round is gone; those that are over make room.
    await stub.events(view)
    await expect(tile(page, 13)).to_be_visible()
    await expect(tile(page, 14)).to_be_visible()
    assert await page.locator("cj-game").count() <= 12
    await expect(tile(page, 1)).to_have_count(0)


async def test_a_free_spin_turns_the_reels_even_to_the_same_picture(open_page: Open, stub: Stub):
    stub.view = only(plays.slots(), 3)
    page = await open_page("overlay")
    await drawn(page)
    await expect(tile(page, 3).locator(".free")).to_have_text("フリー残り8回")
    view = only(plays.slots(), 3)
    view["play"]["games"][0] |= {"free_left": 7, "spins": [27, 27]}
    await stub.events(view)
    await until(page, f"{SPINNING} === 5")
    await expect(tile(page, 3).locator(".free")).to_have_text("フリー残り7回")


async def test_a_symbol_nobody_has_drawn_is_shown_by_its_name(open_page: Open, stub: Stub):
    view = only(plays.slots(), 2)
    name = "<img src=x onerror=\"document.title='broken in'\">"
    view["play"]["games"][0]["window"][0][0] = name
    stub.view = view
    page = await open_page("overlay")
    await drawn(page)
    await expect(tile(page, 2).locator(".unknown-symbol + text")).to_have_text(name)
    await expect(page.locator("img")).to_have_count(0)


# --- all -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [plays.poker, plays.stud, plays.slots])
async def test_nobody_plays_yet(open_page: Open, stub: Stub, table: Any):
    stub.view = table(0)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-games .invite")).to_contain_text("いつでも遊べます")
    await stub.state(table(0) | {"play": None})
    await expect(page.locator(".welcome")).to_contain_text("いつでも遊べます")


@pytest.mark.parametrize("table", [plays.poker, plays.stud, plays.slots])
async def test_every_word_is_known_in_both_languages(open_page: Open, stub: Stub, table: Any):
    stub.view = table()
    for language in ("ja", "en"):
        page = await open_page("overlay", query=f"lang={language}")
        await drawn(page)
        await expect(page.locator("cj-game").first).to_be_visible()
        text = await page.locator("#stage").inner_text()
        assert "page." not in text
        assert "_" not in text.replace("kuro_maru", "")
    await expect(tile(page, 2).locator("b")).to_have_text("kuro_maru")


async def test_names_from_chat_stay_text(open_page: Open, stub: Stub):
    name = "<img src=x onerror=\"document.title='broken in'\">"
    stub.view = plays.poker(1)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(1)
    view = plays.poker(2)
    view["play"]["games"][1]["player"]["name"] = name
    await stub.events(view)
    await expect(page.locator("cj-game b").last).to_have_text(name)
    await expect(page.locator(".banner.fortune b")).to_have_text(name)
    await expect(page.locator("img")).to_have_count(0)


async def test_an_order_that_is_promoted_is_named(open_page: Open, stub: Stub):
    stub.view = plays.poker(2)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(2)
    await stub.events(plays.poker(2), {"type": "promoted", "player": 18, "rank": "club", "was": "diamond"})
    await expect(page.locator(".banner.promotion .sub")).to_have_text("kuro_maruクラブになりました")


async def test_a_new_deck_is_no_news(open_page: Open, stub: Stub):
    stub.view = plays.poker(2)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(2)
    await stub.events(plays.poker(3), {"type": "shoe_brought"}, {"type": "round_opened"})
    await expect(page.locator("cj-game")).to_have_count(3)
    await expect(page.locator(".ribbon")).to_have_count(0)


async def test_a_reload_in_mid_spin_shows_the_truth(open_page: Open, stub: Stub):
    stub.view = only(plays.slots(), 2)
    page = await open_page("overlay")
    await drawn(page)
    await expect(page.locator("cj-game")).to_have_count(1)
    await stub.events(only(plays.slots(), 1, number=32))
    await until(page, f"{SPINNING} === 5")
    await page.reload()
    await expect(tile(page, 1).locator(".net")).to_have_text("+1,991")
    await expect(page.locator("cj-game")).to_have_count(1)
    assert await page.evaluate(SPINNING) == 0
    assert await page.evaluate(STILL)


async def test_a_smaller_source_shows_all_games(open_page: Open, stub: Stub):
    stub.view = plays.stud()
    page = await open_page("overlay", 480, 270)
    await drawn(page)
    for number in (1, 12):
        found = await tile(page, number).bounding_box()
        assert found
        assert found["x"] >= 0
        assert found["x"] + found["width"] <= 480
        assert found["y"] + found["height"] <= 254
