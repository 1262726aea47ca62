"""Gang of Dice in a browser: what is picked stays picked, whatever else happens at the table."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

import scenes
from browser.conftest import PHONE, Visit
from browser.playing import DONE, READY, open_table, version, wait_beyond
from chancebox.engine.game.texts import LANGUAGES, reading
from chancebox.games import game
from chancebox.testing.matches import option_sets, random_match

GAME = "gang-of-dice"
PHONES = (PHONE, (390, 844), (640, 360))
CROWD = 11
"""From so many dice on they are small."""
BELOW = """() => {
  const { scrollHeight, clientHeight } = document.querySelector(".middle");
  return scrollHeight - clientHeight;
}"""


def throw(page: Page) -> None:
    """Stake until there are dice to tap: some throws explode at once, and some stakes are small."""
    while not page.locator(".toss").count():
        before = version(page)
        page.locator("[data-set]").nth(min(2, page.locator("[data-set]").count() - 1)).click()
        page.locator("[data-stake]").click()
        wait_beyond(page, before)
        page.wait_for_selector(READY)


def test_dice_stay_picked_over_a_frame_that_asks_the_same(visit: Visit) -> None:
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'bot', 'bot')}")
    page.wait_for_selector(READY)
    throw(page)
    dice = page.locator(".toss")
    picked = dice.count() - 1
    dice.nth(picked).click()
    expect(page.locator("[data-again]")).to_have_text("Roll 1 again")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hints at this table").select_option("no")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    expect(page.locator("[data-again]")).to_have_text("Roll 1 again")
    assert [die.get_attribute("aria-pressed") for die in dice.all()] == [
        *picked * ["false"],
        "true",
    ]
    page.keyboard.press("Escape")
    before = version(page)
    page.locator("[data-again]").click()
    wait_beyond(page, before)
    page.wait_for_selector(f"{DONE}, {READY}")
    assert page.locator(".toss[aria-pressed=true]").count() == 0, "the next question has nothing picked yet"


def fullest() -> Iterator[scenes.Scene]:
    """Find, for each question and number of my dice, the moment at which the card has most to say."""
    found: dict[tuple[int, str, int], tuple[int, scenes.Scene]] = {}
    for seats in game(GAME).seats:
        sets = list(option_sets(game(GAME), seats))
        for seed in range(4):
            match = random_match(game(GAME), seats, seed, sets[seed % len(sets)])
            for event in range(1, len(match.events)):
                now = match.fork(event)
                view = now.view(scenes.VIEWER)
                step = view["step"] if scenes.VIEWER in now.to_act else scenes.WAIT
                kind = seats, step, min(len(view["players"][scenes.VIEWER]["dice"]), CROWD)
                said = len(view["warning"]["condition"]) if view["warning"] else 0
                if said >= found.get(kind, (0, None))[0]:
                    found[kind] = said, scenes.Scene(step, seats, seed % len(sets), seed, event)
    return (scene for _said, scene in found.values())


@pytest.fixture(scope="module")
def full_boards() -> list[tuple[str, str]]:
    """Draw these moments, and each kind of happening, in every language."""
    wanted = [*fullest(), *(scene for scene in scenes.read(GAME) if scene.kind != scenes.OVER)]
    with scenes.house() as ann:
        boards = []
        for scene in wanted:
            for code in LANGUAGES:
                with reading(code):
                    boards.append((f"{code}: {scene}", scenes.board(ann, GAME, scene)))
    return boards


@pytest.mark.parametrize("size", PHONES)
def test_nothing_on_the_board_lies_below_the_buttons_of_a_phone(
    browser: Browser, full_boards: list[tuple[str, str]], size: tuple[int, int]
) -> None:
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    cut = []
    for label, html in full_boards:
        page.set_content(html)
        if page.evaluate(BELOW) > 1:
            cut.append(label)
    page.close()
    assert cut == []
