"""Your turn: the tab says it, a notice only to who asked for one and looks elsewhere."""

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import READY, decide_some, open_table

# What would be shown is noted, and whether the page asked for permission.
WATCH = """
  window.asked = 0; window.notices = []; window.permission = "default";
  window.Notification = class {
    static get permission() { return window.permission; }
    static async requestPermission() {
      window.asked += 1;
      window.permission = window.answer ?? "granted";
      return window.permission;
    }
    constructor(title, about) { window.notices.push({ title, ...about }); }
    close() { window.notices.push("closed"); }
  };
"""
HIDE = """hidden => {
  const get = () => (hidden ? "hidden" : "visible");
  Object.defineProperty(document, "visibilityState", { configurable: true, get });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ICON = "document.querySelector('link[rel=icon]').href"


def two_at_a_table(visit: Visit) -> tuple[Page, Page]:
    ann, ben = visit("/"), visit("/")
    ann.context.add_init_script(WATCH)
    table = open_table(ann, "gang-of-dice", "Ann", "open", start=False)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    ben.locator("#sitter").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    ann.wait_for_selector("[data-post='start']:not([disabled])")
    return ann, ben


def start(ann: Page) -> None:
    ann.get_by_role("button", name="Start the game").click()
    ann.wait_for_selector("#table[data-stage='playing']")


def switch_on(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notice when it is my turn").select_option("on")


def test_title_and_icon_say_whose_turn_it_is(visit: Visit) -> None:
    ann, ben = two_at_a_table(visit)
    start(ann)
    pages = [ann, ben]
    for _turn in range(2):
        while not any(page.title().startswith("●") for page in pages):
            ann.wait_for_timeout(30)
        mine = next(page for page in pages if page.title().startswith("●"))
        mine.wait_for_selector(READY)
        assert mine.title().startswith("● ")
        assert mine.evaluate(ICON).endswith("mark-turn.svg")
        other = pages[1 - pages.index(mine)]
        assert not other.title().startswith("●")
        assert other.evaluate(ICON).endswith("mark.svg")
        while mine.title().startswith("●"):
            decide_some(mine, "gang-of-dice", 1)
            mine.wait_for_selector("#table:not(.sending)")


def test_a_notice_comes_to_who_asked_for_it_and_looks_elsewhere(visit: Visit) -> None:
    ann, ben = two_at_a_table(visit)
    switch_on(ann)
    assert ann.evaluate("[window.asked, window.permission]") == [1, "granted"]
    ann.keyboard.press("Escape")
    ann.evaluate(HIDE, True)
    start(ann)
    while not ann.title().startswith("●"):
        decide_some(ben, "gang-of-dice", 1)
    ann.wait_for_function("() => window.notices.length > 0")
    (notice,) = ann.evaluate("window.notices")
    assert notice["title"] == "It is your turn"
    assert notice["body"] == "Gang of Dice · Chancebox"
    ann.evaluate(HIDE, False)
    assert ann.evaluate("window.notices.at(-1)") == "closed"


@pytest.mark.parametrize(("wished", "hidden"), [(False, True), (True, False)])
def test_nobody_else_is_disturbed(visit: Visit, wished: bool, hidden: bool) -> None:
    ann, ben = two_at_a_table(visit)
    if wished:
        switch_on(ann)
        ann.keyboard.press("Escape")
    ann.evaluate(HIDE, hidden)
    start(ann)
    while not ann.title().startswith("●"):
        decide_some(ben, "gang-of-dice", 1)
    ann.wait_for_selector("#table[data-armed]")
    assert ann.evaluate("window.notices") == []
    assert ann.evaluate("window.asked") == int(wished)


def test_a_browser_that_refuses_is_explained(visit: Visit) -> None:
    ann, _ben = two_at_a_table(visit)
    ann.evaluate("window.answer = 'denied'")
    switch_on(ann)
    expect(ann.get_by_text("This browser does not let the house send notices")).to_be_visible()
    expect(ann.get_by_label("Notice when it is my turn")).to_have_value("off")
