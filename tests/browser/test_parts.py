"""Boards come in parts: a page that lost one asks for the whole, and shows no mixture."""

import json
import re

from playwright.sync_api import WebSocketRoute

from browser.conftest import Visit
from browser.playing import READY, open_table


def test_a_page_that_lost_a_board_asks_for_the_whole(visit: Visit) -> None:
    page = visit("/")
    asked: list[str] = []

    def lose_one(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()

        def come(message: str | bytes) -> None:
            if json.loads(message).get("number") != 2:
                socket.send(message)

        def go(message: str | bytes) -> None:
            asked.append(str(message))
            house.send(message)

        house.on_message(come)
        socket.on_message(go)

    page.context.route_web_socket(re.compile("/live"), lose_one)
    table = open_table(page, "gang-of-dice", "Ann", "Anton")
    page.goto(f"/t/{table}")
    page.wait_for_selector(READY)
    address = f"{page.url.split('/t/')[0]}/api/v1/tables/{table}"
    origin = {"origin": page.url.split("/t/")[0]}
    # The board with the lamp never comes; the next one builds on it.
    for n, allowed in enumerate((False, True, False)):
        body = {"id": f"hints-{n}", "allowed": allowed}
        assert page.request.post(f"{address}/hints", data=body, headers=origin).ok
    now = page.request.get(address).json()["version"]
    page.wait_for_selector(f"#table[data-version='{now}']")
    assert [json.loads(message) for message in asked][:1] == [{"whole": True}]
    assert not page.locator("[data-hint]").count()
    assert page.locator(".chair").count() == 2
