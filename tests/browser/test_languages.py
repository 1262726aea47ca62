"""Every language on a phone: nothing is cut, nothing lies over something else."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

import screens
from browser.conftest import PHONE
from chancebox.engine.game.texts import ENGLISH, LANGUAGES
from chancebox.games import names
from server.processes import Server

CODES = list(LANGUAGES)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    yield page
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("code", CODES)
def test_pages_have_room_for_every_language(browser: Browser, server: Server, code: str) -> None:
    with browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=server.address
    ) as context:
        context.add_cookies([{"name": "language", "value": code, "url": server.address}])
        page = context.new_page()
        cut = {label: found for label in screens.visit(page) if (found := page.evaluate(screens.CUT))}
    assert cut == {}


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_boards_have_room_for_every_language(phone: Page, name: str) -> None:
    cut = {}
    for label, code, html in screens.boards(name, CODES):
        phone.set_content(html)
        if found := phone.evaluate(screens.CUT):
            cut[label, code] = found
    assert cut == {}


def test_what_is_cut_is_found(phone: Page) -> None:
    phone.set_content('<p style="width: 3rem; white-space: nowrap">Donaudampfschifffahrt</p>')
    assert "is wider than its box" in phone.evaluate(screens.CUT)[0]
    phone.set_content('<button>first one</button><button style="margin-left: -20px">second one</button>')
    assert phone.evaluate(screens.CUT) == ['"first one" lies over "second one"']


def test_a_language_that_is_chosen_is_kept(browser: Browser, server: Server) -> None:
    with browser.new_context(base_url=server.address, locale="fr-CA") as context:
        page = context.new_page()
        page.goto("/")
        assert page.locator("html").get_attribute("lang") == "fr"
        with page.expect_navigation():
            page.locator("select[name=language]").select_option("de")
        assert page.locator("html").get_attribute("lang") == "de"
        page.goto("/new/gang-of-dice")
        assert page.locator("html").get_attribute("lang") == "de"
        page.goto("/")
        assert page.locator("select[name=language]").input_value() == "de"
        with page.expect_navigation():
            page.locator("select[name=language]").select_option("")
        assert page.locator("html").get_attribute("lang") == "fr"
    assert ENGLISH in CODES
