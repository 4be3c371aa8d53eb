"""The overlay's moments and answers: who rose, what a season came to, and that no card is ever covered."""

from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import Message, Stub
from tests.pages.test_overlay import seat, until

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OVERLAPPING = """([one, others]) => {
    const box = one.getBoundingClientRect();
    return [...document.querySelectorAll(others)].filter(other => {
        const its = other.getBoundingClientRect();
        return its.width > 0 && its.left < box.right - 1 && its.right > box.left + 1
            && its.top < box.bottom - 1 && its.bottom > box.top + 1;
    }).length;
}"""
TABLE = "cj-seat, cj-dealer .cards cj-card, cj-dealer .total, cj-phase, cj-board, cj-hints"


async def ready(open_page: Open, stub: Stub, view: Message, language: str = "ja") -> Page:
    stub.view = view
    page = await open_page("overlay", query=f"lang={language}")
    await expect(seat(page, 1)).to_be_visible()
    return page


async def covered(page: Page, what: Locator, others: str = TABLE) -> int:
    """How many parts of the table lie under it, once it has come to rest."""
    await until(page, "document.querySelectorAll('.banner').length <= 1")
    await what.first.evaluate("one => Promise.all(one.getAnimations({subtree: true}).map(it => it.finished))")
    found: int = await page.evaluate(OVERLAPPING, [await what.first.element_handle(), others])
    return found


def promotions(*risen: tuple[int, str, str]) -> list[Message]:
    return [
        {"type": "promoted", "player": 16 + number, "rank": rank, "was": was} for number, rank, was in risen
    ]


# --- ranks -----------------------------------------------------------------------------------------------


async def test_several_rise_in_one_moment_the_highest_first(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.full_switch())
    risen = promotions((1, "diamond", "heart"), (3, "spade", "plain"), (2, "club", "diamond"))
    await stub.events(views.full_switch(), *risen)
    banner = page.locator(".banner.promotion")
    await expect(banner).to_have_count(1)
    await expect(banner.locator(".sub")).to_have_text(
        ["みかん箱スペードになりました飛び級！", "kuro_maruクラブになりました", "ほしのダイヤになりました"]
    )
    await expect(banner.locator(".sub svg")).to_have_count(3)
    assert "rank-spade" in (await banner.get_attribute("class") or "")


async def test_a_whole_table_that_rises_leaves_the_cards_to_be_seen(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.full_switch())
    await stub.events(views.full_switch(), *promotions(*((n, "club", "plain") for n in range(1, 8))))
    banner = page.locator(".banner.promotion")
    await expect(banner.locator(".sub")).to_have_count(6)  # five, and how many more
    await expect(banner.locator(".sub").last).to_have_text("+2")
    assert await covered(page, banner.locator(".subs")) == 0
    assert await covered(page, banner.locator(".big")) == 0


# --- the season ------------------------------------------------------------------------------------------


async def test_the_season_is_named_while_it_runs(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.in_season(views.playing()))
    name = page.locator("cj-board .season")
    await expect(name).to_have_text("夏の陣")
    await stub.events(
        views.in_season(views.playing(), "paused"),
        {"type": "season_changed", "name": "夏の陣", "what": "paused"},
    )
    await expect(name).to_have_text("夏の陣（休止中）")
    await expect(page.locator(".ribbon.news")).to_contain_text("休止中です")
    await stub.events(views.playing())
    await expect(name).to_be_hidden()


async def test_a_paused_season_asks_for_no_bets(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.in_season(views.betting(), "paused"))
    await expect(page.locator("cj-phase .label")).to_have_text("シーズン休止中")
    await expect(page.locator("cj-hints kbd")).to_have_text(["取消", "参加", "退席"])
    await stub.events(views.in_season(views.betting()))
    await expect(page.locator("cj-hints kbd").first).to_have_text("bet100")


async def test_a_season_begins(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.result())
    started = {"type": "season_changed", "name": "夏の陣", "what": "started"}
    await stub.events(views.in_season(views.result()), started)
    banner = page.locator(".banner.season")
    await expect(banner.locator(".big")).to_have_text("夏の陣")
    await expect(banner.locator(".note-line")).to_have_text("シーズン開幕！")
    await expect(banner.locator(".sub")).to_have_count(0)


@pytest.mark.parametrize("name", ["夏の陣", "<b>あ</b>" + "い" * 32])
async def test_a_season_ends_with_its_first_three(open_page: Open, stub: Stub, name: str):
    page = await ready(open_page, stub, views.in_season(views.result()))
    placed = [
        {"type": "season_placed", "player": 17, "place": place, "name": who, "rank": rank, "figure": figure}
        for place, who, rank, figure in (
            (1, "とても長い名前の視聴者さん@配信", "spade", 214000),
            (2, "Ren", "club", 88000.5),
            (2, "ほしの", "plain", 88000.5),
        )
    ]  # fmt: skip
    await stub.events(views.result(), {"type": "season_changed", "name": name, "what": "ended"}, *placed)
    banner = page.locator(".banner.season")
    await expect(banner.locator(".big")).to_have_text(name)
    await expect(banner.locator(".sub span")).to_have_text(["1位", "2位", "2位"])
    await expect(banner.locator(".sub em")).to_have_text(["214,000", "88,000.5", "88,000.5"])
    await expect(banner.locator(".sub svg")).to_have_count(2)
    for part in (".big", ".note-line", ".subs", ".sub >> nth=0"):
        assert await covered(page, banner.locator(part)) == 0, part


# --- Super Match, 22, jokers, offers ------------------------------------------------------------------------


async def test_small_super_matches_share_a_moment(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.before_switch())
    won = {"type": "side_settled", "side": "sm"}
    await stub.events(
        views.before_switch(),
        won | {"seat": 1, "player": 17, "result": "pair", "returned": 600},
        won | {"seat": 2, "player": 18, "result": "lose", "returned": 0},
        won | {"seat": 3, "player": 19, "result": "three", "returned": 1000},
    )
    banner = page.locator(".banner.side")
    await expect(banner.locator(".big")).to_have_text("スーパーマッチ")
    await expect(banner.locator(".sub")).to_have_text(["ほしのワンペア+300", "みかん箱スリーカード+800"])


async def test_a_dealer_with_22_pushes_and_says_so(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.full_switch())
    view = views.result()
    view["dealer"] = {"cards": ["9D", "6S", "7H"], "total": 22, "soft": False, "outcome": "push"}
    await stub.events(view, {"type": "dealer_done", "total": 22, "outcome": "push"})
    await expect(page.locator(".banner.pushed .big")).to_have_text("ディーラー 22！")
    await expect(page.locator("cj-dealer .tag")).to_have_text("残りは全員引き分け")
    await expect(page.locator("cj-dealer .note")).to_be_hidden()  # 22 is no bust here


async def test_the_dealers_joker_sends_everybody_off_and_leaves_the_cards_to_be_seen(
    open_page: Open, stub: Stub
):
    page = await ready(open_page, stub, views.playing())
    awards = [{"type": "joker_award", "seat": n, "player": 16 + n, "amount": 500 * n} for n in range(1, 5)]
    await stub.events(views.dealer_joker(), {"type": "joker_drawn", "seat": 0, "hand": 0}, *awards)
    banner = page.locator(".banner.joker")
    await expect(banner.locator(".note-line")).to_have_text("着席中の全員が退席します")
    for part in (".big", ".note-line", ".subs"):
        assert await covered(page, banner.locator(part)) == 0, part


async def test_a_joker_at_the_unknown_dealer_waits_for_the_die(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.unknown())
    view = views.unknown()
    view["seats"][2]["hands"] = views.hands(("AD JK", 11, {"stake": 100, "open": False}))
    await stub.events(view, {"type": "joker_drawn", "seat": 3, "hand": 1})
    await expect(page.locator(".banner.joker .sub")).to_have_text("みかん箱結果はサイコロのあとで")


async def test_each_seat_shows_what_it_is_asked(open_page: Open, stub: Stub):
    view = views.insurance()
    view["seats"][1]["asked"] = ["insurance", "even_money", "no"]
    view["seats"][2]["asked"] = ["insurance", "no"]
    page = await ready(open_page, stub, view)
    await expect(seat(page, 2).locator(".seat-tag.asked")).to_have_text("保険・イーブン？")
    await expect(seat(page, 3).locator(".seat-tag.asked")).to_have_text("保険？")
    await expect(seat(page, 1).locator(".seat-tag.asked")).to_have_count(0)


@pytest.mark.parametrize(("returned", "tier"), [(250, 1), (500, 2), (1500, 3), (77700, 4)])
async def test_the_greater_the_win_the_greater_the_moment(
    open_page: Open, stub: Stub, returned: int, tier: int
):
    page = await ready(open_page, stub, views.playing())
    await stub.events(views.premium("777", "7S 7D 7H", returned))
    await expect(page.locator(f".banner.premium.tier-{tier}")).to_be_visible()


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("key", ["7_under", "a_to_6", "flush_777"])
async def test_the_widest_premiums_leave_the_cards_to_be_seen(
    open_page: Open, stub: Stub, key: str, language: str
):
    page = await ready(open_page, stub, views.playing(), language)
    await stub.events(views.premium(key, *views.PREMIUMS[key]))
    banner = page.locator(".banner.premium")
    await expect(banner).to_be_visible()
    for part in (".big", ".shown", ".subs"):
        assert await covered(page, banner.locator(part), f"{TABLE}, .tag") == 0, part


# --- answers to viewers -----------------------------------------------------------------------------------

ANSWERS = (
    "残高 12,345ポイント",
    "階級 ハート（残高 47,250ポイント）",
    "ランキング 1. とても長い名前の視聴者さん 214,000  2. Ren 88,000  3. ほしの 47,250",
    "直近の結果 K♠ 2♥ 4♣ 負け −500 / A♠ K♣ BJ +750",
    "復活はポイントがなくなってから使えます（残高 1,200）",
    "「参加」で着席、「退席」で離席、「残高」で持ち点、「ランキング」で順位が見られます",
    *(f"残高 {number}00ポイント" for number in range(1, 5)),
)


def answers(seconds: float) -> list[Message]:
    return [
        {"type": "notice", "id": number, "to": f"viewer{number}", "text": text, "seconds": seconds}
        for number, text in enumerate(ANSWERS)
    ]


async def test_ten_answers_at_once_are_all_shown_and_cover_nothing(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.in_season(views.full_switch()))
    seen: set[str] = set()
    for answer in answers(1.5):
        await stub.send(answer)
    notices = page.locator(".notice")
    await expect(notices.nth(3)).to_be_visible()  # several at once
    while len(seen) < len(ANSWERS):
        shown = await page.evaluate("""() => [...document.querySelectorAll('.notice')].map(one => {
            const box = one.getBoundingClientRect();
            const whole = box.left >= 0 && box.top >= 0 && one.scrollWidth <= one.clientWidth + 1;
            return [one.querySelector('b').textContent, whole];
        })""")
        assert all(whole for _, whole in shown)
        for handle in await notices.element_handles():
            assert not await page.evaluate(OVERLAPPING, [handle, TABLE])
        apart = "all => all.every((one, i) => all.every((other, j) => i === j || %s))"
        boxes = "one.offsetLeft !== other.offsetLeft || one.offsetTop + one.offsetHeight <= other.offsetTop"
        boxes += " || other.offsetTop + other.offsetHeight <= one.offsetTop"
        assert await notices.evaluate_all(apart % boxes)
        seen |= {name for name, _ in shown}
    assert seen == {f"@viewer{number}" for number in range(len(ANSWERS))}
    await expect(notices).to_have_count(0)


async def test_answers_make_room_for_a_moment_and_come_again(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.playing())
    for answer in answers(60):
        await stub.send(answer)
    notices = page.locator(".notice")
    await expect(notices.nth(3)).to_be_visible()
    before = await notices.count()
    await stub.events(views.premium("777", "7S 7D 7H", 700))
    await expect(page.locator(".banner")).to_be_visible()
    columns = "all => new Set(all.map(one => one.offsetLeft)).size"
    assert await notices.evaluate_all(columns) == 1
    assert await covered(page, page.locator(".banner .big"), ".notice") == 0
    await stub.send({"type": "notice", "id": 99, "to": "late", "text": "残高 1", "seconds": 60})
    assert await notices.evaluate_all(columns) == 1
    await expect(page.locator(".banner")).to_have_count(0)
    await expect(notices).to_have_count(before)
    assert await notices.evaluate_all(columns) == 2


async def test_an_answer_stays_text(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.playing())
    evil = "<img src=x onerror=\"document.title='broken in'\">"
    await stub.send({"type": "notice", "id": 1, "to": evil, "text": evil, "seconds": 60})
    await expect(page.locator(".notice span")).to_have_text(evil)
    await expect(page.locator("img")).to_have_count(0)


async def test_a_closed_table_says_so_and_asks_for_nothing(open_page: Open, stub: Stub):
    page = await ready(open_page, stub, views.nobody())
    await stub.events(views.nobody() | {"closed": True})
    await expect(page.locator("cj-plaque .big")).to_have_text("このテーブルは終了しました")
    await expect(page.locator("cj-hints")).to_be_hidden()
    await stub.events(views.nobody())
    await expect(page.locator("cj-plaque")).to_be_hidden()
    await expect(page.locator("cj-hints")).to_be_visible()
