"""One browser for all page tests, one stub server and one page for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright

from tests.browsing import ARGUMENTS, need_chromium
from tests.pages.stub import Stub

EXPECTED_NOISE = "WebSocket connection to"
"""What Chromium itself writes when a socket cannot be opened; the tests that cut sockets cause it."""

Open = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    path = need_chromium()
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="session")
async def stub() -> AsyncIterator[Stub]:
    server = Stub()
    await server.start()
    yield server
    await server.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(browser: Browser, stub: Stub) -> AsyncIterator[Open]:
    """Opens a page of the stub. Whatever it writes to its console as a warning or an error fails the test."""
    context: BrowserContext = await browser.new_context(locale="ja-JP")
    context.set_default_timeout(10_000)
    complaints: list[str] = []
    foreign: list[str] = []

    def hear(message: Any) -> None:
        if message.type in ("warning", "error") and EXPECTED_NOISE not in message.text:
            complaints.append(message.text)

    async def open_it(name: str, width: int = 1920, height: int = 1080, query: str = "lang=ja") -> Page:
        page = await context.new_page()
        await page.set_viewport_size({"width": width, "height": height})
        page.on("console", hear)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: foreign.append(request.url))
        await page.goto(f"{stub.address}/{name}?token=secret&{query}")
        return page

    yield open_it
    await context.close()
    assert not complaints
    strangers = [url for url in foreign if not url.startswith((stub.address, "data:"))]
    assert not strangers, "a page asked somebody else for something"
