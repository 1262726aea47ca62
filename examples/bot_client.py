"""
A bot that plays over the network: it sits down at an open seat and decides at random.

    python examples/bot_client.py http://localhost:7777 TABLE "My bot"

TABLE is the last part of a table's link. Replace `choose` by something cleverer: `view` holds all
that a person in this seat would see.
"""

import argparse
import json
import random
import sys
import urllib.request
import uuid
from typing import Any
from urllib.error import HTTPError


class Client:
    """Talks to a Chancebox server about one table."""

    def __init__(self, server: str, table: str) -> None:
        self.base = f"{server}/api/v1/tables/{table}"
        self.token = ""

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """GET, or POST with a command id, so that a repeated command counts once."""
        data = None if body is None else json.dumps({"id": str(uuid.uuid4()), **body}).encode()
        request = urllib.request.Request(self.base + path, data, {"content-type": "application/json"})
        if self.token:
            request.add_header("authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)

    def sit_down(self, name: str) -> int:
        """Take the first open seat."""
        open_seats: list[int] = [place["seat"] for place in self.ask("")["seats"] if place["kind"] == "open"]
        if not open_seats:
            sys.exit("There is no open seat at this table.")
        seat = open_seats[0]
        self.token = self.ask(f"/seats/{seat}/sit", {"name": name})["token"]
        return seat


def choose(view: dict[str, Any], moves: list[str]) -> str:
    return random.choice(moves)


def main(server: str, table: str, name: str) -> None:
    client = Client(server, table)
    seat, state = client.sit_down(name), client.ask("")
    while state["stage"] != "over":
        if seat in state["to_act"]:
            view = client.ask(f"/view?seat={seat}")["view"]
            moves = client.ask(f"/choices?seat={seat}")["moves"]
            client.ask("/moves", {"seat": seat, "move": choose(view, moves)})
        state = client.ask(f"/follow?since={state['version']}&seat={seat}")
    print("won" if seat in state["result"]["winners"] else "lost", "-", state["result"]["why"])


def reason(refusal: HTTPError) -> str:
    """Return why the house refuses something, in its own words if it has some."""
    try:
        return str(json.load(refusal)["error"])
    except (ValueError, LookupError, TypeError):
        return str(refusal)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A bot that plays over the network, at random.")
    parser.add_argument("server", help="where the house is, as in http://localhost:7777")
    parser.add_argument("table", help="the last part of the table's link")
    parser.add_argument("name", nargs="?", default="My bot", help="its name at the table (My bot)")
    given = parser.parse_args()
    try:
        main(given.server, given.table, given.name)
    except HTTPError as refusal:
        sys.exit(reason(refusal))
    except (OSError, ValueError) as error:
        sys.exit(f"No house answers at {given.server}: {error}")
