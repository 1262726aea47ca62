"""Guests whose device makes a chain, as the pages of the house do."""

import random
import secrets
from typing import Any

import httpx2 as httpx
from starlette.testclient import TestClient

from chancebox.engine.proofs import sealed
from server.guests import Guest, settled


class Sealing(Guest):
    """A visitor with a chain; each move carries the next link."""

    def __init__(self, house: TestClient) -> None:
        super().__init__(house)
        self.chain: list[str] = []

    def commit(self, table: str) -> None:
        """Show the tip of a new chain."""
        self.chain = [link.hex() for link in sealed.chain(secrets.token_bytes(32))]
        answer = self.post(f"tables/{table}/tip", tip=self.chain[0])
        assert answer.status_code == 200, answer.text

    def next_link(self, table: str) -> str:
        """Return the link that is due, by what the house says was shown last."""
        return self.proof(self.state(table))["link"]

    def proof(self, state: Any) -> dict[str, str]:
        last = state["seal"]["last"]
        return {"link": self.chain[self.chain.index(last) + 1] if last in self.chain else ""}

    def start(self, table: str) -> httpx.Response:
        return self.post(f"tables/{table}/start", link=self.next_link(table))

    def play(self, table: str, seat: int, move: str | int, **more: Any) -> httpx.Response:
        if "link" not in more:
            more["link"] = self.next_link(table)
        return super().play(table, seat, move, **more)


def sealed_table(ann: Sealing, ben: Sealing, game: str, *others: str) -> str:
    """Start a table of Ann and Ben, whose devices have shown tips, and others."""
    table = ann.open(game, "Ann", "open", *others)
    ann.commit(table)
    assert ben.sit(table, 1, "Ben").status_code == 200
    ben.commit(table)
    assert ann.start(table).status_code == 200
    return table


def hand_over(table: str, seat: int, giver: Guest, taker: Guest) -> None:
    """Move a seat to another device, by a code."""
    code = giver.post(f"tables/{table}/seats/{seat}/code").json()["code"]
    assert taker.post("codes", code=code).status_code == 200


def play_on(table: str, decisions: int, *guests: Guest, seed: int = 1) -> bool:
    """Make so many random decisions; return whether the game is over."""
    luck = random.Random(seed)
    made = 0
    while made < decisions:
        moved = 0
        for guest in guests:  # whoever has decided is often asked again
            while made + moved < decisions and guest.step(table, luck) is not None:
                moved += 1
        made += moved
        if not moved and settled(table, guests[0])["stage"] == "over":
            return True
    return False


def receipt(guest: Guest, table: str) -> str:
    """Download a receipt."""
    answer = guest.house.get(f"/api/v1/tables/{table}/record")
    assert answer.status_code == 200, answer.text
    return answer.text
