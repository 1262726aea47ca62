"""Second Chance in a real browser: drawing, hints, moments, three games alone, one device for several."""

import random
import re

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESK, PHONE, Visit
from browser.playing import (
    DONE,
    READY,
    arm_at_once,
    fits,
    hands,
    open_table,
    play,
    play_now,
    version,
    wait_beyond,
)

CODE = re.compile(r"\b[PS]\d\d\b|@")
"""What stands on cards and in notation, and nowhere else."""
SIZES = (PHONE, (740, 360), (820, 1180), DESK, (1680, 1000))


def sit(page: Page, *players: str) -> str:
    """Set a table up, and go there."""
    table = open_table(page, "second-chance", *players)
    page.goto(f"/t/{table}")
    return table


def draw(page: Page, luck: random.Random) -> None:
    before = version(page)
    hands("second-chance").act(page, luck)
    wait_beyond(page, before)


def test_the_lamp_stays_a_lamp_and_the_status_is_no_button(visit: Visit) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    play_now(page, "Second Chance")
    page.wait_for_selector(READY)
    page.locator("button.shape:not(.nowhere)").first.click()
    page.locator("[data-turn]").click()
    status = page.locator(".status [data-placing]")
    assert page.locator(".bar button[data-hint] svg").count() == 1, "the lamp is still drawn"
    assert page.locator(".bar button[data-hint]").inner_text().strip() == ""
    status.click()
    page.locator("[data-turn]").click()
    expect(status).not_to_have_text("Choose one of the two shapes.")
    assert not [url for url in asked if url.endswith("/hint")]


def test_a_hint_hangs_on_the_grid_and_speaks_in_words(visit: Visit) -> None:
    page = visit("/")
    sit(page, "Ann", "bot")
    page.wait_for_selector(READY)
    draw(page, random.Random(1))
    page.wait_for_selector(READY)
    page.locator(".bar [data-hint]").click()
    expect(page.locator("#own[data-advised][data-ghost='fits']")).to_have_count(1)
    told = page.locator("#advice li").first.inner_text()
    assert " at " in told
    assert not CODE.search(told)
    expect(page.locator("[data-placing]")).to_contain_text("The master would draw")
    ghost, panel = page.locator(".ghost .body").bounding_box(), page.locator("#advice").bounding_box()
    assert ghost
    assert panel
    assert panel["y"] + panel["height"] <= ghost["y"] + ghost["height"], "it is not covered"
    before = version(page)
    page.locator("[data-place]").click()
    wait_beyond(page, before)
    assert page.locator("#advice[open]").count() == 0, "who has moved needs no hint any more"
    assert not CODE.search(" ".join(page.locator("#log .lines").all_inner_texts()))


# Taps and keys on the grid


def tap_grid(page: Page, x: float, y: float, times: int = 1) -> None:
    """Tap a part of the grid, such as its middle, once or as in a double tap."""
    sheet = page.locator("#own .sheet").bounding_box()
    assert sheet
    page.mouse.click(sheet["x"] + x * sheet["width"], sheet["y"] + y * sheet["height"], click_count=times)


@pytest.mark.parametrize("size", [PHONE, (390, 844), (640, 360), DESK])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tap_leaves_no_ring_on_the_grid_and_a_key_does(
    visit: Visit, size: tuple[int, int], scheme: str
) -> None:
    page = visit("/", size, color_scheme=scheme)
    sit(page, "Ann", "bot")
    page.wait_for_selector(READY)
    grid = page.locator("#own")
    page.locator("button.shape").first.click()
    expect(page.locator(".square:focus")).to_have_count(1)
    tapped = grid.screenshot()
    page.locator(".square:focus").blur()
    assert grid.screenshot() == tapped, "the focus is not seen"
    page.keyboard.press("ArrowUp")
    square = page.locator(".square:focus")
    expect(square).to_have_count(1)
    assert square.evaluate("one => getComputedStyle(one).outlineStyle") == "none", "the browser draws nothing"
    ringed = grid.screenshot()
    square.blur()
    assert grid.screenshot() != ringed, "who uses keys sees where they are"


@pytest.mark.parametrize("has_touch", [True, False])
def test_a_second_tap_and_a_double_tap_draw_nothing(visit: Visit, has_touch: bool) -> None:
    page = visit("/", has_touch=has_touch)
    sit(page, "Ann", "bot")
    page.wait_for_selector(READY)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/moves") else None)
    before = version(page)
    page.locator("button.shape").first.click()
    for _tap in range(3):
        tap_grid(page, 0.5, 0.5)
    tap_grid(page, 0.5, 0.5, times=2)
    expect(page.locator("#own")).to_have_attribute("data-ghost", "fits")
    page.locator("[data-place]").click()
    wait_beyond(page, before)
    assert len(sent) == 1, "only the button places a shape"


def test_a_key_that_is_pressed_twice_on_a_card_draws_nothing(visit: Visit) -> None:
    page = visit("/")
    sit(page, "Ann", "bot")
    page.wait_for_selector(READY)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/moves") else None)
    before = version(page)
    page.locator("button.shape[aria-pressed=true]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text(" fits at ")
    assert sent == []
    page.keyboard.press("Enter")
    wait_beyond(page, before)
    assert len(sent) == 1, "who has heard where it hangs draws it"


# What must be seen


@pytest.mark.long
@pytest.mark.parametrize("others", [0, 1, 2, 5])
def test_what_one_needs_is_in_view_at_every_size(visit: Visit, others: int) -> None:
    page = visit("/")
    sit(page, "Ann with a long name", *["bot"] * others)
    page.wait_for_selector(READY)
    draw(page, random.Random(1))
    for width, height in SIZES:
        page.wait_for_selector(READY)
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page)
        seen = ["#own", ".actions [data-place]", ".actions [data-turn]", ".front .count", ".front .goal"]
        seen += [f"#chair-{seat} .count b" for seat in range(1, others + 1)]
        seen += [f"#chair-{seat} .place .growth" for seat in range(1, others + 1)]
        for part in seen:
            box = page.locator(part).bounding_box()
            assert box, f"{part} at {width} x {height}"
            assert box["x"] >= 0, f"{part} at {width} x {height}"
            assert box["y"] >= 0, f"{part} at {width} x {height}"
            assert box["x"] + box["width"] <= width, f"{part} at {width} x {height}"
            assert box["y"] + box["height"] <= height, f"{part} at {width} x {height}"


@pytest.mark.parametrize("others", [1, 2, 3, 5])
def test_a_second_chance_of_somebody_else_has_room(visit: Visit, others: int) -> None:
    """On a phone, in the longest words of our languages, with as many squares empty as can be."""
    page = visit("/", PHONE)
    sit(page, "Ann", *["bot"] * others)
    page.wait_for_selector(READY)
    page.evaluate(
        """() => { for (const told of document.querySelectorAll(".seats .numbers")) {
            told.querySelector(".count b").textContent = "29";
            told.querySelector(".state")?.remove();
            told.insertAdjacentHTML("beforeend", `<span class="state is-second">2de chance</span>`);
        } }"""
    )
    assert page.locator(".seats .is-second").count() == others
    assert fits(page)
    for chair in page.locator(".seats .chair").all():
        box = chair.locator(".is-second").bounding_box()
        around = chair.bounding_box()
        assert box
        assert around
        assert box["x"] + box["width"] <= around["x"] + around["width"]


def test_a_tap_on_somebody_unfolds_the_grid_and_the_shapes_left_are_a_drawer(visit: Visit) -> None:
    page = visit("/")
    sit(page, "Ann", *["bot"] * 5)
    page.wait_for_selector(READY)
    small = page.locator("#chair-3 .growth")
    before = small.bounding_box()
    page.locator("#chair-3 [data-unfold]").click()
    large = page.locator("#chair-3.open .growth").bounding_box()
    assert before
    assert large
    assert before["width"] < 50 < 250 < large["width"]
    page.keyboard.press("Escape")
    expect(page.locator(".chair.open")).to_have_count(0)
    page.locator("[data-open=overview]").click()
    expect(page.locator("#overview li").first).to_be_visible()
    assert not CODE.search(page.locator("#overview").inner_text())
    page.locator("#overview [data-close]").click()
    expect(page.locator("#overview li").first).to_be_hidden()


# Moments

DRAWN = """() => {
  window.drawn = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const one of addedNodes) {
      if (one.classList?.contains("penning")) {
        const owner = one.closest(".chair")?.id ?? one.closest("svg").id;
        window.drawn.push([owner, one.previousElementSibling.dataset.ink, one.getAttribute("d").length > 8]);
      }
    }
  }).observe(document.getElementById("table"), { childList: true, subtree: true });
}"""


def test_the_pen_draws_what_was_drawn_in_each_grid(visit: Visit) -> None:
    page = visit("/", DESK, pace="fast")
    page.evaluate("localStorage.setItem('motion', 'full')")
    sit(page, "Ann", "bot", "bot")
    page.wait_for_selector(READY)
    page.evaluate(DRAWN)
    draw(page, random.Random(1))
    page.wait_for_selector(READY)
    drawn = page.evaluate("drawn")
    for owner in ("own", "chair-1", "chair-2"):
        assert [owner, "start-0", True] in drawn, "the outline of each start shape, where it lies"
    assert len([one for one in drawn if one[0] == "own"]) == 1, "what I have seen myself is drawn once"
    draw(page, random.Random(2))
    page.wait_for_selector(READY)
    assert ["own", "shape-1", True] in page.evaluate("drawn")


WATCH = """() => {
  window.seen = [];
  const banner = document.getElementById("banner");
  new MutationObserver(() => {
    const light = document.querySelector(".spotlight");
    const lit = light && getComputedStyle(light).display !== "none";
    if (!banner.hidden) window.seen.push({
      told: banner.textContent,
      light: lit ? light.textContent : "",
      crosses: lit ? light.querySelectorAll(".cross").length : 0,
      shapes: document.querySelectorAll("#own .drawn").length,
    });
  }).observe(banner, { childList: true, attributes: true });
}"""


@pytest.mark.long
def test_a_second_chance_is_turned_over_and_says_what_it_means(visit: Visit) -> None:
    page = visit("/", pace="fast")
    sit(page, "Ann")
    page.evaluate(WATCH)
    luck = random.Random(4)
    while not (ends := [one for one in page.evaluate("seen") if one["told"].startswith("Game 1 ends")]):
        page.wait_for_selector(READY)
        draw(page, luck)
        page.wait_for_selector(f"{READY}, {DONE}")
    seen = page.evaluate("seen")
    neither = next(one for one in seen if one["told"].startswith("Neither shape fits"))
    assert (neither["crosses"], "You get a second chance." in neither["light"]) == (2, True)
    chances = [one for one in seen if one["told"].startswith("Second chance for Ann")]
    assert chances
    for one in chances:
        failed = "fits nowhere" in one["told"]
        assert one["crosses"] == int(failed)
        assert ("this game is over" if failed else "play on") in one["light"]
    assert ends[0]["shapes"] > 3, "the grid that is judged still lies there, not that of the next game"


# Alone


@pytest.mark.long
def test_three_games_alone_have_a_goal_and_an_end_of_their_own(visit: Visit) -> None:
    page = visit("/")
    arm_at_once(page)
    sit(page, "Ann")
    page.wait_for_selector(READY)
    expect(page.locator(".goal")).to_contain_text("9 or fewer")
    expect(page.locator(".series li")).to_have_count(3)
    play(page, "second-chance", seed=3)
    expect(page.locator(".verdict")).to_have_text(re.compile("Goal met|Not this time"))
    assert "Nobody wins" not in page.locator("body").inner_text()
    expect(page.locator(".gallery li")).to_have_count(3)
    games = [int(re.findall(r"\d+", text)[-1]) for text in page.locator(".gallery p").all_inner_texts()]
    expect(page.locator(".front .count b")).to_have_text(str(sum(games)))


# Several people on one device

TAPS = """() => {
  window.taps = 0;
  addEventListener("pointerdown", () => { window.taps += 1; }, { capture: true });
}"""


def test_without_the_curtain_two_taps_draw_a_shape_and_the_next_one_is_asked_by_name(visit: Visit) -> None:
    page = visit("/")
    page.evaluate("localStorage.setItem('curtain', 'off')")
    sit(page, "Ann", "Anton")
    page.wait_for_selector(READY)
    page.evaluate(TAPS)
    asked = []
    for placement in range(1, 9):
        page.wait_for_selector(READY)
        asked.append(page.locator(".status .whose").inner_text())
        assert page.locator(".front .name").inner_text() in asked[-1]
        mine, other = page.locator("#own .drawn"), page.locator(".place .drawn")
        assert mine.count() >= other.count(), "what the other has drawn in this round is not shown before"
        before = version(page)
        pressed = page.locator("button.shape[aria-pressed=true]")
        if not pressed.count():
            page.locator("button.shape:not(.nowhere)").first.click()
        page.locator("[data-place]").click()
        wait_beyond(page, before)
        page.wait_for_selector(f"{READY}, {DONE}")
        assert page.evaluate("taps") <= 2 * placement
    assert page.locator("#curtain[open], [data-hand-to]:visible").count() == 0
    assert len(set(asked)) == 2, "each is asked by name"


def test_with_the_curtain_nobody_sees_what_the_other_has_drawn(visit: Visit) -> None:
    page = visit("/")
    sit(page, "Ann", "Anton")
    page.wait_for_selector(READY)
    page.locator("[data-place]").click()
    page.wait_for_selector("[data-hand-to]")
    page.locator("[data-hand-to]").click()
    expect(page.locator("#curtain h2")).to_have_text("Anton")


def test_a_card_is_drawn_onto_the_grid_in_one_gesture(visit: Visit) -> None:
    page = visit("/")
    sit(page, "Ann", "bot")
    page.wait_for_selector(READY)
    draw(page, random.Random(1))
    page.wait_for_selector(READY)
    card = page.locator("button.shape").last
    start, sheet = card.bounding_box(), page.locator("#own .sheet").bounding_box()
    assert start
    assert sheet
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(sheet["x"] + 0.5 * sheet["width"], sheet["y"] + 0.9 * sheet["height"], steps=5)
    page.mouse.move(sheet["x"] + 0.05 * sheet["width"], sheet["y"] + 0.05 * sheet["height"], steps=5)
    page.mouse.up()
    expect(card).to_have_attribute("aria-pressed", "true")
    rim = page.locator(".ghost .body").bounding_box()
    assert rim
    assert abs(rim["x"] - sheet["x"]) < 5, "it lies where it was let go"
    assert abs(rim["y"] - sheet["y"]) < 5


COUNTED = """() => {
  window.counted = new Set();
  const look = () => {
    const other = document.querySelector(".seats [data-number]");
    const viewer = document.querySelector(".front .name")?.textContent;
    if (other) window.counted.add(`${viewer} ${other.textContent}`);
    requestAnimationFrame(look);
  };
  look();
}"""


def test_numbers_do_not_run_from_what_only_the_last_player_knew(visit: Visit) -> None:
    """Ann has drawn, 73 squares are empty; Anton sees 81 at once, and no number on the way there."""
    page = visit("/", pace="fast")
    page.evaluate("localStorage.setItem('motion', 'full'); localStorage.setItem('curtain', 'off')")
    sit(page, "Ann", "Anton")
    page.wait_for_selector(READY)
    page.evaluate(COUNTED)
    page.locator("[data-place]").click()
    page.wait_for_selector("#table[data-armed] .front #chair-1")
    page.wait_for_selector("#banner", state="hidden")
    assert {told for told in page.evaluate("[...counted]") if told.startswith("Anton")} == {"Anton 81"}
