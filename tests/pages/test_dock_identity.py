"""The dock's panels for connections and for who is whom, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.pages import views
from tests.pages.conftest import Open
from tests.pages.stub import Stub
from tests.pages.test_dock import bare, control, last, opened

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

IDENTITY = {
    "requests": [
        {
            "number": 7,
            "first": {"id": 3, "name": "ほしの"},
            "platform": "twitch",
            "name": "<b>hoshi</b>",
            "short": "4821",
        }
    ],
    "links": [
        {"platform": "niconico", "user_id": "n1", "name": "そら", "first": {"id": 4, "name": "sora"}},
    ],
    "ignored": [{"platform": "twitch", "user_id": "t9", "name": "bot"}],
}
STATUS = {
    "type": "status",
    "connections": [
        {"name": "twitch", "lines": [{"level": "ok", "text": "Twitch：つながっています", "mend": None}]},
        {"name": "obs", "lines": [{"level": "wrong", "text": "OBS：パスワードが違います", "mend": "直し方"}]},
    ],
}


async def test_a_request_is_approved_or_refused(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.nobody() | {"identity": IDENTITY})
    row = page.locator(".identity li").first
    await expect(row.locator("b")).to_have_text("<b>hoshi</b>（twitch、ID …4821）→ ほしの さん")
    await control(page, "approve <b>hoshi</b>").click()
    assert bare(await last(stub)) == ("link", ["approve", 7], {})
    await control(page, "refuse <b>hoshi</b>").click()
    assert bare(await last(stub, 2)) == ("link", ["refuse", 7], {})


async def test_links_and_the_ignored_can_be_undone(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.nobody() | {"identity": IDENTITY})
    await page.locator(".identity summary").click()
    await control(page, "unlink そら").click()
    assert bare(await last(stub)) == ("unlink", ["niconico", "n1"], {})
    await control(page, "unlink_back そら").click()
    assert bare(await last(stub, 2)) == ("unlink", ["niconico", "n1", "back"], {})
    await control(page, "unignore bot").click()
    assert bare(await last(stub, 3)) == ("unignore", ["twitch", "t9"], {})


async def test_removing_data_takes_two_presses(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.nobody())
    await page.locator(".identity summary").click()
    await page.locator('[name="identity-name"]').fill("ほしの")
    await control(page, "forget").click()
    await expect(control(page, "forget")).to_have_text("もう一度押すと消します")
    assert not await stub.heard(0, "do")
    await control(page, "forget").click()
    assert bare(await last(stub)) == ("forget", ["ほしの"], {})
    await page.locator('[name="identity-name"]').fill("bot")
    await control(page, "ignore").click()
    assert bare(await last(stub, 2)) == ("ignore", ["bot"], {})


async def test_connections_open_by_themselves_when_one_needs_help(open_page: Open, stub: Stub):
    page = await opened(open_page, stub, views.nobody())
    panel = page.locator(".connecting")
    await expect(panel).to_be_hidden()
    await stub.send({**STATUS, "connections": STATUS["connections"][:1]})
    await expect(panel).to_be_visible()
    assert await panel.get_attribute("open") is None
    await stub.send(STATUS)
    await expect(panel).to_have_attribute("open", "")
    await expect(panel.locator("li").nth(1)).to_contain_text("パスワードが違います")
    await expect(panel.locator("small").nth(1)).to_have_text("→ 直し方")
