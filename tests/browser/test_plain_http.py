"""A phone in the same network comes by plain http: browsers keep clipboard and notices from its pages."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import PHONE, Visit
from browser.playing import DONE, come_to_the_end, open_table
from browser.test_access import problems
from chancebox.server.access.addresses import network_address
from server.processes import Server

NO_CLIPBOARD = "delete Navigator.prototype.clipboard"
NOT_BY_HAND = f"{NO_CLIPBOARD}; document.execCommand = () => false"


@pytest.fixture
def guest(browser: Browser, tmp_path: Path) -> Iterator[Page]:
    """A phone that came by the address of the house in its network, without encryption."""
    address = network_address()
    if not address:
        pytest.skip("this machine is in no network")
    with Server(tmp_path, "--host", "0.0.0.0") as server:
        context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]},
            base_url=f"http://{address}:{server.port}",
            reduced_motion="reduce",
        )
        context.add_init_script("localStorage.setItem('pace', 'instant')")
        page = context.new_page()
        page.goto("/")
        yield page
        context.close()


def pasted(page: Page) -> str:
    """What lies in the clipboard, as somebody finds out who may not ask for it."""
    page.evaluate("document.body.appendChild(document.createElement('textarea')).focus()")
    page.keyboard.press("Control+V")
    return page.locator("body > textarea").input_value()


def test_the_link_of_a_table_is_copied_over_plain_http(guest: Page) -> None:
    table = open_table(guest, "gang-of-dice", "Ann", "open", start=False)
    guest.goto(f"/t/{table}")
    guest.get_by_role("button", name="Copy the link", exact=True).click()
    expect(guest.locator("#toast")).to_have_text("The link is copied.")
    assert not guest.evaluate("isSecureContext")
    expect(guest.locator("#copying")).to_be_hidden()
    assert pasted(guest) == guest.url


def test_the_link_of_a_running_table_lies_selected_where_nothing_may_be_copied(visit: Visit) -> None:
    page = visit("/")
    page.context.add_init_script(NOT_BY_HAND)
    table = open_table(page, "gang-of-dice", "Ann", "bot")
    page.goto(f"/t/{table}")
    page.wait_for_selector(".status")
    page.locator("[data-open=settings]").click()
    page.get_by_role("button", name="Copy the link of this table").click()
    dialog = page.get_by_role("dialog", name="Copy this by hand")
    link = dialog.get_by_role("textbox").input_value()
    assert re.fullmatch(rf"http://.*/t/{table}", link)
    assert page.evaluate("getSelection().toString()") == link
    assert problems(page) == []
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#settings")).to_be_visible()


def test_the_link_of_a_group_is_copied_over_plain_http(guest: Page) -> None:
    come_to_the_end(guest, "gang-of-dice", "Ann", "Ben")
    guest.wait_for_selector(f"{DONE}[data-armed]")
    guest.get_by_role("button", name="Series …").click()
    guest.wait_for_url(re.compile("/g/"))
    guest.get_by_role("button", name="Copy the link", exact=True).click()
    expect(guest.locator("#toast")).to_have_text("The link is copied.")
    assert pasted(guest) == guest.locator(".link").inner_text()


def test_over_plain_http_the_settings_say_that_notices_need_https(guest: Page) -> None:
    guest.locator("select[name=notices]").select_option("on")
    expect(guest.locator(".denied")).to_contain_text("only where the address begins with https")
    expect(guest.locator("select[name=notices]")).to_have_value("off")


def test_a_browser_without_notices_is_not_told_to_look_into_its_settings(visit: Visit) -> None:
    page = visit("/")
    page.context.add_init_script("delete window.Notification")
    page.reload()
    page.locator("select[name=notices]").select_option("on")
    expect(page.locator(".denied")).to_contain_text("This browser has no notices here.")
