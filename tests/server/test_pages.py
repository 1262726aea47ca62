"""Arriving: the first page, a code that leads nowhere, names that nobody said, links that others can use."""

import pytest
from starlette.testclient import TestClient

from chancebox.games import names
from chancebox.server.visitors import COOKIE
from server.guests import Guest

HTML = {"accept": "text/html"}


def home(guest: Guest) -> str:
    return guest.house.get("/", headers={**HTML, "cookie": f"{COOKIE}={guest.token}"}).text


def test_the_first_page_leads_to_the_rules_of_every_game(house: TestClient) -> None:
    page = house.get("/").text
    for name in names():
        assert f'href="/rules/{name}"' in page
        assert house.get(f"/rules/{name}").status_code == 200


def test_your_tables_come_before_the_code_and_the_games(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    page = home(ann)
    assert page.index(f'href="/t/{table}"') < page.index('action="/join"') < page.index('class="shelf"')


def test_a_table_that_waits_for_you_says_so_and_comes_first(ann: Guest, ben: Guest) -> None:
    playing = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    waiting = ann.open("gang-of-dice", "Ann", "open")
    assert ben.sit(waiting, 1, "Ben").status_code == 200
    page = home(ann)
    assert page.count("your turn") == 1
    assert page.index(playing) < page.index("your turn") < page.index(waiting)
    assert "with Ben" in page
    assert "your turn" not in home(ben)


@pytest.mark.parametrize("typed", ["NOWHERE", "", "abc234", "<b>&"])
def test_a_wrong_code_is_explained_beside_the_field(house: TestClient, typed: str) -> None:
    answer = house.post("/join", data={"code": typed}, headers=HTML)
    assert answer.status_code == 404
    assert 'id="problem" role="alert"' in answer.text
    assert 'class="shelf"' in answer.text
    kept = typed.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f'placeholder="ABC234" value="{kept}"' in answer.text
    assert answer.headers["referrer-policy"] == "same-origin"  # or the form could not be sent again
    assert "set-cookie" not in answer.headers


def test_nobody_has_to_say_a_name(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "", "open", "open", "bot")
    assert ben.post(f"tables/{table}/seats/1/sit").status_code == 200
    assert Guest(ann.house).sit(table, 2, " \u200b\u202e ").status_code == 200
    assert [place["name"] for place in ann.state(table)["seats"]][:3] == ["Guest", "Guest 2", "Guest 3"]
