"""
No text reaches a page untranslated: a reader of the pseudo-language walks through every page and every game.

It puts each translated text between marks. Whatever has letters outside of them was not translated, unless
it is in an element with `translate="no"`: names of people and bots, notation, codes. The rules, and what
reviews tell of events, have no pseudo version.
"""

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.conftest import PHONE, Visit
from browser.playing import (
    DONE,
    EACH_GAME,
    READY,
    arm_at_once,
    come_to_the_end,
    hands,
    open_table,
    play,
    version,
    wait_beyond,
)
from chancebox.engine.game.texts import PSEUDO
from chancebox.games import names
from chancebox.server.web.languages import COOKIE
from helpers import unmarked
from receipts.folder import REAL, RECEIPTS

GAME = "gang-of-dice"
LETTERS = "ABCDEFGH"
WATCH = (Path(__file__).parent / "watching.js").read_text("utf-8")

Walk = Callable[..., Page]


@pytest.fixture
def walk(visit: Visit) -> Any:
    """Open pages as a reader of the pseudo-language; fail if something on them is not translated."""
    left: dict[str, str] = {}

    def note(text: str, place: str) -> None:
        rest = unmarked(text.removesuffix("Chancebox") if "> title" in place else text)
        # What has a digit in it is a square, a card or a number, in every language.
        if any(word.isalpha() for word in re.findall(r"\w+", rest)):
            left.setdefault(text, place)

    def open_page(path: str = "/", **how: Any) -> Page:
        page = visit("/healthz", **how)
        address = page.url.removesuffix("/healthz")
        page.context.add_cookies([{"name": COOKIE, "value": PSEUDO, "url": address}])
        page.context.expose_function("tellText", note)
        page.context.add_init_script(WATCH)
        page.goto(path)
        return page

    yield open_page
    if left:
        pytest.fail(
            "\n".join(["not translated:", *(f"{place}: {text!r}" for text, place in left.items())]), False
        )


def answer_with_letters(route: Route) -> None:
    """Let a code look like a word, as one in ten does."""
    answer = route.fetch()
    route.fulfill(response=answer, json={**answer.json(), "code": LETTERS})


def test_pages(walk: Walk, visit: Visit) -> None:
    page = walk("/")
    expect(page.locator("h2").first).to_contain_text("⟦")
    for path in (
        "/nowhere",
        "/t/nowhere",
        "/play/pig",
        "/dice",
        "/daily",
        *(f"/{kind}/{name}" for kind in ("rules", "new") for name in names()),
    ):
        page.goto(path)
    page.goto("/")
    page.locator("#code").fill("nope")
    page.keyboard.press("Enter")
    page.wait_for_selector("#problem")
    visit.wrong.clear()  # type: ignore[attr-defined]


def test_the_page_that_verifies(walk: Walk) -> None:
    page = walk("/verify")
    for file in (*RECEIPTS[:1], *REAL[:1]):
        page.locator("input[type=file]").set_input_files(file)
        expect(page.locator("#verdict.right h2")).to_contain_text("⟦")
    page.locator("input[type=file]").set_input_files(__file__)
    expect(page.locator("#verdict.wrong h2")).to_contain_text("⟦")


def test_a_table_from_lobby_to_review(walk: Walk) -> None:
    page, friend = walk("/"), walk("/")
    table = open_table(page, GAME, "Ann", "open", "bot", start=False)
    for one in (page, friend):
        one.goto(f"/t/{table}")
        one.wait_for_selector(".lobby")
    friend.locator("#sitter").fill("Ben")
    friend.locator("#sitdown button").click()
    page.locator("[data-post=start]").click()
    for one in (page, friend):
        one.wait_for_selector("#table[data-stage='playing']")
    # Who stays would hear what is said in the chat, and by whom: names are not translated.
    friend.goto("/")
    expect(friend.locator(".tables")).to_contain_text("⟦")
    for drawer in ("log", "chat", "rules", "settings"):
        page.locator(f"[data-open={drawer}]:visible").first.click()
        expect(page.locator(f"#{drawer}")).to_be_visible()
        if drawer == "chat":
            page.locator("[data-phrase]").first.click()
            expect(page.locator("#chat .lines")).to_contain_text("⟦")
        if drawer == "settings":
            page.route("**/seats/*/code", answer_with_letters)
            page.locator("[data-handover]").click()
            expect(page.locator("#spoken")).to_contain_text(LETTERS)
        page.locator(f"#{drawer} [data-close]").click()


@pytest.mark.long
def test_what_comes_after_a_game(walk: Walk) -> None:
    page = walk("/")
    table = come_to_the_end(page, GAME, "Ann", "Ben")
    page.goto(f"/t/{table}/replay")
    page.wait_for_selector("#table[aria-busy=false]")
    page.goto(f"/t/{table}/review")
    expect(page.locator(".look[data-state=done]")).to_be_visible()
    page.goto(f"/verify#t={table}")
    expect(page.locator("#verdict.right")).to_be_visible()


def test_real_dice(walk: Walk) -> None:
    page = walk("/")
    page.goto(f"/t/{open_table(page, GAME, 'Ann', 'Ben', dealer='real')}")
    play(page, GAME, until=".corrections, .story")
    page.goto("/dice")
    page.wait_for_selector(".sets section")


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_lesson(walk: Walk, name: str) -> None:
    page = walk("/")
    page.locator(f".game-{name} .learn").click()
    luck = random.Random(1)
    for _decision in range(4):
        page.wait_for_selector(f"{READY}, {DONE}")
        if page.locator(DONE).count():
            return
        expect(page.locator("[data-lesson=text]")).to_contain_text("⟦")
        before = version(page)
        hands(name).act(page, luck)
        wait_beyond(page, before)


@pytest.mark.long
@pytest.mark.parametrize("name", [GAME, "take-a-chance"])
def test_a_whole_game(walk: Walk, name: str) -> None:
    page = walk("/", size=PHONE)
    arm_at_once(page)
    page.goto(f"/t/{open_table(page, name, 'Ann', 'Ben', 'bot')}")
    page.wait_for_selector(f"{READY}, #curtain[open]")
    if page.locator("#settings [data-shows-odds]").count():
        page.locator("[data-shows-odds]").evaluate(
            "one => { one.value = 'yes'; one.dispatchEvent(new Event('change', { bubbles: true })); }"
        )
    play(page, name)
