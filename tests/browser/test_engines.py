"""Whole games in Firefox and in WebKit, which Safari is made of."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from browser.engines import ENGINES, Page
from browser.playing import play
from chancebox.games import names
from server.processes import Server

AT_ONCE = "() => { localStorage.setItem('pace', 'instant'); localStorage.setItem('motion', 'none'); }"


@pytest.fixture(params=ENGINES)
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Page]:
    """A page of another browser; whatever goes wrong in it fails the test."""
    with ENGINES[request.param](tmp_path) as engine:
        yield Page(engine)
        assert engine.errors == []


@pytest.mark.long
@pytest.mark.parametrize("game", names())
def test_a_whole_game_is_played_by_tapping(page: Page, server: Server, game: str) -> None:
    page.goto(server.address)
    page.evaluate(AT_ONCE)
    page.locator(f"form[action='/play/{game}'] button").click()
    page.wait_for_selector(".status")
    assert play(cast(Any, page), game) > 0


@pytest.mark.long
def test_receipts_are_checked_without_a_breach_of_the_policy_of_that_page(page: Page, server: Server) -> None:
    page.goto(f"{server.address}/verify")
    page.wait_for_selector("#drop")
