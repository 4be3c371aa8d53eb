"""One browser, one stub server and one cache for all page tests; a page of its own for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio
from playwright.async_api import BrowserContext, Page, async_playwright, expect

from tests.browsing import ARGUMENTS, need_chromium
from tests.pages.stub import Stub
from tests.patience import PATIENCE

EXPECTED_NOISE = "WebSocket connection to"
"""What Chromium itself writes when a socket cannot be opened; the tests that cut sockets cause it."""

Open = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def context() -> AsyncIterator[BrowserContext]:
    path = need_chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        made = await browser.new_context(locale="ja-JP")
        made.set_default_timeout(PATIENCE * 1000)
        expect.set_options(timeout=PATIENCE * 1000)
        yield made
        await browser.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[Stub]:
    stub = Stub()
    await stub.start()
    yield stub
    await stub.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def stub(server: Stub) -> Stub:
    """The server as new; no page of an earlier test speaks to it."""
    await server.drop()
    server.forget()
    return server


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(context: BrowserContext, stub: Stub) -> AsyncIterator[Open]:
    """Opens a page of the stub. Whatever it writes to its console as a warning or an error fails the test."""
    complaints: list[str] = []
    foreign: list[str] = []
    pages: list[Page] = []

    def hear(message: Any) -> None:
        if message.type in ("warning", "error") and EXPECTED_NOISE not in message.text:
            complaints.append(message.text)

    # The overlay fits itself to its source; at half of its size it costs a quarter of the painting.
    async def open_it(name: str, width: int = 960, height: int = 540, query: str = "lang=ja") -> Page:
        page = await context.new_page()
        pages.append(page)
        await page.set_viewport_size({"width": width, "height": height})
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: foreign.append(request.url))
        await page.goto(f"{stub.address}/{name}?token=secret&{query}")
        return page

    yield open_it
    for page in pages:
        if "/chat" in page.url:
            await page.evaluate("localStorage.clear()")
        await page.close()
    assert not complaints
    strangers = [url for url in foreign if not url.startswith((stub.address, "data:"))]
    assert not strangers, "a page asked somebody else for something"
