"""The dealer's dock in a real Chromium, against the stub."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import Message, Stub

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WIDE = {"width": 420, "height": 1000}


def control(page: Page, name: str) -> Locator:
    return page.locator(f'[data-name="{name}"]')


async def opened(open_page: Open, stub: Stub, view: Message, **size: int) -> Page:
    stub.view = view
    page = await open_page("dock", **(WIDE | size))
    await expect(control(page, "next")).to_be_visible()
    return page


async def last(stub: Stub, count: int = 1) -> Message:
    return (await stub.heard(count, "do"))[-1]


def bare(message: Message) -> tuple[str, list[object], dict[str, object]]:
    return message["verb"], message["args"], message["expect"]


@pytest.mark.parametrize(
    ("view", "label", "sent"),
    [
        (views.nobody(), "ベットの受付を始める", ("open", [], {"phase": "idle"})),
        (views.betting(), "締め切って配る（ベット2人）（残り22秒）", ("deal", [], {"phase": "betting"})),
        (
            views.betting() | {"closing": True},
            "待たずに今すぐ配る（残り22秒）",
            ("deal", [], {"phase": "betting"}),
        ),
        (
            views.playing(),
            "席1 ほしの を時間切れにする（残り19秒）",
            ("timeout", [], {"phase": "playing"}),
        ),
        (
            views.insurance(),
            "まだの2人を「なし」で締め切る（残り9秒）",
            ("timeout", [], {"phase": "insurance"}),
        ),
    ],
    ids=["open", "deal", "closing", "timeout", "insurance"],
)
async def test_the_big_button_says_and_does_what_comes_next(
    open_page: Open, stub: Stub, view: Message, label: str, sent: object
):
    page = await opened(open_page, stub, view)
    said = await control(page, "next").locator(".label").inner_text()
    assert re.sub(r"\d+秒", "", said) == re.sub(r"\d+秒", "", label)
    await page.keyboard.press("Space")
    if "時間切れ" in label or "締め切る" in label:  # the viewers' time still runs: asked again
        await expect(control(page, "next")).not_to_have_attribute("aria-disabled", "true")
        await page.keyboard.press("Space")
    message = await last(stub)
    assert bare(message) == sent
    assert re.fullmatch(r"[0-9a-f-]{36}", message["id"])


async def test_nothing_to_do_disables_the_big_button(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing() | {"next": None})
    await expect(control(page, "next")).to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("Space")
    await control(page, "undo").click()
    assert [message["verb"] for message in await stub.heard(1, "do")] == ["undo"]


async def test_a_double_click_sends_one_command(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.betting())
    await control(page, "deal").dblclick()
    await control(page, "undo").dblclick()
    await page.wait_for_timeout(600)
    assert [message["verb"] for message in stub.received] == ["deal", "undo"]


async def test_a_slow_double_click_sends_one_command_too(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.betting())
    await control(page, "deal").evaluate("""async one => {
        one.click();
        await new Promise(resolve => setTimeout(resolve, 150));  // the answer has come long ago
        one.click();
    }""")
    await control(page, "undo").click()
    assert [message["verb"] for message in await stub.heard(2, "do")] == ["deal", "undo"]


async def test_a_double_click_does_not_void(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await control(page, "void").dblclick()
    await control(page, "undo").click()
    assert [message["verb"] for message in await stub.heard(1, "do")] == ["undo"]


async def test_a_button_is_disabled_while_its_command_is_under_way(open_page: Open, stub: Stub):
    stub.answer = lambda message: None
    page = await opened(open_page, stub, views.playing())
    button = control(page, "act hit")
    await button.click()
    message = await last(stub)
    await expect(button).to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("h")
    await page.wait_for_timeout(500)
    assert len(stub.received) == 1
    await stub.send({"type": "done", "id": message["id"], "rev": 2})
    await expect(button).not_to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("h")
    assert bare(await last(stub, 2)) == ("act", [1, "ht"], {})


async def test_the_big_button_rests_when_its_meaning_changes(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    following = views.playing()
    following["awaiting"]["seats"] = [2]
    following["next"] = {"verb": "timeout", "seat": 2}
    await stub.events(following)
    await expect(control(page, "next")).to_contain_text("席2")
    await expect(control(page, "next")).to_have_attribute("aria-busy", "true")
    await control(page, "next").click()  # waits until it may be pressed, as a second, meant click does
    await control(page, "next").click()
    await last(stub)
    assert len(stub.received) == 1


async def test_a_viewers_time_is_cut_off_by_two_presses(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    button = control(page, "next")
    await button.dblclick()  # not a second thought
    await expect(button).to_contain_text("もう一度押すと時間切れ（残り")
    await expect(button).not_to_have_attribute("aria-disabled", "true")
    following = views.playing()
    following["awaiting"]["seats"] = [2]
    following["next"] = {"verb": "timeout", "seat": 2}
    await stub.events(following)
    await expect(button).to_contain_text("席2 kuro_maru を時間切れにする")  # asked anew for another viewer
    assert stub.received == []
    await page.keyboard.press("t")
    assert bare(await last(stub)) == ("timeout", [], {"phase": "playing"})


async def test_without_a_clock_the_big_button_acts_at_once(open_page: Open, stub: Stub):
    view = views.playing()
    view["awaiting"] |= {"left": None, "total": None}
    page = await opened(open_page, stub, view)
    await page.keyboard.press("Space")
    assert bare(await last(stub)) == ("timeout", [], {"phase": "playing"})


async def test_a_refusal_is_said_and_its_state_drawn(open_page: Open, stub: Stub):
    def refuse(message: Message) -> Message:
        view = views.result()
        return {
            "type": "refused", "id": message["id"], "code": "stale",
            "text": "もう進んでいます", "rev": 9, "view": view,
        }  # fmt: skip

    stub.answer = refuse
    page = await opened(open_page, stub, views.playing())
    await control(page, "act double").click()
    toast = page.locator(".toast")
    await expect(toast).to_contain_text("席1 ダブル")
    await expect(toast).to_contain_text("もう進んでいます")
    await expect(toast.locator("b")).to_have_text("できませんでした：席1 ダブル")
    await expect(control(page, "next")).to_contain_text("ベットの受付を始める")
    await toast.locator("button").click()
    await expect(toast).to_have_count(0)


async def test_an_error_goes_once_the_same_thing_is_done(open_page: Open, stub: Stub):
    refused = {"type": "refused", "code": "seats_missing", "text": "席5が空いています"}
    stub.answer = lambda message: refused | {"id": message["id"]}
    page = await opened(open_page, stub, views.betting())
    await control(page, "deal").click()
    await expect(page.locator(".toast b")).to_have_text("できませんでした：締切・配る")  # and not its key
    stub.answer = stub._done
    await control(page, "undo").click()
    await stub.heard(2, "do")
    await expect(page.locator(".toast")).to_have_count(1)
    await page.keyboard.press("Space")  # by another button, but the same
    await expect(page.locator(".toast")).to_have_count(0)


async def test_a_command_is_sent_again_after_a_reconnect_with_its_id(open_page: Open, stub: Stub):
    stub.answer = lambda message: None
    page = await opened(open_page, stub, views.playing())
    await control(page, "act stand").click()
    first = await last(stub)
    await stub.drop()
    again = await last(stub, 2)
    assert again == first
    await stub.send({"type": "done", "id": first["id"], "rev": 2})
    await expect(control(page, "act stand")).not_to_have_attribute("aria-disabled", "true")


async def test_the_pill_tells_the_connection(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await expect(page.locator(".pill")).to_have_text("接続済み")
    stub.refusing = True
    await stub.drop()
    await expect(page.locator(".pill")).to_have_text("再接続中…")
    stub.refusing = False
    await expect(page.locator(".pill")).to_have_text("接続済み")


async def test_undo_names_its_step(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await expect(control(page, "undo")).to_contain_text("ほしの: ヒット")
    await page.keyboard.press("Control+z")
    assert bare(await last(stub)) == ("undo", [], {"step": 512})


@pytest.mark.parametrize("key", ["Control+y", "Control+Shift+Z"])
async def test_redo_names_what_it_brings_back(open_page: Open, stub: Stub, key: str):
    page = await opened(open_page, stub, views.playing())
    await expect(control(page, "redo")).to_have_attribute("aria-disabled", "true")
    await page.keyboard.press(key)
    view = views.playing() | {"redo": {"step": 513, "text": "席1 スタンド"}}
    await stub.events(view)
    await expect(control(page, "redo")).to_contain_text("席1 スタンド")
    await page.keyboard.press(key)
    assert bare(await last(stub)) == ("redo", [], {"step": 512})
    assert len(stub.received) == 1


async def test_pause_and_resume(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await expect(page.locator(".stepping")).to_be_hidden()
    await page.keyboard.press("w")
    assert bare(await last(stub)) == ("pause", [], {})
    await stub.events(views.playing() | {"paused": True})
    await expect(control(page, "pause")).to_have_text("再開するW")
    await expect(page.locator(".stepping")).to_have_text("一時停止中：時計が止まっています")
    await expect(control(page, "pause")).not_to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("w")
    assert bare(await last(stub, 2)) == ("resume", [], {})


async def test_step_by_step_is_plain_to_see(open_page: Open, stub: Stub):
    view = views.unknown() | {"auto_advance": False, "next": {"verb": "next", "seat": None}}
    slot = "seat 3 hand 1 card 3"
    view["awaiting"] = {"what": "card", "seats": [], "hand": 0, "slot": slot, "left": None, "total": None}
    page = await opened(open_page, stub, view)
    await expect(page.locator(".stepping")).to_contain_text("1つだけ進みます")
    await expect(page.locator(".round")).to_have_class(re.compile("by-step"))
    await expect(control(page, "next")).to_contain_text("1枚配る：席3 みかん箱 の3枚目")
    await page.keyboard.press("Space")
    assert bare(await last(stub)) == ("next", [], {"phase": "playing"})


async def test_void_asks_again(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    button = control(page, "void")
    await button.click()
    await expect(button).to_contain_text("もう一度押すと無効")
    await page.wait_for_timeout(100)
    assert stub.received == []
    await expect(button).not_to_have_attribute("aria-disabled", "true")
    await button.click()
    assert bare(await last(stub)) == ("void", [], {"phase": "playing"})
    await expect(button).to_contain_text("無効にして返金")


@pytest.mark.parametrize(
    ("key", "sent"),
    [
        ("o", None),
        ("d", None),
        ("t", ("timeout", [], {"phase": "playing"})),
        ("g", ("auto", ["off"], {})),
        ("h", ("act", [1, "ht"], {})),
        ("s", ("act", [1, "st"], {})),
        ("b", ("act", [1, "dd"], {})),
        ("p", ("act", [1, "sp"], {})),
        ("r", ("act", [1, "sr"], {})),
        ("x", ("act", [1, "sw"], {})),
        ("i", ("act", [1, "ins"], {})),
        ("e", ("act", [1, "em"], {})),
        ("y", None),
        ("n", ("act", [1, "no"], {})),
        ("f", ("shuffle", [], {})),
        ("w", ("pause", [], {})),
        ("c", ("calibrate", [], {})),
    ],
)
async def test_keys(open_page: Open, stub: Stub, key: str, sent: object):
    page = await opened(open_page, stub, views.every_move())
    await page.keyboard.press(key)
    if sent is None:  # not possible in this phase: disabled, by key as by mouse
        await page.keyboard.press("Control+z")
        assert (await last(stub))["verb"] == "undo"
        assert len(stub.received) == 1
    else:
        assert bare(await last(stub)) == sent


async def test_no_key_works_while_typing(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    box = control(page, "act words")
    await box.click()
    await page.keyboard.type("ht st odt 1 ")
    await page.keyboard.press("Control+z")
    await page.wait_for_timeout(200)
    assert stub.received == []
    await box.fill("1ht 2st")
    await page.keyboard.press("Enter")
    assert bare(await last(stub)) == ("act", [1, "1ht 2st"], {})
    await expect(box).to_have_value("")


async def test_a_click_does_not_keep_the_space_bar(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await control(page, "act hit").click()
    await stub.heard(1, "do")
    await page.keyboard.press("Space")
    await expect(control(page, "next")).to_contain_text("もう一度")
    await expect(control(page, "next")).not_to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("Space")
    assert [one["verb"] for one in await stub.heard(2, "do")] == ["act", "timeout"]


async def test_a_button_reached_by_tab_answers_to_enter_alone(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await control(page, "timeout").focus()
    await page.keyboard.press("Tab")
    await expect(control(page, "undo")).to_be_focused()
    outline = await control(page, "undo").evaluate("one => getComputedStyle(one).outlineStyle")
    assert outline == "solid"
    await page.keyboard.press("Enter")
    assert (await last(stub))["verb"] == "undo"
    await expect(control(page, "undo")).to_be_focused()
    await page.wait_for_timeout(100)
    assert len(stub.received) == 1


async def test_any_move_for_any_seat(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.full_switch())
    await page.keyboard.press("4")
    await expect(page.locator(".actions header h2")).to_have_text("席4 Ren の代わりに")
    await page.locator(".hand-choice button", has_text="2手目").click()
    await control(page, "act double").click()
    assert bare(await last(stub)) == ("act", [4, "2dd"], {})
    await page.locator('.seat-row[data-key="6"]').click()
    await control(page, "kick").click()
    assert bare(await last(stub, 2)) == ("kick", [6], {})


async def test_a_chosen_seat_is_let_go_when_the_turn_moves_on(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await page.keyboard.press("3")
    await expect(page.locator(".actions header h2")).to_contain_text("席3")
    following = views.playing()
    following["awaiting"]["seats"] = [2]
    await stub.events(following)
    await expect(page.locator(".actions header h2")).to_contain_text("席2")


async def test_the_house_takes_a_free_seat(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.recruiting())
    await page.keyboard.press("6")
    await control(page, "house").click()
    assert bare(await last(stub)) == ("house", [6], {})


async def test_before_the_first_round_none_is_counted(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.nobody() | {"round": 0})
    await expect(page.locator("header.head")).not_to_contain_text("ゲーム")
    await stub.events(views.nobody() | {"round": 1})
    await expect(page.locator("header.head")).to_contain_text("第1ゲーム")


async def test_the_seat_table_tells_the_round(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.full_switch())
    row = page.locator('.seat-row[data-key="2"]')
    await expect(row.locator(".totals")).to_have_text("BJ / 18")
    await expect(row.locator(".stake")).to_have_text("1,000×2")
    await expect(page.locator('.seat-row[data-key="1"]')).to_have_class(re.compile(r"\bnow\b"))
    view = views.playing()
    await stub.events(view)
    await expect(page.locator('.seat-row[data-key="3"] .state')).to_have_text("ヒット予約")


@pytest.mark.parametrize(
    "slot", ["seat 1 hand 1 card 3", {"seat": 1, "hand": 1, "index": 3, "face_down": False}]
)
async def test_a_card_fills_the_slot_that_was_shown(open_page: Open, stub: Stub, slot: object):
    view = views.hand_mode()
    view["awaiting"]["slot"] = slot
    page = await opened(open_page, stub, view)
    await expect(page.locator(".answer h2")).to_have_text("カード入力（次：席1 ほしの の3枚目）")
    await control(page, "card 7").click()
    assert bare(await last(stub)) == ("card", ["7"], {"slot": slot})


@pytest.mark.parametrize(
    ("key", "card"), [("a", "A"), ("7", "7"), ("0", "T"), ("k", "K"), ("*", "JK"), ("?", "?")]
)
async def test_cards_by_key(open_page: Open, stub: Stub, key: str, card: str):
    page = await opened(open_page, stub, views.hand_mode())
    await page.keyboard.press(key)
    verb, args, _ = bare(await last(stub))
    assert (verb, args) == ("card", [card])


async def test_a_suit_is_asked_for_once_it_counts(open_page: Open, stub: Stub):
    def refuse(message: Message) -> Message:
        return {
            "type": "refused",
            "id": message["id"],
            "code": "suit_needed",
            "text": "マークも入れてください",
        }

    stub.answer = refuse
    page = await opened(open_page, stub, views.hand_mode())
    await control(page, "card 7").click()
    await expect(page.locator(".toast")).to_contain_text("マーク")
    stub.answer = stub._done
    await expect(control(page, "card 7")).not_to_have_attribute("aria-disabled", "true")
    await control(page, "card 7").click()
    await expect(control(page, "card 7")).to_have_class(re.compile(r"\bchosen\b"))
    await page.keyboard.press("h")
    assert (await last(stub, 2))["args"] == ["7H"]


async def test_the_big_button_leads_to_the_keypad(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.hand_mode())
    await expect(control(page, "next")).to_contain_text("カードを入れる：席1 ほしの の3枚目")
    await page.keyboard.press("Space")
    await expect(control(page, "card A")).to_be_focused()
    assert stub.received == []


async def test_a_wrong_card_is_tapped_and_put_right(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.hand_mode())
    texts = await page.locator(".cards-to-correct button").all_inner_texts()
    assert texts == ["K♠", "2♥", "4♣", "9♦"]  # the face-down card is nobody's to correct
    await control(page, "correct seat 1 hand 1 card 2").click()
    await expect(page.locator(".answer h2")).to_have_text("席1 ほしの の2枚目：2♥ → 正しいカードは？")
    await page.keyboard.press("7")
    await expect(control(page, "card 7")).to_have_class(re.compile("chosen"))  # the wrong one had a suit
    await page.keyboard.press("d")
    assert bare(await last(stub)) == ("correct", ["seat 1 hand 1 card 2", "7D"], {"step": 512})
    await expect(page.locator(".answer h2")).to_have_text("カード入力（次：席1 ほしの の3枚目）")


async def test_a_correction_is_let_be(open_page: Open, stub: Stub):
    view = views.hand_mode()
    view["dealer"]["cards"] = ["9", "?"]
    page = await opened(open_page, stub, view)
    await control(page, "correct dealer card 1").click()
    await expect(page.locator(".answer h2")).to_contain_text("ディーラーの1枚目：9")
    await page.keyboard.press("Escape")
    await expect(page.locator(".answer h2")).to_contain_text("カード入力")
    await control(page, "correct dealer card 1").click()
    moved = views.hand_mode()
    moved["dealer"]["cards"] = ["8", "?"]  # somebody else has put it right meanwhile
    await stub.events(moved)
    await expect(page.locator(".answer h2")).to_contain_text("カード入力")
    await control(page, "card 5").click()
    assert bare(await last(stub))[:2] == ("card", ["5"])
    assert len(stub.received) == 1


async def test_cards_from_the_shoe_are_not_offered_for_correction(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await expect(control(page, "act hit")).to_be_visible()
    await expect(page.locator(".correcting")).to_be_hidden()


async def test_look_and_reveal(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.hand_mode("look"))
    await page.keyboard.press("n")
    assert bare(await last(stub)) == ("look", ["no"], {"phase": "playing"})
    await stub.events(views.hand_mode("reveal"))
    await expect(page.locator(".answer h2")).to_have_text("伏せ札を開けて入力")
    await page.locator('[data-name="suit D"]').click()
    await control(page, "card K").click()
    assert bare(await last(stub, 2)) == ("reveal", ["KD"], {"phase": "playing"})


async def test_the_die(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.hand_mode("roll"))
    await page.keyboard.press("4")
    assert bare(await last(stub)) == ("roll", [4], {"phase": "playing"})
    await control(page, "next").click()
    assert (await last(stub, 2))["args"] == []


async def test_the_keypad_on_demand(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await expect(control(page, "card 5")).to_be_hidden()
    await page.keyboard.press("k")
    await control(page, "card 5").click()
    assert (await last(stub))["args"] == ["5"]
    await page.keyboard.press("s")  # not asked for a card: letters keep their meaning
    assert bare(await last(stub, 2)) == ("act", [1, "st"], {})


async def test_gifts_and_seats(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing(), width=1000)
    await page.fill('[name="name"]', "ねこまる")
    await page.fill('[name="amount"]', "-50")
    await control(page, "give").click()
    await page.wait_for_timeout(100)
    assert stub.received == []
    await page.fill('[name="amount"]', "１,０００")
    await page.fill('[name="reason"]', "お詫び")
    await control(page, "give").click()
    assert bare(await last(stub)) == ("give", ["ねこまる", "1000", "お詫び"], {})
    await page.fill('[name="seat-name"]', "tatsu")
    await page.select_option(".placing select", "5")
    await control(page, "seat").click()
    assert bare(await last(stub, 2)) == ("seat", ["tatsu", 5], {})
    await control(page, "source").click()
    assert bare(await last(stub, 3)) == ("source", ["hand"], {})


async def test_the_queue_is_put_in_order(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.betting())
    rows = page.locator("ol.people li")
    await expect(rows.locator("b")).to_have_text(["ねこまる", "tatsu", "Aoi"])
    await expect(control(page, "queue up 21")).to_have_attribute("aria-disabled", "true")
    await expect(control(page, "queue down 23")).to_have_attribute("aria-disabled", "true")
    up = control(page, "queue up 23")
    await up.focus()
    await page.keyboard.press("Enter")
    assert bare(await last(stub)) == ("queue", [23, 2], {})
    moved = views.betting()
    moved["queue"] = [moved["queue"][index] for index in (0, 2, 1)]
    await stub.events(moved)
    await expect(rows.locator("b")).to_have_text(["ねこまる", "Aoi", "tatsu"])
    await expect(up).to_be_focused()  # pressed again, the same viewer goes on
    await expect(up).not_to_have_attribute("aria-disabled", "true")
    await page.keyboard.press("Enter")
    assert bare(await last(stub, 2)) == ("queue", [23, 1], {})


async def test_bans(open_page: Open, stub: Stub):
    view = views.betting() | {"banned": [{"id": 31, "name": "あらし"}]}
    page = await opened(open_page, stub, view, width=1000)
    await control(page, "ban 22").click()
    await control(page, "unban 31").click()
    await page.keyboard.press("2")
    await control(page, "ban").click()
    await page.fill('[name="ban-name"]', "17")
    await control(page, "ban name").click()
    sent = [bare(one)[:2] for one in await stub.heard(4, "do")]
    # A number is an id; what is typed is a name, even if it is one of digits.
    assert sent == [("ban", [22]), ("unban", [31]), ("ban", [18]), ("ban", ["17"])]
    await stub.events(views.playing() | {"queue": [], "banned": []})
    await expect(page.locator(".waiting")).to_be_hidden()


async def test_measuring_the_delay(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing(), width=1000)
    await page.keyboard.press("c")
    assert bare(await last(stub)) == ("calibrate", [], {})
    await stub.events(views.playing() | {"calibrate": "KRT"})
    await expect(control(page, "calibrate")).to_contain_text("KRT")
    await expect(page.locator(".delays")).to_have_text("まだ誰も打っていません")
    await stub.events(views.playing() | {"delays": {"niconico": 12.1, "twitch": 4.2}})
    await expect(control(page, "calibrate")).to_contain_text("遅れを測る")
    await expect(page.locator(".delays")).to_have_text("測った遅れ：niconico 12.1秒、twitch 4.2秒")


async def test_another_game_between_rounds(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing(), width=1000)
    choose = page.locator('button[data-name="game"]')
    await expect(choose).to_have_attribute("aria-disabled", "true")
    await stub.events(views.nobody())
    await expect(page.locator('select[name="game"]')).to_have_value("tournament")
    await page.select_option('select[name="game"]', "switch")
    await stub.events(views.nobody())  # what has been picked stays picked
    await choose.click()
    assert bare(await last(stub)) == ("game", ["switch"], {"phase": "idle"})


async def test_another_table_is_another_address(open_page: Open, stub: Stub):
    one = {"id": "tournament", "number": 1, "name": {"ja": "大会テーブル", "en": "Tournament"}}
    two = {"id": "switch", "number": 2, "name": {"ja": "スイッチ", "en": "Switch"}}
    stub.beside = {"table": "tournament", "tables": [one]}
    page = await opened(open_page, stub, views.playing())
    await expect(page.locator(".tables")).to_be_hidden()
    stub.beside = {"table": "tournament", "tables": [one, two]}
    await stub.events(views.playing())
    await expect(page.locator(".tables a")).to_have_text(["#1 大会テーブル", "#2 スイッチ"])
    await expect(page.locator(".tables a[aria-current]")).to_have_text("#1 大会テーブル")
    await page.locator(".tables a").nth(1).click()
    await page.wait_for_url("**table=switch*")
    assert "token=secret" in page.url
    await expect(control(page, "next")).to_be_visible()


async def test_the_die_now(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.unknown(), width=1000)
    await expect(control(page, "roll")).to_have_attribute("aria-disabled", "true")
    await stub.events(views.rolling())
    await control(page, "roll").click()
    assert bare(await last(stub)) == ("roll", [], {"phase": "rolling"})


async def test_the_log_says_who_did_it_where_the_sentence_does_not(open_page: Open, stub: Stub):
    line = {
        "at": 1790000000.0,
        "who": "ディーラー",
        "text": "席3 みかん箱 スタンド",
        "step": 12,
        "kind": "acted",
    }
    stub.greeting = [{"type": "log", "lines": [line]}]
    page = await opened(open_page, stub, views.playing())
    await expect(page.locator(".log li b")).to_have_text("ディーラー")


async def test_what_makes_a_seat_free_is_told(open_page: Open, stub: Stub):
    view = views.playing()
    view["seats"][0] |= {"sat_out": 1, "minutes_left": 12, "rounds": 5}
    page = await opened(open_page, stub, view)
    await expect(page.locator(".facts")).to_have_text("お休み1回、残り12分、5ゲーム目")


async def test_the_log(open_page: Open, stub: Stub):
    line = {"at": 1790000000.0, "who": "aya", "text": "<b>500</b>", "step": 12, "kind": "bet"}
    stub.greeting = [{"type": "log", "lines": [line]}]
    page = await opened(open_page, stub, views.playing())
    await expect(page.locator(".log li")).to_have_count(1)
    await stub.send({"type": "log", "lines": [line | {"at": 1790000001.0, "text": "aya: ヒット"}]})
    await stub.drop()
    await stub.connected(2)  # the greeting has come again
    await stub.send(
        {"type": "log", "lines": [line | {"at": 1790000002.0, "text": "「500-500」", "kind": "refused"}]}
    )
    await expect(page.locator(".log li span")).to_have_text(["<b>500</b>", "aya: ヒット", "「500-500」"])
    await expect(page.locator(".log li b")).to_have_text(["aya", "aya"])  # not where the sentence says it


@pytest.mark.parametrize("width", [320, 420, 760, 1280, 1920])
@pytest.mark.parametrize("language", ["ja", "en"])
async def test_no_sideways_scrolling(open_page: Open, stub: Stub, width: int, language: str):
    stub.view = views.named(views.full_switch(), "とても長い名前" * 9)
    stub.view |= {"banned": [{"id": 31, "name": "とても長い名前" * 9}], "calibrate": "KRT", "paused": True}
    stub.view["shoe"] |= {"source": "hand"}
    table = {"name": {"ja": "とても長い名前のテーブル", "en": "A table with a very long name"}}
    stub.beside = {"tables": [table | {"id": f"t{number}", "number": number} for number in range(1, 9)]}
    page = await open_page("dock", width, 900, f"lang={language}")
    await expect(control(page, "next")).to_be_visible()
    await page.keyboard.press("k")
    await page.evaluate("document.querySelector('details').open = true")
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = await page.locator("button:visible").evaluate_all(
        "all => all.filter(one => one.getBoundingClientRect().right > innerWidth).map(one => one.textContent)"
    )
    assert cut == []


async def test_names_from_chat_stay_text(open_page: Open, stub: Stub):
    name = "<img src=x onerror=\"document.title='broken in'\">"
    stub.greeting = [
        {"type": "log", "lines": [{"at": 1.0, "who": name, "text": name, "step": 1, "kind": "bet"}]}
    ]
    page = await opened(open_page, stub, views.named(views.playing(), name))
    await expect(page.locator('.seat-row[data-key="1"] .who')).to_have_text(name)
    await expect(page.locator("img")).to_have_count(0)
    assert await page.title() == "ディーラー画面"


async def test_every_control_has_a_name_for_those_who_listen(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.hand_mode())
    nameless = await page.locator("button, input, select").evaluate_all(
        """all => all
            .filter(one => !(one.textContent.trim() || one.ariaLabel || one.closest('label')))
            .map(one => one.outerHTML)"""
    )
    assert nameless == []


async def test_an_id_without_a_secure_context(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.playing())
    await page.evaluate("Object.defineProperty(crypto, 'randomUUID', {value: undefined})")
    await page.keyboard.press("h")
    assert re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", (await last(stub))["id"]
    )
