"""Plays chance it by tapping."""

import random

from playwright.sync_api import Page


def act(page: Page, luck: random.Random) -> None:
    """Lay down a guide card; or use, buy or discard a card, or pass: each is one tap."""
    offered = page.locator("#table button[data-move]")
    offered.nth(luck.randrange(offered.count())).click()
