"""Without a pointer: whole games from the first page to the rematch, and a focus that is never lost."""

import itertools
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESK, Visit
from browser.playing import DONE, READY, arm_at_once, come_to_the_end, open_table, version, wait_beyond
from chancebox.games import game, names

KEYS_IN_A_ROW = 600
"""After so many keys without a decision somebody walks in circles."""

# What somebody knows who sees the ring and hears what is read: no classes, no marks for scripts.
FOCUS = """() => {
  const one = document.activeElement;
  const group = one.closest("[role=toolbar], [role=grid], [role=list], ul, ol, nav, dialog, section, header");
  return {
    tag: one.tagName.toLowerCase(),
    role: one.getAttribute("role") ?? one.tagName.toLowerCase(),
    name: (one.getAttribute("aria-label") ?? one.textContent).replace(/\\s+/g, " ").trim(),
    pressed: one.getAttribute("aria-pressed"),
    group: group?.getAttribute("aria-label") ?? "",
    acts: Boolean(one.closest("[aria-label=Actions]")),
    board: Boolean(one.parentElement?.closest("[aria-label=Board], [aria-label=Actions]")),
  };
}"""
ONCE_MORE = re.compile(r"^(Take|Knock) (white|black|red)|^Re-roll [1-9]|^(Swap|Throw back) [^…]*$|^Yes, pass")
NOWHERE = "document.activeElement === document.body"
SENT = """before => {
  const table = document.querySelector("#table");
  const { version = 0, done = 0 } = table.dataset;
  return table.classList.contains("sending") || Number(version) > before || Number(done) > before;
}"""


def focus(page: Page) -> Any:
    return page.evaluate(FOCUS)


def press(page: Page, *keys: str) -> Any:
    """Press keys; return what has the focus then."""
    for key in keys:
        page.keyboard.press(key)
    return focus(page)


def tab_to(page: Page, name: str, key: str = "Tab", most: int = 80) -> Any:
    """Press a key until something of that name has the focus."""
    for _time in range(most):
        if (found := focus(page))["name"].startswith(name):
            return found
        page.keyboard.press(key)
    raise AssertionError(f"no {name} found by {key}; at last: {focus(page)}")


def wander(page: Page, luck: random.Random) -> None:
    """Go to something that can be done: by Tab to a group, by arrows to a thing in it."""
    there = focus(page)["board"] and luck.random() < 0.5
    while not there:
        there = press(page, "Tab")["board"] and luck.random() < 0.7
    for key in luck.choices(["ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp", "End"], k=luck.randrange(4)):
        page.keyboard.press(key)


def confirm(page: Page) -> bool:
    """Go to the button that asks once more, which is armed a moment after it appeared, and press it."""
    asking = page.get_by_role("toolbar", name="Actions").get_by_role("button", name=ONCE_MORE)
    if not asking.count():
        return False
    expect(asking).to_be_enabled()
    wanted = str(asking.inner_text()).strip()
    for key in itertools.cycle(("ArrowRight", "ArrowRight", "Tab")):
        if focus(page)["name"] == wanted:
            break
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    return True


def decide(page: Page, luck: random.Random) -> None:
    """Do things by keys until a decision is made."""
    before = version(page)
    for _time in range(KEYS_IN_A_ROW):
        wander(page, luck)
        found = focus(page)
        if not found["board"] or found["name"] == "Undo" or found["tag"] in ("a", "summary", "input"):
            continue
        page.keyboard.press(luck.choice(["Enter", "Space"]))
        if page.evaluate(SENT, before) or (luck.random() < 0.7 and confirm(page)):
            wait_beyond(page, before)
            return
        if "Tap again" in focus(page)["name"]:
            page.wait_for_selector("button.ready:focus")  # a second thought takes its time
            page.keyboard.press("Enter")
            wait_beyond(page, before)
            return
    raise AssertionError(f"nothing is decided; the focus is at {focus(page)}")


@pytest.mark.long
@pytest.mark.parametrize("name", names())
def test_a_whole_game_by_keys_alone(visit: Visit, name: str) -> None:
    page = visit("/")
    arm_at_once(page)
    luck = random.Random(4)
    tab_to(page, f"Play {game(name).title} now")
    page.keyboard.press("Enter")
    page.wait_for_selector(f"{READY}, {DONE}")
    decisions = 0
    while not page.locator(DONE).count():
        decide(page, luck)
        decisions += 1
        page.wait_for_selector(f"{READY}, {DONE}")
        assert not page.evaluate(NOWHERE), "the focus is lost"
    assert decisions > 0
    table = page.url
    page.wait_for_selector(f"{DONE}[data-armed]")
    tab_to(page, "Rematch", "ArrowRight") if focus(page)["acts"] else tab_to(page, "Rematch")
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != table)
    page.wait_for_selector(f"{READY}, {DONE}")
    assert press(page, "Tab")["board"], "the first thing to do is one Tab away"


def sit_down(visit: Visit, name: str, *players: str, **more: Any) -> Page:
    """Open a table at which it is somebody's turn on this page."""
    page = visit("/", **more)
    table = open_table(page, name, *(players or ("Ann", "Anton")))
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    return page


def change_something(page: Page, allowed: bool) -> None:
    """Let a frame come that puts no new question: the host forbids hints, or allows them again."""
    before = version(page)
    table = page.url.rsplit("/", 1)[-1]
    body = {"id": f"hints{before}", "allowed": allowed}
    origin = {"origin": page.url.split("/t/")[0]}
    assert page.request.post(f"/api/v1/tables/{table}/hints", data=body, headers=origin).ok
    wait_beyond(page, before)


def throw_dice(page: Page) -> int:
    """Throw dice until two or more lie there that have not exploded; return how many."""
    while page.locator(".toss").count() < 2:
        before = version(page)
        page.keyboard.press("r" if page.locator(".stake").count() else "s")
        wait_beyond(page, before)
        page.wait_for_selector(READY)
    return page.locator(".toss").count()


def test_a_group_is_one_stop_and_arrows_lead_through_it(visit: Visit) -> None:
    page = sit_down(visit, "gang-of-dice")
    assert press(page, "Tab")["name"] == "one die less", "what is asked is one Tab away"
    assert press(page, "ArrowLeft")["name"] == "one die less", "a group has ends"
    assert press(page, "ArrowRight", "ArrowRight")["name"].startswith("1")
    assert press(page, "ArrowUp")["name"] == "one die less", "rows lie above each other"
    assert press(page, "End")["name"].startswith("8")
    assert press(page, "Tab")["name"].startswith("Roll")
    assert press(page, "Tab")["name"] == "Log"
    assert press(page, "ArrowRight")["name"] == "Chat"
    assert press(page, "Shift+Tab", "Shift+Tab")["name"].startswith("8"), "a group remembers where one was"


def test_digits_choose_dice_and_escape_gives_them_up(visit: Visit) -> None:
    page = sit_down(visit, "gang-of-dice")
    throw_dice(page)
    pressed = page.locator(".toss[aria-pressed=true]")
    press(page, "2", "1")
    expect(pressed).to_have_count(2)
    expect(page.locator("[data-again]")).to_contain_text("Roll 2 again")
    press(page, "2")
    expect(pressed).to_have_count(1)
    page.keyboard.press("Escape")
    expect(pressed).to_have_count(0)
    page.keyboard.press("Control+1")
    page.keyboard.press("Alt+2")
    expect(pressed).to_have_count(0)


def test_who_wants_no_single_keys_has_none(visit: Visit) -> None:
    page = sit_down(visit, "gang-of-dice")
    tab_to(page, "Settings", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#settings.open")
    page.get_by_label("Single keys").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert focus(page)["name"] == "Settings"
    before = version(page)
    for key in ("r", "+", "?", "1"):
        page.keyboard.press(key)
    expect(page.locator("#keys")).to_be_hidden()
    expect(page.locator(".stake .number")).to_have_text("3")
    assert version(page) == before
    page.keyboard.press("Enter")
    tab_to(page, "Which keys there are")
    page.keyboard.press("Enter")
    expect(page.locator("#keys")).to_contain_text("Single keys are switched off")
    assert press(page, "Escape")["name"] == "Which keys there are"
    assert press(page, "Escape")["name"] == "Settings"


def test_a_question_mark_lists_the_keys_that_work_here(visit: Visit) -> None:
    page = sit_down(visit, "gang-of-dice")
    n = throw_dice(page)
    was = press(page, "Tab")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    told = page.locator("#keys").inner_text()
    for text in ("Tab", "Escape", f"1–{n}", "Choose dice to throw again", "Roll all again", "Stop"):
        assert text in told, told
    pressed = page.locator(".toss[aria-pressed=true]")
    page.keyboard.press("2")
    expect(pressed).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert focus(page) == was, "the focus comes back"


@pytest.mark.parametrize("path", ["/", "/new/gang-of-dice", "/rules/gang-of-dice", "/dice", "/daily"])
def test_every_page_lists_its_keys(visit: Visit, path: str) -> None:
    page = visit(path)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_a_decision_disturbs_nobody_who_types(visit: Visit) -> None:
    page = sit_down(visit, "gang-of-dice", "Ann", "bot", size=DESK, pace="fast")
    before = version(page)
    page.keyboard.press("r")
    page.locator("#saying").focus()
    page.keyboard.type("1 s r? ")
    wait_beyond(page, before)
    page.wait_for_selector(READY)
    asked = version(page)
    page.keyboard.type("+ f")
    expect(page.locator("#saying")).to_be_focused()
    expect(page.locator("#saying")).to_have_value("1 s r? + f")
    assert version(page) == asked, "nothing was played"
    page.keyboard.press("Enter")
    expect(page.locator("#chat .lines")).to_contain_text("1 s r? + f")
    expect(page.locator("#saying")).to_be_focused()


def test_the_focus_survives_frames_and_goes_on_from_what_vanishes(visit: Visit) -> None:
    page = sit_down(visit, "gang-of-dice")
    was = press(page, "Tab", "ArrowRight", "ArrowRight")
    change_something(page, False)
    assert focus(page) == was
    change_something(page, True)
    assert focus(page) == was
    tab_to(page, "Hint", "Shift+Tab")
    change_something(page, False)
    assert focus(page)["name"] == was["name"], "what vanished hands on to what is to be done"
    change_something(page, True)
    tab_to(page, "Roll")
    before = version(page)
    page.keyboard.press("Enter")
    wait_beyond(page, before)
    page.wait_for_selector(READY)
    lying = page.locator(".toss").count()
    assert focus(page)["name"].startswith("die 1 of" if lying else "Roll"), "the next thing to do"


def test_the_focus_comes_back_from_drawers_and_dialogs(visit: Visit) -> None:
    page = sit_down(visit, "second-chance")
    opener = tab_to(page, "40 cards left")
    page.keyboard.press("Enter")
    page.wait_for_selector("#overview.open")
    assert focus(page)["name"] == "Close"
    change_something(page, False)
    assert focus(page)["name"] == "Close", "a frame takes it out of no drawer"
    assert press(page, "Escape") == opener
    tab_to(page, "Log")
    page.keyboard.press("Enter")
    page.wait_for_selector("#log.open")
    line = press(page, "Tab")
    assert line["tag"] == "button"
    page.keyboard.press("Enter")
    page.wait_for_selector("#then[open]")
    page.keyboard.press("Escape")
    expect(page.locator("#then")).to_be_hidden()
    assert focus(page) == line
    assert press(page, "Escape")["name"] == "Log"
    tab_to(page, "What lies before", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".chair.open")
    page.keyboard.press("Escape")
    expect(page.locator(".chair.open")).to_have_count(0)
    assert focus(page)["name"].startswith("What lies before")


def test_a_shape_is_turned_flipped_and_drawn_by_keys(visit: Visit) -> None:
    page = sit_down(visit, "second-chance", "Ann", "bot")
    grid = page.get_by_role("grid", name="Your grid")
    assert grid.get_by_role("gridcell").count() == 81
    assert grid.get_by_role("columnheader").all_text_contents() == list("abcdefghi")
    assert grid.get_by_role("rowheader").all_text_contents() == [str(n) for n in range(1, 10)]
    body = page.locator(".ghost .body")
    found = press(page, "Tab")
    assert found["role"] == "gridcell"
    assert " fits at " in found["name"]
    drawn = body.get_attribute("d")
    assert press(page, *["ArrowUp"] * 9, *["ArrowLeft"] * 9)["name"].startswith("a1: empty. It does not fit")
    assert body.get_attribute("d") != drawn, "the shape follows"
    before = version(page)
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("does not fit")
    turned = {body.get_attribute("d")}
    for key in "rrrfRF":
        page.keyboard.press(key)
        turned.add(body.get_attribute("d"))
    assert len(turned) > 1 or page.locator("[data-turn]").is_disabled()
    assert focus(page)["name"].startswith("a1:")
    assert version(page) == before
    for _step in range(8):
        if " fits at " in press(page, "ArrowDown", "ArrowRight")["name"]:
            break
    page.keyboard.press("Space")
    wait_beyond(page, before)
    page.wait_for_selector(READY)
    assert not page.evaluate(NOWHERE)


def test_escape_drops_a_shape_where_there_is_another(visit: Visit) -> None:
    page = sit_down(visit, "second-chance", "Ann", "bot")
    while page.locator("button.shape:not(.nowhere)").count() < 2:
        before = version(page)
        page.keyboard.press("1")
        page.keyboard.press("Enter")
        wait_beyond(page, before)
        page.wait_for_selector(READY)
    tab_to(page, str(page.locator("button.shape").first.get_attribute("aria-label")))
    assert press(page, "Enter")["role"] == "gridcell", "who has chosen a shape is on the grid"
    expect(page.locator("#own")).to_have_attribute("data-ghost", "fits")
    found = press(page, "Escape")
    expect(page.locator("#own")).to_have_attribute("data-ghost", "none")
    assert found["group"] == "Shapes"
    assert found["pressed"] == "false"


def test_a_device_goes_round_by_keys(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "take-it-or-leave-it", "Ann", "Anton")
    page.goto(f"/t/{table}")
    seen: list[str] = []
    while len(seen) < 2:
        page.wait_for_selector("#curtain:modal")
        assert page.evaluate("document.activeElement.closest('#curtain') !== null")
        seen.append(page.locator("#curtain h2").inner_text())
        page.keyboard.press("Enter")
        page.wait_for_selector(READY)
        assert focus(page)["board"], "behind the curtain lies what is to be done"
        while not page.locator("[data-hand-to]").count():
            before = version(page)
            page.keyboard.press("Enter")  # a die of the tray, or whatever else is asked
            if not page.evaluate(SENT, before):
                assert confirm(page)
            wait_beyond(page, before)
            page.wait_for_selector(f"{READY}, [data-hand-to]")
        expect(page.locator("[data-hand-to]")).to_be_focused()
        page.keyboard.press("Enter")
    assert sorted(seen) == ["Ann", "Anton"]


def test_real_dice_are_entered_by_arrows_too(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton", dealer="real")
    page.goto(f"/t/{table}")
    page.wait_for_selector("#table[data-armed]")
    for _step in range(8):
        page.wait_for_selector(f"{READY}")
        if page.locator(".actions > form.throw [data-tap]").count():
            break
        before = version(page)
        if page.locator(".outcomes").count():
            press(page, "Tab")
            while focus(page)["tag"] != "button" or not focus(page)["acts"]:
                page.keyboard.press("Tab")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("r")
        wait_beyond(page, before)
    before = version(page)
    tab_to(page, "A die shows")
    page.keyboard.press("ArrowRight")
    for _die in range(page.locator(".slots li").count()):
        page.keyboard.press("Enter")
    assert focus(page)["name"] == "Enter", "all dice are there"
    page.keyboard.press("Enter")
    wait_beyond(page, before)


def test_a_lobby_by_keys(visit: Visit) -> None:
    page = visit("/new/gang-of-dice")
    tab_to(page, "Open the table")
    page.locator("#kind1").focus()
    press(page, "ArrowUp", "ArrowUp")
    expect(page.locator("#kind1")).to_have_value("open")
    tab_to(page, "Open the table")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lobby")
    friend = visit(page.url.split("localhost")[1].partition("/")[2].join(("/", "")))
    friend.wait_for_selector("#sitdown")
    while friend.evaluate("document.activeElement.id") != "sitter":
        friend.keyboard.press("Tab")
    friend.keyboard.type("Ben")
    friend.keyboard.press("Enter")
    tab_to(page, "Start the game")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[data-stage=playing]")
    friend.wait_for_selector("#table[data-stage=playing]")


def test_a_replay_and_a_review_by_keys(visit: Visit) -> None:
    page = visit("/", DESK)
    come_to_the_end(page, "gang-of-dice", "Ann", "Anton")
    page.evaluate("document.activeElement.blur()")
    assert press(page, "Tab")["name"] == "Rematch"
    tab_to(page, "Replay", "ArrowLeft")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table[aria-busy=false]")
    slider = page.locator(".slide input")
    tab_to(page, "Play on from here")
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_value("0")
    page.locator("#log button").nth(1).focus()
    line = press(page, "ArrowDown")
    assert line["tag"] == "button", "arrows lead through the log"
    page.locator("[data-eyes-choice]").focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile("eyes=0"))
    expect(page.locator("[data-eyes-choice]")).to_be_focused()
    tab_to(page, "Play on from here")
    table = page.url
    page.keyboard.press("Space")
    page.wait_for_url(lambda url: url != table and "/replay" not in url)


def test_a_lesson_by_keys(visit: Visit) -> None:
    page = visit("/")
    tab_to(page, "Learn Gang of Dice by playing")
    page.keyboard.press("Enter")
    page.wait_for_selector(READY)
    while page.get_by_role("button", name="Got it").is_visible():
        tab_to(page, "Got it")
        page.keyboard.press("Enter")
    assert not page.evaluate(NOWHERE)
    assert focus(page)["board"], "what is read hands on to the board"


def test_who_skips_plays_nothing_unread(visit: Visit) -> None:
    page = sit_down(visit, "chance-it", "Ann", "bot", "bot", pace="normal")
    before = version(page)
    tab_to(page, "IN")
    page.keyboard.press("Enter")
    wait_beyond(page, before)
    while not page.locator(f"{READY}, {DONE}").count():
        page.keyboard.press("Enter")
        page.wait_for_timeout(30)
    asked = version(page)
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert not page.evaluate(SENT, asked)
    assert not page.evaluate(NOWHERE)
    if page.locator(READY).count():
        assert press(page, "Tab")["board"]
