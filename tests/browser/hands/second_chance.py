"""Plays Second Chance by tapping."""

import random

from playwright.sync_api import Page

TAPS = 6
"""How many squares are tried before the shape is placed where it hung at first."""


def act(page: Page, luck: random.Random) -> None:
    """Choose a shape, turn and flip it, tap squares until it fits; then tap Place."""
    shapes = page.locator("button.shape:not(.nowhere)")
    shape = shapes.nth(luck.randrange(shapes.count()))
    shape.click()
    if page.locator("[data-turn]").is_enabled():
        for button in luck.choices(["[data-turn]", "[data-flip]"], k=luck.randrange(4)):
            page.locator(button).click()
    place = page.locator("[data-place]")
    for _tap in range(TAPS):
        if not place.is_enabled():
            tap(page, "#own .sheet", luck.uniform(0.1, 0.9), luck.uniform(0.1, 0.9))
    if not place.is_enabled():
        shape.click()
    place.click()


def tap(page: Page, part: str, x: float, y: float) -> None:
    """Tap somewhere in a part of the grid, where shapes lie above each other."""
    box = page.locator(part).bounding_box()
    assert box
    page.mouse.click(box["x"] + x * box["width"], box["y"] + y * box["height"])
