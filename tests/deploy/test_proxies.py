"""Houses behind nginx and Caddy, set up by the files in `deploy/`."""

import random

import httpx2 as httpx
import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import READY, hands, open_table, version, wait_beyond
from deploy.conftest import Behind

pytestmark = pytest.mark.long


def test_a_game_by_sockets(visit: Visit) -> None:
    page = visit("/")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'bot', 'bot')}")
    luck = random.Random(1)
    for _decision in range(5):
        page.wait_for_selector(READY)
        before = version(page)
        hands("gang-of-dice").act(page, luck)
        wait_beyond(page, before)
    assert sockets
    assert all("/live" in url for url in sockets)


def test_a_house_that_dies_and_comes_back(visit: Visit, server: Behind) -> None:
    page = visit("/")
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'Ben')}")
    page.wait_for_selector(READY)
    server.kill()
    page.wait_for_selector("body.offline")
    server.start()
    page.wait_for_selector("body:not(.offline)")
    before = version(page)
    hands("gang-of-dice").act(page, random.Random(1))
    wait_beyond(page, before)
    # What the proxy said meanwhile is no fault of ours.
    visit.wrong.clear()  # type: ignore[attr-defined]


def test_invitations_carry_the_name_of_the_proxy(visit: Visit, server: Behind) -> None:
    page = visit("/")
    table = open_table(page, "gang-of-dice", "Ann", "open", start=False)
    friend = visit(f"/t/{table}")
    expect(friend.locator("#sitter")).to_be_visible()
    told = page.request.get(f"/api/v1/tables/{table}").json()
    assert told["stage"] == "lobby"


def test_nobody_can_say_to_come_from_elsewhere(server: Behind) -> None:
    """Codes are tried ten times at once by an address, whatever addresses it says to have."""

    def knock(n: int) -> int:
        said = {"X-Forwarded-For": f"203.0.113.{n}", "Forwarded": f"for=203.0.113.{n}"}
        return httpx.get(f"{server.address}/api/v1/codes/AAAAAA", headers=said).status_code

    assert httpx.codes.TOO_MANY_REQUESTS in {knock(n) for n in range(30)}


def test_what_is_too_large_is_refused(server: Behind) -> None:
    body, origin = {"box": "x" * 200_000}, {"Origin": server.address}
    answer = httpx.post(f"{server.address}/api/v1/tables", json=body, headers=origin)
    assert answer.status_code == httpx.codes.CONTENT_TOO_LARGE


def test_numbers_are_for_nobody(server: Behind) -> None:
    assert httpx.get(f"{server.address}/metrics").status_code == httpx.codes.NOT_FOUND
