"""Plays chance it by tapping."""

import random

from playwright.sync_api import Page


def act(page: Page, luck: random.Random) -> None:
    """Lay down a guide card; or use, buy or discard a card, or pass: one tap, two for what surely kills."""
    offered = page.locator("#table button[data-move]")
    button = offered.nth(luck.randrange(offered.count()))
    kills = button.get_attribute("data-danger") == "sure"
    button.click()
    if kills:
        page.locator("#table button.ready").click()
