"""A newcomer on a phone: from the first page through a whole lesson, in each game."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESK, PHONE, Visit
from browser.playing import DONE, EACH_GAME, READY, fits, hands, version, wait_beyond
from browser.test_access import problems
from chancebox.games import game

LYING = (740, 360)
"""A phone on its side."""
CARD, LAST, NEXT, TEXT = ".lesson", ".lesson.last", "[data-lesson=next]", "[data-lesson=text]"
MOST = 60
"""Decisions after which a lesson must have ended."""
ENOUGH = 8

# Where the card, what it points at and the action bar are, and whether all words are seen.
PLACES = """() => {
  const box = (one) => one.getBoundingClientRect().toJSON();
  const card = document.querySelector(".lesson");
  const text = card.querySelector("[data-lesson=text]");
  const pointed = [...document.querySelectorAll(".pointed")];
  return {
    card: box(card), actions: box(document.querySelector(".actions")), pointed: pointed.map(box),
    cut: text.scrollHeight > text.clientHeight + 1 || card.scrollHeight > card.clientHeight + 1,
  };
}"""


def learn(page: Page, name: str) -> None:
    """Tap Learn by playing on the first page."""
    page.get_by_role("button", name=f"Learn {game(name).title} by playing", exact=True).click()
    page.wait_for_selector(f"{READY}")
    page.wait_for_selector(f"{CARD}:visible")


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Return whether two boxes do not lie over each other."""
    sideways = one["right"] <= other["x"] + 1 or other["right"] <= one["x"] + 1
    return sideways or one["bottom"] <= other["y"] + 1 or other["bottom"] <= one["y"] + 1


def check_card(page: Page) -> dict[str, Any]:
    """See that the card is in view and covers neither what it points at nor what is to be tapped."""
    places: dict[str, Any] = page.evaluate(PLACES)
    card = places["card"]
    size = page.viewport_size
    assert size
    assert card["x"] >= 0
    assert card["y"] >= 0
    assert card["right"] <= size["width"] + 1
    assert card["bottom"] <= size["height"] + 1
    assert not places["cut"], page.locator(TEXT).text_content()
    assert apart(card, places["actions"])
    for pointed in places["pointed"]:
        assert apart(card, pointed), page.locator(TEXT).text_content()
    return places


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_newcomer_taps_through_a_lesson_to_its_end(visit: Visit, name: str) -> None:
    page = visit("/")
    learn(page, name)
    luck = random.Random(1)
    told: list[str] = []
    heights = set()
    for _decision in range(MOST):
        page.wait_for_selector(f"{READY}, {DONE}")
        while page.locator(NEXT).is_visible():
            places = check_card(page)
            text = str(page.locator(TEXT).text_content())
            shown = places["pointed"]
            assert len(shown) == 1, f"{text} points at nothing"
            assert shown[0]["y"] < places["card"]["y"], f"{text} points at what is out of view"
            assert shown[0]["bottom"] > 0
            heights.add(places["card"]["bottom"] - places["card"]["y"])
            told.append(text)
            page.locator(NEXT).click()
        check_card(page)
        if page.locator(LAST).count():
            break
        before = version(page)
        hands(name).act(page, luck)
        wait_beyond(page, before)
    taught = game(name).lesson
    assert taught
    assert sorted(told) == sorted(line.text for line in taught.LINES)
    assert len(heights) == 1, "the board moved when the words changed"
    assert fits(page)
    expect(page.get_by_role("link", name="A real game")).to_have_attribute("href", f"/new/{name}")
    expect(page.locator(".farewell").get_by_role("link", name="The rules")).to_have_attribute(
        "href", f"/rules/{name}"
    )
    page.get_by_role("button", name="Play on").click()
    expect(page.locator(CARD)).to_be_hidden()
    expect(page.locator(".tabs")).to_be_visible()
    page.wait_for_selector(f"{READY}, {DONE}")


def test_who_taps_nothing_but_the_board_learns_all_the_same(visit: Visit) -> None:
    page = visit("/")
    learn(page, "gang-of-dice")
    luck = random.Random(2)
    told: list[str] = []
    while len(told) < ENOUGH and not page.locator(DONE).count():
        page.wait_for_selector(f"{READY}, {DONE}")
        if page.locator(NEXT).is_visible():
            told.append(str(page.locator(TEXT).text_content()))
        before = version(page)
        hands("gang-of-dice").act(page, luck)
        wait_beyond(page, before)
    assert len(told) == len(set(told)) == ENOUGH


def test_a_lesson_outlives_a_reload_and_keys_on_the_card_play_no_move(visit: Visit) -> None:
    page = visit("/")
    learn(page, "gang-of-dice")
    first = str(page.locator(TEXT).text_content())
    page.locator(NEXT).focus()
    before = version(page)
    page.keyboard.press("r")  # would roll on the board
    page.keyboard.press("Enter")
    expect(page.locator(TEXT)).not_to_have_text(first)
    second = str(page.locator(TEXT).text_content())
    assert version(page) == before
    page.reload()
    expect(page.locator(TEXT)).to_have_text(second)
    expect(page.locator("[data-lesson=count]")).to_have_text("2 of 13")
    assert page.locator(".pointed").count() == 1


@pytest.mark.wide
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light"), (LYING, "light")])
def test_the_card_has_a_place_on_every_screen_and_all_can_use_it(
    visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    page = visit("/", size=size, color_scheme=scheme)
    learn(page, "chance-it")
    assert problems(page) == []
    while page.locator(NEXT).is_visible():
        check_card(page)
        assert page.locator(".pointed").count() == 1
        page.locator(NEXT).click()
    check_card(page)
    assert fits(page)


def test_a_lesson_can_be_left_and_stays_left(visit: Visit) -> None:
    page = visit("/")
    learn(page, "gang-of-dice")
    page.get_by_role("button", name="End the lesson").click()
    expect(page.locator(CARD)).to_be_hidden()
    assert page.locator(".pointed").count() == 0
    page.reload()
    page.wait_for_selector(READY)
    expect(page.locator(CARD)).to_be_hidden()
    expect(page.locator(".tabs")).to_be_visible()
