"""The dock's seats: what each may do, who is how long on it, who is missing, who waits."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import Stub
from tests.pages.test_dock import bare, control, last, opened

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def offered(page: Page) -> list[str]:
    """The moves that can be pressed."""
    able = ".moves [data-name^='act ']:not([aria-disabled=true])"
    names = await page.locator(able).evaluate_all("all => all.map(one => one.dataset.name)")
    return [str(name).removeprefix("act ") for name in names]


async def there_are(page: Page) -> list[str]:
    names = await page.locator(".moves [data-name^='act ']").evaluate_all(
        "all => all.map(one => one.dataset.name)"
    )
    return [str(name).removeprefix("act ") for name in names]


async def test_the_table_says_which_moves_there_are(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    assert await there_are(page) == views.TOURNAMENT_MOVES
    await page.keyboard.press("x")  # a switch: not here, by key either
    await stub.events(views.full_switch())
    await expect(control(page, "act switch")).to_be_visible()
    await expect(control(page, "act surrender")).to_have_count(0)
    assert await there_are(page) == views.SWITCH_MOVES
    await stub.events(views.unknown())
    await expect(control(page, "act insurance")).to_have_count(0)
    assert await there_are(page) == views.UNKNOWN["moves"]
    assert stub.received == []


async def test_only_what_the_seat_may_do_now_can_be_pressed(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.insurance())
    await page.keyboard.press("2")
    await expect(page.locator(".actions header h2")).to_contain_text("席2")
    assert await offered(page) == ["insurance", "even_money", "no"]
    await page.keyboard.press("3")
    await expect(page.locator(".actions header h2")).to_contain_text("席3")
    assert await offered(page) == ["insurance", "no"]
    await page.keyboard.press("e")
    await page.keyboard.press("h")
    await page.keyboard.press("5")
    await expect(page.locator(".actions header h2")).to_contain_text("席5")
    assert await offered(page) == []
    assert stub.received == []


async def test_a_hand_that_is_chosen_has_moves_of_its_own(open_page: Open, stub: Stub):
    view = views.full_switch()
    view["seats"][0]["moves"] = ["hit", "stand", "double", "split"]
    view["seats"][0]["hands"][1]["moves"] = ["hit", "stand", "split"]
    page = await opened(open_page, stub, view)
    assert await offered(page) == ["hit", "stand", "double", "split"]
    await page.locator(".hand-choice button", has_text="2手目").click()
    assert await offered(page) == ["hit", "stand", "split"]
    await page.keyboard.press("p")
    assert bare(await last(stub)) == ("act", [1, "2sp"], {})


async def test_a_move_this_page_has_never_heard_of_is_offered_by_its_name(open_page: Open, stub: Stub):
    view = views.playing()
    view["table"]["moves"] = ["hit", "follow_double"]
    view["seats"][0]["moves"] = ["follow_double"]
    page = await opened(open_page, stub, view)
    await control(page, "act follow_double").click()
    assert bare(await last(stub)) == ("act", [1, "followdouble"], {})


async def test_how_long_each_seat_is_held(open_page: Open, stub: Stub):
    view = views.playing()
    view["seats"][0] |= {"minutes_left": 4}
    view["seats"][1] |= {"minutes_left": 0}
    view["seats"][2] |= {"sat_out": 1}
    page = await opened(open_page, stub, view)
    await expect(page.locator(".exit")).to_have_text("時間制：1人30分まで")
    stays = page.locator(".stay")
    await expect(stays).to_have_text(
        ["残り4分", "時間切れ・次で交代", "お休み1回、残り12分", "残り12分", "", "", ""]
    )
    await expect(page.locator(".stay.soon")).to_have_count(3)
    view["table"] |= {"exit": "joker"}
    await stub.events(view)
    await expect(page.locator(".exit")).to_have_text("ジョーカー退席：引いた人は席を立ちます")
    view["table"] |= {"exit": "none"}
    await stub.events(view)
    await expect(page.locator(".exit")).to_be_hidden()


async def test_the_minutes_run_down_between_two_frames(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await open_page("dock", 420, 1000)
    await expect(page.locator(".stay").first).to_have_text("残り12分")
    # Two minutes later by the page's clock, and its timer comes round at once.
    await page.evaluate("""() => {
        const now = performance.now.bind(performance);
        performance.now = () => now() + 2 * 60_000;
    }""")
    await expect(page.locator(".stay").first).to_have_text("残り10分")


async def test_ranks_are_marked_at_each_name(open_page: Open, stub: Stub):
    view = views.betting()
    view["queue"][0]["rank"] = "club"
    page = await opened(open_page, stub, view)
    await expect(page.locator('.seat-row[data-key="1"] .mark svg')).to_be_visible()
    await expect(page.locator('.seat-row[data-key="3"] .mark')).to_be_hidden()
    colours = [
        await page.locator(f'.seat-row[data-key="{number}"] .no').evaluate(
            "one => getComputedStyle(one).backgroundColor"
        )
        for number in (1, 2, 3, 4)
    ]
    assert len(set(colours)) == 4
    await expect(page.locator("ol.people li").first.locator(".mark svg")).to_be_visible()
    await expect(page.locator("ol.people li").nth(1).locator(".mark")).to_be_hidden()


async def test_the_dealer_hand_is_marked(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.rolled())
    await expect(page.locator(".is-dealer:visible")).to_have_count(1)
    await expect(page.locator('.seat-row[data-key="2"] .is-dealer')).to_have_text("ディーラー")


async def test_house_seats_are_filled_and_freed_by_a_click(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.recruiting())
    panel = page.locator(".filling.wanted")
    await expect(panel.locator("h2")).to_contain_text("あと2人")
    await expect(panel.locator("button")).to_have_text([
        "席4の放送ディーラーを外す", "席5に放送ディーラー", "席6に放送ディーラー",
    ])  # fmt: skip
    await control(page, "fill 5").dblclick()
    await control(page, "fill 4").click()
    sent = [bare(one)[:2] for one in await stub.heard(2, "do")]
    assert sent == [("house", [5]), ("kick", [4])]
    full = views.recruiting()
    full["seats"][4:] = [views.house(5), views.house(6)]
    await stub.events(full)
    await expect(page.locator(".filling h2")).to_have_text("放送ディーラーの席")
    await stub.events(views.playing())  # no seats of the house at this table
    await expect(page.locator(".filling")).to_be_hidden()
    await expect(control(page, "house")).to_be_hidden()


async def test_the_die_is_entered_or_rolled(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.rolling())
    await expect(page.locator(".answer.wanted .die")).to_be_visible()
    await page.keyboard.press("5")
    assert bare(await last(stub)) == ("roll", [5], {"phase": "rolling"})
    await control(page, "roll").dblclick()
    assert bare(await last(stub, 2)) == ("roll", [], {"phase": "rolling"})
    await stub.events(views.rolled())
    await expect(page.locator(".die")).to_be_hidden()
    assert len(stub.received) == 2


async def test_the_queue_is_put_in_order_by_the_mouse(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.betting())
    rows = page.locator("ol.people li")
    await rows.nth(2).drag_to(rows.nth(0))
    assert bare(await last(stub)) == ("queue", [23, 1], {})
    await rows.nth(1).drag_to(rows.nth(1))  # where it was: nothing is asked
    await rows.nth(0).drag_to(rows.nth(2))
    assert bare(await last(stub, 2)) == ("queue", [21, 3], {})
    await expect(page.locator("li.dragged, li.target")).to_have_count(0)
    assert len(stub.received) == 2


async def test_what_else_is_known_of_a_connection(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.nobody())
    line = {"level": "ok", "text": "Twitch：つながっています", "mend": None}
    facts = [
        {"label": "page.dock.reason", "value": "20 / 20"},
        {"label": "page.unknown", "value": "<b>4</b>"},
    ]
    connections = [{"name": "twitch", "lines": [line], "facts": facts}]
    await stub.send({"type": "status", "connections": connections})
    await page.locator(".connecting summary").click()
    told = page.locator(".connections i")
    await expect(told).to_contain_text("理由（なくても可） 20 / 20")
    await expect(told).to_contain_text("page.unknown <b>4</b>")
    await stub.send({"type": "status", "connections": [{"name": "twitch", "lines": [line]}]})
    await expect(told).to_be_hidden()


@pytest.mark.parametrize("width", [320, 420, 1280])
async def test_no_figure_of_a_seat_is_cut(open_page: Open, stub: Stub, width: int):
    """A bet or a total that is cut off would be another one."""
    page = await opened(open_page, stub, views.full_switch(), width=width)
    cut = await page.locator(".seat-row .totals, .seat-row .stake").evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"
    )
    assert cut == []


async def test_a_chosen_seat_stays_chosen_when_it_is_chosen_again(open_page: Open, stub: Stub):
    """Else the dealer's next press would fall on somebody else."""
    page = await opened(open_page, stub, views.betting())
    for _ in range(2):
        await page.locator('.seat-row[data-key="3"]').click()
    await control(page, "kick").click()
    assert bare(await last(stub)) == ("kick", [3], {})


async def test_a_bust_hand_is_one_before_the_die_too(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.rolling())
    await expect(page.locator('.seat-row[data-key="5"] .totals')).to_have_text("バースト")


async def test_a_seat_without_cards_shows_no_total(open_page: Open, stub: Stub):
    view = views.betting()
    view["seats"][0] |= {"side": {"sm": 50}, "hands": views.hands(("", 0), ("", 0))}
    page = await opened(open_page, stub, view)
    row = page.locator('.seat-row[data-key="1"]')
    await expect(row.locator(".stake")).to_have_text("500×2 SM50")
    await expect(row.locator(".totals, .cards-text")).to_have_text(["", ""])


async def test_a_decided_side_bet_stays_with_its_result(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.before_switch())
    stakes = page.locator(".seat-row .stake")
    await expect(stakes.nth(0)).to_have_text("500×2 SM300")
    await expect(stakes.nth(1)).to_have_text("1,000×2 SM100 はずれ")
    await expect(stakes.nth(2)).to_have_text("500×2 SM200 ツーペア")


async def test_the_die_is_told_in_the_head(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.rolling())
    await expect(page.locator(".head .dealer")).to_have_text("")
    await stub.events(views.rolled())
    await expect(page.locator(".head .dealer")).to_have_text("サイコロ 2：席2 kuro_maru がディーラー（20）")


async def test_a_free_seat_offers_nothing_that_cannot_be(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await page.keyboard.press("6")
    await expect(page.locator(".actions header h2")).to_have_text("席6（空席）")
    await expect(page.locator(".actions .moves:not(.seat-doings)")).to_be_hidden()
    await expect(control(page, "act words")).to_be_hidden()
    await page.keyboard.press("1")
    await expect(control(page, "act hit")).to_be_visible()


async def test_nobody_is_sent_off_a_seat_that_is_empty_already(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.dealer_joker())
    await page.locator('.seat-row[data-key="2"]').click()
    await expect(control(page, "kick")).to_have_attribute("aria-disabled", "true")
    await expect(control(page, "ban")).not_to_have_attribute("aria-disabled", "true")


async def test_the_dock_of_a_closed_table_goes_to_one_of_its_channel(open_page: Open, stub: Stub):
    def table(name: str, room: str) -> dict[str, object]:
        return {"id": name, "number": 1, "name": {"ja": name, "en": name}, "room": room}

    tables = [table("tournament", ""), table("kuro/switch", "kuro"), table("kuro/tournament", "kuro")]
    stub.beside = {"table": "kuro/switch", "tables": tables}
    page = await opened(open_page, stub, views.nobody())
    await stub.events(views.nobody() | {"closed": True})
    await page.wait_for_url("**table=kuro%2Ftournament*")
    assert "token=secret" in page.url
