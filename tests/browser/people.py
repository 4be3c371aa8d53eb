"""What a viewer and a dealer do with the pages, in their own words."""

from __future__ import annotations

from playwright.async_api import Page, expect


class Phone:
    """The practice chat, typed into as different viewers."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def be(self, name: str) -> None:
        """Becomes this viewer, new or known."""
        chip = self.page.locator(".chips button", has_text=name)
        if await chip.count() == 0:
            if await self.page.locator("form.new-viewer").is_hidden():
                await self.page.locator("button.add").click()
            await self.page.locator("form.new-viewer input").fill(name)
            await self.page.locator("form.new-viewer button").click()
        else:
            await chip.first.click()
        await expect(self.page.locator(".chips button[aria-selected=true] b")).to_have_text(name)

    async def type(self, text: str, *, hears: str | None = None) -> None:
        """Types a line and sends it with Enter; waits for the answer if one is expected."""
        box = self.page.locator("form.composer input")
        await box.fill(text)
        await box.press("Enter")
        if hears is not None:
            await expect(self.page.locator(".lines")).to_contain_text(hears)


class Dealer:
    """The dock."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def button(self, name: str) -> object:
        """A button by its name."""
        return self.page.locator(f"button[data-name={name}]")

    async def press(self, name: str) -> None:
        """Clicks a button once it can be clicked."""
        button = self.page.locator(f"button[data-name={name}]:not([aria-disabled=true])").first
        await button.click()

    async def key(self, key: str) -> None:
        """Presses a key on the page."""
        await self.page.keyboard.press(key)
