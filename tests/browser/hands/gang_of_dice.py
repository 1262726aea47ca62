"""Plays Gang of Dice by tapping."""

import random

from playwright.sync_api import Page


def act(page: Page, luck: random.Random) -> None:
    """Choose a stake; or throw some dice again, or stop."""
    if page.locator("[data-stake]").count():
        quick = page.locator(".quick button")
        quick.nth(luck.randrange(quick.count())).click()
        page.locator("[data-stake]").click()
        return
    dice = page.locator(".toss")
    if luck.random() < 0.5:
        page.locator('[data-move="stop"]').click()
        return
    dice.nth(luck.randrange(dice.count())).click()
    page.locator("[data-again]").click()
