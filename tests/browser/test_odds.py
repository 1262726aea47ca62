"""Odds in a browser: at what they are about, without moving anything, for those who like them."""

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import PHONE, Visit
from browser.playing import READY, fits, version, wait_beyond
from browser.test_access import problems
from children import wait_until

BOXES = """() => [...document.querySelectorAll("#table :is(button, .die, .card, .board, .mine, .actions)")]
  .map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" "))"""


def open_with_odds(page: Page, game: str, odds: bool = True) -> str:
    """Set up a table that shows odds, as the form does."""
    players = [{"kind": "person", "name": "Ann"}, *[{"kind": "bot", "bot": "thumb"}] * 2]
    wish = {"id": f"odds-{game}", "game": game, "players": players, "start": True, "odds": odds}
    answer = page.request.post("/api/v1/tables", data=wish, headers={"origin": page.url.rstrip("/")})
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['table']}"


@pytest.mark.parametrize(
    ("game", "button", "label"),
    [("gang-of-dice", "[data-stake]", "invalid"), ("chance-it", ".guide.in", "worth")],
)
def test_they_lie_at_their_button_and_nothing_moves(visit: Visit, game: str, button: str, label: str) -> None:
    page = visit("/", PHONE)
    held: list[Route] = []
    answering = False
    page.route("**/odds?*", lambda route: route.continue_() if answering else held.append(route))
    page.goto(open_with_odds(page, game))
    page.wait_for_selector(READY)
    page.wait_for_function("() => document.body.classList.contains('with-odds')")
    before = page.evaluate(BOXES)
    answering = True
    for route in held:
        route.continue_()
    bar = page.locator(f"{button} .odds")
    expect(bar).to_contain_text(label)
    assert page.evaluate(BOXES) == before, "room was kept for them"
    assert "(exact)" in str(bar.get_attribute("aria-label"))
    assert "exact" in str(page.locator(button).aria_snapshot()), "it is read with its button"
    assert fits(page)
    assert problems(page) == []
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Odds, where the table shows them").select_option("off")
    expect(page.locator(".odds")).to_have_count(0)
    page.get_by_label("Odds, where the table shows them").select_option("on")
    expect(bar).to_have_count(1)
    page.get_by_label("Odds at this table").select_option("no")
    expect(page.locator(".odds")).to_have_count(0)


def test_they_follow_the_dice_that_are_picked_up(visit: Visit) -> None:
    page = visit("/", PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(open_with_odds(page, "gang-of-dice"))
    page.wait_for_selector(READY)
    while not page.locator(".toss").count():
        before = version(page)
        page.locator("[data-stake]").click()
        wait_beyond(page, before)
        page.wait_for_selector(READY)
    again = page.locator("[data-again]")
    expect(again.locator(".odds")).to_have_count(1)
    face = page.locator(".toss").first.get_attribute("data-face")
    page.locator(".toss").first.click()
    expect(again).to_have_attribute("data-odds-of", f"reroll {face}")
    expect(again.locator(".odds")).to_have_count(1)
    # No rule is in the page.
    wait_until(
        lambda: any("/odds?" in url and f"reroll+{face}" in url for url in asked),
        "a question to the house",
        lambda: page.wait_for_timeout(50),
    )


def test_a_table_without_them_asks_for_nothing(visit: Visit) -> None:
    page = visit("/", PHONE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/odds" in request.url else None)
    page.goto(open_with_odds(page, "gang-of-dice", odds=False))
    page.wait_for_selector(READY)
    before = version(page)
    page.locator("[data-stake]").click()
    wait_beyond(page, before)
    page.wait_for_selector(f"{READY}, #table[data-armed]")
    expect(page.locator(".odds")).to_have_count(0)
    assert [url for url in asked if not url.endswith(".js")] == []
