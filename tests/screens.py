"""
Every kind of screen in every language, as a phone shows it.

make screens                              takes pictures of all into build/screens/LANGUAGE
make screens ARGS="de fr"                 of some languages

Boards are those at which somebody is asked something: one for each question that a game puts.
"""

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

import scenes
from browser.conftest import FLAGS, PHONE, find_browser
from chancebox.engine.game.texts import LANGUAGES, reading
from chancebox.engine.match.match import Match
from chancebox.games import game, names
from chancebox.server.screens.boards import Shown, draw_board
from chancebox.server.screens.sight import Sight
from chancebox.testing.matches import option_sets, random_match
from server.guests import Guest
from server.processes import Server

MATCHES = 5
"""Random games in which questions are looked for."""
MOST_QUESTIONS = 12
PAGES = ("/", "/dice", "/verify", "/t/nothing")
DRAWERS = ("log", "chat", "rules", "settings")

CUT = (Path(__file__).parent / "browser" / "cut.js").read_text(encoding="utf-8").partition("\n")[2]
"""Finds what cannot be read or tapped; its first line is a comment."""


def questions(name: str) -> Iterator[tuple[str, Match]]:
    """Find a moment for each question that a game puts to the viewer, and one at the end."""
    seen: set[str] = set()
    found = game(name)
    with scenes.house() as ann:
        for seed in range(MATCHES):
            seats = found.seats[seed % len(found.seats)]
            sets = list(option_sets(found, seats))
            match = random_match(found, seats, seed, sets[seed % len(sets)])
            for n in range(len(match.events) + 1):
                if n == len(match.events) or match.events[n].seat == scenes.VIEWER:
                    now = match.fork(n)
                    html = board(ann, name, now, sets[seed % len(sets)])
                    label = question_of(html)
                    if label not in seen and len(seen) < MOST_QUESTIONS:
                        seen.add(label)
                        yield f"{name}-{len(seen):02}", now


def question_of(html: str) -> str:
    """Return what is asked, without names and numbers."""
    told = re.search(r'class="status[^"]*".*?</p>', html, re.DOTALL)
    shown = re.sub(r"<[^>]*>|[\d$,]+", " ", told[0] if told else "")
    return " ".join(re.sub("|".join(scenes.PEOPLE), "", shown).split())


def board(ann: Guest, name: str, match: Match, options: dict[str, Any]) -> str:
    """Draw the board of a moment for the viewer, who may be asked."""
    people = scenes.PEOPLE[: match.seats]
    match.names[:] = people
    table = ann.open(name, *people, start=True, **options)
    session = ann.house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
    session.table.match = match
    session.table.visibility.follow(match, session.table.version, 0)
    visitor = session.table.places[scenes.VIEWER].visitor
    drawn = draw_board(Shown(session, match, visitor, Sight(scenes.VIEWER, None)))
    return scenes.in_page(name, str(drawn))


def boards(name: str, codes: list[str]) -> Iterator[tuple[str, str, str]]:
    """Draw all questions of a game in several languages."""
    with scenes.house() as ann:
        for label, match in questions(name):
            for code in codes:
                with reading(code):
                    yield label, code, board(ann, name, match, match.options)


def visit(page: Page) -> Iterator[str]:
    """Go through all pages that are no boards, and return the name of each when it is shown."""
    for path in [*PAGES, *(f"/{kind}/{name}" for kind in ("new", "rules") for name in names())]:
        page.goto(path)
        yield path.strip("/").replace("/", "-") or "home"
    page.goto("/new/gang-of-dice")
    page.locator("form[data-game] .primary").click()
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#table > *")
    yield "table"
    address = page.url
    for drawer in DRAWERS:
        page.evaluate("history.replaceState(null, '')")  # or the page would open the last drawer again
        page.goto(address)
        page.wait_for_selector("#table[data-armed]")
        page.locator(f"[data-open={drawer}]:visible").first.click()
        page.wait_for_selector(f"#{drawer}.open")
        page.evaluate("Promise.all(document.getAnimations().map((one) => one.finished.catch(() => 0)))")
        yield f"drawer-{drawer}"


def main(*codes: str) -> None:
    """Take pictures, and say what is cut."""
    wanted = list(codes or LANGUAGES)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for code in wanted:
            folder = Path("build/screens", code)
            folder.mkdir(parents=True, exist_ok=True)
            context = browser.new_context(
                viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=server.address
            )
            context.add_cookies([{"name": "language", "value": code, "url": server.address}])
            page = context.new_page()
            for label in visit(page):
                page.screenshot(path=folder / f"{label}.png")
                report(page, code, label)
            context.close()
        page = browser.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
        for name in names():
            for label, code, html in boards(name, wanted):
                page.set_content(html)
                page.screenshot(path=Path("build/screens", code, f"{label}.png"))
                report(page, code, label)
        browser.close()


def report(page: Page, code: str, label: str) -> None:
    for problem in page.evaluate(CUT):
        print(f"{code} {label}: {problem}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
