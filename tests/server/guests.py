"""Somebody who talks to a house through its API, as a program with a token of its own."""

import itertools
import json
import random
from typing import Any

import httpx2 as httpx
from starlette.testclient import TestClient

from children import wait_until
from server import direct

_numbers = itertools.count(1)

BOT = {"kind": "bot", "bot": "random"}
"""Decides at once: tests that are not about thinking wait for nobody who thinks."""

UNTOLD = 1_000_000
"""Events of which a follower wants no lines: more than any game has."""

HURRY = 0.75
"""How often somebody who hurries takes the last choice: to stake more, or to stop. It halves a game."""


class Guest:
    """A visitor; a refusal is an answer like any other."""

    def __init__(self, house: TestClient, language: str = "") -> None:
        self.house = house
        self.token = ""
        self.language = language
        self.address = "testclient"

    def post(self, path: str, **body: Any) -> httpx.Response:
        body = {"id": f"c{next(_numbers)}", **body}
        answer = self._ask("POST", path, body=json.dumps(body).encode())
        if answer.status_code < 300 and answer.json().get("token"):
            self.token = answer.json()["token"]
        return answer

    def get(self, path: str, **query: Any) -> Any:
        answer = self._ask("GET", path, query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def status(self, path: str, **query: Any) -> int:
        return self._ask("GET", path, query).status_code

    def _ask(
        self, method: str, path: str, query: dict[str, Any] | None = None, body: bytes = b""
    ) -> httpx.Response:
        address = f"/api/v1/{path}"
        headers = {"host": "testserver", "content-type": "application/json", **self.headers}
        if isinstance(self.house, TestClient):
            return direct.ask(self.house, method, address, headers, query, body, self.address)
        del headers["host"]
        return self.house.request(method, address, params=query, content=body, headers=headers)

    @property
    def headers(self) -> dict[str, str]:
        asked = {"authorization": f"Bearer {self.token}"} if self.token else {}
        return {**asked, "accept-language": self.language} if self.language else asked

    def open(self, game: str, *kinds: str, start: bool = False, **options: str) -> str:
        """Set up a table: a name is a person here, `open` and `bot` are what they say."""
        named = {"open": {"kind": "open"}, "bot": BOT}
        players = [named.get(kind, {"kind": "person", "name": kind}) for kind in kinds]
        answer = self.post("tables", game=game, players=players, options=options, start=start)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def sit(self, table: str, seat: int, name: str) -> httpx.Response:
        return self.post(f"tables/{table}/seats/{seat}/sit", name=name)

    def state(self, table: str) -> Any:
        return self.get(f"tables/{table}")

    def play(self, table: str, seat: int, move: str | int, **more: Any) -> httpx.Response:
        return self.post(f"tables/{table}/moves", seat=seat, move=move, **more)

    def step(self, table: str, luck: random.Random, hurry: bool = False) -> int | None:
        """Make a random decision for one of the own seats that are asked; tell which, or nothing."""
        state = self.state(table)
        mine = [place["seat"] for place in state["seats"] if place["yours"] and not place["bot"]]
        asked = [seat for seat in state["to_act"] if seat in mine]
        if not asked:
            return None
        seat: int = luck.choice(asked)
        choices = self.get(f"tables/{table}/choices", seat=seat)["choices"]
        chosen = choices[-1] if hurry and luck.random() < HURRY else luck.choice(choices)
        answer = self.play(table, seat, chosen["action"], **self.proof(state))
        assert answer.status_code == 200, answer.text
        return seat

    def proof(self, _state: Any) -> dict[str, str]:
        """Return what a move carries besides, at a table in this state."""
        return {}


def seated(host: Guest, guest: Guest, game: str, *others: str, **options: str) -> str:
    """Start a table of Ann (A) and Ben (B), who came by link, and others."""
    table = host.open(game, "Ann", "open", *others, start=False, **options)
    assert guest.sit(table, 1, "Ben").status_code == 200
    assert host.post(f"tables/{table}/start").status_code == 200
    return table


def settled(table: str, guest: Guest) -> Any:
    """Wait until no bot is asked, or leaves a throw of real dice open; return the state then."""
    state = guest.state(table)

    def no_bot_thinks() -> bool:
        asked = any(place["bot"] and place["seat"] in state["to_act"] for place in state["seats"])
        return not asked or state["throw"] is not None

    def follow() -> None:
        nonlocal state
        state = guest.get(f"tables/{table}/follow", since=state["version"], events=UNTOLD)

    wait_until(no_bot_thinks, "the bots' moves", follow)
    return state


def play_until(table: str, awaited: list[int], *guests: Guest, seed: int = 1, most: int = 500) -> Any:
    """Play at random until just these seats are asked; return the state then."""
    luck = random.Random(seed)
    for _step in range(most):
        state = settled(table, guests[0])
        if state["to_act"] == awaited:
            return state
        assert any(guest.step(table, luck) is not None for guest in guests)
    raise AssertionError(f"never were {awaited} asked alone")


def play_some(table: str, decisions: int, *guests: Guest, seed: int = 1, hurry: bool = False) -> int:
    """Make about so many random decisions, fewer if the game ends before; return how many they were."""
    luck = random.Random(seed)
    played = in_vain = 0
    while played < decisions:
        made = 0
        for guest in guests:  # whoever has decided is often asked again
            while played + made < decisions and guest.step(table, luck, hurry) is not None:
                made += 1
        played += made
        if not made and settled(table, guests[0])["stage"] == "over":
            break
        in_vain = 0 if made else in_vain + 1
        assert in_vain < 100, "somebody else is asked"
    return played


def play_out(table: str, *guests: Guest, seed: int = 1, most: int = 3000, hurry: bool = True) -> int:
    """Play at random to the end, in a hurry unless the way there matters; return the number of decisions."""
    played = play_some(table, most, *guests, seed=seed, hurry=hurry)
    assert played < most, "the game did not end"
    return played
