"""Everybody can use it: axe finds nothing serious on any page, in light and dark."""

import random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from browser.conftest import DESK, PHONE, Visit
from browser.playing import (
    DONE,
    EACH_GAME,
    READY,
    come_to_the_end,
    hands,
    open_table,
    play_now,
    version,
    wait_beyond,
)
from chancebox.games import game

SERIOUS = ("serious", "critical")


def problems(page: Page) -> list[str]:
    """Return what is wrong in light, and which colours are too faint in dark."""
    wrong = []
    for theme, options in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        found: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
        wrong += [
            f"{theme}: {one['id']}: {one['nodes'][0]['html'][:200]} {one['nodes'][0]['failureSummary'][:200]}"
            for one in found
            if one["impact"] in SERIOUS
        ]
    return wrong


@pytest.mark.parametrize("path", ["/", "/new/take-a-chance", "/rules/chance-it", "/verify", "/t/nowhere"])
def test_pages(visit: Visit, path: str) -> None:
    page = visit(path)
    assert problems(page) == []
    visit.wrong.clear()  # type: ignore[attr-defined]


def test_the_lobby(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "open", "bot", start=False)
    page.goto(f"/t/{table}")
    page.wait_for_selector(".lobby")
    assert problems(page) == []
    friend = visit(f"/t/{table}")
    friend.wait_for_selector("#sitdown")
    assert problems(friend) == []
    friend.context.set_offline(True)
    friend.wait_for_selector("#offline:not(:empty)")
    assert problems(friend) == []
    friend.context.set_offline(False)


def test_the_first_page_of_who_came_before(visit: Visit) -> None:
    page = visit("/")
    open_table(page, "gang-of-dice", "Ann", "Anton")
    page.locator("#code").fill("nope")
    page.keyboard.press("Enter")
    page.wait_for_selector("#problem")
    assert page.locator(".turn").count()
    assert problems(page) == []
    visit.wrong.clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"])
@pytest.mark.parametrize("name", EACH_GAME)
def test_tables(visit: Visit, name: str, size: tuple[int, int]) -> None:
    page = visit("/", size)
    play_now(page, game(name).title)
    luck = random.Random(5)
    for _gesture in range(5):
        page.wait_for_selector(f"{DONE}, {READY}")
        assert problems(page) == []
        if page.locator(DONE).count():
            break
        before = version(page)
        hands(name).act(page, luck)
        wait_beyond(page, before)


def test_the_end_and_the_replay(visit: Visit) -> None:
    page = visit("/")
    come_to_the_end(page, "second-chance", "Ann", "Ben")
    assert problems(page) == []
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#table[aria-busy=false]")
    assert problems(page) == []
