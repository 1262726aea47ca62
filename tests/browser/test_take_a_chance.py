"""The page of Take a Chance: what is in view, what taps and typing become, what is lit."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from starlette.testclient import TestClient

from browser.conftest import DESK, PHONE, Visit
from browser.playing import DONE, READY, open_table
from browser.test_listening import LISTEN
from chancebox.engine.match.match import Match
from chancebox.server.screens import frames
from chancebox.server.screens.drawings import drawings_of
from chancebox.web.render import TEMPLATES
from clauses import clause
from games.take_a_chance_table import GAME, A, B, C, D, E, sit, turned
from server.conftest import ann, folder, house
from server.guests import Guest

__all__ = ["ann", "folder", "house"]

SHARED = TEMPLATES.parent / "static"
STYLES = [SHARED / "style.css", SHARED / "felt.css", SHARED / "stage.css", GAME.web / "table.css"]
CSS = "\n".join(file.read_text("utf-8") for file in STYLES)
NUMBERS = (TEMPLATES.parent / "static" / "numbers.js").read_text("utf-8")
MONEY = "\n".join(re.findall(r"^(?:export )?(const (?:grouped|dollars) = .*)$", NUMBERS, re.MULTILINE))
SCRIPT = re.sub(
    r"^import .*numbers.js.*$", lambda _line: MONEY, (GAME.web / "table.js").read_text("utf-8"), flags=re.M
)
"""The game's script with what it imports, since it is shown without a server."""
BEGIN = """async (script) => {
  const root = document.querySelector("#table");
  const [toast, play] = [(text) => { table.told = text; }, (move) => { table.played = move; }];
  window.table = { root, frame: { turn: true, asked: 1 }, toast, play };
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  window.game = (await import(address)).default(table);
  game.update(table.frame);
}"""
NAMES = ("Ann", "Bartholomew Longname", "Clara", "Dario", "Edda")
RICH = {A: "orange-ladybug red-ladybug red-wishbone green-ladybug blue-ladybug yellow-ladybug"}
SOME = {A: "orange-ladybug red-ladybug"}
AUCTIONS = {"auctions": "yes"}

Shown = Callable[..., Page]


@pytest.fixture
def shown(browser: Browser, house: TestClient, ann: Guest) -> Iterator[Shown]:
    """Show a match as its player A sees it, with the game's style and script and nothing else."""
    contexts = []

    def show(match: Match, size: tuple[int, int] = PHONE) -> Page:
        table = ann.open(GAME.name, NAMES[0], *["open"] * (match.seats - 1))
        for seat in range(1, match.seats):
            assert Guest(house).sit(table, seat, NAMES[seat]).status_code == 200
        assert ann.post(f"tables/{table}/start").status_code == 200
        session = house.app.state.house.kernel.sessions[table]  # type: ignore[attr-defined]
        session.table.match = match
        drawings_of(session).boards.clear()
        drawings_of(session).stories.clear()
        html = frames.frame(session, session.table.places[0].visitor, 0, "http://x")["html"]
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
        contexts.append(context)
        page = context.new_page()
        page.set_content(
            f'<html lang="en" data-theme="light"><style>{CSS}</style><body class="at-table game-{GAME.name}">'
            f'<main id="table">{html}</main><nav class="tabs"><button>Log</button></nav></body></html>'
        )
        page.evaluate(BEGIN, SCRIPT)
        return page

    yield show
    for context in contexts:
        context.close()


def played(page: Page) -> Any:
    return page.evaluate("table.played")


# What is in view

LAYOUTS: dict[str, Callable[[], Match]] = {
    "begun": lambda: sit(5),
    "some": lambda: sit(5, owned=SOME, kept={A: "discount buy-and-roll"}),
    "all colours": lambda: sit(5, owned=RICH, kept={A: "discount spare-die"}, tickets={D: 1}),
    "two": lambda: sit(2, owned=RICH, kept={A: "discount spare-die"}, cash={B: 1_234_500}),
    "final": lambda: sit(5, owned=RICH, kept={A: "discount"}, finale=1, last=C),
    "rolling": lambda: rolling("6 6 5 5 4 4 4 1", RICH),
    "charm": lambda: rolling("6 6 5 5 1", SOME, {"charm-die": "yes"}),
    "ticket": lambda: turned("ticket shop-and-throw", seats=5, owned=SOME, cash={A: 20_000}),
    "auction": lambda: bidding(5),
}


def rolling(dice: str, owned: dict[int, str], options: dict[str, str] | None = None) -> Match:
    script = [f"dice {dice}", "charm ladybug"]
    m = sit(5, script, owned=owned, options=options or {})
    m.play(A, "roll")
    return m


def bidding(seats: int = 3) -> Match:
    """B has bid 900 for a Red card, all others are out, and A is asked."""
    m = sit(seats, pool="red-horseshoe", owned=SOME, options=AUCTIONS)
    m.play(A, "auction red-horseshoe")
    m.play(A, "bid 500")
    m.play(B, "bid 900")
    for seat in (C, D, E)[: seats - 2]:
        m.play(seat, "pass")
    return m


WEIGHED = ".own, .paying li, .kept li, .cards:not(.aside *), .ticket, .auction, .tray, .toss"
WRITTEN = ".card, .pay, .band, .numbers, .goal, .progress, .status p, .tag, .keeps, .button"
BELOW = """(weighed) => {
  const { bottom } = document.querySelector(".middle").getBoundingClientRect();
  const all = [...document.querySelectorAll(weighed)];
  return all.filter((one) => one.getBoundingClientRect().bottom > bottom + 1).map((one) => one.className);
}"""
CUT = """(written) => {
  const all = [...document.querySelectorAll(written)];
  const boxes = all.filter((one) => getComputedStyle(one).display !== "inline");
  return boxes.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent.trim());
}"""


@pytest.mark.wide
@pytest.mark.parametrize("name", LAYOUTS)
def test_all_that_is_weighed_is_in_view_on_a_phone_and_nothing_is_cut(shown: Shown, name: str) -> None:
    page = shown(LAYOUTS[name]())
    assert page.evaluate(BELOW, WEIGHED) == []
    assert page.evaluate(CUT, WRITTEN) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.wide
@pytest.mark.parametrize("size", [(740, 360), (820, 1180), DESK, (1680, 1000)], ids=str)
def test_nothing_is_cut_where_there_is_more_room(shown: Shown, size: tuple[int, int]) -> None:
    for name in ("some", "rolling", "auction"):
        page = shown(LAYOUTS[name](), size)
        assert page.evaluate(CUT, WRITTEN) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@clause("TC-R11")
def test_kept_tickets_remind_of_the_end(shown: Shown) -> None:
    assert shown(LAYOUTS["some"]()).locator(".remind").count() == 0
    expect(shown(LAYOUTS["all colours"]()).locator(".remind")).to_contain_text("soon")
    expect(shown(LAYOUTS["final"]()).locator(".remind")).to_contain_text("last turn")


def test_rolls_are_told_by_word_and_picture(shown: Shown) -> None:
    page = shown(LAYOUTS["some"]())
    lines = page.locator(".own .pay")
    assert {"straight of 4", "straight of 5", "four alike"} <= set(lines.locator("span").all_text_contents())
    assert lines.locator("svg.picture").count() == lines.count()


def test_a_small_card_tells_what_it_pays_when_it_is_tapped(shown: Shown) -> None:
    page = shown(sit(5, pool="red-horseshoe"))
    page.locator('[data-card="red-horseshoe"]').click()
    expect(page.locator(".detail")).to_contain_text("Red horseshoe")
    expect(page.locator(".detail")).to_contain_text("straight of 5")
    page.locator("[data-purchase]").click()
    assert played(page) == "buy red-horseshoe"


def test_a_hint_points_at_the_pieces_of_its_move(shown: Shown) -> None:
    page = shown(sit(5, pool="red-horseshoe"))
    page.evaluate("game.hint(['buy red-horseshoe', 'roll'])")
    assert page.locator(".hinted").get_attribute("data-card") == "red-horseshoe"
    page.evaluate("game.hint(['roll'])")
    assert page.locator(".hinted").get_attribute("data-move") == "roll"
    page = shown(LAYOUTS["rolling"]())
    page.evaluate("game.hint(['reroll 5 4 4'])")
    assert [die.get_attribute("data-face") for die in page.locator(".hinted").all()] == ["5", "4", "4"]
    page.evaluate("game.hint(['take full-house'])")
    assert page.locator(".hinted").get_attribute("data-kind") == "full-house"


# Bids


@clause("TC-51", "TC-R22")
@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("1500", "bid 1500"),
        ("$1,500", "bid 1500"),
        ("1.500", "bid 1500"),
        ("10000", "bid 10000"),
        ("1000", "bid 1000"),
    ],
)
def test_a_bid_can_be_typed(shown: Shown, typed: str, move: str) -> None:
    page = shown(bidding())
    page.locator("#bid").fill(typed)
    page.locator("#bid").press("Enter")
    assert played(page) == move


@clause("TC-51", "TC-R22")
@pytest.mark.parametrize(
    ("typed", "word"),
    [
        ("1550", "in hundreds"),
        ("15.5", "in hundreds"),
        ("", "in hundreds"),
        ("x", "in hundreds"),
        ("900", "$1,000 or more"),
        ("10100", "you have $10,000"),
    ],
)
def test_a_bid_that_cannot_be_made_is_explained_in_place(shown: Shown, typed: str, word: str) -> None:
    page = shown(bidding())
    page.locator("#bid").fill(typed)
    expect(page.locator("#bid-word")).to_contain_text(word)
    page.locator("[data-bid]").dispatch_event("click")
    page.locator("#bid").press("Enter")
    assert played(page) is None
    page.locator('[data-by="100"]').click()
    expect(page.locator("#bid-word")).to_be_empty()
    page.locator("[data-bid]").click()
    assert re.fullmatch(r"bid \d+00", played(page)), "a step leads to something that may be bid"


@clause("TC-51", "TC-R22")
def test_a_bid_goes_by_steps_up_to_the_own_cash(shown: Shown) -> None:
    page = shown(bidding())
    assert page.locator('[data-by="-100"]').is_disabled()
    page.locator("[data-to]").click()
    expect(page.locator("[data-bid]")).to_have_text("Bid $3,000")
    page.locator('[data-by="500"]').click()
    page.locator('[data-by="-100"]').click()
    page.locator("[data-bid]").click()
    assert played(page) == "bid 3400"
    page.evaluate("game.update({ asked: 1 })")
    expect(page.locator("#bid")).to_have_value("$3,400")
    page.evaluate("game.update({ asked: 2 })")
    expect(page.locator("#bid")).to_have_value("$1,000")


# Rolls


@clause("TC-13")
def test_only_thrown_dice_move_and_the_others_keep_their_places(shown: Shown) -> None:
    m = sit(owned=SOME, kept={A: "extra-throw"}, script=["dice 6 5 5 2 1", "dice 6 3"])
    m.play(A, "roll")
    page = shown(m)
    page.locator(".toss").nth(2).click()
    page.locator(".toss").nth(4).click()
    page.locator("[data-again]").click()
    m.play(A, played(page))
    page = shown(m)
    dice = page.locator("#tray .toss")
    assert [die.get_attribute("data-face") for die in dice.all()] == ["6", "5", "6", "2", "3"]
    assert ["kept" in str(die.get_attribute("class")) for die in dice.all()] == [
        True,
        True,
        False,
        True,
        False,
    ]
    assert page.locator("#tray").get_attribute("data-roll")


@clause("TC-14")
def test_a_roll_that_paid_and_one_that_did_not_have_their_scene(shown: Shown) -> None:
    m = sit(script=["dice 6 5 4", "dice 4"])
    m.play(A, "roll")
    m.play(A, "reroll 6")
    scene = shown(m).locator(".happening")
    assert [die.get_attribute("data-face") for die in scene.locator(".lit").all()] == ["4", "4"]
    assert "pair" in scene.inner_text() or "pair" in str(scene.text_content())
    m = sit(script=["dice 6 5 4"])
    m.play(A, "roll")
    m.play(A, "stop")
    scene = shown(m).locator(".happening")
    assert scene.locator(".offending").count() == 3
    assert "No paying roll" in str(scene.text_content())


# The real table


GO_ON = "I have read it: go on"
ASKS, ROLLS = "shop-and-throw", "extra-die"
"""A ticket of which one half is to be chosen, and one that begins a roll."""


IS_SEEN = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const isSeen = (y) => one.contains(document.elementFromPoint(left + width / 2, top + y * height));
  return [0.1, 0.5, 0.9].every(isSeen);
}"""


def draw_ticket(visit: Visit, ticket: str, size: tuple[int, int] = PHONE, speech: str = "all") -> Page:
    """Turn over a ticket of this kind, in a box that has no other, with the clock of the page stopped."""
    text = (GAME.folder / "box.toml").read_text("utf-8")
    first, *kinds = text.split("[[ticket]]\n")
    only = next(kind for kind in kinds if f'name = "{ticket}"' in kind)
    box = "[[ticket]]\n".join([first, re.sub(r"count = \d+", "count = 36", only)])
    page = visit("/", size, pace="normal")
    page.context.add_init_script(f"{LISTEN}; localStorage.setItem('speech', '{speech}')")
    page.clock.install()
    page.goto(f"/t/{open_table(page, GAME.name, 'Ann', 'bot', 'bot', box=box)}")
    page.wait_for_selector(READY)
    page.clock.pause_at(time.time() + 10**6)
    return page


def test_a_ticket_of_mine_waits_for_a_tap(visit: Visit) -> None:
    """The page's clock is stopped: no time is long enough."""
    page = visit("/", pace="normal")
    page.clock.install()
    table = open_table(page, GAME.name, "Ann", "bot", "bot")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    page.clock.pause_at(time.time() + 10**6)
    page.locator('[data-move="ticket"]').click()
    ticket = page.locator(".unveiled")
    expect(ticket).to_be_visible()
    page.clock.run_for(60_000)
    expect(page.locator(".go-on")).to_be_visible()
    assert page.locator("#table[data-armed]").count() == 0
    page.locator(".middle").click()
    page.clock.resume()
    page.wait_for_selector(f"{DONE}, {READY}, .reading .go-on")


@pytest.mark.parametrize("ticket", [ASKS, ROLLS])
@pytest.mark.parametrize("size", [PHONE, (640, 360), DESK])
def test_a_button_says_that_a_ticket_of_mine_is_to_be_read(
    visit: Visit, ticket: str, size: tuple[int, int]
) -> None:
    page = draw_ticket(visit, ticket, size=size)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/moves") else None)
    page.locator('[data-move="ticket"]').click()
    button = page.get_by_role("toolbar", name="Actions").get_by_role("button")
    expect(button).to_have_count(1)
    expect(button).to_have_text(GO_ON)
    expect(button).to_be_in_viewport(ratio=1)
    assert page.locator(".unveiled").evaluate(IS_SEEN), "the ticket lies before everything else"
    assert page.locator(".actions").evaluate("one => getComputedStyle(one).opacity") == "1"
    button.click()
    expect(page.locator(".unveiled"), "a double tap takes away nothing").to_be_visible()
    page.clock.run_for(60_000)
    button.click()
    expect(page.locator(".unveiled")).to_be_hidden()
    expect(page.locator(".go-on:visible")).to_have_count(0)
    assert len(sent) == 1, "what is read plays nothing"
    page.clock.resume()
    if ticket == ASKS:
        page.wait_for_selector(READY)
        with page.expect_request("**/moves"):
            page.locator("[data-move='or']").click()


@pytest.mark.parametrize("speech", ["all", "turn"])
def test_a_ticket_of_mine_is_read_by_ear_and_by_keys(visit: Visit, speech: str) -> None:
    page = draw_ticket(visit, ASKS, speech=speech)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/moves") else None)
    page.keyboard.press("t")
    button = page.get_by_role("button", name=GO_ON)
    expect(button).to_be_focused()
    page.clock.run_for(60_000)
    heard = " ".join(page.evaluate("heard"))
    assert re.search(rf"Shop and Throw: Buy a card .* {GO_ON}$", heard), heard
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text(GO_ON)
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator(".unveiled")).to_be_hidden()
    page.clock.resume()
    page.wait_for_selector(READY)
    assert len(sent) == 1
    assert page.evaluate("document.activeElement !== document.body"), "the focus is not lost"
