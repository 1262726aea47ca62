"""A game on one page: two screens of a phone, the same in the drawer of a table, readable for everybody."""

import pytest
from playwright.sync_api import expect

from browser.conftest import PHONE, Visit
from browser.playing import READY, fits, open_table
from browser.test_access import problems
from chancebox.games import game, names


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_a_summary_takes_two_screens_of_a_phone_at_most(visit: Visit, name: str) -> None:
    page = visit(f"/rules/{name}")
    if not (game(name).web / "summary.html").exists():
        pytest.skip("this game has none")
    assert fits(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.reload()
        box = page.locator(".summary").bounding_box()
        assert box
        assert box["height"] <= 2 * PHONE[1]
        assert problems(page) == []


def test_the_drawer_of_a_table_begins_with_the_summary(visit: Visit) -> None:
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'chance-it', 'Ann', 'bot', 'bot')}")
    page.locator(".tabs [data-open='rules']").click()
    page.wait_for_selector("#rules .summary .scene")
    box = page.locator("#rules .summary").bounding_box()
    assert box
    assert 0 < box["y"] < PHONE[1]
    assert page.locator("#rules .scrolls").evaluate("part => part.scrollHeight > part.clientHeight")


@pytest.mark.parametrize("name", names())
def test_the_rules_beside_a_table_have_their_pictures(visit: Visit, name: str) -> None:
    if not (game(name).web / "summary.html").exists():
        pytest.skip("this game has none")
    page = visit("/")
    page.goto(f"/t/{open_table(page, name, 'Ann', 'bot', 'bot')}")
    page.wait_for_selector(READY)
    page.locator(".tabs [data-open='rules']").click()
    pictures = page.locator("#rules .summary .scene")
    expect(pictures).to_have_count(page.locator("#rules .summary ol > li").count())
    for picture in pictures.all():
        expect(picture).to_be_visible()
