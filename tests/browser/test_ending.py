"""The end of a game on a phone: the verdict, the standings and the story are there, and lead back."""

import re

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import come_to_the_end, fits

SHOWN = """selector => {
  const box = document.querySelector(selector).getBoundingClientRect();
  return box.top >= 0 && box.bottom <= innerHeight;
}"""

WHOLE = """() => {
  const status = document.querySelector(".status");
  return status.scrollHeight <= status.clientHeight;
}"""


def test_the_end_of_gang_of_dice_on_a_phone(visit: Visit) -> None:
    page = visit()
    come_to_the_end(page, "gang-of-dice", "Ann", "Ben", "Cleo")
    expect(page.locator(".verdict")).to_have_text(re.compile(r"^(You win!|.+ wins\.|.+ share the win\.)$"))
    expect(page.locator(".ending > ol:first-of-type li")).to_have_count(3)
    expect(page.locator(".ending li.me")).to_contain_text("Ann you")
    assert page.evaluate(SHOWN, ".ending > ol"), "the standings are seen without scrolling"
    assert page.evaluate(WHOLE), "the verdict is not cut"
    assert fits(page)
    expect(page.get_by_role("img", name=re.compile(r"Ann: from \d+ to \d+\."))).to_be_visible()
    page.locator("[data-open=log]").click()
    lines = page.locator("#log .lines")
    assert lines.locator(".round").count() > 3
    expect(lines.locator(".me .mark").first).to_be_attached()
    expect(lines.locator("li").last).to_be_in_viewport()
    page.locator("#log [data-close]").click()
    page.locator(".story button").first.click()
    expect(page.locator("#then[open] .status")).to_contain_text("As it was after")


def test_the_end_of_second_chance_alone_on_a_phone(visit: Visit) -> None:
    page = visit()
    come_to_the_end(page, "second-chance", "Ann")
    expect(page.locator(".verdict")).to_have_text(
        re.compile(r"Goal met: \d empty|Not this time: \d+ empty squares; 9 or fewer were the goal\.")
    )
    expect(page.locator("#table")).not_to_contain_text("Nobody wins")
    assert page.evaluate(SHOWN, ".ending > ol")
    assert page.evaluate(WHOLE), "the verdict is not cut"
    assert fits(page)
