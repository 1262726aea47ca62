"""Your turn: the tab says it, a notice only to who asked for one and looks elsewhere."""

import shutil
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import FLAGS, NAMES, Visit
from browser.playing import READY, decide_some, open_table
from children import LIMIT, wait_until
from server.processes import Server

WITH_WINDOWS = NAMES[1:]

# What would be shown is noted, and whether the page asked for permission.
WATCH = """
  window.asked = 0; window.notices = []; window.permission = "default";
  window.Notification = class {
    static get permission() { return window.permission; }
    static async requestPermission() {
      window.asked += 1;
      window.permission = window.answer ?? "granted";
      return window.permission;
    }
    constructor(title, about) { window.notices.push({ title, ...about }); }
    close() { window.notices.push("closed"); }
  };
"""
HIDE = """hidden => {
  const get = () => (hidden ? "hidden" : "visible");
  Object.defineProperty(document, "visibilityState", { configurable: true, get });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
ICON = "document.querySelector('link[rel=icon]').href"


def two_at_a_table(visit: Visit, *scripts: str, ann: Page | None = None) -> tuple[Page, Page]:
    """Let Ann and Ben sit down; what Ann's browser would show is noted, unless she brings one of her own."""
    if ann is None:
        ann = visit("/")
        ann.context.add_init_script(WATCH + "".join(scripts))
    ben = visit("/")
    table = open_table(ann, "gang-of-dice", "Ann", "open", start=False)
    for page in (ann, ben):
        page.goto(f"/t/{table}")
    ben.locator("#sitter").fill("Ben")
    ben.get_by_role("button", name="Sit here").click()
    ann.wait_for_selector("[data-post='start']:not([disabled])")
    return ann, ben


def start(ann: Page) -> None:
    ann.get_by_role("button", name="Start the game").click()
    ann.wait_for_selector("#table[data-stage='playing']")


def switch_on(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notice when it is my turn").select_option("on")


def let_decide_until_it_is_her_turn(ben: Page, ann: Page) -> None:
    """Let Ben decide while he is asked; of her turn Ann hears a moment after he does."""
    while not ann.title().startswith("●"):
        if ben.locator(READY).count():
            decide_some(ben, "gang-of-dice", 1)
        else:
            ann.wait_for_timeout(30)


def test_title_and_icon_say_whose_turn_it_is(visit: Visit) -> None:
    ann, ben = two_at_a_table(visit)
    start(ann)
    pages = [ann, ben]
    for _turn in range(2):
        while not any(page.title().startswith("●") for page in pages):
            ann.wait_for_timeout(30)
        mine = next(page for page in pages if page.title().startswith("●"))
        mine.wait_for_selector(READY)
        assert mine.title().startswith("● ")
        assert mine.evaluate(ICON).endswith("mark-turn.svg")
        other = pages[1 - pages.index(mine)]
        assert not other.title().startswith("●")
        assert other.evaluate(ICON).endswith("mark.svg")
        let_decide_until_it_is_her_turn(mine, other)


def test_a_notice_comes_to_who_asked_for_it_and_looks_elsewhere(visit: Visit) -> None:
    ann, ben = two_at_a_table(visit)
    switch_on(ann)
    assert ann.evaluate("[window.asked, window.permission]") == [1, "granted"]
    ann.keyboard.press("Escape")
    ann.evaluate(HIDE, True)
    start(ann)
    let_decide_until_it_is_her_turn(ben, ann)
    ann.wait_for_function("() => window.notices.length > 0")
    (notice,) = ann.evaluate("window.notices")
    assert notice["title"] == "It is your turn"
    assert notice["body"] == "Gang of Dice · Chancebox"
    ann.evaluate(HIDE, False)
    assert ann.evaluate("window.notices.at(-1)") == "closed"


# Phones allow notices to workers alone. Here a worker only notes what it is asked to show, after a while.
WORKER = """
  window.shown = []; window.wanted = 0; window.came = 0;
  window.shows = new Promise((done) => { window.show = done; });
  navigator.serviceWorker.getRegistration = async () => ({
    active: {},
    async showNotification(title, about) {
      window.wanted += 1;
      await window.shows;
      window.came += 1;
      const close = () => { window.shown = window.shown.filter((one) => one.close !== close); };
      window.shown.push({ title, ...about, close });
    },
    async getNotifications({ tag }) { return window.shown.filter((one) => one.tag === tag); },
  });
"""


def look_away_until_it_is_the_turn(ann: Page, ben: Page) -> None:
    switch_on(ann)
    ann.keyboard.press("Escape")
    ann.evaluate(HIDE, True)
    start(ann)
    let_decide_until_it_is_her_turn(ben, ann)


def test_where_there_is_a_worker_it_shows_the_notice(visit: Visit) -> None:
    ann, ben = two_at_a_table(visit, WORKER)
    look_away_until_it_is_the_turn(ann, ben)
    ann.evaluate("window.show()")
    ann.wait_for_function("() => window.shown.length > 0")
    (notice,) = ann.evaluate("window.shown.map(({ close, ...told }) => told)")
    path = urlsplit(ann.url).path
    assert (notice["title"], notice["body"]) == ("It is your turn", "Gang of Dice · Chancebox")
    assert (notice["tag"], notice["data"]) == (path, path)
    assert notice["icon"].endswith(".png")
    assert ann.evaluate("window.notices") == [], "one of both is enough"
    ann.evaluate(HIDE, False)
    ann.wait_for_function("() => !window.shown.length")


def test_a_notice_that_comes_too_late_is_taken_back(visit: Visit) -> None:
    ann, ben = two_at_a_table(visit, WORKER)
    look_away_until_it_is_the_turn(ann, ben)
    ann.wait_for_function("() => window.wanted > 0")
    ann.evaluate(HIDE, False)
    ann.evaluate("window.show()")
    ann.wait_for_function("() => window.came > 0 && !window.shown.length")


# The real thing: what the browser shows, and what it tells the worker when somebody taps on it.
SHOWN = """async () => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.map(({ title, body, tag, data, icon }) => ({ title, body, tag, data, icon }));
}"""
TAP = """async () => {
  self.came = [];
  WindowClient.prototype.focus = async function () { self.came.push(["focus", new URL(this.url).pathname]); };
  self.clients.openWindow = async (path) => { self.came.push(["open", path]); };
  const [notification] = await self.registration.getNotifications();
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""


@pytest.fixture
def own_browser(browser: Browser, server: Server) -> Iterator[Page]:
    """A page that may show notices, in a browser with windows: the one without has none to show."""
    path = next(filter(None, map(shutil.which, WITH_WINDOWS)), "")
    if not path:
        pytest.skip("no Chromium that shows notices on this machine (apt install chromium)")
    whole = browser.browser_type.launch(executable_path=path, args=FLAGS, timeout=1000 * LIMIT)
    context = whole.new_context(base_url=server.address, reduced_motion="reduce")
    context.set_default_timeout(1000 * LIMIT)
    context.grant_permissions(["notifications"], origin=server.address)
    page = context.new_page()
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    yield page
    whole.close()


def test_a_tap_on_the_notice_leads_to_the_table(visit: Visit, own_browser: Page) -> None:
    ann, ben = two_at_a_table(visit, ann=own_browser)
    look_away_until_it_is_the_turn(ann, ben)
    wait_until(lambda: ann.evaluate(SHOWN), "a notice", lambda: ann.wait_for_timeout(30))
    (notice,) = ann.evaluate(SHOWN)
    path = urlsplit(ann.url).path
    assert (notice["title"], notice["data"]) == ("It is your turn", path)
    (worker,) = ann.context.service_workers
    worker.evaluate(TAP)
    wait_until(lambda: worker.evaluate("self.came.length"), "a tap", lambda: ann.wait_for_timeout(30))
    assert worker.evaluate("self.came") == [["focus", path]], "the page is open already"
    assert ann.evaluate(SHOWN) == []


@pytest.mark.parametrize(("wished", "hidden"), [(False, True), (True, False)])
def test_nobody_else_is_disturbed(visit: Visit, wished: bool, hidden: bool) -> None:
    ann, ben = two_at_a_table(visit)
    if wished:
        switch_on(ann)
        ann.keyboard.press("Escape")
    ann.evaluate(HIDE, hidden)
    start(ann)
    let_decide_until_it_is_her_turn(ben, ann)
    ann.wait_for_selector("#table[data-armed]")
    assert ann.evaluate("window.notices") == []
    assert ann.evaluate("window.asked") == int(wished)


def test_a_browser_that_refuses_is_explained(visit: Visit) -> None:
    ann, _ben = two_at_a_table(visit)
    ann.evaluate("window.answer = 'denied'")
    switch_on(ann)
    expect(ann.get_by_text("This browser does not let the house send notices")).to_be_visible()
    expect(ann.get_by_label("Notice when it is my turn")).to_have_value("off")
