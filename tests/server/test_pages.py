"""Arriving: the first page, a code that leads nowhere, names that nobody said, links that others can use."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.datastructures import URL
from starlette.testclient import TestClient

from chancebox.games import names
from chancebox.server.access import addresses
from chancebox.server.access.addresses import invitation_base
from chancebox.server.access.limits import unlimited
from chancebox.server.access.visitors import COOKIE
from chancebox.server.web.app import create_app
from chancebox.server.web.network import NetworkDoor
from chancebox.web.assets import STATIC, address, assets
from server.guests import Guest, play_out
from server.processes import Server

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


def test_who_types_a_code_that_was_used_or_is_too_old_reads_so(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    old, new = (ann.post(f"tables/{table}/seats/0/code").json()["code"] for _code in range(2))
    assert Guest(house).post("codes", code=new).status_code == 200
    told = set()
    for typed in (old, new, new.lower(), f"{new[:4]} {new[4:]}", "AAAAAAAA"):
        answer = house.post("/join", data={"code": typed}, headers=HTML)
        assert answer.status_code == 404
        told.add(re.findall(r'role="alert">([^<]*)<', answer.text)[0])
        told.add(Guest(house).post("codes", code=typed).json()["error"])
    # Nobody learns which of them was ever a code.
    assert told == {
        "This code is not good: it was used, is too old, or was mistyped. Please ask for a new one."
    }
    assert "have 6 letters" in house.post("/join", data={"code": "AAAAAA"}, headers=HTML).text


def test_nobody_has_to_say_a_name(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "", "open", "open", "bot")
    assert ben.post(f"tables/{table}/seats/1/sit").status_code == 200
    assert Guest(ann.house).sit(table, 2, " \u200b\u202e ").status_code == 200
    assert [place["name"] for place in ann.state(table)["seats"]][:3] == ["Guest", "Guest 2", "Guest 3"]


def test_a_friend_reads_who_invites_to_what(ann: Guest, ben: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    assert "Ann invites you to Gang of Dice" in lobby(ben, table)
    assert "invites you" not in lobby(ann, table)


def lobby(guest: Guest, table: str) -> str:
    answer = guest.house.get(f"/t/{table}/frames", headers={**guest.headers})
    return str(answer.json()["html"])


@pytest.mark.parametrize(
    ("came_by", "listening", "given"),
    [
        ("http://localhost:7777/", "127.0.0.1", ""),
        ("http://127.0.0.1:7777/", "127.0.0.1", ""),
        ("http://[::1]:7777/", "::1", ""),
        ("http://box.localhost:7777/", "127.0.0.1", ""),
        ("http://localhost:7777/", "", ""),
        ("http://localhost:7777/", "0.0.0.0", "http://192.168.1.5:7777"),
        ("ws://127.0.0.1:7777/", "::", "http://192.168.1.5:7777"),
        ("http://0.0.0.0:7777/", "0.0.0.0", "http://192.168.1.5:7777"),
        ("http://localhost:7777/", "10.0.0.3", "http://10.0.0.3:7777"),
        ("http://localhost:7777/", "fd00::3", "http://[fd00::3]:7777"),
        ("http://10.0.0.3:7777/", "0.0.0.0", "http://10.0.0.3:7777"),
        ("http://box.local:7777/", "0.0.0.0", "http://box.local:7777"),
        ("wss://dice.example/", "127.0.0.1", "https://dice.example"),
    ],
)
def test_links_carry_an_address_that_others_can_reach(
    monkeypatch: pytest.MonkeyPatch, came_by: str, listening: str, given: str
) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.5")
    assert invitation_base(URL(came_by), listening) == given


def test_without_a_network_there_is_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "network_address", lambda: "")
    assert invitation_base(URL("http://localhost:7777/"), "0.0.0.0") == ""


def test_the_address_in_the_network_is_never_this_machines_own() -> None:
    found = addresses.network_address()
    assert not found.startswith("127.")
    assert found != "0.0.0.0"


@pytest.fixture
def at_home(folder: Path) -> Iterator[TestClient]:
    """A house that listens to its own machine alone."""
    app = create_app(folder, limits=unlimited(), network=NetworkDoor("127.0.0.1"))
    with TestClient(app, base_url="http://localhost:7777") as client:
        yield client


def test_a_lobby_that_nobody_else_can_reach_shows_no_link(at_home: TestClient) -> None:
    ann = Guest(at_home)
    table = ann.open("gang-of-dice", "Ann", "open")
    shown = lobby(ann, table)
    assert "on this computer only" in shown
    assert "data-copy" not in shown
    assert 'class="qr"' not in shown


def test_a_lobby_in_a_network_shows_a_link(ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    shown = lobby(ann, table)
    assert f'data-copy="http://testserver/t/{table}"' in shown
    assert 'class="qr"' in shown
    assert "on this computer only" not in shown


def test_pages_say_what_they_are_to_whoever_previews_a_link(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    seen = {
        "/": "Five games of chance",
        f"/t/{table}": "You are invited to a table of Gang of Dice",
        "/rules/chance-it": "Five dice lie open",
        "/new/chance-it": "Five dice lie open",
        "/nothing": "Five games of chance",
    }
    for path, told in seen.items():
        page = house.get(path, headers=HTML).text
        assert f'name="description" content="{told}' in page
        assert f'property="og:description" content="{told}' in page
        assert 'name="theme-color"' in page
    page = house.get(f"/t/{table}", headers=HTML).text
    assert 'property="og:title" content="Gang of Dice · Chancebox"' in page
    assert "Ann" not in page, "who sits there is for those who open it, not for those who pass the link on"


def test_sounds_are_kept_for_ever_under_addresses_that_name_their_content(house: TestClient) -> None:
    names = [name for name in assets() if name.startswith("sounds/")]
    assert len(names) > 12
    for name in names:
        answer = house.get(address(name))
        assert answer.content.startswith(b"RIFF")
        assert answer.headers["content-type"] == "audio/wav"
        assert "immutable" in answer.headers["cache-control"]


def test_every_page_has_a_head(house: TestClient, ann: Guest) -> None:
    """What browsers, phones and whoever previews a link want to know; each file that is named is there."""
    over = ann.open("second-chance", "Ann", "bot", start=True)
    play_out(over, ann)
    paths = [
        "/",
        "/new/chance-it",
        "/rules/chance-it",
        f"/t/{over}",
        f"/t/{over}/replay",
        "/t/nowhere",
        "/nothing",
    ]
    for path in paths:
        page = house.get(path, headers=HTML).text
        head = page[: page.index("</head>")]
        for name in ("viewport", "description", "color-scheme"):
            assert len(re.findall(rf'<meta name="{name}" content="[^"]+"', head)) == 1, (path, name)
        assert head.count('name="theme-color"') == 2, path
        for name in ("title", "description", "site_name", "type"):
            assert len(re.findall(rf'<meta property="og:{name}" content="[^"]+"', head)) == 1, (path, name)
        for kind, type in (
            ("icon", "image/svg+xml"),
            ("apple-touch-icon", "image/png"),
            ("manifest", "application/manifest+json"),
        ):
            (address,) = re.findall(rf'<link rel="{kind}" href="([^"]+)"', head)
            assert house.get(address).headers["content-type"].startswith(type), (path, kind)


def test_the_manifest_names_icons_that_are_there(house: TestClient) -> None:
    (address,) = re.findall(r'rel="manifest" href="([^"]+)"', house.get("/").text)
    told = house.get(address).json()
    assert told["name"] == "Chancebox"
    for icon in told["icons"]:
        found = house.get(address.rpartition("/")[0] + "/" + icon["src"])
        assert (found.status_code, found.headers["content-type"]) == (200, icon["type"])


@pytest.mark.long  # they are drawn dot by dot
def test_icons_are_those_that_are_drawn() -> None:
    drawing = runpy.run_path(str(Path(__file__).parents[2] / "tools/icon.py"))
    small = {icon.name: icon for icon in drawing["ICONS"] if icon.size < 200}
    assert set(small) == {"icon.png", "icon-192.png"}
    for name, icon in small.items():
        drawn = drawing["picture"](icon)
        assert (STATIC / name).read_bytes()[:33] == drawn[:33]
        assert len(drawn) < 5000
    for icon in drawing["ICONS"]:
        assert (STATIC / icon.name).stat().st_size < 8000


@pytest.mark.parametrize(
    ("host", "told"),
    [("127.0.0.1", "This computer alone"), ("0.0.0.0", "Others in your network|This computer")],
)
def test_the_server_says_who_can_reach_it(folder: Path, host: str, told: str) -> None:
    with Server(folder, "--host", host) as server:
        assert server.process
        assert server.process.stdout
        assert re.match(told, server.process.stdout.readline())


def test_a_browser_keeps_name_and_language_for_a_year_from_each_visit(house: TestClient, ann: Guest) -> None:
    """WebKit forgets after a week what scripts wrote, and not what the house did."""
    table = ann.open("gang-of-dice", "Ann", "Anton")
    kept = {"name": "Zo%C3%AB", "language": "fr"}
    for path in ("/", f"/t/{table}", "/new/gang-of-dice"):
        given = house.get(path, headers={"cookie": "; ".join(f"{name}={kept[name]}" for name in kept)})
        cookies = [line.split("; ") for line in given.headers.get_list("set-cookie")]
        assert [line[0] for line in cookies] == [f"{name}={value}" for name, value in kept.items()]
        assert all("Max-Age=31536000" in line and "HttpOnly" not in line for line in cookies)
        house.cookies.clear()
        assert "set-cookie" not in house.get(path).headers, "nobody is given what they did not choose"


@pytest.mark.parametrize("name", ["a%0d%0aset-cookie: chancebox=x", "a%3B Max-Age=0", "x" * 999])
def test_what_a_browser_shows_as_its_name_becomes_no_other_header(house: TestClient, name: str) -> None:
    (given,) = house.get("/", headers={"cookie": f"name={name}"}).headers.get_list("set-cookie")
    value, *attributes = given.split("; ")
    assert re.fullmatch(r"name=[\w%.~/-]{1,70}", value)
    assert sorted(attributes) == ["Max-Age=31536000", "Path=/", "SameSite=lax"]
