"""Those who learned, at tables: somebody on a phone chooses them by name and plays to the end."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import PHONE, Visit
from browser.playing import DONE, READY, arm_at_once, decide_some, fits, play
from chancebox.bots import offered
from chancebox.games import game, names

LEARNED = [name for name in names() if "learned" in offered(game(name))]


def sit_down_with(visit: Visit, name: str, bot: str) -> Page:
    """Choose a bot for all seats but the own one in the form, and begin."""
    page = visit(f"/new/{name}", PHONE)
    arm_at_once(page)
    for seat in page.locator(".seating li:visible select").all()[1:]:
        seat.select_option(f"bot:{bot}")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_selector(READY)
    return page


@pytest.mark.long
@pytest.mark.parametrize("name", LEARNED)
def test_a_whole_game_against_who_learned(visit: Visit, name: str) -> None:
    page = sit_down_with(visit, name, "learned")
    assert fits(page)
    assert play(page, name) > 0
    assert fits(page)
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("name", LEARNED)
def test_the_grandmaster_answers(visit: Visit, name: str) -> None:
    """It thinks for up to a second about a move: some decisions are enough."""
    page = sit_down_with(visit, name, "grandmaster")
    decide_some(page, name, 2)
    page.wait_for_selector(f"{READY}, {DONE}")
    assert fits(page)
