"""What goes out: no cookie too early, no address to others, no numbers to strangers, nothing unknown."""

import hashlib
import re
import runpy
import tomllib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox.cli import main
from chancebox.server.access.addresses import Networks
from chancebox.server.access.visitors import COOKIE
from chancebox.server.web.app import create_app
from chancebox.web.assets import STATIC
from server.guests import Guest, play_out

HTML = {"accept": "text/html"}
BROWSER = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}


def test_tables_are_for_no_index_and_no_other_site(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    for path in ("/", f"/t/{table}", f"/api/v1/tables/{table}", "/t/nowhere", "/rules/gang-of-dice"):
        assert "noindex" in house.get(path, headers=HTML).headers["x-robots-tag"]
    for path in (f"/t/{table}", f"/t/{table}/frames", "/new/gang-of-dice", "/t/nowhere"):
        assert house.get(path, headers=HTML).headers["referrer-policy"] == "no-referrer"
    robots = house.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "User-agent: *" in robots.text
    # What a crawler may not read it cannot see to be noindex, and would list by its address.
    assert "/t" not in robots.text


def test_forms_still_say_where_they_come_from(house: TestClient) -> None:
    """A browser sends `Origin: null` with forms of a page that names no referrer, which is refused."""
    home = house.get("/", headers=HTML)
    assert 'method="post"' in home.text
    assert home.headers["referrer-policy"] == "same-origin"


def test_who_only_looks_gets_no_cookie(house: TestClient, ann: Guest) -> None:
    lobby = ann.open("gang-of-dice", "Ann", "open")
    code = house.app.state.house.kernel.sessions[lobby].code  # type: ignore[attr-defined]
    over = ann.open("gang-of-dice", "Ann", "Anton", start=True)
    play_out(over, ann)
    for path in ("/", "/new/gang-of-dice", f"/t/{lobby}", f"/t/{over}/replay", f"/t/{lobby}/frames"):
        answer = house.get(path, headers={**HTML, **BROWSER})
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
    joined = house.post("/join", data={"code": code}, headers=BROWSER, follow_redirects=False)
    assert joined.headers["location"] == f"/t/{lobby}"
    assert "set-cookie" not in joined.headers
    refused = house.post(
        f"/api/v1/tables/{over}/seats/0/sit", json={"id": "s", "name": "Eve"}, headers=BROWSER
    )
    assert refused.status_code == 409
    assert "set-cookie" not in refused.headers


def test_who_sits_down_gets_one(house: TestClient, ann: Guest) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    sat = house.post(f"/api/v1/tables/{table}/seats/1/sit", json={"id": "s", "name": "Eve"}, headers=BROWSER)
    assert COOKIE in sat.headers["set-cookie"]
    now = house.post("/play/gang-of-dice", headers=BROWSER, follow_redirects=False)
    house.cookies.clear()
    fresh = house.post("/play/gang-of-dice", headers=BROWSER, follow_redirects=False)
    assert now.status_code == fresh.status_code == 303
    assert COOKIE in fresh.headers["set-cookie"]
    house.cookies.clear()
    code = ann.post(f"tables/{table}/seats/0/code").json()["code"]
    moved = house.post("/join", data={"code": code}, headers=BROWSER, follow_redirects=False)
    assert COOKIE in moved.headers["set-cookie"]


def test_numbers_are_for_those_who_were_named(folder: Path) -> None:
    app = create_app(folder, watchmen=Networks(["127.0.0.1"]))
    with TestClient(app, client=("127.0.0.1", 5000)) as near:
        assert "chancebox_watching" in near.get("/metrics").text
        far = TestClient(app, client=("192.0.2.1", 5000))
        assert far.get("/metrics").status_code == 404


def test_numbers_are_for_nobody_unless_said(folder: Path) -> None:
    with TestClient(create_app(folder), client=("127.0.0.1", 5000)) as house:
        assert house.get("/metrics").status_code == 404


@pytest.mark.parametrize("option", ["--proxy", "--metrics"])
def test_who_is_named_must_be_an_address(
    option: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", option, "my-proxy", "--data", str(folder)]) == 2
    assert "10.0.0.0/8" in capsys.readouterr().err


@pytest.mark.parametrize("host", ["[", "a b", "", "x/../y", "user@host", "a" * 300, "[::1", "host:99999999"])
def test_a_strange_host_is_refused_plainly(house: TestClient, ann: Guest, host: str) -> None:
    table = ann.open("gang-of-dice", "Ann", "open")
    answer = house.get(f"/t/{table}/frames", headers={"host": host})
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize(
    "host", ["example.org", "example.org:8080", "[::1]:7777", "192.168.1.5:7777", "my_box"]
)
def test_an_ordinary_host_is_welcome(house: TestClient, host: str) -> None:
    assert house.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://[", "null", "", "testserver", "http://testserver.evil.example"])
def test_a_strange_origin_is_another_site(house: TestClient, origin: str) -> None:
    assert house.post("/play/gang-of-dice", headers={"origin": origin}).status_code == 403


def test_a_length_that_is_no_number_is_too_large(house: TestClient) -> None:
    for length in ("9" * 5000, "-1", "1e3", "٣"):
        answer = house.post("/join", headers={b"content-length": length.encode()})
        assert answer.status_code == 413


# What others made.


def test_files_of_others_are_what_they_say() -> None:
    named = tomllib.loads((STATIC / "vendored.toml").read_text("utf-8"))["file"]
    for file in named:
        assert hashlib.sha256((STATIC / file["name"]).read_bytes()).hexdigest() == file["sha256"]
        assert file["version"] in file["source"]
        assert file["license"]
    # What was minified is not ours.
    assert {path.name for path in STATIC.rglob("*.min.*")} == {file["name"] for file in named}


def test_the_list_of_parts_is_whole(request: pytest.FixtureRequest) -> None:
    root = request.config.rootpath
    bill = runpy.run_path(str(root / "tools" / "sbom.py"))["bill"]()
    assert bill["bomFormat"] == "CycloneDX"
    parts = {part["name"]: part for part in bill["components"]}
    lock = (root / "requirements" / "play.lock").read_text("utf-8")
    assert set(parts) == {*re.findall(r"^([\w.-]+)==", lock, re.MULTILINE), "idiomorph"}
    assert lock.count("--hash=sha256:") == sum(
        len(part["externalReferences"][0].get("hashes", [])) for part in bill["components"]
    )
    assert parts["uvicorn"]["purl"].startswith("pkg:pypi/uvicorn@")
    assert all(part["version"] for part in parts.values())
