"""While something is staged, the table stands still: only what happens moves."""

import random
from functools import partial

import pytest
from playwright.sync_api import Page

from browser.conftest import PHONE, Visit
from browser.playing import BEYOND, DONE, READY, hands, open_table, version
from chancebox.games import game, names
from children import wait_until

FRAME = """() => {
  const parts = [".status", ".seats", ".middle", ".front", ".actions"];
  window.places = new Set();
  const note = () => {
    if (!document.querySelector("#table .status .passing")) return;
    const top = (part) => Math.round(document.querySelector(`#table ${part}`).getBoundingClientRect().top);
    places.add(parts.map(top).join(" "));
  };
  new MutationObserver(note).observe(document.querySelector("#table"), { childList: true, subtree: true });
}"""


def come_round(page: Page, before: int) -> bool:
    """Return whether all was staged that follows a move, and somebody here is asked again."""
    return bool(page.evaluate(BEYOND, before)) and page.locator(f"{DONE}, {READY}").count() > 0


def go_on(page: Page) -> None:
    """Tap where a ticket of mine waits for it: at any time, since it may come after the bots' turns."""
    if page.locator(".go-on:visible").count():
        page.locator(".middle").click()
    page.wait_for_timeout(50)


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_boards_that_pass_by_stand_where_the_others_stood(visit: Visit, name: str) -> None:
    page = visit("/", PHONE, pace="fast")
    seats = min(4, max(game(name).seats))
    table = open_table(page, name, "Ann", *["bot"] * (seats - 1))
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    page.evaluate(FRAME)
    luck = random.Random(2)
    for _decision in range(6):
        if page.locator(DONE).count():
            break
        before = version(page)
        hands(name).act(page, luck)
        wait_until(partial(come_round, page, before), "the next turn", partial(go_on, page))
    assert len(page.evaluate("[...places]")) <= 1
