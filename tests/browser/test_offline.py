"""Installed, and without a connection: a browser shows what it kept, says so, and nothing old as new."""

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.conftest import PHONE
from browser.test_access import problems
from children import LIMIT, wait_until
from server.processes import Server

IS_READY = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return found?.active?.state === "activated";
}"""
GONE = "async () => !(await navigator.serviceWorker.getRegistrations()).length"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "house") as server:
        yield server


@pytest.fixture
def device(browser: Browser, house: Server) -> Iterator[BrowserContext]:
    context = browser.new_context(
        viewport={"width": PHONE[0], "height": PHONE[1]}, base_url=house.address, reduced_motion="reduce"
    )
    context.set_default_timeout(1000 * LIMIT)
    yield context
    context.close()


def arrive(device: BrowserContext) -> Page:
    """Open the first page, and wait until the browser has kept what it keeps."""
    page = device.new_page()
    page.goto("/")
    # Asked again and again: a promise that is never kept would be waited for without end.
    wait_until(lambda: page.evaluate(IS_READY), "the worker", lambda: page.wait_for_timeout(50))
    return page


def test_browsers_offer_to_install_it(device: BrowserContext) -> None:
    page = arrive(device)
    session: Any = device.new_cdp_session(page)
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    manifest = session.send("Page.getAppManifest")
    assert manifest["errors"] == []
    icons = json.loads(manifest["data"])["icons"]
    assert {(icon["sizes"], icon.get("purpose", "any")) for icon in icons} == {
        ("any", "any"),
        ("192x192", "any"),
        ("512x512", "any"),
        ("512x512", "maskable"),
    }
    for icon in icons:
        answer = page.request.get(urljoin(manifest["url"], icon["src"]))
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_without_a_connection_rules_are_read_and_nothing_old_is_shown(
    device: BrowserContext, house: Server
) -> None:
    page = arrive(device)
    page.get_by_role("button", name="Play Gang of Dice now", exact=True).click()
    page.wait_for_selector(".status")
    table = page.url
    house.stop()
    for path in ("/", "/mine", "/new/gang-of-dice", table):
        page.goto(path)
        expect(page.get_by_role("heading", name="No connection to the house")).to_be_visible()
        expect(page.locator("#table")).to_have_count(0)
    assert problems(page) == []
    page.goto("/")
    page.get_by_role("link", name="Gang of Dice Rules").click()
    expect(page.get_by_text("This is the copy that your device kept on")).to_be_visible()
    expect(page.get_by_role("heading", name="What Learn by playing tells")).to_be_visible()
    assert page.url.endswith("/rules/gang-of-dice")
    house.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("This is the copy")).to_have_count(0)
    expect(page.get_by_role("heading", name="Gang of Dice")).to_be_visible()
    page.goto(table)
    page.wait_for_selector(".status")


def test_pages_come_from_the_house_as_long_as_it_answers(device: BrowserContext) -> None:
    page = arrive(device)
    page.goto("/rules/chance-it")
    expect(page.locator(".no-connection")).to_have_count(0)
    kept = page.evaluate(
        "async () => (await Promise.all((await caches.keys()).map(async (name) =>"
        " (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat()"
    )
    assert "/copies" in kept
    assert not [path for path in kept if not path.startswith(("/copies", "/static/"))]


def test_a_page_says_when_the_device_is_in_no_network(device: BrowserContext) -> None:
    page = arrive(device)
    expect(page.locator(".connection")).to_be_hidden()
    # For this page alone: for all of them Playwright waits for the worker as well, which may be asleep.
    network: Any = device.new_cdp_session(page)
    speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", {"offline": True, **speed})
    expect(page.get_by_text("No connection: what you see here may have changed.")).to_be_visible()
    network.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    expect(page.locator(".connection")).to_be_hidden()


def test_a_change_keeps_copies_anew_and_strands_no_table(device: BrowserContext) -> None:
    """Another language stands for another version: the worker's own text changes."""
    page = arrive(device)
    page.get_by_role("button", name="Play Gang of Dice now", exact=True).click()
    page.wait_for_selector(".status")
    other = device.new_page()
    other.goto("/")
    other.evaluate("document.cookie = 'language=de; path=/'")
    other.reload()
    waiting = """async () => {
      const found = await navigator.serviceWorker.getRegistration();
      await found.update();
      const fresh = found.installing ?? found.waiting;
      while (fresh.state === "installing") {
        await new Promise((done) => fresh.addEventListener("statechange", done, { once: true }));
      }
      return [fresh.state, (await caches.keys()).length];
    }"""
    assert other.evaluate(waiting) == ["installed", 2], "the old one stays as long as its pages"
    page.reload()
    page.wait_for_selector(".status")
    page.close()
    other.close()

    def has_changed() -> bool:
        """Look in with a page of its own: as long as one is open, the worker that it came with stays."""
        last = device.new_page()
        last.goto("/mine")
        kept = last.evaluate("async () => (await caches.keys()).length")
        last.close()
        return bool(kept == 1)

    wait_until(has_changed, "the new worker")


def test_the_house_can_take_it_back(
    device: BrowserContext, house: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = arrive(device)
    house.stop()
    monkeypatch.setenv("CHANCEBOX_OFFLINE", "no")
    house.start()
    page.goto("/")
    page.evaluate("async () => { await (await navigator.serviceWorker.getRegistration())?.update(); }")
    page.wait_for_function("async () => (await caches.keys()).length === 0")
    page.wait_for_function(GONE)
