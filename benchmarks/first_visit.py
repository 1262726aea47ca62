"""How long somebody waits who comes for the first time by a link over a slow line: until the board is there.

    make visit

A new browser each time, nothing kept; every answer comes 400 ms later. Beside it the same without that, the
figure in round trips, and how much was sent. Needs a Chromium.
"""

import json
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from browser.conftest import FLAGS, find_browser
from browser.playing import open_table
from server.processes import Server

LATENCY = 0.4
"""Seconds until each answer begins."""
REPEATS = 5
# Noted by the page itself: whoever looks from outside looks only now and then.
WATCH = """new MutationObserver(() => {
  if (!window.boardAt && document.querySelector("#table .status")) window.boardAt = performance.now();
}).observe(document, { subtree: true, childList: true });"""
GAMES = ("gang-of-dice", "chance-it", "second-chance", "take-a-chance", "take-it-or-leave-it")


def visit(browser: Browser, address: str, latency: float) -> tuple[float, int]:
    """Open a table in a new browser; return the seconds until its board is there, and the bytes that came."""
    context = browser.new_context(viewport={"width": 360, "height": 640})
    page = context.new_page()
    session: Any = context.new_cdp_session(page)
    session.send("Network.enable")
    line = {"offline": False, "latency": 1000 * latency, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", line)
    weights: list[int] = []
    session.on("Network.loadingFinished", lambda event: weights.append(int(event["encodedDataLength"])))
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    page.wait_for_selector("#table .status")
    took = page.evaluate("window.boardAt") / 1000
    page.wait_for_load_state("networkidle")
    context.close()
    return took, sum(weights)


def main() -> None:
    """Measure and print."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        host = browser.new_page(base_url=server.address)
        host.goto("/")
        found = {}
        for name in GAMES:
            table = open_table(host, name, "Ann", "Ben", "Cleo")
            address = f"{server.address}/t/{table}"
            visit(browser, address, 0.0)
            near = statistics.median(visit(browser, address, 0.0)[0] for _n in range(REPEATS))
            far = [visit(browser, address, LATENCY) for _n in range(REPEATS)]
            seconds = statistics.median(took for took, _bytes in far)
            found[name] = {
                "seconds": round(seconds, 2),
                "without latency": round(near, 2),
                "round trips": round((seconds - near) / LATENCY, 1),
                "kB": round(far[0][1] / 1000),
            }
        browser.close()
    if "--json" in sys.argv:
        print(json.dumps(found, indent=1))
        return
    for name, one in found.items():
        print(f"{name:22}", "  ".join(f"{what} {n}" for what, n in one.items()))


if __name__ == "__main__":
    main()
