"""One Chromium for all; a window of its own for each page."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable

import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

from tests.browsing import ARGUMENTS, need_chromium
from tests.patience import PATIENCE

SIZES = {"overlay": (1920, 1080), "dock": (420, 900), "chat": (390, 780)}
Show = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    path = need_chromium()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        await browser.close()


@pytest_asyncio.fixture(loop_scope="session")
async def show(chromium: Browser) -> AsyncIterator[Show]:
    """Opens a page; what it complains of in its console fails the test at the end.

    Pages of one context are tabs of one window, and Chromium draws those behind once a second: a click, which
    waits until its target stands still, would take two.
    """
    expect.set_options(timeout=PATIENCE * 1000)
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    async def open_page(url: str, size: tuple[int, int] | None = None) -> Page:
        context = await chromium.new_context(locale="ja-JP")
        contexts.append(context)
        context.set_default_timeout(PATIENCE * 1000)
        page = await context.new_page()
        name = next(name for name in SIZES if f"/{name}?" in url)
        width, height = size or SIZES[name]
        await page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text)
                if said.type == "error" and "WebSocket connection to" not in said.text
                else None
            ),
        )
        await page.goto(url)
        return page

    yield open_page
    for context in contexts:
        await context.close()
    assert complaints == []
