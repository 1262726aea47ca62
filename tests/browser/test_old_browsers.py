"""Safari 16.4, Firefox 121 and Chrome 111 play; in older browsers pages say that these are too old."""

import re

import pytest
from playwright.sync_api import Route, expect

from browser.conftest import Visit
from browser.playing import EACH_GAME, decide_some, open_table
from chancebox.web import assets
from children import wait_until

NEWER = [
    "Array.fromAsync",
    "Document.parseHTMLUnsafe",
    "Document.prototype.startViewTransition",
    "Element.prototype.ariaNotify",
    "Element.prototype.checkVisibility",
    "Element.prototype.getHTML",
    "Element.prototype.moveBefore",
    "Element.prototype.setHTMLUnsafe",
    "Error.isError",
    "HTMLDialogElement.prototype.requestClose",
    "HTMLElement.prototype.showPopover",
    "Intl.DurationFormat",
    "Iterator",
    "Map.groupBy",
    "Math.sumPrecise",
    "Object.groupBy",
    "Promise.try",
    "Promise.withResolvers",
    "RegExp.escape",
    "Set.prototype.union",
    "Uint8Array.fromBase64",
    "URL.canParse",
    "URL.parse",
    "AbortSignal.any",
    "Response.prototype.bytes",
    "Navigator.prototype.clipboard",
    "Navigator.prototype.serviceWorker",
    "Navigator.prototype.userActivation",
    "Navigator.prototype.vibrate",
    "Notification",
    "cookieStore",
    "navigation",
    "requestIdleCallback",
    "scheduler",
]
"""What one of the oldest browsers does not know, or only over https, in Chromium's own places."""
BUNDLE = "**/bundle-*.js"
OLD = """
for (const path of NEWER) {
  const names = path.split(".");
  const last = names.pop();
  const place = names.reduce((at, name) => at?.[name], globalThis);
  if (place) delete place[last];
}
for (const name of ["union", "intersection", "difference", "isSubsetOf"]) delete Set.prototype[name];
const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
for (const name of ["map", "filter", "take", "drop", "toArray", "find", "some", "every", "reduce", "forEach"])
  delete iterators[name];
""".replace("NEWER", str(NEWER))


@pytest.mark.parametrize("name", EACH_GAME)
def test_a_turn_is_played_by_a_browser_that_knows_nothing_new(visit: Visit, name: str) -> None:
    page = visit("/")
    page.context.add_init_script(OLD)
    table = open_table(page, name, "Ann", "bot", "bot")
    page.goto(f"/t/{table}")
    decide_some(page, name, 1)
    assert page.evaluate("Element.prototype.checkVisibility") is None


def test_a_browser_that_is_too_old_says_so_instead_of_opening_the_table_for_ever(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "bot", "bot")
    page.context.add_init_script("CSS.supports = () => false")
    page.context.route(
        "**/bundle-*.js", lambda route: route.fulfill(body="#?", content_type="text/javascript")
    )
    page.goto(f"/t/{table}")
    page.get_by_text("This browser is too old").first.wait_for()
    assert "Safari 16.4" in page.locator(".opening").inner_text()
    assert "Safari 16.4" in (page.locator("#spoken").text_content() or "")
    page.goto("/")
    page.get_by_text("This browser is too old").wait_for()
    assert "Invalid or unexpected token" in visit.wrong.pop()  # type: ignore[attr-defined]


def test_a_table_that_does_not_open_says_after_a_while_what_to_do(visit: Visit) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "bot", "bot")
    page.clock.install()
    held: list[Route] = []
    page.context.route(BUNDLE, lambda route: held.append(route))
    page.goto(f"/t/{table}", wait_until="commit")
    opening = page.locator(".opening")
    expect(opening).to_have_text("Opening the table …")
    told = page.get_by_text("Load the page again").first
    wait_until(told.is_visible, "it says what to do", lambda: page.clock.fast_forward("00:15"))
    # What has been on its way for long comes after all.
    for route in held:
        route.continue_()
    page.locator(".status").wait_for()
    page.clock.fast_forward("00:15")
    expect(opening).to_have_count(0)


NEW_IN_STYLES = {
    "nested rules": r"&|\{[^{}@]*;\s*[.#:>+~\[][^;{}]*\{",
    "a text beside what is drawn, without the one that others take": r'(?<!; )content: "[^"]*" /',
    "colours and sizes": r"light-dark\(|@property|calc-size|interpolate-size|text-box|field-sizing",
    "popovers and passages": r":popover-open|::details-content|@starting-style|@view-transition|anchor\(",
    "hyphens without Safari's name": r"(?<!-webkit-hyphens: auto; )(?<!-webkit-)hyphens: auto",
    "selecting without Safari's name": r"(?<!select: none; )(?<!select: all; )(?<!-webkit-)user-select: ",
}


@pytest.mark.parametrize("what", NEW_IN_STYLES)
def test_no_style_needs_what_the_oldest_browsers_do_not_know(what: str) -> None:
    for name, asset in assets.assets().items():
        if name.endswith(".css") and not name.startswith("bundle-"):
            text = re.sub(r"/\*.*?\*/", "", asset.content.decode(), flags=re.S)
            found = re.search(NEW_IN_STYLES[what], text)
            assert not found, f"{name}: {found[0]}"
