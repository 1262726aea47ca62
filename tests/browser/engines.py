"""
Firefox and WebKit, each by what it speaks itself: enough to tap whole games.

A `Page` of theirs looks like one of Playwright's to the hands that play in Chromium. Errors are all that
scripts and the policies of pages complain about. Without these browsers their tests are skipped, not in CI.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, Self

import pytest
from websockets.sync.client import ClientConnection, connect

from children import LIMIT, child, wait_until
from server.processes import Server

SIZE = (360, 640)
"""A small phone, as everywhere."""
FIREFOX = ["firefox-esr", "firefox"]
WEBKIT = ["WebKitWebDriver"]
DEBIAN = {"firefox-esr": "firefox-esr", "WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "ui.primaryPointerCapabilities": 1,  # a finger: coarse, and cannot hover
    "ui.allPointerCapabilities": 1,
}


WATCH = (Path(__file__).parent / "noting.js").read_text()
NOTING = """
import sys
from chancebox.cli import main
from chancebox.web.assets import assets
first = assets()["theme.js"]
assets()["theme.js"] = first._replace(content=sys.argv[1].encode() + first.content)
sys.exit(main(sys.argv[2:]))
"""


class Watched(Server):
    """A house whose pages note what goes wrong in them, from their first script on."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        super().__init__(folder, *arguments)
        self.command = [sys.executable, "-c", NOTING, WATCH]


class Engine(Protocol):
    """What a browser must be able to do."""

    @property
    def errors(self) -> list[str]: ...

    def open(self, address: str) -> None: ...

    def evaluate(self, expression: str) -> str:
        """Return what an expression is, which must be a text."""

    def tap(self, x: float, y: float) -> None: ...

    def type(self, text: str) -> None:
        """Press keys, into what has the focus."""


class Firefox:
    """Firefox, by WebDriver BiDi."""

    def __init__(self, connection: ClientConnection) -> None:
        self.errors: list[str] = []
        self._connection = connection
        self._number = 0
        self._ask("session.new", capabilities={})
        self._tab = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        self._ask("session.subscribe", events=["log.entryAdded"])
        viewport = dict(zip(("width", "height"), SIZE, strict=True))
        self._ask("browsingContext.setViewport", context=self._tab, viewport=viewport)

    def open(self, address: str) -> None:
        self._ask("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> str:
        target = {"context": self._tab}
        told = self._ask("script.evaluate", expression=expression, target=target, awaitPromise=False)
        assert told["type"] == "success", told
        return str(told["result"]["value"])

    def tap(self, x: float, y: float) -> None:
        self._act(pointer(x, y))

    def type(self, text: str) -> None:
        self._act(keys(text))

    def _act(self, source: dict[str, Any]) -> None:
        self._ask("input.performActions", context=self._tab, actions=[source])

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._connection.recv(LIMIT))
            if told.get("id") == self._number:
                assert told["type"] == "success", told
                return told["result"]
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.errors.append(told["params"]["text"])


class WebKit:
    """WebKitGTK's small browser, by WebDriver; that tells of no errors, which a `Watched` house notes."""

    def __init__(self, port: int, browser: Path) -> None:
        self._address = f"http://127.0.0.1:{port}"
        wait_until(self._is_there, "WebKit's driver answers")
        # In full screen it has no toolbar, which would make it wider than a phone.
        arguments = ["--automation", "--full-screen"]
        wishes = {"webkitgtk:browserOptions": {"binary": str(browser), "args": arguments}}
        session = self._ask("/session", {"capabilities": {"alwaysMatch": wishes}})["sessionId"]
        self._address += f"/session/{session}"
        self._ask("/window/rect", dict(zip(("width", "height"), SIZE, strict=True)))

    @property
    def errors(self) -> list[str]:
        return self.evaluate("(sessionStorage.getItem('wrong') ?? '')").splitlines()

    def open(self, address: str) -> None:
        self._ask("/url", {"url": address})

    def evaluate(self, expression: str) -> str:
        return str(self._ask("/execute/sync", {"script": f"return {expression}", "args": []}))

    def tap(self, x: float, y: float) -> None:
        self._ask("/actions", {"actions": [pointer(x, y)]})

    def type(self, text: str) -> None:
        self._ask("/actions", {"actions": [keys(text)]})

    def _is_there(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self._address}/status", timeout=LIMIT) as answer:
            return bool(json.load(answer)["value"]["ready"])
        return False

    def _ask(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(self._address + path, json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=LIMIT) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from None


def pointer(x: float, y: float) -> dict[str, Any]:
    """A tap, in the words of WebDriver; WebKitGTK has no fingers, and taps with a mouse."""
    steps = [
        {"type": "pointerMove", "duration": 0, "origin": "viewport", "x": int(x), "y": int(y)},
        {"type": "pointerDown", "button": 0},
        {"type": "pointerUp", "button": 0},
    ]
    return {"type": "pointer", "id": "finger", "parameters": {"pointerType": "touch"}, "actions": steps}


def keys(text: str) -> dict[str, Any]:
    """Keys that are pressed, in the words of WebDriver."""
    steps = [{"type": step, "value": letter} for letter in text for step in ("keyDown", "keyUp")]
    return {"type": "key", "id": "keys", "actions": steps}


FIND = (Path(__file__).parent / "finding.js").read_text()


@dataclass(frozen=True)
class Locator:
    """The n-th of all that fit a selector; asked anew each time."""

    page: "Page"
    selector: str
    n: int = 0

    @property
    def first(self) -> "Locator":
        return self.nth(0)

    def locator(self, inside: str) -> "Locator":
        return self.page.locator(f"{self.selector} {inside}")

    def nth(self, n: int) -> "Locator":
        return Locator(self.page, self.selector, n)

    def all(self) -> "list[Locator]":
        return [self.nth(n) for n in range(self.count())]

    def count(self) -> int:
        return int(self._ask("count"))

    def get_attribute(self, name: str) -> str | None:
        found: str | None = self._ask("attribute", name)
        return found

    def is_enabled(self) -> bool:
        return bool(self._ask("isEnabled"))

    def is_visible(self) -> bool:
        return bool(self._ask("isShown"))

    def bounding_box(self) -> dict[str, float]:
        found: dict[str, float] = self._ask("box")
        return found

    def click(self) -> None:
        points: list[dict[str, float]] = []

        def aim() -> object:
            point = self._ask("aim")
            points.extend([point] if point else [])
            return point

        wait_until(aim, f"{self.selector} can be tapped")
        self.page.click(**points[-1])

    def fill(self, text: str) -> None:
        self._ask("select")
        self.page.engine.type(text)

    def _ask(self, what: str, *more: str) -> Any:
        return self.page.evaluate(FIND, what, self.selector, self.n, *more)


class Page:
    """What hands need of a page."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @property
    def mouse(self) -> Self:
        return self

    def goto(self, address: str) -> None:
        self.engine.open(address)

    def evaluate(self, function: str, *arguments: Any) -> Any:
        given = ", ".join(map(json.dumps, arguments))
        return json.loads(self.engine.evaluate(f"JSON.stringify(({function})({given}) ?? null)"))

    def locator(self, selector: str) -> Locator:
        return Locator(self, selector)

    def click(self, x: float, y: float) -> None:
        self.engine.tap(x, y)

    def wait_for_selector(self, selector: str, state: str = "visible") -> None:
        what, wanted = ("shown", True) if state == "visible" else ("count", False)
        wait_until(lambda: bool(self.evaluate(FIND, what, selector, 0)) is wanted, f"{selector} is {state}")

    def wait_for_function(self, function: str, arg: Any, polling: int = 0) -> None:
        wait_until(lambda: self.evaluate(function, arg), f"{function} holds of {arg}")


def find(*names: str) -> str:
    """Find a program of these."""
    found = next(filter(None, map(shutil.which, names)), "")
    if not found and os.environ.get("CI"):
        pytest.fail(f"CI needs {names[0]}, and there is none")
    if not found:
        pytest.skip(f"no {names[0]} on this machine: its tests are skipped (apt install {DEBIAN[names[0]]})")
    return found


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Run a Firefox for a while, with nothing in its profile."""
    lines = [f'user_pref("{name}", {value});' for name, value in PREFERENCES.items()]
    (folder / "user.js").write_text("\n".join(lines))
    program = [find(*FIREFOX), "--headless", "--no-remote", "--remote-debugging-port=0"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    home = {**os.environ, "HOME": str(folder)}
    with child([*program, "--profile", str(folder)], env=home, **quiet) as process:
        assert process.stderr
        found = next(filter(None, (re.search(r"ws://\S+", line) for line in process.stderr)))
        with connect(f"{found[0]}/session", max_size=None) as connection:
            yield Firefox(connection)


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Run a WebKit for a while, on a screen that nobody sees."""
    driver = find(*WEBKIT)
    screen = [find("Xvfb"), "-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]
    browser = next(Path("/usr").glob("lib/*/webkit2gtk-4.*/MiniBrowser"))
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
    quiet = {"stderr": subprocess.DEVNULL}
    with child(screen, stdout=subprocess.PIPE, **quiet) as xvfb:
        assert xvfb.stdout
        display = f":{xvfb.stdout.readline().strip()}"
        own = {"HOME": str(folder), "XDG_RUNTIME_DIR": str(folder), "DISPLAY": display, "GDK_BACKEND": "x11"}
        with child([driver, f"--port={port}"], env={**os.environ, **own}, stdout=subprocess.DEVNULL, **quiet):
            yield WebKit(port, browser)


ENGINES: dict[str, Callable[[Path], AbstractContextManager[Engine]]] = {"firefox": firefox, "webkit": webkit}
