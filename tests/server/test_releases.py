"""Rules change while tables are being played: what was begun under the old ones goes on under them."""

import gzip
import json
import re
import runpy
import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx2 as httpx
import pytest
from starlette.testclient import TestClient

import chancebox
from chancebox.engine.game.errors import UnknownGame
from chancebox.games import game
from chancebox.server.access.limits import unlimited
from chancebox.server.store.databases import migration
from chancebox.server.store.databases.sqlite import FILE
from chancebox.server.web.app import create_app
from children import CHANCEBOX, run
from server.guests import Guest, play_out, play_some, settled
from server.processes import Server

keep = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "keep.py"))["keep"]
HOME = Path(chancebox.__file__).parent
STORES = Path(__file__).parents[1] / "golden" / "stores"
NAME = "gang-of-dice"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """Make a release in which a game has another version, and another title."""
    package = tmp_path / "release" / "chancebox"
    shutil.copytree(HOME, package, ignore=shutil.ignore_patterns("__pycache__"))
    keep(package, NAME)
    declaration = package / "games" / "gang_of_dice" / "__init__.py"
    today = game(NAME).version
    text = declaration.read_text().replace(f"version={today},", f"version={today + 1},")
    declaration.write_text(text.replace("Gang of Dice", "Gang of Loaded Dice"))
    return package.parent


@pytest.fixture
def guest() -> Iterator[Guest]:
    with httpx.Client(timeout=None) as client:
        yield Guest(client)  # type: ignore[arg-type]


def call_at(guest: Guest, server: Server) -> None:
    """Let somebody talk to the house where it is now."""
    guest.house.base_url = server.address


@pytest.mark.long
def test_tables_go_on_under_the_rules_they_were_begun_with(
    tmp_path: Path, release: Path, guest: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Server(tmp_path / "house") as server:
        call_at(guest, server)
        finished = guest.open(NAME, "Ann", "Ben", start=True)
        play_out(finished, guest)
        running = guest.open(NAME, "Ann", "bot", start=True)
        play_some(running, 3, guest)
        before = settled(running, guest)
        assert server.stop() in (0, -15)
        monkeypatch.setenv("PYTHONPATH", str(release))
        server.start()
        after = guest.state(running)
        assert after["rules"] == before["rules"] == game(NAME).version
        assert after["to_act"] == before["to_act"]
        page = guest.house.get(f"/t/{running}").text
        assert f"/{NAME}@{before['rules']}/table.js" in page
        assert guest.house.get(re.findall(r'data-script="([^"]+)"', page)[0]).status_code == 200
        assert "Gang of Dice" in page
        assert "Gang of Loaded Dice" in guest.house.get("/").text
        play_out(running, guest)
        for table in (running, finished):
            assert guest.house.get(f"/t/{table}/replay").status_code == 200
            record = guest.house.get(f"/api/v1/tables/{table}/record").text
            assert json.loads(record)["version"] == before["rules"]
            file = tmp_path / f"{table}.chance.json"
            file.write_text(record)
            verified = run([*CHANCEBOX, "verify", file])
            assert verified.returncode == 0, verified.stdout + verified.stderr
            assert "rules" in verified.stdout
        # What is new is played by the new rules; what goes on from the middle of the old, by the old.
        rematch = guest.post(f"tables/{finished}/rematch").json()["table"]
        assert guest.state(rematch)["rules"] == before["rules"] + 1
        forked = guest.post(f"tables/{finished}/fork", events=5, seat=0, name="Ann").json()["table"]
        assert guest.state(forked)["rules"] == before["rules"]
        play_out(forked, guest)
        refused = guest.post("tables", game=f"{NAME}@{before['rules']}", players=[{"kind": "bot"}] * 2)
        assert refused.status_code == 400, refused.text
        assert "rules of today" in refused.text


def test_what_was_never_kept_is_refused_by_name() -> None:
    with pytest.raises(UnknownGame, match="no rules of version 99 of gang-of-dice; today's are version"):
        game(NAME, 99)
    for wrong in ("99", "", "1 ", "../1", "9" * 5000):
        with pytest.raises(UnknownGame, match="no rules of version"):
            game(f"{NAME}@{wrong}")
    assert game(NAME, game(NAME).version) is game(NAME)


def test_a_version_is_kept_once(release: Path) -> None:
    package = release / "chancebox"
    with pytest.raises(SystemExit, match="There is no game bridge"):
        keep(package, "bridge")
    declaration = package / "games" / "gang_of_dice" / "__init__.py"
    declaration.write_text(declaration.read_text().replace("version=2,", "version=1,"))
    with pytest.raises(SystemExit, match="kept already; raise the version"):
        keep(package, NAME)


@pytest.mark.parametrize("file", sorted(STORES.glob("*.gz")), ids=lambda file: str(file.name[:4]))
def test_a_store_of_every_earlier_form_goes_on(file: Path, tmp_path: Path) -> None:
    made = json.loads((file.parent / f"{file.name[:4]}.json").read_text())
    (tmp_path / FILE).write_bytes(gzip.decompress(file.read_bytes()))
    with TestClient(create_app(tmp_path, limits=unlimited())) as client:
        ann = Guest(client)
        ann.token = made["token"]
        for table, was in made["states"].items():
            state = ann.state(table)
            same = ("game", "stage", "to_act", "options", "result")
            assert [state[key] for key in same] == [was[key] for key in same]
            assert [seat["name"] for seat in state["seats"]] == ["Ann", "Ben"]
        for table in made["playing"]:
            play_out(table, ann)
        for table in [*made["over"], *made["playing"]]:
            assert client.get(f"/t/{table}/replay").status_code == 200
            assert ann.get(f"tables/{table}/record")["game"] == ann.state(table)["game"]
        group = ann.post(f"tables/{made['over'][0]}/group").json()["group"]
        assert made.get("group", group) == group
        assert [one["name"] for one in ann.get(f"groups/{group}")["members"]] == ["Ann", "Ben"]
        ben = Guest(client)
        assert ben.sit(made["lobby"], 1, "Ben").status_code == 200
        assert [line["text"] for line in ann.get(f"tables/{made['over'][0]}/chat")] == ["Good game!"]


def test_there_is_a_store_of_each_form() -> None:
    forms = {file.name[:4] for file in (migration.SCRIPTS / "versions").glob("0*.py")}
    assert {file.name[:4] for file in STORES.glob("*.gz")} == forms, "make store writes that of today"
