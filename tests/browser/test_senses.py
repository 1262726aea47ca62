"""
What people need who see or point differently: room for large letters, colours of their own, large targets.

All boards are looked at as they lie before somebody who is asked (`scenes`), which needs no server.
"""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

import scenes
from browser.conftest import DESK, FLAGS, PHONE, Visit, find_browser
from browser.playing import EACH_GAME, fits, open_table
from chancebox.games import names
from server.guests import Guest

ENLARGED = (320, 256)
"""A page of 1280 x 1024 at 400 %."""
NARROW = (320, 640)
LARGE = "--blink-settings=defaultFontSize=32"
"""Letters of twice the size, as somebody may set in the browser."""

# Controls that a finger cannot reach `least` pixels around; of dice a little less, since eight of them lie
# side by side on a phone. Links within a sentence are left out.
MISSED = """([least, within]) => {
  const wrong = [];
  const kinds = ["button", "a[href]", "summary", "select", "input", "textarea"];
  const TARGETS = kinds.map((kind) => `${within} ${kind}`).join();
  for (const one of document.querySelectorAll(TARGETS)) {
    if (!one.checkVisibility() || one.disabled || one.closest(".unseen, .prose, p:not(.receipt)")) continue;
    const label = one.closest("label");
    const whole = label && one.matches("[type=radio], [type=checkbox]") ? label : one;
    whole.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = whole.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const far = (one.matches(".die") ? least - 4 : least) / 2 - 1;
    const isHit = ([dx, dy]) => {
      const at = document.elementFromPoint(x + dx, y + dy);
      return !at || (label ?? one).contains(at) || x + dx < 0 || x + dx >= innerWidth;
    };
    const tried = [[-far, 0], [far, 0], [0, -far], [0, far]];
    if (!tried.every(isHit)) wrong.push(`${width} x ${height}: ${one.outerHTML.slice(0, 120)}`);
  }
  return wrong;
}"""
# What is chosen is seen where shadows and backgrounds are not drawn.
UNSEEN = """() => {
  for (const one of document.querySelectorAll("[aria-pressed]")) one.setAttribute("aria-pressed", "true");
  const chosen = [...document.querySelectorAll("[aria-pressed=true]")];
  return chosen.filter((one) => getComputedStyle(one).outlineStyle === "none").map((one) => one.outerHTML);
}"""

Boards = Callable[[str], Iterator[tuple[str, str]]]


@pytest.fixture(scope="module")
def house() -> Iterator[Guest]:
    with scenes.house() as guest:
        yield guest


@pytest.fixture
def boards(house: Guest) -> Boards:
    """Draw all boards of a game that lie there: each kind of question, and those that ask nothing."""

    def draw(name: str) -> Iterator[tuple[str, str]]:
        for scene in scenes.read(name):
            if not scene.passes:
                yield scene.kind, scenes.board(house, name, scene)

    return draw


def sized(browser: Browser, size: tuple[int, int]) -> Page:
    return browser.new_page(viewport={"width": size[0], "height": size[1]})


def missed(page: Page, least: int = 44, within: str = "body") -> list[str]:
    found: list[str] = page.evaluate(MISSED, [least, within])
    return found


def check_room(page: Page, kind: str, html: str) -> None:
    """Check that nothing sticks out, and that every button can be reached by scrolling up and down alone."""
    page.set_content(html)
    assert fits(page), kind
    assert missed(page, 8) == [], kind


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_page_that_is_enlarged_four_times(browser: Browser, boards: Boards, name: str) -> None:
    for size in (ENLARGED, NARROW):
        page = sized(browser, size)
        for kind, html in boards(name):
            check_room(page, kind, html)
        page.close()


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_letters_of_twice_the_size(browser: Browser, boards: Boards, name: str) -> None:
    large = browser.browser_type.launch(executable_path=find_browser(), args=[*FLAGS, LARGE])
    for size in (PHONE, DESK):
        page = sized(large, size)
        for kind, html in boards(name):
            check_room(page, kind, html)
    large.close()


@pytest.mark.parametrize("name", EACH_GAME)
def test_targets_are_large(browser: Browser, boards: Boards, name: str) -> None:
    page = sized(browser, PHONE)
    for kind, html in boards(name):
        page.set_content(html)
        assert missed(page) == [], kind
    page.close()


@pytest.mark.parametrize(
    "path", ["/", "/new/take-a-chance", "/rules/second-chance", "/dice", "/daily", "/verify", "/t/nowhere"]
)
def test_pages(visit: Visit, path: str) -> None:
    page = visit(path, NARROW)
    assert fits(page)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    assert missed(page) == []
    visit.wrong.clear()  # type: ignore[attr-defined]


def test_drawers_and_the_lobby(visit: Visit) -> None:
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'open', 'bot', start=False)}")
    page.wait_for_selector(".lobby")
    assert missed(page) == []
    for name in ("settings", "log", "chat", "rules"):
        page.locator(f"[data-open={name}]").first.click()
        page.wait_for_selector(f"#{name}.open")
        assert missed(page, within=f"#{name}") == []
        page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        assert fits(page)
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        page.keyboard.press("Escape")


@pytest.mark.parametrize("name", EACH_GAME)
def test_forced_colours_show_what_is_chosen(browser: Browser, boards: Boards, name: str) -> None:
    page = sized(browser, PHONE)
    page.emulate_media(forced_colors="active")
    for kind, html in boards(name):
        page.set_content(html)
        assert page.evaluate(UNSEEN) == [], kind
    page.close()


def test_more_contrast_darkens_all_ink(browser: Browser, boards: Boards) -> None:
    page = sized(browser, PHONE)
    page.set_content(next(boards("gang-of-dice"))[1])
    ink = "getComputedStyle(document.querySelector('.front .goal')).color"
    before = page.evaluate(ink)
    page.emulate_media(contrast="more")
    assert page.evaluate(ink) != before
    assert page.evaluate(ink) == page.evaluate("getComputedStyle(document.documentElement).color")
    page.close()
