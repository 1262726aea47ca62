"""A table of Take it or Leave it where the test says what comes up and what lies there."""

import re
from collections.abc import Mapping
from typing import Any

from chancebox.engine.game.boxes import Box, load_box, parse_box
from chancebox.engine.match.chance import Ask
from chancebox.engine.match.match import Match
from chancebox.engine.rules.contract import CHANCE
from chancebox.engine.rules.records import plain
from chancebox.games import game
from chancebox.games.take_it_or_leave_it.rules import records

LEAVE = game("take-it-or-leave-it")
TEXT = (LEAVE.folder / "box.toml").read_text("utf-8")
BOX = load_box(LEAVE)
CARDS = {card.id: i for i, card in enumerate([*BOX.data.task, *BOX.data.action])}
IDS = list(CARDS)
COLOURS = ("white", "black", "red")


class Tray:
    """A match that is driven by short lines; seat A starts unless the test says otherwise."""

    def __init__(self, seats: int = 2, box: Box | None = None, **options: str) -> None:
        named = {"first": "A"} | {name.replace("_", "-"): value for name, value in options.items()}
        self.match = Match(LEAVE, seats, options=named, box=box, dealer=Ask())

    @classmethod
    def laid(
        cls,
        tray: str = "",
        hands: Mapping[str, str] | None = None,
        dice: Mapping[str, str] | None = None,
        seats: int = 2,
        box: Box | None = None,
        edit: Any = None,
        **options: str,
    ) -> "Tray":
        """
        Begin in the middle of a round: A is to move, the tray and what players hold as given.

        Hands that are not given are empty; `edit` may change the position further.
        """
        table = cls(seats, box, **options)
        memory = table.match.position()
        s = plain(memory)
        s.step, s.round, s.pending = records.TURN, 1, 1
        count(s.tray, tray)
        for letter, text in (dice or {}).items():
            count(s.players["ABCDE".index(letter)].dice, text)
        for letter, text in (hands or {}).items():
            player = s.players["ABCDE".index(letter)]
            for i, card in enumerate(sorted(CARDS[name] for name in text.split())):
                player.hand[i] = card
                player.held[card >= records.TASKS] += 1
                s.pile[card >= records.TASKS] -= 1
                s.place[card] = records.IN_HAND
        if edit:
            edit(s)
        table.match = Match(LEAVE, seats, options=table.match.options, box=box, dealer=Ask(), position=memory)
        return table

    def chance(self, *texts: str) -> None:
        """Let this come up."""
        for text in texts:
            self.match.play(CHANCE, text)

    def play(self, *moves: str) -> None:
        """Play `A take w3`: the seat, then the move."""
        for move in moves:
            letter, _space, text = move.partition(" ")
            self.match.play("ABCDE".index(letter), text)

    def deal(self, *hands: str) -> None:
        """Draw these hands, in the order in which they are dealt."""
        for hand in hands:
            self.chance(*[f"draw {card}" for card in hand.split()])

    def throw(self, *throws: str) -> None:
        """Let all dice come up: white, black, red; by default all ones."""
        for colour in range(3):
            if self.s.falling[colour] and self.s.step == records.THROW:
                given = throws[colour] if colour < len(throws) else "1 " * self.s.falling[colour]
                self.chance(f"{COLOURS[colour]} {given}")

    def deal_any(self) -> None:
        """Draw whatever comes first, as long as cards are drawn."""
        while self.match.to_act == (CHANCE,) and self.s.step == records.DEAL:
            self.match.play(CHANCE, self.match.outcomes()[0][0])

    def pass_round(self) -> None:
        """Let everybody pass and keep the cards, up to the next throw or the end."""
        number = self.s.round
        self.throw()
        while self.match.to_act and self.s.round == number:
            if self.s.step == records.DEAL:
                self.deal_any()
                continue
            step = self.s.step
            self.match.play(
                self.match.to_act[0],
                {records.TURN: "pass", records.DISCARD: "keep", records.SCORE: "best"}[step],
            )

    @property
    def s(self) -> Any:
        """The position."""
        return plain(self.match.position())

    @property
    def step(self) -> str:
        return str(self.match.view()["step"])

    @property
    def asked(self) -> str:
        return "".join("*" if seat == CHANCE else "ABCDE"[seat] for seat in self.match.to_act)

    @property
    def tray(self) -> str:
        return dice_of(self.s.tray)

    def dice(self, letter: str) -> str:
        return dice_of(self.s.players["ABCDE".index(letter)].dice)

    def hand(self, letter: str) -> str:
        player = self.s.players["ABCDE".index(letter)]
        return " ".join(IDS[player.hand[i]] for i in range(player.held[0] + player.held[1]))

    def chips(self, letter: str) -> int:
        return int(self.s.players["ABCDE".index(letter)].chips)

    def points(self, letter: str) -> int:
        return int(self.s.players["ABCDE".index(letter)].points)

    def choices(self, letter: str) -> list[str]:
        return [str(choice) for choice in self.match.choices("ABCDE".index(letter))]


def kind(die: str) -> int:
    return 3 * (int(die[1]) - 1) + "wbr".index(die[0])


def count(row: Any, dice: str) -> None:
    for die in dice.split():
        row[kind(die)] += 1


def dice_of(row: Any) -> str:
    return " ".join(f"{c}{v}" for c in "wbr" for v in range(1, 7) for _die in range(row[kind(f"{c}{v}")]))


def altered(**tables: str) -> Box:
    """Edit the box: `altered(white="1", starts="2")` sets these numbers for every number of players."""
    head, rest = TEXT.split("[[table]]", 1)
    found, cards = rest.split("[[task]]", 1)
    for name, value in tables.items():
        found = re.sub(rf"^{name} = .*$", f"{name} = {value}", found, flags=re.M)
    return parse_box(LEAVE, f"{head}[[table]]{found}[[task]]{cards}", "altered")


def with_card(id: str, body: str) -> Box:
    """Replace what a task asks for or an action does."""
    text = re.sub(rf'(id = "{id}"\n)(?:.+\n)+', rf'\g<1>{body}\nstatus = "reconstructed"\n', TEXT)
    return parse_box(LEAVE, text, "altered")
