"""The practice chat in a real Chromium, against the stub."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Locator, Page, expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import Message, Stub

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

VIEWERS: Message = {
    "type": "viewers",
    "viewers": [
        {"id": "aya", "name": "Aya", "points": 500, "rank": "plain", "table": "tournament", "seat": 1},
        {"id": "ben", "name": "Ben", "points": 47250.5, "rank": "heart", "table": None, "seat": None},
    ],
}
BOX = ".composer input"


async def opened(open_page: Open, stub: Stub, *greeting: Message, language: str = "ja") -> Page:
    stub.greeting = list(greeting)
    page = await open_page("chat", 360, 740, f"lang={language}")
    await expect(page.locator(".pill[data-status='online']")).to_be_visible()
    return page


def echo(stub: Stub) -> None:
    """Lets the stub say what it hears, as the server does."""
    stub.answer = lambda message: {"type": "said", "from": message["as"], "text": message["text"]}


async def test_a_new_viewer_says_something(open_page: Open, stub: Stub):
    echo(stub)
    page = await opened(open_page, stub)
    await page.fill(".new-viewer input", "Ｈoshi ほしの")
    await page.keyboard.press("Enter")
    await page.fill(BOX, "参加")
    await page.keyboard.press("Enter")
    message = (await stub.heard(1, "say"))[0]
    assert (message["as"], message["name"], message["text"]) == ("hoshi-ほしの", "Ｈoshi ほしの", "参加")
    await expect(page.locator(".lines li.mine.said:not(.pending) p")).to_have_text("参加")
    await expect(page.locator(BOX)).to_have_value("")
    await expect(page.locator(BOX)).to_be_focused()


async def test_enter_that_ends_a_kana_conversion_does_not_send(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, VIEWERS)
    await page.fill(BOX, "ひっと")
    press = """box => box.dispatchEvent(new KeyboardEvent(
        'keydown', {key: 'Enter', bubbles: true, cancelable: true, %s}))"""
    await page.locator(BOX).evaluate(press % "isComposing: true")
    await page.locator(BOX).evaluate(press % "keyCode: 229")
    await page.wait_for_timeout(100)
    assert stub.received == []
    await expect(page.locator(BOX)).to_have_value("ひっと")
    await page.locator(BOX).press("Enter")
    assert (await stub.heard(1, "say"))[0]["text"] == "ひっと"


async def test_switching_viewers_with_one_tap_or_key(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, VIEWERS)
    await expect(page.locator(".card")).to_have_text("Aya　500ポイント　無印　席1")
    await page.locator(".chip", has_text="Ben").click()
    await expect(page.locator(".card")).to_have_text("Ben　47,250.5ポイント　ハート　着席していません")
    await page.fill(BOX, "残高")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Alt+1")
    await expect(page.locator(BOX)).to_be_focused()
    await page.keyboard.type("ht")
    await page.keyboard.press("Enter")
    assert [(one["as"], one["text"]) for one in await stub.heard(2, "say")] == [
        ("ben", "残高"),
        ("aya", "ht"),
    ]


async def test_own_lines_are_on_the_right_others_on_the_left(open_page: Open, stub: Stub):
    page = await opened(
        open_page, stub, VIEWERS,
        {"type": "said", "from": "aya", "text": "bet100"},
        {"type": "said", "from": "ben", "text": "がんばれ"},
        {"type": "reply", "to": "aya", "text": "100ポイント賭けました", "at": 1.0},
    )  # fmt: skip
    await expect(page.locator(".lines li")).to_have_count(3)
    await expect(page.locator(".lines .mine.said p")).to_have_text("bet100")
    await expect(page.locator(".lines .reply b")).to_have_text("ディーラー → Aya")
    own, other = page.locator(".said", has_text="bet100"), page.locator(".said", has_text="がんばれ")
    own_box, other_box = await own.bounding_box(), await other.bounding_box()
    assert own_box
    assert other_box
    assert own_box["x"] > other_box["x"]
    await page.keyboard.press("Alt+2")
    await expect(page.locator(".lines .mine.said p")).to_have_text("がんばれ")


def words(page: Page) -> Locator:
    return page.locator(".quick button")


async def test_quick_buttons_are_what_the_viewer_may_type_now(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await opened(open_page, stub, VIEWERS)
    await expect(words(page)).to_have_text(["ヒット", "スタンド", "ダブル", "スプリット", "サレンダー"])
    await words(page).get_by_text("ヒット").click()
    await page.keyboard.press("Alt+2")
    await expect(words(page)).to_have_text(["参加", "階級", "ランキング", "復活", "残高", "ヘルプ"])
    await words(page).get_by_text("参加").click()
    said = [(one["as"], one["text"]) for one in await stub.heard(2, "say")]
    assert said == [("aya", "ヒット"), ("ben", "参加")]
    await page.keyboard.press("Alt+1")
    await stub.events(views.insurance() | {"awaiting": views.insurance()["awaiting"] | {"seats": [1, 2]}})
    await expect(words(page)).to_have_text(["保険", "イーブンマネー", "なし"])
    stub.view = views.betting()
    await stub.events(stub.view)
    await expect(words(page).first).to_have_text("bet100")
    await words(page).first.click()
    assert (await stub.heard(3, "say"))[-1]["text"] == "bet100"


async def test_says_whose_turn_it_is(open_page: Open, stub: Stub):
    stub.view = views.playing()
    page = await opened(open_page, stub, VIEWERS)
    turn = page.locator(".turn")
    await expect(turn).to_have_class(re.compile(r"\bmine\b"))
    await expect(turn.locator("b")).to_have_text("あなたの番です！")
    await expect(turn.locator("span")).to_have_text("16")
    await expect(turn.locator("i")).to_have_text(re.compile(r"\d+"))
    following = views.playing()
    following["awaiting"]["seats"] = [2]
    await stub.events(following)
    await expect(turn).not_to_have_class(re.compile(r"\bmine\b"))
    await expect(turn.locator("b")).to_have_text("先に打てます")
    await expect(turn.locator("span")).to_have_text("席2 kuro_maru さんの番")
    unbet = views.betting()
    unbet["seats"][0] |= {"state": "seated", "bet": 0, "hands": []}
    await stub.events(unbet)
    await expect(turn.locator("b")).to_have_text("ベットしてください！")
    await expect(turn).to_have_class(re.compile(r"\bmine\b"))
    await stub.events(views.betting())
    await expect(turn.locator("b")).to_have_text("ベット済み（変えられます）")


async def test_a_seat_at_another_table_is_none_here(open_page: Open, stub: Stub):
    stub.view, stub.beside = views.playing(), {"table": "switch"}
    page = await opened(open_page, stub, VIEWERS)
    await expect(page.locator(".turn b")).to_have_text("アクション")
    await expect(words(page).first).to_have_text("参加")


ONE = {"id": "tournament", "number": 1, "name": {"ja": "大会テーブル", "en": "Tournament"}, "room": ""}
TWO = {"id": "switch", "number": 2, "name": {"ja": "スイッチ", "en": "Switch"}, "room": ""}


def two_tables(stub: Stub) -> None:
    """Bets are open at the first table, the second is played; the page is brought to the one it asks for."""
    shown = {"tournament": views.betting(), "switch": views.full_switch()}

    def answer(message: Message) -> Message | None:
        if message["type"] != "show":
            return None
        table = message["table"]
        state = {"type": "state", "epoch": stub.epoch, "rev": 1, "table": table}
        return state | {"view": shown[table], "tables": [ONE, TWO]}

    stub.view, stub.beside, stub.answer = (
        views.betting(),
        {"table": "tournament", "tables": [ONE, TWO]},
        answer,
    )


def seated(table: str | None, at: int | None) -> Message:
    aya = VIEWERS["viewers"][0] | {"table": table, "seat": at}
    return VIEWERS | {"viewers": [aya, VIEWERS["viewers"][1]]}


async def test_the_table_where_the_viewer_sits_is_shown(open_page: Open, stub: Stub):
    two_tables(stub)
    page = await opened(open_page, stub, seated("switch", 1))
    current = page.locator(".tables [aria-pressed='true']")
    await expect(current).to_have_text("#2 スイッチ")
    await expect(page.locator(".turn b")).to_have_text("あなたの番です！（1手目）")
    await expect(page.locator(".card")).to_contain_text("#2 席1")
    await words(page).get_by_text("ヒット").click()
    assert (await stub.heard(1, "say"))[0]["text"] == "#2 ヒット"
    await stub.send(seated("tournament", 1))
    await expect(current).to_have_text("#1 大会テーブル")
    await expect(page.locator(".turn b")).to_have_text("ベット済み（変えられます）")
    assert stub.connections == 1


async def test_another_table_is_picked_and_joined(open_page: Open, stub: Stub):
    two_tables(stub)
    page = await opened(open_page, stub, seated(None, None))
    await expect(page.locator(".tables button")).to_have_text(["#1 大会テーブル", "#2 スイッチ"])
    await page.locator(".tables button").nth(1).click()
    await expect(page.locator(".tables [aria-pressed='true']")).to_have_text("#2 スイッチ")
    await words(page).get_by_text("参加").click()
    assert (await stub.heard(1, "say"))[0]["text"] == "#2 参加"
    await stub.send(
        seated(None, None) | {"viewers": [{**VIEWERS["viewers"][0], "table": None, "points": 12}]}
    )
    await expect(page.locator(".card")).to_contain_text("12ポイント")
    await stub.drop()  # what was picked is asked for again
    assert [one["table"] for one in await stub.heard(2, "show")] == ["switch", "switch"]


async def test_a_closed_table_is_left_for_another(open_page: Open, stub: Stub):
    two_tables(stub)
    page = await opened(open_page, stub, seated(None, None))
    await stub.events(views.nobody() | {"closed": True})
    await expect(page.locator(".tables [aria-pressed='true']")).to_have_text("#2 スイッチ")


async def test_a_paused_season_asks_for_no_bets(open_page: Open, stub: Stub):
    unbet = views.betting() | {"say": ["join", "bet", "super_match", "cancel", "leave"]}
    unbet["seats"][0] |= {"state": "seated", "bet": 0, "hands": []}
    stub.view = views.in_season(unbet, "paused")
    page = await opened(open_page, stub, VIEWERS)
    await expect(page.locator(".turn b")).to_have_text("シーズン休止中")
    await expect(words(page)).to_have_text(["退席", "残高", "ヘルプ"])
    await stub.events(views.in_season(unbet))
    await expect(page.locator(".turn b")).to_have_text("ベットしてください！")
    await expect(words(page).first).to_have_text("bet100")


async def test_a_single_table_is_neither_chosen_nor_named(open_page: Open, stub: Stub):
    stub.view, stub.beside = views.playing(), {"table": "tournament", "tables": [ONE]}
    page = await opened(open_page, stub, VIEWERS)
    await words(page).get_by_text("ヒット").click()
    assert (await stub.heard(1, "say"))[0]["text"] == "ヒット"
    await expect(page.locator(".tables")).to_be_hidden()
    await expect(page.locator(".card")).to_have_text("Aya　500ポイント　無印　席1")


async def test_before_the_first_frame_nobody_is_called(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, VIEWERS)
    await expect(page.locator(".card")).to_contain_text("Aya")
    await expect(page.locator(".turn")).to_be_hidden()


async def test_points_and_seat_follow_the_server(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, VIEWERS)
    await stub.send(
        {
            "type": "viewers",
            "viewers": [{"id": "aya", "name": "Aya", "points": 12, "rank": "club", "seat": None}],
        }
    )
    await expect(page.locator(".card")).to_have_text("Aya　12ポイント　クラブ　着席していません")


async def test_typed_html_is_text(open_page: Open, stub: Stub):
    echo(stub)
    text = "<img src=x onerror=\"document.title='broken in'\"><b>太字</b>"
    page = await opened(open_page, stub, VIEWERS, {"type": "reply", "to": text, "text": text, "at": 1.0})
    await page.fill(BOX, text)
    await page.keyboard.press("Enter")
    await expect(page.locator(".lines .mine.said p")).to_have_text(text)
    await expect(page.locator(".lines .reply p")).to_have_text(text)
    await expect(page.locator("img, .lines p b")).to_have_count(0)
    assert await page.title() == "練習チャット"


async def test_a_line_said_while_offline_arrives_once_with_its_id(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, VIEWERS)
    stub.refusing = True
    await stub.drop()
    await expect(page.locator(".pill")).to_have_text("再接続中…")
    await page.fill(BOX, "スタンド")
    await page.keyboard.press("Enter")
    await expect(page.locator(".lines .pending p")).to_have_text("スタンド")
    echo(stub)
    stub.refusing = False
    await expect(page.locator(".lines .mine.said:not(.pending) p")).to_have_text("スタンド")
    await stub.drop()
    await stub.connected(3)
    assert [one["text"] for one in stub.received] == ["スタンド"]


async def test_a_line_that_was_cut_off_is_sent_again_with_its_id(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, VIEWERS)
    await page.fill(BOX, "ht")
    await page.keyboard.press("Enter")
    await stub.heard(1, "say")
    await stub.drop()
    first, second = (await stub.heard(2, "say"))[:2]
    assert first == second
    await expect(page.locator(".lines .said")).to_have_count(1)


async def test_a_refused_line_says_why(open_page: Open, stub: Stub):
    stub.answer = lambda message: {
        "type": "refused",
        "id": message["id"],
        "code": "busy",
        "text": "混み合っています",
    }
    page = await opened(open_page, stub, VIEWERS)
    await page.fill(BOX, "ht")
    await page.keyboard.press("Enter")
    await expect(page.locator(".lines .failed small")).to_have_text("混み合っています")


async def test_viewers_are_remembered(open_page: Open, stub: Stub):
    page = await opened(open_page, stub)
    await page.fill(".new-viewer input", "Moko")
    await page.keyboard.press("Enter")
    await expect(page.locator(".chip")).to_have_text("1Moko")
    await page.reload()
    await expect(page.locator(".chip[aria-selected='true'] b")).to_have_text("Moko")


@pytest.mark.parametrize("language", ["ja", "en"])
async def test_fits_a_phone(open_page: Open, stub: Stub, language: str):
    long = {"type": "said", "from": "aya", "text": "あ" * 300 + "x" * 200}
    page = await opened(open_page, stub, VIEWERS, long, language=language)
    await page.locator(".add").click()
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box = await page.locator(".composer").bounding_box()
    assert box
    assert box["y"] + box["height"] <= 740


async def test_speaks_english(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, VIEWERS, language="en")
    await expect(page.locator(".card")).to_have_text("Aya · 500 points · plain · seat 1")
    await stub.state(views.playing())
    await expect(page.locator(".quick button", has_text="surrender")).to_be_visible()
    await expect(page.locator(".turn b")).to_have_text("Your turn!")
