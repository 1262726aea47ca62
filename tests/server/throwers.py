"""Guests with dice of their own."""

import random
from typing import Any

import httpx2 as httpx

from receipts.sealing import Sealing


class Thrower(Sealing):
    """Somebody who throws dice, enters what they show, and plays at random."""

    def lay(self, game: str, *kinds: str, dealer: str = "real", start: bool = True, **options: str) -> str:
        """Set up a table with real dice."""
        players = [
            {"kind": kind} if kind in ("open", "bot") else {"kind": "person", "name": kind} for kind in kinds
        ]
        answer = self.post("tables", game=game, players=players, options=options, start=start, dealer=dealer)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    def enter(self, table: str, outcome: str, **more: Any) -> httpx.Response:
        if "version" not in more:
            more["version"] = self.state(table)["version"]
        return self.post(f"tables/{table}/throws", outcome=outcome, **more)

    def step(self, table: str, luck: random.Random, hurry: bool = False) -> int | None:
        """Enter what is asked for, say that it is right, or decide; return the seat, or nothing."""
        state = self.state(table)
        throw = state["throw"]
        if throw is None or throw["kind"] is None:
            return super().step(table, luck, hurry)
        if not throw["yours"]:
            return None
        if throw["kind"] == "word":
            answer = self.post(f"tables/{table}/throws/right", version=state["version"])
        else:
            answer = self.enter(table, anything(throw["pads"][0], luck), version=state["version"])
        assert answer.status_code == 200, answer.text
        return throw["thrower"] or 0


def anything(pad: dict[str, Any], luck: random.Random) -> str:
    """Throw the dice that a pad asks for, or draw a card."""
    if pad["dice"]:
        return " ".join(luck.choice(pad["faces"]) for _die in range(pad["dice"]))
    return str(luck.choice(pad["cards"]))
