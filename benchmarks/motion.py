"""
How smoothly things move: frames per second while dice are thrown, in a browser on a slow device.

make motion        Chromium's processor is slowed down fourfold; beside it the same page while nothing moves
"""

import random
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Page, sync_playwright

from browser.conftest import FLAGS, find_browser
from browser.playing import READY, hands, open_table, version, wait_beyond
from server.processes import Server

SLOWER = 4
THROWS = 12
GAMES = {"gang-of-dice": 4, "take-a-chance": 4, "take-it-or-leave-it": 4, "chance-it": 6}

WATCH = """
window.throws = []; window.idle = [];
let last = 0, now = null;
requestAnimationFrame(function tick(time) {
  const moving = document.querySelector("#table.throwing, .flying") !== null;
  if (moving && !now) throws.push(now = []);
  if (!moving) now = null;
  (now ?? idle).push(time - last);
  last = time;
  requestAnimationFrame(tick);
});
"""


def measure(page: Page, game: str, seats: int) -> tuple[float, float, float, int]:
    """Play a little; return frames a second while things move and while not, the worst gap, and how many."""
    table = open_table(page, game, "Ann", *["bot"] * (seats - 1))
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    page.evaluate(WATCH)
    luck = random.Random(1)
    for _throw in range(THROWS):
        page.wait_for_selector(f"{READY}, #table[data-stage='over']")
        if page.locator("#table[data-stage='over']").count():
            break
        before = version(page)
        hands(game).act(page, luck)
        wait_beyond(page, before)
    page.wait_for_selector(f"{READY}, #table[data-stage='over']")
    moving = [gap for throw in page.evaluate("throws") for gap in throw[1:]]
    still = page.evaluate("idle")[1:]
    return 1000 * len(moving) / sum(moving), 1000 / median(still), max(moving), len(moving)


def main() -> None:
    print(f"Chromium, processor {SLOWER} times slower, 360 x 640; {THROWS} decisions a game and what bots do")
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for game, seats in GAMES.items():
            context = browser.new_context(viewport={"width": 360, "height": 640}, base_url=server.address)
            page = context.new_page()
            page.set_default_timeout(300_000)
            page.goto("/")
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            fast, peer, worst, frames = measure(page, game, seats)
            moving = f"{fast:5.1f} frames/s while things move ({frames} frames, worst gap {worst:4.0f} ms)"
            print(f"{game:22} {moving}; {peer:5.1f} while nothing does")
            context.close()
        browser.close()


if __name__ == "__main__":
    main()
