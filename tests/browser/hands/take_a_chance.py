"""Plays Take a Chance by tapping."""

import random

from playwright.sync_api import Page


def act(page: Page, luck: random.Random) -> None:
    """Do whatever is asked: buy, roll, turn over, choose a half, bid, throw again, take."""
    if page.locator("[data-bid]").count():
        bid(page, luck)
    elif page.locator("[data-again]").count() and luck.random() < 0.6:
        throw_again(page, luck)
    elif page.locator("[data-take]").count():
        kinds = page.locator("[data-kind]")
        if luck.random() < 0.3:
            kinds.nth(luck.randrange(kinds.count())).click()
        page.locator("[data-take]").click()
    elif page.locator("[data-purchase]").count() and luck.random() < 0.5 and buy(page, luck):
        return
    else:
        offered = page.locator(".actions [data-move]")
        if offered.count():
            offered.nth(luck.randrange(offered.count())).click()
        else:
            assert buy(page, luck), "a card must be bought, but none can be"


def bid(page: Page, luck: random.Random) -> None:
    """Pass, or bid the least, something more, or all there is, typed."""
    if page.locator('[data-move="pass"]').count() and luck.random() < 0.5:
        page.locator('[data-move="pass"]').click()
        return
    more = page.locator('[data-by]:not([data-by^="-"]):enabled:visible, [data-to]:enabled')
    if luck.random() < 0.2:
        page.locator("#bid").fill(str(page.locator(".bidding").get_attribute("data-most")))
    elif more.count() and luck.random() < 0.7:
        more.nth(luck.randrange(more.count())).click()
    page.locator("[data-bid]").click()


def throw_again(page: Page, luck: random.Random) -> None:
    """Throw a die again, or two."""
    dice = page.locator(".toss")
    dice.nth(luck.randrange(dice.count())).click()
    if luck.random() < 0.3:
        page.locator(".toss[aria-pressed=false]").first.click()
    page.locator("[data-again]").click()


def buy(page: Page, luck: random.Random) -> bool:
    """Buy or put up a card, with a kept ticket or without, if one can be had."""
    cards = page.locator("[data-card]:not(.far)")
    if not cards.count():
        return False
    for kept in page.locator("[data-spend][aria-pressed=false]").all():
        if luck.random() < 0.4:
            kept.click()
    card = cards.nth(luck.randrange(cards.count()))
    if card.get_attribute("aria-pressed") == "false":
        card.click()
    page.locator("[data-purchase][aria-disabled=false]").click()
    return True
