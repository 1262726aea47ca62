"""The review in a browser: it grows, leads to boards and back into play, and fills the form card."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import come_to_the_end
from browser.test_access import problems

GAME = "gang-of-dice"


def fits(page: Page) -> bool:
    """Return whether nothing sticks out to the side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


@pytest.mark.long  # the review of a whole game, as deep as people get it
def test_a_game_is_reviewed_from_its_end(visit: Visit) -> None:
    page = visit("/")
    table = come_to_the_end(page, GAME, "Ann", "Ben")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.locator(".look[data-state=done]")).to_be_visible()
    assert fits(page)
    assert problems(page) == []
    expect(page.locator(".chart polyline")).to_have_count(2)
    # Spectators see it too, and nothing goes onto their card.
    other = visit(f"/t/{table}/review")
    expect(other.locator(".look[data-state=done]")).to_be_visible()
    expect(other.locator("#form")).to_be_hidden()
    card = page.locator("#form")
    expect(card.get_by_role("heading", name="Ann")).to_be_visible()
    expect(card.locator("[data-of=games]").first).to_have_text("1")
    # Who looks again has not played again.
    page.reload()
    expect(card.locator("[data-of=games]").first).to_have_text("1")
    card.get_by_role("button", name="Clear").click()
    expect(card).to_be_hidden()
    page.get_by_role("link", name="Board").first.click()
    page.wait_for_selector("#table[aria-busy=false]")
    assert "/replay?eyes=" in page.url
    expect(page.locator(".time polyline")).to_have_count(2)
    assert fits(page)
    assert problems(page) == []
    page.go_back()
    page.get_by_role("button", name="Play on from here").first.click()
    page.wait_for_selector(".status")
    assert table not in page.url
