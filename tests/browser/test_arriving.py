"""Arriving on a phone: the first page, a wrong code, a friend's lobby, and a connection that goes away."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import PHONE, Visit
from browser.playing import READY, fits, open_table, play_now
from chancebox.server.access.addresses import network_address
from children import LIMIT
from server.processes import Server


def forgive(visit: Visit, *parts: str) -> None:
    """Forget what the browser itself reports about answers and connections that a test breaks on purpose."""
    wrong = visit.wrong  # type: ignore[attr-defined]
    wrong[:] = [line for line in wrong if not any(part in line for part in parts)]


def is_in_view(page: Page, selector: str) -> bool:
    box = page.locator(selector).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= PHONE[1]


def test_your_tables_and_the_code_are_in_view_on_a_phone(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto("/")
    assert fits(page)
    assert is_in_view(page, f"a[href='/t/{table}']")
    assert is_in_view(page, "#code")
    expect(page.locator(f"a[href='/t/{table}'] .turn")).to_have_text("your turn")
    page.locator(f"a[href='/t/{table}']").click()
    page.wait_for_selector("#table[data-stage='playing']")


def test_a_wrong_code_is_explained_and_can_be_mended(visit: Visit) -> None:
    host, page = visit("/"), visit("/")
    table = open_table(host, "gang-of-dice", "Ann", "open", start=False)
    host.goto(f"/t/{table}")
    code = str(host.locator(".invitation .code").text_content())
    page.locator("#code").fill("nope")
    page.keyboard.press("Enter")
    expect(page.locator("#problem")).to_contain_text("There is no table with the code NOPE.")
    expect(page.locator("#code")).to_have_value("nope")
    expect(page.locator("#code")).to_be_focused()
    assert fits(page)
    assert is_in_view(page, "#problem")
    page.locator("#code").fill(code)
    page.keyboard.press("Enter")
    page.wait_for_selector(".lobby")
    assert page.url.endswith(table)
    forgive(visit, "404")


def test_a_friend_types_a_name_and_presses_enter(visit: Visit) -> None:
    host, friend = visit("/"), visit("/")
    table = open_table(host, "gang-of-dice", "Ann", "open", "open", start=False)
    host.goto(f"/t/{table}")
    friend.goto(f"/t/{table}")
    expect(friend.locator("#welcome")).to_have_text("Ann invites you to Gang of Dice")
    assert fits(friend)
    assert is_in_view(friend, "#sitdown")
    friend.locator("#sitter").fill("Ben")
    friend.keyboard.press("Enter")
    expect(friend.locator(".seating li.seat-1")).to_contain_text("you")
    expect(host.locator(".seating li.seat-1 .name")).to_have_text("Ben")
    expect(friend.locator("#sitdown")).to_have_count(0)


def test_a_friend_without_a_name_is_a_guest_and_a_typed_name_outlives_a_frame(visit: Visit) -> None:
    host, friend, other = visit("/"), visit("/"), visit("/")
    table = open_table(host, "gang-of-dice", "Ann", "open", "open", start=False)
    friend.goto(f"/t/{table}")
    other.goto(f"/t/{table}")
    other.locator("#sitter").fill("Cleo")
    other.locator("#sitter").blur()
    friend.locator("#sitter").press("Enter")
    expect(other.locator(".seating li.seat-1 .name")).to_have_text("Guest")
    expect(other.locator("#sitter")).to_have_value("Cleo")
    other.locator("#sitter").press("Enter")
    expect(friend.locator(".seating li.seat-2 .name")).to_have_text("Cleo")


def test_a_house_for_this_computer_alone_shows_no_link_for_others(visit: Visit) -> None:
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'open', start=False)}")
    expect(page.locator(".here-only")).to_contain_text("on this computer only")
    assert page.locator(".qr").count() == 0
    assert fits(page)


def test_the_keeper_opens_the_house_from_the_lobby_and_shuts_it_on_the_first_page(
    browser: Browser, tmp_path: Path
) -> None:
    if not network_address():
        pytest.skip("this machine is in no network")
    with Server(tmp_path / "own") as server:
        assert server.process
        assert server.process.stdout
        told = [server.process.stdout.readline() for _line in range(2)]
        context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=server.address
        )
        context.set_default_timeout(1000 * LIMIT)
        page = context.new_page()
        page.goto(told[1].split()[-1])
        assert page.url == f"{server.address}/"
        assert fits(page)
        table = open_table(page, "gang-of-dice", "Ann", "open", start=False)
        page.goto(f"{server.address}/t/{table}")
        page.get_by_role("button", name="Open to my network").click()
        expect(page.locator(".invitation .link")).to_have_text(
            f"http://{network_address()}:{server.port}/t/{table}"
        )
        expect(page.locator(".qr")).to_be_visible()
        assert fits(page)
        page.goto(f"{server.address}/")
        page.get_by_role("button", name="Shut it again").click()
        expect(page.get_by_role("button", name="Open to my network")).to_be_visible()
        page.goto(f"{server.address}/t/{table}")
        expect(page.locator(".here-only")).to_be_visible()
        expect(page.locator(".qr")).to_have_count(0)
        context.close()


def test_a_lost_connection_is_seen_until_it_is_back(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    page.context.set_offline(True)
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#offline")).to_contain_text("No connection")
    page.locator("[data-hint]").click()
    expect(page.locator("#toast")).to_contain_text("There is no connection")
    page.context.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    page.wait_for_selector(READY)
    forgive(visit, "net::ERR")


def test_back_closes_a_drawer_and_only_then_leaves(visit: Visit) -> None:
    page = visit("/")
    table = play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    opened = page.locator(".drawer.open")
    page.locator(".tabs [data-open='rules']").click()
    expect(opened).to_have_id("rules")
    page.go_back()
    expect(opened).to_have_count(0)
    assert page.url.endswith(table)
    page.go_forward()
    expect(opened).to_have_id("rules")
    page.go_back()
    expect(opened).to_have_count(0)
    expect(page.locator(READY)).to_be_visible()
    page.go_back()
    page.wait_for_selector(".shelf")


def test_a_drawer_that_was_closed_otherwise_is_no_step_back(visit: Visit) -> None:
    page = visit("/")
    table = play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    opened = page.locator(".drawer.open")
    page.locator(".tabs [data-open='log']").click()
    expect(opened).to_have_id("log")
    opened.locator("[data-close]").click()
    # At once another one, while the browser may still be going back; then a third instead of it, and Escape.
    page.locator(".tabs [data-open='chat']").click()
    expect(opened).to_have_id("chat")
    page.locator("[data-open='settings']").click()
    expect(opened).to_have_id("settings")
    page.reload()
    expect(opened).to_have_id("settings")
    page.wait_for_selector(READY)
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)
    page.wait_for_function("history.state === null")
    assert page.url.endswith(table)
    page.go_back()
    page.wait_for_selector(".shelf")


def test_a_link_beside_an_open_drawer_is_followed(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    page.locator("[data-open='settings']").click()
    expect(page.locator(".drawer.open")).to_have_id("settings")
    page.locator(".bar a[href='/']").click()
    page.wait_for_selector(".shelf")
    page.go_back()
    page.wait_for_selector(READY)
    expect(page.locator(".drawer.open")).to_have_count(0)
