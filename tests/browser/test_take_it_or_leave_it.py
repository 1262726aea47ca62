"""The page of Take it or Leave it: which move its taps become, on boards that a test lays out."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page
from starlette.testclient import TestClient

from chancebox.server import frames
from games.tray import BOX, LEAVE, Tray
from server.conftest import ann, ben, folder, house
from server.guests import Guest, seated

__all__ = ["ann", "ben", "folder", "house"]

SCRIPT = (LEAVE.web / "table.js").read_text("utf-8")
ACTIONS = {card.kind: card.id for card in BOX.data.action}
BEGIN = """async (script) => {
  const root = document.querySelector("#table");
  window.table = { root, frame: { turn: true }, toast: (text) => { table.told = text; } };
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  (await import(address)).default(table).update();
}"""

Shown = Callable[[Tray], Page]


@pytest.fixture
def shown(browser: Browser, house: TestClient, ann: Guest, ben: Guest) -> Iterator[Shown]:
    """Show a table as its player A sees it, with the game's script and nothing else."""
    context = browser.new_context(viewport={"width": 360, "height": 640})

    def show(table: Tray) -> Page:
        session = house.app.state.house.sessions[seated(ann, ben, LEAVE.name)]  # type: ignore[attr-defined]
        session.table.match = table.match
        session.rendered.clear()
        html = frames.frame(session, session.table.places[0].visitor, 0, "http://x")["html"]
        page = context.new_page()
        page.set_content(f'<div id="table">{html}</div>')
        page.evaluate(BEGIN, SCRIPT)
        return page

    yield show
    context.close()


def confirmed(page: Page) -> str:
    """The move that the button would play."""
    assert page.locator("[data-confirm]").is_enabled()
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
    put(page, "w3", "T38-1")  # does not fit there
    assert "T38" in page.evaluate("table.told")
    put(page, "w3", "T38-2")
    put(page, "b2", "T43-1")
    assert lay.text_content() == "Lay out: 6 − 4 = 2"
    move = str(lay.get_attribute("data-move"))
    assert move == "lay T38 w2 w3, T43 r6 b6 b2"
    table.play(f"A {move}")
    assert (table.points("A"), table.chips("A")) == (6, 4)
    assert table.step == "discard"
