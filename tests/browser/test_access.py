"""Everybody can use it: axe finds nothing of any impact on any page, in light and dark."""

import random
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

import scenes
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
from chancebox.games import game, names

PAGES = (
    "/",
    "/new/take-a-chance",
    "/rules/chance-it",
    "/dice",
    "/daily",
    "/verify",
    "/t/nowhere",
    "/mine",
    "/copies",
    "/copies/chance-it",
)
OTHERS = [
    pytest.param(f"/{page}/{name}", marks=pytest.mark.long)
    for page in ("new", "rules")
    for name in names()
    if f"/{page}/{name}" not in PAGES
]
DRAWERS = ("settings", "rules", "log", "chat")


def problems(page: Page) -> list[str]:
    """Return what is wrong in light, and which colours are too faint in dark."""
    wrong = []
    if not page.evaluate("'axe' in window"):  # half a million letters
        page.evaluate(AXE_SCRIPT)
    axe = Axe("null")
    for theme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        page.evaluate("theme => { document.documentElement.dataset.theme = theme }", theme)
        options = {"resultTypes": ["violations"], **rules}  # what is right need not be told, node by node
        found: list[dict[str, Any]] = axe.run(page, options=options).response["violations"]
        wrong += [
            f"{theme}: {one['id']}: {node['html'][:200]} {node['failureSummary'][:200]}"
            for one in found
            for node in one["nodes"]
        ]
    return wrong


@pytest.mark.parametrize("path", [*PAGES, *OTHERS])
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


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"])
def test_drawers(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", size)
    page.goto(f"/t/{open_table(page, 'second-chance', 'Ann', 'bot', 'bot')}")
    page.wait_for_selector(READY)
    for name in (*DRAWERS, "overview"):
        opener = page.locator(f"[data-open={name}]:visible").first
        if not opener.count():
            continue  # a column beside the board
        opener.click()
        page.wait_for_selector(f"#{name}.open")
        assert problems(page) == [], name
        page.keyboard.press("Escape")


def test_the_curtain_and_an_earlier_moment(visit: Visit) -> None:
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'take-it-or-leave-it', 'Ann', 'Ben')}")
    page.wait_for_selector("#curtain[open]")
    assert problems(page) == []
    page.locator("#curtain button").click()
    page.wait_for_selector(READY)
    page.locator("[data-open=log]").click()
    page.locator("#log [data-moment]").first.click()
    page.wait_for_selector("#then[open]")
    assert problems(page) == []


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_every_kind_of_moment(browser: Browser, name: str) -> None:
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    with scenes.house() as ann:
        for scene in scenes.read(name):
            page.set_content(scenes.board(ann, name, scene))
            assert problems(page) == [], scene.kind
    page.close()


def test_the_end_and_the_replay(visit: Visit) -> None:
    page = visit("/")
    come_to_the_end(page, "second-chance", "Ann", "Ben")
    assert problems(page) == []
    page.get_by_role("link", name="Replay").click()
    page.wait_for_selector("#table[aria-busy=false]")
    assert problems(page) == []
