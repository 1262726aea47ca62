"""What WebKit, the engine of iPhones, lays out in its own way. Without its driver these tests are skipped."""

import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
import pytest

import scenes
from children import LIMIT, child, wait_until

STARTED_BY = ("xvfb-run", "dbus-run-session", "WebKitWebDriver")
"""A display of its own, a bus of its own, and the driver (Debian: xvfb, dbus, webkit2gtk-driver)."""
HOMES = Path("/usr/lib")
SQUEEZED = """
const sheet = document.querySelector(".sheet");
const height = (one) => one.getBoundingClientRect().height;
const rows = [...sheet.rows].map(height).reduce((sum, one) => sum + one);
return height(sheet) - rows;
"""

Run = Callable[[Path, str], Any]


@pytest.fixture(scope="module")
def run_in_webkit() -> Iterator[Run]:
    """Open a file in WebKit, and return what a script says there."""
    browser = next(iter(sorted(HOMES.glob("*/webkit2gtk-4.*/MiniBrowser"))), None)
    if browser is None or not all(map(shutil.which, STARTED_BY)):
        pytest.skip("no WebKitGTK on this machine (apt install webkit2gtk-driver xvfb dbus)")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["xvfb-run", "-a", "dbus-run-session", "--", "WebKitWebDriver", f"--port={port}"]
    options = {"binary": str(browser), "args": ["--automation"]}
    wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
    with child(command), httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=LIMIT) as driver:

        def is_there() -> bool:
            with suppress(httpx2.TransportError):
                return driver.get("/status").is_success
            return False

        wait_until(is_there, "WebKit's driver")
        session = f"/session/{driver.post('/session', json=wanted).json()['value']['sessionId']}"

        def run(file: Path, script: str) -> Any:
            driver.post(f"{session}/url", json={"url": file.as_uri()}).raise_for_status()
            answer = driver.post(f"{session}/execute/sync", json={"script": script, "args": []})
            return answer.raise_for_status().json()["value"]

        yield run
        driver.delete(session)


def test_the_stakes_of_chance_it_fill_their_sheet(run_in_webkit: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.html"
    with scenes.house() as ann:
        for scene in scenes.read("chance-it"):
            if not scene.passes:
                file.write_text(scenes.board(ann, "chance-it", scene), encoding="utf-8")
                assert abs(run_in_webkit(file, SQUEEZED)) < 12, scene.kind
