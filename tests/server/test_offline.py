"""What browsers may keep: copies that say so, and nothing of a table."""

import json
import re

import pytest
from starlette.testclient import TestClient

from chancebox.games import game, names
from chancebox.server.web import offline


def kept(house: TestClient, language: str = "en") -> dict[str, object]:
    script = house.get("/worker.js", headers={"accept-language": language})
    assert script.status_code == 200
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache"
    found: dict[str, object] = json.loads(re.findall(r"const KEPT = (.*);", script.text)[0])
    return found


def test_all_that_is_kept_is_there(house: TestClient) -> None:
    told = kept(house)
    assert isinstance(told["pages"], dict)
    assert isinstance(told["files"], list)
    assert set(told["pages"]) == {"/", *(f"/rules/{name}" for name in names())}
    for address in [*told["pages"].values(), *told["files"]]:
        assert house.get(address).status_code == 200, address


def test_nothing_of_tables_and_people_is_kept(house: TestClient) -> None:
    told = kept(house)
    addresses = json.dumps([told["pages"], told["files"]])
    for forbidden in ("/t/", "/api/", "/mine"):
        assert forbidden not in addresses


def test_a_copy_says_that_it_is_one(house: TestClient) -> None:
    for name in names():
        page = house.get(f"/copies/{name}").text
        assert re.search(r"This is the copy that your device kept on \d+ [A-Z][a-z]+ 20\d\d\.", page)
        lesson = game(name).lesson
        assert lesson
        assert page.count("<li>") > len(lesson.LINES)
        assert "copy that your device" not in house.get(f"/rules/{name}").text
    assert "No connection to the house" in house.get("/copies").text


def test_each_language_has_copies_of_its_own(house: TestClient) -> None:
    english, german = kept(house), kept(house, "de")
    assert english["version"] != german["version"]
    assert kept(house)["version"] == english["version"]


def test_it_can_be_taken_back(house: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(offline.SWITCH, "no")
    script = house.get("/worker.js").text
    assert "unregister" in script
    assert "KEPT" not in script


def test_the_policy_lets_the_worker_be(house: TestClient) -> None:
    assert "worker-src 'self'" in house.get("/").headers["content-security-policy"]
