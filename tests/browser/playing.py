"""What all browser tests do: set up tables, play them by tapping, look at what is there."""

import importlib
import itertools
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from chancebox.games import names

EACH_GAME = [pytest.param(name, marks=() if name == "gang-of-dice" else pytest.mark.long) for name in names()]
"""What takes long in a browser: `make test` does it with one game, and who has more time with all."""
DONE = "#table[data-stage='over']"
_numbers = itertools.count(1)


def hands(game: str) -> Any:
    """The hands that know a game; without any, every button with a move will do."""
    try:
        return importlib.import_module(f"browser.hands.{game.replace('-', '_')}")
    except ModuleNotFoundError:
        return importlib.import_module("browser.hands.any_game")


def play_now(page: Page, title: str) -> str:
    """Tap Play now on the first page; return the table's id."""
    page.get_by_role("button", name=f"Play {title} now", exact=True).click()
    page.wait_for_selector(".status")
    return page.url.rsplit("/", 1)[-1]


def open_table(
    page: Page,
    game: str,
    *players: str,
    start: bool = True,
    box: str = "",
    dealer: str = "sealed",
    **options: str,
) -> str:
    """Set up a table from the page, as its form does; return the table's id."""
    wishes = [
        {"kind": "open"}
        if name == "open"
        else {"kind": "bot", "bot": "random"}
        if name == "bot"
        else {"kind": "person", "name": name}
        for name in players
    ]
    answer = page.request.post(
        "/api/v1/tables",
        data={
            "id": f"t{next(_numbers)}",
            "game": game,
            "players": wishes,
            "options": options,
            "start": start,
            "box": box,
            "dealer": dealer,
        },
        headers={"origin": page.url.rstrip("/").rsplit("/t/")[0]},
    )
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def come_to_the_end(page: Page, game: str, *people: str) -> str:
    """Open a finished table: the way there was played without looking, by people at this device alone."""
    table = open_table(page, game, *people)
    origin = {"origin": page.url.rstrip("/").rsplit("/t/")[0]}
    luck = random.Random(1)
    for number in itertools.count():
        asked = page.request.get(f"/api/v1/tables/{table}").json()["to_act"]
        if not asked:
            break
        found = page.request.get(f"/api/v1/tables/{table}/choices?seat={asked[0]}").json()
        body = {"id": f"e{number}", "seat": asked[0], "move": luck.choice(found["choices"])["action"]}
        assert page.request.post(f"/api/v1/tables/{table}/moves", data=body, headers=origin).ok
    page.goto(f"/t/{table}")
    page.wait_for_selector(DONE)
    return table


def arm_at_once(page: Page) -> None:
    """
    Let moves be armed as soon as they are there, at tables that this page opens from now on.

    A board waits for a third of a second, in case somebody taps twice; that it does is tested elsewhere. In a
    whole game this is most of the time, and nobody taps twice.
    """

    def answer(route: Route) -> None:
        found = route.fetch()
        script, times = WAITING.subn("ARMED = 0", found.text())
        assert times == 1, "nothing says how long a board waits"
        route.fulfill(response=found, body=script)

    page.route(re.compile(r"/bundle-[\w-]+\.js$"), answer)


WAITING = re.compile(r"\bARMED = \d+")
READY = "#table[data-armed] .status.yours"
"""It is somebody's turn here, and what was staged is over."""


def decide_some(page: Page, game: str, decisions: int, seed: int = 1) -> None:
    """Make so many decisions by tapping, each as soon as it is asked for."""
    luck = random.Random(seed)
    for _decision in range(decisions):
        page.wait_for_selector(READY)
        before = version(page)
        hands(game).act(page, luck)
        wait_beyond(page, before)


def play(page: Page, game: str, seed: int = 1, most: int = 800, until: str = DONE) -> int:
    """Play by tapping whenever it is this page's turn, until something shows; return the gestures."""
    luck = random.Random(seed)
    hand = hands(game)
    for gestures in range(most):
        page.wait_for_selector(f"{until}, {READY}, [data-hand-to], #curtain[open]")
        if page.locator(until).count():
            return gestures
        if page.locator("[data-hand-to]").count() and not page.locator("#curtain[open]").count():
            page.locator("[data-hand-to]").click()
        if page.locator("#curtain[open]").count():
            page.locator("#curtain button").click()
            page.wait_for_selector(READY)
            continue
        before = version(page)
        if not throw(page, luck):
            hand.act(page, luck)
        wait_beyond(page, before)
    raise AssertionError("the game did not end")


def throw(page: Page, luck: random.Random) -> bool:
    """Enter what real dice show, by tapping, or say that it is right; return whether that is asked."""
    pad = page.locator(".actions > form.throw")
    asked = bool(pad.count() or page.locator("[data-right]").count())
    if pad.locator("[data-tap]").count():
        for _die in range(pad.locator(".slots li").count()):
            faces = pad.locator("[data-tap]")
            faces.nth(luck.randrange(faces.count())).click()
        pad.locator(".enter .primary").click()
    elif pad.count():
        cards = pad.locator("[data-outcome]")
        cards.nth(luck.randrange(cards.count())).click()
    elif page.locator("[data-right]").count():
        page.locator("[data-right]").click()
    return asked


def version(page: Page) -> int:
    return int(page.locator("#table").get_attribute("data-version") or 0)


# Where several decide at the same time, a later version may be that of somebody else.
BEYOND = """before => {
  const table = document.querySelector("#table");
  if (!table || table.classList.contains("sending")) return false;
  const { version = 0, done = 0 } = table.dataset;
  return Number(version) > before && Number(version) >= Number(done);
}"""


def wait_beyond(page: Page, before: int) -> None:
    """Wait until the table shows a later version, and what this page did last."""
    page.wait_for_function(BEYOND, arg=before, polling=30)


def fits(page: Page) -> bool:
    """Return whether nothing sticks out to the right."""
    width: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    return width
