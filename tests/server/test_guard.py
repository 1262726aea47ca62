"""What the house does with bad input: clear refusals, and nothing changed."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from chancebox.server.access import limits
from chancebox.server.access.addresses import Networks
from chancebox.server.access.visitors import COOKIE
from chancebox.server.web.app import create_app
from server.boards import receive
from server.guests import Guest

HTML = {"accept": "text/html"}


@pytest.fixture
def strict(folder: Path) -> Iterator[TestClient]:
    """A house with its usual limits."""
    with TestClient(create_app(folder), raise_server_exceptions=False) as client:
        yield client


def test_pages_carry_a_policy_without_inline_scripts(house: TestClient) -> None:
    headers = house.get("/").headers
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    ("address", "is_trusted"),
    [
        ("https://chancebox.example", True),
        ("http://localhost:8000", True),
        ("http://127.0.0.1", True),
        ("http://[::1]:8000", True),
        ("http://192.0.2.7:8000", False),
        ("http://chancebox.example", False),
        ("http://localhost.example", False),
    ],
)
def test_pages_that_came_without_encryption_carry_no_header_that_browsers_complain_about(
    house: TestClient, address: str, is_trusted: bool
) -> None:
    headers = house.get(address).headers
    assert headers.get("cross-origin-opener-policy") == ("same-origin" if is_trusted else None)
    assert "content-security-policy" in headers


def test_no_page_has_an_inline_style_or_handler(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    for path in ("/", "/new/gang-of-dice", f"/t/{table}", "/rules/gang-of-dice", "/nothing"):
        text = house.get(path, headers=HTML).text
        assert " style=" not in text
        assert "<style" not in text
        assert " onclick" not in text
        assert "http://" not in text.replace("http://www.w3.org", "")
        assert "https://" not in text


def test_an_unknown_table_is_a_page_with_a_way_home(house: TestClient) -> None:
    answer = house.get("/t/nowhere", headers=HTML)
    assert answer.status_code == 404
    assert 'href="/"' in answer.text
    assert house.get("/api/v1/tables/nowhere").json()["error"]
    assert house.get("/new/monopoly", headers=HTML).status_code == 404
    assert house.get("/t/nowhere/replay", headers=HTML).status_code == 404


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[]", 422),
        (b'{"id": "a", "seat": 0, "move": {}}', 422),
        (b'{"id": "a", "seat": -1, "move": "x"}', 422),
        (b'{"id": "a", "seat": 0, "move": "x", "extra": 1}', 422),
        (b'{"id": "a b", "seat": 0, "move": "x"}', 422),
        (b'{"id": "a", "seat": 0, "move": "' + b"x" * 500 + b'"}', 422),
        (b"x" * 70_000, 413),
    ],
)
def test_nonsense_is_refused(house: TestClient, ann: Guest, body: bytes, status: int) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    before = ann.state(table)
    headers = {**ann.headers, "content-type": "application/json"}
    answer = house.post(f"/api/v1/tables/{table}/moves", content=body, headers=headers)
    assert answer.status_code == status
    assert answer.json()["error"]
    assert ann.state(table) == before


def test_a_body_that_hides_its_size_is_stopped(house: TestClient, ann: Guest) -> None:
    def pieces() -> Iterator[bytes]:
        for _piece in range(200):
            yield b"x" * 1000

    answer = house.post("/api/v1/tables", content=pieces(), headers=ann.headers)
    assert answer.status_code == 413


def test_other_sites_can_not_use_a_visitors_cookie(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    cookies = {"cookie": f"{COOKIE}={ann.token}"}
    body = {"id": "x", "seat": ann.state(table)["to_act"][0], "move": "stake 1"}
    path = f"/api/v1/tables/{table}/moves"
    for foreign in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        assert house.post(path, json=body, headers={**cookies, **foreign}).status_code == 403
    assert house.post("/play/gang-of-dice", headers={"origin": "https://evil.example"}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        house.websocket_connect(f"/t/{table}/live", headers={**cookies, "origin": "https://evil.example"}),
    ):
        pass
    own = {**cookies, "origin": "http://testserver"}
    assert house.post(path, json=body, headers=own).status_code == 200


def test_a_forged_token_is_nobody(house: TestClient, ann: Guest, stranger: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    id, _dot, signature = ann.token.rpartition(".")
    for forged in (f"{id}x.{signature}", f"{id}.{signature[:-1]}", id, "", "é"):
        stranger.token = forged.encode("ascii", "ignore").decode()
        assert not any(place["yours"] for place in stranger.state(table)["seats"])


def test_browsers_get_their_token_in_a_cookie_that_scripts_can_not_read(house: TestClient) -> None:
    players = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "bot": "random"}]
    body = {"id": "x", "game": "gang-of-dice", "players": players}
    answer = house.post("/api/v1/tables", json=body, headers={"origin": "http://testserver"})
    assert answer.json()["token"] is None
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie


def test_flooding_is_refused_and_others_are_served(
    strict: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    # All at once, however long this machine takes for it.
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    guest = Guest(strict)
    answers = [guest.post("codes", code="AAAAAAAA").status_code for _try in range(15)]
    assert answers.count(429) >= 4
    assert answers[0] == 404
    assert strict.get("/healthz").json()["status"] == "ok"
    table = guest.open("gang-of-dice", "Ann", "bot")
    said = [guest.post(f"tables/{table}/chat", seat=0, text="la").status_code for _line in range(12)]
    assert said.count(200) < 9
    assert 429 in said


def test_names_and_options_are_escaped_wherever_they_show(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "<b>Ann", "Anton", start=True)
    with house.websocket_connect(f"/t/{table}/live", headers=ann.headers) as socket:
        html = receive(socket)["html"]
    assert "<b>Ann" not in html
    assert "&lt;b&gt;Ann" in html


def test_bad_setups_say_what_would_be_right(ann: Guest) -> None:
    person = {"kind": "person", "name": "Ann"}
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"game": "monopoly", "players": [person]}, 404, "gang-of-dice"),
        ({"game": "gang-of-dice", "players": [person]}, 422, "2 to 4"),
        ({"game": "gang-of-dice", "players": [person, person]}, 400, "already"),
        ({"game": "gang-of-dice", "players": [person, {"kind": "bot", "bot": "deep"}]}, 400, "random"),
        (
            {
                "game": "gang-of-dice",
                "players": [person, {"kind": "bot", "bot": "random"}],
                "options": {"x": "1"},
            },
            422,
            "finale",
        ),
        ({"game": "pig", "players": [person, {"kind": "bot", "bot": "random"}]}, 400, "not for tables"),
    ]
    for body, status, says in cases:
        answer = ann.post("tables", **body)
        assert answer.status_code == status
        assert says in answer.json()["error"]


def test_numbers_for_the_host_name_nobody(folder: Path) -> None:
    app = create_app(folder, watchmen=Networks(["127.0.0.1"]))
    with TestClient(app, client=("127.0.0.1", 50000)) as house:
        table = Guest(house).open("gang-of-dice", "Zebedee", "bot", start=True)
        text = house.get("/metrics").text
    assert "chancebox_tables_opened_total" in text
    assert "Zebedee" not in text
    assert table not in text
