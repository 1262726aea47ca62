"""While something is staged, the table stands still: only what happens moves."""

import random

import pytest

from browser.conftest import PHONE, Visit
from browser.playing import BEYOND, DONE, READY, hands, open_table, version
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
        page.wait_for_selector(f"{DONE}, {READY}")
        if page.locator(DONE).count():
            break
        before = version(page)
        hands(name).act(page, luck)
        while not page.evaluate(BEYOND, before):
            if page.locator(".go-on").count():  # a ticket of mine waits for a tap
                page.locator(".middle").click()
            page.wait_for_timeout(50)
    assert len(page.evaluate("[...places]")) <= 1
