"""Mine in the browser: what is there, taking it along, and leaving nothing."""

import json
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from browser.conftest import DESK, PHONE, Visit
from browser.playing import come_to_the_end, fits, open_table
from browser.test_access import problems
from chancebox.server.access.limits import unlimited
from chancebox.server.web.app import create_app
from server.guests import Guest, play_out
from server.processes import Server
from server.test_mine import counted, review
from server.test_neighbours import inside

FOCUSED = "document.activeElement.textContent.trim()"


def press_until(page: Page, name: str) -> None:
    """Press Tab until something of this name has the focus."""
    for _key in range(80):
        page.keyboard.press("Tab")
        if name in page.evaluate(FOCUSED):
            return
    raise AssertionError(f"Tab never came to {name}")


def wait_for_badges(page: Page) -> None:
    page.goto("/mine")
    expect(page.get_by_role("heading", name="Badges")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.long)])
def test_the_page_is_for_everybody(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", size)
    come_to_the_end(page, "second-chance", "Ann")
    wait_for_badges(page)
    expect(page.get_by_role("heading", name="Records")).to_be_visible()
    assert fits(page)
    assert problems(page) == []
    page.locator("[data-leave]").click()
    assert problems(page) == []


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_luck_over_time_is_drawn(browser: Browser, tmp_path: Path, scheme: Literal["light", "dark"]) -> None:
    with TestClient(create_app(tmp_path, limits=unlimited())) as house:
        ann = Guest(house)
        for seed, luck in enumerate((0.2, -0.7, 0.4)):
            table = ann.open("second-chance", "Ann", start=True)
            play_out(table, ann, seed=seed)
            counted(ann)
            inside(house).own_results.note_luck(table, review(luck))
    with Server(tmp_path) as server:
        context = browser.new_context(
            viewport={"width": PHONE[0], "height": PHONE[1]},
            base_url=server.address,
            color_scheme=scheme,
            service_workers="block",
            extra_http_headers=ann.headers,
        )
        page = context.new_page()
        page.goto("/mine")
        # A line without its style is a black shape.
        style = "line => { const { fill, stroke } = getComputedStyle(line); return [fill, stroke != 'none'] }"
        assert page.locator(".chart polyline").evaluate(style) == ["none", True]
        expect(page.locator(".chart text", has_text="0").first).to_be_visible()
        expect(page.get_by_text("So far dice and cards brought you −10 points.")).to_be_visible()
        assert fits(page)
        assert problems(page) == []
        context.close()


def test_it_is_found_and_left_by_keys_and_the_file_is_there(visit: Visit, tmp_path: Path) -> None:
    page = visit("/")
    expect(page.locator(".keeping")).to_have_count(0)
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.reload()
    press_until(page, "Mine")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Mine", exact=True)).to_be_visible()
    press_until(page, "Download all that is kept about you")
    with page.expect_download() as downloading:
        page.keyboard.press("Enter")
    assert downloading.value.suggested_filename == "chancebox-mine.json"
    downloading.value.save_as(tmp_path / "mine.json")
    (told,) = json.loads((tmp_path / "mine.json").read_text())["tables"]
    assert told["table"] == table
    assert [seat["name"] for seat in told["seats"]] == ["Ann", "Anton"]


def test_deleting_asks_once_more_and_then_leaves_nothing(visit: Visit) -> None:
    page = visit("/")
    page.locator("#name").fill("Zaphod")
    page.locator("#name").blur()
    table = open_table(page, "gang-of-dice", "Zaphod", "bot")
    page.goto(f"/t/{table}")
    page.wait_for_selector(".status")
    page.goto("/mine")
    press_until(page, "Delete all of it for good")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Delete everything for good?")
    expect(dialog).to_be_visible()
    assert page.evaluate(FOCUSED) == "Keep everything"
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert page.request.get(f"/api/v1/tables/{table}").ok
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == "Delete for good"
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Chancebox")).to_be_visible()
    expect(page.locator(".keeping")).to_have_count(0)
    assert page.request.get(f"/api/v1/tables/{table}").status == 410
    assert page.context.cookies() == []
    kept = page.evaluate("Object.keys(localStorage)")
    assert set(kept) <= {"pace"}, "the test itself sets the pace"
    expect(page.locator("#name")).to_have_value("")


def test_somebody_who_stays_sees_a_guest(visit: Visit) -> None:
    ann, ben = visit("/"), visit("/")
    table = open_table(ann, "gang-of-dice", "Ann", "open", start=False)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    ben.locator("#sitter").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    ann.get_by_role("button", name="Start the game").click()
    ben.wait_for_selector("#table[data-stage='playing']")
    ann.goto("/mine")
    ann.locator("[data-leave]").click()
    ann.locator("[data-sure]").click()
    expect(ben.locator("#chair-0 .name")).to_have_text("Guest")
    expect(ben.locator("#chair-0 .icon-bot")).to_be_visible()
