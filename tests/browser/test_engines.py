"""Whole games in Firefox and in WebKit, which Safari is made of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

import scenes
from browser.engines import ENGINES, Page, Watched
from browser.playing import play
from chancebox.games import names
from chancebox.server.access.addresses import network_address
from children import wait_until
from server.processes import Server

AT_ONCE = "() => { localStorage.setItem('pace', 'instant'); localStorage.setItem('motion', 'none'); }"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Watched(tmp_path_factory.mktemp("house")) as server:
        yield server


@pytest.fixture(params=ENGINES)
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A page of another browser; whatever goes wrong in it fails the test."""
    with ENGINES[request.param](tmp_path) as engine:
        page = Page(engine)
        yield page
        assert errors(page) == []


def errors(page: Page) -> list[str]:
    page.evaluate("() => 0")  # what was on its way before this has come
    return page.engine.errors


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES)
def test_errors_and_breaches_of_our_policy_are_noticed(engine: str, server: Server, tmp_path: Path) -> None:
    with ENGINES[engine](tmp_path) as found:
        page = Page(found)
        page.goto(f"{server.address}/rules/pig")
        assert errors(page) == []
        page.evaluate("() => { setTimeout(() => { throw new Error('a slip'); }); }")
        wait_until(lambda: "a slip" in str(errors(page)), "the error is noticed")
        page.evaluate("() => { document.body.append(Object.assign(new Image(), { src: 'data:,' })); }")
        page.goto(server.address)
        wait_until(lambda: "img-src" in str(errors(page)), "the breach is noticed")


@pytest.mark.long
@pytest.mark.parametrize("game", names())
def test_a_whole_game_is_played_by_tapping(page: Page, server: Server, game: str) -> None:
    page.goto(server.address)
    page.evaluate(AT_ONCE)
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(".status")
    assert play(cast(Any, page), game) > 0
    table = page.evaluate("() => location.href")
    for path, shown in (("/replay", "#table[aria-busy='false']"), ("/review", ".look")):
        page.goto(table + path)
        page.wait_for_selector(shown)


SQUEEZED = """() => {
  const sheet = document.querySelector(".sheet");
  const height = (one) => one.getBoundingClientRect().height;
  return height(sheet) - [...sheet.rows].map(height).reduce((sum, one) => sum + one);
}"""


@pytest.mark.long
def test_the_stakes_of_chance_it_fill_their_sheet(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "board.html"
    with scenes.house() as ann:
        for scene in scenes.read("chance-it"):
            if not scene.passes:
                file.write_text(scenes.board(ann, "chance-it", scene), encoding="utf-8")
                page.goto(file.as_uri())
                assert abs(float(page.evaluate(SQUEEZED))) < 12, scene.kind


PATHS = ["/", "/daily", "/dice", "/mine", "/new/second-chance", "/nothing", "/rules/chance-it", "/verify"]


@pytest.mark.long
def test_all_kinds_of_pages_open_without_an_error(page: Page, server: Server) -> None:
    for path in PATHS:
        page.goto(server.address + path)
        page.wait_for_selector("h1")


@pytest.mark.long
def test_a_link_is_copied_over_plain_http(page: Page, tmp_path: Path) -> None:
    address = network_address()
    if not address:
        pytest.skip("this machine is in no network")
    with Watched(tmp_path / "house", "--host", "0.0.0.0") as server:
        page.goto(f"http://{address}:{server.port}/new/gang-of-dice")
        page.wait_for_selector("[data-seat] select")
        page.evaluate("() => { document.querySelector('[data-seat=\"1\"] select').value = 'open'; }")
        page.locator("#setup .primary").click()
        page.locator("#table [data-copy]").click()
        page.wait_for_selector("#toast")
        assert page.evaluate("() => document.getElementById('toast').textContent") == "The link is copied."
        assert not page.evaluate("() => isSecureContext")
