"""Plays Take it or Leave it by tapping."""

import random

from playwright.sync_api import Locator, Page


def act(page: Page, luck: random.Random) -> None:
    """Answer whatever the page asks: a turn, a knock, laying out, a discard, a mix of cards."""
    if page.locator("[data-want]").count():
        _mix(page, luck)
    elif page.locator("[data-lay]").count():
        _lay(page, luck)
    elif page.locator("[data-discard]").count():
        _discard(page, luck)
    elif page.locator(".aiming").count():
        _take_turn(page, luck)
    else:
        _any(page.locator(".actions [data-move]"), luck).click()


def _decide(page: Page, button: str) -> None:
    """Answer what all are asked at the same time; their answers must not be taken for the own one."""
    page.locator(button).click()
    page.wait_for_selector(button, state="detached")


def _any(found: Locator, luck: random.Random) -> Locator:
    return found.nth(luck.randrange(found.count()))


def _take_turn(page: Page, luck: random.Random) -> None:
    playing = page.locator(".card.action button")
    if playing.count() and luck.random() < 0.4:
        card = _any(playing, luck)
        kind = card.get_attribute("data-aim")
        card.click()
        if kind:
            _aim(page, luck, kind)
    elif luck.random() < 0.12:
        is_asked_twice = page.locator("[data-leave]").count()
        page.locator(".usual").click()
        if is_asked_twice:
            page.locator("[data-confirm]").click()
    else:
        _take(page, luck)


def _take(page: Page, luck: random.Random) -> None:
    """Choose a die, then take it."""
    _any(page.locator("#tray button"), luck).click()
    page.locator("[data-confirm]").click()


def _aim(page: Page, luck: random.Random, kind: str) -> None:
    dice = page.locator("#tray button:enabled, .my-dice button:enabled")
    if luck.random() < 0.2:
        _any(dice, luck).click()
        page.locator("[data-cancel]").click()
        _take(page, luck)
        return
    if kind == "swap":
        _any(page.locator("#tray button.white"), luck).click()
        _any(page.locator("#tray button.black"), luck).click()
    elif kind == "reroll-some":
        for i in luck.sample(range(dice.count()), min(dice.count(), luck.randint(1, 4))):
            dice.nth(i).click()
    else:
        _any(dice, luck).click()
    if kind in ("set", "shift"):
        _any(page.locator(".values button:enabled"), luck).click()
    else:
        page.locator("[data-confirm]").click()


def _lay(page: Page, luck: random.Random) -> None:
    """Accept the proposal or change it: lay dice elsewhere, keep tasks back, begin anew."""
    for _change in range(luck.choice((0, 0, 1, 3))):
        way = luck.random()
        backs = page.locator("[data-back]:visible")
        if way < 0.15 and backs.count():
            _any(backs, luck).click()
        elif way < 0.2 and page.locator("[data-best]").is_visible():
            page.locator("[data-best]").click()
        else:
            _any(page.locator(".own"), luck).click()
            targets = page.locator(".laying [data-onto]:visible:enabled, .laying .head")
            if targets.count():
                _any(targets, luck).click()
    _decide(page, "[data-lay]")


def _discard(page: Page, luck: random.Random) -> None:
    if luck.random() < 0.5:
        _decide(page, '[data-move="keep"]')
        return
    _any(page.locator("button.card"), luck).click()
    _decide(page, "[data-discard]")


def _mix(page: Page, luck: random.Random) -> None:
    for _change in range(luck.randrange(3)):
        changes = page.locator("[data-mix]:enabled")
        if changes.count():
            _any(changes, luck).click()
    _decide(page, "[data-want]")
