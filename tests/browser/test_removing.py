"""Cleaning up in a browser: removing a table after a question, hearing of it, taking what is kept."""

from playwright.sync_api import Page, expect

from browser.conftest import DESK, Visit
from browser.playing import READY, fits, open_table
from browser.test_access import problems
from browser.test_arriving import forgive


def ask(page: Page) -> None:
    """Open the question whether the table shall be removed."""
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Remove this table …").click()
    expect(page.get_by_role("dialog", name="Remove this table?")).to_be_visible()


def test_a_table_is_removed_after_a_question(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    ask(page)
    assert fits(page)
    assert problems(page) == []
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator("#removal")).to_be_hidden()
    expect(page.locator("#settings")).to_be_visible()
    page.get_by_role("button", name="Remove this table …").click()
    page.get_by_role("button", name="Remove it").click()
    page.wait_for_url("/")
    expect(page.get_by_role("heading", name="Chancebox")).to_be_visible()
    expect(page.locator(f"a[href='/t/{table}']")).to_have_count(0)
    page.goto(f"/t/{table}")
    expect(page.get_by_text("This table was removed.")).to_be_visible()
    forgive(visit, "410")


def test_by_keys_alone(visit: Visit) -> None:
    page = visit("/", DESK)
    table = open_table(page, "gang-of-dice", "Ann", "bot", start=False)
    page.goto(f"/t/{table}")
    page.wait_for_selector(".lobby")
    page.get_by_role("button", name="Settings").press("Enter")
    page.get_by_role("button", name="Remove this table …").press("Enter")
    expect(page.get_by_role("button", name="Keep it")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#removal")).to_be_hidden()
    expect(page.get_by_role("button", name="Remove this table …")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("/")


def test_back_leaves_nothing_open(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    ask(page)
    page.go_back()
    expect(page.locator("#removal")).to_be_hidden()
    expect(page.locator("dialog:modal")).to_have_count(0)


def test_others_are_told_and_led_home(visit: Visit) -> None:
    ann, ben = visit("/"), visit("/")
    table = open_table(ann, "gang-of-dice", "Ann", "open", start=False)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
        page.wait_for_selector(".lobby")
    ben.get_by_role("button", name="Settings").click()
    expect(ben.locator("#settings")).to_be_visible()
    expect(ben.locator(".removal")).to_be_hidden()
    ask(ann)
    ann.get_by_role("button", name="Remove it").click()
    expect(ben.get_by_text("This table was removed.")).to_be_visible()
    ben.get_by_role("link", name="To the first page").click()
    ben.wait_for_url("/")
    forgive(visit, "410")


def test_who_waits_by_requests_is_told_too(visit: Visit) -> None:
    """Where sockets are blocked."""
    ann, ben = visit("/"), visit("/")
    table = open_table(ann, "gang-of-dice", "Ann", "open", start=False)
    ben.route_web_socket("**/live*", lambda socket: socket.close())
    ben.goto(f"/t/{table}")
    ben.wait_for_selector(".lobby")
    ann.goto(f"/t/{table}")
    ask(ann)
    ann.get_by_role("button", name="Remove it").click()
    expect(ben.get_by_text("This table was removed.")).to_be_visible()
    forgive(visit, "410")


def test_a_game_with_others_is_not_offered_to_be_removed(visit: Visit) -> None:
    ann, ben = visit("/"), visit("/")
    table = open_table(ann, "gang-of-dice", "Ann", "open", start=False)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    ben.locator("#sitter").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    ann.get_by_role("button", name="Start the game").click()
    ann.wait_for_selector("#table[data-stage='playing']")
    ann.get_by_role("button", name="Settings").click()
    expect(ann.locator("#settings")).to_be_visible()
    expect(ann.locator(".removal")).to_be_hidden()
