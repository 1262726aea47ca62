"""Plays Second Chance by tapping."""

import random

from playwright.sync_api import Page

TAPS = 6
"""How many squares are tried before the shape is left where it hung at first."""


def act(page: Page, luck: random.Random) -> None:
    """Choose a shape, turn and flip it, tap squares until it fits; then tap again, or Place."""
    shapes = page.locator("button.shape:not(.nowhere)")
    shape = shapes.nth(luck.randrange(shapes.count()))
    shape.click()
    if page.locator("[data-turn]").is_enabled():
        for button in luck.choices(["[data-turn]", "[data-flip]"], k=luck.randrange(4)):
            page.locator(button).click()
    for _tap in range(TAPS):
        square = {"x": luck.uniform(0.1, 0.9), "y": luck.uniform(0.1, 0.9)}
        if tap(page, square) and luck.random() < 0.7:
            break
    else:
        shape.click()
    if luck.random() < 0.5 and page.locator('.tick[d^="M"]').count():
        tap(page, square)
    else:
        page.locator("[data-place]").click()


def tap(page: Page, square: dict[str, float]) -> bool:
    """Tap somewhere in the own grid; tell whether the shape fits there."""
    grid = page.locator("#own .sheet")
    box = grid.bounding_box()
    assert box
    page.mouse.click(box["x"] + square["x"] * box["width"], box["y"] + square["y"] * box["height"])
    return page.locator('#own[data-ghost="fits"]').count() == 1
