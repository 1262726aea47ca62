"""chance it in a browser: what a choice costs, what is asked twice, what is staged, and whether all fits."""

import random
import time

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import DESK, PHONE, Visit
from browser.playing import DONE, READY, hands, open_table, play, version, wait_beyond
from chancebox.games import game

LANDSCAPE = (740, 360)
SMALL_LANDSCAPE = (640, 360)
TABLET = (820, 1180)
WIDE = (1680, 1000)
LONG = "Bartholomew Longname"
PEOPLE = (LONG, "bot", "bot", "bot", "bot", "bot")

STICKS_OUT = """() => {
  const found = [];
  for (const one of document.querySelectorAll("#table *")) {
    if (!one.checkVisibility() || one.closest("svg, .unseen, caption")) continue;
    const { left, right } = one.getBoundingClientRect();
    const { display, overflowX } = getComputedStyle(one);
    const isCut = display !== "inline" && overflowX !== "auto" && one.scrollWidth > one.clientWidth + 6;
    const isOut = left < -1 || right > innerWidth + 1;
    if (isOut || (one.clientWidth && isCut)) found.push(`${one.className}: ${one.textContent.trim()}`);
  }
  return found;
}"""


ALL_CHANCE_IT = """() => {
  const mark = document.querySelector(".chair .mark");
  const marks = Array.from({ length: 6 }, () => mark.cloneNode(true));
  document.querySelector(".chancers").replaceChildren(...marks);
}"""


def poor(hearts: int, coins: int) -> str:
    """Write a box in which everybody begins with so much."""
    text = (game("chance-it").folder / "box.toml").read_text("utf-8")
    return text.replace("coins = 8\nhearts = 8", f"coins = {coins}\nhearts = {hearts}", 1)


def sit_down(page: Page, *players: str, box: str = "") -> None:
    page.goto(f"/t/{open_table(page, 'chance-it', *players, box=box)}")
    page.wait_for_selector(READY)


@pytest.mark.wide
@pytest.mark.long
@pytest.mark.parametrize(
    "size",
    [PHONE, LANDSCAPE, SMALL_LANDSCAPE, TABLET, DESK, WIDE],
    ids=lambda size: "x".join(map(str, size)),
)
def test_nothing_sticks_out_with_six_players(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", size)
    sit_down(page, *PEOPLE)
    luck = random.Random(size[0])
    for _gesture in range(2):
        assert page.evaluate(STICKS_OUT) == []
        page.evaluate(ALL_CHANCE_IT)
        assert page.evaluate(STICKS_OUT) == []
        before = version(page)
        hands("chance-it").act(page, luck)
        wait_beyond(page, before)
        page.wait_for_selector(f"{DONE}, {READY}")
        if page.locator(DONE).count():
            break


def test_all_that_is_weighed_lies_above_the_fold(visit: Visit) -> None:
    """Dice, stakes, market, what I have and what a choice costs: at 360 x 640, with all warnings."""
    page = visit("/")
    sit_down(page, *PEOPLE, box=poor(hearts=1, coins=0))
    bottom = page.evaluate("document.querySelector('.middle').getBoundingClientRect().bottom")
    for query in (".row.last", ".sheet", ".market"):
        assert page.evaluate(f"document.querySelector('{query}').getBoundingClientRect().bottom") <= bottom, (
            query
        )
    expect(page.locator(".guide.in")).to_contain_text("have 0")
    expect(page.locator(".front .goal")).to_contain_text("win")
    assert page.evaluate(STICKS_OUT) == []


def test_what_surely_kills_is_said_and_asked_twice(visit: Visit) -> None:
    page = visit("/")
    sit_down(page, "Ann", "bot", "bot", box=poor(hearts=1, coins=0))
    guide = page.locator(".guide.in")
    expect(guide.locator(".warning")).to_have_text("costs your last heart")
    expect(page.locator(".guide.out .warning")).to_have_text("may cost your last heart")
    before = version(page)
    guide.dblclick()
    expect(guide.locator(".warning")).to_have_text("Last heart! Tap again.")
    assert version(page) == before, "a double tap is no second thought"
    page.locator(".guide.in.ready").click()
    wait_beyond(page, before)
    expect(page.locator("#chair-0 .gone")).to_contain_text("eliminated")


def test_a_choice_locks_and_says_so(visit: Visit) -> None:
    page = visit("/")
    sit_down(page, "Ann", "Ben", "bot")
    before = version(page)
    page.locator(".guide.out").click()
    wait_beyond(page, before)
    expect(page.locator("#table > .status")).to_contain_text("You chose OUT.")
    expect(page.locator(".guides.still .out")).to_contain_text("you chose OUT")
    assert page.locator("[data-move]").count() == 0
    assert page.evaluate(STICKS_OUT) == []


def test_no_choice_looks_taken_because_the_pointer_still_lies_there(visit: Visit) -> None:
    page = visit("/", DESK)
    sit_down(page, "Ann", "bot", "bot")
    look = "getComputedStyle(document.querySelector('button.guide.out')).backgroundColor"
    untouched = page.evaluate(look)
    page.locator(".guide.out").hover()
    assert page.evaluate(look) != untouched
    before = version(page)
    page.locator(".guide.out").click()
    wait_beyond(page, before)
    play(page, "chance-it", until=f"{DONE}, {READY} ~ .actions button.guide")
    if page.locator("button.guide.out").count():
        assert page.evaluate(look) == untouched
        assert page.locator(".guide.picked, .guide:focus").count() == 0


WATCH = """() => {
  window.acts = [];
  const banner = document.getElementById("banner");
  const edge = (query, side) => document.querySelector(query)?.getBoundingClientRect()[side] ?? 0;
  let last = "";
  const look = () => {
    const lit = document.querySelector(".lit-now");
    const told = banner.hidden ? "" : banner.textContent;
    const act = JSON.stringify([lit?.dataset.row ?? (lit ? "sheet" : ""), told]);
    if (act === last || !lit) return;
    last = act;
    const covered = !banner.hidden && banner.getBoundingClientRect().bottom > edge(".seats", "top") + 2;
    const turning = document.querySelectorAll(".turning").length;
    window.acts.push({ row: lit.dataset.row ?? lit.className.split(" ")[0], told, covered, turning });
  };
  const watching = { subtree: true, childList: true, attributes: true };
  new MutationObserver(look).observe(document.getElementById("table"), watching);
  new MutationObserver(look).observe(banner, watching);
}"""


def test_a_round_is_played_on_the_board_one_die_after_the_other(visit: Visit) -> None:
    page = visit("/", pace="fast")
    sit_down(page, "Ann", "bot", "bot", "bot", "bot", "bot")
    page.evaluate(WATCH)
    before = version(page)
    page.locator(".guide.in").click()
    wait_beyond(page, before)
    page.wait_for_selector(f"{DONE}, {READY}")
    acts = page.evaluate("window.acts")
    assert page.locator(".reveal").count() == 0, "nothing lies over the dice"
    assert not any(act["covered"] for act in acts)
    revealed = next(act for act in acts if act["told"].startswith(("IN:", "OUT:")))
    assert revealed["row"] == "sheet"
    assert revealed["turning"] == 6, "the cards turn over where they lie"
    rows = [int(act["row"]) for act in acts if act["row"].isdecimal()]
    assert rows, "a row of the action board is lit"
    first_round = rows[: next((n for n in range(1, len(rows)) if rows[n] < rows[n - 1]), len(rows))]
    assert first_round == sorted(first_round)


def test_a_skip_leaves_nobody_alive_who_is_not(visit: Visit) -> None:
    """The page's clock is stopped: who is eliminated waits for that moment, which a tap skips."""
    page = visit("/", pace="slow")
    page.clock.install()
    sit_down(page, "Ann", "bot", "bot", box=poor(hearts=1, coins=0))
    page.locator(".guide.in").click()
    page.locator(".guide.in.ready").wait_for()
    page.clock.pause_at(time.time() + 10**6)
    page.locator(".guide.in.ready").click()
    page.wait_for_selector("#chair-0.spared", state="attached")
    expect(page.locator("#chair-0 .gone")).to_be_hidden()
    page.locator("#table .middle").click()
    page.clock.resume()
    expect(page.locator("#chair-0 .gone")).to_be_visible()
    expect(page.locator(".spared, .due, .coming, .lit-now")).to_have_count(0)


REHEARSE = """async () => {
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const motion = (await import(loaded.find((name) => name.endsWith("bundle-chance-it.js"))))["motion.js"];
  document.documentElement.dataset.motion = "";
  localStorage.setItem("pace", "normal");
  const stage = document.createElement("div");
  stage.innerHTML = '<div id="chair-90"><i data-holds="coins"><b data-number="x">8</b></i></div>';
  document.body.append(stage);
  const number = stage.querySelector("b");
  const before = motion.snapshot(stage);
  number.textContent = "7"; // paid 3, then gained 2
  const happened = [{ flights: [["coins", 3, 90, -1]] }, { flights: [["coins", 2, -1, 90]] }];
  motion.show(stage, before, happened);
  const seen = [number.textContent];
  motion.perform(stage, happened[0]);
  await Promise.all(number.getAnimations().map(({ finished }) => finished));
  seen.push(number.textContent);
  motion.perform(stage, happened[1]);
  motion.settle();
  seen.push(number.textContent);
  return seen;
}"""


def test_numbers_follow_what_happened_one_after_the_other(visit: Visit) -> None:
    """The board is drawn once; what each happening moved is counted in its turn, a skip brings the last."""
    page = visit("/")
    sit_down(page, "Ann", "bot", "bot")
    assert page.evaluate(REHEARSE) == ["8", "5", "7"]
