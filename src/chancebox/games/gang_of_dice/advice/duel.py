"""
Gang of Dice for two, solved from the last round back: the chance to win, whatever lies on the table.

What a round leaves to the next one is told by the lead of whoever begins it, in dice, and by what lies
in the centre. Whoever comes second knows what to beat: a stake is worth its chance to do so. Whoever
comes first looks at what the best answer leaves of each total, and then at the own throws, from the
last one back over all hands.

Four things are simpler than the rules: stakes are MOST dice at most, nobody is eliminated, cards that
were seen may come again, and between the leads and centres of a grid chances are interpolated.

Solving takes a minute. The chances before each round lie in `duel.npz`; made by
`python -m chancebox.games.gang_of_dice.advice.duel`.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from chancebox.engine.rules.hands import first_hand, hand_number, list_hands
from chancebox.games.gang_of_dice.rules.odds import MOST, TOTALS
from chancebox.games.gang_of_dice.rules.records import (
    DARK,
    EXPLOSION,
    FACES,
    LIGHT,
    ROUNDS,
    THROWS,
    WARNINGS,
    Box,
    total,
)
from chancebox.games.gang_of_dice.rules.warnings import meets

FILE = Path(__file__).with_name("duel.npz")
PRECISION = 50_000
"""Parts of a whole in which the file tells chances."""

Chances = NDArray[np.float64]
Whole = NDArray[np.int64]

# Leads are told apart where they matter most.
_NEAR = [*range(11), 12, 14, 16, 18, 21, 24, 28, 33, 40, 50]
LEADS = np.array([-lead for lead in _NEAR[:0:-1]] + _NEAR, float)
CENTRES = np.array([0, 2, 4, 6, 9, 12, 16, 21, 28, 36], float)

# Hands of up to MOST dice, by their number.
LEVELS = [slice(first_hand(dice), first_hand(dice + 1)) for dice in range(MOST + 1)]
STAKES = range(1, MOST + 1)


def _list_hands() -> tuple[list[list[int]], Whole, Whole]:
    """List hands by faces, and the hands with a die of each face more or less."""
    packed = [0] * LEVELS[-1].stop
    list_hands(packed, 0, MOST)
    more = np.zeros((len(packed), FACES), np.int64)
    less = np.repeat(np.arange(len(packed))[:, None], FACES, 1)  # without such a die: the hand itself
    for number in range(LEVELS[-1].start):
        for face in range(FACES):
            larger = hand_number(packed[number] + (1 << 4 * face))
            more[number, face] = larger
            less[larger, face] = number
    return [[hand >> 4 * face & 15 for face in range(FACES)] for hand in packed], more, less


HANDS, MORE, LESS = _list_hands()
TOTAL_OF = np.array([total(hand) for hand in HANDS])


@dataclass(frozen=True)
class Card:
    """A warning: the hands that meet it, and whether that ends a turn at once."""

    back: int
    explodes: bool
    met: NDArray[np.bool_]

    def keep(self, ends: Chances, spoilt: Chances, dice: int, throws: int) -> Chances:
        """
        Tell what every hand is worth if it is kept and the other dice are thrown, with so many throws left.

        `ends` is what each valid total is worth at the end, and `spoilt` an invalid one, each in many
        cases at once. The hand without dice is the turn before its first throw.
        """
        level = LEVELS[dice]
        met = self.met[level, None]
        kept = _throw(np.where(met, spoilt, ends[TOTAL_OF[level]]), dice)
        for _earlier in range(throws - 1):
            best = _choose(kept, dice)[level]
            kept = _throw(np.where(met, spoilt, best) if self.explodes else best, dice)
        return kept


def _throw(worth: Chances, dice: int) -> Chances:
    """Take the mean over what the next die shows, from all dice down to none."""
    kept = np.empty((LEVELS[dice].stop, worth.shape[1]))
    kept[LEVELS[dice]] = worth
    for level in LEVELS[:dice][::-1]:
        kept[level] = sum(kept[MORE[level, face]] for face in range(FACES)) / FACES
    return kept


def _choose(kept: Chances, dice: int) -> Chances:
    """Take the best part of every hand."""
    best = kept.copy()
    for level in LEVELS[1 : dice + 1]:
        for face in range(FACES):
            np.maximum(best[level], best[LESS[level, face]], out=best[level])
    return best


class Duel:
    """
    The chances of two players.

    Leads and centres are those before the first stake of the round, and chances are those of whoever
    makes it: of the first.
    """

    def __init__(self, box: Box, finale: int) -> None:
        self.cards = [
            Card(
                box.warnings[w].back,
                box.warnings[w].fuse == EXPLOSION,
                np.array([meets(box, w, hand) for hand in HANDS]),
            )
            for w in range(WARNINGS)
        ]
        self.wins = np.zeros((ROUNDS + 1, len(LEADS), len(CENTRES)))
        """The chance of the first before a round, by lead and centre."""
        self._light_rounds = box.light_rounds
        late = [box.token * tokens for tokens in box.finale[finale]]
        self._added = [0] * (ROUNDS + 1 - len(late)) + late
        self._reach = [[_reach(card, dice) for dice in STAKES] for card in self.cards]

    def solve(self) -> None:
        """Find the chances before every round."""
        for round_ in range(ROUNDS, 0, -1):
            self.wins[round_] = self.solve_round(round_)

    def solve_round(self, round_: int) -> Chances:
        """Find the chances before a round from those before the next one."""
        leads, centres = (grid.ravel() for grid in np.meshgrid(LEADS, CENTRES, indexing="ij"))
        back = LIGHT if round_ <= self._light_rounds else DARK
        due = [w for w in range(WARNINGS) if self.cards[w].back == back]
        chances = sum(
            np.max([self.stake(round_, w, stake, leads, centres) for stake in STAKES], axis=0) for w in due
        )
        return np.reshape(chances / len(due), (len(LEADS), len(CENTRES)))

    def stake(self, round_: int, warning: int, stake: int, lead: Chances, centre: Chances) -> Chances:
        """Return what a stake of the first is worth."""
        ends, spoilt = self.results(round_, warning, stake, lead, centre)
        chances: Chances = self.cards[warning].keep(ends, spoilt, stake, THROWS)[0]
        return chances

    def results(
        self, round_: int, warning: int, stake: int, lead: Chances, centre: Chances
    ) -> tuple[Chances, Chances]:
        """Return what each total of the first is worth, and an invalid one: what the best answer leaves."""
        answers = [self.answer(round_, warning, stake, answer, lead, centre) for answer in STAKES]
        ends, spoilt = zip(*answers, strict=True)
        return np.min(ends, axis=0), np.min(spoilt, axis=0)

    def answer(
        self, round_: int, warning: int, stake: int, answer: int, lead: Chances, centre: Chances
    ) -> tuple[Chances, Chances]:
        """Return what an answer leaves to the first of each total, and of an invalid result."""
        nothing = np.zeros_like(centre)
        lost = 1 - self.before(round_ + 1, 2 * stake + centre - lead, nothing)
        won = self.before(round_ + 1, lead + 2 * answer + centre, nothing)
        nobody = self.before(round_ + 1, lead - stake + answer, centre + stake + answer)
        reach = self._reach[warning][answer - 1]
        # Level, more dice win, and as many dice win for the first.
        beaten = reach[stake >= answer :][:TOTALS, None]
        return beaten * lost + (1 - beaten) * won, reach[0] * lost + (1 - reach[0]) * nobody

    def before(self, round_: int, lead: Chances, centre: Chances) -> Chances:
        """Return the chance of whoever begins a round, before its tokens are added."""
        if round_ > ROUNDS:
            return np.asarray((np.sign(lead) + 1) / 2)
        i, right = _between(LEADS, lead)
        k, above = _between(CENTRES, centre + self._added[round_])
        wins = self.wins[round_]
        near = wins[i, k] * (1 - right) + wins[i + 1, k] * right
        far = wins[i, k + 1] * (1 - right) + wins[i + 1, k + 1] * right
        return np.asarray(near * (1 - above) + far * above)


def _reach(card: Card, dice: int) -> Chances:
    """Return the chance of a stake to reach every total, and one that cannot be reached."""
    goals = np.arange(TOTALS + 1)
    reached = (goals[:TOTALS, None] >= goals).astype(np.float64)
    chances: Chances = card.keep(reached, np.zeros(TOTALS + 1), dice, THROWS)[0]
    return chances


def _between(steps: Chances, here: Chances) -> tuple[Whole, Chances]:
    """Find the step below, and how far it is from there to the next one."""
    here = np.clip(here, steps[0], steps[-1])
    below = np.clip(np.searchsorted(steps, here, "right") - 1, 0, len(steps) - 2)
    return below, (here - steps[below]) / (steps[below + 1] - steps[below])


# The file

_DUELS: dict[int, Duel] = {}


def solved_duel(box: Box, finale: int) -> Duel | None:
    """Take the duel of a box, solved; None if the file tells of another box."""
    if _told(box) != _solved_for():
        return None
    if finale not in _DUELS:
        _DUELS[finale] = _load(box, finale)
    return _DUELS[finale]


def _told(box: Box) -> list[int]:
    """
    Tell all of a box that chances depend on.

    The dice that people own are among it: chances leave out that somebody may run out of them.
    """
    told = [box.light_rounds, box.token, *box.finale[0], *box.finale[1], *box.dice, *box.stock]
    for card in box.warnings:
        told += [card.back, card.fuse, card.kind, card.n, card.values]
    return told


@cache
def _solved_for() -> list[int]:
    with np.load(FILE) as file:
        told: list[int] = file["box"].tolist()
        return told


def _load(box: Box, finale: int) -> Duel:
    with np.load(FILE) as file:
        found = Duel(box, finale)
        found.wins[:] = file["wins"][finale] / PRECISION
        return found


def write(box: Box) -> None:
    """Solve the duel with each finale, and write the file."""
    wins = []
    for finale in range(len(box.finale)):
        solved = Duel(box, finale)
        solved.solve()
        wins.append(np.rint(solved.wins * PRECISION).astype(np.uint16))
    np.savez_compressed(FILE, box=np.array(_told(box), np.int16), wins=np.array(wins))


if __name__ == "__main__":
    from chancebox.engine.game.boxes import load_box
    from chancebox.games import game

    write(load_box(game("gang-of-dice")).fields)
