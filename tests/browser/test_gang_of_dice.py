"""Gang of Dice in a browser: what is picked stays picked, whatever else happens at the table."""

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import DONE, READY, open_table, version, wait_beyond


def throw(page: Page) -> None:
    """Stake until there are dice to tap: some throws explode at once, and some stakes are small."""
    while not page.locator(".toss").count():
        before = version(page)
        page.locator("[data-set]").nth(min(2, page.locator("[data-set]").count() - 1)).click()
        page.locator("[data-stake]").click()
        wait_beyond(page, before)
        page.wait_for_selector(READY)


def test_dice_stay_picked_over_a_frame_that_asks_the_same(visit: Visit) -> None:
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'bot', 'bot')}")
    page.wait_for_selector(READY)
    throw(page)
    dice = page.locator(".toss")
    picked = dice.count() - 1
    dice.nth(picked).click()
    expect(page.locator("[data-again]")).to_have_text("Roll 1 again")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hints at this table").select_option("no")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.locator("[data-again]")).to_have_text("Roll 1 again")
    assert [die.get_attribute("aria-pressed") for die in dice.all()] == [
        *picked * ["false"],
        "true",
    ]
    page.keyboard.press("Escape")
    before = version(page)
    page.locator("[data-again]").click()
    wait_beyond(page, before)
    page.wait_for_selector(f"{DONE}, {READY}")
    assert page.locator(".toss[aria-pressed=true]").count() == 0, "the next question has nothing picked yet"
