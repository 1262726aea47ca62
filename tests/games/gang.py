"""A table of Gang of Dice where the test says what comes up."""

import re
from typing import Any

from chancebox.engine.game.boxes import Box, parse_box
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.gang_of_dice.rules.records import AGAIN

GANG = game("gang-of-dice")
TEXT = (GANG.folder / "box.toml").read_text("utf-8")


class Gang:
    """A match that is driven by short lines."""

    def __init__(self, seats: int = 3, first: str = "A", box: Box | None = None, **options: str) -> None:
        named = {name.replace("_", "-"): value for name, value in options.items()}
        self.match = Match(GANG, seats, options=named, box=box, dealer=Ask())
        self.chance(f"first {first}")

    def chance(self, text: str) -> None:
        """Let this come up."""
        self.match.play(CHANCE, text)

    def turn(self, *moves: str) -> None:
        """Play for whoever is asked; moves that are dice are what comes up."""
        for move in moves:
            self.match.play(self.match.to_act[0], move)

    def round(self, card: str, *turns: str) -> None:
        """Reveal a card and play everybody's turn: a stake of the dice given, then stop if asked."""
        self.chance(f"card {card}")
        for dice in turns:
            self.turn(f"stake {len(dice.split())}", f"dice {dice}")
            if self.match.to_act != (CHANCE,) and self.s.step == AGAIN:
                self.turn("stop")

    @property
    def s(self) -> Any:
        """The position."""
        return plain(self.match.position())

    @property
    def stocks(self) -> list[int]:
        """What everybody owns, counted in dice."""
        return [player.stock for player in self.s.players][: self.match.seats]

    @property
    def turns(self) -> list[str]:
        """How everybody's turn came out."""
        return [player["turn"] for player in self.match.view()["players"]]


def altered(**changes: str) -> Box:
    """Edit the box: `altered(dice="1")` sets every `dice = …` of the stocks."""
    head, stocks, tail = re.split(r"(?=\[\[stock\]\]\nplayers = 2)|(?=\[\[finale\]\])", TEXT, maxsplit=2)
    for name, value in changes.items():
        stocks = re.sub(rf"^{name} = .*$", f"{name} = {value}", stocks, flags=re.M)
    return parse_box(GANG, head + stocks + tail, "altered")
