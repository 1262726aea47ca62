"""
Take screenshots of every board at both sizes, light and dark: `make shots ARGS=docs/screens`.

The boards are reached by playing: the same hands as in the tests tap until a picture is worth it.
"""

import random
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright

from browser.conftest import DESK, FLAGS, PHONE, find_browser
from browser.playing import DONE, hands, play_now, version, wait_beyond
from chancebox.games import game, names
from server.processes import Server

GESTURES = {"second-chance": 6, "take-a-chance": 7}


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/screens")
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        Server(Path(data)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_browser(), args=FLAGS)
        for size, width in ((PHONE, "phone"), (DESK, "desk")):
            for scheme in ("light", "dark"):
                page = _page(browser, server, size, scheme)
                page.screenshot(path=folder / f"home-{width}-{scheme}.png", full_page=True)
                for name in names():
                    page = _page(browser, server, size, scheme)
                    _play_a_little(page, name)
                    page.screenshot(path=folder / f"{name}-{width}-{scheme}.png")
                    page.context.close()
        browser.close()
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def _page(browser: Browser, server: Server, size: tuple[int, int], scheme: str) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        base_url=server.address,
        color_scheme="dark" if scheme == "dark" else "light",
        device_scale_factor=2 if size == PHONE else 1,
    )
    context.add_init_script("localStorage.setItem('pace', 'instant')")
    page = context.new_page()
    page.goto("/")
    return page


def _play_a_little(page: Page, name: str) -> None:
    play_now(page, game(name).title)
    luck = random.Random(name)
    for _gesture in range(GESTURES.get(name, 5)):
        page.wait_for_selector(f"{DONE}, .status.yours")
        if page.locator(DONE).count():
            return
        before = version(page)
        hands(name).act(page, luck)
        wait_beyond(page, before)
    page.wait_for_selector(f"{DONE}, .status.yours")
    page.wait_for_timeout(700)


if __name__ == "__main__":
    main()
