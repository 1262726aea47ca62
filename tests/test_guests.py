"""Games that somebody else wrote: installed beside the house, found by their entry point."""

import json
import logging
import os
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from chancebox import games
from chancebox.engine.game.errors import UnknownGame
from chancebox.server.access.limits import unlimited
from chancebox.server.web.app import create_app
from children import CHANCEBOX, run
from copies import install_game
from server.guests import Guest

PACKAGE = "perudo"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return install_game("liars-dice", tmp_path_factory.mktemp("guest"), PACKAGE)


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Look for games anew, here and after the test."""
    path = list(sys.path)
    games._guests.cache_clear()
    yield
    sys.path[:] = path
    games._guests.cache_clear()


def declare(folder: Path, points: str) -> None:
    """Lay down what an installer would: a distribution with these entry points."""
    info = folder / "someone_else-2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: someone-else\nVersion: 2\n")
    (info / "entry_points.txt").write_text(f"[chancebox.games]\n{points}\n")
    sys.path.insert(0, str(folder))


def test_an_installed_game_is_found_by_its_name(site: Path) -> None:
    sys.path.insert(0, str(site))
    assert "perudo" in games.names()
    assert games.game("Perudo").title == "Liar's Dice"
    assert games.game("perudo").folder == site / PACKAGE


def test_one_that_breaks_when_it_is_played_breaks_no_other_table(tmp_path: Path) -> None:
    site = install_game("hush", tmp_path, "murmur")
    rules = site / "murmur" / "rules.py"
    rules.write_text(rules.read_text("utf-8").replace("MOST_OUTCOMES", "MOST_OUTS"), "utf-8")
    sys.path.insert(0, str(site))
    games._guests.cache_clear()
    with TestClient(create_app(tmp_path / "house", limits=unlimited())) as house:
        guest = Guest(house)
        refused = guest.post("tables", game="murmur", players=[{"kind": "bot"}] * 2, options={}, start=True)
        assert refused.status_code == 422
        assert refused.json() == {
            "error": "murmur/rules.py does not define MOST_OUTCOMES, which a game must have.",
            "code": "bad-game",
        }
        assert guest.open("gang-of-dice", "Ann", "bot", start=True)
        assert house.get("/").status_code == 200


def test_every_command_knows_it(site: Path, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}
    listed = json.loads(run([*CHANCEBOX, "games", "--json"], env=env).stdout)
    assert "perudo" in [one["name"] for one in listed]
    played = run([*CHANCEBOX, "simulate", "perudo", "--games", "50", "--bots", "thumb", "--json"], env=env)
    assert json.loads(played.stdout)["games"] == 50, played.stderr


def test_finding_our_own_games_looks_through_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_wishes: str) -> None:
        raise AssertionError("it takes long to look through all that is installed")

    monkeypatch.setattr(games, "entry_points", refuse)
    assert games.game("gang-of-dice")


def test_installed_games_are_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def note(*, group: str) -> metadata.EntryPoints:
        asked.append(group)
        return metadata.entry_points(group=group)

    monkeypatch.setattr(games, "entry_points", note)
    for _again in range(3):
        games.names()
        with pytest.raises(UnknownGame):
            games.game("no-such-game")
    assert asked == ["chancebox.games"]


BROKEN = [
    ("broken = broken_game:GAME", "def nonsense(:", "broken of someone-else is left out: invalid syntax"),
    ("broken = broken_game:GAME", "raise SystemError('oh')", "broken of someone-else is left out: oh"),
    ("broken = broken_game:GAME", "x = 1", "has no attribute 'GAME'"),
    ("broken = broken_game:GAME", "GAME = 1", "broken_game:GAME is not a Game"),
    ("broken = gone:GAME", "", "No module named 'gone'"),
    (
        "pig = broken_game:GAME",
        "GAME = 1",
        "pig of someone-else is left out: there is another game of this name",
    ),
    ("other = rooms.hush:GAME", "", "its package rooms.hush makes it hush"),
]


@pytest.mark.parametrize(("point", "source", "sentence"), BROKEN)
def test_a_broken_game_is_left_out_and_breaks_nothing(
    point: str, source: str, sentence: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    before = games.names(test_only=True)
    games._guests.cache_clear()
    (tmp_path / "broken_game.py").write_text(source)
    declare(tmp_path, point)
    sys.modules.pop("broken_game", None)
    with caplog.at_level(logging.WARNING):
        assert games.names(test_only=True) == before
        games.names()
    assert [sentence in line for line in caplog.messages] == [True], caplog.messages
    assert games.game("pig").title == "Pig"
