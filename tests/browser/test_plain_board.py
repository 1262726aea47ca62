"""The board of a game that brings none, and was installed beside the house: one that people would play on."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESK, PHONE, Visit, find_browser
from browser.playing import READY, arm_at_once, fits, open_table, play, play_now, version, wait_beyond
from browser.test_access import problems
from copies import install_game
from server.processes import Server

GAME, TITLE = "perudo", "Liar's Dice"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a house beside which a game was installed."""
    find_browser()
    site = install_game("liars-dice", tmp_path_factory.mktemp("guest"), GAME)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")]))
        with Server(tmp_path_factory.mktemp("house")) as server:
            yield server


def sit_down(visit: Visit, size: tuple[int, int], players: int = 6, **more: str) -> Page:
    """Sit around one device; whoever opens the first round may make every bid."""
    page = visit("/", size, **more)
    table = open_table(page, GAME, *("Ann", "Ben", "Cleo", "Dora", "Emil", "Finn")[:players])
    page.goto(f"/t/{table}")
    draw_the_curtain(page)
    return page


def draw_the_curtain(page: Page) -> None:
    page.locator("#curtain[open] button").click()
    page.wait_for_selector(READY)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_a_whole_game_by_tapping(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", size)
    arm_at_once(page)
    play_now(page, TITLE)
    assert play(page, GAME, seed=4) > 2
    assert fits(page)
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_board_and_moves_both_have_their_place(visit: Visit, size: tuple[int, int]) -> None:
    page = sit_down(visit, size)
    if shots := os.environ.get("SHOTS"):
        page.screenshot(path=f"{shots}/plain-{size[0]}.png")
    assert fits(page)
    assert page.locator(".moves [data-move]").count() == 180
    heights = {name: page.locator(name).bounding_box()["height"] for name in (".middle", ".moves")}  # type: ignore[index]
    assert heights[".middle"] >= 150, "the board is what one looks at"
    assert heights[".moves"] >= 120, "several rows of moves"
    rows = page.locator(".plain tbody tr")
    expect(rows).to_have_count(6)
    expect(page.locator(".plain tbody .die")).to_have_count(5)
    expect(page.locator(".plain tbody .me .die")).to_have_count(5)
    expect(page.locator(".plain .facts")).to_contain_text("dice on the table")


def test_moves_are_found_by_typing(visit: Visit) -> None:
    page = sit_down(visit, PHONE)
    field = page.get_by_label("Search the moves")
    field.fill("30x")
    shown = page.locator(".moves [data-move]:visible")
    expect(shown).to_have_text([f"30x{face}" for face in range(1, 7)])
    expect(page.locator("#found-moves")).to_have_text("6 of 180")
    before = version(page)
    field.press("Enter")
    assert version(page) == before, "six moves are left: none of them is meant yet"
    field.fill("20x1")
    field.press("Enter")
    wait_beyond(page, before)
    page.locator("[data-hand-to]").click()
    draw_the_curtain(page)
    expect(field).to_have_value("")
    expect(shown).to_have_count(66)
    expect(shown.first).to_have_text("challenge")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everybody_can_use_it(visit: Visit, scheme: str) -> None:
    page = sit_down(visit, PHONE, 3, color_scheme=scheme)
    assert problems(page) == []


def test_a_game_without_pictures_stands_on_the_shelf(visit: Visit) -> None:
    page = visit("/", PHONE)
    if shots := os.environ.get("SHOTS"):
        page.get_by_role("heading", name=TITLE).scroll_into_view_if_needed()
        page.screenshot(path=f"{shots}/plain-shelf.png")
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()
    page.goto(f"/rules/{GAME}")
    expect(page.locator("body")).to_contain_text("Whoever lost the die opens the next round")
