"""A group in the browser: a series over three games, another phone in the middle; the club; keys alone."""

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from browser.conftest import DESK, PHONE, Visit
from browser.playing import DONE, come_to_the_end, fits
from browser.test_access import problems
from browser.test_pseudo import LETTERS, Walk, answer_with_letters, walk
from browser.test_rematch import ask, decide, finish
from server.processes import Server

__all__ = ["walk"]
_ids = itertools.count(1)


def keep_off_tables(page: Page) -> None:
    """Let a page come to no table: one that looks takes a share in the dice, and each move carries a link."""

    def stop(route: Route) -> None:
        route.fulfill(body="<!doctype html><title>a table</title>", content_type="text/html")

    page.route(re.compile(r"/t/\w+$"), stop)


def play(table: str, *pages: Page) -> None:
    """Let all come to a table, and play it to its end without looking."""
    luck = random.Random(next(_ids))
    while (stage := {ask(page, f"tables/{table}")["stage"] for page in pages}) != {"over"}:
        if "playing" in stage:
            for page in pages:
                decide(page, table, luck)


def press_on(page: Page, name: str, most: int = 60) -> None:
    """Go to a button by the tabulator alone, and press it."""
    for _step in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.innerText.trim()") == name:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"no way to {name!r}")


def open_next(page: Page) -> str:
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url.rsplit("/", 1)[-1]


@pytest.mark.long  # three whole games
def test_a_series_over_three_games_with_another_phone_in_the_middle(visit: Visit) -> None:
    ann, ben = finish(visit)
    ann.get_by_role("button", name="Series …").click()
    ann.wait_for_url(re.compile(r"/g/\w+$"))
    group = ann.url.rsplit("/", 1)[-1]
    expect(ben.get_by_role("link", name="Standings")).to_have_attribute("href", f"/g/{group}")
    expect(ann.locator("#standings")).to_have_text(re.compile("lead.* with 1 win .*after one game."))
    expect(ann.locator(".standings tbody tr")).to_have_count(2)
    assert fits(ann)
    assert problems(ann) == []

    # Agreed on by keys alone: three games of anything.
    ann.locator("#kind").focus()
    ann.keyboard.press("ArrowDown")
    ann.keyboard.press("Tab")
    ann.keyboard.type("3")
    ann.keyboard.press("Tab")
    ann.keyboard.press("Home")
    press_on(ann, "Agree on this series")
    expect(ann.locator("h1")).to_have_text("An evening of 3 games")

    for page in (ann, ben):
        keep_off_tables(page)
    ann.locator("#next-game").select_option(label="Second Chance")
    table = open_next(ann)
    ben.goto(f"/g/{group}")
    expect(ben.get_by_role("link", name="To the table")).to_have_attribute("href", f"/t/{table}")
    assert ask(ben, f"tables/{table}")["game"] == "second-chance"
    play(table, ann, ben)
    ann.goto(f"/g/{group}")
    expect(ann.locator("#standings")).to_contain_text("after one game.")

    # Ben goes on on another phone, in the middle of the second game.
    table = open_next(ann)
    assert ask(ben, f"tables/{table}")["seats"]
    decide(ann, table, random.Random(1))
    ben.goto(f"/g/{group}")
    ben.get_by_role("button", name="Show a code for my place").click()
    expect(ben.locator(".handing .code")).to_have_text(re.compile(r"\w{8}"))
    phone = visit("/")
    keep_off_tables(phone)
    phone.locator("#code").fill(ben.locator(".handing .code").inner_text().lower())
    phone.keyboard.press("Enter")
    phone.wait_for_url(f"**/g/{group}")
    expect(phone.get_by_role("button", name="Show a code for my place")).to_be_visible()
    ben.reload()
    expect(ben.get_by_role("button", name="Show a code for my place")).to_have_count(0)
    expect(ben.get_by_role("button", name="Open the table")).to_have_count(0)
    play(table, ann, phone)
    phone.reload()
    play(open_next(phone), phone, ann)

    for page in (ann, phone, ben):
        page.goto(f"/g/{group}")
        expect(page.locator(".lead.final h2")).to_have_text(re.compile("(wins|share) the series!"))
        expect(page.locator(".chart polyline")).to_have_count(2)
        expect(page.locator(".games li")).to_have_count(3)
    assert problems(ann) == []
    assert problems(ben) == []
    assert fits(ann)
    ann.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert fits(ann)
    phone.goto("/")
    expect(phone.get_by_role("heading", name="Your groups")).to_be_visible()
    expect(phone.locator(f"a[href='/g/{group}']")).to_contain_text("4 games")
    assert problems(phone) == []


def test_leaving_is_asked_about_and_done_by_keys(visit: Visit) -> None:
    ann, ben = finish(visit)
    ann.get_by_role("button", name="Series …").click()
    ann.wait_for_url(re.compile(r"/g/\w+$"))
    ben.goto(ann.url)
    press_on(ben, "Leave the group …")
    expect(ben.get_by_role("dialog")).to_be_visible()
    assert problems(ben) == []
    assert ben.evaluate("document.activeElement.innerText") == "Stay"
    ben.keyboard.press("Escape")
    expect(ben.get_by_role("dialog")).to_have_count(0)
    ben.keyboard.press("Enter")
    press_on(ben, "Leave")
    ben.wait_for_url(re.compile(r":\d+/$"))
    ann.reload()
    expect(ann.locator(".standings")).to_contain_text("somebody who left")


def test_every_word_is_translated(walk: Walk) -> None:
    page = walk("/")
    table = come_to_the_end(page, "gang-of-dice", "Ann", "Ben")
    page.goto(f"/t/{table}")
    page.wait_for_selector(f"{DONE}[data-armed]")
    page.locator("[data-post=group]").click()
    page.wait_for_url(re.compile(r"/g/\w+$"))
    expect(page.locator("#standings")).to_contain_text("⟦")
    # Two people on one device have two places.
    expect(page.locator("[data-code]")).to_have_count(2)
    page.route("**/members/*/code", answer_with_letters)
    page.locator("[data-code]").first.click()
    expect(page.locator(".handing").first).to_be_visible()
    for place in ("#toast", "#spoken"):
        expect(page.locator(place)).to_contain_text(LETTERS)
    page.reload()
    # The page comes again, and its script later: a tap waits for it, and is not lost.
    late: list[Route] = []
    page.route("**/group*.js*", lambda route: late.append(route))
    page.locator("[data-post=series] button").click()
    expect(page.locator("h1")).to_contain_text("5")
    expect(page.locator("[data-post=tables] button")).to_be_disabled()
    page.unroute("**/group*.js*")
    late[0].continue_()
    group = page.url
    page.locator("[data-post=tables] button").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.goto(group)
    page.wait_for_selector(".go a")
    page.goto("/")


@pytest.fixture(scope="module")
def club_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    folder: Path = tmp_path_factory.mktemp("club")
    with Server(folder, "--club", "Dice Friends") as server:
        assert server.process
        assert server.process.stdout
        line = ""
        while "/club/" not in line:
            line = server.process.stdout.readline()
        yield server, line[line.index("/club/") :].strip()


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"])
def test_the_club(browser: Browser, club_house: tuple[Server, str], size: tuple[int, int]) -> None:
    server, path = club_house
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(viewport=viewport, base_url=server.address)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(path)
    expect(page.locator("h1")).to_have_text("Dice Friends")
    assert problems(page) == []
    assert fits(page)
    page.get_by_role("link", name="Set up a table of Gang of Dice").click()
    page.locator("#kind1").select_option("open")
    page.get_by_label("Show this table to the club Dice Friends").check()
    assert problems(page) == []
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(".lobby")
    table = page.url.rsplit("/", 1)[-1]
    page.goto(path)
    expect(page.locator(f"a[href='/t/{table}']")).to_contain_text("One seat is open.")
    assert problems(page) == []
    other = browser.new_context(base_url=server.address).new_page()
    other.goto("/new/gang-of-dice")
    assert "Dice Friends" not in other.content()
    for one in (context, other.context):
        one.close()
