"""A first visit waits for little: the page, its files at once, the socket; and nothing that asks for more."""

import pytest

from browser.conftest import Visit
from browser.playing import open_table
from chancebox.games import names


@pytest.mark.parametrize("name", names())
def test_the_board_needs_four_files_that_are_asked_for_at_once(visit: Visit, name: str) -> None:
    host = visit("/")
    table = open_table(host, name, "Ann", "Ben", "Cleo")
    page = host.context.new_page()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.resource_type != "other" else None)
    page.goto(f"/t/{table}")
    page.wait_for_selector("#table .status")
    files = sorted(url.rsplit("/", 1)[1] for url in asked if "/static/" in url)
    assert files == sorted([f"bundle-{name}.css", f"bundle-{name}.js", "old.js", "theme.js"])
    html = host.request.get(f"/t/{table}").text()
    assert all(file in html for file in files), "none is found out by another"
