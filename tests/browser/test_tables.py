"""Tables in a real browser: whole games by tapping, friends, curtains, restarts, replays."""

import itertools
import random
import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from browser.conftest import DESK, PHONE, Visit
from browser.playing import (
    DONE,
    EACH_GAME,
    READY,
    arm_at_once,
    come_to_the_end,
    fits,
    hands,
    open_table,
    play,
    play_now,
    version,
    wait_beyond,
)
from chancebox.games import game, names
from children import wait_until
from server.processes import Server

SIZES = [PHONE, pytest.param(DESK, marks=pytest.mark.long)]


@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
@pytest.mark.parametrize("name", EACH_GAME)
def test_a_whole_game_by_tapping(visit: Visit, name: str, size: tuple[int, int]) -> None:
    page = visit("/", size)
    arm_at_once(page)
    table = play_now(page, game(name).title)
    assert fits(page)
    assert play(page, name, seed=len(table)) > 0, "somebody unlucky is out soon"
    assert fits(page)
    expect(page.locator(".ending > ol:first-of-type li")).to_have_count(max(3, game(name).seats[0]))
    expect(page.get_by_role("link", name="Replay")).to_be_visible()


def test_two_browsers_and_a_bot_at_one_table(visit: Visit) -> None:
    ann, ben = visit("/new/gang-of-dice", DESK), visit("/")
    ann.locator("#kind1").select_option("open")
    ann.locator("#name0").fill("Ann")
    ann.get_by_role("button", name="Open the table").click()
    code = ann.locator(".invitation .code").text_content()
    ben.locator("#code").fill(str(code))
    ben.get_by_role("button", name="Join").click()
    ben.locator("#sitter").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    ann.get_by_role("button", name="Start the game").click()
    luck = random.Random(4)
    for _gesture in range(12):
        mover = wait_for_turn(ann, ben)
        before = version(mover)
        hands("gang-of-dice").act(mover, luck)
        wait_beyond(mover, before)
    ben.reload()
    ben.wait_for_selector("#table[data-stage='playing']")
    # Each shows what happens at its own pace.
    wait_until(lambda: version(ann) == version(ben), "the same version", pause(ann))
    assert ann.locator(".board .round").inner_html() == ben.locator(".board .round").inner_html()
    ann.locator("#saying").fill("good luck & <b>dice</b>")
    ann.get_by_role("button", name="Say", exact=True).click()
    ben.locator("[data-open=chat]").click()
    expect(ben.locator("#chat .lines li")).to_have_text("Ann: good luck & <b>dice</b>")


def wait_for_turn(*pages: Page) -> Page:
    asked: list[Page] = []

    def somebody_is_asked() -> bool:
        asked[:] = [page for page in pages if page.locator(READY).count()]
        return bool(asked)

    wait_until(somebody_is_asked, "somebody's turn", pause(pages[0]))
    return asked[0]


def test_a_server_that_dies_and_comes_back(visit: Visit, server: Server) -> None:
    page = visit("/")
    play_now(page, "Gang of Dice")
    luck = random.Random(2)
    for _kill in range(2):
        page.wait_for_selector(READY)
        shown = page.locator(".warning").inner_text()
        before = version(page)
        server.kill()
        server.start()
        page.reload()
        page.wait_for_selector(READY)
        assert version(page) == before
        assert page.locator(".warning").inner_text() == shown
        server.kill()
        server.start()
        # This time in an open tab: the move waits for the house to come back.
        hands("gang-of-dice").act(page, luck)
        wait_beyond(page, before)
        page.wait_for_selector(f"{DONE}, {READY}")
    # What the browser says about the minutes without a server is no fault of the page.
    visit.wrong[:] = [line for line in visit.wrong if "net::ERR" not in line]  # type: ignore[attr-defined]


def test_a_tap_outlasts_a_house_that_is_started_anew_and_counts_once(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Ben")
    page.goto(f"/t/{table}")
    sent: list[str] = []

    def answer(route: Route) -> None:
        """The house is away for five times; the sixth time its answer is lost."""
        body: Any = route.request.post_data_json
        sent.append(body["id"])
        if len(sent) == 6:
            route.fetch()
        if len(sent) <= 6:
            route.abort()
        else:
            route.continue_()

    page.route("**/moves", answer)
    page.wait_for_selector(READY)
    before = version(page)
    page.locator("[data-stake]").click()
    expect(page.locator("#toast")).to_have_text("The house does not answer yet; trying again …")
    wait_until(lambda: len(sent) > 6, "the move is sent again", pause(page))
    page.wait_for_selector(f"#table:not(.sending)[data-version='{before + 1}']")
    assert len(set(sent)) == 1
    visit.wrong[:] = [line for line in visit.wrong if "net::ERR" not in line]  # type: ignore[attr-defined]


def test_the_curtain_hides_what_the_last_player_saw(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "take-it-or-leave-it", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector("#curtain[open]")
    assert page.locator(".mine").count() == 0, "nobody's hand lies open under the curtain"
    first = page.locator("#curtain h2").text_content()
    page.keyboard.press("Escape")
    assert page.locator("#curtain[open]").count(), "a curtain is not pushed aside by a key"
    page.locator("#curtain button").click()
    page.wait_for_selector(READY)
    for gesture in range(6):
        before = version(page)
        hands("take-it-or-leave-it").act(page, random.Random(gesture))
        wait_beyond(page, before)
        page.wait_for_selector(f"[data-hand-to], {READY}")
        if page.locator("[data-hand-to]").count():
            break
    assert page.locator("#curtain[open]").count() == 0, "what came of the own turn is there to be seen"
    assert page.locator(".mine").count() == 1
    page.locator("[data-hand-to]").click()
    page.wait_for_selector("#curtain[open]")
    expect(page.locator("#curtain h2")).not_to_have_text(str(first))


def test_nothing_stays_open_behind_the_curtain(visit: Visit) -> None:
    page = visit("/", DESK)
    page.goto(f"/t/{open_table(page, 'take-it-or-leave-it', 'Ann', 'Anton')}")
    page.locator("#curtain button").click()
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#advice")).to_be_visible()
    for gesture in itertools.count():
        before = version(page)
        hands("take-it-or-leave-it").act(page, random.Random(gesture))
        wait_beyond(page, before)
        page.wait_for_selector(f"[data-hand-to], {READY}")
        if page.locator("[data-hand-to]").count():
            break
    expect(page.locator("#advice"), "nobody has to close it in order to play on").to_be_visible()
    page.locator("[data-hand-to]").click()
    page.locator("#curtain button").click()
    page.wait_for_selector(READY)
    expect(page.locator("#advice")).to_be_hidden()


def test_a_finished_game_on_one_device_opens_as_seen_by_who_played(visit: Visit) -> None:
    page = visit("/")
    come_to_the_end(page, "gang-of-dice", "Ann", "Anton")
    page.reload()
    page.wait_for_selector(DONE)
    assert page.locator(".mine").count() == 1
    assert page.locator("[data-post=rematch]").count() == 1


def test_a_spectator_sees_the_game_and_no_secret(visit: Visit) -> None:
    page, watching = visit("/", DESK), visit("/", DESK)
    table = open_table(page, "take-it-or-leave-it", "Ann", "bot", "bot")
    page.goto(f"/t/{table}")
    watching.goto(f"/t/{table}")
    page.wait_for_selector(".status")
    watching.wait_for_selector(".status")
    view = page.request.get(f"/api/v1/tables/{table}/view?seat=0").json()["view"]
    assert watching.locator(".mine").count() == 0
    text = watching.content()
    assert not any(f">{card['id']}<" in text or f'"{card["id"]}"' in text for card in view["hand"])
    assert watching.locator("[data-move]").count() == 0


def test_replay_and_fork(visit: Visit) -> None:
    page = visit("/", DESK)
    come_to_the_end(page, "gang-of-dice", "Ann", "Anton")
    page.get_by_role("link", name="Replay").click()
    slider = page.locator(".slide input")
    page.wait_for_selector("#table[aria-busy=false]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_value("0")
    page.keyboard.press("End")
    expect(slider).to_have_value(str(slider.get_attribute("max")))
    page.keyboard.press("Home")
    for _step in range(4):
        page.keyboard.press("ArrowRight")
    page.wait_for_selector(".warning")
    page.locator("[data-eyes-choice]").select_option("0")
    page.wait_for_url(re.compile("eyes=0"))
    page.wait_for_selector("#table[aria-busy=false]")
    expect(page.locator("#chair-0 .numbers")).to_contain_text("dice")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    page.wait_for_selector("#table[data-stage='playing']")
    page.wait_for_selector(READY)
    before = version(page)
    hands("gang-of-dice").act(page, random.Random(9))
    wait_beyond(page, before)


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_an_entry_of_the_log_shows_the_board_at_that_moment(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", size)
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    entry = page.locator("#log [data-moment]").nth(1)
    if not entry.is_visible():
        page.get_by_role("button", name="Log").click()
    entry.click()
    expect(page.locator("#then .status")).to_contain_text("As it was")
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator("#then[open]")).to_have_count(0)
    expect(entry, "one may look at the next moment at once").to_be_in_viewport()


def test_back_closes_the_log_with_all_that_was_opened_from_it(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    table = page.url
    for tapped, opened in [("[data-moment]", "#then"), ("[data-why]", "#advice")]:
        page.get_by_role("button", name="Log").click()
        page.locator(f"#log {tapped}").first.click()
        expect(page.locator(opened)).to_be_visible()
        page.go_back()
        expect(page.locator(opened)).to_be_hidden()
        expect(page.locator("#log")).to_be_hidden()
        assert page.url == table


@pytest.mark.parametrize("title", [game(name).title for name in names()])
def test_the_way_out_of_a_drawer_is_not_below_the_board(visit: Visit, title: str) -> None:
    page = visit("/")
    play_now(page, title)
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Rules").click()
    page.locator("#rules [data-close]").click()
    expect(page.locator("#rules")).to_be_hidden()


def ask_for_a_hint(visit: Visit, page: Page) -> None:
    while not page.locator("#advice li").count():  # on a busy machine the house may ask for patience
        page.get_by_role("button", name="Hint").click()
        page.wait_for_selector("#advice[open] li, #toast:not([hidden])")
    visit.wrong[:] = [line for line in visit.wrong if "503" not in line]  # type: ignore[attr-defined]


def test_a_hint_belongs_to_the_board_below_the_drawers(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    ask_for_a_hint(visit, page)
    page.get_by_role("button", name="Rules").click()
    on_top = """() => {
      const { x, y } = document.querySelector("#advice button").getBoundingClientRect();
      return document.elementFromPoint(x + 9, y + 9).closest("#advice, .drawer").id;
    }"""
    assert page.evaluate(on_top) == "rules"
    page.locator("#rules [data-close]").click()
    expect(page.locator("#rules")).to_be_hidden()
    assert page.evaluate(on_top) == "advice"


def test_a_hint_is_shown_and_played_and_the_host_may_forbid_it(visit: Visit) -> None:
    page = visit("/", PHONE)
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    before = version(page)
    advice = page.locator("#advice")
    ask_for_a_hint(visit, page)
    expect(advice.locator("li").first).to_contain_text("stake", ignore_case=True)
    advice.get_by_role("button", name="Play").first.click()
    wait_beyond(page, before)
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Hints at this table").select_option("no")
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)


def test_who_asks_why_gets_an_answer(visit: Visit) -> None:
    page = visit("/", DESK)
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Why?").click()
    expect(page.locator("#advice li").first).to_contain_text("best chance to win this round")


@pytest.mark.parametrize("title", ["Gang of Dice", "Second Chance"])
@pytest.mark.parametrize("size", [PHONE, DESK])
def test_many_reasons_leave_their_title_and_the_way_out_in_sight(
    visit: Visit, title: str, size: tuple[int, int]
) -> None:
    page = visit("/", size)
    play_now(page, title)
    page.wait_for_selector(READY)
    many = [{"text": "Blaise: this is better than that, and that is better than all the rest. " * 3}] * 12
    page.route("**/reasons*", lambda route: route.fulfill(json=many))
    why, advice = page.get_by_role("button", name="Why?"), page.locator("#advice")
    if not why.is_visible():
        page.get_by_role("button", name="Log").click()
    why.click()
    expect(advice.get_by_role("heading")).to_be_in_viewport(ratio=1)
    expect(advice.locator("li").first).to_be_in_viewport(ratio=1)
    advice.get_by_role("button", name="Close").click()
    expect(advice).to_be_hidden()
    expect(why, "the log was under the reasons, and still is there").to_be_in_viewport()


def test_what_happens_is_staged_and_can_be_skipped(visit: Visit) -> None:
    """The page's clock is stopped: what bots did is not shown by and by, but when somebody taps."""
    page = visit("/", pace="slow")
    page.clock.install()
    table = open_table(page, "gang-of-dice", "Ann", "bot", "bot", "bot")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    page.clock.pause_at(time.time() + 10**6)
    hands("gang-of-dice").act(page, random.Random(1))
    page.wait_for_selector("#table.staging, #table .passing")
    settled_version(page, table)
    assert page.locator("#table[data-armed]").count() == 0, "nothing can be played while something is staged"
    before = version(page)
    page.locator("#table .middle").click()
    wait_until(
        lambda: version(page) > before or page.locator("#table:not(.staging)").count(),
        "a tap skips",
        pause(page),
    )
    page.clock.resume()
    page.wait_for_selector(f"{DONE}, {READY}")


WATCH = """() => {
  window.boards = [];
  const banner = document.getElementById("banner");
  const look = () => {
    const dice = document.querySelectorAll(".result .die, .tray .die").length;
    if (!banner.hidden) window.boards.push([banner.textContent, dice]);
  };
  new MutationObserver(look).observe(banner, { childList: true, attributes: true });
}"""


def test_a_throw_is_seen_before_the_next_round_begins(visit: Visit) -> None:
    """The board of every moment passes by, also where one command brings several."""
    page = visit("/")
    page.add_init_script("localStorage.setItem('pace', 'fast')")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.evaluate(WATCH)
    luck = random.Random(1)
    for _gesture in range(60):
        page.wait_for_selector(f"{DONE}, {READY}")
        if any("takes the round" in text and dice for text, dice in page.evaluate("boards")):
            break
        before = version(page)
        hands("gang-of-dice").act(page, luck)
        wait_beyond(page, before)
    rounds = [dice for text, dice in page.evaluate("boards") if "takes the round" in text]
    assert rounds
    assert all(rounds), "the dice that won still lie there"


def test_a_double_tap_plays_one_move(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/moves") else None)
    button = page.locator(".actions .primary")
    box = button.bounding_box()
    assert box
    before = version(page)
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait_beyond(page, before)
    page.wait_for_selector(READY)
    assert len(asked) == 1
    before = version(page)
    page.keyboard.press("r")
    page.keyboard.press("r")
    wait_beyond(page, before)
    page.wait_for_selector(f"{DONE}, {READY}")
    assert len(asked) == 2


def settled_version(page: Page, table: str) -> int:
    """Wait until no bot is asked; return the version of the table then."""
    state: Any = {}

    def no_bot_thinks() -> bool:
        state.update(page.request.get(f"/api/v1/tables/{table}").json())
        return not any(place["bot"] and place["seat"] in state["to_act"] for place in state["seats"])

    wait_until(no_bot_thinks, "the bots' moves", pause(page))
    return int(state["version"])


def pause(page: Page) -> Callable[[], None]:
    """Let a page live on while we wait for something; Playwright does nothing while Python sleeps."""
    return lambda: page.wait_for_timeout(25)


SIGN = """addEventListener("DOMContentLoaded", () => {
  window.signs = [];
  const sign = document.getElementById("offline");
  if (sign) new MutationObserver(() => signs.push(sign.textContent)).observe(sign, { childList: true });
});"""


@pytest.mark.long
def test_a_network_without_sockets_will_do(visit: Visit) -> None:
    page = visit("/")
    tried: list[WebSocketRoute] = []

    def refuse(socket: WebSocketRoute) -> None:
        tried.append(socket)
        socket.close()

    page.context.route_web_socket(re.compile("/live"), refuse)
    page.add_init_script(SIGN)
    play_now(page, "Gang of Dice")
    page.wait_for_selector(READY)
    before = version(page)
    hands("gang-of-dice").act(page, random.Random(1))
    wait_beyond(page, before)
    n = len(tried)
    wait_until(lambda: len(tried) > n, "another socket that fails", pause(page))
    assert page.evaluate("signs") == [], "requests get through: this is not offline"


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_everything_in_a_drawer_can_be_scrolled_to(visit: Visit, size: tuple[int, int]) -> None:
    page = visit("/", size)
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'bot')}")
    page.wait_for_selector("#table[data-armed]")
    for drawer in ("settings", "rules"):
        page.locator(f"[data-open={drawer}]:visible").first.click()
        last = page.locator(f"#{drawer}").locator("button, summary, p, li").locator("visible=true").last
        last.scroll_into_view_if_needed()
        expect(last).to_be_in_viewport(ratio=1)
        page.locator(f"#{drawer} [data-close]").click()


def test_an_unknown_table_leads_home(visit: Visit) -> None:
    page = visit("/")
    page.goto("/t/nowhere")
    page.get_by_role("link", name="To the first page").click()
    expect(page.get_by_role("heading", name="Chancebox")).to_be_visible()
    visit.wrong.clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", names())
def test_the_page_of_a_table_is_light(visit: Visit, name: str) -> None:
    page = visit("/")
    weights: list[int] = []
    page.on("response", lambda answer: weights.append(int(answer.headers.get("content-length", 0))))
    play_now(page, game(name).title)
    page.wait_for_selector(".status")
    page.wait_for_load_state("networkidle")
    assert 5_000 < sum(weights) < 250_000


def test_a_page_loaded_with_a_drawer_of_the_board_open_lives(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "second-chance", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    page.locator("[data-open=overview]").click()
    page.wait_for_selector("#overview.open")
    page.reload()
    page.wait_for_selector(READY)
    assert page.evaluate("history.state") is None
    page.locator("[data-open=overview]").click()
    page.wait_for_selector("#overview.open")


def test_a_curtain_cannot_be_pushed_aside(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "take-it-or-leave-it", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector("#curtain:modal")
    for _time in range(3):
        page.keyboard.press("Escape")
    page.wait_for_selector("#curtain:modal")
    page.evaluate("document.getElementById('curtain').close()")  # as the key Back of a phone does
    page.wait_for_selector("#curtain:modal")
    page.locator("#curtain button").click()
    page.wait_for_selector(READY)
    expect(page.locator("#curtain[open]")).to_have_count(0)


def test_a_second_tap_takes_nothing_back(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "chance-it", "Ann", "Ben", "Cleo")
    page.goto(f"/t/{table}")
    page.wait_for_selector(f"{READY}, #curtain[open]")
    if page.locator("#curtain[open]").count():
        page.locator("#curtain button").click()
    page.wait_for_selector(READY)
    taken: list[str] = []
    page.on("request", lambda request: taken.append(request.url) if request.url.endswith("/undo") else None)
    # As soon as it lies there, something taps it, which no finger could do faster.
    page.evaluate("""() => {
      const tap = () => {
        const undo = document.querySelector("[data-post$=undo]");
        if (undo && !window.tapped) { window.tapped = true; setTimeout(() => undo.click()); }
      };
      new MutationObserver(tap).observe(document.getElementById("table"), { childList: true, subtree: true });
    }""")
    before = version(page)
    hands("chance-it").act(page, random.Random(1))
    wait_beyond(page, before)
    page.wait_for_selector("#table[data-armed]")
    assert page.evaluate("tapped")
    assert taken == []
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(READY)
    assert len(taken) == 1


def test_a_second_tap_asks_for_no_rematch(visit: Visit) -> None:
    page = visit("/")
    asked: list[str] = []
    page.on(
        "request", lambda request: asked.append(request.url) if request.url.endswith("/rematch") else None
    )
    # It lies where the last move lay.
    page.add_init_script("""document.addEventListener("DOMContentLoaded", () => {
      const tap = () => {
        const rematch = document.querySelector("[data-post=rematch]");
        if (rematch && !window.tapped) { window.tapped = true; setTimeout(() => rematch.click()); }
      };
      new MutationObserver(tap).observe(document.body, { childList: true, subtree: true });
    });""")
    come_to_the_end(page, "gang-of-dice", "Ann", "Anton")
    page.wait_for_selector(f"{DONE}[data-armed]")
    assert page.evaluate("tapped")
    assert asked == []
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_selector("#table:not([data-stage='over'])")
    assert len(asked) == 1


def test_a_key_that_is_held_plays_once(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    page.evaluate("""() => {
      window.taps = 0;
      document.getElementById("table").addEventListener("click", () => { taps += 1; }, { capture: true });
    }""")
    before = version(page)
    page.keyboard.down("r")
    wait_beyond(page, before)
    page.wait_for_selector(READY)
    assert page.evaluate("taps") == 1
    page.keyboard.down("r")
    assert page.evaluate("taps") == 1
    page.keyboard.up("r")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.down("Enter")
    page.locator("#table .actions button:enabled").first.focus()
    page.keyboard.down("Enter")
    assert page.evaluate("taps") == 1
    page.keyboard.up("Enter")
    page.keyboard.press("Enter")
    assert page.evaluate("taps") == 2
