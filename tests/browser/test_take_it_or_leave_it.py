"""The page of Take it or Leave it: which move its taps become, on boards that a test lays out."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from starlette.testclient import TestClient

from browser.conftest import DESK, PHONE
from browser.playing import fits
from chancebox.server.screens import frames
from chancebox.server.screens.drawings import drawings_of
from chancebox.server.tables.visibility import Visibility
from chancebox.web import assets
from games.tray import BOX, LEAVE, Tray
from server.conftest import ann, ben, folder, house
from server.guests import Guest, seated

__all__ = ["ann", "ben", "folder", "house"]

ACTIONS = {card.kind: card.id for card in BOX.data.action}
BEGIN = """async (script) => {
  const root = document.querySelector("#table");
  window.table = { root, frame: { turn: true }, toast: (text) => { table.told = text; } };
  window.game = (await import(script)).default(table);
  root.addEventListener("click", ({ target }) => {
    const move = target.closest("button")?.dataset.move;
    if (move) table.played = move;
  });
  game.update(table.frame);
}"""
SCRIPTS = re.compile(r"<script[^>]*></script>")

Shown = Callable[..., Page]


@pytest.fixture
def shown(browser: Browser, house: TestClient, ann: Guest, ben: Guest) -> Iterator[Shown]:
    """Show a table as its player A sees it, with the game's script and style and nothing that talks."""
    contexts = []

    def show(table: Tray, size: tuple[int, int] = PHONE) -> Page:
        others = ["bot"] * (table.match.seats - 2)
        id = seated(ann, ben, LEAVE.name, *others)
        session = house.app.state.house.kernel.sessions[id]  # type: ignore[attr-defined]
        session.table.match = table.match
        session.table.visibility = Visibility()
        session.table.visibility.follow(table.match, session.table.version)
        drawings_of(session).boards.clear()
        visitor = session.table.places[0].visitor
        html = frames.frame(session, visitor, 0, "http://x")["html"]
        page_html = SCRIPTS.sub("", house.get(f"/t/{id}", headers=ann.headers).text)
        page_html = re.sub(r"(<main.*?>).*?(</main>)", lambda m: m[1] + html + m[2], page_html, flags=re.S)
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}))
        page = contexts[-1].new_page()

        def answer(route: Route) -> None:
            path = urlsplit(route.request.url).path
            if path.startswith("/static/"):
                found = house.get(path)
                route.fulfill(body=found.content, headers={"content-type": found.headers["content-type"]})
            else:
                route.fulfill(body=page_html, content_type="text/html")

        page.route("**/*", answer)
        page.goto("http://x/")
        page.evaluate(BEGIN, assets.address(f"{LEAVE.name}/table.js"))
        return page

    yield show
    for context in contexts:
        context.close()


def is_in_view(page: Page, what: str) -> bool:
    """Return whether all of these are there, and nothing of them lies below the fold."""
    told: bool = page.evaluate(
        """(what) => {
          const fold = document.querySelector(".front").getBoundingClientRect().top + 1;
          const all = [...document.querySelectorAll(what)].filter((one) => one.checkVisibility());
          return all.length > 0 && all.every((one) => one.getBoundingClientRect().bottom <= fold);
        }""",
        what,
    )
    return told


def confirmed(page: Page) -> str:
    """The move that the button would play."""
    expect(page.locator("[data-confirm]")).to_be_enabled()
    return str(page.locator("[data-confirm]").get_attribute("data-move"))


@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_re_roll_throws_as_many_dice_as_its_button_says(shown: Shown, dice: int) -> None:
    """Also where one kind of dice is left."""
    card = ACTIONS["reroll-some"]
    table = Tray.laid("w3 w3 w3 w3 w3 r1", {"A": card})
    page = shown(table)
    page.locator(f'[data-aim][data-card="{card}"]').click()
    for n in range(dice):
        page.locator("#tray button.white").nth(n).click()
    assert page.locator("#tray button.red").is_disabled()
    assert page.locator("[data-confirm]").text_content() == f"Re-roll {dice}"
    table.play(f"A {confirmed(page)}")
    assert table.asked == "*"
    assert sum(table.s.falling) == dice


def test_no_more_dice_are_chosen_than_an_action_throws(shown: Shown) -> None:
    card = ACTIONS["reroll-some"]
    page = shown(Tray.laid("w1 w2 w3 b4 b5", {"A": card}))
    page.locator(f'[data-aim][data-card="{card}"]').click()
    for die in ("w1", "w2", "w3", "b4", "b5"):
        page.locator(f'#tray [data-die="{die}"]').click()
    assert confirmed(page) == f"play {card} w3 w2 w1 b4"
    page.locator('#tray [data-die="w2"]').click()
    assert confirmed(page) == f"play {card} w3 w1 b4"


def test_a_swap_takes_one_die_of_each_colour(shown: Shown) -> None:
    card = ACTIONS["swap"]
    page = shown(Tray.laid("w1 w2 b3 b4 r5", {"A": card}))
    page.locator(f'[data-aim][data-card="{card}"]').click()
    page.locator('#tray [data-die="w1"]').click()
    assert page.locator("[data-confirm]").is_disabled()
    for die in ("b3", "w2", "b4"):
        page.locator(f'#tray [data-die="{die}"]').click()
    assert confirmed(page) == f"play {card} w2 b4"


@pytest.mark.parametrize(("kind", "values"), [("shift", ["1", "5"]), ("set", ["1", "2", "3", "4", "5", "6"])])
def test_a_die_is_turned_to_what_the_house_offers(shown: Shown, kind: str, values: list[str]) -> None:
    card = next(card for card in BOX.data.action if card.kind == kind)
    letter = card.colour[0]
    page = shown(Tray.laid("w3 b3 w6 b6", {"A": card.id}))
    page.locator(f'[data-aim][data-card="{card.id}"]').click()
    assert page.locator(".values button:enabled").count() == 0
    page.locator(f'#tray [data-die="{letter}3"]').click()
    offered = page.locator(".values button:enabled")
    assert [button.get_attribute("data-value") for button in offered.all()] == values
    assert offered.last.get_attribute("data-move") == f"play {card.id} {letter}3 to {values[-1]}"


def test_a_die_of_ones_own_is_thrown_back(shown: Shown) -> None:
    card = ACTIONS["throw-back"]
    table = Tray.laid("w3 b3", {"A": card}, {"A": "w3"})
    page = shown(table)
    page.locator(f'[data-aim][data-card="{card}"]').click()
    assert page.locator("#tray button:enabled").count() == 0
    page.locator(".my-dice button").click()
    table.play(f"A {confirmed(page)}")
    assert table.step == "knock"


def laying(shown: Shown, tasks: str, dice: str) -> tuple[Tray, Page]:
    table = Tray.laid("w1", {"A": tasks}, {"A": dice})
    table.play("A pass", "B pass")
    return table, shown(table)


def put(page: Page, die: str, place: str) -> None:
    """Take an unused die and lay it on a place."""
    page.locator(f'[data-place="unused"] [data-die="{die}"]').first.click()
    page.locator(f'[data-place="{place}"] [data-onto]').click()


def test_the_whole_laying_is_one_move(shown: Shown) -> None:
    table, page = laying(shown, "T33 T38 T43", "w2 w3 b2 b3 b6 r1 r6")
    lay = page.locator("[data-lay]")
    assert lay.get_attribute("data-move") == "best"
    for card in ("T33", "T38", "T43"):
        back = page.locator(f'[data-task="{card}"] [data-back]')
        if back.is_visible():
            back.click()
    assert lay.get_attribute("data-move") == "done"
    assert lay.text_content() == "Lay out: 0 − 9 = −9"
    put(page, "w2", "T38-1")
    put(page, "r6", "T43-1")
    put(page, "b6", "T43-1")
    assert lay.get_attribute("data-move") == "done", "neither is fulfilled yet"
    put(page, "b2", "T38-2")  # does not fit there
    assert "white 2, white 3" in page.evaluate("table.told")
    put(page, "w3", "T38-2")
    put(page, "b2", "T43-1")
    assert lay.text_content() == "Lay out: 6 − 4 = 2"
    move = str(lay.get_attribute("data-move"))
    assert move == "lay T38 w2 w3, T43 r6 b6 b2"
    table.play(f"A {move}")
    assert (table.points("A"), table.chips("A")) == (6, 4)
    assert table.step == "discard"


# A turn: what is chosen is asked for twice


def test_a_die_is_chosen_first_and_taken_then(shown: Shown) -> None:
    page = shown(Tray.laid("w1 w2 b3", {"A": "T38"}))
    page.locator('#tray [data-die="w2"]').click()
    assert page.evaluate("table.played") is None
    assert page.locator('#tray [data-die="w2"]').get_attribute("aria-pressed") == "true"
    expect(page.locator("[data-confirm]")).to_have_text("Take white 2")
    page.locator('#tray [data-die="b3"]').click()
    assert confirmed(page) == "take b3"
    page.locator("[data-cancel]").click()
    assert page.locator(".aiming").is_hidden()
    page.locator('#tray [data-die="w1"]').dblclick()
    assert page.evaluate("table.played") is None, "a double tap only chooses"
    confirmed(page)
    page.locator('#tray [data-die="w1"]').click()
    assert page.evaluate("table.played") == "take w1", "a second tap on the same die takes it"


def test_to_leave_the_round_is_asked_twice(shown: Shown) -> None:
    page = shown(Tray.laid("w1", {"A": "T38"}))
    status = page.locator(".status p").first
    before = str(status.text_content()).strip()
    page.get_by_role("button", name="Pass: leave the round").dblclick()
    assert page.evaluate("table.played") is None
    assert str(status.text_content()).startswith("Leave this round")
    assert page.evaluate("game.cancel()")
    assert str(status.text_content()).strip() == before
    page.get_by_role("button", name="Pass: leave the round").click()
    page.get_by_role("button", name="Yes, pass").click()
    assert page.evaluate("table.played") == "pass"


def test_nothing_is_chosen_when_the_next_question_comes(shown: Shown) -> None:
    """Who takes one die after the other would else take the next one by a single tap."""
    page = shown(Tray.laid("w1 w1 w2", {"A": "T38"}))
    page.evaluate("table.frame.asked = 7; game.update(table.frame)")
    page.locator("#tray-w1-1").click()
    page.evaluate("game.update(table.frame)")
    assert page.locator(".aiming").is_visible(), "a frame that asks the same leaves it chosen"
    page.evaluate("table.frame.asked = 9; game.update(table.frame)")
    assert page.locator(".aiming").is_hidden()
    assert page.locator("#tray [aria-pressed=true]").count() == 0


# What one weighs is in view


@pytest.mark.wide
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_that_one_weighs_is_in_view_on_a_phone(shown: Shown, seats: int) -> None:
    """The fullest tray with own dice and those of others, all tasks, the action with its button."""
    white = ["w1", "w2", "w2", "w3", "w4", "w5", "w5", "w6", "w6"][: seats + 4]
    black = ["b1", "b1", "b2", "b3", "b4", "b5", "b5", "b6", "b6"][: seats + 4]
    tray = " ".join(white[1:] + black[: len(black) - 1])
    dice = dict.fromkeys("BCDE"[: seats - 1], "b6 w6") | {"A": "r6"}
    card = next(card.id for card in BOX.data.action if card.kind == "set")
    hand = {"A": f"T63 T66 T55 T71 {card}"}
    page = shown(Tray.laid(tray, hand, dice, seats=seats, open_totals="yes"))
    weighed = "#tray .die, .my-dice .die, .hand .card, .card.action button"
    assert is_in_view(page, weighed)
    assert fits(page)
    page.locator("[data-aim]").click()
    page.locator("#tray button.black").first.click()
    assert is_in_view(page, weighed)
    assert is_in_view(page, "#tray .die")
    assert page.locator(".values button:enabled").count() == 6


def test_a_layout_is_in_view_on_a_phone(shown: Shown) -> None:
    _table, page = laying(shown, "T33 T38 T43 T55", "w2 w3 b2 b3 b6 r1 r6")
    assert is_in_view(page, ".laying .card, .unused")
    assert fits(page)


@pytest.mark.wide
@pytest.mark.parametrize("size", [PHONE, DESK, (740, 360), (820, 1180)])
@pytest.mark.parametrize("hand", ["T63 T66 T55 T71 T72", "T63 T66 A01 A25 A22", "A01 A07 A12 A16 A22"])
def test_any_mix_of_cards_fits_the_width(shown: Shown, hand: str, size: tuple[int, int]) -> None:
    page = shown(Tray.laid("w1 w2 w3 w4 b3 b4 b5 r5", {"A": hand}, {"A": "w1 b2"}, free_mix="yes"), size)
    assert fits(page)
    assert page.evaluate(
        "[...document.querySelectorAll('.card')].every((one) => one.scrollWidth <= one.clientWidth)"
    )


# Words


def test_every_card_says_in_words_what_it_asks(shown: Shown) -> None:
    page = shown(Tray.laid("w1 b2", {"A": "T63 T66 T55 T49 A25"}))
    told = page.locator(".hand .says").all_text_contents()
    assert told[:4] == [
        "3 dice, sum under 9",
        "black 5, white 1, any 6",
        "black dice, sum over 14",
        "any dice, sum exactly 20",
    ]
    assert "swap the numbers" in told[4]
    page = shown(Tray.laid("w1 b2", {"A": "T63"}), DESK)
    assert page.locator("#chair-1 .held").inner_text().split("\n") == ["in hand:", "0 tasks", "0 actions"]


# The scoring on the stage


def test_tasks_are_stamped_one_after_the_other_and_the_points_wait_for_it(shown: Shown) -> None:
    table = Tray.laid("w1", {"A": "T38 T70", "B": "T33 T71"}, {"A": "w2 w3 b1", "B": "b2 b3 r6"})
    table.play("A pass", "B pass", "B best", "A best")
    page = shown(table)
    told = [
        {"kind": "Fulfilled", "seat": 0, "task": "T38", "points": 3},
        {"kind": "PaidForDice", "seat": 0, "chips": 1},
    ]
    number = page.locator("[data-count='points-0']")
    assert number.text_content() == "3"
    page.evaluate("told => { window.told = told; game.update(table.frame, told); }", told)
    assert number.text_content() == "0"
    assert page.locator("[data-scored='0 T38'].awaits").count() == 1
    page.evaluate("game.act(told[0])")
    assert number.text_content() == "3"
    assert page.locator("[data-scored='0 T38'].stamped[data-holds~=points]").count() == 1
    assert page.locator("[data-count='chips-0']").text_content() == "0"
    page.evaluate("game.rest()")
    assert page.locator("[data-count='chips-0']").text_content() == "1"
    assert page.locator(".awaits").count() == 0
    assert page.locator(".best .crown").count() == 1
