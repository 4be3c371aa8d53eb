"""The loader: a local file that waits for the server and then goes to the overlay."""

from __future__ import annotations

from collections.abc import AsyncIterator
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, expect

from tests.pages import views
from tests.pages.stub import OVERLAYS, Stub
from tests.ports import free_port

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LOADER = (OVERLAYS / "loader" / "loader.html").as_uri()


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext) -> AsyncIterator[Page]:
    opened = await context.new_page()
    yield opened
    await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def late() -> AsyncIterator[Stub]:
    """A server that is not running yet."""
    stub = Stub()
    stub.view = views.playing()
    yield stub
    await stub.stop()


async def test_obs_may_be_started_first(page: Page, late: Stub):
    port = free_port()
    await page.goto(f"{LOADER}#http://127.0.0.1:{port}/overlay?token=secret&lang=ja")
    await page.wait_for_timeout(1500)
    await expect(page.locator("#said")).to_be_hidden()  # a start is waited for in silence
    background = "getComputedStyle(document.body).backgroundColor"
    assert await page.evaluate(background) == "rgba(0, 0, 0, 0)"
    await late.start(port)
    await expect(page.locator("cj-seat .who").first).to_have_text("ほしの")
    assert page.url == f"http://127.0.0.1:{port}/overlay?token=secret&lang=ja"


@pytest.mark.parametrize("form", ["#{plain}", "#{quoted}", "?url={quoted}"])
async def test_the_overlays_address_in_every_form(page: Page, stub: Stub, form: str):
    stub.view = views.playing()
    plain = f"{stub.address}/overlay?token=secret&lang=en"
    await page.goto(LOADER + form.format(plain=plain, quoted=quote(plain, safe="")))
    await page.wait_for_url(plain)


@pytest.mark.parametrize("address", ["", "#overlay", "#javascript:alert(1)", "#file:///etc/passwd"])
async def test_without_an_address_it_says_what_is_missing(page: Page, address: str):
    await page.goto(LOADER + address)
    await expect(page.locator("#said")).to_have_text("loader.html# の後に配信画面のアドレスを付けてください")
    assert page.url.startswith("file:")
