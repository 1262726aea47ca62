"""
Write a store as today's program makes it, for tests of those that come later: `make store`.

Games that are over, games in the middle, a table that people sit down at, chat; played through the API by a
server of its own. With an older program on PYTHONPATH it wrote the stores of the forms before today's.
"""

import gzip
import json
import random
import sqlite3
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from children import CHANCEBOX
from server.processes import Server

FOLDER = Path(__file__).parent / "golden" / "stores"
GAMES = ("gang-of-dice", "second-chance", "take-it-or-leave-it")
MOST = 2000


class Visitor:
    """Plays at random, as a program with a token."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.token = ""
        self._sent = 0

    def ask(self, path: str, **body: Any) -> Any:
        """Ask for something, or change something where there is a body."""
        headers = {"content-type": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        self._sent += 1
        data = json.dumps({"id": f"s{self._sent}", **body}).encode() if body else None
        asked = urllib.request.Request(
            f"{self.address}/api/v1/{path}",
            data,
            headers if self.token else {"content-type": "application/json"},
        )
        with urllib.request.urlopen(asked) as answer:
            told = json.load(answer)
        if isinstance(told, dict):
            self.token = told.get("token") or self.token
        return told

    def open(self, game: str, *players: dict[str, str], start: bool = True) -> str:
        """Set up a table."""
        return str(self.ask("tables", game=game, players=list(players), options={}, start=start)["table"])

    def play(self, table: str, decisions: int) -> None:
        """Make so many decisions, or as many as there are."""
        luck = random.Random(1)
        for _decision in range(decisions):
            state = self.ask(f"tables/{table}")
            if not state["to_act"]:
                return
            seat = state["to_act"][0]
            choices = self.ask(f"tables/{table}/choices?seat={seat}")["choices"]
            self.ask(f"tables/{table}/moves", seat=seat, move=luck.choice(choices)["action"])


def make(folder: Path) -> dict[str, Any]:
    """Play in a house over a folder; return what there is, and the token of who played."""
    people = [{"kind": "person", "name": "Ann"}, {"kind": "person", "name": "Ben"}]
    with Server(folder) as server:
        ann = Visitor(server.address)
        made: dict[str, Any] = {"over": [], "playing": []}
        for game in GAMES:
            made["over"].append(ann.open(game, *people))
            ann.play(made["over"][-1], MOST)
            made["playing"].append(ann.open(game, *people))
            ann.play(made["playing"][-1], 7)
        made["lobby"] = ann.open(GAMES[0], people[0], {"kind": "open"}, start=False)
        ann.ask(f"tables/{made['over'][0]}/chat", seat=0, text="Good game!")
        made["group"] = ann.ask(f"tables/{made['over'][0]}/group", id="found")["group"]
        made["states"] = {table: ann.ask(f"tables/{table}") for table in [*made["over"], *made["playing"]]}
        made["token"] = ann.token
        server.stop()
    return made


def main() -> int:
    """Write the store of today's form."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        made = make(folder)
        copy = folder / "copy"
        subprocess.run([*CHANCEBOX, "backup", "--data", folder, copy], check=True)
        with sqlite3.connect(copy) as source:
            form = source.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        FOLDER.mkdir(parents=True, exist_ok=True)
        (FOLDER / f"{form}.sqlite3.gz").write_bytes(gzip.compress(copy.read_bytes(), mtime=0))
        (FOLDER / f"{form}.json").write_text(json.dumps(made, indent=1, sort_keys=True) + "\n")
    print(f"Written: form {form}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
