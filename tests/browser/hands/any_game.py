"""Plays any game whose moves are buttons."""

import random

from playwright.sync_api import Page


def act(page: Page, luck: random.Random) -> None:
    """Tap one of the moves."""
    moves = page.locator("[data-move]")
    moves.nth(luck.randrange(moves.count())).click()
