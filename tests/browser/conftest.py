"""A real Chromium in front of a real server. Without any browser these tests are skipped, but not in CI."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from children import LIMIT
from server.processes import Server

PHONE = (360, 640)
DESK = (1280, 800)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first has no windows to draw, and takes half the time."""

Visit = Callable[..., Page]
expect.set_options(timeout=1000 * LIMIT)


def find_browser() -> str:
    """Find a Chromium on this machine."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), "")
    if not found and os.environ.get("CI"):
        pytest.fail("CI needs a Chromium, and there is none")
    if not found:
        pytest.skip(
            "no Chromium on this machine: its tests are skipped (apt install chromium-headless-shell)"
        )
    return found


@contextmanager
def launch() -> Iterator[Browser]:
    """Run a Chromium for a while; there can be one at a time in a process."""
    path = find_browser()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS, timeout=1000 * LIMIT)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    find_browser()
    with Server(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    """Open a page in a browser of its own; whatever goes wrong in it fails the test."""
    contexts: list[BrowserContext] = []
    wrong: list[str] = []

    def open_page(path: str = "/", size: tuple[int, int] = PHONE, pace: str = "instant", **more: str) -> Page:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            base_url=server.address,
            reduced_motion="reduce",  # what moves is drawn sixty times a second
            # Tests of what a browser keeps allow it.
            **{"service_workers": "block", **more},  # type: ignore[arg-type]
        )
        context.set_default_timeout(1000 * LIMIT)
        context.add_init_script(f"try {{ localStorage.setItem('pace', '{pace}') }} catch {{}}")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
        page.on("request", lambda asked: _own(asked.url, server, wrong))
        page.goto(path)
        return page

    open_page.wrong = wrong  # type: ignore[attr-defined]
    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []


def _own(url: str, server: Server, wrong: list[str]) -> None:
    if not url.startswith((server.address, server.address.replace("http", "ws"))):
        wrong.append(f"asked another host: {url}")
