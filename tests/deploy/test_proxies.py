"""Houses behind nginx and Caddy, set up by the files in `deploy/`."""

import httpx2 as httpx
import pytest

from browser.conftest import Visit
from browser.playing import READY, decide_some, open_table
from deploy.conftest import NAME, Behind
from server.guests import Guest

pytestmark = pytest.mark.long


def test_a_game_by_sockets(visit: Visit) -> None:
    page = visit("/")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"/t/{open_table(page, 'gang-of-dice', 'Ann', 'bot', 'bot')}")
    decide_some(page, "gang-of-dice", 5)
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
    decide_some(page, "gang-of-dice", 1)
    # What the proxy said meanwhile is no fault of ours.
    visit.wrong.clear()  # type: ignore[attr-defined]


def test_invitations_carry_the_name_of_the_proxy(server: Behind) -> None:
    name = f"{NAME}:{server.front}"
    with httpx.Client(base_url=server.address, headers={"Host": name}) as door:
        ann = Guest(door)  # type: ignore[arg-type]
        table = ann.open("gang-of-dice", "Ann", "open")
        board = door.get(f"/t/{table}/frames", params={"since": 0}, headers=ann.headers).json()["html"]
    assert f'data-copy="http://{name}/t/{table}"' in board


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
