"""While something is staged, the table stands still: only what happens moves."""

import random

import pytest

from browser.conftest import PHONE, Visit
from browser.playing import DONE, READY, hands, open_table, version, wait_beyond
from chancebox.games import game, names

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
        # A ticket of mine waits for a tap; others are shown as long as it takes to read them.
        page.wait_for_selector(f"{DONE}, {READY}, .go-on")
        while page.locator(".go-on").count():
            page.locator(".middle").click()
            page.wait_for_selector(f"{DONE}, {READY}, .go-on")
        if page.locator(DONE).count():
            break
        before = version(page)
        hands(name).act(page, luck)
        wait_beyond(page, before)
    page.locator("#table").click(position={"x": 5, "y": 60})
    assert len(page.evaluate("[...places]")) <= 1
